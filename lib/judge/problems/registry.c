/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "base/text/names.h"
#include "judge/problem/builtin.h"

#include <string.h>

static const bres_problem *const problems[] = {
    &bres__problem_conv_1d,       &bres__problem_conv_2d,
    &bres__problem_cumsum,        &bres__problem_gelu,
    &bres__problem_histogram,     &bres__problem_layer_norm,
    &bres__problem_leaky_relu,    &bres__problem_matrix_multiplication,
    &bres__problem_matrix_vector, &bres__problem_relu,
    &bres__problem_softmax,       &bres__problem_vector_addition,
};

size_t bres_problem_count(void)
{
    return sizeof(problems) / sizeof(*problems);
}

const bres_problem *bres_problem_at(size_t index)
{
    return index < bres_problem_count() ? problems[index] : NULL;
}

bres_status bres_problem_find(const char *name, const bres_problem **problem)
{
    bres__names names = { .nearest.unknown = name };

    if (problem != NULL)
        *problem = NULL;
    if (name == NULL || problem == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_problem_find: %s is NULL",
                           name == NULL ? "name" : "problem");
    for (size_t i = 0; i < bres_problem_count(); i++) {
        if (strcmp(problems[i]->name, name) == 0) {
            *problem = problems[i];
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < bres_problem_count(); i++)
        bres__names_add(&names, problems[i]->name);
    return bres__names_error(&names, "unknown problem '%s'", name);
}
