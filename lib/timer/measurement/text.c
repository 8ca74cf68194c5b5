/* SPDX-License-Identifier: MIT */
/*
 * A measurement as text for people, in the layout of torch.utils.benchmark.
 */
#include "timer/measurement/measurement.h"

#include <inttypes.h>

/* Quartiles of fewer times are not shown. */
#define QUARTILES_MIN 4u

static void put_times(bres__text *text, const bres_measurement *measurement)
{
    const bres__time_unit *unit = bres__time_unit_of(measurement->median);

    bres__text_printf(text, "  %s%.2f %s\n", measurement->count > 1 ? "Median: " : "",
                      measurement->median / unit->seconds, unit->symbol);
    if (measurement->count < QUARTILES_MIN)
        return;
    bres__text_printf(text, "  IQR:    %.2f %s (%.2f to %.2f)\n",
                      (measurement->q3 - measurement->q1) / unit->seconds, unit->symbol,
                      measurement->q1 / unit->seconds, measurement->q3 / unit->seconds);
}

static void put_warning(bres__text *text, const bres_measurement *measurement)
{
    const bres_spread spread = bres_measurement_spread(measurement);

    if (spread == BRES_SPREAD_STEADY)
        return;
    bres__text_printf(text, "\n  WARNING: the interquartile range is %.1f%% of the median.\n",
                      measurement->ratio * 100);
    bres__text_puts(text, spread == BRES_SPREAD_SEVERE
                              ? "           The environment has a strong influence on the times."
                              : "           The system may not be steady.");
}

/* The wording of torch.utils.benchmark: a single block has no "per measurement", but keeps the
 * blank before it. */
void bres__measurement_put_text(bres__text *text, const bres_measurement *measurement)
{
    const size_t count = measurement->count;
    const int32_t threads = measurement->spec.num_threads;

    bres__spec_put_summary(text, &measurement->spec);
    if (count != 0)
        put_times(text, measurement);
    bres__text_printf(text, "  %zu measurement%s, %" PRIu64 " runs %s, %" PRId32 " thread%s", count,
                      count != 1 ? "s" : "", measurement->number_per_run,
                      count != 1 ? "per measurement" : "", threads, threads > 1 ? "s" : "");
    put_warning(text, measurement);
}
