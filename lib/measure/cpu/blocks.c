/* SPDX-License-Identifier: MIT */
/*
 * The size of blocks. A block is long enough when the clock costs at most a small share of it and
 * it takes a thousand of the clock's steps; min-samples blocks have to fit into the timeout.
 */
#include "measure/cpu/blocks.h"
#include "measure/block_size.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>

#define BATCH_STEPS    1000
#define BATCH_MAX_SIZE UINT64_C(1000000000)
#define BATCH_TRIALS   3u

/* Seconds of wall time after which a block is long enough although its CPU time is short: the
 * function sleeps, or the clock has long steps. */
#define BATCH_ENOUGH_WALL 0.1

/* Blocks are short, because other programs disturb fewer of them when they are shorter. */
const bres__block_rule bres__block_rule_short = { .max_overhead = 1e-3, .growth = 2 };
/* The cost of the clock is below the last digit that reports print. */
const bres__block_rule bres__block_rule_batched = { .max_overhead = 1e-4, .growth = 10 };

/* Even if an execution takes only a cycle, this many executions take longer than a step of any
 * clock of the system. */
#define STANDSTILL_SIZE (UINT64_C(1) << 26)

/* A search, and why it has ended. */
typedef struct batch_search {
    const bres__sampling *sampling;
    bres_status status;
} batch_search;

static bool batch_time_block(void *user, uint64_t size, bres__block_time *time)
{
    batch_search *search = user;
    const bres__sampling *sampling = search->sampling;
    const bool is_wall = sampling->sample_clock == sampling->clock;
    bres__execution execution;
    uint64_t before = 0;
    uint64_t after;

    for (unsigned refused = 1;; refused++) {
        if (bres__sampling_is_interrupted(sampling))
            return false;
        if (!is_wall)
            before = sampling->clock->now(sampling->clock->user);
        bres__execute(sampling->body, sampling->sample_clock, size, &execution);
        if (execution.outcome == BRES__OUTCOME_TIMED)
            break;
        if (refused == BRES__REFUSED_MAX) {
            search->status = bres__execution_error(refused, execution.outcome);
            return false;
        }
    }
    after = bres__sampling_wall(sampling, &execution);
    time->seconds = bres__seconds((uint64_t)execution.nanoseconds);
    time->wall = is_wall ? time->seconds : bres__seconds(after > before ? after - before : 0);
    if (time->wall > 0 || size < STANDSTILL_SIZE)
        return true;
    search->status =
        bres__error(BRES_ERROR_VALUE,
                    "%" PRIu64 " executions took no time by this clock: it stands still, "
                    "or the function does not execute anything",
                    size);
    return false;
}

static bres__block_search block_limits(const bres__sampling *sampling,
                                       const bres__clock_facts *facts, const bres__block_rule *rule)
{
    const bres__settings *settings = sampling->settings;

    return (bres__block_search){
        .overhead = facts->cost,
        .max_overhead = rule->max_overhead,
        .min_time = BATCH_STEPS * facts->resolution,
        .enough_time = sampling->sample_clock != sampling->clock ? BATCH_ENOUGH_WALL : INFINITY,
        .max_time = settings->timeout / (double)settings->min_samples,
        .growth = rule->growth,
        .max_size = BATCH_MAX_SIZE,
        .trials = BATCH_TRIALS,
    };
}

bres_status bres__sampling_find_block_size(bres__sampling *sampling, const bres__clock_facts *facts,
                                           const bres__block_rule *rule)
{
    const bres__block_search limits = block_limits(sampling, facts, rule);
    batch_search search = { .sampling = sampling, .status = BRES_OK };

    sampling->block_size = bres__block_size_find(&limits, batch_time_block, &search);
    return search.status;
}

double bres__sampling_short_time(const bres__sampling *sampling, const bres__clock_facts *facts)
{
    const bres__block_rule *rule = &bres__block_rule_short;
    const bres__block_search limits = block_limits(sampling, facts, rule);

    return fmax(limits.min_time, limits.overhead / rule->max_overhead);
}

#define PREFIX "bres/cpu_batch/"

static const bres__summary_texts size_texts = { "block_size", "Block Size",
                                                "Executions that a sample is made of.", NULL,
                                                BRES__HIDDEN };
static const bres__summary_texts overhead_texts = {
    "overhead", "Clock Overhead", "Cost of a reading of the clock relative to a block's time.",
    "percentage", BRES__HIDDEN
};

bres_status bres__add_block_size(uint64_t block_size, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, PREFIX);

    bres__summaries_add_int64(&set, &size_texts, (int64_t)block_size);
    return bres__summaries_end(&set);
}

bres_status bres__sampling_add_batch_summaries(const bres__sampling *sampling, bres_state *state)
{
    bres__summaries set = bres__summaries_begin(state, PREFIX);

    bres__summaries_add_int64(&set, &size_texts, (int64_t)sampling->block_size);
    if (sampling->measured > 0)
        bres__summaries_add_float64(&set, &overhead_texts,
                                    sampling->clock_cost * (double)sampling->count /
                                        sampling->measured);
    return bres__summaries_end(&set);
}
