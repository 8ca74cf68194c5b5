/* SPDX-License-Identifier: MIT */
#include "judge/deferred_outputs.h"

#include <math.h>
#include <string.h>

void bres__call_outputs_free(void **outputs, size_t count)
{
    for (size_t i = 0; outputs != NULL && i < count; i++)
        bres__free(outputs[i]);
    bres__free(outputs);
}

void bres__deferred_free(bres__deferred_outputs *deferred, const bres__case_run *run)
{
    for (size_t i = 0; i < deferred->count; i++)
        bres__call_outputs_free(deferred->outputs[i], run->judge->problem->parameter_count);
    bres__free(deferred->outputs);
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

bres_status bres__deferred_add(bres__deferred_outputs *deferred, const bres__case_run *run)
{
    void *outputs = deferred->outputs;
    void **copy;

    if (!bres__array_reserve(&outputs, &deferred->capacity, deferred->count + 1,
                             sizeof *deferred->outputs))
        return bres__error_memory();
    deferred->outputs = outputs;
    copy = bres__call_outputs_copy(run);
    if (copy == NULL)
        return bres__error_memory();
    deferred->outputs[deferred->count++] = copy;
    return BRES_OK;
}

static bres_status deferred_verify_one(bres__case_run *run, const bres__deferred_outputs *deferred,
                                       size_t index)
{
    bres__judged *judged = run->judged;
    const bres__call call = {
        .what = "sample",
        .number = index + 1,
        .seed = judged->samples[index].seed,
        .poison = judged->samples[index].poison,
    };
    bres_status status = bres__arrays_fill(&run->arrays, call.seed);

    if (status == BRES_OK)
        status = bres__case_verify(run, &call, deferred->outputs[index]);
    if (status == BRES_OK && bres__judge_is_running(run->judge))
        judged->verified++;
    return status;
}

/* Verifies the first, the last, and a random choice of the others, so many that they make the
 * fraction. They are drawn after the last call, so that the solution cannot know which they are. */
bres_status bres__deferred_verify(bres__case_run *run, const bres__deferred_outputs *deferred)
{
    const double fraction = run->judge->options->verify_fraction;
    const size_t wanted = (size_t)ceil(fraction * (double)deferred->count);
    size_t left = wanted > 2 ? wanted - 2 : 0;
    bres_status status = BRES_OK;

    for (size_t i = 0;
         i < deferred->count && status == BRES_OK && bres__judge_is_running(run->judge); i++) {
        const bool is_end = i == 0 || i + 1 == deferred->count;

        if (!is_end && bres__random_below(&run->judge->random, deferred->count - 1 - i) >= left)
            continue;
        left -= !is_end;
        status = deferred_verify_one(run, deferred, i);
    }
    return status;
}
