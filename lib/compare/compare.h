/* SPDX-License-Identifier: MIT */
/*
 * Room compare: decides whether two states, or two sets of samples, differ.
 *
 * One pair becomes evidence: the summaries of each side are timings (timing.c), its sidecars are
 * sources (source.c), which are read when they are needed. From them come centers, intervals and
 * noises (estimate.c). The decision (decide.c, same.c) is a tree of elementary rules (rules.c);
 * where it needs the samples themselves, they are sorted (bulk.c) and compared (coverage.c).
 * Arrays, two states and the rows of two results all go through bres__decide().
 *
 * Results are matched first, devices (devices.c) and states (match.h); then the rows are decided on
 * several threads (rows.c) and counted (comparison.c). With several runs a side, which are found,
 * checked and paired before that (runs_find.c, runs_check.c, runs_pair.c), rows are decided by
 * runs.h instead.
 */
#ifndef BRES_COMPARE_COMPARE_H
#define BRES_COMPARE_COMPARE_H

#include "base/base.h"
#include "model/model.h"

#include <benchresult/compare.h>

/* --- Thresholds ----------------------------------------------------------------------------- */

#define BRES__THRESHOLD_COUNT 12

/* One threshold as a configuration names it. */
typedef struct bres__threshold {
    const char *table;
    const char *key;
    bool is_fraction; /* from 0 to 1; otherwise at least 0 */
    size_t offset;    /* in bres_thresholds */
} bres__threshold;

/* In the order in which they are written. */
extern const bres__threshold bres__threshold_list[BRES__THRESHOLD_COUNT];

double bres__threshold_get(const bres_thresholds *thresholds, const bres__threshold *threshold);
void bres__threshold_set(bres_thresholds *thresholds, const bres__threshold *threshold,
                         double value);
bool bres__threshold_in_range(const bres__threshold *threshold, double value);
/* "a number from 0 to 1" or "a finite number of at least 0". */
const char *bres__threshold_range(const bres__threshold *threshold);
/* As bres_thresholds_preset(); *kept_name is the preset's own static name. */
const bres_thresholds *bres__preset(const char *name, const char **kept_name);
/* The caller's thresholds (NULL: the default ones), their size and ranges checked. */
bres_status bres__thresholds_take(bres_thresholds *full, const bres_thresholds *user);

/* --- Elementary rules ----------------------------------------------------------------------- */

/* A number that may be absent; one that is there may be infinite or NaN. */
typedef struct bres__number {
    bool present;
    double value;
} bres__number;

/* Present, finite and > 0. */
bool bres__number_is_positive(const bres__number *number);
/* Present, finite and >= 0. */
bool bres__number_is_usable(const bres__number *number);

/* 0 < lower <= center <= upper < infinity. */
typedef struct bres__interval {
    double lower;
    double center;
    double upper;
} bres__interval;

/* false when the three are no interval. */
bool bres__interval_make(double lower, double center, double upper, bres__interval *interval);
/* All three times `factor`; false when that is no interval any more. */
bool bres__interval_scale(const bres__interval *interval, double factor, bres__interval *scaled);

/* (a - b) / min(a, b). */
double bres__symmetric_change(double a, double b);
/* The share of a dispersion in a center: absent unless dispersion >= 0 and the center is finite
 * and > 0. */
bres__number bres__relative_dispersion(const bres__number *dispersion, const bres__number *center);

/* BRES_FAST or BRES_SLOW when the candidate's interval lies apart from the reference's by at least
 * `relative`, otherwise BRES_UNKNOWN. *distance is the symmetric change between the ends that face
 * each other, 0 when the intervals touch or overlap. */
bres_verdict bres__gap(const bres__interval *reference, const bres__interval *candidate,
                       double relative, double *distance);
/* |symmetric change| of the centers. */
double bres__center_distance(const bres__interval *reference, const bres__interval *candidate);
/* The share of the narrower interval that the other one covers, 0 to 1. */
double bres__overlap(const bres__interval *reference, const bres__interval *candidate);

/* --- Timings of a state --------------------------------------------------------------------- */

/* A set of summaries that a pair can be judged by. */
typedef struct bres__metric {
    const char *prefix;      /* of the tags of its times; NULL: there is a count alone */
    const char *count;       /* tag of an exact count; NULL: there are times */
    const char *clock;       /* tag of the clock rate; NULL: there is no clock to ask */
    const char *sample_size; /* tag of the number of samples */
    const char *times;       /* tags of the sidecars; NULL: none */
    const char *rates;
} bres__metric;

/* Whether a tag of the state begins with `prefix`. */
bool bres__state_has_tags(const bres_state *state, const char *prefix);
/* The summaries of a pair that `metric` means: those of a CPU-only pair where it is one. */
const bres__metric *bres__metric_choose(bres_metric metric, const bres_state *reference,
                                        const bres_state *candidate);

