/* SPDX-License-Identifier: MIT */
/*
 * Checks that a problem is complete and consistent, so that all other functions can rely on it.
 */
#include "base/base.h"
#include "judge/problem/element.h"
#include "judge/problem/fill.h"
#include "judge/problem/problem.h"

#include <math.h>

/* Size of bres_problem in its first published version. */
#define PROBLEM_FIRST_SIZE (offsetof(bres_problem, bytes) + sizeof(((bres_problem *)NULL)->bytes))

_Static_assert(sizeof(bres_problem) == PROBLEM_FIRST_SIZE, "no padding at the end");

_Static_assert(sizeof(bres_problem_parameter) == 40,
               "bres_problem_parameter is published: it never grows");

void bres_problem_init(bres_problem *problem)
{
    if (problem != NULL)
        *problem = (bres_problem){ .size = sizeof(*problem), .time_limit = 100 };
}

/* Copies a struct of any size to this library's version of it. */
static bres_status problem_load(const bres_problem *problem, bres_problem *full)
{
    bres_problem_init(full);
    if (problem == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the problem is NULL");
    return bres__options_load(full, sizeof(*full), problem, PROBLEM_FIRST_SIZE, "bres_problem");
}

static bres_status parameter_error(const bres_problem *problem, size_t index, const char *wrong)
{
    return bres__error(BRES_ERROR_ARGUMENT, "problem '%s', parameter '%s': %s", problem->name,
                       problem->parameters[index].name, wrong);
}

static bool name_is_made_of(const char *name, const char *others)
{
    for (const char *c = name; *c != '\0'; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        const bool digit = *c >= '0' && *c <= '9';

        if (!letter && !digit && strchr(others, *c) == NULL)
            return false;
    }
    return name[0] != '\0';
}

static bool name_is_identifier(const char *name)
{
    return name_is_made_of(name, "_") && !(name[0] >= '0' && name[0] <= '9');
}

static bres_status check_parameter_name(const bres_problem *problem, size_t index)
{
    const char *name = problem->parameters[index].name;

    if (name == NULL || !name_is_identifier(name))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s': invalid name '%s' of parameter %zu (expected an "
                           "identifier of C)",
                           problem->name, name == NULL ? "NULL" : name, index + 1);
    for (size_t i = 0; i < index; i++) {
        if (strcmp(problem->parameters[i].name, name) == 0)
            return parameter_error(problem, index, "another parameter has the same name");
    }
    return BRES_OK;
}

/* The library must be able to fill an input array in each type that the array may have. */
static bres_status check_distribution(const bres_problem *problem, size_t index)
{
    const bres_problem_parameter *parameter = &problem->parameters[index];
    const uint32_t types =
        parameter->type == BRES_TYPE_ELEMENT ? problem->types : BRES_TYPE_BIT(parameter->type);
    const bres__filling filling = { .distribution = (bres_distribution)parameter->distribution,
                                    .first = parameter->first,
                                    .second = parameter->second };
    bres_status status = BRES_OK;

    for (uint32_t type = 0; status == BRES_OK && type < 32; type++) {
        if (types >> type & 1)
            status = bres__fill_check(&filling, (bres_data_type)type, parameter->name);
    }
    if (status != BRES_OK)
        bres__error_prefix("problem '%s'", problem->name);
    return status;
}

static bres_status check_parameter(const bres_problem *problem, size_t index)
{
    const bres_problem_parameter *parameter = &problem->parameters[index];
    const bool is_array = (parameter->flags & BRES_PARAMETER_POINTER) != 0;
    const bool is_const = (parameter->flags & BRES_PARAMETER_CONST) != 0;
    const bres_status status = check_parameter_name(problem, index);
    const char *wrong = NULL;

    if (status != BRES_OK)
        return status;
    if (parameter->type != BRES_TYPE_ELEMENT &&
        bres_data_type_size((bres_data_type)parameter->type) == 0)
        wrong = "unknown data type";
    else if (parameter->role > BRES_ROLE_EXTRA)
        wrong = "unknown role";
    else if (parameter->flags &
             ~(BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST | BRES_PARAMETER_HOST))
        wrong = "unknown flags";
    else if (index > 0 && parameter->role < problem->parameters[index - 1].role)
        wrong = "wrong order (expected inputs, then outputs, then extra parameters)";
    else if (parameter->role == BRES_ROLE_OUTPUT && (!is_array || is_const))
        wrong = "an output must be an array that is not const";
    else if ((parameter->flags & BRES_PARAMETER_HOST) && !is_array)
        wrong = "only an array can be in host memory";
    else if (!is_array && problem->scalar == NULL)
        wrong = "a value needs the problem's function 'scalar', which is NULL";
    else if (is_array && parameter->role == BRES_ROLE_EXTRA && problem->fill == NULL)
        wrong = "an extra array needs the problem's function 'fill', which is NULL";
    if (wrong != NULL)
        return parameter_error(problem, index, wrong);
    if (is_array && parameter->role == BRES_ROLE_INPUT)
        return check_distribution(problem, index);
    return BRES_OK;
}

static bres_status check_functions(const bres_problem *problem)
{
    const char *missing = NULL;

    if (problem->case_count == NULL)
        missing = "case_count";
    else if (problem->make_case == NULL)
        missing = "make_case";
    else if (problem->element_count == NULL)
        missing = "element_count";
    else if (problem->reference == NULL)
        missing = "reference";
    if (missing == NULL)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "problem '%s': function '%s' is NULL", problem->name,
                       missing);
}

static bres_status check_facts(const bres_problem *problem)
{
    const uint32_t known = (BRES_TYPE_BIT(BRES_TYPE_SIZE) << 1) - BRES_TYPE_BIT(BRES_TYPE_FLOAT32);

    if (problem->name == NULL || !name_is_made_of(problem->name, "-"))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "invalid name '%s' of a problem (expected letters, digits and '-')",
                           problem->name == NULL ? "NULL" : problem->name);
    if (problem->title == NULL || strchr(problem->title, '\n') != NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s': the title is missing or has more than one line",
                           problem->name);
    if (problem->types == 0 || (problem->types & ~known) != 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s': types is 0x%x (expected bits of data types)",
                           problem->name, (unsigned)problem->types);
    if (problem->reserved != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "problem '%s': reserved is not 0", problem->name);
    if (!(problem->time_limit > 0 && isfinite(problem->time_limit)))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s': time_limit is %g (expected a positive number of "
                           "seconds)",
                           problem->name, problem->time_limit);
    if (problem->parameters == NULL || problem->parameter_count == 0 ||
        problem->parameter_count > BRES__PARAMETERS_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "problem '%s' has %zu parameters (expected 1 to %u)", problem->name,
                           problem->parameters == NULL ? 0 : problem->parameter_count,
                           BRES__PARAMETERS_MAX);
    return BRES_OK;
}

bres_status bres_problem_check(const bres_problem *problem)
{
    bres_problem full;
    size_t outputs = 0;
    bres_status status = problem_load(problem, &full);

    if (status == BRES_OK)
        status = check_facts(&full);
    if (status == BRES_OK)
        status = check_functions(&full);
    for (size_t i = 0; status == BRES_OK && i < full.parameter_count; i++) {
        status = check_parameter(&full, i);
        outputs += full.parameters[i].role == BRES_ROLE_OUTPUT;
    }
    if (status == BRES_OK && outputs == 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "problem '%s' has no output", full.name);
    return status;
}
