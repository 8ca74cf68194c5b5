/* SPDX-License-Identifier: MIT */
#include "support/staged.h"
#include "harness/run/run.h"
#include "harness/suite/plan.h"

static const int64_t one_ms[] = { 1000000 };

bres_status bres_test_stage_prepare(bres_test_stage *stage, bres_bench_fn body)
{
    bres_clock clock;

    *stage = (bres_test_stage){ .measured = { .durations = one_ms, .count = 1 } };
    stage->measured.clock = &stage->clock;
    clock = bres_test_clock_of(&stage->clock);
    stage->suite = bres_suite_new();
    if (stage->suite == NULL)
        return BRES_ERROR_MEMORY;
    bres_suite_set_clock(stage->suite, &clock);
    stage->bench = bres_suite_add(stage->suite, "bench", body, stage);
    bres_bench_add_int64_axis(stage->bench, "i", (const int64_t[]){ -7 }, 1);
    bres_bench_add_int64_pow2_axis(stage->bench, "p", (const int64_t[]){ 20 }, 1);
    bres_bench_add_float64_axis(stage->bench, "x", (const double[]){ 0.1 }, 1);
    bres_bench_add_string_axis(stage->bench, "s", (const char *const[]){ "text" }, 1);
    return stage->suite->status;
}

bres_status bres_test_stage_run(bres_test_stage *stage)
{
    const bres__plan_options options = { .repeat = 1, .shards = 1 };
    bres__plan plan = { .states = NULL };
    bres_status status = bres__plan_make(&plan, (const bres_bench *const *)stage->suite->benches,
                                         stage->suite->bench_count, &options);

    if (status == BRES_OK)
        status = bres_result_new(&stage->result);
    if (status == BRES_OK)
        status = bres__plan_add_benches(&plan, stage->result);
    if (status == BRES_OK)
        status = bres__plan_add_state(&plan, &plan.states[0], stage->result, &stage->state);
    if (status == BRES_OK)
        status = bres__run_state(stage->bench, stage->state, NULL, NULL, &stage->failed);
    bres__plan_free(&plan);
    return status;
}

void bres_test_stage_free(bres_test_stage *stage)
{
    bres_result_unref(stage->result);
    bres_suite_free(stage->suite);
}

int64_t bres_test_stage_int64(const bres_test_stage *stage, const char *tag)
{
    int64_t value = -1;

    bres_summary_int64(bres_state_summary(stage->state, tag), &value);
    return value;
}

double bres_test_stage_float64(const bres_test_stage *stage, const char *tag)
{
    double value = -1;

    bres_summary_float64(bres_state_summary(stage->state, tag), &value);
    return value;
}
