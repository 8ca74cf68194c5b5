/* SPDX-License-Identifier: MIT */
/*
 * Solutions that cheat: each must end with a status that its source lists.
 */
#include "judge/verdict/judgement.h"
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Criterion runs tests in parallel: one test for each part of the cheats. */
#define PARTS 4

/* Whether the system lacks a defence that is needed to refuse the cheat. */
static bool is_defence_missing(const bres_test_solution *cheat, const bres_judgement *judgement)
{
    for (size_t i = 0; i < BRES__SANDBOX_COUNT; i++) {
        const bres__sandbox_defence *defence = &bres__sandbox_defences[i];

        if (strstr(cheat->needs, defence->key) != NULL &&
            (judgement->metadata.sandbox & defence->bit) == 0) {
            fprintf(stderr, "%s is not judged here: no %s\n", cheat->name, defence->key);
            return true;
        }
    }
    return false;
}

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
        if (is_defence_missing(&cheats[i], judgement)) {
            bres_judgement_free(judgement);
            continue;
        }
        cr_assert(bres_test_solution_expects(&cheats[i], status), "%s: %s, expected %s: %s",
                  cheats[i].name, bres_judge_status_name(status), cheats[i].status,
                  bres_judgement_message(judgement));
        cr_assert_eq(bres_judgement_is_accepted(judgement), status == BRES_JUDGE_BENCHMARKED, "%s",
                     cheats[i].name);
        cr_assert_eq(bres_judgement_is_accepted(judgement),
                     bres_judgement_message(judgement)[0] == '\0', "%s: %s", cheats[i].name,
                     bres_judgement_message(judgement));
        bres_judgement_free(judgement);
        bres_test_leftovers_check(&before, cheats[i].name);
    }
    bres_test_leftovers_end();
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

static const bres_test_solution slow_first = { .name = "slow_first",
                                               .problem = "matrix-multiplication",
                                               .status = "BENCHMARKED" };

/* Totals from the events: the samples of the current case, and the number of finished cases. */
typedef struct told {
    double sum;
    uint64_t samples;
    unsigned cases;
} told;

static void event_add(void *user, const bres_judge_event *event)
{
    told *of = user;

    if (event->kind == BRES_JUDGE_EVENT_SAMPLE) {
        of->sum += event->runtime;
        of->samples++;
    } else if (event->kind == BRES_JUDGE_EVENT_CASE_RESULT) {
        cr_assert(of->samples >= 5 && of->samples <= 8, "%lu", (unsigned long)of->samples);
        cr_assert_float_eq(event->runtime, of->sum / (double)of->samples, 1e-9 * event->runtime);
        *of = (told){ .cases = of->cases + 1 };
    }
}

/* The mean includes even slow samples, and the number of samples does not depend on the first
 * calls. Slow first calls can only make the result worse. */
Test(judge, cheats_win_nothing_by_slow_first_calls)
{
    told of = { .sum = 0 };
    bres_judge_options options;
    bres_judgement *judgement;

    bres_test_solution_options(&slow_first, &options);
    options.event = event_add;
    options.event_user = &of;
    judgement = bres_test_solution_judge(&slow_first, &options);
    cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                 bres_judgement_message(judgement));
    cr_assert_eq(of.cases, 3);
    bres_judgement_free(judgement);
}

/* The least of the times that a solution has printed in nanoseconds. */
static double least_seconds(const bres_judgement *judgement)
{
    const char *at = bres_judgement_output(judgement);
    double least = INFINITY;

    while (*at != '\0') {
        char *end;

        least = fmin(least, strtod(at, &end) / 1e9);
        at = end + 1;
    }
    return least;
}

/* A judge that trusted the solution's clock would measure two thirds of the time. */
Test(judge, cheats_win_nothing_by_a_slow_clock)
{
    bres_test_solution solution = slow_first;
    bres_judge_options options;
    bres_judgement *judgement;
    double least;

    strcpy(solution.name, "clock_flatters");
    bres_test_solution_options(&solution, &options);
    judgement = bres_test_solution_judge(&solution, &options);
    cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                 bres_judgement_message(judgement));
    least = least_seconds(judgement);
    cr_assert_gt(least, 0);
    for (size_t i = 0; i < judgement->case_count; i++) {
        if (judgement->cases[i].is_timed)
            cr_expect_geq(judgement->cases[i].runtime, least, "%s",
                          judgement->cases[i].test_case.name);
    }
    bres_judgement_free(judgement);
}

/* One in SLOW_EACH calls is slow, and takes SLOW_SECONDS. */
#define SLOW_SECONDS 0.05
#define SLOW_EACH    4

/* Expects a slow call in the samples. A sample of short calls is the mean of several calls. */
static void expect_slow(const bres__judged *judged, const char *name)
{
    double longest = 0;

    for (size_t i = 0; i < judged->count; i++)
        longest = fmax(longest, judged->samples[i].seconds);
    cr_expect_geq(longest, SLOW_SECONDS / SLOW_EACH, "%s: %s", name, judged->test_case.name);
}

Test(judge, cheats_win_nothing_by_slow_calls_that_do_not_count)
{
    static const char *const names[] = { "voids_slow", "doubts_slow", "waits_slow" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bres_test_solution solution = slow_first;
        bres_judge_options options;
        bres_judgement *judgement;

        strcpy(solution.name, names[i]);
        bres_test_solution_options(&solution, &options);
        judgement = bres_test_solution_judge(&solution, &options);
        /* A solution with threads may have no score. */
        cr_expect(bres_judgement_status(judgement) == BRES_JUDGE_BENCHMARKED ||
                      bres_judgement_status(judgement) == BRES_JUDGE_NOT_MEASURED,
                  "%s: %s", names[i], bres_judgement_message(judgement));
        for (size_t n = 0; n < judgement->case_count; n++) {
            if (judgement->cases[n].is_timed)
                expect_slow(&judgement->cases[n], names[i]);
        }
        bres_judgement_free(judgement);
    }
}

Test(judge, cheats_print_no_more_than_is_kept)
{
    bres_test_solution solution = slow_first;
    bres_judge_options options;
    bres_judgement *judgement;

    strcpy(solution.name, "prints_megabytes");
    bres_test_solution_options(&solution, &options);
    options.flags = BRES_JUDGE_FIRST_CASE | BRES_JUDGE_CHECK_ONLY;
    judgement = bres_test_solution_judge(&solution, &options);
    cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_CHECKED);
    cr_assert_eq(strlen(bres_judgement_output(judgement)), 64 << 10);
    bres_judgement_free(judgement);
}
