/* SPDX-License-Identifier: MIT */
/*
 * Samples that are made of a block of executions.
 */
#ifndef BRES_MEASURE_CPU_BLOCKS_H
#define BRES_MEASURE_CPU_BLOCKS_H

#include "measure/clock_facts.h"
#include "measure/sampling.h"

/* What fraction of a block its reading of the clock may cost, and by what factor blocks grow. */
typedef struct bres__block_rule {
    double max_overhead;
    uint64_t growth;
} bres__block_rule;

/* Finds the block size, at least 1. With BRES_OK and 0 the search was interrupted. */
bres_status bres__sampling_find_block_size(bres__sampling *sampling,
                                           const bres__clock_facts *facts);
/* The same by another rule. */
bres_status bres__sampling_find_block_size_by(bres__sampling *sampling,
                                              const bres__clock_facts *facts,
                                              const bres__block_rule *rule);
/* Adds the number of executions that a sample is made of. */
bres_status bres__add_block_size(uint64_t block_size, bres_state *state);
/* Adds what a batched measurement has beside the standard summaries. */
bres_status bres__sampling_add_batch_summaries(const bres__sampling *sampling, double clock_cost,
                                               bres_state *state);

#endif
