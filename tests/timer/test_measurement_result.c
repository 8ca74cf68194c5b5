/* SPDX-License-Identifier: MIT */
/*
 * Measurements as states of results: conversion in both directions, files, and comparisons.
 */
#include "support/loading.h"
#include "support/support.h"
#include "support/timings.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Times that float32 represents exactly. */
static const double exact[] = { 2, 2.5, 2.25, 3 };

static bres_result *result_of(bres_measurement **measurements, size_t count)
{
    bres_result *result;

    cr_assert_eq(
        bres_measurement_result((const bres_measurement *const *)measurements, count, &result),
        BRES_OK, "%s", bres_last_error());
    return result;
}

static bres_result *written_and_loaded(const bres_result *result)
{
    char path[4096];
    bres_result *loaded;

    snprintf(path, sizeof path, "%s/r.json", bres_test_directory());
    cr_assert_eq(bres_result_write(result, path, NULL), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_result_load(path, NULL, &loaded), BRES_OK, "%s", bres_last_error());
    return loaded;
}

static const bres_state *state_at(const bres_result *result, size_t bench, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, bench), index);
}

static void check_state(const char *name, const bres_state *state,
                        const bres_measurement *measurement)
{
    bres_measurement *read;

    cr_assert_eq(bres_measurement_from_state(state, &read), BRES_OK, "%s: %s", name,
                 bres_last_error());
    cr_assert(bres_test_timings_equal(measurement, read), "%s: %s", name,
              bres_measurement_text(read));
    bres_measurement_free(read);
}

Test(timer, measurement_to_state_and_back)
{
    bres_task_spec spec;
    bres_measurement *list[5];
    bres_result *result;
    bres_result *loaded;

    bres_task_spec_init(&spec);
    list[0] = bres_test_timing(&spec, 1, exact, COUNT(exact));
    spec.stmt = "f(x)\ng(x)";
    spec.setup = "";
    spec.global_setup = "import\x01";
    spec.label = "";
    spec.sub_label = "";
    spec.description = "\xE4\xB8\xAD";
    spec.env = "e";
    spec.num_threads = 7;
    list[1] = bres_test_timing(&spec, 1000000000, exact, COUNT(exact) - 1);
    cr_assert_eq(bres_measurement_set_metadata_json(list[1], "{\"exit\": [0]}"), BRES_OK);
    list[2] = bres_test_timing(&spec, 3, NULL, 0);
    list[3] = bres_test_timing(&spec, 8, exact, COUNT(exact));
    spec.description = NULL;
    list[4] = bres_test_timing(&spec, 4, exact, 1);
    /* Rounds 2e-9 to float32 once; a second conversion changes nothing. */
    result = result_of(list + 1, 1);
    bres_measurement_free(list[1]);
    cr_assert_eq(bres_measurement_from_state(state_at(result, 0, 0), &list[1]), BRES_OK);
    cr_assert_eq(bres_measurement_number_per_run(list[1]), 1000000000);
    bres_result_unref(result);

    result = result_of(list, COUNT(list));
    loaded = written_and_loaded(result);
    for (size_t i = 0; i < COUNT(list); i++) {
        check_state("as built", state_at(result, 0, i), list[i]);
        check_state("loaded", state_at(loaded, 0, i), list[i]);
    }
    bres_result_unref(loaded);
    bres_result_unref(result);
    bres_test_timings_free(list, COUNT(list));
}

