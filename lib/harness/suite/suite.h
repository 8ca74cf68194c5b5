/* SPDX-License-Identifier: MIT */
/*
 * Suites and their benchmarks, as they were declared.
 */
#ifndef BRES_HARNESS_SUITE_SUITE_H
#define BRES_HARNESS_SUITE_SUITE_H

#include "harness/suite/axis.h"
#include "measure/settings.h"
#include "model/model.h"

#include <benchresult/harness.h>

struct bres_bench {
    bres_suite *suite;
    char *name;
    bres_bench_fn body;
    void *context;
    bres__axis *axes;
    size_t axis_count;
    size_t axis_capacity;
    /* Numbers of the states that run, on each device; NULL: all. */
    size_t *chosen;
    size_t chosen_count;
    bres__settings settings;
    bool cuda;    /* runs on GPUs */
    bool lenient; /* its body decides what counts as a failure */
    /* IDs of the benchmark's devices, once they are known; none on the CPU or without a GPU. */
    int *devices;
    size_t device_count;
};

struct bres_suite {
    bres_bench **benches;
    size_t bench_count;
    size_t bench_capacity;
    bres_criteria *criteria;
    bres_clock clock;
    bres_status status;       /* of the first declaration that failed */
    bres__error_record error; /* its record */
};

/* Keeps the first failure of a declaration; returns `status`. */
bres_status bres__suite_keep(bres_suite *suite, bres_status status);
/* The same for a benchmark of the suite; the error then names the benchmark. BRES_ERROR_ARGUMENT
 * for NULL. */
bres_status bres__bench_keep(bres_bench *bench, bres_status status);
/* Copies a benchmark, for a command line to change. */
bres_status bres__bench_copy(const bres_bench *bench, bres_bench **copy);
void bres__bench_free(bres_bench *bench);
/* The number of states of a benchmark on all of its devices; SIZE_MAX if the number does not
 * fit. */
size_t bres__bench_state_count(const bres_bench *bench);
/* Keeps only the states that a filter selects, with the current axes. *selected is false if the
 * filter selects no state, or does not select a benchmark that has no states. Call this once,
 * before the benchmark has devices. Errors: BRES_ERROR_LIMIT, BRES_ERROR_MEMORY. */
bres_status bres__bench_choose(bres_bench *bench, const bres_filter *filter, bool *selected);
/* The number of axes of types; they are the first axes. */
size_t bres__bench_type_axis_count(const bres_bench *bench);
/* The axis of this name; NULL: unknown. */
bres__axis *bres__bench_axis(const bres_bench *bench, const char *name);
/* Sets the error BRES_ERROR_KEY of an axis that a benchmark does not have; the message lists the
 * axes of the benchmark. */
bres_status bres__axis_unknown(const bres_bench *bench, const char *axis);

/* Appends the axes of a benchmark to the benchmark `made` of a result under construction. */
bres_status bres__bench_put_axes(const bres_bench *bench, bres_subbench *made);
/* Sets the axis values and the type configuration of state number `number` of a benchmark that has
 * one device, or none. */
bres_status bres__bench_put_values(const bres_bench *bench, size_t number, bres_state *state);

#endif
