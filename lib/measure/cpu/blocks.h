/* SPDX-License-Identifier: MIT */
/*
 * Samples that are made of a block of executions.
 */
#ifndef BRES_MEASURE_CPU_BLOCKS_H
#define BRES_MEASURE_CPU_BLOCKS_H

#include "measure/clock_facts.h"
#include "measure/sampling/sampling.h"

/* The largest fraction of a block's time that a reading of the clock may cost, and the factor by
 * which blocks grow. */
typedef struct bres__block_rule {
    double max_overhead;
    uint64_t growth;
} bres__block_rule;

/* For functions that the library calls, and for functions of the kind bres_cpu_batch_fn. */
extern const bres__block_rule bres__block_rule_short;
extern const bres__block_rule bres__block_rule_batched;

/* Finds the block size, at least 1. With BRES_OK and 0 the search was interrupted. */
bres_status bres__sampling_find_block_size(bres__sampling *sampling, const bres__clock_facts *facts,
                                           const bres__block_rule *rule);
/* Seconds below which an execution needs a block. */
double bres__sampling_short_time(const bres__sampling *sampling, const bres__clock_facts *facts);
/* Adds the number of executions that a sample is made of. */
bres_status bres__add_block_size(uint64_t block_size, bres_state *state);
/* Adds block size and overhead. */
bres_status bres__sampling_add_batch_summaries(const bres__sampling *sampling, bres_state *state);

#endif
