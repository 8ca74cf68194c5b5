/* SPDX-License-Identifier: MIT */
/*
 * Criteria for tests, and streams of samples for them.
 *
 * The numbers of edge cases refer to the numbered list of the behaviour of NVBench's criteria and
 * of their statistics; a comment marks each case in which this library decides otherwise.
 */
#ifndef BRES_TEST_CRITERIA_H
#define BRES_TEST_CRITERIA_H

#include <benchresult/criterion.h>

/* The sample at an index from 0. */
typedef double (*bres_test_stream)(size_t index);

/* Makes a criterion and sets its parameters: "max-noise=0.5 min-time=0", NULL for none. Frees the
 * registry before it returns. */
bres_criterion *bres_test_criterion(const char *expression, const char *parameters);

/* Starts the criterion and adds samples of the stream. From sample `min_samples` on, asks after
 * each sample whether the criterion is finished, and stops then. Returns the number of samples, or
 * 0 if `limit` samples were not enough. Fails the test unless the criterion refuses exactly the
 * samples that are negative or not finite. */
size_t bres_test_stop(bres_criterion *criterion, bres_test_stream stream, size_t min_samples,
                      size_t limit);
/* Starts the criterion, adds `count` samples and asks once. */
bool bres_test_finished_after(bres_criterion *criterion, bres_test_stream stream, size_t count);

/* A stream, and after how many samples a criterion with these parameters ends it. */
typedef struct bres_test_case {
    unsigned number; /* of the edge case; 0: none */
    const char *parameters;
    bres_test_stream stream;
    size_t limit;
    size_t stop; /* 0: not within `limit` */
} bres_test_case;

void bres_test_cases(const char *expression, const bres_test_case *cases, size_t count);

/* Streams that several tests need. */
double bres_test_ones(size_t index);
double bres_test_zeros(size_t index);
double bres_test_two_one(size_t index);  /* 2, 1, 2, 1, ... */
double bres_test_distinct(size_t index); /* 1, 2, 3, ... */
double bres_test_not_a_number(size_t index);
double bres_test_negative(size_t index);
double bres_test_infinite(size_t index);

#endif
