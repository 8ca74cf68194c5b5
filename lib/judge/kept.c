/* SPDX-License-Identifier: MIT */
/*
 * Outputs of samples that are verified when all of them are there, when a part is to be verified
 * and nobody knows yet which.
 */
#include "judge/judge.h"

#include <math.h>
#include <string.h>

void bres__call_outputs_free(void **outputs, size_t count)
{
    for (size_t i = 0; outputs != NULL && i < count; i++)
        bres__free(outputs[i]);
    bres__free(outputs);
}

void bres__kept_free(bres__kept_outputs *kept, const bres__case_run *run)
{
    for (size_t i = 0; i < kept->count; i++)
        bres__call_outputs_free(kept->outputs[i], run->judge->problem->parameter_count);
    bres__free(kept->outputs);
}

void **bres__call_outputs_copy(const bres__case_run *run)
{
    const size_t count = run->judge->problem->parameter_count;
    void **outputs = bres__calloc(count, sizeof *outputs);

    for (size_t i = 0; outputs != NULL && i < count; i++) {
        const bres__argument *argument = &run->arrays.arguments[i];

        if (!argument->is_output)
            continue;
        outputs[i] = bres__malloc(argument->bytes > 0 ? argument->bytes : 1);
        if (outputs[i] == NULL) {
            bres__call_outputs_free(outputs, count);
            return NULL;
        }
        memcpy(outputs[i], run->arrays.own[i], argument->bytes);
    }
    return outputs;
}

bres_status bres__kept_add(bres__kept_outputs *kept, const bres__case_run *run)
{
    void *outputs = kept->outputs;
    void **copy;

    if (!bres__array_reserve(&outputs, &kept->capacity, kept->count + 1, sizeof *kept->outputs))
        return bres__error_memory();
    kept->outputs = outputs;
    copy = bres__call_outputs_copy(run);
    if (copy == NULL)
        return bres__error_memory();
    kept->outputs[kept->count++] = copy;
    return BRES_OK;
}

static bres_status verify_kept(bres__case_run *run, const bres__kept_outputs *kept, size_t index)
{
    bres__judged *judged = bres__case_judged(run);
    const bres__call call = {
        .what = "sample",
        .number = index + 1,
        .seed = judged->samples[index].seed,
    };
    bres_status status = bres__arrays_fill(&run->arrays, call.seed);

    if (status == BRES_OK)
        status = bres__case_verify(run, &call, kept->outputs[index]);
    if (status == BRES_OK && bres__judge_goes_on(run->judge))
        judged->verified++;
    return status;
}

/* The first, the last, and of the others as many as make the fraction, each as likely as any: they
 * are drawn when the solution has nothing left to say. */
bres_status bres__kept_verify(bres__case_run *run, const bres__kept_outputs *kept)
{
    const double fraction = run->judge->options.verify_fraction;
    const size_t wanted = (size_t)ceil(fraction * (double)kept->count);
    size_t left = wanted > 2 ? wanted - 2 : 0;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < kept->count && status == BRES_OK && bres__judge_goes_on(run->judge);
         i++) {
        const bool is_end = i == 0 || i + 1 == kept->count;

        if (!is_end && bres__random_below(&run->judge->random, kept->count - 1 - i) >= left)
            continue;
        left -= !is_end;
        status = verify_kept(run, kept, i);
    }
    return status;
}
