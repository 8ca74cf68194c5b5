/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of tuners: a small space in virtual time. A table has the time of each
 * configuration, to which a little reproducible noise is added.
 */
#ifndef BRES_TEST_TUNED_H
#define BRES_TEST_TUNED_H

#include "support/virtual_clock.h"

#include <benchresult/tune.h>

/* The configurations of the parameters X (10, 20, 30) and Y ("a", "b"); X varies fastest. */
#define BRES_TEST_TUNED_PLACES 6u

/* Change any member between _begin and _new, and between _new and _run. */
typedef struct bres_test_tuned {
    bres_test_clock time;
    bres_clock clock;
    bres_tuner_options options; /* with this clock, and callbacks that use the members below */
    bres_tuner *tuner;
    bres_status made; /* the status of bres_tuner_new() */

    int64_t duration[BRES_TEST_TUNED_PLACES]; /* nanoseconds; place 3 is the shortest at first */
    int64_t step_back;        /* nanoseconds by which each execution sets the clock back; 0: none */
    uint64_t fail_execution;  /* the number of the execution that fails, from 1; 0: none */
    uint64_t interrupt_after; /* executions; 0: never */
    bool call_back;           /* each callback tries to run and change the tuner */

    uint64_t executions;
    uint64_t executed[BRES_TEST_TUNED_PLACES];
    unsigned prepared[BRES_TEST_TUNED_PLACES];
    unsigned released[BRES_TEST_TUNED_PLACES];
    unsigned checked[BRES_TEST_TUNED_PLACES];
    unsigned refused_prepare; /* bit mask of the configurations that prepare refuses */
    unsigned refused_check;   /* bit mask of the configurations that check refuses */
    unsigned batches;         /* calls of the progress function */
    char log[2048];           /* warnings, each with a newline */
} bres_test_tuned;

void bres_test_tuned_begin(bres_test_tuned *tuned);
/* Makes the tuner with its parameters, and with prepare, release and check. */
void bres_test_tuned_new(bres_test_tuned *tuned);
/* The function that is measured. */
void bres_test_tuned_execute(const bres_trial *trial, void *tuned);
/* Runs the tuner on the CPU. */
bres_status bres_test_tuned_run(bres_test_tuned *tuned);
void bres_test_tuned_free(bres_test_tuned *tuned);
/* The name of the winner; "" if there is none. */
const char *bres_test_tuned_winner(const bres_test_tuned *tuned);
/* The state of the configuration with this index in the result; NULL if there is none. */
const bres_state *bres_test_tuned_state(const bres_test_tuned *tuned, int64_t place);
/* The number of samples in the file or journal of a tuner; 0 if there is no file. */
uint64_t bres_test_tuned_samples(const char *path);

#endif
