/* SPDX-License-Identifier: MIT */
/*
 * When a case has enough samples, and when the judge gives up taking more.
 */
#ifndef BRES_JUDGE_ENOUGH_H
#define BRES_JUDGE_ENOUGH_H

#include "judge/case_run.h"
#include "judge/convergence.h"
#include "judge/processors/load.h"

/* Statistics of the samples of an attempt. Times are in seconds. */
typedef struct bres__attempt {
    size_t undisturbed;
    size_t disturbed;
    size_t contradicted;   /* samples whose claimed time is contradicted */
    size_t unknown;        /* samples in which threads ended that waited for an unknown time */
    size_t crowded;        /* samples with more threads than processors, now or on average */
    double disturbed_time; /* time that the judge spent on disturbed samples */
    double wall;           /* wall time of all samples */
    double counted;        /* time that undisturbed samples charged to the time limit */
    double waited;         /* waiting in all samples, by the judge and threads that did not end */
    double ended_waited;   /* waiting of ended threads in all samples, if known */
    bool is_void;          /* the samples do not count, because other rules apply to them */
} bres__attempt;

/* The state of sampling. */
typedef struct bres__taken {
    bres__case_run *run;
    size_t calls;        /* per exchange */
    double last;         /* time of the last warm-up */
    bool is_shared;      /* the threads share the work */
    bool has_special;    /* the problem has special values */
    bres__load begin;    /* reading before the first sample */
    bres__others others; /* since that reading */
    bres__attempt attempt;
    bres__convergence convergence;
} bres__taken;

/* Whether other programs use the processors. */
bool bres__is_beside_others(const bres__taken *taken);
/* Whether it is certain that other programs do not use the processors. */
bool bres__is_alone(const bres__taken *taken);
/* The minimum number of samples of a case. */
size_t bres__samples_least(const bres__taken *taken);
/* The minimum number of undisturbed samples. */
size_t bres__samples_needed(const bres__taken *taken);
/* Whether enough samples are undisturbed, and the disturbed samples do not hide time. */
bool bres__are_sufficient(const bres__taken *taken);
/* Whether sampling can end, because the case has enough samples. */
bool bres__has_enough(const bres__taken *taken);
/* Whether the judge stops sampling, because too many samples are disturbed. */
bool bres__is_given_up(const bres__taken *taken);

#endif
