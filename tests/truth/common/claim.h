/* SPDX-License-Identifier: MIT */
/*
 * Claims about how often decisions are right or wrong, and a table that compares each claim with
 * the measured rate. Shares no code with the decisions of the library.
 */
#ifndef BRES_TRUTH_CLAIM_H
#define BRES_TRUTH_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

typedef enum truth_bound { TRUTH_AT_MOST, TRUTH_AT_LEAST, TRUTH_AS_MEASURED } truth_bound;

/* A claim: the percentage of the counted trials of a scenario is at most or at least a limit. */
typedef struct truth_claim {
    const char *scenario; /* "5/5 runs, shift 1 %, unchanged" */
    const char *counted;  /* "wrong", "found", "SAME" */
    truth_bound bound;
    double limit; /* percent; not used by TRUTH_AS_MEASURED */
} truth_claim;

/* The upper end of the one-sided confidence interval of a rate (Clopper and Pearson 1934), from 0
 * to 1; 1 for no trials. */
double truth_rate_upper(size_t count, size_t trials, double confidence);
/* The lower end of that interval. */
double truth_rate_lower(size_t count, size_t trials, double confidence);

/* Prints the head of the table. */
void truth_claim_heading(const char *title);
/*
 * Prints a row: scenario, name of the count, measured percentage, the end of its 95 % confidence
 * interval on the side of the limit, limit. Returns whether the claim holds. In a full run the
 * measured percentage must meet the limit. In a small run, which has few trials, the data must not
 * refute the limit at 99.9 %.
 */
bool truth_claim_report(const truth_claim *claim, size_t count, size_t trials, bool full);

#endif
