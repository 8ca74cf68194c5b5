/* SPDX-License-Identifier: MIT */
/*
 * The distribution of the samples of a state: percentiles, and a histogram as text.
 */
#ifndef BRES_REPORT_SUMMARY_SAMPLES_H
#define BRES_REPORT_SUMMARY_SAMPLES_H

#include "base/base.h"

#include <benchresult/model.h>

#define BRES__HISTOGRAM_BINS 16
/* Bytes of a histogram as text, with NUL: a character has at most three. */
#define BRES__HISTOGRAM_SIZE (3 * BRES__HISTOGRAM_BINS + 1)

/* All zero: the samples have not been read. */
typedef struct bres__sorted_samples {
    double *values; /* ascending; NaN last */
    size_t count;
} bres__sorted_samples;

/* Reads and sorts the samples, once. Errors: those of bres_state_samples(). */
bres_status bres__sorted_samples_read(bres__sorted_samples *samples, const bres_state *state);
void bres__sorted_samples_free(bres__sorted_samples *samples);
/* The sample at NVBench's rank of a percentile (0 to 100); NaN without samples or with a NaN. */
double bres__sorted_samples_percentile(const bres__sorted_samples *samples, unsigned percent);
/* Counts the samples in bins of equal width from the 1st to the 99th percentile; samples outside
 * are in the first or the last bin. Returns false if the samples have no finite range. */
bool bres__sorted_samples_count(const bres__sorted_samples *samples,
                                size_t counts[BRES__HISTOGRAM_BINS]);
/* Writes the histogram as a bar for each bin; "" if the samples have no finite range. */
void bres__sorted_samples_histogram(const bres__sorted_samples *samples,
                                    char text[BRES__HISTOGRAM_SIZE]);

#endif
