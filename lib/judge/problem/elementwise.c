/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"
#include "judge/problem/element.h"

bres_status bres__elementwise_reference(const bres_problem *problem,
                                        const bres_problem_case *test_case,
                                        const void *const *inputs, void *const *outputs)
{
    const bres__problem_spec *facts = problem->user;
    const bres_data_type type = (bres_data_type)test_case->type;
    const size_t count = problem->element_count(problem, test_case, 0);
    const bres_problem_parameter *second = &problem->parameters[1];
    const bool has_second = second->role == BRES_ROLE_INPUT;
    const size_t step = second->flags & BRES_PARAMETER_POINTER ? 1 : 0;

    for (size_t i = 0; i < count; i++) {
        const double x = bres__real_get(type, inputs[0], i);
        const double y = has_second ? bres__real_get(type, inputs[1], i * step) : 0;

        bres__real_set(type, outputs[0], i, facts->elementwise(x, y));
    }
    return BRES_OK;
}
