/* SPDX-License-Identifier: MIT */
/*
 * The evidence on one pair: the data of each side, from a state or from samples in memory. Samples
 * are read only when a rule asks for them.
 */
#ifndef BRES_COMPARE_EVIDENCE_EVIDENCE_H
#define BRES_COMPARE_EVIDENCE_EVIDENCE_H

#include "compare/comparison.h"
#include "compare/evidence/source.h"

/* Memory for sorting, reused from pair to pair. */
#define BRES__SCRATCH_SMALL 512u

typedef struct bres__scratch {
    uint64_t *large; /* NULL: `small` is enough */
    size_t capacity; /* of `large` */
    size_t used;
    uint64_t small[BRES__SCRATCH_SMALL];
} bres__scratch;

void bres__scratch_init(bres__scratch *scratch);
void bres__scratch_free(bres__scratch *scratch);

/* The values that a side's part of the scratch holds in ascending order. */
typedef enum bres__sorted {
    BRES__SORTED_NOTHING,
    BRES__SORTED_TIMES,
    BRES__SORTED_CYCLES
} bres__sorted;

/* The steps of the clock that took the samples, in seconds. Both steps are 0 if none was found. */
typedef struct bres__clock_step {
    double divisor;  /* samples differ by multiples of it */
    double dominant; /* multiple of `divisor`; most samples differ by multiples of it */
    double peak;     /* share of the most frequent value: 0 to 1 */
} bres__clock_step;

/* The data of one side. */
typedef struct bres__side {
    bool skipped;
    bool without_summaries;
    const char *skip_reason; /* NULL or "": none was given */
    bres__timing timing;
    bres__source times;
    bres__source rates;
    /* Set by bres__estimate(). */
    bres__number center;
    bres__number noise;
    bool has_interval;
    bres__interval interval;
    /* Set by bres__bulk_sort(). */
    bool has_scratch;
    size_t scratch_offset; /* index of its part in the scratch */
    bres__sorted sorted;
    bres__clock_step step; /* set when the default rule reads samples */
} bres__side;

typedef struct bres__evidence {
    bres__side sides[2];
    bool has_clock;            /* a gap in times needs confirmation by clock cycles */
    bool has_counts;           /* the centers are exact counts */
    double count_tolerance;    /* fraction within which counts are equal */
    uint64_t samples_needed;   /* per side, for the averages to decide; 0: more would not help */
    bool needs_longer_samples; /* the clock's step hides a change from the averages */
    bres__scratch *scratch;
    bres__warning_list *warnings; /* NULL: the caller wants none */
} bres__evidence;

/* Collects the data of two states. The caller has set the scratch and the warnings, and frees the
 * evidence even after a failure. */
bres_status bres__evidence_collect(bres__evidence *evidence, const bres_state *reference,
                                   const bres_state *candidate, bres_metric metric);
void bres__evidence_free(bres__evidence *evidence);
/* Reads all samples that a side records. Missing files are accepted. Errors: BRES_ERROR_SIDECAR for
 * samples that cannot be read or used, BRES_ERROR_MEMORY. */
bres_status bres__side_require(bres__side *side, bres__warning_list *warnings);
/* Collects the data of one state. */
bres_status bres__side_collect(bres__side *side, const bres_state *state,
                               const bres__metric *metric, bres__warning_list *warnings);
/* Fills a side from samples in memory. */
void bres__side_of_samples(bres__side *side, const bres_samples *samples);

/* Sets center, interval and noise of both sides. */
bres_status bres__estimate(bres__evidence *evidence);
/* Like bres__estimate(), for the legacy rule and for counts: uses only means. */
void bres__estimate_means(bres__evidence *evidence);

/*
 * Reads the times of both sides, and their rates if `with_rates`. When one of the arrays cannot be
 * used, *usable is false and `fault` says which one and why. Errors: BRES_ERROR_MEMORY.
 */
bres_status bres__bulk_read(bres__evidence *evidence, bool with_rates, char *fault, size_t size,
                            bool *usable);
/* Sorts the times of a side, or their products with the rates: the arrays must be usable and of
 * the same length. Errors: BRES_ERROR_MEMORY. */
bres_status bres__bulk_sort(bres__evidence *evidence, int side, bool cycles);
/* Interval and noise of the sorted values. */
void bres__bulk_interval(const bres__evidence *evidence, int side, bres__interval *interval,
                         bres__number *noise);
/* The standard error of the median of the sorted values, 0 when they are too few, and the smallest
 * difference of two values, 0 when all are equal. */
void bres__bulk_precision(const bres__evidence *evidence, int side, double *error, double *step);

#endif