Test(timer, measurement_result_axes_and_runs)
{
    bres_measurement *list[] = {
        bres_test_time("sort", "quick", "n=1", 1), bres_test_time("sort", "merge", "n=1", 1),
        bres_test_time("sort", "quick", NULL, 1),  bres_test_time("sort", "quick", "n=1", 2),
        bres_test_time("copy", NULL, NULL, 1),     bres_test_time(NULL, NULL, NULL, 1),
    };
    static const struct {
        size_t bench;
        size_t index;
        const char *name;
        uint32_t run;
    } rows[] = {
        { 0, 0, "row=quick description=n=1 num_threads=1", 0 },
        { 0, 1, "row=merge description=n=1 num_threads=1", 0 },
        { 0, 2, "row=quick description= num_threads=1", 0 },
        { 0, 3, "row=quick description=n=1 num_threads=1", 1 },
        { 1, 0, "row=[Unknown] num_threads=1", 0 },
        { 2, 0, "row=[Unknown] num_threads=1", 0 },
    };
    bres_result *result = result_of(list, COUNT(list));

    cr_assert_eq(bres_result_subbench_count(result), 3);
    cr_assert_str_eq(bres_subbench_name(bres_result_subbench_at(result, 0)), "sort");
    cr_assert_eq(
        bres_axis_value_count(bres_subbench_axis_at(bres_result_subbench_at(result, 0), 0)), 2);
    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_state *state = state_at(result, rows[i].bench, rows[i].index);

        cr_assert_str_eq(bres_state_name(state), rows[i].name, "row %zu", i);
        cr_assert_eq(bres_state_run(state), rows[i].run, "row %zu", i);
    }
    bres_result_unref(result);
    bres_test_timings_free(list, COUNT(list));

    list[0] = bres_test_timing(
        &(bres_task_spec){
            .size = sizeof(bres_task_spec), .stmt = "f(x)", .env = "old", .num_threads = 2 },
        1, exact, 1);
    result = result_of(list, 1);
    cr_assert_str_eq(bres_subbench_name(bres_result_subbench_at(result, 0)), "f(x)");
    cr_assert_str_eq(bres_state_name(state_at(result, 0, 0)), "num_threads=2",
                     "one env is no axis: versions are there to be compared");
    bres_result_unref(result);
    bres_measurement_free(list[0]);
}

/* The measurements of a version: two rows and two columns, the last cell `factor` times slower. */
static bres_result *version_of(const char *env, double factor)
{
    static const char *const rows[] = { "quick", "merge" };
    static const char *const columns[] = { "n=1", "n=1024" };
    bres_measurement *list[4];
    bres_result *result;
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.stmt = env;
    spec.label = "sort";
    spec.env = env;
    for (size_t i = 0; i < 4; i++) {
        double times[40];

        spec.sub_label = rows[i / 2];
        spec.description = columns[i % 2];
        for (size_t k = 0; k < COUNT(times); k++)
            times[k] = (i == 3 ? factor : 1) * 1e-3 * (1 + 1e-4 * (double)(k * 17 % 40));
        list[i] = bres_test_timing(&spec, 100, times, COUNT(times));
    }
    result = result_of(list, 4);
    bres_test_timings_free(list, 4);
    return result;
}

Test(timer, measurement_results_are_compared)
{
    bres_result *built[] = { version_of("old", 1), version_of("new", 1.5) };
    bres_result *loaded[] = { written_and_loaded(built[0]), written_and_loaded(built[1]) };
    bres_result **pairs[] = { built, loaded };

    for (size_t i = 0; i < COUNT(pairs); i++) {
        bres_comparison *comparison;
        const bres_row *last;

        cr_assert_eq(bres_compare(&pairs[i][0], 1, &pairs[i][1], 1, NULL, &comparison), BRES_OK,
                     "%s", bres_last_error());
        cr_assert_eq(bres_comparison_row_count(comparison), 4);
        cr_assert_eq(bres_comparison_count(comparison, BRES_SAME), 3);
        cr_assert_eq(bres_comparison_count(comparison, BRES_SLOW), 1);
        last = bres_comparison_row_at(comparison, 3);
        cr_assert_eq(bres_row_verdict(last), BRES_SLOW, "%s", bres_row_message(last));
        cr_assert_str_eq(bres_state_name(bres_row_candidate(last)),
                         "row=merge description=n=1024 num_threads=1");
        bres_comparison_free(comparison);
    }
    for (size_t i = 0; i < 2; i++) {
        bres_result_unref(loaded[i]);
        bres_result_unref(built[i]);
    }
}

