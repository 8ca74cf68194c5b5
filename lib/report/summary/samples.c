/* SPDX-License-Identifier: MIT */
#include "report/summary/samples.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Percentiles at the ends of a histogram. Outliers would dominate a wider range. */
#define FIRST_PERCENT 1
#define LAST_PERCENT  99

bres_status bres__sorted_samples_read(bres__sorted_samples *samples, const bres_state *state)
{
    const float *read;
    size_t count;
    bres_status status;

    if (samples->values != NULL)
        return BRES_OK;
    status = bres_state_samples(state, &read, &count);
    if (status != BRES_OK)
        return status;
    samples->values = bres__calloc(count + 1, sizeof *samples->values);
    if (samples->values == NULL)
        return bres__error_memory();
    samples->count = count;
    for (size_t i = 0; i < count; i++)
        samples->values[i] = read[i];
    bres__sort_float64(samples->values, count);
    return BRES_OK;
}

void bres__sorted_samples_free(bres__sorted_samples *samples)
{
    bres__free(samples->values);
    *samples = (bres__sorted_samples){ .values = NULL };
}

double bres__sorted_samples_percentile(const bres__sorted_samples *samples, unsigned percent)
{
    if (samples->count == 0 || isnan(samples->values[samples->count - 1]))
        return NAN;
    return samples->values[bres__percentile_rank(samples->count, percent)];
}

static size_t bin_of(double value, double first, double last)
{
    const double place = (value - first) / (last - first) * BRES__HISTOGRAM_BINS;

    if (!(place > 0))
        return 0;
    return place < BRES__HISTOGRAM_BINS ? (size_t)place : BRES__HISTOGRAM_BINS - 1;
}

bool bres__sorted_samples_count(const bres__sorted_samples *samples,
                                size_t counts[BRES__HISTOGRAM_BINS])
{
    const double first = bres__sorted_samples_percentile(samples, FIRST_PERCENT);
    const double last = bres__sorted_samples_percentile(samples, LAST_PERCENT);

    memset(counts, 0, BRES__HISTOGRAM_BINS * sizeof *counts);
    if (!isfinite(first) || !isfinite(last))
        return false;
    for (size_t i = 0; i < samples->count; i++)
        counts[bin_of(samples->values[i], first, last)]++;
    return true;
}

/* An empty bin is a blank; a bin with any sample has a bar. */
static const char *bar_of(size_t count, size_t most)
{
    static const char *const bars[] = { " ",
                                        "\xE2\x96\x81",
                                        "\xE2\x96\x82",
                                        "\xE2\x96\x83",
                                        "\xE2\x96\x84",
                                        "\xE2\x96\x85",
                                        "\xE2\x96\x86",
                                        "\xE2\x96\x87",
                                        "\xE2\x96\x88" };

    return bars[(size_t)ceil((double)count / (double)most * 8)];
}

void bres__sorted_samples_histogram(const bres__sorted_samples *samples,
                                    char text[BRES__HISTOGRAM_SIZE])
{
    size_t counts[BRES__HISTOGRAM_BINS];
    size_t most = 0;

    text[0] = '\0';
    if (!bres__sorted_samples_count(samples, counts))
        return;
    for (size_t i = 0; i < BRES__HISTOGRAM_BINS; i++)
        most = counts[i] > most ? counts[i] : most;
    for (size_t i = 0; i < BRES__HISTOGRAM_BINS; i++)
        strcat(text, bar_of(counts[i], most));
}
