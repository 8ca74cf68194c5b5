/* SPDX-License-Identifier: MIT */
/* The space of a tuner: parameters, constraints, names, limits. */
#include "support/tuned.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const int64_t numbers[] = { 8, 16, 32 };
static const double reals[] = { 0.5, 1e-7 };
static const char *const words[] = { "row", "column" };

/* Names of all requested configurations; the walk reports one time for each. */
typedef struct walk {
    char names[2048];
    size_t count;
} walk;

static void walk_space(bres_tuner *tuner, walk *names)
{
    bres_trial *trial;

    *names = (walk){ .count = 0 };
    cr_assert_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_OK, "%s", bres_last_error());
    while (trial != NULL) {
        const double seconds = 1e-3 * (double)(1 + bres_trial_index(trial));

        names->count++;
        strcat(names->names, bres_trial_name(trial));
        strcat(names->names, "\n");
        cr_assert_eq(bres_tuner_tell(tuner, trial, &seconds, 1), BRES_OK);
        cr_assert_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_OK);
    }
}

/* A tuner that requests each configuration once, in any order. */
static bres_tuner *exhaustive(void)
{
    bres_tuner_options options;

    bres_tuner_options_init(&options);
    options.strategy = BRES_TUNER_EXHAUSTIVE;
    options.trial_samples = 1;
    return bres_tuner_new(&options);
}

Test(tune, tuner_space_has_each_combination_once)
{
    bres_tuner *tuner = exhaustive();
    walk names;

    bres_tuner_add_int64(tuner, "N", numbers, 3);
    bres_tuner_add_float64(tuner, "F", reals, 2);
    bres_tuner_add_string(tuner, "Order", words, 2);
    walk_space(tuner, &names);
    cr_expect_eq(names.count, 12);
    cr_expect_eq(bres_tuner_config_count(tuner), 12);
    cr_expect_eq(bres_tuner_measured_count(tuner), 12);
    for (size_t i = 0; i < 12; i++) {
        char name[100];

        snprintf(name, sizeof(name), "N=%d F=%s Order=%s\n", (int)numbers[i % 3],
                 i / 3 % 2 == 0 ? "0.5" : "1e-07", words[i / 6]);
        cr_expect_not_null(strstr(names.names, name), "%s is missing in %s", name, names.names);
    }
    cr_expect_str_eq(bres_state_name(bres_tuner_best_at(tuner, 0)), "N=8 F=0.5 Order=row");
    cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(tuner, 0)), "N=8 F=0.5 Order=row");
    bres_tuner_free(tuner);
}

static bool is_small(const bres_trial *trial, void *context)
{
    ++*(unsigned *)context;
    cr_expect_str_neq(bres_trial_name(trial), "");
    return (double)bres_trial_int64(trial, "N") * bres_trial_float64(trial, "F") < 10;
}

static bool is_row(const bres_trial *trial, void *context)
{
    ++*(unsigned *)context;
    return strcmp(bres_trial_string(trial, "Order"), "row") == 0;
}

static bool refuse(const bres_trial *trial, void *context)
{
    (void)trial;
    (void)context;
    return false;
}

static bool ask_for_unknown(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_int64(trial, "n") == 0;
}

static bool ask_for_other_type(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_string(trial, "N")[0] == '\0';
}

Test(tune, tuner_constraints_must_all_hold)
{
    bres_tuner *tuner = exhaustive();
    unsigned small = 0;
    unsigned row = 0;
    walk names;

    bres_tuner_add_int64(tuner, "N", numbers, 3);
    bres_tuner_add_float64(tuner, "F", reals, 2);
    bres_tuner_add_string(tuner, "Order", words, 2);
    cr_expect_eq(bres_tuner_add_constraint(tuner, is_small, &small), BRES_OK);
    cr_expect_eq(bres_tuner_add_constraint(tuner, is_row, &row), BRES_OK);
    walk_space(tuner, &names);
    cr_expect_eq(names.count, 5);
    cr_expect_eq(small, 12, "asked %u times", small);
    cr_expect_eq(row, 10, "asked of %u that the first accepts", row);
    cr_expect_null(strstr(names.names, "column"));
    cr_expect_null(strstr(names.names, "N=32 F=0.5"));
    bres_tuner_free(tuner);
}

