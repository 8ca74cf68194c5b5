/* SPDX-License-Identifier: MIT */
/*
 * BRES_RULE_NVBENCH against NVBench's own comparison, row by row, on generated pairs of files.
 */
#include "support/support.h"

#include <benchresult/compare.h>
#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The flags of a case. */
typedef struct golden_flags {
    bres_compare_options options;
    bres_thresholds thresholds;
    bres_filter *filter;
    const char *preset;
    double shown; /* smallest fraction of a row that is shown */
} golden_flags;

static const char *string_at(json_object *array, size_t index)
{
    return json_object_get_string(json_object_array_get_idx(array, index));
}

static int int_at(json_object *array, size_t index)
{
    return json_object_get_int(json_object_array_get_idx(array, index));
}

/* Reads flags as on the command line; each flag here has an argument. */
static void flags_read(json_object *list, golden_flags *flags)
{
    for (size_t i = 0; i < json_object_array_length(list); i += 2) {
        const char *flag = string_at(list, i);
        const char *argument = string_at(list, i + 1);
        bres_status status = BRES_OK;

        if (strcmp(flag, "-a") == 0)
            status = bres_filter_add_axis(flags->filter, argument);
        else if (strcmp(flag, "-b") == 0)
            status = bres_filter_add_benchmark(flags->filter, argument);
        else if (strcmp(flag, "--preset") == 0)
            flags->preset = argument;
        else if (strcmp(flag, "--reference-devices") == 0)
            flags->options.reference_devices = argument;
        else if (strcmp(flag, "--compare-devices") == 0)
            flags->options.candidate_devices = argument;
        else if (strcmp(flag, "--threshold-diff") == 0)
            flags->shown = strtod(argument, NULL) / 100;
        else
            cr_assert_fail("unknown flag %s", flag);
        cr_assert_eq(status, BRES_OK, "%s", bres_last_error());
    }
}

static void flags_begin(json_object *answer, golden_flags *flags)
{
    json_object *config;

    memset(flags, 0, sizeof *flags);
    bres_compare_options_init(&flags->options);
    cr_assert_eq(bres_filter_new(&flags->filter), BRES_OK);
    flags_read(json_object_object_get(answer, "flags"), flags);
    if (json_object_object_get_ex(answer, "config", &config))
        cr_assert_eq(bres_thresholds_parse(&flags->thresholds, json_object_get_string(config),
                                           "config", flags->preset, NULL),
                     BRES_OK, "%s", bres_last_error());
    else
        flags->thresholds =
            *bres_thresholds_preset(flags->preset != NULL ? flags->preset : "default");
    flags->thresholds.rule = BRES_RULE_NVBENCH;
    flags->options.thresholds = &flags->thresholds;
    flags->options.filter = flags->filter;
}

static bool row_is_shown(const bres_row *row, double least)
{
    return bres_row_verdict(row) == BRES_UNKNOWN ||
           fabs(bres_row_difference(row)->fraction) >= least;
}

/* [benchmark, reference device, compare device, occurrence, status, reason] */
static void check_row(int id, size_t number, const bres_row *row, json_object *expected)
{
    const bres_device_pair *pair = bres_row_pair(row);
    const bres_subbench *bench = bres_comparison_bench_candidate(bres_row_bench(row));

    cr_assert_not_null(expected, "case %d: more rows than %zu", id, number);
    cr_assert_str_eq(bres_subbench_name(bench), string_at(expected, 0), "case %d, row %zu", id,
                     number);
    cr_assert_eq(bres_device_id(bres_device_pair_reference(pair)), int_at(expected, 1),
                 "case %d, row %zu: reference device", id, number);
    cr_assert_eq(bres_device_id(bres_device_pair_candidate(pair)), int_at(expected, 2),
                 "case %d, row %zu: compare device", id, number);
    cr_assert_eq(bres_row_occurrence(row), (size_t)int_at(expected, 3),
                 "case %d, row %zu: occurrence", id, number);
    cr_assert_str_eq(bres_verdict_name(bres_row_verdict(row)), string_at(expected, 4),
                     "case %d, row %zu: %s", id, number, bres_row_message(row));
    cr_assert_str_eq(bres_reason_name(bres_row_reason(row)), string_at(expected, 5),
                     "case %d, row %zu: %s", id, number, bres_row_message(row));
}

static void check_comparison(int id, const bres_comparison *comparison, double least,
                             json_object *answer)
{
    static const bres_verdict verdicts[] = { BRES_SAME, BRES_FAST, BRES_SLOW, BRES_AMBIGUOUS,
                                             BRES_UNKNOWN };
    json_object *counts = json_object_object_get(answer, "counts");
    json_object *rows = json_object_object_get(answer, "rows");
    size_t number = 0;

    cr_assert_eq(bres_comparison_row_count(comparison), (size_t)int_at(counts, 0), "case %d", id);
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        cr_assert_eq(bres_comparison_count(comparison, verdicts[i]), (size_t)int_at(counts, i + 1),
                     "case %d: %s", id, bres_verdict_name(verdicts[i]));
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        if (!row_is_shown(row, least))
            continue;
        check_row(id, number, row, json_object_array_get_idx(rows, number));
        number++;
    }
    cr_assert_eq(number, json_object_array_length(rows), "case %d", id);
}

static void check_case(json_object *answer)
{
    static const char *const files[2] = { "A.json", "B.json" };
    const int id = json_object_get_int(json_object_object_get(answer, "id"));
    const bool refused = json_object_get_int(json_object_object_get(answer, "rc")) != 0;
    bres_load_options load_options;
    bres_result *results[2];
    bres_comparison *comparison;
    golden_flags flags;
    bres_status status;

    bres_load_options_init(&load_options);
    load_options.flags = BRES_LOAD_LENIENT;
    for (int i = 0; i < 2; i++)
        cr_assert_eq(bres_result_load(bres_test_build("golden/compare-%d/%s", id, files[i]),
                                      &load_options, &results[i]),
                     BRES_OK, "case %d: %s", id, bres_last_error());
    flags_begin(answer, &flags);
    status = bres_compare(&results[0], 1, &results[1], 1, &flags.options, &comparison);
    cr_assert_eq(status != BRES_OK, refused, "case %d: %s", id, bres_last_error());
    if (status == BRES_OK)
        check_comparison(id, comparison, flags.shown, answer);
    bres_comparison_free(comparison);
    bres_filter_free(flags.filter);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

Test(compare, golden_answers)
{
    char *text = bres_test_read_file(bres_test_source("tests/golden/compare.jsonl"), NULL);
    size_t cases = 0;
    char *rest = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        json_object *answer = json_tokener_parse(line);

        check_case(answer);
        json_object_put(answer);
        cases++;
    }
    cr_assert_eq(cases, 120);
    free(text);
}
