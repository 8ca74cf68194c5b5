/* SPDX-License-Identifier: MIT */
/*
 * Every allocation of every function fails in turn.
 */
#include "base/fault.h"
#include "support/support.h"
#include "support/timings.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const double times[] = { 1, 1.5, 2 };

/* Two tasks, one of them twice, with two labels. Created once, before faults are armed. */
static bres_measurement *list[4];
static bres_result *result;
static char *json;

static const bres_measurement *const *measurements(void)
{
    return (const bres_measurement *const *)list;
}

static void make_inputs(void)
{
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.stmt = "f\ng";
    spec.setup = "a\nb";
    spec.sub_label = "s";
    spec.description = "d\x01";
    spec.env = "e";
    list[0] = bres_test_timing(&spec, 1, times, COUNT(times));
    list[1] = bres_test_timing(&spec, 5, times, COUNT(times));
    spec.label = "l";
    list[2] = bres_test_timing(&spec, 1, times, COUNT(times));
    spec.env = NULL;
    spec.stmt = "h";
    list[3] = bres_test_timing(&spec, 1, times, COUNT(times));
    cr_assert_eq(bres_measurement_set_metadata_json(list[0], "{\"\\u0061\":1}"), BRES_OK);
    cr_assert_eq(bres_measurement_result(measurements(), COUNT(list), &result), BRES_OK);
    cr_assert_eq(bres_measurement_json(list[0], &json), BRES_OK);
}

static void free_inputs(void)
{
    bres_string_free(json);
    bres_result_unref(result);
    bres_test_timings_free(list, COUNT(list));
}

static bres_status new_once(void *context)
{
    bres_measurement *m = (bres_measurement *)context;
    const bres_status status =
        bres_measurement_new(bres_measurement_spec(context), 3, times, COUNT(times), &m);

    cr_assert_eq(m != NULL, status == BRES_OK);
    bres_measurement_free(m);
    return status;
}

static bres_status metadata_once(void *context)
{
    const bres_status status = bres_measurement_set_metadata_json(context, "{}");

    cr_assert_not_null(bres_measurement_metadata_json(context));
    return status;
}

static bres_status merge_once(void *context)
{
    bres_measurement *merged[COUNT(list)];
    size_t count = 9;
    const bres_status status = bres_measurement_merge(measurements(), COUNT(list), merged, &count);

    (void)context;
    cr_assert_eq(count, status == BRES_OK ? 3 : 0);
    bres_test_timings_free(merged, count);
    return status;
}

static bres_status json_once(void *context)
{
    char *text;
    const bres_status status = bres_measurement_json(context, &text);

    cr_assert_eq(text != NULL, status == BRES_OK);
    bres_string_free(text);
    return status;
}

static bres_status parse_once(void *context)
{
    bres_measurement *m;
    const bres_status status = bres_measurement_parse(context, strlen(context), &m);

    cr_assert_eq(m != NULL, status == BRES_OK);
    cr_assert(status != BRES_OK || bres_test_timings_equal(m, list[0]) ||
              strcmp(bres_measurement_metadata_json(m), "{\"a\":1}") == 0);
    bres_measurement_free(m);
    return status;
}

static bres_status result_once(void *context)
{
    bres_result *made;
    const bres_status status = bres_measurement_result(measurements(), COUNT(list), &made);

    (void)context;
    cr_assert_eq(made != NULL, status == BRES_OK);
    bres_result_unref(made);
    return status;
}

static bres_status state_once(void *context)
{
    bres_measurement *m;
    const bres_status status = bres_measurement_from_state(context, &m);

    cr_assert_eq(m != NULL, status == BRES_OK);
    bres_measurement_free(m);
    return status;
}

static void ignore(void *user, bres_log_level level, const char *message)
{
    (void)user;
    (void)level;
    (void)message;
}

static bres_status table_once(void *context)
{
    bres_timing_table_options options;
    size_t length = 9;
    char *text;
    bres_status status;

    (void)context;
    bres_timing_table_options_init(&options);
    options.flags = BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT;
    options.color = BRES_TIMING_COLOR_COLUMNS;
    options.log = ignore;
    status = bres_timing_table(measurements(), COUNT(list), &options, &text, &length);
    cr_assert_eq(text != NULL, status == BRES_OK);
    cr_assert_eq(length, text != NULL ? strlen(text) : 0);
    bres_string_free(text);
    return status;
}

static bres_status summary_once(void *context)
{
    char *text;
    const bres_status status = bres_task_spec_summary(bres_measurement_spec(context), &text);

    cr_assert_eq(text != NULL, status == BRES_OK);
    bres_string_free(text);
    return status;
}

static bres_status normalize_once(void *context)
{
    char *text;
    const bres_status status = bres_task_spec_normalize(context, &text);

    cr_assert_eq(text != NULL, status == BRES_OK);
    bres_string_free(text);
    return status;
}

Test(timer, measurements_survive_every_failing_allocation)
{
    char indented[] = "\n  a\n    b\n";

    make_inputs();
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, new_once, list[0]);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, merge_once, NULL);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, json_once, list[0]);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parse_once, json);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, summary_once, list[0]);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, normalize_once, indented);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, normalize_once, indented + 9);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, metadata_once, list[0]);
    free_inputs();
}

Test(timer, measurement_results_survive_every_failing_allocation)
{
    make_inputs();
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, result_once, NULL);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, state_once,
                    (void *)bres_subbench_state_at(bres_result_subbench_at(result, 0), 0));
    free_inputs();
}

Test(timer, timing_tables_survive_every_failing_allocation)
{
    make_inputs();
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, table_once, NULL);
    free_inputs();
}