static bool fail_at_16(const bres_trial *trial, void *context)
{
    ++*(unsigned *)context;
    if (bres_trial_int64(trial, "N") == 16)
        bres_measure_fail("no table of sizes");
    return true;
}

/* The answer of a failed constraint does not matter. */
Test(tune, tuner_constraints_that_fail_end_the_run)
{
    bres_tuner *tuner = exhaustive();
    bres_trial *trial;
    unsigned asked[2] = { 0, 0 };

    bres_tuner_add_int64(tuner, "N", numbers, 3);
    bres_tuner_add_constraint(tuner, fail_at_16, &asked[0]);
    bres_tuner_add_constraint(tuner, fail_at_16, &asked[1]);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(), "no table of sizes");
    cr_expect_null(trial);
    cr_expect_eq(asked[0], 2);
    cr_expect_eq(asked[1], 1);
    cr_expect_eq(bres_tuner_finish(tuner), BRES_ERROR_VALUE);
    bres_tuner_free(tuner);
}

Test(tune, tuner_without_configurations_has_none_left)
{
    for (unsigned empty = 0; empty < 2; empty++) {
        bres_tuner *tuner = exhaustive();
        walk names;

        bres_tuner_add_int64(tuner, "N", numbers, empty ? 0 : 3);
        if (!empty)
            bres_tuner_add_constraint(tuner, refuse, NULL);
        walk_space(tuner, &names);
        cr_expect_eq(names.count, 0);
        cr_expect_eq(bres_tuner_stop_reason(tuner), BRES_TUNER_NONE_LEFT);
        cr_expect_eq(bres_tuner_best_count(tuner), 0);
        cr_expect_null(bres_tuner_best_at(tuner, 0));
        cr_expect_eq(bres_tuner_config_count(tuner), 0);
        cr_expect_not_null(bres_tuner_result(tuner));
        bres_tuner_free(tuner);
    }
}

Test(tune, tuner_parameters_that_are_not_there_fail_the_run)
{
    static const struct {
        bres_tuner_constraint_fn ask;
        const char *message;
    } cases[] = {
        { ask_for_unknown, "n" },
        { ask_for_other_type, "parameter 'N' is of another type" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        bres_tuner *tuner = exhaustive();
        bres_trial *trial;

        bres_tuner_add_int64(tuner, "N", numbers, 3);
        bres_tuner_add_constraint(tuner, cases[i].ask, NULL);
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_KEY, "%zu", i);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].message), "%s", bres_last_error());
        cr_expect_null(trial);
        /* The first error stays. */
        cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_KEY);
        bres_tuner_free(tuner);
    }
}

Test(tune, tuner_keeps_the_first_declaration_that_fails)
{
    static const double bad[] = { NAN };
    bres_tuner *tuner = exhaustive();
    bres_trial *trial;

    cr_expect_eq(bres_tuner_add_int64(tuner, "N", numbers, 3), BRES_OK);
    cr_expect_eq(bres_tuner_add_int64(tuner, "N", numbers, 3), BRES_ERROR_CONFLICT);
    cr_expect_eq(bres_tuner_add_float64(tuner, "F", bad, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_int64(tuner, "", numbers, 3), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_string(tuner, "S", NULL, 1), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_constraint(tuner, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_CONFLICT);
    bres_tuner_free(tuner);
}

Test(tune, tuner_needs_parameters_and_has_limits)
{
    static int64_t many[1001];
    bres_tuner *tuner = exhaustive();
    bres_trial *trial;

    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "has no parameters"), "%s", bres_last_error());
    bres_tuner_free(tuner);

    for (size_t i = 0; i < 1001; i++)
        many[i] = (int64_t)i;
    tuner = exhaustive();
    bres_tuner_add_int64(tuner, "A", many, 1001);
    bres_tuner_add_int64(tuner, "B", many, 1001);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_LIMIT, "%s", bres_last_error());
    bres_tuner_free(tuner);

    /* More configurations than an integer can count. */
    tuner = exhaustive();
    for (char name[] = "A"; name[0] <= 'H'; name[0]++)
        bres_tuner_add_int64(tuner, name, many, 1001);
    bres_tuner_add_constraint(tuner, refuse, NULL);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_LIMIT, "%s", bres_last_error());
    bres_tuner_free(tuner);
}

