/* SPDX-License-Identifier: MIT */
/*
 * Replicates: more than one run on at least one side. The runs of a result are found (find.c),
 * paired (pair.c; stopping.c finds out how their number was chosen), put in the order of their
 * start times (order.c) and checked (check.c). For a row, a run is summarized by its typical time
 * and cycles (read.c). The runs of both sides make an effect: the logarithm of their ratio, its
 * error (effect.c), which the known variation between runs limits (variation.c), and its confidence
 * intervals (interval.c, dependence.c, trend.c). The decision (decide.c, counts.c) uses the effects
 * on times and on cycles. An undecided row gets a plan (plan.c) and the command that carries it out
 * (command.c). All rows together show runs that do not fit, and drift (survey.c).
 *
 * Differences, errors and margins are natural logarithms, so that a ratio and its inverse are
 * treated alike.
 */
#ifndef BRES_COMPARE_REPLICATES_REPLICATES_H
#define BRES_COMPARE_REPLICATES_REPLICATES_H

#include "compare/comparison.h"
#include "compare/evidence/evidence.h"

/* The typical value of the samples of a run. */
typedef struct bres__run_summary {
    bool known;
    double center; /* > 0 and finite */
    double error;  /* relative standard error by the samples; 0: unknown */
    double step;   /* relative step of the clock that took them; 0: unknown */
} bres__run_summary;

/* One run of a row. */
typedef struct bres__row_run {
    bres__run_summary times; /* not known: the run has no usable time for this row */
    bres__run_summary cycles;
    bres__number count; /* an exact count, if finite; `times` holds it as well if it is > 0 */
    uint64_t samples;   /* 0: unknown */
    bool by_mean;       /* the centers are means, since the run has no median */
} bres__row_run;

/* The runs of a row. Paired runs are as many on both sides. */
typedef struct bres__row_runs {
    const bres__row_run *runs[2];
    size_t counts[2];
    bool paired;
    double run_variation; /* known variation between runs; 0: unknown */
    bres__stopping stopping;
    bres_run_order order;
    double drift_shift;       /* as in a comparison */
    const double *places[2];  /* of each run in the order of measurement; NULL unless the sides are
                               * separate */
    const bres__odd_run *odd; /* a run that does not count; NULL: none */
} bres__row_runs;

typedef struct bres__span {
    double lower;
    double upper;
} bres__span;

/* The difference of the logarithms of the sides' typical values. */
typedef struct bres__effect {
    size_t used[2];            /* runs of each side */
    size_t pairs;              /* 0: the runs are independent */
    double mean;               /* candidate minus reference */
    double variance[2];        /* between the runs of a side; of pairs, [0] is that of the ratio */
    double error;              /* standard error of the mean by the variation between runs */
    double degrees_of_freedom; /* of that error */
    double error_floor;   /* standard error by samples and clock: a lower limit, however alike the
                           * runs are */
    double clock_error;   /* the part of the floor that more runs do not reduce */
    double run_variation; /* known variation between runs; 0: unknown */
    double within;        /* as in bres_ratio */
    double between;       /* as in bres_ratio */
    double center[2];     /* geometric means of the sides */
    double lowest[2];     /* the smallest and the largest center of a run */
    double highest[2];
    bool correlated;     /* neighbouring pairs are alike; the intervals allow for it */
    double drift_shift;  /* the part of the difference that drift may explain */
    double estimate;     /* of the difference: the mean, or a robust or adjusted estimate */
    bres__span change;   /* confidence interval for FAST and SLOW */
    bres__span same;     /* confidence interval for SAME */
    double p_value;      /* two-sided, of a difference beyond the smallest effect that matters */
    bool may_differ;     /* the runs suffice for FAST and SLOW; if not, `change` assumes normal
                          * variation */
    bool may_pass;       /* BRES_RULE_NOT_SLOWER: the runs suffice for SAME */
    bool assumes_normal; /* on request */
} bres__effect;

/* Selects one of the summaries of a run. */
typedef const bres__run_summary *(*bres__run_value_fn)(const bres__row_run *run);
const bres__run_summary *bres__row_run_times(const bres__row_run *run);
const bres__run_summary *bres__row_run_cycles(const bres__row_run *run);

