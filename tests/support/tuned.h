/* SPDX-License-Identifier: MIT */
/*
 * What tests of tuners share: a small space in virtual time, in which the time of a configuration
 * is its place in a table, with a little noise that is always the same.
 */
#ifndef BRES_TEST_TUNED_H
#define BRES_TEST_TUNED_H

#include "support/virtual_clock.h"

#include <benchresult/tune.h>

/* Of the parameters X (10, 20, 30) and Y ("a", "b"), X fastest. */
#define BRES_TEST_TUNED_PLACES 6u

/* Change any member between _begin and _new, and between _new and _run. */
typedef struct bres_test_tuned {
    bres_test_clock time;
    bres_clock clock;
    bres_tuner_options options; /* with this clock, and everything below */
    bres_tuner *tuner;
    bres_status made; /* whether it could be made */

    int64_t duration[BRES_TEST_TUNED_PLACES]; /* nanoseconds; place 3 is the shortest at first */
    int64_t step_back; /* nanoseconds that each execution takes away from the clock; 0: none */
    uint64_t fail_execution;  /* the number of one that says it has failed, from 1; 0: none */
    uint64_t interrupt_after; /* executions; 0: never */
    bool call_back;           /* each function of the caller's tries to run and change the tuner */

    uint64_t executions;
    uint64_t executed[BRES_TEST_TUNED_PLACES];
    unsigned prepared[BRES_TEST_TUNED_PLACES];
    unsigned released[BRES_TEST_TUNED_PLACES];
    unsigned checked[BRES_TEST_TUNED_PLACES];
    unsigned refused_prepare; /* bits of the places that these functions refuse */
    unsigned refused_check;
    unsigned batches; /* calls of the progress function */
    char log[2048];   /* warnings, each with a newline */
} bres_test_tuned;

void bres_test_tuned_begin(bres_test_tuned *tuned);
/* Makes the tuner with its parameters, and with prepare, release and check. */
void bres_test_tuned_new(bres_test_tuned *tuned);
/* The function that is measured. */
void bres_test_tuned_execute(const bres_trial *trial, void *tuned);
/* Runs it on the CPU. */
bres_status bres_test_tuned_run(bres_test_tuned *tuned);
void bres_test_tuned_free(bres_test_tuned *tuned);
/* The name of the winner; "" when there is none. */
const char *bres_test_tuned_winner(const bres_test_tuned *tuned);
/* The state of a place in the result; NULL when there is none. */
const bres_state *bres_test_tuned_state(const bres_test_tuned *tuned, int64_t place);
/* The samples in the file or journal of a tuner; 0 if there is none. */
uint64_t bres_test_tuned_samples(const char *path);

#endif
