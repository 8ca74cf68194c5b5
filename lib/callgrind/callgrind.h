/* SPDX-License-Identifier: MIT */
/*
 * Room callgrind: reads callgrind's profiles and counts instructions under valgrind.
 *
 * The layers, from the bottom: counts and profile, parser (which fills a profile), and collect. The
 * files in this folder hold the results of a measurement.
 */
#ifndef BRES_CALLGRIND_CALLGRIND_H
#define BRES_CALLGRIND_CALLGRIND_H

#include "base/base.h"

#include <benchresult/callgrind.h>

struct bres_callgrind {
    uint64_t number;
    int32_t num_threads; /* 0: unknown */
    bool has_debug_symbols;
    size_t repeat_count;
    bres_counts *(*statements)[2]; /* by repeat; exclusive, inclusive */
    bres_counts *baseline[2];
};

/* Makes an object without repeats and with an empty baseline. */
bres_status bres__callgrind_new(uint64_t number, bres_callgrind **callgrind);
/* Adds a part of a profile, or BRES_PROFILE_ALL_PARTS, as the next repeat. */
bres_status bres__callgrind_add_statement(bres_callgrind *callgrind, const bres_profile *profile,
                                          size_t part);
/* The same, as the baseline, which replaces the current one. */
bres_status bres__callgrind_set_baseline(bres_callgrind *callgrind, const bres_profile *profile,
                                         size_t part);

#endif
