/* SPDX-License-Identifier: MIT */
/*
 * JMH's histograms: for each fork a list of iterations, each with pairs of a value and its count.
 */
#include "formats/jmh/jmh.h"

#include <math.h>

/* A histogram with more samples than this is not expanded. */
#define SAMPLES_MAX 100000
/* Larger counts are not exact in a double. */
#define COUNT_MAX   9e15

static bres_status read_bin(const bres__node *bin, double *value, double *count)
{
    bres__node part;
    bres_status status;

    if (bres__node_count(bin) != 2)
        return bres__node_fault(bin, BRES_ERROR_VALUE, "[value, count]", "%s",
                                bres__node_as_text(bin));
    part = bres__node_at(bin, 0);
    status = bres__node_float64(&part, value);
    part = bres__node_at(bin, 1);
    if (status == BRES_OK)
        status = bres__node_float64(&part, count);
    if (status == BRES_OK && !(*count >= 0 && *count < COUNT_MAX && *count == floor(*count)))
        return bres__node_fault(&part, BRES_ERROR_VALUE,
                                "a whole number of at least 0 and below 9e15", "%s",
                                bres__node_as_text(&part));
    return status;
}

bres_status bres__jmh_walk_histogram(const bres__node *fork, double *total, bres__jmh_put_bin put,
                                     void *user)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(fork) && status == BRES_OK; i++) {
        const bres__node iteration = bres__node_at(fork, i);

        for (size_t k = 0; k < bres__node_count(&iteration) && status == BRES_OK; k++) {
            const bres__node bin = bres__node_at(&iteration, k);
            double value = 0;
            double count = 0;

            status = read_bin(&bin, &value, &count);
            *total += count;
            if (status == BRES_OK && put != NULL)
                status = put(user, &bin, value, count);
        }
    }
    return status;
}

bool bres__jmh_take_room(const bres__jmh_record *record, double total)
{
    if (total > SAMPLES_MAX) {
        bres__import_warn(record->import,
                          "%s: a histogram of more than %d samples is kept without samples",
                          record->import->input.name, SAMPLES_MAX);
        return false;
    }
    if (total > *record->room) {
        bres__import_warn(record->import,
                          "%s: the histograms of the file have more than %d samples: some are kept "
                          "without samples",
                          record->import->input.name, BRES__JMH_FILE_SAMPLES_MAX);
        return false;
    }
    *record->room -= total;
    return true;
}
