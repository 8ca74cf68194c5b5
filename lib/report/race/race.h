/* SPDX-License-Identifier: MIT */
/*
 * The sentences and the report of a race, made from its figures.
 */
#ifndef BRES_REPORT_RACE_RACE_H
#define BRES_REPORT_RACE_RACE_H

#include "report/format.h"
#include "report/report.h"

/* The median time of a side and its confidence interval, in seconds; an infinite end: too few pairs
 * for an interval. */
typedef struct bres__race_time {
    double median;
    double lower;
    double upper;
} bres__race_time;

/* The results of the pairs of a row. */
typedef struct bres__race_figures {
    bres_verdict verdict; /* AMBIGUOUS: undecided */
    uint64_t pairs;
    uint64_t discarded;
    double ratio; /* candidate to reference; meaningless without pairs */
    double lower; /* confidence interval of the ratio; see bres__race_has_interval() */
    double upper;
    double resolution;         /* the smallest relative difference of times; infinite: none */
    bres_verdict plan_verdict; /* the verdict that `plan_pairs` more pairs would probably prove */
    uint64_t plan_pairs;       /* 0: no plan */
    bres__race_time times[2];  /* of the reference and of the candidate */
} bres__race_figures;

/* true when there were enough pairs for a confidence interval. */
bool bres__race_has_interval(const bres__race_figures *figures);

/* The settings on which a verdict depends; all numbers are fractions. */
typedef struct bres__race_limits {
    double error_rate;
    double min_effect;
    double equivalence_margin;
    bool not_slower; /* SAME means that the candidate is not slower by more than min_effect */
} bres__race_limits;

/* Writes one sentence: the ratio, its confidence interval, and the verdict or the plan. */
void bres__race_row_message(const bres__race_figures *figures, const bres__race_limits *limits,
                            char *message, size_t size);
/* Writes the warning about carry-over; `bias` is the bias of the ratio, a fraction. */
void bres__race_carry_over_message(double bias, char *message, size_t size);
/* Writes the sentence of a row that is undecided because of carry-over. Without carry-over, the
 * ratio is about `factor` times the measured ratio. */
void bres__race_carried_message(double ratio, double factor, char *message, size_t size);
/* Writes the warning about an effect of the order, a fraction. */
void bres__race_order_message(double effect, char *message, size_t size);

/* Writes one sentence: why a race of commands stopped, and the number of rows with each verdict. */
void bres__race_message(const char *stop_reason, size_t pairs, double seconds,
                        const size_t verdicts[BRES_AMBIGUOUS + 1], char *message, size_t size);

typedef struct bres__race_report_row {
    const char *bench;
    const char *state; /* "" when the benchmark has no axes */
    const char *message;
    bres__race_figures figures;
} bres__race_report_row;

typedef struct bres__race_report {
    const char *reference; /* the commands */
    const char *candidate;
    const char *stop_reason;
    const char *message;
    size_t pairs;
    double seconds;
    bres__race_limits limits;
    const bres__race_report_row *rows;
    size_t row_count;
} bres__race_report;

/* Each appends the whole report in its format: bres__race_markdown() and so on. */
#define BRES__RACE_WRITER(value, name)                                                             \
    bres_status bres__race_##name(const bres__race_report *report, bres__text *text);
BRES__RACE_FORMATS(BRES__RACE_WRITER)

#endif
