/* SPDX-License-Identifier: MIT */
#include "judge/arrays.h"
#include "base/base.h"
#include "judge/problem/poison.h"

#include <string.h>

/* A solution does not write this many bytes of poison by chance. */
#define CERTAIN_BYTES 8

/* Special elements among others: one per SPECIAL_EACH elements, and at most SPECIAL_MAX. */
#define SPECIAL_EACH 64
#define SPECIAL_MAX  1024
/* Size of the largest element. */
#define ELEMENT_SIZE 8

static bres_status argument_make(bres__arrays *arrays, size_t index)
{
    const bres_problem *problem = arrays->problem;
    const bres_problem_parameter *parameter = &problem->parameters[index];
    const bres_data_type type = bres_problem_parameter_type(problem, arrays->test_case, index);
    bres__argument *argument = &arrays->arguments[index];

    *argument = (bres__argument){
        .name = parameter->name,
        .type = type,
        .is_array = (parameter->flags & BRES_PARAMETER_POINTER) != 0,
        .is_output = parameter->role == BRES_ROLE_OUTPUT,
        .on_host = (parameter->flags & BRES_PARAMETER_HOST) != 0,
    };
    if (!argument->is_array) {
        problem->scalar(problem, arrays->test_case, index, &argument->value);
        return BRES_OK;
    }
    arrays->counts[index] = problem->element_count(problem, arrays->test_case, index);
    if (__builtin_mul_overflow(arrays->counts[index], bres_data_type_size(type), &argument->bytes))
        return bres__error(BRES_ERROR_LIMIT, "problem '%s', case '%s': '%s' has too many elements",
                           problem->name, arrays->test_case->name, parameter->name);
    return BRES_OK;
}

/* Allocates an array; an empty array also gets an address. */
static void *array_make(bres__arrays *arrays, size_t bytes)
{
    void *made = bres__malloc(bytes > 0 ? bytes : 1);

    arrays->short_of_memory |= made == NULL;
    return made;
}

static void arrays_allocate(bres__arrays *arrays)
{
    size_t inputs = 0;
    size_t outputs = 0;

    for (size_t i = 0; i < arrays->problem->parameter_count && !arrays->short_of_memory; i++) {
        bres__argument *argument = &arrays->arguments[i];

        if (argument->is_array)
            arrays->own[i] = array_make(arrays, argument->bytes);
        if (argument->is_output)
            arrays->outputs[outputs++] = arrays->expected[i] = array_make(arrays, argument->bytes);
        else if (arrays->problem->parameters[i].role == BRES_ROLE_INPUT)
            arrays->inputs[inputs++] = argument->is_array ? arrays->own[i] : &argument->value;
    }
}

bres_status bres__arrays_make(bres__arrays *arrays, const bres_problem *problem,
                              const bres_problem_case *test_case)
{
    bres_status status = BRES_OK;

    *arrays = (bres__arrays){ .problem = problem, .test_case = test_case };
    for (size_t i = 0; i < problem->parameter_count && status == BRES_OK; i++)
        status = argument_make(arrays, i);
    if (status == BRES_OK)
        arrays_allocate(arrays);
    return arrays->short_of_memory ? bres__error_memory() : status;
}

void bres__arrays_free(bres__arrays *arrays)
{
    for (size_t i = 0; i < BRES__PARAMETERS_MAX; i++) {
        bres__free(arrays->own[i]);
        bres__free(arrays->expected[i]);
    }
}

/* Copies the special elements of an input to `kept`, or back to the same places. */
static void special_copy(const bres__arrays *arrays, size_t index, uint64_t seed, char *kept,
                         bool back)
{
    const size_t count = arrays->counts[index];
    const size_t wanted = count / SPECIAL_EACH + 1;
    const size_t size = bres_data_type_size(arrays->arguments[index].type);
    bres__random random = bres__random_secret_stream(seed, BRES__PARAMETERS_MAX + index);

    for (size_t i = 0; i < (wanted < SPECIAL_MAX ? wanted : SPECIAL_MAX); i++) {
        const size_t place = (size_t)bres__random_below(&random, count);
        char *element = (char *)arrays->own[index] + place * size;

        memcpy(back ? element : kept + i * size, back ? kept + i * size : element, size);
    }
}

static bres_status input_fill(const bres__arrays *arrays, size_t index, uint64_t seed,
                              bool is_special)
{
    bres_problem_case special = *arrays->test_case;
    char kept[SPECIAL_MAX * ELEMENT_SIZE];
    bres_status status;

    if (!is_special || arrays->counts[index] == 0 ||
        arrays->problem->parameters[index].role != BRES_ROLE_INPUT)
        return bres_problem_fill(arrays->problem, arrays->test_case, index, seed,
                                 arrays->own[index]);
    special.has_distribution = true;
    special.distribution = BRES_FILL_SPECIAL;
    status = bres_problem_fill(arrays->problem, &special, index, seed, arrays->own[index]);
    if (status != BRES_OK)
        return status;
    special_copy(arrays, index, seed, kept, false);
    status = bres_problem_fill(arrays->problem, arrays->test_case, index, seed, arrays->own[index]);
    special_copy(arrays, index, seed, kept, true);
    return status;
}

