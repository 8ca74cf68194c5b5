/* SPDX-License-Identifier: MIT */
/*
 * A case of a problem with its arrays: filled inputs, and the outputs of the reference.
 */
#ifndef BRES_TEST_TRIAL_H
#define BRES_TEST_TRIAL_H

#include <benchresult/problem.h>

#define BRES_TEST_PARAMETERS 16

typedef struct bres_test_trial {
    const bres_problem *problem;
    bres_problem_case test_case;
    /* For each parameter; a value is an array of one element. */
    void *arrays[BRES_TEST_PARAMETERS];
    size_t counts[BRES_TEST_PARAMETERS];
    bres_data_type types[BRES_TEST_PARAMETERS];
    size_t output; /* the index of the first output */
} bres_test_trial;

/* Makes a case and fills its arrays; `seed` determines sizes and inputs. A failure fails the
 * test. */
bres_test_trial bres_test_trial_make(const bres_problem *problem, bres_case_set set,
                                     bres_data_type type, size_t index, uint64_t seed);
/* Computes the outputs again from the current inputs. */
bres_status bres_test_trial_reference(bres_test_trial *trial);
/* Rounds each input array of real numbers to a type with less precision, and back. */
void bres_test_trial_round(bres_test_trial *trial, bres_data_type type);
/* Compares an array with the first output, with the tolerance of the problem. */
bres_verification bres_test_trial_verify(const bres_test_trial *trial, const void *actual);
void bres_test_trial_free(bres_test_trial *trial);

#endif
