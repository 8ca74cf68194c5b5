/* SPDX-License-Identifier: MIT */
/*
 * A caller's own problem: what the library refuses, and how it fills parameters.
 */
#include "judge/problem/element.h"

#include <benchresult/problem.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define ARRAY (BRES_PARAMETER_POINTER)
#define INPUT (BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST)

enum { X, COUNTS, SCALE, Y, LENGTHS, N, PARAMETERS };

static const bres_problem_parameter usual[PARAMETERS] = {
    { "x", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, INPUT, BRES_FILL_UNIFORM, -1, 1 },
    { "counts", BRES_TYPE_UINT8, BRES_ROLE_INPUT, INPUT, BRES_FILL_INTEGERS, 1, 9 },
    { "scale", BRES_TYPE_FLOAT64, BRES_ROLE_INPUT, 0, 0, 0, 0 },
    { "y", BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, ARRAY, 0, 0, 0 },
    { "lengths", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, INPUT | BRES_PARAMETER_HOST, 0, 0, 0 },
    { "n", BRES_TYPE_UINT32, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

static size_t case_count(const bres_problem *problem, bres_case_set set)
{
    (void)problem;
    return set == BRES_CASES_SAMPLE ? 1 : 3;
}

static bres_status make_case(const bres_problem *problem, size_t index, uint64_t seed,
                             bres_problem_case *test_case)
{
    (void)seed;
    if (problem->user != NULL)
        *test_case = *(const bres_problem_case *)problem->user;
    else
        memcpy(test_case->name, "a case", sizeof("a case"));
    test_case->dims[0] = 100 + index;
    return BRES_OK;
}

static size_t element_count(const bres_problem *problem, const bres_problem_case *test_case,
                            size_t parameter)
{
    (void)problem;
    return parameter == LENGTHS ? 1 : (size_t)test_case->dims[0];
}

static void scalar(const bres_problem *problem, const bres_problem_case *test_case,
                   size_t parameter, void *value)
{
    (void)problem;
    (void)test_case;
    memset(value, 0, parameter == SCALE ? 8 : 4);
}

static bool fill(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements)
{
    (void)problem;
    (void)seed;
    if (parameter == LENGTHS)
        *(size_t *)elements = (size_t)test_case->dims[0];
    return parameter == LENGTHS;
}

static bool fill_nothing(const bres_problem *problem, const bres_problem_case *test_case,
                         size_t parameter, uint64_t seed, void *elements)
{
    (void)problem;
    (void)test_case;
    (void)parameter;
    (void)seed;
    (void)elements;
    return false;
}

static bres_status reference(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs)
{
    (void)problem;
    (void)test_case;
    (void)inputs;
    (void)outputs;
    return BRES_OK;
}

static bres_problem problem_of(const bres_problem_parameter *parameters, size_t count)
{
    bres_problem problem;

    bres_problem_init(&problem);
    problem.name = "own-1";
    problem.title = "a problem of one's own";
    problem.parameters = parameters;
    problem.parameter_count = count;
    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32) | BRES_TYPE_BIT(BRES_TYPE_FLOAT16);
    problem.case_count = case_count;
    problem.make_case = make_case;
    problem.element_count = element_count;
    problem.scalar = scalar;
    problem.fill = fill;
    problem.reference = reference;
    return problem;
}

/* The first CPU case in float32. */
static bres_problem_case case_of(const bres_problem *problem)
{
    bres_problem_case test_case;

    cr_assert_eq(
        bres_problem_make_case(problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 0, 0, &test_case),
        BRES_OK, "%s", bres_last_error());
    return test_case;
}

static void expect_refused(const bres_problem *problem, const char *message)
{
    cr_expect_eq(bres_problem_check(problem), BRES_ERROR_ARGUMENT, "%s", message);
    cr_expect_not_null(strstr(bres_last_error(), message), "'%s' is not in: %s", message,
                       bres_last_error());
}

/* Expects that the usual problem is refused after one change, an assignment to a member. */
#define EXPECT_REFUSED(change, message)                                                            \
    do {                                                                                           \
        bres_problem changed = problem_of(usual, PARAMETERS);                                      \
                                                                                                   \
        changed.change;                                                                            \
        expect_refused(&changed, message);                                                         \
    } while (0)

Test(judge, problem_check_accepts)
{
    bres_problem problem = problem_of(usual, PARAMETERS);

    cr_expect_eq(bres_problem_check(&problem), BRES_OK, "%s", bres_last_error());
    cr_expect(problem.time_limit == 100 && problem.user == NULL);
    /* Without a value and an extra array, the functions `scalar` and `fill` are not needed. */
    const bres_problem_parameter two[] = { usual[X], usual[Y] };

    problem = problem_of(two, 2);
    problem.scalar = NULL;
    problem.fill = NULL;
    cr_expect_eq(bres_problem_check(&problem), BRES_OK, "%s", bres_last_error());
}

Test(judge, problem_check_refuses_facts)
{
    static const char *const names[] = { NULL, "", "two words", "a/b", "tab\t", "a_b" };
    bres_problem problem = problem_of(usual, 3);

    expect_refused(NULL, "the problem is NULL");
    expect_refused(&problem, "has no output");
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        EXPECT_REFUSED(name = names[i], "of a problem (expected letters, digits and '-')");
    EXPECT_REFUSED(title = NULL, "the title is missing or has more than one line");
    EXPECT_REFUSED(title = "two\nlines", "the title is missing or has more than one line");
    EXPECT_REFUSED(types = 0, "types is 0x0");
    EXPECT_REFUSED(types = BRES_TYPE_BIT(BRES_TYPE_ELEMENT), "types is 0x1");
    EXPECT_REFUSED(types = BRES_TYPE_BIT(9), "types is 0x200");
    EXPECT_REFUSED(reserved = 1, "reserved is not 0");
    EXPECT_REFUSED(time_limit = 0, "time_limit is 0");
    EXPECT_REFUSED(time_limit = (double)NAN, "time_limit is ");
    EXPECT_REFUSED(parameter_count = 0, "has 0 parameters");
    EXPECT_REFUSED(parameters = NULL, "has 0 parameters");
    EXPECT_REFUSED(parameter_count = 65, "has 65 parameters");
    problem.size = 8;
    cr_expect_eq(bres_problem_check(&problem), BRES_ERROR_VERSION);
}

Test(judge, problem_check_refuses_missing_functions)
{
    EXPECT_REFUSED(case_count = NULL, "function 'case_count' is NULL");
    EXPECT_REFUSED(make_case = NULL, "function 'make_case' is NULL");
    EXPECT_REFUSED(element_count = NULL, "function 'element_count' is NULL");
    EXPECT_REFUSED(reference = NULL, "function 'reference' is NULL");
    EXPECT_REFUSED(
        scalar = NULL,
        "parameter 'scale': a value needs the problem's function 'scalar', which is NULL");
    EXPECT_REFUSED(fill = NULL, "parameter 'lengths': an extra array needs");
}

/* Each row has one fault in one parameter. */
Test(judge, problem_check_refuses_parameters)
{
    static const struct {
        size_t index;
        bres_problem_parameter parameter;
        const char *message;
    } rows[] = {
        { X, { NULL, 0, 0, INPUT, 0, 0, 1 }, "invalid name 'NULL' of parameter 1" },
        { X, { "", 0, 0, INPUT, 0, 0, 1 }, "invalid name '' of parameter 1" },
        { X, { "1x", 0, 0, INPUT, 0, 0, 1 }, "invalid name '1x' of parameter 1" },
        { X, { "a-b", 0, 0, INPUT, 0, 0, 1 }, "invalid name 'a-b' of parameter 1" },
        { Y, { "x", 0, 1, ARRAY, 0, 0, 0 }, "parameter 'x': another parameter has the same name" },
        { X, { "x", 9, 0, INPUT, 0, 0, 1 }, "parameter 'x': unknown data type" },
        { X, { "x", 0, 3, INPUT, 0, 0, 1 }, "parameter 'x': unknown role" },
        { X, { "x", 0, 0, INPUT | 8, 0, 0, 1 }, "parameter 'x': unknown flags" },
        { X, { "x", 0, 1, ARRAY, 0, 0, 1 }, "parameter 'counts': wrong order" },
        { LENGTHS, { "z", 0, 0, INPUT, 0, 0, 1 }, "parameter 'z': wrong order" },
        { Y, { "y", 0, 1, 0, 0, 0, 0 }, "parameter 'y': an output must be an array" },
        { Y, { "y", 0, 1, INPUT, 0, 0, 0 }, "parameter 'y': an output must be an array" },
        { N, { "n", 8, 2, BRES_PARAMETER_HOST, 0, 0, 0 }, "parameter 'n': only an array can be" },
        { X, { "x", 0, 0, INPUT, 0, 1, 1 }, "parameter 'x': the range from 1 to below 1 is empty" },
        { X, { "x", 0, 0, INPUT, 4, 0, 1 }, "parameter 'x': unknown distribution 4" },
        { COUNTS,
          { "c", BRES_TYPE_UINT8, 0, INPUT, 0, 0, 1 },
          "unsupported distribution for uint8 (expected integers)" },
        { COUNTS, { "c", BRES_TYPE_UINT8, 0, INPUT, 2, 0, 256 }, "which uint8 cannot hold" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres_problem_parameter parameters[PARAMETERS];
        bres_problem problem = problem_of(parameters, PARAMETERS);

        memcpy(parameters, usual, sizeof(usual));
        parameters[rows[i].index] = rows[i].parameter;
        expect_refused(&problem, rows[i].message);
    }
}

/* A later header may have added a member: it is accepted only at its default. */
Test(judge, problem_check_takes_a_longer_struct)
{
    struct {
        bres_problem known;
        void *later;
    } longer = { .known = problem_of(usual, PARAMETERS) };

    longer.known.size = sizeof(longer);
    cr_expect_eq(bres_problem_check(&longer.known), BRES_OK, "%s", bres_last_error());
    longer.later = &longer;
    cr_expect_eq(bres_problem_check(&longer.known), BRES_ERROR_VERSION);
}

Test(judge, problem_makes_cases)
{
    const bres_problem problem = problem_of(usual, PARAMETERS);
    const struct {
        const bres_problem *problem;
        bres_case_set set;
        bres_data_type type;
        size_t index;
        const char *message;
    } refused[] = {
        { &problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 4,
          "problem 'own-1' has 3 cases, case 4 is out of range" },
        { &problem, BRES_CASES_CPU, BRES_TYPE_FLOAT64, 0,
          "problem 'own-1' does not support float64" },
        { &problem, BRES_CASES_CPU, BRES_TYPE_ELEMENT, 0, "does not support element" },
        { &problem, (bres_case_set)3, BRES_TYPE_FLOAT32, 0, "unknown set of cases 3" },
        { NULL, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 0, "the problem is NULL" },
    };
    bres_problem_case test_case;

    cr_assert_eq(
        bres_problem_make_case(&problem, BRES_CASES_CUDA, BRES_TYPE_FLOAT16, 2, 0, &test_case),
        BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(test_case.name, "a case");
    cr_expect(test_case.set == BRES_CASES_CUDA && test_case.type == BRES_TYPE_FLOAT16);
    cr_expect_eq(test_case.dims[0], 102);
    cr_expect_eq(bres_problem_parameter_type(&problem, &test_case, X), BRES_TYPE_FLOAT16);
    cr_expect_eq(bres_problem_parameter_type(&problem, &test_case, COUNTS), BRES_TYPE_UINT8);
    cr_expect_eq(bres_problem_parameter_type(&problem, &test_case, PARAMETERS), BRES_TYPE_ELEMENT);
    cr_expect_eq(bres_problem_parameter_type(NULL, &test_case, X), BRES_TYPE_ELEMENT);
    for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
        cr_expect_eq(bres_problem_make_case(refused[i].problem, refused[i].set, refused[i].type,
                                            refused[i].index, 0, &test_case),
                     BRES_ERROR_ARGUMENT, "row %zu", i);
        cr_expect_not_null(strstr(bres_last_error(), refused[i].message), "row %zu: %s", i,
                           bres_last_error());
        cr_expect(test_case.name[0] == '\0' && test_case.dims[0] == 0, "row %zu", i);
    }
    cr_expect_eq(bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 0, 0, NULL),
                 BRES_ERROR_ARGUMENT);
}

Test(judge, problem_refuses_cases_made_wrong)
{
    static const struct {
        bres_problem_case test_case;
        const char *message;
    } rows[] = {
        { { .name = "", .type = 1 }, "its name is empty or too long" },
        { { .name = "x\xe4", .type = 1 }, "its name is not UTF-8" },
        { { .name = "x", .set = BRES_CASES_CUDA, .type = 1 }, "its set or data type was changed" },
        { { .name = "x", .type = 2 }, "its set or data type was changed" },
        { { .name = "x", .type = 1, .flags = 2 }, "unknown flags" },
        { { .name = "x", .type = 1, .dim_count = 9 }, "too many dimensions" },
        { { .name = "x", .type = 1, .has_distribution = true, .distribution = 4 },
          "unknown distribution" },
    };
    bres_problem problem = problem_of(usual, PARAMETERS);
    bres_problem_case test_case;

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        problem.user = (void *)&rows[i].test_case;
        cr_expect_eq(
            bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 1, 0, &test_case),
            BRES_ERROR_ARGUMENT);
        cr_expect(strstr(bres_last_error(), "problem 'own-1', case 1: ") != NULL &&
                      strstr(bres_last_error(), rows[i].message) != NULL,
                  "row %zu: %s", i, bres_last_error());
        cr_expect_eq(test_case.name[0], '\0');
    }
}

