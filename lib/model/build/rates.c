/* SPDX-License-Identifier: MIT */
/*
 * The rates of a measurement: the processed data divided by the mean time of one execution.
 */
#include "model/build/build.h"

#include <string.h>

static const bres__summary_texts row_item_rate = { "bw/item_rate", "Elem/s",
                                                   "Elements that are processed per second.",
                                                   "item_rate", NULL };
static const bres__summary_texts row_byte_rate = {
    "bw/global/bytes_per_second", "GlobalMem BW",
    "Bytes of global memory that are read and written per "
    "second.",
    "byte_rate", NULL
};
static const bres__summary_texts row_utilization = {
    "bw/global/utilization", "BWUtil", "Share of the peak bandwidth of global memory.",
    "percentage", NULL
};

void bres__summaries_add_rates(bres__summaries *set, const bres__work *work, double peak,
                               double mean)
{
    const double byte_rate = (double)work->global_bytes / mean;

    if (work->elements != 0)
        bres__summaries_add_float64(set, &row_item_rate, (double)work->elements / mean);
    if (work->global_bytes == 0)
        return;
    bres__summaries_add_float64(set, &row_byte_rate, byte_rate);
    if (peak != 0)
        bres__summaries_add_float64(set, &row_utilization, byte_rate / peak);
}

/* The measurements that have rates. */
typedef struct rated {
    const char *prefix; /* of the tags of the measurement */
    const char *times;  /* prefix of the tags of its times */
    const char *mean;   /* tag of the time that rates refer to */
    bool has_peak;      /* has a utilization of the peak bandwidth */
} rated;

static const rated rated_measurements[] = {
    { "nv/cold/", "nv/cold/time/", "nv/cold/time/gpu/mean", true },
    { "nv/cpu_only/", "nv/cpu_only/time/", "nv/cpu_only/time/cpu/mean", false },
};

/* The index after the last summary of the times. */
static uint32_t state_find_end_of_times(const bres_state *state, const rated *measurement)
{
    const size_t length = strlen(measurement->times);
    uint32_t end = state->summary_count;

    while (end > 0 &&
           strncmp(bres__summary_at(state, end - 1)->shape->tag, measurement->times, length) != 0)
        end--;
    return end;
}

static bres_status state_add_rates(bres_state *state, const rated *measurement,
                                   const bres__work *work, double peak)
{
    const bres_summary *summary = bres_state_summary(state, measurement->mean);
    bres__summaries set = bres__summaries_begin(state, measurement->prefix);
    bres_status status;
    double mean;

    if (!bres_summary_float64(summary, &mean))
        return BRES_OK;
    bres__summaries_add_rates(&set, work, measurement->has_peak ? peak : 0, mean);
    status = bres__summaries_end(&set);
    if (status == BRES_OK)
        bres__summaries_move(&set, state_find_end_of_times(state, measurement));
    return status;
}

bres_status bres__state_add_rates(bres_state *state, const bres__work *work, double peak)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < sizeof(rated_measurements) / sizeof(rated_measurements[0]); i++) {
        if (status == BRES_OK)
            status = state_add_rates(state, &rated_measurements[i], work, peak);
    }
    return status;
}
