/* SPDX-License-Identifier: MIT */
/*
 * The options with which a function is measured as a state of a result, on the CPU and on GPUs.
 */
#ifndef BRES_MEASURE_OPTIONS_H
#define BRES_MEASURE_OPTIONS_H

#include "measure/hooks.h"
#include "measure/settings.h"

#include <benchresult/measure.h>

/* Loads the caller's options, settings and clock. Free the settings even after a failure. */
bres_status bres__measure_options_load(const bres_measure_options *given,
                                       bres_measure_options *options, bres__settings *settings,
                                       bres_clock *clock);
/* Sets the axis values and settings of a state, so that an error in them is found before time is
 * spent on measuring. */
bres_status bres__measure_options_put(bres_state *state, const bres_subbench *bench,
                                      const bres_measure_options *options,
                                      const bres__settings *settings);
/* Sets axis values of a state. */
bres_status bres__measure_axes_put(bres_state *state, const bres_subbench *bench,
                                   const bres_axis_setting *axes, size_t count);

/* BRES_ERROR_ARGUMENT for CPU time on a GPU; `option` names the member of an option struct. */
bres_status bres__clock_kind_check_gpu(uint32_t clock_kind, const char *option);

/* The caller's log and interruption, during a measurement. */
typedef struct bres__measure_caller {
    const bres_measure_options *options;
    bool interrupted;
} bres__measure_caller;

/* Hooks that forward everything to the caller. */
bres__measure_hooks bres__measure_caller_hooks(bres__measure_caller *caller);
/* The status of the measurement: BRES_ERROR_INTERRUPTED when the caller has ended it. */
bres_status bres__measure_caller_end(const bres__measure_caller *caller, bres_status status);

#endif