Test(tune, tuner_options_are_checked)
{
    bres_tuner_options options;
    bres_clock clock = { .size = sizeof(clock) };

#define REFUSED(member, value, wanted)                                                             \
    do {                                                                                           \
        bres_tuner_options_init(&options);                                                         \
        options.member = value;                                                                    \
        cr_expect_null(bres_tuner_new(&options), #member);                                         \
        cr_expect_eq(bres_last_error_status(), wanted, #member ": %s", bres_last_error());         \
    } while (0)

    REFUSED(size, 8, BRES_ERROR_VERSION);
    REFUSED(flags, 16, BRES_ERROR_ARGUMENT);
    REFUSED(flags, BRES_TUNER_RESUME, BRES_ERROR_ARGUMENT);
    REFUSED(strategy, 3, BRES_ERROR_ARGUMENT);
    REFUSED(name, "", BRES_ERROR_ARGUMENT);
    REFUSED(name, NULL, BRES_ERROR_ARGUMENT);
    REFUSED(name, "\xff", BRES_ERROR_ARGUMENT);
    REFUSED(kernel_hash, "\xff", BRES_ERROR_ARGUMENT);
    REFUSED(max_time, -1, BRES_ERROR_ARGUMENT);
    REFUSED(max_time, NAN, BRES_ERROR_ARGUMENT);
    REFUSED(execution_timeout, -1, BRES_ERROR_ARGUMENT);
    REFUSED(execution_timeout, NAN, BRES_ERROR_ARGUMENT);
    REFUSED(max_samples, -1, BRES_ERROR_ARGUMENT);
    REFUSED(trial_samples, 0, BRES_ERROR_ARGUMENT);
    REFUSED(equivalence_margin, -0.1, BRES_ERROR_ARGUMENT);
    REFUSED(equivalence_margin, INFINITY, BRES_ERROR_ARGUMENT);
    REFUSED(error_rate, 0, BRES_ERROR_ARGUMENT);
    REFUSED(error_rate, NAN, BRES_ERROR_ARGUMENT);
    REFUSED(clock, &clock, BRES_ERROR_ARGUMENT);
}

Test(tune, tuner_without_a_handle)
{
    bres_trial *trial = (bres_trial *)&trial;

    bres_tuner_free(NULL);
    bres_tuner_options_init(NULL);
    cr_expect_eq(bres_tuner_add_int64(NULL, "N", numbers, 3), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_float64(NULL, "N", reals, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_string(NULL, "N", words, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_add_constraint(NULL, refuse, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_set_prepare(NULL, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_set_check(NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_run_cpu(NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_run_cuda(NULL, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_ask(NULL, &trial, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_null(trial);
    cr_expect_eq(bres_tuner_tell(NULL, NULL, NULL, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_tell_failure(NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_finish(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_stop_reason(NULL), BRES_TUNER_RUNNING);
    cr_expect_str_eq(bres_tuner_message(NULL), "");
    cr_expect_eq(bres_tuner_best_count(NULL), 0);
    cr_expect_null(bres_tuner_best_at(NULL, 0));
    cr_expect_null(bres_tuner_best_trial_at(NULL, 0));
    cr_expect_eq(bres_tuner_config_count(NULL) + bres_tuner_measured_count(NULL) +
                     bres_tuner_remaining_count(NULL) + bres_tuner_sample_count(NULL),
                 0);
    cr_expect_null(bres_tuner_result(NULL));
    cr_expect_str_eq(bres_trial_name(NULL), "");
    cr_expect_eq(bres_trial_index(NULL), 0);
    cr_expect_eq(bres_trial_int64(NULL, "N"), 0);
    cr_expect_eq(bres_trial_float64(NULL, "N"), 0);
    cr_expect_str_eq(bres_trial_string(NULL, "N"), "");
    bres_trial_set_data(NULL, &trial);
    cr_expect_null(bres_trial_data(NULL));
    cr_expect_str_eq(bres_tuner_stop_name(BRES_TUNER_TIED), "tied");
    cr_expect_str_eq(bres_tuner_stop_name((bres_tuner_stop)99), "unknown");
}
