/* SPDX-License-Identifier: MIT */
/*
 * When a case has enough samples, and when no more are worth taking.
 */
#ifndef BRES_JUDGE_ENOUGH_H
#define BRES_JUDGE_ENOUGH_H

#include "judge/case_run.h"
#include "judge/convergence.h"
#include "judge/processors/load.h"

/* What is known of the samples of an attempt. Times are in seconds. */
typedef struct bres__attempt {
    size_t undisturbed;
    size_t disturbed;
    size_t contradicted;   /* samples with false claims */
    size_t unknown;        /* samples in which threads ended that waited for an unknown time */
    size_t crowded;        /* samples with more threads than processors, also on average */
    double disturbed_time; /* of the judge, for disturbed samples */
    double wall;           /* of all samples */
    double counted;        /* what undisturbed samples use of the time limit */
    double waited;         /* of all samples, by threads that did not end */
    double ended_waited;   /* the same by ended threads, as far as it is known */
    bool is_void;          /* other rules apply to the samples */
} bres__attempt;

/* The state of sampling. */
typedef struct bres__taken {
    bres__case_run *run;
    size_t calls;        /* in an exchange */
    double last;         /* time of the last warm-up */
    bool is_shared;      /* the threads share the work */
    bool has_special;    /* the problem has special values */
    bres__load begin;    /* before the first sample */
    bres__others others; /* since then */
    bres__attempt attempt;
    bres__convergence convergence;
} bres__taken;

/* Whether other programs use the processors. */
bool bres__is_beside_others(const bres__taken *taken);
/* Whether it is certain that they do not. */
bool bres__is_alone(const bres__taken *taken);
/* How many samples a case has at least. */
size_t bres__samples_least(const bres__taken *taken);
/* How many must be undisturbed. */
size_t bres__samples_needed(const bres__taken *taken);
/* Whether so many are undisturbed, and the others do not hide time. */
bool bres__are_sufficient(const bres__taken *taken);
/* Whether the usual number of samples is there. */
bool bres__has_enough(const bres__taken *taken);
/* Whether too many samples are disturbed to go on. */
bool bres__is_given_up(const bres__taken *taken);

#endif
