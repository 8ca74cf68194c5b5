/* SPDX-License-Identifier: MIT */
/*
 * A criterion that a program defines: "fixed" ends after "max-samples" (int64, default 42) samples
 * and has a "label" (string, default "none"). Its state holds memory, so that a missing call of
 * clear() leaks.
 */
#ifndef BRES_TEST_FIXED_H
#define BRES_TEST_FIXED_H

#include <benchresult/criterion.h>

/* Counts the calls of its callbacks; the `user` of the definition, which may be NULL. */
typedef struct bres_test_calls {
    size_t starts;
    size_t adds;
    size_t clears;        /* of a state that held memory */
    size_t reserve_fails; /* the number of the reserve() call that fails, from 1; 0: none */
    size_t reserves;
    char label[64]; /* at the last start */
} bres_test_calls;

void bres_test_fixed(bres_criterion_definition *definition, bres_test_calls *calls);

#endif
