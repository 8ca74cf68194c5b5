/* SPDX-License-Identifier: MIT */
/*
 * Rust's libtest (cargo bench), as text and as JSON lines. A benchmark has a median and a
 * deviation, but no samples: libtest prints the range from minimum to maximum as the deviation,
 * criterion.rs the standard deviation.
 */
#ifndef BRES_FORMATS_LIBTEST_H
#define BRES_FORMATS_LIBTEST_H

#include "formats/formats.h"

/* One benchmark. */
typedef struct bres__libtest_row {
    const char *name;
    const char *skip_reason; /* NULL: the benchmark has figures */
    double median;           /* nanoseconds of one execution */
    double deviation;        /* same unit */
    double megabytes;        /* 10^6 bytes per second; 0: unknown */
} bres__libtest_row;

/* Adds the state of a benchmark. */
void bres__libtest_add(bres__import *import, const bres__libtest_row *row);

#endif