/* *usable is false when too few runs have the value: two pairs are needed, or two runs on one side
 * and one on the other. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_make(const bres__row_runs *runs, bres__run_value_fn summary_of,
                              const bres_thresholds *thresholds, bres__effect *effect,
                              bool *usable);
/* Whether ranks of so many runs can be so uneven that the probability is at most 1 - confidence. */
bool bres__ranks_suffice(size_t reference_runs, size_t candidate_runs, double confidence);
bool bres__pairs_suffice(size_t pairs, double confidence);
/* The smallest number of runs per side that suffices. */
size_t bres__runs_wanted(double confidence);
/* Fills the intervals of an effect, by the runs that it uses. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_set_intervals(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                       const bres_thresholds *thresholds, bres__effect *effect);
/* The same intervals cover the difference between the sides beside a linear trend, at the places of
 * the runs. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_allow_trend(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                     const bres_thresholds *thresholds, bres__effect *effect);
/* If neighbouring pairs are correlated, the intervals cover the mean of an autoregression. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__effect_allow_correlation(const bres__row_runs *runs,
                                           bres__run_value_fn summary_of,
                                           const bres_thresholds *thresholds, bres__effect *effect);
/* Half the width below which samples and clock allow no interval. */
double bres__effect_floor_half_width(const bres__effect *effect, double confidence);
bres__span bres__span_around(double center, double half_width);
bres__span bres__span_cover(bres__span a, bres__span b);
/* The logarithm of the typical value of a run. */
double bres__row_run_log(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                         size_t index);
/* Whether a run is used: of pairs, both runs must have the value. */
bool bres__row_run_is_used(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                           size_t index);
/* Half the width of Student's confidence interval around the mean; `confidence` is from 0 to 1. */
double bres__effect_half_width(const bres__effect *effect, double confidence);
/* Two-sided, by Student's t: the probability of a mean this far beyond the margin if the true
 * difference is within it. */
double bres__effect_p_value(const bres__effect *effect, double margin);

/* A value of a run at its place in the order of measurement. */
typedef struct bres__placed {
    double place;
    double value;
    bool candidate;
} bres__placed;

void bres__placed_sort(bres__placed *values, size_t count);

/* An estimated difference between the sides. */
typedef struct bres__trend_fit {
    double difference;
    double error;
    double degrees_of_freedom;
    double slope; /* of the values per place */
    double slope_error;
} bres__trend_fit;

/* Fits the difference between the sides and a linear trend to values in the order of their places,
 * by least squares; values one place apart have this correlation. false when there are too few
 * values, or one side only. */
bool bres__trend_fit_make(const bres__placed *values, size_t count, double correlation,
                          bres__trend_fit *fit);
/* The largest correlation between neighbours that so many values cannot tell from a trend. */
double bres__trend_correlation(size_t count);
/* Standard deviation of the logarithm of the ratio of a pair, or of two runs of different sides. */
double bres__effect_spread(const bres__effect *effect);
/* The error and its degrees of freedom with `more` runs per side whose variance is `variance_ratio`
 * times that of the present runs. */
void bres__effect_extend(const bres__effect *effect, size_t more, double variance_ratio,
                         double *error, double *degrees_of_freedom);

/* Reads the variation between runs from the results of the candidate, if the thresholds want it.
 * Errors: BRES_ERROR_KEY if no result records it, BRES_ERROR_VALUE, BRES_ERROR_MEMORY. */
bres_status bres__variation_read(bres_result *const *candidates, size_t count,
                                 bres_thresholds *thresholds);
