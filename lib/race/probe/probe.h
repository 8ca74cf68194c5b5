/* SPDX-License-Identifier: MIT */
/*
 * The probe. A source measures; the rest is arithmetic on the source's figures, so that tests can
 * use virtual time and synthetic noise.
 */
#ifndef BRES_RACE_PROBE_PROBE_H
#define BRES_RACE_PROBE_PROBE_H

#include "race/probe/work.h"

/* The kinds of work of the idle test: SPIN and MEMORY. */
#define BRES__IDLE_WORKS 2

/* The duration of a block, in seconds. */
#define BRES__PROBE_BLOCK 1e-3

/* Counters of the whole system, in seconds. NaN: not known. */
typedef struct bres__probe_counters {
    double steal;
    double cpu;    /* in which a task waited for a CPU */
    double memory; /* waited for memory */
    double io;     /* waited for I/O */
} bres__probe_counters;

/* The source of the times of a probe. */
typedef struct bres__probe_source {
    void *user;
    bres_clock clock; /* for the duration of the probe */
    /* Executes blocks in this process. */
    bres_status (*measure)(void *user, bres_probe_work work, const bres__work_size *size,
                           bres__work_times *times);
    /* Executes blocks of all kinds of work in a separate process. */
    bres_status (*run)(void *user, const bres__work_size sizes[BRES_PROBE_WORKS],
                       bres__work_times times[BRES_PROBE_WORKS]);
    void (*count)(void *user, bres__probe_counters *counters);
} bres__probe_source;

/* The source that measures this machine. */
typedef struct bres__probe_machine bres__probe_machine;

bres_status bres__probe_machine_new(bres__probe_machine **machine, bres__probe_source *source);
void bres__probe_machine_free(bres__probe_machine *machine);

/* Seconds that the work of a level took. NaN: not known. */
typedef struct bres__probe_time {
    double wall;
    double cpu;
    double wait;
    double spin;   /* wall time of the spin work */
    double excess; /* part of `spin` by which blocks were longer than their median */
    uint64_t switches;
} bres__probe_time;

struct bres_probe {
    bres_probe_options options;
    const bres__probe_source *source;
    uint64_t begin;    /* readings of the source's clock */
    uint64_t race_end; /* latest end of the race */
    double resolution; /* of the source's clock, in seconds */
    bool coarse;       /* the clock does not resolve a block */
    bres__work_size sizes[BRES_PROBE_WORKS];
    double block_seconds[BRES_PROBE_WORKS]; /* as calibrated */
    bres__work_times times[BRES_PROBE_WORKS];
    double *medians[BRES_PROBE_WORKS]; /* seconds, by run */
    double *moments;                   /* seconds since the first run, by run */
    size_t runs;
    bres__probe_time in_idle;
    bres__probe_time in_race;
    bres_probe_outcome outcome;
    bres_probe_idle idle[BRES__IDLE_WORKS];
    bres_probe_race race[BRES_PROBE_WORKS];
};

/* Loads and checks the options. */
bres_status bres__probe_options_load(bres_probe_options *full, const bres_probe_options *options);
/* bres_probe_run() with a source. The caller frees *probe. */
bres_status bres__probe_run(const bres_probe_options *options, const bres__probe_source *source,
                            bres_probe **probe);

/* Seconds since the beginning. */
double bres__probe_elapsed(const bres_probe *probe);
/* Reports the progress, and asks the caller: BRES_ERROR_INTERRUPTED if the caller ends the
 * probe. */
bres_status bres__probe_check_interrupt(const bres_probe *probe);
/* Sorts the blocks of a loop and adds their times to `sum`. */
void bres__probe_time_add(bres__probe_time *sum, bres_probe_work work, bres__work_times *times);
/* Time waiting for a CPU, as a fraction of the time on a CPU. NaN: not known. */
double bres__probe_waiting(const bres__probe_time *time);
/* Fraction of the time without progress: off the CPU, or in excess of the median block. NaN: not
 * known. */
double bres__probe_lost(const bres__probe_time *time);

/* Sets the number of iterations of each kind of work, so that a block takes about 1 ms, and longer
 * if the clock is coarse. */
bres_status bres__probe_calibrate(bres_probe *probe);
/* The idle test. */
bres_status bres__probe_idle_measure(bres_probe *probe);
/* Sets the figures from blocks that are sorted. */
void bres__probe_idle_set(bres_probe_idle *idle, const bres__work_times *times,
                          const bres__probe_time *time);
/* The race: runs until the time is over. */
bres_status bres__probe_race_measure(bres_probe *probe);

/* The runs of a race, one typical time each. */
typedef struct bres__probe_series {
    const double *times;   /* seconds, above 0 */
    const double *moments; /* seconds */
    size_t count;
    double step; /* of the clock, as a fraction of a typical time */
} bres__probe_series;

/* Fewest runs for which effects are known. */
#define BRES__PROBE_RUNS_MIN 20u

/* Sets all figures to unknown (NaN). */
void bres__probe_race_clear(bres_probe_race *race);
/* Sets the figures of one kind of work. Errors: BRES_ERROR_MEMORY. */
bres_status bres__probe_race_set(const bres__probe_series *series,
                                 const bres_probe_options *options, bres_probe_race *race);
/* The run variation that yields the effect of one run per side when multiplied by a normal
 * quantile. */
double bres__probe_run_variation(const bres_probe_race *race, const bres_probe_options *options);

/* Sets findings, class, limit and message from the figures. Errors: BRES_ERROR_MEMORY. */
bres_status bres__probe_decide(bres_probe *probe);

#endif
