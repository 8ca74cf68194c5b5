/* SPDX-License-Identifier: MIT */
/* Ask and tell: the program measures the configurations. */
#include "support/measured.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* Measures `count` samples and reports them. */
static void tell_times(bres_test_tuned *tuned, bres_trial *trial, size_t count)
{
    double seconds[256];

    cr_assert_leq(count, 256);
    for (size_t i = 0; i < count; i++) {
        const uint64_t before = tuned->time.now;

        bres_test_tuned_execute(trial, tuned);
        seconds[i] = (double)(tuned->time.now - before) * 1e-9;
    }
    OK(bres_tuner_tell(tuned->tuner, trial, seconds, count));
}

Test(tune, tuner_ask_and_tell)
{
    bres_test_tuned tuned;
    bres_trial *trial;
    size_t samples;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    while (bres_tuner_ask(tuned.tuner, &trial, &samples) == BRES_OK && trial != NULL) {
        cr_assert_geq(samples, 1);
        cr_assert_eq(bres_trial_data(trial), &tuned, "not prepared");
        tell_times(&tuned, trial, samples);
    }
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_DECIDED);
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=10 Y=b");
    cr_expect_float_eq(
        bres_test_summary_value(bres_tuner_best_at(tuned.tuner, 0), "nv/cpu_only/time/cpu/median"),
        500e-6, 5e-6);
    cr_expect_eq(tuned.checked[3], 1);
    /* The tuner has ended, and stays so. */
    OK(bres_tuner_ask(tuned.tuner, &trial, &samples));
    cr_expect_null(trial);
    cr_expect_eq(samples, 0);
    OK(bres_tuner_finish(tuned.tuner));
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_ask_takes_fewer_and_more)
{
    bres_test_tuned tuned;
    bres_trial *trial;
    size_t samples;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    for (unsigned batch = 0;; batch++) {
        OK(bres_tuner_ask(tuned.tuner, &trial, &samples));
        if (trial == NULL)
            break;
        tell_times(&tuned, trial, batch % 3 == 0 ? samples + 5 : batch % 3 == 1 ? 1 : samples);
    }
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=10 Y=b");
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_ask_twice_and_tell_what_was_not_asked_for)
{
    static const double good[] = { 1e-3, 2e-3 };
    bres_test_tuned tuned;
    bres_trial *trial;
    bres_trial *other = NULL;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    cr_expect_eq(bres_tuner_ask(tuned.tuner, NULL, NULL), BRES_ERROR_ARGUMENT);
    OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
    cr_assert_not_null(trial);
    cr_expect_eq(bres_tuner_ask(tuned.tuner, &other, NULL), BRES_ERROR_STATE);
    cr_expect_not_null(strstr(bres_last_error(), bres_trial_name(trial)), "%s", bres_last_error());
    cr_expect_null(other);
    cr_expect_eq(bres_tuner_tell(tuned.tuner, NULL, good, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_tell(tuned.tuner, trial, NULL, 2), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_run_cpu(tuned.tuner, bres_test_tuned_execute, &tuned),
                 BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_add_int64(tuned.tuner, "Z", (const int64_t[]){ 1 }, 1),
                 BRES_ERROR_STATE);
    /* None of these errors has affected the tuner. */
    OK(bres_tuner_tell(tuned.tuner, trial, good, 2));
    cr_expect_eq(bres_tuner_sample_count(tuned.tuner), 2);
    cr_expect_eq(bres_tuner_tell(tuned.tuner, trial, good, 2), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_tell_failure(tuned.tuner, trial, "late"), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_sample_count(tuned.tuner), 2);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_tell_refuses_what_is_no_time)
{
    static const double cases[] = { NAN, INFINITY, -INFINITY, -1e-9, 1e300 };
    bres_test_tuned tuned;
    bres_trial *trial;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const double seconds[] = { 1e-3, cases[i], 1e-3 };

        cr_expect_eq(bres_tuner_tell(tuned.tuner, trial, seconds, 3), BRES_ERROR_VALUE, "%zu", i);
        cr_expect_not_null(strstr(bres_last_error(), "time 1 is"), "%s", bres_last_error());
    }
    cr_expect_eq(bres_tuner_sample_count(tuned.tuner), 0);
    tell_times(&tuned, trial, 1);
    bres_test_tuned_free(&tuned);
}

