/* SPDX-License-Identifier: MIT */
/*
 * Solutions that cheat, each with the status that it ends with.
 */
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>

/* Criterion runs tests side by side. */
#define PARTS 4

static void cheats_judge(size_t part)
{
    static bres_test_solution cheats[BRES_TEST_SOLUTIONS_MAX];
    const size_t count = bres_test_solutions_read("cheats", cheats);
    bres_test_leftovers before;

    bres_test_leftovers_begin(&before);
    for (size_t i = part; i < count; i += PARTS) {
        bres_judge_options options;
        bres_judgement *judgement;
        bres_judge_status status;

        bres_test_solution_options(&cheats[i], &options);
        judgement = bres_test_solution_judge(&cheats[i], &options);
        status = bres_judgement_status(judgement);
        cr_assert(bres_test_solution_expects(&cheats[i], status), "%s: %s, expected %s: %s",
                  cheats[i].name, bres_judge_status_name(status), cheats[i].status,
                  bres_judgement_message(judgement));
        cr_assert_eq(bres_judgement_is_accepted(judgement),
                     bres_test_solution_expects(&cheats[i], BRES_JUDGE_BENCHMARKED), "%s",
                     cheats[i].name);
        cr_assert_eq(bres_judgement_is_accepted(judgement),
                     bres_judgement_message(judgement)[0] == '\0', "%s: %s", cheats[i].name,
                     bres_judgement_message(judgement));
        bres_judgement_free(judgement);
        bres_test_leftovers_check(&before, cheats[i].name);
    }
}

Test(judge, cheats_are_not_accepted_0)
{
    cheats_judge(0);
}

Test(judge, cheats_are_not_accepted_1)
{
    cheats_judge(1);
}

Test(judge, cheats_are_not_accepted_2)
{
    cheats_judge(2);
}

Test(judge, cheats_are_not_accepted_3)
{
    cheats_judge(3);
}
