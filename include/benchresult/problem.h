/* SPDX-License-Identifier: MIT */
/*
 * Problems for the judge (benchresult/judge.h): the inputs of a solution, the outputs that it must
 * compute, and how the judge verifies them.
 *
 * A problem is a struct of data and functions. The library has problems of its own; see
 * bres_problem_find(). A program can describe others. A solution is a function
 *
 *     void solution(inputs, outputs, extra parameters)
 *
 * whose parameters the problem lists. A judgement uses one data type: all parameters
 * of type BRES_TYPE_ELEMENT have this type. It uses all cases of a set; the cases differ in sizes
 * and values. Arrays are contiguous and row-major.
 *
 * Threads: any number of threads may call these functions at the same time. The judge calls the
 * functions of a problem on the thread that called bres_judge(). Functions that return bres_status
 * set the error record on failure; see benchresult/base.h. Since 0.1.
 */
#ifndef BENCHRESULT_PROBLEM_H
#define BENCHRESULT_PROBLEM_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The data type of a value or of the elements of an array. Values are never renumbered. */
typedef enum bres_data_type {
    BRES_TYPE_ELEMENT = 0, /* the data type of the judgement */
    BRES_TYPE_FLOAT32 = 1, /* float */
    BRES_TYPE_FLOAT64 = 2, /* double */
    BRES_TYPE_FLOAT16 = 3, /* uint16_t in C, __half in CUDA: IEEE 754 binary16 */
    BRES_TYPE_INT32 = 4,   /* int */
    BRES_TYPE_UINT8 = 5,   /* uint8_t */
    BRES_TYPE_UINT32 = 6,  /* uint32_t */
    BRES_TYPE_UINT64 = 7,  /* uint64_t */
    BRES_TYPE_SIZE = 8     /* size_t */
} bres_data_type;

/* The bit of a data type in a set of data types. */
#define BRES_TYPE_BIT(type) (UINT32_C(1) << (type))

/* The name of a data type: "float32", "size"; NULL for other numbers. Static. */
BRES_API const char *bres_data_type_name(bres_data_type type);
/* The size of an element in bytes; 0 for BRES_TYPE_ELEMENT and other numbers. */
BRES_API size_t bres_data_type_size(bres_data_type type);
/* Finds a data type by its name. BRES_ERROR_KEY for an unknown name; the message lists all names.
 */
BRES_API bres_status bres_data_type_find(const char *name, bres_data_type *type);

/* The role of a parameter. A signature lists the inputs first, then the outputs, then the extra
 * parameters. Values are never renumbered. */
typedef enum bres_role {
    BRES_ROLE_INPUT = 0,  /* an input of the solution and of the problem's reference() */
    BRES_ROLE_OUTPUT = 1, /* an array that the solution writes */
    BRES_ROLE_EXTRA = 2   /* a size or shape; not passed to reference() */
} bres_role;

/* How the judge fills an input array. A seed gives the same elements on every host, except for the
 * last bit of BRES_FILL_NORMAL, which depends on the C library. Values are never renumbered. */
typedef enum bres_distribution {
    BRES_FILL_UNIFORM = 0,  /* in [first, second), in 2^24 steps; 2^53 steps for float64 */
    BRES_FILL_NORMAL = 1,   /* mean `first`, standard deviation `second` */
    BRES_FILL_INTEGERS = 2, /* integers from `first` to `second`, with equal probability */
    BRES_FILL_SPECIAL = 3   /* uniform in [first, second), with a special value in one of 16
                               elements: both zeros, denormals, the ends of the range, tiny and
                               large numbers, the value of the preceding element. If a case has
                               this distribution, the judge also checks a few special values in
                               the cases that it times */
} bres_distribution;

#define BRES_PARAMETER_POINTER UINT32_C(1) /* an array; otherwise a value */
#define BRES_PARAMETER_CONST   UINT32_C(2) /* the solution must not write to the array */
#define BRES_PARAMETER_HOST    UINT32_C(4) /* an array in host memory, even on a GPU */

/* One parameter of a solution. The struct never grows. */
typedef struct bres_problem_parameter {
    const char *name;      /* a C identifier */
    uint32_t type;         /* a bres_data_type */
    uint32_t role;         /* a bres_role */
    uint32_t flags;        /* BRES_PARAMETER_* bits */
    uint32_t distribution; /* a bres_distribution, for an input array */
    double first;          /* first parameter of the distribution; see bres_distribution */
    double second;         /* second parameter of the distribution; see bres_distribution */
} bres_problem_parameter;

