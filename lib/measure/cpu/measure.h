/* SPDX-License-Identifier: MIT */
/*
 * A measurement on the CPU.
 */
#ifndef BRES_MEASURE_CPU_MEASURE_H
#define BRES_MEASURE_CPU_MEASURE_H

#include "measure/sampling/sampling.h"

/*
 * Measures into a state under construction: warm-ups, samples, then the standard summaries and the
 * samples. Restarts the settings' criterion. *skipped: the last warm-up was shorter than skip_time;
 * nothing was added, and `reason` (of BRES__SKIP_REASON bytes) says so.
 */
bres_status bres__measure_cpu(bres_state *state, const bres__cpu_body *body,
                              const bres__settings *settings, const bres_clock *clock,
                              int64_t elements, int64_t global_bytes,
                              const bres__measure_hooks *hooks, bool *skipped, char *reason);

#endif
