/* SPDX-License-Identifier: MIT */
/*
 * Replicates: more than one run on at least one side.
 *
 * - find.c finds the runs of the results. stopping.c determines how the number of pairs was chosen.
 *   pair.c pairs the runs, order.c puts them in the order of their start times, and check.c checks
 *   them.
 * - read.c summarizes a run of a row by its typical time and cycles.
 * - effect.c makes the effect of a row from the runs of both sides: the log of their ratio, and its
 *   error. The known variation between runs is a lower limit of the error (variation.c).
 * - interval.c, dependence.c and trend.c compute the confidence intervals of an effect.
 * - decide.c, sequential.c and counts.c decide by the effects on times, cycles and counts.
 * - plan.c plans an undecided row, plan_command.c and command.c write the command of the plan.
 * - survey.c finds runs that deviate, and drift, from all rows together.
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
    double step;   /* relative step of the clock; 0: unknown */
} bres__run_summary;

/* One run of a row. */
typedef struct bres__row_run {
    bres__run_summary times; /* known: the run has a usable time for this row */
    bres__run_summary cycles;
    bres__number count; /* an exact count, if finite; if it is > 0, `times` also holds it */
    uint64_t samples;   /* 0: unknown */
    bool by_mean;       /* the centers are means, since the run has no median */
} bres__row_run;

