/* SPDX-License-Identifier: MIT */
/*
 * The plan: which states run, in which order.
 */
#ifndef BRES_HARNESS_SUITE_PLAN_H
#define BRES_HARNESS_SUITE_PLAN_H

#include "harness/suite/suite.h"

typedef struct bres__plan_state {
    size_t bench;  /* in bres__plan.benches */
    size_t number; /* of the state in the benchmark, independent of order and shard */
    uint32_t run;  /* which repetition, from 0 */
} bres__plan_state;

/* The states of some benchmarks in the order in which they are run. */
typedef struct bres__plan {
    const bres_bench *const *benches; /* borrowed */
    size_t bench_count;
    bres__plan_state *states;
    size_t state_count;
} bres__plan;

typedef struct bres__plan_options {
    uint32_t repeat; /* at least 1: number of runs of the whole set */
    uint32_t shard;  /* selects this state and every shards-th after it, counted over all
                        benchmarks; the same states in every run */
    uint32_t shards; /* at least 1 */
    bool shuffle;    /* each run separately, after the choice of the shard */
    uint64_t seed;
} bres__plan_options;

#define BRES__PLAN_STATES_MAX 10000000u

/* Sets the error BRES_ERROR_LIMIT of a plan with more states. */
bres_status bres__plan_too_large(void);
/* BRES_ERROR_LIMIT above BRES__PLAN_STATES_MAX states. */
bres_status bres__plan_make(bres__plan *plan, const bres_bench *const *benches, size_t bench_count,
                            const bres__plan_options *options);
void bres__plan_free(bres__plan *plan);
/* The device that a planned state runs on; -1: none. */
int bres__plan_device(const bres__plan *plan, const bres__plan_state *planned);
/* Appends the plan's benchmarks, with axes and settings, to a result, in their order. */
bres_status bres__plan_add_benches(const bres__plan *plan, bres_result *result);
/* Appends the state to its benchmark in that result, with axis values, settings and run number. */
bres_status bres__plan_add_state(const bres__plan *plan, const bres__plan_state *planned,
                                 bres_result *result, bres_state **state);

#endif