Test(timer, measurement_results_are_merged)
{
    bres_result *parts[] = { version_of("old", 1), version_of("old", 1) };
    bres_result *merged;
    bres_measurement *m;

    cr_assert_eq(bres_result_merge(parts, 2, &merged), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(merged, 0)), 8);
    cr_assert_eq(bres_measurement_from_state(state_at(merged, 0, 7), &m), BRES_OK);
    cr_assert_str_eq(bres_measurement_spec(m)->description, "n=1024");
    cr_assert_eq(bres_measurement_count(m), 40);
    bres_measurement_free(m);
    bres_result_unref(merged);
    bres_result_unref(parts[0]);
    bres_result_unref(parts[1]);
}

/* A state that was not created from a measurement. */
Test(timer, measurement_from_any_state)
{
    static const float times[] = { 0.5F, 0.25F };
    bres_measurement *m;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "copy", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_measurement_from_state(state, &m), BRES_ERROR_VALUE, "no samples");
    cr_assert_null(m);
    cr_assert_eq(bres_state_set_samples(state, times, 2), BRES_OK);
    cr_assert_eq(bres_state_set_device(state, 3), BRES_OK);
    cr_assert_eq(bres_measurement_from_state(state, &m), BRES_OK);
    cr_assert_eq(bres_measurement_number_per_run(m), 1);
    cr_assert_eq(bres_measurement_raw_times(m)[1], 0.25);
    cr_assert_str_eq(bres_measurement_title(m), "copy: Device=3");
    bres_measurement_free(m);
    bres_result_unref(result);
}

Test(timer, measurement_from_malformed_state)
{
    static const struct {
        const char *field;
        int64_t number;
        const char *text;
        bres_status status;
    } rows[] = {
        { "number_per_run", 0, NULL, BRES_ERROR_VALUE },
        { "number_per_run", 0, "x", BRES_ERROR_VALUE },
        { "num_threads", INT64_C(1) << 31, NULL, BRES_ERROR_VALUE },
        { "num_threads", -1, NULL, BRES_ERROR_VALUE },
        { "metadata", 0, "{", BRES_ERROR_SYNTAX },
        { "metadata", 0, "1", BRES_ERROR_KIND },
        { "label", 5, NULL, BRES_OK },
    };
    bres_measurement *list[] = { bres_test_time("l", "s", "d", 1) };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = result_of(list, 1);
        /* A result under construction may be changed, although its getters return const. */
        bres_summary *summary =
            (bres_summary *)bres_state_summary(state_at(result, 0, 0), "bres/measurement");
        bres_measurement *m;

        if (rows[i].text != NULL)
            cr_assert_eq(bres_summary_set_string(summary, rows[i].field, rows[i].text), BRES_OK);
        else
            cr_assert_eq(bres_summary_set_int64(summary, rows[i].field, rows[i].number), BRES_OK);
        cr_assert_eq(bres_measurement_from_state(state_at(result, 0, 0), &m), rows[i].status,
                     "row %zu: %s", i, bres_last_error());
        cr_assert_eq(m == NULL, rows[i].status != BRES_OK, "row %zu", i);
        bres_measurement_free(m);
        bres_result_unref(result);
    }
    bres_test_timings_free(list, 1);
}

/* Times beyond the range of float32 become infinite. */
Test(timer, measurement_result_limits)
{
    bres_measurement *list[] = { bres_test_time("l", "s", "d", 1e300), NULL };
    bres_result *result = result_of(list, 1);
    bres_measurement *m;

    cr_assert_eq(bres_measurement_from_state(state_at(result, 0, 0), &m), BRES_ERROR_VALUE);
    cr_assert_null(m);
    bres_result_unref(result);
    cr_assert_eq(bres_measurement_result((const bres_measurement *const *)list, 2, &result),
                 BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    cr_assert_eq(bres_measurement_result(NULL, 1, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_result(NULL, 0, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_from_state(NULL, &m), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_from_state(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_measurement_result(NULL, 0, &result), BRES_OK);
    cr_assert_eq(bres_result_subbench_count(result), 0);
    bres_result_unref(result);
    bres_test_timings_free(list, 1);
}
