/* SPDX-License-Identifier: MIT */
/*
 * Copies of outputs: of one call, and of all samples of a case. The copies of samples are verified
 * after the last sample, where the options ask for a part of them.
 */
#ifndef BRES_JUDGE_DEFERRED_OUTPUTS_H
#define BRES_JUDGE_DEFERRED_OUTPUTS_H

#include "judge/case_run.h"

/* A copy of the outputs of the last call, by parameter; NULL: no memory. */
void **bres__call_outputs_copy(const bres__case_run *run);
/* `count` is the number of parameters; NULL does nothing. */
void bres__call_outputs_free(void **outputs, size_t count);

/* All zero is empty. */
typedef struct bres__deferred_outputs {
    void ***outputs; /* by sample, then by parameter */
    size_t count;
    size_t capacity;
} bres__deferred_outputs;

void bres__deferred_free(bres__deferred_outputs *deferred, const bres__case_run *run);
/* Adds the outputs of the last call. */
bres_status bres__deferred_add(bres__deferred_outputs *deferred, const bres__case_run *run);
/* Verifies the fraction of them that the options say. */
bres_status bres__deferred_verify(bres__case_run *run, const bres__deferred_outputs *deferred);

#endif