Test(judge, problem_fills_by_its_parameters)
{
    bres_problem problem = problem_of(usual, PARAMETERS);
    bres_problem_case test_case;
    float x[100];
    float y[100];
    uint8_t counts[100];
    size_t length = 0;

    test_case = case_of(&problem);
    cr_assert_eq(bres_problem_fill(&problem, &test_case, X, 1, x), BRES_OK);
    cr_assert_eq(bres_problem_fill(&problem, &test_case, X, 1, y), BRES_OK);
    cr_expect_arr_eq(x, y, sizeof(x), "the same seed");
    cr_assert_eq(bres_problem_fill(&problem, &test_case, X, 2, y), BRES_OK);
    cr_expect_arr_neq(x, y, sizeof(x), "another seed");
    cr_assert_eq(bres_problem_fill(&problem, &test_case, COUNTS, 1, counts), BRES_OK);
    for (size_t i = 0; i < 100; i++)
        cr_expect(x[i] >= -1 && x[i] < 1 && counts[i] >= 1 && counts[i] <= 9);
    cr_assert_eq(bres_problem_fill(&problem, &test_case, LENGTHS, 1, &length), BRES_OK);
    cr_expect_eq(length, 100);
    /* The case's distribution does not apply to parameters that have integers. */
    uint8_t again[100];

    test_case.has_distribution = true;
    test_case.distribution = BRES_FILL_NORMAL;
    cr_assert_eq(bres_problem_fill(&problem, &test_case, COUNTS, 1, again), BRES_OK);
    cr_expect_arr_eq(counts, again, sizeof(counts));
    cr_assert_eq(bres_problem_fill(&problem, &test_case, X, 1, y), BRES_OK);
    float largest = 0;

    for (size_t i = 0; i < 100; i++)
        largest = fmaxf(largest, fabsf(y[i]));
    cr_expect_gt(largest, 1.5f);
    test_case.distribution = BRES_FILL_INTEGERS;
    cr_assert_eq(bres_problem_fill(&problem, &test_case, X, 1, y), BRES_OK);
    for (size_t i = 0; i < 100; i++)
        cr_expect_eq(y[i], roundf(y[i]));
}

