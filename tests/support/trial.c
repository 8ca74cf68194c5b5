/* SPDX-License-Identifier: MIT */
#include "support/trial.h"

#include "judge/problem/element.h"

#include <criterion/criterion.h>
#include <stdlib.h>

bres_test_trial bres_test_trial_make(const bres_problem *problem, bres_case_set set,
                                     bres_data_type type, size_t index, uint64_t seed)
{
    bres_test_trial trial = { .problem = problem, .output = SIZE_MAX };

    cr_assert_leq(problem->parameter_count, BRES_TEST_PARAMETERS);
    cr_assert_eq(bres_problem_make_case(problem, set, type, index, seed, &trial.test_case), BRES_OK,
                 "%s: %s", problem->name, bres_last_error());
    for (size_t p = 0; p < problem->parameter_count; p++) {
        const bres_problem_parameter *parameter = &problem->parameters[p];
        const bool is_array = (parameter->flags & BRES_PARAMETER_POINTER) != 0;

        trial.types[p] = bres_problem_parameter_type(problem, &trial.test_case, p);
        trial.counts[p] = is_array ? problem->element_count(problem, &trial.test_case, p) : 1;
        trial.arrays[p] = calloc(trial.counts[p] + 1, bres_data_type_size(trial.types[p]));
        cr_assert_not_null(trial.arrays[p]);
        if (parameter->role == BRES_ROLE_OUTPUT)
            trial.output = trial.output == SIZE_MAX ? p : trial.output;
        else if (!is_array)
            problem->scalar(problem, &trial.test_case, p, trial.arrays[p]);
        else
            cr_assert_eq(bres_problem_fill(problem, &trial.test_case, p, seed, trial.arrays[p]),
                         BRES_OK, "%s", bres_last_error());
    }
    return trial;
}

bres_status bres_test_trial_reference(bres_test_trial *trial)
{
    const void *inputs[BRES_TEST_PARAMETERS];
    void *outputs[BRES_TEST_PARAMETERS];
    size_t input_count = 0;
    size_t output_count = 0;

    for (size_t p = 0; p < trial->problem->parameter_count; p++) {
        if (trial->problem->parameters[p].role == BRES_ROLE_INPUT)
            inputs[input_count++] = trial->arrays[p];
        else if (trial->problem->parameters[p].role == BRES_ROLE_OUTPUT)
            outputs[output_count++] = trial->arrays[p];
    }
    return trial->problem->reference(trial->problem, &trial->test_case, inputs, outputs);
}

void bres_test_trial_round(bres_test_trial *trial, bres_data_type type)
{
    for (size_t p = 0; p < trial->problem->parameter_count; p++) {
        if (trial->problem->parameters[p].role != BRES_ROLE_INPUT ||
            !bres__data_type_is_real(trial->types[p]))
            continue;
        for (size_t i = 0; i < trial->counts[p]; i++) {
            double rounded;

            bres__real_set(type, &rounded, 0, bres__real_get(trial->types[p], trial->arrays[p], i));
            bres__real_set(trial->types[p], trial->arrays[p], i, bres__real_get(type, &rounded, 0));
        }
    }
}

bres_verification bres_test_trial_verify(const bres_test_trial *trial, const void *actual)
{
    const bres_problem *problem = trial->problem;
    const size_t p = trial->output;
    bres_tolerance tolerance = { 0 };
    bres_verification found;

    if (problem->tolerance != NULL)
        tolerance = problem->tolerance(problem, &trial->test_case, p);
    bres_verification_init(&found);
    cr_assert_eq(bres_verify(problem->parameters[p].name, trial->types[p], trial->arrays[p], actual,
                             trial->counts[p], &tolerance, &found),
                 BRES_OK, "%s", bres_last_error());
    return found;
}

void bres_test_trial_free(bres_test_trial *trial)
{
    for (size_t p = 0; p < trial->problem->parameter_count; p++)
        free(trial->arrays[p]);
}