/* A set of cases. Values are never renumbered. */
typedef enum bres_case_set {
    BRES_CASES_CPU = 0,   /* sizes that take milliseconds on a CPU */
    BRES_CASES_CUDA = 1,  /* sizes that keep a GPU busy */
    BRES_CASES_SAMPLE = 2 /* one small case, for people to read */
} bres_case_set;

/* A flag of a case that is checked but not timed, such as a case with unusual sizes or special
 * values. */
#define BRES_CASE_CHECK_ONLY UINT32_C(1)

#define BRES_CASE_NAME_MAX  96
#define BRES_CASE_DIMS_MAX  8
#define BRES_CASE_REALS_MAX 4

/* One case. The problem fills it in and defines the meaning of `dims` and `reals`. The struct never
 * grows. */
typedef struct bres_problem_case {
    char name[BRES_CASE_NAME_MAX]; /* stable; unique among timed cases */
    uint32_t set;                  /* a bres_case_set; set by the caller of make_case() */
    uint32_t type;                 /* the bres_data_type of the judgement; also set by the caller */
    uint32_t flags;                /* BRES_CASE_* bits */
    uint32_t distribution; /* if has_distribution is set, replaces the distribution of each input
                              that is not BRES_FILL_INTEGERS */
    bool has_distribution;
    uint32_t dim_count; /* how many of `dims` are used */
    uint64_t dims[BRES_CASE_DIMS_MAX];
    double reals[BRES_CASE_REALS_MAX];
} bres_problem_case;

/* The tolerance of an output. An element is correct if |actual - expected| <= absolute + relative *
 * |expected|, or if both are the same infinity; NaN is never correct. The struct never grows. */
typedef struct bres_tolerance {
    double relative;
    double absolute;
} bres_tolerance;

/* A wrong element. The struct never grows. */
typedef struct bres_mismatch {
    uint64_t index;
    double expected;
    double actual;
} bres_mismatch;

/* The capacity of bres_verification.worst. */
#define BRES_WORST_MAX 5

/* The result of a comparison of an output with the expected one. */
typedef struct bres_verification {
    size_t size;            /* set by bres_verification_init() */
    uint64_t count;         /* compared elements */
    uint64_t wrong;         /* wrong elements; 0: accepted */
    bres_mismatch first;    /* the wrong element with the smallest index */
    double max_difference;  /* largest finite absolute difference of all elements */
    double mean_difference; /* mean of the finite absolute differences */
    uint32_t worst_count;   /* how many of `worst` are used */
    uint32_t parameter;     /* index of the output among the parameters of its problem */
    bres_mismatch worst[BRES_WORST_MAX]; /* worst elements, the worst first; NaN and infinities come
                                            before all others */
    char message[256];                   /* one sentence; "" if accepted */
} bres_verification;

/* Sets the size, and all other members to 0; NULL is ignored. */
BRES_API void bres_verification_init(bres_verification *verification);

/*
 * Compares two arrays of `count` elements of a type. The message calls the array `name`.
 * `tolerance` may be NULL: elements must be equal. `verification` must be initialized. Wrong
 * elements are not an error. Errors: BRES_ERROR_ARGUMENT (a type without a size, a negative or
 * non-finite tolerance), BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_verify(const char *name, bres_data_type type, const void *expected,
                                 const void *actual, size_t count, const bres_tolerance *tolerance,
                                 bres_verification *verification);

/* A problem. */
typedef struct bres_problem bres_problem;

/* Initialize with bres_problem_init(), then set the members. The targets of all pointers must live
 * as long as the struct. */
struct bres_problem {
    size_t size;       /* set by bres_problem_init() */
    const char *name;  /* letters, digits and '-' */
    const char *title; /* one line */
    const bres_problem_parameter *parameters;
    size_t parameter_count;
    uint32_t types;    /* BRES_TYPE_BIT() of each supported data type */
    uint32_t reserved; /* 0 */
    double time_limit; /* seconds for all calls of one case; default 100 */
    void *user;        /* pointer for the problem's functions; default NULL */

