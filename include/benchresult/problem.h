/* SPDX-License-Identifier: MIT */
/*
 * Problems for the judge (benchresult/judge.h): what a solution is given, what it must compute, and
 * how that is verified.
 *
 * A problem is a struct of facts and functions. The library has some (bres_problem_find()); a
 * program can describe its own. A solution is a function
 *
 *     void solution(inputs, outputs, extra parameters)
 *
 * whose parameters the problem lists. A problem is judged in one data type at a time, which
 * parameters of type BRES_TYPE_ELEMENT then have, and in several cases: sizes and other values.
 * Arrays are contiguous and row-major.
 *
 * Threads: the functions here may be called from any number of threads at once. The judge calls the
 * functions of a problem on the thread that called it.
 */
#ifndef BENCHRESULT_PROBLEM_H
#define BENCHRESULT_PROBLEM_H

#include <benchresult/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a parameter, or an element of an array, is. Values are never renumbered. */
typedef enum bres_data_type {
    BRES_TYPE_ELEMENT = 0, /* the data type that the problem is judged in */
    BRES_TYPE_FLOAT32 = 1, /* float */
    BRES_TYPE_FLOAT64 = 2, /* double */
    BRES_TYPE_FLOAT16 = 3, /* uint16_t in C, __half in CUDA: IEEE 754 binary16 */
    BRES_TYPE_INT32 = 4,   /* int */
    BRES_TYPE_UINT8 = 5,   /* uint8_t */
    BRES_TYPE_UINT32 = 6,  /* uint32_t */
    BRES_TYPE_UINT64 = 7,  /* uint64_t */
    BRES_TYPE_SIZE = 8     /* size_t */
} bres_data_type;

/* For sets of data types. */
#define BRES_TYPE_BIT(type) (UINT32_C(1) << (type))

/* "float32", "int32", "size" and so on; "element" for BRES_TYPE_ELEMENT. Static; NULL for other
 * numbers. */
BRES_API const char *bres_data_type_name(bres_data_type type);
/* Bytes of one element; 0 for BRES_TYPE_ELEMENT and other numbers. */
BRES_API size_t bres_data_type_size(bres_data_type type);
/* The type of this name. BRES_ERROR_KEY, naming those that there are. */
BRES_API bres_status bres_data_type_find(const char *name, bres_data_type *type);

/* What a parameter is for. A signature has inputs first, then outputs, then extra parameters.
 * Values are never renumbered. */
typedef enum bres_role {
    BRES_ROLE_INPUT = 0,  /* the reference takes it, too */
    BRES_ROLE_OUTPUT = 1, /* an array that the solution writes */
    BRES_ROLE_EXTRA = 2   /* sizes and shapes; the reference is not given them */
} bres_role;

/* How the judge fills an input array: the same elements for the same seed on every host, but for
 * BRES_FILL_NORMAL, whose last bit depends on the C library. Values are never renumbered. */
typedef enum bres_distribution {
    BRES_FILL_UNIFORM = 0, /* in [first, second): a 24-bit fraction of it; 53-bit for float64 */
    BRES_FILL_NORMAL = 1,  /* mean `first`, standard deviation `second` */
    BRES_FILL_INTEGERS =
        2,                /* whole numbers from `first` to `second`, each as likely as the others */
    BRES_FILL_SPECIAL = 3 /* uniform in [first, second), but one element in sixteen is a value
                             that breaks careless code: both zeros, denormals, the ends of the
                             range, tiny and large numbers, equal neighbours */
} bres_distribution;

#define BRES_PARAMETER_POINTER UINT32_C(1) /* an array; else a value */
#define BRES_PARAMETER_CONST   UINT32_C(2) /* the solution must not write it */
#define BRES_PARAMETER_HOST    UINT32_C(4) /* an array that stays in host memory on a GPU, too */

/* One parameter of a solution. The struct never grows. */
typedef struct bres_problem_parameter {
    const char *name;      /* a C identifier */
    uint32_t type;         /* a bres_data_type */
    uint32_t role;         /* a bres_role */
    uint32_t flags;        /* BRES_PARAMETER_* bits */
    uint32_t distribution; /* a bres_distribution, of an input array */
    double first;
    double second;
} bres_problem_parameter;

