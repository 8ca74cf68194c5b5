/* SPDX-License-Identifier: MIT */
/*
 * Loads of generated files against NVBench's own reader: the same states, or the same refusals.
 */
#include "support/support.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_close(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static const char *string_at(json_object *array, size_t index)
{
    return json_object_get_string(json_object_array_get_idx(array, index));
}

static double sum_of(const float *values, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (double)values[i];
    return sum;
}

static int compare_tags(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void check_tags(const char *where, const bres_state *state, json_object *expected)
{
    size_t count = bres_state_summary_count(state);
    const char **tags = calloc(count + 1, sizeof *tags);

    cr_assert_eq(count, json_object_array_length(expected), "%s", where);
    for (size_t i = 0; i < count; i++)
        tags[i] = bres_summary_tag(bres_state_summary_at(state, i));
    qsort(tags, count, sizeof *tags, compare_tags);
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(tags[i], string_at(expected, i), "%s", where);
    free(tags);
}

/* [benchmark, name, bw, [samples, their sum] or null, number of frequencies or null, tags] */
static void check_state(const char *where, const bres_state *state, json_object *expected)
{
    json_object *bw = json_object_array_get_idx(expected, 2);
    json_object *samples = json_object_array_get_idx(expected, 3);
    json_object *rates = json_object_array_get_idx(expected, 4);
    const float *values;
    double fraction;
    size_t count;

    cr_assert_str_eq(bres_subbench_name(bres_state_subbench(state)), string_at(expected, 0), "%s",
                     where);
    cr_assert_str_eq(bres_state_point_name(state), string_at(expected, 1), "%s", where);
    cr_assert_eq(bres_state_bw(state, &fraction), bw != NULL, "%s: bw", where);
    if (bw != NULL)
        cr_assert(is_close(fraction, json_object_get_double(bw)), "%s: bw %g", where, fraction);
    cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK, "%s: %s", where,
                 bres_last_error());
    cr_assert_eq(values != NULL, samples != NULL, "%s: samples", where);
    if (samples != NULL) {
        cr_assert_eq((int64_t)count, json_object_get_int64(json_object_array_get_idx(samples, 0)),
                     "%s: %zu samples", where, count);
        cr_assert(is_close(sum_of(values, count),
                           json_object_get_double(json_object_array_get_idx(samples, 1))),
                  "%s: sum of samples", where);
    }
    cr_assert_eq(bres_state_frequencies(state, &values, &count), BRES_OK, "%s: %s", where,
                 bres_last_error());
    cr_assert_eq(values != NULL, rates != NULL, "%s: frequencies", where);
    if (rates != NULL)
        cr_assert_eq((int64_t)count, json_object_get_int64(rates), "%s: %zu frequencies", where,
                     count);
    check_tags(where, state, json_object_array_get_idx(expected, 5));
}

static void check_states(const char *path, const bres_result *result, json_object *expected)
{
    size_t number = 0;

    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++, number++) {
            char *where;

            cr_assert_geq(asprintf(&where, "%s: state %zu", path, number), 0);
            cr_assert_lt(number, json_object_array_length(expected), "%s", where);
            check_state(where, bres_subbench_state_at(bench, s),
                        json_object_array_get_idx(expected, number));
            free(where);
        }
    }
    cr_assert_eq(number, json_object_array_length(expected), "%s", path);
}

Test(nvbench, load_golden_states)
{
    char *answers = bres_test_read_file(bres_test_source("tests/golden/summary.jsonl"), NULL);
    size_t refused = 0;
    size_t cases = 0;

    for (char *line = answers, *next; *line != '\0'; line = next, cases++) {
        char *end = strchr(line, '\n');
        bres_result *result;
        const char *path;
        bres_status status;
        json_object *answer;

        next = end + 1;
        *end = '\0';
        answer = json_tokener_parse(line);
        path = bres_test_build("golden/summary-%d/X.json",
                               json_object_get_int(json_object_object_get(answer, "id")));
        status = bres_result_load(path, NULL, &result);
        if (json_object_object_get(answer, "error") != NULL) {
            cr_assert_eq(status, BRES_ERROR_SIDECAR, "%s: %s", path, bres_last_error());
            cr_assert_null(result);
            refused++;
        } else {
            cr_assert_eq(status, BRES_OK, "%s: %s", path, bres_last_error());
            check_states(path, result, json_object_object_get(answer, "states"));
        }
        bres_result_unref(result);
        json_object_put(answer);
    }
    cr_assert_eq(cases, 36);
    cr_assert_eq(refused, 4);
    free(answers);
}

/* Lenient loads of files that a strict load refuses: all states are present, and reading samples
 * from a sidecar of the wrong size gives an error. */
Test(nvbench, load_golden_refusals_leniently)
{
    static const int refused[] = { 17, 18, 20, 21 };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *path = bres_test_build("golden/summary-%d/X.json", refused[i]);
        bres_load_options options;
        bres_result *result;
        size_t bad = 0;
        size_t good = 0;

        bres_load_options_init(&options);
        options.flags = BRES_LOAD_LENIENT;
        cr_assert_eq(bres_result_load(path, &options, &result), BRES_OK, "%s", bres_last_error());
        for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
            const bres_subbench *bench = bres_result_subbench_at(result, b);

            for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
                const float *values;
                size_t count;
                bres_status status =
                    bres_state_samples(bres_subbench_state_at(bench, s), &values, &count);

                cr_assert(status == BRES_OK || status == BRES_ERROR_SIDECAR);
                bad += status != BRES_OK;
                good += values != NULL;
            }
        }
        cr_assert(bad > 0 && good > 0, "%s: %zu bad, %zu good", path, bad, good);
        bres_result_unref(result);
    }
}
