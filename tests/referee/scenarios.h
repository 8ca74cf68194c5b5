/* SPDX-License-Identifier: MIT */
/*
 * The scenarios of the referee: how the runs of a generated pair of results are taken, and what
 * disturbs them.
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
    REFEREE_SHIFT_THREEFOLD       /* normal, and three times larger on the reference */
} referee_shift;

/* How the samples of a run vary. */
typedef enum referee_noise {
    REFEREE_NOISE_NORMAL,
    REFEREE_NOISE_OUTLIERS, /* 5 % of the samples take up to twice as long */
    REFEREE_NOISE_TWO_MODES /* half of the samples are 6 % above the others */
} referee_noise;

typedef struct referee_scenario {
    const char *name; /* of its folder */
    const char *text;
    size_t runs[2];
    bool in_blocks; /* all runs of the reference first, instead of alternation */
    size_t samples;
    double change; /* of a quarter of the rows up, of a quarter down, as a fraction */
    double noise;  /* standard deviation of the samples, relative */
    referee_noise noise_kind;
    double shift; /* standard deviation from run to run, relative */
    referee_shift shift_kind;
    double drift;      /* from the first run to the last, or within the only run, relative */
    double step;       /* of the clock, relative to the typical time; 0: none */
    double rare_share; /* of the samples that have a 32nd of the step */
    double odd_run;    /* how much slower the second run of the reference is, in all rows */
} referee_scenario;

extern const referee_scenario referee_scenarios[];
extern const size_t referee_scenario_count;

#endif