/* Which cases: they differ in size. Values are never renumbered. */
typedef enum bres_case_set {
    BRES_CASES_CPU = 0,   /* what a CPU does in milliseconds */
    BRES_CASES_CUDA = 1,  /* what keeps a GPU busy */
    BRES_CASES_SAMPLE = 2 /* one small case with values that a person can follow */
} bres_case_set;

/* The case is checked and not timed: odd sizes, special values. */
#define BRES_CASE_CHECK_ONLY UINT32_C(1)

#define BRES_CASE_NAME_MAX  96
#define BRES_CASE_DIMS_MAX  8
#define BRES_CASE_REALS_MAX 4

/* One case. The problem fills it in; what dims and reals mean is its own business. The struct never
 * grows. */
typedef struct bres_problem_case {
    char name[BRES_CASE_NAME_MAX]; /* stable, and different for each case that is timed */
    uint32_t set;                  /* a bres_case_set; given */
    uint32_t type;                 /* the bres_data_type that is judged in; given */
    uint32_t flags;                /* BRES_CASE_* bits */
    uint32_t distribution;         /* of all inputs that have no integers, instead of their own, */
    bool has_distribution;         /* when this is set */
    uint32_t dim_count;
    uint64_t dims[BRES_CASE_DIMS_MAX];
    double reals[BRES_CASE_REALS_MAX];
} bres_problem_case;

/* An element is right when |actual - expected| <= absolute + relative * |expected|; equal
 * infinities are, NaN never is. Both 0: equal. The struct never grows. */
typedef struct bres_tolerance {
    double relative;
    double absolute;
} bres_tolerance;

/* An element that is wrong. The struct never grows. */
typedef struct bres_mismatch {
    uint64_t index;
    double expected;
    double actual;
} bres_mismatch;

#define BRES_WORST_MAX 5

/* What came of comparing an output with what was expected. */
typedef struct bres_verification {
    size_t size;            /* set by bres_verification_init() */
    uint64_t count;         /* elements that were compared */
    uint64_t wrong;         /* of them; 0: accepted */
    bres_mismatch first;    /* the wrong element of the smallest index */
    double max_difference;  /* absolute; of finite ones, right or wrong */
    double mean_difference; /* likewise */
    uint32_t worst_count; /* up to BRES_WORST_MAX wrong elements, the worst first (of integers that
                             must be equal: the first ones): */
    uint32_t parameter;   /* the output's index among the parameters of its problem */
    bres_mismatch worst[BRES_WORST_MAX]; /* those with NaN or an infinity before all others */
    char message[256];                   /* one sentence; "" when accepted */
} bres_verification;

BRES_API void bres_verification_init(bres_verification *verification);

/*
 * Compares two arrays of `count` elements of a type. `name` is what the message calls the array.
 * That elements are wrong is no error.
 * Errors: BRES_ERROR_ARGUMENT (a type without a size, a negative or non-finite tolerance),
 * BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_verify(const char *name, bres_data_type type, const void *expected,
                                 const void *actual, size_t count, const bres_tolerance *tolerance,
                                 bres_verification *verification);

typedef struct bres_problem bres_problem;

/* Initialise with bres_problem_init(), then fill in. What it points to must live as long as it. */
struct bres_problem {
    size_t size;       /* set by bres_problem_init() */
    const char *name;  /* letters, digits and '-' */
    const char *title; /* one line */
    const bres_problem_parameter *parameters;
    size_t parameter_count;
    uint32_t types;    /* BRES_TYPE_BIT() of each data type that it can be judged in */
    uint32_t reserved; /* 0 */
    double time_limit; /* seconds for all calls of one case; default 100 */
    void *user;        /* for the functions; default NULL */

