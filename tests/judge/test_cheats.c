/* SPDX-License-Identifier: MIT */
/*
 * Solutions that cheat, each with the status that it ends with.
 */
#include "judge/verdict/judgement.h"
#include "support/solutions.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* Criterion runs tests side by side. */
#define PARTS 4

/* Whether the system lacks a defence that the cheat is refused by. */
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
        cr_assert_eq(bres_judgement_is_accepted(judgement),
                     bres_test_solution_expects(&cheats[i], BRES_JUDGE_BENCHMARKED), "%s",
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

/* What the events have told of a case, and of all. */
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

/* No sample is left out of the mean, however slow it was, and how many there are does not depend on
 * the first calls: to be slow there can only make the result worse. */
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

/* When a part is verified: what does not count is not among the samples, and verified. */
Test(judge, cheats_win_nothing_by_wrong_calls_that_do_not_count)
{
    static const char *const names[] = { "voids_wrong", "doubts_wrong" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bres_test_solution solution = slow_first;
        bres_judge_options options;
        bres_judgement *judgement;

        strcpy(solution.name, names[i]);
        bres_test_solution_options(&solution, &options);
        options.verify_fraction = 0.1;
        judgement = bres_test_solution_judge(&solution, &options);
        cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_WRONG_ANSWER, "%s", names[i]);
        bres_judgement_free(judgement);
    }
}

#define SEEDS 5

/* Of the first samples of the first case that is timed. */
static void seeds_take(const char *name, uint64_t seeds[SEEDS])
{
    bres_test_solution solution = slow_first;
    bres_judge_options options;
    bres_judgement *judgement;
    size_t timed = 0;

    strcpy(solution.name, name);
    bres_test_solution_options(&solution, &options);
    options.seed = 1;
    options.has_seed = 1;
    judgement = bres_test_solution_judge(&solution, &options);
    cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s: %s", name,
                 bres_judgement_message(judgement));
    while (!judgement->cases[timed].is_timed)
        timed++;
    for (size_t i = 0; i < SEEDS; i++)
        seeds[i] = judgement->cases[timed].samples[i].seed;
    bres_judgement_free(judgement);
}

/* Whether two runs have a sample with the same inputs after one with different inputs. */
static bool is_same_after_retry(void)
{
    uint64_t seeds[2][SEEDS];
    bool has_differed = false;
    bool is_same_after = false;

    seeds_take("slow_first", seeds[0]);
    seeds_take("voids_slow", seeds[1]);
    for (size_t i = 0; i < SEEDS; i++) {
        const bool differs = seeds[0][i] != seeds[1][i];

        has_differed |= differs;
        is_same_after |= has_differed && !differs;
    }
    return is_same_after;
}

/* A retry has inputs of its own and leaves those of later calls unchanged. On a busy system any
 * sample may be a retry; if retries changed later inputs, none of the rounds would match. */
Test(judge, cheats_do_not_change_what_a_seed_makes)
{
    bool is_same = false;

    for (int round = 0; round < 20 && !is_same; round++)
        is_same = is_same_after_retry();
    cr_expect(is_same);
}

/* The longest sample of each case, by its number. */
typedef struct longest {
    double seconds;
    unsigned cases;
} longest;

static void event_longest(void *user, const bres_judge_event *event)
{
    longest *of = user;

    if (event->kind == BRES_JUDGE_EVENT_SAMPLE && event->runtime > of->seconds) {
        of->seconds = event->runtime;
    } else if (event->kind == BRES_JUDGE_EVENT_CASE_RESULT) {
        cr_assert_geq(of->seconds, 0.05, "%s", event->name);
        *of = (longest){ .cases = of->cases + 1 };
    }
}

/* Of five calls in a row one is slow, and does not count. */
Test(judge, cheats_win_nothing_by_slow_calls_that_do_not_count)
{
    static const char *const names[] = { "voids_slow", "doubts_slow" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        longest of = { .seconds = 0 };
        bres_test_solution solution = slow_first;
        bres_judge_options options;
        bres_judgement *judgement;

        strcpy(solution.name, names[i]);
        bres_test_solution_options(&solution, &options);
        options.event = event_longest;
        options.event_user = &of;
        judgement = bres_test_solution_judge(&solution, &options);
        cr_assert_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s: %s", names[i],
                     bres_judgement_message(judgement));
        cr_expect_eq(of.cases, 3);
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
