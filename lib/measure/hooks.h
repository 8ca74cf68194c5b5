/* SPDX-License-Identifier: MIT */
/*
 * Hooks through which a measurement reports, and through which the caller can end it.
 */
#ifndef BRES_MEASURE_HOOKS_H
#define BRES_MEASURE_HOOKS_H

#include "base/base.h"

#include <benchresult/base.h>

/* Called between samples; members that are NULL are not called. */
typedef struct bres__measure_hooks {
    /* `noise` is the relative standard deviation, negative while it is unknown. */
    void (*progress)(void *user, int64_t samples, double elapsed, double noise);
    /* true ends the measurement with the samples so far, without a warning. */
    bool (*interrupted)(void *user);
    bres_log_fn log;
    void *user; /* of all three */
} bres__measure_hooks;

#endif