bres_status bres__arrays_fill(bres__arrays *arrays, uint64_t seed, bool is_special)
{
    bres_status status = BRES_OK;

    if (arrays->is_filled && arrays->seed == seed && arrays->is_special == is_special)
        return BRES_OK;
    arrays->is_filled = false;
    for (size_t i = 0; i < arrays->problem->parameter_count && status == BRES_OK; i++) {
        if (arrays->arguments[i].is_array && !arrays->arguments[i].is_output)
            status = input_fill(arrays, i, seed, is_special);
    }
    arrays->is_filled = status == BRES_OK;
    arrays->seed = seed;
    arrays->is_special = is_special;
    return status;
}

/* Each output has its own poison. */
static uint64_t poison_of(uint64_t poison, size_t parameter)
{
    return bres__random_stream(poison, parameter).state;
}

void bres__arrays_upload(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                         uint64_t poison)
{
    for (size_t i = 0; i < arrays->problem->parameter_count; i++) {
        const bres__argument *argument = &arrays->arguments[i];
        void *theirs = argument->is_array ? bres__runner_array(runner, set, i) : NULL;

        if (argument->is_output)
            bres__poison_fill(argument->type, theirs, arrays->counts[i], poison_of(poison, i));
        else if (argument->is_array && argument->bytes > 0)
            memcpy(theirs, arrays->own[i], argument->bytes);
    }
}

void bres__arrays_download(bres__arrays *arrays, const bres__runner *runner, size_t set)
{
    for (size_t i = 0; i < arrays->problem->parameter_count; i++) {
        if (arrays->arguments[i].is_output && arrays->arguments[i].bytes > 0)
            memcpy(arrays->own[i], bres__runner_array(runner, set, i), arrays->arguments[i].bytes);
    }
    arrays->has_outputs = true;
}

void bres__arrays_free_outputs(const bres__arrays *arrays, void **outputs)
{
    for (size_t i = 0; outputs != NULL && i < arrays->problem->parameter_count; i++)
        bres__free(outputs[i]);
    bres__free(outputs);
}

void **bres__arrays_copy_outputs(const bres__arrays *arrays)
{
    const size_t count = arrays->problem->parameter_count;
    void **outputs = bres__calloc(count, sizeof *outputs);

    for (size_t i = 0; outputs != NULL && i < count; i++) {
        const bres__argument *argument = &arrays->arguments[i];

        if (!argument->is_output)
            continue;
        outputs[i] = bres__malloc(argument->bytes > 0 ? argument->bytes : 1);
        if (outputs[i] == NULL) {
            bres__arrays_free_outputs(arrays, outputs);
            return NULL;
        }
        memcpy(outputs[i], arrays->own[i], argument->bytes);
    }
    return outputs;
}

size_t bres__arrays_modified(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                             size_t *byte)
{
    const size_t count = arrays->problem->parameter_count;

    *byte = 0;
    for (size_t i = 0; i < count; i++) {
        const bool is_const = (arrays->problem->parameters[i].flags & BRES_PARAMETER_CONST) != 0;
        const bres__argument *argument = &arrays->arguments[i];
        const unsigned char *theirs;
        const unsigned char *own = arrays->own[i];

        if (!is_const || !argument->is_array || argument->bytes == 0)
            continue;
        theirs = bres__runner_array(runner, set, i);
        if (memcmp(own, theirs, argument->bytes) == 0)
            continue;
        while (*byte + 1 < argument->bytes && own[*byte] == theirs[*byte])
            (*byte)++;
        return i;
    }
    return count;
}

size_t bres__arrays_untouched(const bres__arrays *arrays, size_t parameter, uint64_t poison)
{
    const bres__argument *argument = &arrays->arguments[parameter];

    return bres__poison_count(argument->type, arrays->own[parameter], NULL,
                              arrays->counts[parameter], poison_of(poison, parameter));
}

size_t bres__arrays_unwritten(const bres__arrays *arrays, size_t parameter, const void *expected,
                              const void *actual, size_t wrong, uint64_t poison)
{
    const bres__argument *argument = &arrays->arguments[parameter];

    if (wrong < CERTAIN_BYTES / bres_data_type_size(argument->type) ||
        bres__poison_count(argument->type, actual, expected, arrays->counts[parameter],
                           poison_of(poison, parameter)) != wrong)
        return 0;
    return wrong;
}

bres_status bres__arrays_expect(bres__arrays *arrays)
{
    const bres_problem *problem = arrays->problem;
    const bres_status status =
        problem->reference(problem, arrays->test_case, arrays->inputs, arrays->outputs);

    if (status != BRES_OK)
        bres__error_prefix("problem '%s', case '%s': the reference has failed", problem->name,
                           arrays->test_case->name);
    return status;
}

bres_status bres__arrays_verify(const bres__arrays *arrays, size_t parameter, const void *expected,
                                const void *actual, bres_verification *verification)
{
    const bres_problem *problem = arrays->problem;
    const bres__argument *argument = &arrays->arguments[parameter];
    bres_tolerance tolerance = { 0 };
    bres_status status;

    bres_verification_init(verification);
    if (problem->tolerance != NULL)
        tolerance = problem->tolerance(problem, arrays->test_case, parameter);
    if (problem->verify != NULL)
        status = problem->verify(problem, arrays->test_case, parameter, arrays->inputs, expected,
                                 actual, verification);
    else
        status = bres_verify(argument->name, argument->type, expected, actual,
                             arrays->counts[parameter], &tolerance, verification);
    verification->parameter = (uint32_t)parameter;
    return status;
}
