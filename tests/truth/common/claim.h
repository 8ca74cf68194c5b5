/* SPDX-License-Identifier: MIT */
/*
 * Claims about how often decisions are right or wrong, and one table that holds them against what
 * was measured. Nothing here is shared with what decides.
 */
#ifndef BRES_TRUTH_CLAIM_H
#define BRES_TRUTH_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

typedef enum truth_bound { TRUTH_AT_MOST, TRUTH_AT_LEAST, TRUTH_AS_MEASURED } truth_bound;

/* A claim: among the trials of a scenario, the percentage of those that count is at most or at
 * least a limit. */
typedef struct truth_claim {
    const char *scenario; /* "5/5 runs, shift 1 %, unchanged" */
    const char *counted;  /* "wrong", "found", "SAME" */
    truth_bound bound;
    double limit; /* percent; not used by TRUTH_AS_MEASURED */
} truth_claim;

/* The upper end of the one-sided confidence interval of a rate (Clopper and Pearson 1934), from 0
 * to 1; 1 for no trials. */
double truth_rate_upper(size_t count, size_t trials, double confidence);
/* Its lower end. */
double truth_rate_lower(size_t count, size_t trials, double confidence);

/* Prints the head of the table. */
void truth_claim_heading(const char *title);
/*
 * Prints a row: scenario, what is counted, measured percentage, the end of its 95 % confidence
 * interval on the side of the limit, limit. Returns whether the claim holds. In a full run the
 * measured percentage must meet the limit; in a small one, whose trials are few, the limit must not
 * be refuted at 99.9 %.
 */
bool truth_claim_report(const truth_claim *claim, size_t count, size_t trials, bool full);

#endif
