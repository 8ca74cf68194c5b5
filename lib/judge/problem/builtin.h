/* SPDX-License-Identifier: MIT */
/*
 * The library's own problems. Tables describe the cases of a problem, and the functions here read
 * the tables.
 */
#ifndef BRES_JUDGE_PROBLEM_BUILTIN_H
#define BRES_JUDGE_PROBLEM_BUILTIN_H

#include <benchresult/problem.h>

extern const bres_problem bres__problem_conv_1d;
extern const bres_problem bres__problem_conv_2d;
extern const bres_problem bres__problem_cumsum;
extern const bres_problem bres__problem_gelu;
extern const bres_problem bres__problem_histogram;
extern const bres_problem bres__problem_layer_norm;
extern const bres_problem bres__problem_leaky_relu;
extern const bres_problem bres__problem_matrix_multiplication;
extern const bres_problem bres__problem_matrix_vector;
extern const bres_problem bres__problem_relu;
extern const bres_problem bres__problem_softmax;
extern const bres_problem bres__problem_vector_addition;

/* A set of dimensions is a bit mask; this set contains only the dimension `index`. */
#define BRES__DIM(index) (UINT32_C(1) << (index))

#define BRES__ON_CPU      (UINT32_C(1) << BRES_CASES_CPU)
#define BRES__ON_CUDA     (UINT32_C(1) << BRES_CASES_CUDA)
#define BRES__ON_BOTH     (BRES__ON_CPU | BRES__ON_CUDA)
#define BRES__AS_A_SAMPLE (UINT32_C(1) << BRES_CASES_SAMPLE)

/* One case. Cases with a size of zero are for the CPU only: CUDA refuses to launch a kernel without
 * blocks, so an honest solution would fail. */
typedef struct bres__case_row {
    const char *name; /* NULL: made of the dimensions */
    uint32_t sets;    /* BRES__ON_*, or BRES__AS_A_SAMPLE */
    bool checked;     /* only checked, not timed */
    bool special;     /* the inputs have special values */
    uint32_t jitter;  /* dimensions that the seed makes up to an eighth larger */
    uint64_t dims[BRES_CASE_DIMS_MAX];
    double real;
} bres__case_row;

/* The struct to which bres_problem.user of the library's problems points. */
typedef struct bres__problem_spec {
    const char *const *dim_names;
    uint32_t dim_count;
    const char *real_name; /* NULL: cases have no real number */
    const bres__case_row *rows;
    size_t row_count;
    /* One set of dimensions per parameter. For an array: the dimensions whose product is the number
     * of elements. For a value: its dimension; 0 for the real number. */
    const uint32_t *extents;
    /* The tolerance of float32 results whose sums have `full_terms` terms. Rounding errors grow
     * with the square root of the number of terms, so the absolute tolerance of smaller sums is
     * reduced: half the precision then fails in small cases, too. */
    bres_tolerance tolerance;
    uint32_t terms; /* dimensions whose product is the number of terms; 0: no sums */
    double full_terms;
    /* The function of an elementwise problem: x is an element of the first input; y is the element
     * or the value of the second input, or 0 without a second input. */
    double (*elementwise)(double x, double y);
    /* For bres__builtin_flops(): `operations` times the product of the dimensions in `work`. */
    uint64_t operations;
    uint32_t work;
} bres__problem_spec;

/* Functions for the members of a bres_problem. */
size_t bres__builtin_case_count(const bres_problem *problem, bres_case_set set);
bres_status bres__builtin_make_case(const bres_problem *problem, size_t index, uint64_t seed,
                                    bres_problem_case *test_case);
size_t bres__builtin_element_count(const bres_problem *problem, const bres_problem_case *test_case,
                                   size_t parameter);
void bres__builtin_scalar(const bres_problem *problem, const bres_problem_case *test_case,
                          size_t parameter, void *value);
/* Fills the inputs of the sample case with 1, -2, 3, -4, ..., which a person can follow; false for
 * other cases. */
bool bres__builtin_fill(const bres_problem *problem, const bres_problem_case *test_case,
                        size_t parameter, uint64_t seed, void *elements);
bres_tolerance bres__builtin_tolerance(const bres_problem *problem,
                                       const bres_problem_case *test_case, size_t parameter);
/* The bytes of all arrays: each array is read or written once. */
uint64_t bres__builtin_bytes(const bres_problem *problem, const bres_problem_case *test_case);
uint64_t bres__builtin_flops(const bres_problem *problem, const bres_problem_case *test_case);

/* A product; 0, which means unknown, if it overflows. */
uint64_t bres__product(const uint64_t *factors, size_t count);

/* Initializers of parameters. */
#define BRES__INPUT_ARRAY(name, distribution, first, second)                                       \
    {                                                                                              \
        name, BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,   \
            distribution, first, second                                                            \
    }
#define BRES__INPUT_VALUE(name, type)                                                              \
    {                                                                                              \
        name, type, BRES_ROLE_INPUT, 0, 0, 0, 0                                                    \
    }
#define BRES__OUTPUT_ARRAY(name)                                                                   \
    {                                                                                              \
        name, BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0                 \
    }
#define BRES__EXTRA_SIZE(name)                                                                     \
    {                                                                                              \
        name, BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0                                          \
    }

/* Initializers of the members of bres__case_row, for each kind of row. */
#define BRES__TIMED(of_sets, ...)   .sets = (of_sets), .dims = { __VA_ARGS__ }
#define BRES__CHECKED(of_sets, ...) .sets = (of_sets), .checked = true, .dims = { __VA_ARGS__ }
#define BRES__NEAR(larger, ...)     BRES__CHECKED(BRES__ON_BOTH, __VA_ARGS__), .jitter = (larger)
#define BRES__SPECIAL(...)          BRES__CHECKED(BRES__ON_BOTH, __VA_ARGS__), .special = true
#define BRES__SAMPLE(...)           BRES__TIMED(BRES__AS_A_SAMPLE, __VA_ARGS__)

/* The members of bres__problem_spec that describe the cases. */
#define BRES__CASES(names, table, sets)                                                            \
    .dim_names = (names), .dim_count = sizeof(names) / sizeof(*(names)), .rows = (table),          \
    .row_count = sizeof(table) / sizeof(*(table)), .extents = (sets)

/* The members of a bres_problem that are the same for all problems. */
#define BRES__BUILTIN(parameter_table, facts)                                                      \
    .size = sizeof(bres_problem), .parameters = (parameter_table),                                 \
    .parameter_count = sizeof(parameter_table) / sizeof(*(parameter_table)), .time_limit = 100,    \
    .user = (void *)&(facts), .case_count = bres__builtin_case_count,                              \
    .make_case = bres__builtin_make_case, .element_count = bres__builtin_element_count,            \
    .scalar = bres__builtin_scalar, .tolerance = bres__builtin_tolerance,                          \
    .bytes = bres__builtin_bytes

#define BRES__FLOAT32_AND_FLOAT64                                                                  \
    (BRES_TYPE_BIT(BRES_TYPE_FLOAT32) | BRES_TYPE_BIT(BRES_TYPE_FLOAT64))

/* The members of most problems, whose only own function is the reference. */
#define BRES__USUAL_BUILTIN(parameter_table, facts)                                                \
    BRES__BUILTIN(parameter_table, facts), .types = BRES__FLOAT32_AND_FLOAT64,                     \
                                           .fill = bres__builtin_fill,                             \
                                           .flops = bres__builtin_flops

#endif
