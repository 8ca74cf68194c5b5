/* SPDX-License-Identifier: MIT */
#include "judge/problem/problem.h"
#include "base/base.h"
#include "base/hash/md5.h"
#include "judge/problem/element.h"
#include "judge/problem/fill.h"

_Static_assert(sizeof(bres_problem_case) == 216, "bres_problem_case is published: it never grows");

bres_status bres__problem_check_type(const bres_problem *problem, bres_data_type type)
{
    const char *name = bres_data_type_name(type);

    if (bres_data_type_size(type) != 0 && (problem->types & BRES_TYPE_BIT(type)) != 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "problem '%s' does not support %s", problem->name,
                       name == NULL ? "an unknown data type" : name);
}

static bres_status case_check(const bres_problem *problem, const bres_problem_case *test_case,
                              bres_case_set set, bres_data_type type, size_t index)
{
    const char *wrong = NULL;

    if (memchr(test_case->name, '\0', sizeof(test_case->name)) == NULL ||
        test_case->name[0] == '\0')
        wrong = "its name is empty or too long";
    else if (bres__utf8_valid(test_case->name, strlen(test_case->name)) != strlen(test_case->name))
        wrong = "its name is not UTF-8";
    else if (test_case->set != set || test_case->type != type)
        wrong = "its set or data type was changed";
    else if (test_case->flags & ~BRES_CASE_CHECK_ONLY)
        wrong = "unknown flags";
    else if (test_case->dim_count > BRES_CASE_DIMS_MAX)
        wrong = "too many dimensions";
    else if (test_case->has_distribution && test_case->distribution > BRES_FILL_SPECIAL)
        wrong = "unknown distribution";
    if (wrong == NULL)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "problem '%s', case %zu: %s", problem->name, index,
                       wrong);
}

static bres_status problem_check_case(const bres_problem *problem, bres_case_set set,
                                      bres_data_type type, size_t index)
{
    const bres_status status = bres__problem_check_type(problem, type);

    if (status != BRES_OK)
        return status;
    if ((uint32_t)set > BRES_CASES_SAMPLE)
        return bres__error(BRES_ERROR_ARGUMENT, "unknown set of cases %d", (int)set);
    if (index >= problem->case_count(problem, set))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s' has %zu cases, case %zu is out of range", problem->name,
                           problem->case_count(problem, set), index);
    return BRES_OK;
}

bres_status bres_problem_make_case(const bres_problem *problem, bres_case_set set,
                                   bres_data_type type, size_t index, uint64_t seed,
                                   bres_problem_case *test_case)
{
    bres_problem_case made = { .set = (uint32_t)set, .type = (uint32_t)type };
    bres_status status;

    if (test_case == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_problem_make_case: test_case is NULL");
    *test_case = (bres_problem_case){ 0 };
    status = bres_problem_check(problem);
    if (status == BRES_OK)
        status = problem_check_case(problem, set, type, index);
    if (status == BRES_OK)
        status = problem->make_case(problem, index, seed, &made);
    if (status == BRES_OK)
        status = case_check(problem, &made, set, type, index);
    if (status == BRES_OK)
        *test_case = made;
    return status;
}

bres_data_type bres_problem_parameter_type(const bres_problem *problem,
                                           const bres_problem_case *test_case, size_t parameter)
{
    bres_data_type type;

    if (problem == NULL || test_case == NULL || parameter >= problem->parameter_count)
        return BRES_TYPE_ELEMENT;
    type = (bres_data_type)problem->parameters[parameter].type;
    return type == BRES_TYPE_ELEMENT ? (bres_data_type)test_case->type : type;
}

static bres_status problem_check_array(const bres_problem *problem,
                                       const bres_problem_case *test_case, size_t index,
                                       const void *elements)
{
    const bres_problem_parameter *parameter;
    const bres_status status = bres_problem_check(problem);

    if (status != BRES_OK)
        return status;
    if (test_case == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_problem_fill: test_case is NULL");
    if (index >= problem->parameter_count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s' has %zu parameters, parameter %zu is out of range",
                           problem->name, problem->parameter_count, index);
    parameter = &problem->parameters[index];
    if ((parameter->flags & BRES_PARAMETER_POINTER) == 0 || parameter->role == BRES_ROLE_OUTPUT)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s', parameter '%s': not an input array or extra array",
                           problem->name, parameter->name);
    if (elements == NULL && problem->element_count(problem, test_case, index) > 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_problem_fill: elements is NULL");
    return BRES_OK;
}

bres_status bres_problem_fill(const bres_problem *problem, const bres_problem_case *test_case,
                              size_t parameter, uint64_t seed, void *elements)
{
    bres_status status = problem_check_array(problem, test_case, parameter, elements);

    if (status != BRES_OK)
        return status;
    const bres_problem_parameter *facts = &problem->parameters[parameter];
    const bres_data_type type = bres_problem_parameter_type(problem, test_case, parameter);
    const size_t count = problem->element_count(problem, test_case, parameter);
    bres__filling filling = { .distribution = (bres_distribution)facts->distribution,
                              .first = facts->first,
                              .second = facts->second };
    bres__random random = bres__random_secret_stream(seed, parameter);

    if (count == 0 ||
        (problem->fill != NULL && problem->fill(problem, test_case, parameter, seed, elements)))
        return BRES_OK;
    if (facts->role == BRES_ROLE_EXTRA)
        return bres__error(
            BRES_ERROR_ARGUMENT,
            "problem '%s', parameter '%s': the problem's function 'fill' returned false",
            problem->name, facts->name);
    if (test_case->has_distribution && filling.distribution != BRES_FILL_INTEGERS)
        filling.distribution = (bres_distribution)test_case->distribution;
    status = bres__fill_check(&filling, type, facts->name);
    if (status == BRES_OK)
        bres__fill(&filling, type, &random, elements, count);
    return status;
}

uint64_t bres_problem_seed(const char *problem, const char *test_case)
{
    unsigned char digest[BRES__MD5_SIZE];
    bres__md5 md5;
    uint64_t seed;

    bres__md5_begin(&md5);
    bres__md5_add(&md5, problem, problem == NULL ? 0 : strlen(problem));
    bres__md5_add(&md5, "_", 1);
    bres__md5_add(&md5, test_case, test_case == NULL ? 0 : strlen(test_case));
    bres__md5_end(&md5, digest);
    seed = (uint64_t)digest[0] | (uint64_t)digest[1] << 8 | (uint64_t)digest[2] << 16 |
           (uint64_t)digest[3] << 24;
    return seed & INT32_MAX;
}
