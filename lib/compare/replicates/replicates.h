/* SPDX-License-Identifier: MIT */
/*
 * Replicates: more than one run on a side. The runs of a result are found (find.c), paired (pair.c)
 * and checked (check.c). One run has a typical time and typical cycles for a row (read.c). The runs
 * of both sides make a contrast: the mean of the logarithm of their ratio, and its error
 * (contrast.c). The decision (decide.c, counts.c) looks at the contrasts of times and of cycles. A
 * row that stays undecided gets a plan (plan.c) and the command that carries it out (command.c).
 *
 * Differences, errors and margins are natural logarithms, so that a ratio and its inverse are
 * treated alike.
 */
#ifndef BRES_COMPARE_REPLICATES_REPLICATES_H
#define BRES_COMPARE_REPLICATES_REPLICATES_H

#include "compare/comparison.h"
#include "compare/evidence/evidence.h"

/* What is typical of the samples of a run. */
typedef struct bres__typical {
    bool known;
    double center; /* > 0 and finite */
    double error;  /* relative standard error of it by the samples; 0 when they cannot tell */
    double step;   /* relative step of the clock that took them; 0 when it does not show */
} bres__typical;

typedef struct bres__run {
    bres__typical times; /* not known: the run says nothing of this row */
    bres__typical cycles;
    bres__number count; /* instead of a time, when it is finite; the times are it when it is > 0 */
    uint64_t samples;   /* 0: not known */
    bool by_mean;       /* the centers are means: there is no median */
} bres__run;

/* The runs of a row. Of paired runs both sides have as many. */
typedef struct bres__row_runs {
    const bres__run *runs[2];
    size_t counts[2];
    bool paired;
} bres__row_runs;

/* The difference of the logarithms of the sides' typical values. */
typedef struct bres__contrast {
    size_t used[2];     /* runs */
    size_t pairs;       /* 0: independent */
    double mean;        /* candidate less reference */
    double variance[2]; /* from run to run; of pairs the first alone, that of the ratio */
    double error;       /* standard error of the mean by how the runs differ */
    double freedom;     /* degrees of freedom of that error */
    double floor;       /* standard error that samples and clock leave, however alike runs are */
    double floor_step;  /* the part of it that more runs do not lessen */
    double within;      /* as in bres_ratio */
    double between;
    double center[2]; /* geometric means of the sides, */
    double least[2];  /* and the ends of what was measured */
    double most[2];
} bres__contrast;

/* Which of a run's two values. */
typedef const bres__typical *(*bres__typical_fn)(const bres__run *run);
const bres__typical *bres__run_times(const bres__run *run);
const bres__typical *bres__run_cycles(const bres__run *run);

/* false when there are too few runs that know the value: two on one side, one on the other, or two
 * pairs are needed. */
bool bres__contrast_make(const bres__row_runs *runs, bres__typical_fn typical,
                         bres__contrast *contrast);
/* How far an interval of this confidence (0 to 1) reaches to either side of the mean. */
double bres__contrast_reach(const bres__contrast *contrast, double confidence);
/* Two-sided: the chance of a mean so far beyond the margin when the difference is within it. */
double bres__contrast_p_value(const bres__contrast *contrast, double margin);
/* Standard deviation of the logarithm of the ratio of a pair, or of two runs of different sides. */
double bres__contrast_spread(const bres__contrast *contrast);
/* The error and its degrees of freedom with `more` runs a side, when those have `share` of the
 * variance of the others. */
void bres__contrast_extend(const bres__contrast *contrast, size_t more, double share, double *error,
                           double *freedom);

/* Reads what the reference of an evidence says as a run, which may be that it is not known: its
 * medians when `by_median` says so and there are some, otherwise its means. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__run_read(bres__evidence *evidence, bool by_median, bres__run *run);

/* What a contrast says by itself. */
bres_verdict bres__contrast_verdict(const bres__contrast *contrast,
                                    const bres_thresholds *thresholds);
/* Fills the ratio, and of the decision what is reported besides the verdict. */
void bres__contrast_report(const bres__contrast *contrast, const bres__row_runs *runs,
                           bres_unit unit, const bres_thresholds *thresholds,
                           bres_decision *decision, bres_ratio *ratio);
/* Decides on the exact counts of the runs of a row, of which each side has some. The ratio is left
 * as it is when there is none. */
void bres__runs_decide_counts(const bres__row_runs *runs, double tolerance,
                              const bres_thresholds *thresholds, bres_decision *decision,
                              bres_ratio *ratio);

/* Decides on the runs of a row. `has_clock`: a change needs the cycles' word. `probability` is that
 * of plans. `plan` may be NULL; it and the ratio are left as they are when there is none. */
void bres__runs_decide(const bres__row_runs *runs, bool has_clock,
                       const bres_thresholds *thresholds, double probability,
                       bres_decision *decision, bres_ratio *ratio, bres_plan *plan);
/* Makes the plan of an ambiguous row. */
void bres__runs_plan(const bres__contrast *contrast, const bres_thresholds *thresholds,
                     double probability, uint64_t samples, bres_plan *plan);

/* Finds the runs of a side in its results. */
bres_status bres__runs_find(bres_comparison *comparison, int side);
/* Decides whether the runs are pairs: sets `paired` and the order of the runs. */
bres_status bres__runs_pair(bres_comparison *comparison, const bres_compare_options *options);
/* Refuses a run that is given twice, and runs of one side on different devices. */
bres_status bres__runs_check(const bres_comparison *comparison,
                             const bres_compare_options *options);
/* Sets the commands of the plans. */
bres_status bres__rows_command(bres_comparison *comparison);

#endif
