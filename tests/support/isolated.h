/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of isolated configurations. The process of a configuration must not use
 * asserts: it reports an error by failing.
 */
#ifndef BRES_TEST_ISOLATED_H
#define BRES_TEST_ISOLATED_H

#include "support/tuned.h"

#include <benchresult/tune.h>
#include <sys/types.h>

#define BRES_TEST_ISOLATED_ACTING 4u

/* A tuner of isolated configurations; the second fastest configuration calls `act`. */
typedef struct bres_test_isolated {
    bres_test_tuned tuned;
    void (*act)(const struct bres_test_isolated *isolated, const bres_trial *trial);
    pid_t tuner_pid;
    bool foreign[256]; /* descriptors of the test runner */
} bres_test_isolated;

/* The number of threads at the first call, before any test has started a thread. */
size_t bres_test_isolated_threads(void);
void bres_test_isolated_begin(bres_test_isolated *isolated);
/* The function that is measured. */
void bres_test_isolated_execute(const bres_trial *trial, void *isolated);
bres_status bres_test_isolated_run(bres_test_isolated *isolated);
/* Why the configuration with this index has failed; "" if it has not. */
const char *bres_test_isolated_reason(const bres_test_isolated *isolated, int64_t place);

#endif
