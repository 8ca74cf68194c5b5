/* SPDX-License-Identifier: MIT */
/*
 * A criterion of a program: "fixed" ends after "max-samples" (int64, default 42), and has a "label"
 * (string, default "none"). Its state holds memory, so that a missing call of clear() leaks.
 */
#ifndef BRES_TEST_FIXED_H
#define BRES_TEST_FIXED_H

#include <benchresult/criterion.h>

/* What its callbacks were called for; the `user` of the definition, when there is one. */
typedef struct bres_test_calls {
    size_t starts;
    size_t adds;
    size_t clears;        /* of a state that held something */
    size_t reserve_fails; /* the reserve() of this number fails, counted from 1; 0: none does */
    size_t reserves;
    char label[64]; /* as it was at the last start */
} bres_test_calls;

void bres_test_fixed(bres_criterion_definition *definition, bres_test_calls *calls);

#endif
