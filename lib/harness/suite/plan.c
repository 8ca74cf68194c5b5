/* SPDX-License-Identifier: MIT */
/*
 * Plans: which states are run, and in which order.
 */
#include "harness/suite/plan.h"

#include <inttypes.h>

bres_status bres__plan_too_large(void)
{
    return bres__error(BRES_ERROR_LIMIT,
                       "the benchmarks have more than %u states to run; a plan cannot have more",
                       BRES__PLAN_STATES_MAX);
}

size_t bres__bench_state_count(const bres_bench *bench)
{
    size_t count = bench->device_count != 0 ? bench->device_count : 1;

    if (bench->chosen != NULL)
        return count * bench->chosen_count;
    for (size_t i = 0; i < bench->axis_count; i++) {
        const size_t values = bres__axis_active_count(&bench->axes[i]);

        if (values == 0)
            return 0;
        if (__builtin_mul_overflow(count, values, &count))
            count = SIZE_MAX;
    }
    return count;
}

/* The states of a benchmark are ordered by device first. */
int bres__plan_device(const bres__plan *plan, const bres__plan_state *planned)
{
    const bres_bench *bench = plan->benches[planned->bench];
    const size_t count = bres__bench_state_count(bench);

    if (bench->device_count == 0)
        return -1;
    return bench->devices[planned->number / (count / bench->device_count)];
}

/* Users rely on the order that belongs to a seed, so it must not change. */
static void states_shuffle(bres__plan_state *states, size_t count, bres__random *random)
{
    for (size_t i = count; i > 1; i--) {
        const size_t other = (size_t)bres__random_below(random, i);
        const bres__plan_state state = states[i - 1];

        states[i - 1] = states[other];
        states[other] = state;
    }
}

/* Counts the states of all benchmarks; BRES_ERROR_LIMIT if all their runs together are too many. */
static bres_status plan_count(const bres__plan *plan, uint32_t repeat, size_t *total)
{
    size_t sum = 0;
    size_t runs;

    for (size_t i = 0; i < plan->bench_count; i++) {
        if (__builtin_add_overflow(sum, bres__bench_state_count(plan->benches[i]), &sum))
            sum = SIZE_MAX;
    }
    if (__builtin_mul_overflow(sum, repeat, &runs) || runs > BRES__PLAN_STATES_MAX)
        return bres__plan_too_large();
    *total = sum;
    return BRES_OK;
}

/* Fills in the shard's states of one run of all benchmarks; returns the end. */
static bres__plan_state *plan_fill(const bres__plan *plan, const bres__plan_options *options,
                                   uint32_t run, bres__plan_state *next)
{
    size_t place = 0;

    for (size_t b = 0; b < plan->bench_count; b++) {
        const size_t count = bres__bench_state_count(plan->benches[b]);

        for (size_t i = 0; i < count; i++, place++) {
            if (place % options->shards == options->shard)
                *next++ = (bres__plan_state){ .bench = b, .number = i, .run = run };
        }
    }
    return next;
}

bres_status bres__plan_make(bres__plan *plan, const bres_bench *const *benches, size_t bench_count,
                            const bres__plan_options *options)
{
    bres__random random = { .state = options->seed };
    bres__plan_state *next;
    size_t total = 0;
    bres_status status;

    *plan = (bres__plan){ .benches = benches, .bench_count = bench_count };
    if (options->repeat == 0 || options->shard >= options->shards)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "unknown shard %" PRIu32 " of %" PRIu32 ", %" PRIu32 " times",
                           options->shard, options->shards, options->repeat);
    status = plan_count(plan, options->repeat, &total);
    if (status != BRES_OK)
        return status;
    if (total > options->shard)
        plan->state_count = (total - options->shard - 1) / options->shards + 1;
    plan->state_count *= options->repeat;
    plan->states = bres__calloc(plan->state_count, sizeof(*plan->states));
    if (plan->states == NULL) {
        *plan = (bres__plan){ .benches = NULL };
        return bres__error_memory();
    }
    next = plan->states;
    for (uint32_t run = 0; run < options->repeat; run++) {
        bres__plan_state *const first = next;

        next = plan_fill(plan, options, run, first);
        if (options->shuffle)
            states_shuffle(first, (size_t)(next - first), &random);
    }
    return BRES_OK;
}

void bres__plan_free(bres__plan *plan)
{
    bres__free(plan->states);
    *plan = (bres__plan){ .benches = NULL };
}
