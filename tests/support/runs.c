/* SPDX-License-Identifier: MIT */
#include "support/runs.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

static void meta_set(bres_result *result, const bres_test_run *kind)
{
    bres__text text = { 0 };
    char *json;

    bres__text_printf(&text, "{'argv':%s,'benchresult':%s}", kind->argv != NULL ? kind->argv : "[]",
                      kind->facts != NULL ? kind->facts : "{}");
    json = bres_test_json(text.data);
    cr_assert_eq(bres_result_set_meta_json(result, json), BRES_OK, "%s", bres_last_error());
    free(json);
    bres__text_free(&text);
}

static void value_add(bres_state *state, const char *tag, double value)
{
    bres_summary *summary;

    cr_assert_eq(bres_state_add_summary(state, tag, &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_float64(summary, "value", value), BRES_OK);
}

static void state_add(bres_subbench *bench, const bres_test_run *kind, int64_t device, int64_t n)
{
    bres_state *state;

    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_state_set_device(state, device), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(state, "N", n), BRES_OK);
    if (kind->skipped && n == 0) {
        cr_assert_eq(bres_state_set_skipped(state, "too large"), BRES_OK);
        return;
    }
    value_add(state, "nv/cold/time/gpu/median", kind->time);
    value_add(state, "nv/cold/time/gpu/q1", kind->time * .999);
    value_add(state, "nv/cold/time/gpu/q3", kind->time * 1.001);
    if (kind->clock > 0)
        value_add(state, "nv/cold/sm_clock_rate/mean", kind->clock);
    if (kind->throttled)
        value_add(state, "bres/cold/throttled", 1);
}

static int64_t device_count(const bres_test_run *kind)
{
    return kind->devices > 0 ? kind->devices : 1;
}

void bres_test_add_bench(bres_result *result, const char *name, const bres_test_run *kind)
{
    static const int64_t values[] = { 0, 1, 2, 3 };
    bres_subbench *bench;

    cr_assert_eq(bres_result_add_subbench(result, name, &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "N", values, 4), BRES_OK);
    for (int64_t device = 0; device < device_count(kind); device++) {
        cr_assert_eq(bres_subbench_add_device(bench, device), BRES_OK);
        for (int64_t n = 0; n < (kind->states != 0 ? kind->states : 2); n++)
            state_add(bench, kind, device, n);
    }
}

static bres_result *make_run(const bres_test_run *kind)
{
    bres_result *result;
    char extra[64];

    snprintf(extra, sizeof extra, "{\"memory\":%lld}", (long long)(kind->memory + 16));
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    meta_set(result, kind);
    for (int64_t device = 0; device < device_count(kind); device++)
        cr_assert_eq(bres_result_add_device(result, device, "G", extra, NULL), BRES_OK, "%s",
                     bres_last_error());
    bres_test_add_bench(result, "b", kind);
    return result;
}

bres_test_sides bres_test_make_sides(const bres_test_run *references,
                                     const bres_test_run *candidates)
{
    const bres_test_run *kinds[2] = { references, candidates };
    bres_test_sides made = { .counts = { 0, 0 } };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < BRES_TEST_RUNS && kinds[side][i].time > 0; i++)
            made.results[side][made.counts[side]++] = make_run(&kinds[side][i]);
    }
    return made;
}

void bres_test_free_sides(bres_test_sides *made)
{
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < made->counts[side]; i++)
            bres_result_unref(made->results[side][i]);
    }
}

bres_status bres_test_compare_sides(const bres_test_sides *made,
                                    const bres_compare_options *options,
                                    bres_comparison **comparison)
{
    return bres_compare(made->results[0], made->counts[0], made->results[1], made->counts[1],
                        options, comparison);
}

bres_compare_options bres_test_runs_options(uint32_t flags, bres_test_log *log)
{
    bres_compare_options options;

    bres_compare_options_init(&options);
    options.flags = flags;
    if (log != NULL) {
        options.log = bres_test_log_add;
        options.log_user = log;
    }
    return options;
}