    /* How many cases a set has; the sample has one. */
    size_t (*case_count)(const bres_problem *problem, bres_case_set set);
    /* Fills in a case whose set and type are given, all else 0. Sizes of cases that are only
     * checked may depend on the seed. BRES_ERROR_LIMIT for a size that does not fit. */
    bres_status (*make_case)(const bres_problem *problem, size_t index, uint64_t seed,
                             bres_problem_case *test_case);
    /* Elements of an array parameter; may be 0. */
    size_t (*element_count)(const bres_problem *problem, const bres_problem_case *test_case,
                            size_t parameter);
    /* Writes the value of a scalar parameter, in its type. NULL when there is none. */
    void (*scalar)(const bres_problem *problem, const bres_problem_case *test_case,
                   size_t parameter, void *value);
    /* Fills an input array instead of the parameter's distribution, or an extra array (where the
     * seed does not count). NULL: there is no extra array, and inputs are filled by the library. It
     * returns false for an input that it leaves to the library. */
    bool (*fill)(const bres_problem *problem, const bres_problem_case *test_case, size_t parameter,
                 uint64_t seed, void *elements);
    /* Computes what is expected, in double, rounded to the type of each output. `inputs` has one
     * pointer per input, to the array or to the value; `outputs` one per output. A failure is the
     * problem's fault, not the solution's. */
    bres_status (*reference)(const bres_problem *problem, const bres_problem_case *test_case,
                             const void *const *inputs, void *const *outputs);
    /* The tolerance of an output. NULL: equal. */
    bres_tolerance (*tolerance)(const bres_problem *problem, const bres_problem_case *test_case,
                                size_t parameter);
    /* Compares instead of bres_verify(): `verification` has been initialised. NULL: does not. */
    bres_status (*verify)(const bres_problem *problem, const bres_problem_case *test_case,
                          size_t parameter, const void *const *inputs, const void *expected,
                          const void *actual, bres_verification *verification);
    /* Operations of one call, and bytes that it has to move at least; 0: unknown. NULL: unknown. */
    uint64_t (*flops)(const bres_problem *problem, const bres_problem_case *test_case);
    uint64_t (*bytes)(const bres_problem *problem, const bres_problem_case *test_case);
};

BRES_API void bres_problem_init(bres_problem *problem);

/* The library's own problems, in the order of their names. Static. */
BRES_API size_t bres_problem_count(void);
BRES_API const bres_problem *bres_problem_at(size_t index);
/* The library's problem of this name. BRES_ERROR_KEY, naming what may have been meant. */
BRES_API bres_status bres_problem_find(const char *name, const bres_problem **problem);

/* Says whether a problem is complete and consistent: BRES_ERROR_ARGUMENT with what is wrong.
 * BRES_ERROR_VERSION for a struct of unknown size. */
BRES_API bres_status bres_problem_check(const bres_problem *problem);

/* A case as the problem makes it for a set, a data type and a seed. Errors: BRES_ERROR_ARGUMENT for
 * an index out of range or a data type that the problem is not judged in; those of the problem. */
BRES_API bres_status bres_problem_make_case(const bres_problem *problem, bres_case_set set,
                                            bres_data_type type, size_t index, uint64_t seed,
                                            bres_problem_case *test_case);
/* The data type of a parameter in a case: BRES_TYPE_ELEMENT only when there is no such parameter.
 */
BRES_API bres_data_type bres_problem_parameter_type(const bres_problem *problem,
                                                    const bres_problem_case *test_case,
                                                    size_t parameter);
/* Fills an input or extra array of `element_count` elements as the judge does: each parameter has a
 * stream of random numbers of its own from the seed. */
BRES_API bres_status bres_problem_fill(const bres_problem *problem,
                                       const bres_problem_case *test_case, size_t parameter,
                                       uint64_t seed, void *elements);
/* The public seed of a case for checking: the first four bytes of the MD5 of "NAME_CASE", little
 * endian, without the sign bit. */
BRES_API uint64_t bres_problem_seed(const char *problem, const char *test_case);

/* Values are never renumbered. */
typedef enum bres_language {
    BRES_LANGUAGE_C = 0,
    BRES_LANGUAGE_CXX = 1,
    BRES_LANGUAGE_CUDA = 2
} bres_language;

/* A source file with an empty `solution`. The caller frees *text with bres_string_free(). Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_problem_starter(const bres_problem *problem, bres_data_type type,
                                          bres_language language, char **text);
/* The declaration of `solution` alone, for a header that a solution includes so that a mismatch is
 * an error of the compiler. Likewise. */
BRES_API bres_status bres_problem_prototype(const bres_problem *problem, bres_data_type type,
                                            bres_language language, char **text);

#ifdef __cplusplus
}
#endif

#endif
