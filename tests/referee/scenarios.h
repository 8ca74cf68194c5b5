/* SPDX-License-Identifier: MIT */
/*
 * The scenarios of the referee: the runs of a generated pair of results and their disturbances.
 */
#ifndef BRES_REFEREE_SCENARIOS_H
#define BRES_REFEREE_SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

/* How the typical time of a row varies from run to run. */
typedef enum referee_shift {
    REFEREE_SHIFT_NORMAL,
    REFEREE_SHIFT_TWO_MODES,      /* plus or minus the deviation */
    REFEREE_SHIFT_AUTOCORRELATED, /* first order, 0.9 from run to run in the order of time */
    REFEREE_SHIFT_THREEFOLD       /* normal, three times as large on the reference */
} referee_shift;

/* How the samples of a run vary. */
typedef enum referee_noise {
    REFEREE_NOISE_NORMAL,
    REFEREE_NOISE_OUTLIERS, /* 5 % of the samples take up to twice as long */
    REFEREE_NOISE_TWO_MODES /* half of the samples are 6 % above the others */
} referee_noise;

typedef struct referee_scenario {
    const char *name; /* also the name of its folder */
    const char *text;
    size_t runs[2];
    bool in_blocks; /* all runs of the reference first, instead of alternation */
    size_t samples;
    double change; /* a fraction; upwards in a quarter of the rows, downwards in another quarter */
    double noise;  /* standard deviation of the samples, relative */
    referee_noise noise_kind;
    double shift; /* standard deviation from run to run, relative */
    referee_shift shift_kind;
    double drift;      /* from the first run to the last, or within the only run, relative */
    double step;       /* of the clock, relative to the typical time; 0: none */
    double rare_share; /* share of the samples with a step 32 times finer */
    double odd_run;    /* slowdown of the second run of the reference, in all rows; relative */
} referee_scenario;

extern const referee_scenario referee_scenarios[];
extern const size_t referee_scenario_count;

#endif