/* What the summaries say. */
typedef struct bres__timing {
    bres__number min;
    bres__number max;
    bres__number mean;
    bres__number stdev;
    bres__number stdev_relative;
    bres__number q1;
    bres__number median;
    bres__number q3;
    bres__number iqr;
    bres__number iqr_relative;
    bres__number clock;
    bres__number legacy_noise; /* stdev_relative; absent where the older rule does not see it */
    bres__number samples;      /* how many there were */
} bres__timing;

/* The summaries with the tags of the sidecars; NULL where there is none. */
typedef struct bres__sidecar_summaries {
    const bres_summary *times;
    const bres_summary *rates;
} bres__sidecar_summaries;

/* Reads the summaries of a state: of a repeated tag the first. Errors: BRES_ERROR_KEY,
 * BRES_ERROR_KIND and BRES_ERROR_VALUE for a malformed summary that is needed. */
bres_status bres__timing_read(const bres_state *state, const bres__metric *metric,
                              bres__timing *timing, bres__sidecar_summaries *sidecars);

/* --- Warnings ------------------------------------------------------------------------------- */

/* Warnings of rows, kept until all threads are done. */
typedef struct bres__warning_list {
    struct bres__row_warning *warnings;
    size_t count;
    size_t capacity;
    bres__arena texts;
    size_t row; /* that is being decided */
} bres__warning_list;