/* Two parameters with the same properties have different elements. */
Test(judge, problem_fills_each_parameter_differently)
{
    const bres_problem *problem;
    bres_problem_case test_case;
    static float a[1 << 20];
    static float b[1 << 20];
    size_t equal = 0;

    cr_assert_eq(bres_problem_find("vector-addition", &problem), BRES_OK);
    test_case = case_of(problem);
    cr_assert_eq(bres_problem_fill(problem, &test_case, 0, 1, a), BRES_OK);
    cr_assert_eq(bres_problem_fill(problem, &test_case, 1, 1, b), BRES_OK);
    for (size_t i = 0; i < test_case.dims[0]; i++)
        equal += a[i] == b[i];
    cr_expect_lt(equal, 10);
}

Test(judge, problem_fill_refuses)
{
    bres_problem_parameter parameters[PARAMETERS] = { usual[0] };
    bres_problem problem = problem_of(parameters, PARAMETERS);
    bres_problem_case test_case;
    double elements[100];

    memcpy(parameters, usual, sizeof(usual));
    test_case = case_of(&problem);
    cr_expect_eq(bres_problem_fill(NULL, &test_case, X, 1, elements), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_fill(&problem, NULL, X, 1, elements), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_fill(&problem, &test_case, X, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_fill(&problem, &test_case, PARAMETERS, 1, elements),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_fill(&problem, &test_case, SCALE, 1, elements), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_fill(&problem, &test_case, Y, 1, elements), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(),
                     "problem 'own-1', parameter 'y': not an input array or extra array");
    parameters[X].second = -2;
    cr_expect_eq(bres_problem_fill(&problem, &test_case, X, 1, elements), BRES_ERROR_ARGUMENT);
    parameters[X].second = 1;
    problem.fill = fill_nothing;
    cr_expect_eq(bres_problem_fill(&problem, &test_case, LENGTHS, 1, elements),
                 BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(
        bres_last_error(),
        "problem 'own-1', parameter 'lengths': the problem's function 'fill' returned false");
    test_case.dims[0] = 0;
    cr_expect_eq(bres_problem_fill(&problem, &test_case, COUNTS, 1, NULL), BRES_OK);
}

/* Others have published these seeds for these names. */
Test(judge, problem_seeds_are_those_of_the_names)
{
    cr_expect_eq(bres_problem_seed("vector-addition", "n = 2^20_(1048576,)"), 2030485268);
    cr_expect_eq(bres_problem_seed("conv-1d", "N=65536_K=8191"), 1503757528);
    cr_expect_eq(bres_problem_seed(NULL, NULL), bres_problem_seed("", ""));
    cr_expect_neq(bres_problem_seed("a", "b"), bres_problem_seed("b", "a"));
}