/* The runs of a row. If they are paired, both sides have the same number of runs. */
typedef struct bres__row_runs {
    const bres__row_run *runs[2];
    size_t counts[2];
    bool paired;
    double run_variation; /* known variation between runs; 0: unknown */
    bres__stopping stopping;
    bres_run_order order;
    double drift_shift;       /* as in bres_comparison */
    const double *places[2];  /* position of each run in the order of measurement; NULL unless the
                               * sides are separate */
    const bres__odd_run *odd; /* the excluded run; NULL: none */
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
    double degrees_of_freedom; /* of `error` */
    double error_floor;   /* standard error by samples, clock and known variation: a lower limit,
                           * even if all runs are equal */
    double clock_error;   /* the part of the floor that more runs do not reduce */
    double resolution;    /* the step that only the runs show; no interval is narrower */
    double run_variation; /* known variation between runs; 0: unknown */
    double within;        /* as in bres_ratio */
    double between;       /* as in bres_ratio */
    double center[2];     /* geometric means of the sides */
    double lowest[2];     /* smallest center of a run; `highest`: the largest */
    double highest[2];
    bool correlated;     /* neighbouring pairs are correlated; the intervals allow for it */
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

/* Makes the effect of the runs of a row. *usable is false if too few runs have the value: two pairs
 * are needed, or two runs on one side and one on the other. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_make(const bres__row_runs *runs, bres__run_value_fn summary_of,
                              const bres_thresholds *thresholds, bres__effect *effect,
                              bool *usable);
/* Whether rank tests of this many runs, or pairs, can reach a p-value of at most 1 - confidence. */
bool bres__ranks_suffice(size_t reference_runs, size_t candidate_runs, double confidence);
bool bres__pairs_suffice(size_t pairs, double confidence);
/* The smallest number of runs per side that suffices. */
size_t bres__runs_wanted(double confidence);
/* Computes the intervals of an effect from the runs that it uses. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_set_intervals(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                       const bres_thresholds *thresholds, bres__effect *effect);
/* Widens the intervals to cover the difference between the sides in a model with a linear trend
 * over the places of the runs. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_allow_trend(const bres__row_runs *runs, bres__run_value_fn summary_of,
                                     const bres_thresholds *thresholds, bres__effect *effect);
/* If neighbouring pairs are correlated, widens the intervals to cover the mean of an
 * autoregression. Errors: BRES_ERROR_MEMORY. */
bres_status bres__effect_allow_correlation(const bres__row_runs *runs,
                                           bres__run_value_fn summary_of,
                                           const bres_thresholds *thresholds, bres__effect *effect);
/* The smallest half width of an interval that the error floor allows. */
double bres__effect_floor_half_width(const bres__effect *effect, double confidence);
bres__span bres__span_around(double center, double half_width);
bres__span bres__span_cover(bres__span a, bres__span b);
/* The logarithm of the typical value of a run. */
double bres__row_run_log(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                         size_t index);
/* Whether a run is used. If runs are paired, both runs of the pair must have the value. */
bool bres__row_run_is_used(const bres__row_runs *runs, bres__run_value_fn summary_of, int side,
                           size_t index);
/* Half the width of Student's confidence interval around the mean; `confidence` is from 0 to 1. */
double bres__effect_half_width(const bres__effect *effect, double confidence);
/* Two-sided p-value by Student's t: the probability of a mean this far beyond the margin if the
 * true difference is within it. */
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
 * by least squares. `correlation` is that of values one place apart. Returns false if the values
 * are too few, or of one side only. */
bool bres__trend_fit_make(const bres__placed *values, size_t count, double correlation,
                          bres__trend_fit *fit);
/* The largest correlation between neighbours that `count` values cannot distinguish from a
 * trend. */
double bres__trend_correlation(size_t count);
/* Standard deviation of the logarithm of the ratio of a pair, or of two runs of different sides. */
double bres__effect_spread(const bres__effect *effect);
/* The error and its degrees of freedom with `more` runs per side whose variance is `variance_ratio`
 * times that of the present runs. */
void bres__effect_extend(const bres__effect *effect, size_t more, double variance_ratio,
                         double *error, double *degrees_of_freedom);

/* Reads the variation between runs from the results of the candidate, if the thresholds request it.
 * Errors: BRES_ERROR_KEY if no result records it, BRES_ERROR_VALUE, BRES_ERROR_MEMORY. */
bres_status bres__variation_read(bres_result *const *candidates, size_t count,
                                 bres_thresholds *thresholds);
/* Whether the thresholds request the variation that the results record. */
bool bres__variation_is_wanted(const bres_thresholds *thresholds);
/* The known variation between runs, if the rule uses it; 0: unknown. */
double bres__variation_of(const bres_thresholds *thresholds);
/* Makes the known variation a lower limit of the error of an effect. */
void bres__effect_limit(bres__effect *effect, double run_variation);
/* The lower limit of the error with `more` runs per side, by clock and known variation. */
double bres__effect_later_floor(const bres__effect *effect, size_t more);
/* A member of the meta section as JSON text; `keys` is the path to it. *member is NULL if it is
 * missing. Errors: BRES_ERROR_MEMORY. */
bres_status bres__meta_member(const bres_result *result, const char *const *keys, size_t count,
                              bres__arena *arena, const char **member);

/* Summarizes the first side of an evidence as a run: by medians if `by_median` is set and a median
 * exists, otherwise by means. Without usable times, the summaries of the run are not known. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__row_run_read(bres__evidence *evidence, bool by_median, bres__row_run *run);

/* The verdict of one effect, without confirmation by another effect. */
bres_verdict bres__effect_verdict(const bres__effect *effect, const bres_thresholds *thresholds);
/* Whether the span proves SAME. */
bool bres__span_is_same(const bres__span *span, const bres_thresholds *thresholds);
/* Fills the ratio, and the numbers of the decision beside its verdict. */
void bres__effect_report(const bres__effect *effect, const bres__row_runs *runs, bres_unit unit,
                         const bres_thresholds *thresholds, bres_decision *decision,
                         bres_ratio *ratio);
/* Decides on the exact counts of the runs of a row. Each side has at least one count. Without a
 * ratio, *ratio is unchanged. */
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
/* Like bres__runs_decide(), for at least two pairs whose number depends on the measured times.
 * Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_decide_sequential(const bres__row_runs *runs,
                                         const bres_thresholds *thresholds, double probability,
                                         bres_decision *decision, bres_ratio *ratio,
                                         bres_plan *plan);
/* The stopping rule of pairs in memory with BRES_COMPARE_SEQUENTIAL. */
bres__stopping bres__stopping_in_memory(void);
/* Determines whether the pairs come from races. Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_find_stopping(bres_comparison *comparison);
/* Makes the plan of an undecided row. */
void bres__runs_plan(const bres__effect *effect, const bres_thresholds *thresholds,
                     double probability, uint64_t samples, bres_plan *plan);

/* Finds the runs of a side in its results. */
bres_status bres__runs_find(bres_comparison *comparison, int side);
/* Logs a warning for each merged result whose runs cannot be matched to the facts of its inputs. */
bres_status bres__runs_warn(const bres_comparison *comparison, const bres_compare_options *options);
/* Decides whether the runs are pairs: sets `paired` and the order of the runs. */
bres_status bres__runs_pair(bres_comparison *comparison, const bres_compare_options *options);
/* Determines the order in which the runs were measured. Errors: BRES_ERROR_MEMORY. */
bres_status bres__runs_order(bres_comparison *comparison);
/* Whether `later` began after the start of `earlier`, and not before its end (0: unknown). */
bool bres__run_follows(const bres__result_run *earlier, const bres__result_run *later);
/* Finds an odd run and drift from all rows together. Overwrites comparison->logs. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__runs_survey(bres_comparison *comparison);
/* Refuses a run that is given twice, and runs of one side on different devices. */
bres_status bres__runs_check(const bres_comparison *comparison,
                             const bres_compare_options *options);
/* Refuses a run that is given twice. */
bres_status bres__copies_check(const bres_comparison *comparison, int side);
/* Makes the command of a race between the recorded commands of both sides, in the arena of the
 * comparison. */
bres_status bres__race_command(bres_comparison *comparison, const char **command);
/* Sets the commands of the plans. */
bres_status bres__rows_command(bres_comparison *comparison);

#endif
