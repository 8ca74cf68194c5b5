/* SPDX-License-Identifier: MIT */
/*
 * Ranges of axis values. Values are counted before memory is allocated.
 */
#include "base/threads/parallel.h"
#include "harness/suite/suite.h"

#include <inttypes.h>
#include <math.h>

#define RANGE_MAX 1000000u

static bres_status range_too_long(void)
{
    return bres__error(BRES_ERROR_ARGUMENT, "the range has more than %u values", RANGE_MAX);
}

bres_status bres__axis_fill_int64_range(bres__axis *axis, int64_t first, int64_t last,
                                        int64_t stride)
{
    uint64_t steps;

    if (stride <= 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the stride of a range is %" PRId64 " (expected above 0)", stride);
    axis->count = 0;
    if (last >= first) {
        steps = ((uint64_t)last - (uint64_t)first) / (uint64_t)stride;
        if (steps >= RANGE_MAX)
            return range_too_long();
        axis->count = (size_t)steps + 1;
    }
    axis->integers = bres__calloc(axis->count, sizeof(*axis->integers));
    if (axis->integers == NULL)
        return bres__error_memory();
    /* Unsigned, because the distance from the first to the last value may not fit in int64. */
    for (size_t i = 0; i < axis->count; i++)
        axis->integers[i] = (int64_t)((uint64_t)first + i * (uint64_t)stride);
    return BRES_OK;
}

#define THREADS_VALUES_MAX 64

bres_status bres_bench_add_threads_axis(bres_bench *bench, int64_t first, int64_t last)
{
    int64_t values[THREADS_VALUES_MAX];
    size_t count = 0;

    if (last == 0)
        last = (int64_t)bres__usable_cpus() > first ? (int64_t)bres__usable_cpus() : first;
    if (first < 1 || last < first)
        return bres__bench_keep(bench, bres__error(BRES_ERROR_ARGUMENT,
                                                   "%" PRId64 " to %" PRId64
                                                   " threads (expected a range from 1 on)",
                                                   first, last));
    values[count++] = first;
    for (uint64_t power = 1; power < (uint64_t)last; power *= 2) {
        if (power > (uint64_t)first)
            values[count++] = (int64_t)power;
    }
    if (last > first)
        values[count++] = last;
    return bres_bench_add_int64_axis(bench, "Threads", values, count);
}

bres_status bres__axis_fill_float64_range(bres__axis *axis, double first, double last,
                                          double stride)
{
    const double end = last < first ? last : last + stride / 2;
    double value = first;

    if (!isfinite(first) || !isfinite(last) || !isfinite(stride) || stride <= 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "a range needs finite numbers and a stride above 0");
    /* Adds up strides, with the same rounding as NVBench, because state names derive from the
     * values. */
    for (axis->count = 0; value <= end && isfinite(value); value += stride) {
        if (axis->count == RANGE_MAX) {
            axis->count = 0;
            return range_too_long();
        }
        axis->count++;
    }
    axis->reals = bres__calloc(axis->count, sizeof(*axis->reals));
    if (axis->reals == NULL)
        return bres__error_memory();
    value = first;
    for (size_t i = 0; i < axis->count; i++) {
        axis->reals[i] = value;
        value += stride;
    }
    return BRES_OK;
}
