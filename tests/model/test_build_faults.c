/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "model/model.h"

#include "support/describe.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static bres_status build_and_free(void *context)
{
    bres_result *result = (bres_result *)&result;
    bres_status status = bres_test_build_small(&result);

    (void)context;
    cr_assert_eq(result == NULL, status != BRES_OK);
    bres_result_unref(result);
    return status;
}

Test(model, building_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, build_and_free, NULL);
}

typedef struct parts {
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres_summary *summary;
} parts;

static const double samples[] = { 1, 2, 3, 4, 5 };
static const int64_t exponents[] = { 1, 2 };
static const char *const texts[] = { "a", "b" };

static bres_status step_meta(parts *p)
{
    return bres_result_set_meta_json(p->result, "{\"version\":{\"json\":{\"string\":\"1\"}}}");
}

static bres_status step_device(parts *p)
{
    return bres_result_add_device(p->result, 3, "GPU", "{\"a\\u0062\":1}", NULL);
}

static bres_status step_subbench(parts *p)
{
    return bres_result_add_subbench(p->result, "b", &p->bench);
}

static bres_status step_subbench_device(parts *p)
{
    return bres_subbench_add_device(p->bench, 3);
}

static bres_status step_setting(parts *p)
{
    return bres_subbench_set_int64(p->bench, "min_samples", 1);
}

static bres_status step_axis(parts *p)
{
    return bres_subbench_add_pow2_axis(p->bench, "N", exponents, 2);
}

static bres_status step_type_axis(parts *p)
{
    return bres_subbench_add_type_axis(p->bench, "T", texts, texts, 2);
}

/* Enough values for the axis's look-up table to grow. */
static bres_status step_long_axis(parts *p)
{
    double reals[40];

    for (size_t i = 0; i < 40; i++)
        reals[i] = (double)i / 3;
    return bres_subbench_add_float64_axis(p->bench, "x", reals, 40);
}

static bres_status step_state(parts *p)
{
    return bres_subbench_add_state(p->bench, &p->state);
}

static bres_status step_state_device(parts *p)
{
    return bres_state_set_device(p->state, 3);
}

static bres_status step_axis_value(parts *p)
{
    return bres_state_add_axis_int64(p->state, "N", 4);
}

static bres_status step_skipped(parts *p)
{
    return bres_state_set_skipped(p->state, NULL);
}

static bres_status step_summary(parts *p)
{
    return bres_state_add_summary(p->state, "t", &p->summary);
}

static bres_status step_texts(parts *p)
{
    return bres_summary_set_texts(p->summary, "n", "d", "h", "x");
}

static bres_status step_value(parts *p)
{
    return bres_summary_set_float64(p->summary, "value", 1);
}

static bres_status step_value_again(parts *p)
{
    return bres_summary_set_string(p->summary, "value", "text");
}

static bres_status step_cold(parts *p)
{
    bres_times times;

    bres_times_init(&times);
    times.count = 5;
    times.cpu = samples;
    times.gpu = samples;
    times.clocks = samples;
    return bres_state_add_cold_summaries(p->state, &times);
}

static bres_status step_samples(parts *p)
{
    return bres_state_set_samples(p->state, (const float[]){ 1, 2 }, 2);
}

/* Allocates the rest of the current chunk, so that the next allocation needs more memory. */
static void use_up_arena(bres__arena *arena)
{
    if (arena->left != 0)
        (void)bres__arena_alloc(arena, arena->left, 1);
}

Test(model, a_builder_without_memory_changes_nothing)
{
    static bres_status (*const steps[])(parts *) = {
        step_meta,        step_device,    step_subbench,  step_subbench_device, step_setting,
        step_axis,        step_type_axis, step_long_axis, step_state,           step_state_device,
        step_axis_value,  step_skipped,   step_summary,   step_texts,           step_value,
        step_value_again, step_cold,      step_samples,
    };
    parts p = { 0 };

    cr_assert_eq(bres_result_new(&p.result), BRES_OK);
    for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
        char *before = bres_test_describe(p.result);
        bool hit = true;

        for (size_t n = 1; hit; n++) {
            const parts kept = p;
            bres_status status;

            use_up_arena(&p.result->arena);
            bres__faults_arm(BRES__FAULT_ALLOC, n, false);
            status = steps[i](&p);
            hit = bres__faults_hit();
            bres__faults_arm(0, 0, false);
            cr_assert_eq(status, hit ? BRES_ERROR_MEMORY : BRES_OK, "step %zu, fault %zu: %s", i, n,
                         bres_last_error());
            cr_assert(hit || n > 1, "step %zu allocates", i);
            if (hit) {
                char *after = bres_test_describe(p.result);

                bres_test_same_text(after, before, "after a failed step");
                free(after);
                p = kept;
            }
        }
        free(before);
    }
    bres_result_unref(p.result);
}