/* Whether the thresholds leave the variation to the results. */
bool bres__variation_is_wanted(const bres_thresholds *thresholds);
/* The known variation between runs as far as the rule uses it; 0: unknown. */
double bres__variation_of(const bres_thresholds *thresholds);
/* Makes the known variation a lower limit of the error of an effect. */
void bres__effect_limit(bres__effect *effect, double run_variation);
/* The lower limit of the error with `more` runs per side. */
double bres__effect_later_floor(const bres__effect *effect, size_t more);
/* A member of the meta section as JSON text; `keys` lead to it. NULL: there is none. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__meta_member(const bres_result *result, const char *const *keys, size_t count,
                              bres__arena *arena, const char **member);

/* Summarizes the reference of an evidence as a run: by medians if `by_median` and there are
 * medians, otherwise by means. A run without usable times is not known. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__row_run_read(bres__evidence *evidence, bool by_median, bres__row_run *run);

/* The verdict of an effect alone. */
bres_verdict bres__effect_verdict(const bres__effect *effect, const bres_thresholds *thresholds);
/* Whether the span proves SAME. */
bool bres__span_is_same(const bres__span *span, const bres_thresholds *thresholds);
/* Fills the ratio, and the numbers of the decision beside its verdict. */
void bres__effect_report(const bres__effect *effect, const bres__row_runs *runs, bres_unit unit,
                         const bres_thresholds *thresholds, bres_decision *decision,
                         bres_ratio *ratio);
/* Decides on the exact counts of the runs of a row; each side has at least one. Without a ratio,
 * *ratio is unchanged. */
bres_status bres__runs_decide_counts(const bres__row_runs *runs, double tolerance,
                                     const bres_thresholds *thresholds, bres_decision *decision,
                                     bres_ratio *ratio);
/* Decides on the runs of a row. `has_clock`: cycles must confirm a change. `probability` is that of
 * the plan. `plan` may be NULL. Without a ratio or a plan, *ratio or *plan is unchanged. */
bres_status bres__runs_decide(const bres__row_runs *runs, bool has_clock,
                              const bres_thresholds *thresholds, double probability,
                              bres_decision *decision, bres_ratio *ratio, bres_plan *plan);
/* "the ratio is 1.0203, from 1.0151 to 1.0255 at 99%": for messages. */
#define BRES__RATIO_WORDS_SIZE 96
void bres__ratio_words(const bres_ratio *ratio, char words[BRES__RATIO_WORDS_SIZE]);
/* The same as bres__runs_decide() for at least two pairs whose number followed from their times.
 * Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_decide_sequential(const bres__row_runs *runs,
                                         const bres_thresholds *thresholds, double probability,
                                         bres_decision *decision, bres_ratio *ratio,
                                         bres_plan *plan);
/* How pairs in memory were stopped that BRES_COMPARE_SEQUENTIAL is given for. */
bres__stopping bres__stopping_in_memory(void);
/* Finds out whether the pairs are those of races. Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_find_stopping(bres_comparison *comparison);
/* Makes the plan of an undecided row. */
void bres__runs_plan(const bres__effect *effect, const bres_thresholds *thresholds,
                     double probability, uint64_t samples, bres_plan *plan);

/* Finds the runs of a side in its results. */
bres_status bres__runs_find(bres_comparison *comparison, int side);
/* Warns of results whose runs are without the facts of the inputs that they were merged from. */
bres_status bres__runs_warn(const bres_comparison *comparison, const bres_compare_options *options);
/* Decides whether the runs are pairs: sets `paired` and the order of the runs. */
bres_status bres__runs_pair(bres_comparison *comparison, const bres_compare_options *options);
/* Finds out in which order the runs were measured. Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_order(bres_comparison *comparison);
/* Whether a run began after the start of another one, and not before its end. An unknown end is 0.
 */
bool bres__run_follows(const bres__result_run *earlier, const bres__result_run *later);
/* Finds an odd run and drift by all rows. Overwrites comparison->logs. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__runs_survey(bres_comparison *comparison);
/* Refuses a run that is given twice, and runs of one side on different devices. */
bres_status bres__runs_check(const bres_comparison *comparison,
                             const bres_compare_options *options);
/* Refuses a run that is given twice. */
bres_status bres__copies_check(const bres_comparison *comparison, int side);
/* A race between the recorded commands of both sides; in the arena of the comparison. */
bres_status bres__race_command(bres_comparison *comparison, const char **command);
/* Sets the commands of the plans. */
bres_status bres__rows_command(bres_comparison *comparison);

#endif
