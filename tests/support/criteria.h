/* SPDX-License-Identifier: MIT */
/*
 * Criteria for tests, and streams of samples to feed them with.
 *
 * Tests that name an edge case mean the numbered ones of the behaviour of NVBench's criteria and of
 * the statistics under them; where this library decides otherwise, the comment says so.
 */
#ifndef BRES_TEST_CRITERIA_H
#define BRES_TEST_CRITERIA_H

#include <benchresult/criterion.h>

/* The sample at an index, which is counted from 0. */
typedef double (*bres_test_stream)(size_t index);

/* Makes a criterion and sets parameters: "max-noise=0.5 min-time=0", NULL for none. Its registry is
 * freed before this returns. */
bres_criterion *bres_test_criterion(const char *expression, const char *parameters);

/* Starts the criterion and adds the stream until it is finished, asking after each sample from
 * `min_samples` on. Returns how many samples that took, or 0 when `limit` were not enough. What the
 * criterion must refuse, and nothing else, has to be refused. */
size_t bres_test_stop(bres_criterion *criterion, bres_test_stream stream, size_t min_samples,
                      size_t limit);
/* Starts the criterion, adds `count` samples and asks once. */
bool bres_test_finished_after(bres_criterion *criterion, bres_test_stream stream, size_t count);

/* A stream and when a criterion with these parameters ends it. */
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
