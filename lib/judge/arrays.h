/* SPDX-License-Identifier: MIT */
/*
 * The arguments of one case in the judge's own memory.
 */
#ifndef BRES_JUDGE_ARRAYS_H
#define BRES_JUDGE_ARRAYS_H

#include "judge/problem/problem.h"
#include "judge/runner/runner.h"

/* Arrays with one element per parameter are zero after the last parameter. */
typedef struct bres__arrays {
    const bres_problem *problem;
    const bres_problem_case *test_case;
    bres__argument arguments[BRES__PARAMETERS_MAX];
    size_t counts[BRES__PARAMETERS_MAX];      /* elements of an array */
    void *own[BRES__PARAMETERS_MAX];          /* inputs as uploaded, outputs as downloaded */
    void *expected[BRES__PARAMETERS_MAX];     /* of outputs */
    const void *inputs[BRES__PARAMETERS_MAX]; /* for the reference: arrays and values, in order */
    void *outputs[BRES__PARAMETERS_MAX];      /* for the reference: in `expected`, in order */
    uint64_t seed;                            /* of the inputs */
    bool is_special;                          /* the inputs contain special values */
    bool is_filled;                           /* `seed` and `is_special` are valid */
    bool has_outputs;                         /* `own` contains the outputs of a call */
    bool short_of_memory;                     /* bres__arrays_make() ran out of memory */
} bres__arrays;

bres_status bres__arrays_make(bres__arrays *arrays, const bres_problem *problem,
                              const bres_problem_case *test_case);
void bres__arrays_free(bres__arrays *arrays);
/* Makes the inputs from a seed, unless they exist already. If `is_special`, a few elements are as
 * in a case of special values: too few for a solution to find by looking at some elements. */
bres_status bres__arrays_fill(bres__arrays *arrays, uint64_t seed, bool is_special);
/* Copies the inputs to a set of the runner, and poisons its outputs. */
void bres__arrays_upload(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                         uint64_t poison);
/* Copies the outputs from a set of the runner. */
void bres__arrays_download(bres__arrays *arrays, const bres__runner *runner, size_t set);
/* A copy of the downloaded outputs, by parameter; NULL if memory is exhausted. */
void **bres__arrays_copy_outputs(const bres__arrays *arrays);
/* NULL does nothing. */
void bres__arrays_free_outputs(const bres__arrays *arrays, void **outputs);
/* The first parameter that is const and was modified; the number of parameters if none was. *byte
 * is the index of its first modified byte. */
size_t bres__arrays_modified(const bres__arrays *arrays, const bres__runner *runner, size_t set,
                             size_t *byte);
/* Number of elements of a downloaded output that are still poison. */
size_t bres__arrays_untouched(const bres__arrays *arrays, size_t parameter, uint64_t poison);
/* Returns `wrong`, the number of wrong elements of an output, if all of them are still poison and
 * too many for chance; otherwise 0. */
size_t bres__arrays_unwritten(const bres__arrays *arrays, size_t parameter, const void *expected,
                              const void *actual, size_t wrong, uint64_t poison);
/* Computes the expected outputs from the inputs. */
bres_status bres__arrays_expect(bres__arrays *arrays);
/* Compares an output with an expected one. */
bres_status bres__arrays_verify(const bres__arrays *arrays, size_t parameter, const void *expected,
                                const void *actual, bres_verification *verification);

#endif
