/* SPDX-License-Identifier: MIT */
#include "measure/settings.h"
#include "model/model.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

Test(measure, settings_have_the_defaults_of_the_format)
{
    static const char expected[] =
        "{\"min_samples\":10,\"cold_warmup_runs\":1,\"cold_max_warmup_walltime\":-1.0,"
        "\"batch_target_time\":0.5,\"skip_time\":-1.0,\"timeout\":15.0}";
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres__settings settings;

    bres__settings_init(&settings);
    cr_expect_not(settings.run_once);
    cr_expect_null(settings.criterion);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres__settings_put_bench(&settings, bench), BRES_OK);
    cr_assert_eq(bres__settings_put_state(&settings, state), BRES_OK);
    cr_expect_str_eq(bench->extra, expected);
    cr_expect_str_eq(state->extra, expected);
    bres_result_unref(result);
}

Test(measure, settings_of_int64)
{
    static const struct {
        const char *key;
        int64_t value;
        const char *error; /* NULL: accepted */
    } rows[] = {
        { "min_samples", 1, NULL },
        { "min_samples", INT64_MAX, NULL },
        { "min_samples", 0, "min_samples is 0 (expected at least 1)" },
        { "min_samples", -3, "min_samples is -3 (expected at least 1)" },
        { "cold_warmup_runs", 0, NULL },
        { "cold_warmup_runs", 7, NULL },
        { "cold_warmup_runs", -1, "cold_warmup_runs is -1 (expected at least 0)" },
        { "timeout", 1, "unknown int64 setting 'timeout' of a measurement" },
        { "", 1, "unknown int64 setting '' of a measurement" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres__settings settings;
        bres_status status;

        bres__settings_init(&settings);
        status = bres__settings_set_int64(&settings, rows[i].key, rows[i].value);
        if (rows[i].error != NULL) {
            cr_expect_eq(status, BRES_ERROR_ARGUMENT, "row %zu", i);
            cr_expect_str_eq(bres_last_error(), rows[i].error, "row %zu", i);
            cr_expect(settings.min_samples == 10 && settings.warmup_runs == 1, "row %zu", i);
            continue;
        }
        cr_expect_eq(status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_eq(strcmp(rows[i].key, "min_samples") == 0 ? settings.min_samples
                                                             : settings.warmup_runs,
                     rows[i].value, "row %zu", i);
    }
}

Test(measure, settings_of_float64)
{
    static const struct {
        const char *key;
        double value;
        const char *error; /* NULL: accepted */
    } rows[] = {
        { "cold_max_warmup_walltime", -1, NULL },
        { "cold_max_warmup_walltime", 0.25, NULL },
        { "cold_max_warmup_walltime", NAN,
          "cold_max_warmup_walltime is nan (expected a finite number)" },
        { "skip_time", -DBL_MAX, NULL },
        { "skip_time", 1e-6, NULL },
        { "skip_time", INFINITY, "skip_time is inf (expected a finite number)" },
        { "timeout", 0, NULL },
        { "timeout", 1e9, NULL },
        { "timeout", -1, "timeout is -1 (expected a finite number of at least 0)" },
        { "timeout", INFINITY, "timeout is inf (expected a finite number of at least 0)" },
        { "batch_target_time", 0.1, NULL },
        { "batch_target_time", 0, "batch_target_time is 0 (expected a finite number above 0)" },
        { "min_samples", 1, "unknown float64 setting 'min_samples' of a measurement" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres__settings settings;
        bres_status status;
        double value;

        bres__settings_init(&settings);
        status = bres__settings_set_float64(&settings, rows[i].key, rows[i].value);
        if (rows[i].error != NULL) {
            cr_expect_eq(status, BRES_ERROR_ARGUMENT, "row %zu", i);
            cr_expect_str_eq(bres_last_error(), rows[i].error, "row %zu", i);
            continue;
        }
        cr_expect_eq(status, BRES_OK, "row %zu: %s", i, bres_last_error());
        value = strcmp(rows[i].key, "timeout") == 0             ? settings.timeout
                : strcmp(rows[i].key, "skip_time") == 0         ? settings.skip_time
                : strcmp(rows[i].key, "batch_target_time") == 0 ? settings.batch_target_time
                                                                : settings.max_warmup_time;
        cr_expect_eq(value, rows[i].value, "row %zu", i);
    }
}

Test(measure, settings_are_copied_with_a_criterion_of_their_own)
{
    bres_criteria *criteria;
    bres__settings settings;
    bres__settings copy;
    int64_t target;

    bres__settings_init(&settings);
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "sample-count", &settings.criterion), BRES_OK);
    bres_criteria_free(criteria);
    cr_assert_eq(bres_criterion_set_int64(settings.criterion, "target-samples", 7), BRES_OK);
    settings.run_once = true;
    settings.timeout = 3;
    cr_assert_eq(bres__settings_copy(&copy, &settings), BRES_OK);
    cr_expect_neq(copy.criterion, settings.criterion);
    cr_assert_eq(bres_criterion_set_int64(settings.criterion, "target-samples", 8), BRES_OK);
    cr_assert(bres_criterion_int64(copy.criterion, "target-samples", &target));
    cr_expect_eq(target, 7);
    cr_expect(copy.run_once && copy.timeout == 3);
    bres__settings_free(&settings);
    cr_expect_null(settings.criterion);
    bres__settings_free(&settings);
    bres__settings_free(&copy);
}