/* After a batch without samples, the tuner requests it again, or another one. */
Test(tune, tuner_tell_nothing)
{
    bres_test_tuned tuned;
    bres_trial *trial;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
    OK(bres_tuner_tell(tuned.tuner, trial, NULL, 0));
    cr_expect_eq(bres_tuner_measured_count(tuned.tuner), 0);
    OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
    cr_expect_not_null(trial);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_tell_failure_keeps_it_out)
{
    bres_test_tuned tuned;
    bres_trial *trial;
    size_t samples;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    while (bres_tuner_ask(tuned.tuner, &trial, &samples) == BRES_OK && trial != NULL) {
        if (bres_trial_index(trial) == 3)
            OK(bres_tuner_tell_failure(tuned.tuner, trial, NULL));
        else if (bres_trial_index(trial) == 4)
            OK(bres_tuner_tell_failure(tuned.tuner, trial, "too \xff hot"));
        else
            tell_times(&tuned, trial, samples);
    }
    cr_expect_str_eq(bres_test_tuned_winner(&tuned), "X=30 Y=a");
    cr_expect_str_eq(bres_state_skip_reason(bres_test_tuned_state(&tuned, 3)), "it failed");
    cr_expect_str_eq(bres_state_skip_reason(bres_test_tuned_state(&tuned, 4)), "too � hot");
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_finish_ends_it_early)
{
    bres_test_tuned tuned;
    bres_trial *trial;
    size_t samples;

    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    for (unsigned i = 0; i < 3; i++) {
        OK(bres_tuner_ask(tuned.tuner, &trial, &samples));
        tell_times(&tuned, trial, samples);
    }
    OK(bres_tuner_ask(tuned.tuner, &trial, &samples));
    OK(bres_tuner_finish(tuned.tuner));
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_INTERRUPTED);
    cr_expect_eq(bres_tuner_tell(tuned.tuner, trial, NULL, 0), BRES_ERROR_STATE);
    cr_expect_eq(bres_tuner_measured_count(tuned.tuner), 3);
    cr_expect_not_null(bres_tuner_result(tuned.tuner));
    bres_test_tuned_free(&tuned);

    /* Before any configuration was requested. */
    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    OK(bres_tuner_finish(tuned.tuner));
    cr_expect_eq(bres_tuner_best_count(tuned.tuner), 0);
    cr_expect_not_null(bres_tuner_result(tuned.tuner));
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_ask_is_interrupted_and_ends_with_the_time)
{
    bres_test_tuned tuned;
    bres_trial *trial;
    size_t samples;

    bres_test_tuned_begin(&tuned);
    tuned.interrupt_after = 4;
    bres_test_tuned_new(&tuned);
    while (bres_tuner_ask(tuned.tuner, &trial, &samples) == BRES_OK && trial != NULL)
        tell_times(&tuned, trial, samples);
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_INTERRUPTED);
    bres_test_tuned_free(&tuned);

    bres_test_tuned_begin(&tuned);
    tuned.options.max_time = 0.003;
    bres_test_tuned_new(&tuned);
    while (bres_tuner_ask(tuned.tuner, &trial, &samples) == BRES_OK && trial != NULL)
        tell_times(&tuned, trial, samples);
    cr_expect_eq(bres_tuner_stop_reason(tuned.tuner), BRES_TUNER_TIME_OVER);
    bres_test_tuned_free(&tuned);
}

Test(tune, tuner_that_cannot_begin_says_so_again)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_trial *trial;

    cr_expect_eq(bres_tuner_finish(tuner), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_ask(tuner, &trial, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_finish(tuner), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_best_count(tuner), 0);
    cr_expect_null(bres_tuner_result(tuner));
    bres_tuner_free(tuner);
}

/* The seed determines the order. */
Test(tune, tuner_ask_order_is_that_of_the_seed)
{
    char orders[3][512];

    for (unsigned i = 0; i < 3; i++) {
        bres_test_tuned tuned;
        bres_trial *trial;
        size_t samples;

        bres_test_tuned_begin(&tuned);
        tuned.options.seed = i / 2;
        tuned.options.max_samples = 40;
        bres_test_tuned_new(&tuned);
        orders[i][0] = '\0';
        while (bres_tuner_ask(tuned.tuner, &trial, &samples) == BRES_OK && trial != NULL) {
            const char place[] = { (char)('0' + bres_trial_index(trial)), '\0' };

            if (strlen(orders[i]) < 500)
                strcat(orders[i], place);
            tell_times(&tuned, trial, samples);
        }
        bres_test_tuned_free(&tuned);
    }
    cr_expect_str_eq(orders[0], orders[1]);
    cr_expect_str_neq(orders[0], orders[2]);
}