/* `list` may be NULL: nobody listens. */
bres_status bres__warn(bres__warning_list *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Moves all that `from` holds to the end of `list`. */
bres_status bres__warnings_join(bres__warning_list *list, bres__warning_list *from);
/* Hands the warnings of the rows below `end` to the handler, in the order of the rows, equal ones
 * once. */
bres_status bres__warnings_report(bres__warning_list *list, size_t end, bres_log_fn log,
                                  void *log_user);
void bres__warnings_free(bres__warning_list *list);

/* --- Samples -------------------------------------------------------------------------------- */

/* What became of the values of a source. */
typedef enum bres__source_state {
    BRES__SOURCE_UNREAD,
    BRES__SOURCE_USABLE,
    BRES__SOURCE_MISSING,    /* there is no file */
    BRES__SOURCE_UNREADABLE, /* it cannot be read, or has another size than recorded */
    BRES__SOURCE_EMPTY,
    BRES__SOURCE_INVALID /* a value is not finite and > 0 */
} bres__source_state;

/* Times or rates of one side. */
typedef struct bres__source {
    bool declared;             /* the state has some, or says so */
    bres__source_state state;  /* of `values` */
    const char *what;          /* "sample times" or "sample frequencies" */
    uint64_t size;             /* values recorded */
    const bres_result *result; /* reads the file */
    const char *path;          /* NULL: given in memory, or missing */
    const char *filename;      /* as recorded */
    bool in_memory;            /* `values` are somebody else's */
    const float *values;
    size_t count;
    bres__samples *loaded; /* what was read, owned */
} bres__source;

/* Finds the sources of a state. */
bres_status bres__sources_find(const bres_state *state, const bres__metric *metric,
                               const bres__sidecar_summaries *sidecars, bres__source *times,
                               bres__source *rates, bres__warning_list *warnings);
/* Declared, not empty, and its file, if it is one, is there and not empty. */
bool bres__source_is_material(const bres__source *source);
/* Reads a source at first use. What cannot be used is no error but a state of the source, and a
 * warning when it cannot be read. Errors: BRES_ERROR_MEMORY. */
bres_status bres__source_read(bres__source *source, bres__warning_list *warnings);
/* What is wrong with a source that was read and cannot be used, as words behind its name: "are
 * missing". NULL when it can. */
const char *bres__source_fault(const bres__source *source);
void bres__source_free(bres__source *source);

/* --- Matching ------------------------------------------------------------------------------- */

/* The name of a state on a device (NULL: on none) without `Device=ID`, which its partner may have
 * another of. */
const char *bres__match_name(const bres_state *state, const bres_device *device);

/* --- The comparison of two results ------------------------------------------------------------ */

/* What its rows were judged by. */
bres_metric bres__comparison_metric(const bres_comparison *comparison);

/* --- Evidence ------------------------------------------------------------------------------- */

/* Room for sorting, used for one pair after the other. */
#define BRES__SCRATCH_SMALL 512u

typedef struct bres__scratch {
    uint64_t *large; /* NULL: `small` is enough */
    size_t capacity; /* of `large` */
    size_t used;
    uint64_t small[BRES__SCRATCH_SMALL];
} bres__scratch;

void bres__scratch_init(bres__scratch *scratch);
void bres__scratch_free(bres__scratch *scratch);

/* What a side's room holds in ascending order. */
typedef enum bres__sorted {
    BRES__SORTED_NOTHING,
    BRES__SORTED_TIMES,
    BRES__SORTED_CYCLES
} bres__sorted;

/* What is known of one side. */
typedef struct bres__side {
    bool skipped;
    bool without_summaries;
    const char *skip_reason; /* NULL or "" when there is none */
    bres__timing timing;
    bres__source times;
    bres__source rates;
    /* Chosen by bres__estimate(). */
    bres__number center;
    bres__number noise;
    bool has_interval;
    bres__interval interval;
    /* Set by bres__bulk_sort(). */
    bool has_room;
    size_t room; /* its place in the scratch */
    bres__sorted sorted;
} bres__side;

/* The sides of a pair. */
#define BRES__REFERENCE 0
#define BRES__CANDIDATE 1

typedef struct bres__evidence {
    bres__side sides[2];
    bool has_clock;         /* there is a clock to ask */
    bool has_counts;        /* the centers are exact counts, */
    double count_tolerance; /* and equal within this fraction */
    bool legacy;            /* decide by the older rule */
    bres__scratch *scratch;
    bres__warning_list *warnings; /* NULL: nobody listens */
} bres__evidence;

/* Collects what two states say into an evidence that has its scratch and warnings. Free it in any
 * case. */
bres_status bres__evidence_collect(bres__evidence *evidence, const bres_state *reference,
                                   const bres_state *candidate, bres_metric metric);
void bres__evidence_free(bres__evidence *evidence);
/* The part of it that is one state's; and what samples in memory say instead, which must not be
 * NULL. */
bres_status bres__side_collect(bres__side *side, const bres_state *state,
                               const bres__metric *metric, bres__warning_list *warnings);
void bres__side_of_samples(bres__side *side, const bres_samples *samples);
bres_status bres__samples_check(const bres_samples *samples);

/* Chooses center, interval and noise of both sides. */
bres_status bres__estimate(bres__evidence *evidence);
/* The same for the older rule: means alone. */
void bres__estimate_means(bres__evidence *evidence);

/*
 * Reads the times of both sides, and their rates when asked for. When one of the arrays cannot be
 * used, *usable is false and `fault` says which and why. Errors: BRES_ERROR_MEMORY.
 */
bres_status bres__bulk_read(bres__evidence *evidence, bool with_rates, char *fault, size_t size,
                            bool *usable);
/* Sorts the times of a side, or their products with the rates: the arrays must be usable and of
 * one length. Errors: BRES_ERROR_MEMORY. */
bres_status bres__bulk_sort(bres__evidence *evidence, int side, bool cycles);
/* Interval and noise of what is sorted. */
void bres__bulk_interval(const bres__evidence *evidence, int side, bres__interval *interval,
                         bres__number *noise);

/* Distinct values in ascending order, as the bit patterns of positive doubles, and how often each
 * occurs. */
typedef struct bres__support {
    const uint64_t *values;
    const uint64_t *counts;
    size_t distinct;
    uint64_t total;
} bres__support;

/* How sure the median of what is sorted is: its standard error, 0 when there are too few values to
 * tell, and the smallest difference of two values, 0 when all are equal. */
void bres__bulk_precision(const bres__evidence *evidence, int side, double *error, double *step);

/* Makes a support of what is sorted, which is lost; valid until the next sorting. */
void bres__bulk_condense(bres__evidence *evidence, int side, bres__support *support);

/* How much of each side has a near neighbour on the other one. */
typedef struct bres__coverage {
    double samples[2]; /* share of the samples */
    double support[2]; /* share of the distinct values that are not rare */
    bool samples_pass;
    bool support_passes;
    double severity; /* the largest shortfall, or 0 */
} bres__coverage;

void bres__cover(const bres__support *reference, const bres__support *candidate,
                 const bres_thresholds *thresholds, bres__coverage *coverage);

/* One more than the largest number of a reason: room for each. */
#define BRES__REASON_END (BRES_REASON_COUNTS_VARY + 1)

/* --- The decision --------------------------------------------------------------------------- */

/* Decides; the decision is cleared, the thresholds have been checked. */
bres_status bres__decide(bres__evidence *evidence, const bres_thresholds *thresholds,
                         bres_decision *decision);
/* Parts of it: a gap between the intervals, the lack of one, the older rule, and counts. */
bres_status bres__decide_gap(bres__evidence *evidence, const bres_thresholds *thresholds,
                             bres_verdict gap, double distance, bres_decision *decision);
bres_status bres__decide_same(bres__evidence *evidence, const bres_thresholds *thresholds,
                              bres_decision *decision);
bres_status bres__decide_legacy(const bres__evidence *evidence, bres_decision *decision);
bres_status bres__decide_counts(const bres__evidence *evidence, bres_decision *decision);
/* What two exact counts say. */
bres_verdict bres__counts_verdict(double reference, double candidate, double tolerance);

/* Clears the caller's struct, whose size may be that of another version, and fills it. */
bres_status bres__decision_begin(bres_decision *user);
void bres__decision_give(bres_decision *user, const bres_decision *decision);
/* Sets estimates and differences by the sides' centers, intervals and noises. */
void bres__decision_fill(const bres__side *reference, const bres__side *candidate, bres_unit unit,
                         bres_decision *decision);

/* How much of a text from a file goes into a message, for "%.*s": whole characters. */
int bres__quoted_length(const char *text);
/* "the reference", "the candidate" or "both sides". */
const char *bres__sides_name(bool reference, bool candidate);
/* Sets verdict, reason and message. Always BRES_OK, so that it can be returned. */
bres_status bres__conclude(bres_decision *decision, bres_verdict verdict, bres_reason reason,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
