/* SPDX-License-Identifier: MIT */
/*
 * The readings around each sample of a measurement on the CPU, outside of the timed part: a second
 * clock, and the system's counts for the thread.
 */
#ifndef BRES_MEASURE_BESIDE_H
#define BRES_MEASURE_BESIDE_H

#include "base/base.h"
#include "base/clock.h"
#include "measure/os_counts.h"

#include <benchresult/build.h>

/* The kind of clock of samples, and the times of samples by another clock, in seconds per
 * execution. */
typedef struct bres__clock_times {
    uint32_t kind;
    uint32_t other_kind;
    double *other; /* sorted by bres__add_clocks(); NULL if `count` is 0 */
    size_t count;
} bres__clock_times;

/* Adds the summaries `bres/clock/...`. */
bres_status bres__add_clocks(const bres__clock_times *times, bres_state *state);

/* The readings that are taken: bits of `flags`. */
#define BRES__BESIDE_CLOCK      1u /* other clock; only if the timed part is the whole execution */
#define BRES__BESIDE_MIGRATIONS 2u /* only if the thread measures nothing else meanwhile */

/* All zero is a valid start, which bres__beside_close() accepts. */
typedef struct bres__beside {
    unsigned flags;
    bres__clock_times times;
    size_t capacity;
    bres_clock clock;  /* the second clock */
    double cost;       /* seconds that an empty sample takes by this clock */
    uint64_t begin;    /* reading of this clock before the current sample */
    uint64_t end;      /* reading of this clock after the sample */
    uint64_t elapsed;  /* nanoseconds of wall time since the first sample was begun; set by the
                          caller before a sample */
    uint64_t spent;    /* nanoseconds of `elapsed` that readings have taken */
    uint64_t price;    /* nanoseconds of wall time that the readings of a sample take */
    uint64_t observed; /* samples with readings */
    bool observes;     /* the current sample has readings */
    bres__os_counts counts_begin;
    bres__os_counts counts_end;
    bres__os_counts totals; /* of the samples */
    uint64_t preempted;     /* samples in which another thread took the CPU */
    bool has_counts;
    int migrations; /* descriptor, if `is_open`; -1: none */
    uint64_t migrations_begin;
    bool is_open;
} bres__beside;

/* Starts the readings for samples by a clock of this kind, a bres_clock_kind. `wall` is the wall
 * clock and must outlive *beside. Measures the cost of the readings. `flags` are BRES__BESIDE_*
 * bits. */
void bres__beside_open(bres__beside *beside, const bres_clock *wall, uint32_t clock_kind,
                       unsigned flags);
void bres__beside_close(bres__beside *beside);
/* Discards the samples so far. */
void bres__beside_restart(bres__beside *beside);
/* Makes room for one more sample; false: no memory. */
bool bres__beside_reserve(bres__beside *beside);
/* Take the readings before and after the timed part of a sample. A sample has no readings if they
 * would take more than a quarter of the time. */
void bres__beside_begin(bres__beside *beside);
void bres__beside_end(bres__beside *beside);
/* Keeps the readings for a sample of this number of executions. */
void bres__beside_keep(bres__beside *beside, uint64_t block_size);
/* Adds the summaries `bres/clock/...` and `bres/os/...`. */
bres_status bres__beside_add_summaries(bres__beside *beside, bres_state *state);

#endif