    /* The number of cases of a set; BRES_CASES_SAMPLE has one. */
    size_t (*case_count)(const bres_problem *problem, bres_case_set set);
    /* Fills a case. The caller has set `set` and `type`; all other members are 0. The sizes of a
     * check-only case may depend on the seed. BRES_ERROR_LIMIT if an array has too many elements.
     */
    bres_status (*make_case)(const bres_problem *problem, size_t index, uint64_t seed,
                             bres_problem_case *test_case);
    /* The number of elements of an array parameter; may be 0. */
    size_t (*element_count)(const bres_problem *problem, const bres_problem_case *test_case,
                            size_t parameter);
    /* Writes the value of a parameter that is not an array, in the type of the parameter. May be
     * NULL if all parameters are arrays. */
    void (*scalar)(const bres_problem *problem, const bres_problem_case *test_case,
                   size_t parameter, void *value);
    /* Fills an input array or an extra array. The elements of an extra array must not depend on the
     * seed. If the function returns false, the library fills the input array. May be NULL if the
     * problem has no extra arrays. */
    bool (*fill)(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements);
    /* Computes the expected outputs in double, and stores each value rounded to the type of its
     * output. `inputs` has one pointer for each input, to the array or to the value. `outputs` has
     * one pointer for each output, to an array of the output's type. If the function returns an
     * error, bres_judge() ends with this error. */
    bres_status (*reference)(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs);
    /* The tolerance of an output. NULL: elements must be equal. */
    bres_tolerance (*tolerance)(const bres_problem *problem, const bres_problem_case *test_case,
                                size_t parameter);
    /* Compares an output instead of bres_verify(); `verification` is initialized. NULL: use
     * bres_verify(). */
    bres_status (*verify)(const bres_problem *problem, const bres_problem_case *test_case,
                          size_t parameter, const void *const *inputs, const void *expected,
                          const void *actual, bres_verification *verification);
    /* The number of operations of one call; 0 or NULL: unknown. */
    uint64_t (*flops)(const bres_problem *problem, const bres_problem_case *test_case);
    /* The smallest number of bytes that one call must move; 0 or NULL: unknown. */
    uint64_t (*bytes)(const bres_problem *problem, const bres_problem_case *test_case);
};

/* Sets the size and the defaults; NULL is ignored. */
BRES_API void bres_problem_init(bres_problem *problem);

/* The number of the library's own problems. */
BRES_API size_t bres_problem_count(void);
/* One of the library's problems, in the order of their names; NULL for an index out of range.
 * Static. */
BRES_API const bres_problem *bres_problem_at(size_t index);
/* Finds one of the library's problems by its name. BRES_ERROR_KEY for an unknown name; the message
 * suggests a similar one. */
BRES_API bres_status bres_problem_find(const char *name, const bres_problem **problem);

/* Checks that a problem is complete and consistent. Errors: BRES_ERROR_ARGUMENT with the fault,
 * BRES_ERROR_VERSION for a struct of unknown size. */
BRES_API bres_status bres_problem_check(const bres_problem *problem);

/* Makes a case of a set for a data type and a seed. Errors: BRES_ERROR_ARGUMENT for an index out of
 * range or an unsupported data type, and errors of the problem's function. */
BRES_API bres_status bres_problem_make_case(const bres_problem *problem, bres_case_set set,
                                            bres_data_type type, size_t index, uint64_t seed,
                                            bres_problem_case *test_case);
/* The data type of a parameter in a case; BRES_TYPE_ELEMENT for an index out of range. */
BRES_API bres_data_type bres_problem_parameter_type(const bres_problem *problem,
                                                    const bres_problem_case *test_case,
                                                    size_t parameter);
/* Fills an input array or extra array as the judge does: each parameter has its own stream of
 * random numbers from the seed. `elements` has room for element_count() elements. Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION. */
BRES_API bres_status bres_problem_fill(const bres_problem *problem,
                                       const bres_problem_case *test_case, size_t parameter,
                                       uint64_t seed, void *elements);
/* The public seed that a case is checked with: the first four bytes of the MD5 of "NAME_CASE",
 * little endian, without the sign bit. */
BRES_API uint64_t bres_problem_seed(const char *problem, const char *test_case);

/* The language of a solution. Values are never renumbered. */
typedef enum bres_language {
    BRES_LANGUAGE_C = 0,
    BRES_LANGUAGE_CXX = 1,
    BRES_LANGUAGE_CUDA = 2
} bres_language;

/* Writes a source file with an empty `solution`. The caller frees *text with bres_string_free().
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_problem_starter(const bres_problem *problem, bres_data_type type,
                                          bres_language language, char **text);
/* Writes the declaration of `solution`, for a header that a solution includes, so that the compiler
 * reports a mismatch. The caller frees *text with bres_string_free(). Errors: BRES_ERROR_ARGUMENT,
 * BRES_ERROR_MEMORY. */
BRES_API bres_status bres_problem_prototype(const bres_problem *problem, bres_data_type type,
                                            bres_language language, char **text);

#ifdef __cplusplus
}
#endif

#endif
