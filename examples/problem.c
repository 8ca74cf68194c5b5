/* SPDX-License-Identifier: MIT */
/*
 * Defines a problem, y = a * x + 1 in single precision. Prints the declaration that a solution must
 * have, and the verdict on a solution that forgets the last element.
 * Run as: problem
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>

/* The signature; functions receive the index of a parameter. */
enum { X, A, Y, N, PARAMETERS };

static const bres_problem_parameter parameters[PARAMETERS] = {
    { .name = "x",
      .role = BRES_ROLE_INPUT,
      .flags = BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      .distribution = BRES_FILL_UNIFORM,
      .first = -1,
      .second = 1 },
    { .name = "a", .role = BRES_ROLE_INPUT },
    { .name = "y", .role = BRES_ROLE_OUTPUT, .flags = BRES_PARAMETER_POINTER },
    { .name = "n", .type = BRES_TYPE_SIZE, .role = BRES_ROLE_EXTRA },
};

static size_t case_count(const bres_problem *problem, bres_case_set set)
{
    (void)problem;
    return set == BRES_CASES_SAMPLE ? 1 : 3;
}

/* The last case is checked but not timed. Its size depends on the seed, so that solutions cannot
 * expect it. */
static bres_status make_case(const bres_problem *problem, size_t index, uint64_t seed,
                             bres_problem_case *test_case)
{
    static const char *const names[] = { "n = 2^20", "n = 2^21", "n near 1000" };
    const uint64_t sizes[] = { 1 << 20, 1 << 21, 1000 + seed % 100 };

    (void)problem;
    snprintf(test_case->name, sizeof(test_case->name), "%s", names[index]);
    test_case->flags = index == 2 ? BRES_CASE_CHECK_ONLY : 0;
    test_case->dim_count = 1;
    test_case->dims[0] = test_case->set == BRES_CASES_SAMPLE ? 4 : sizes[index];
    return BRES_OK;
}

static size_t element_count(const bres_problem *problem, const bres_problem_case *test_case,
                            size_t parameter)
{
    (void)problem;
    (void)parameter;
    return (size_t)test_case->dims[0];
}

static void scalar(const bres_problem *problem, const bres_problem_case *test_case,
                   size_t parameter, void *value)
{
    (void)problem;
    if (parameter == A)
        *(float *)value = 2.5f;
    else
        *(size_t *)value = (size_t)test_case->dims[0];
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    const float *x = inputs[X];
    const double a = (double)*(const float *)inputs[A];
    float *y = outputs[0];

    (void)problem;
    for (uint64_t i = 0; i < test_case->dims[0]; i++)
        y[i] = (float)(a * (double)x[i] + 1);
    return BRES_OK;
}

static bres_tolerance tolerance(const bres_problem *problem, const bres_problem_case *test_case,
                                size_t parameter)
{
    (void)problem;
    (void)test_case;
    (void)parameter;
    return (bres_tolerance){ .relative = 1e-5, .absolute = 1e-6 };
}

/* A wrong solution: it forgets the last element. */
static void solution(const float *x, float a, float *y, size_t n)
{
    for (size_t i = 0; i + 1 < n; i++)
        y[i] = a * x[i] + 1;
}

/* Fills the input, calls the solution once and prints the result. */
static bres_status try_solution(const bres_problem *problem, const bres_problem_case *test_case)
{
    const size_t n = element_count(problem, test_case, X);
    const bres_tolerance allowed = tolerance(problem, test_case, Y);
    const float a = 2.5f;
    float *x = calloc(n, sizeof(*x));
    float *actual = calloc(n, sizeof(*actual));
    float *expected = calloc(n, sizeof(*expected));
    const void *inputs[] = { x, &a };
    void *outputs[] = { expected };
    bres_verification found;
    bres_status status = BRES_ERROR_MEMORY;

    bres_verification_init(&found);
    if (x != NULL && actual != NULL && expected != NULL)
        status = bres_problem_fill(problem, test_case, X, 42, x);
    if (status == BRES_OK)
        status = reference(problem, test_case, inputs, outputs);
    if (status == BRES_OK) {
        solution(x, a, actual, n);
        status = bres_verify("y", BRES_TYPE_FLOAT32, expected, actual, n, &allowed, &found);
    }
    if (status == BRES_OK)
        printf("%s: %s\n", test_case->name, found.wrong == 0 ? "accepted" : found.message);
    free(expected);
    free(actual);
    free(x);
    return status;
}

int main(void)
{
    bres_problem problem;
    bres_problem_case test_case;
    char *prototype = NULL;

    bres_problem_init(&problem);
    problem.name = "scale-and-shift";
    problem.title = "y = a * x + 1";
    problem.parameters = parameters;
    problem.parameter_count = PARAMETERS;
    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    problem.case_count = case_count;
    problem.make_case = make_case;
    problem.element_count = element_count;
    problem.scalar = scalar;
    problem.reference = reference;
    problem.tolerance = tolerance;
    if (bres_problem_check(&problem) != BRES_OK ||
        bres_problem_prototype(&problem, BRES_TYPE_FLOAT32, BRES_LANGUAGE_C, &prototype) !=
            BRES_OK ||
        bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 2, 7, &test_case) !=
            BRES_OK ||
        try_solution(&problem, &test_case) != BRES_OK)
        return fprintf(stderr, "problem: %s\n", bres_last_error()), 2;
    fputs(prototype, stdout);
    bres_string_free(prototype);
    return 0;
}
