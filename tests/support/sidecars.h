/* SPDX-License-Identifier: MIT */
/*
 * Shared by the tests of written sidecars: a directory to write to, and results with samples.
 */
#ifndef BRES_TEST_SIDECARS_H
#define BRES_TEST_SIDECARS_H

#include <benchresult/build.h>
#include <benchresult/nvbench.h>

/* A directory for one test, and the paths in it. */
typedef struct bres_test_place {
    char top[2048];
    char json[2200];  /* r.json */
    char times[2200]; /* its sidecar directories */
    char rates[2200];
} bres_test_place;

void bres_test_place_init(bres_test_place *place);
/* Fails the test unless the directory has these names, each followed by a blank; directory names
 * end with a slash. */
void bres_test_check_names(const bres_test_place *place, const char *expected, const char *what);

/* A state to build, with an empty summary of each tag. */
typedef struct bres_test_sampled {
    const char *tags[4];
    const float *times; /* NULL: none */
    size_t time_count;
    const float *rates;
    size_t rate_count;
} bres_test_sampled;

/* 1, -2.5, 0 */
extern const float bres_test_values[3];
/* A state with all values as times and as frequencies, and one with the last two as times. */
extern const bres_test_sampled bres_test_two_states[2];

/* A result with one benchmark, "b", of such states; the caller owns it. */
bres_result *bres_test_build_sampled(const bres_test_sampled *states, size_t count);
/* A state of the first benchmark. */
const bres_state *bres_test_state_at(const bres_result *result, size_t index);

#endif
