/* SPDX-License-Identifier: MIT */
/*
 * A state while it runs, as its body sees it.
 */
#ifndef BRES_HARNESS_RUN_RUN_H
#define BRES_HARNESS_RUN_RUN_H

#include "harness/suite/suite.h"
#include "measure/hooks.h"

typedef struct bres__gpu bres__gpu; /* measure/gpu/devices.h */

struct bres_run {
    const bres_bench *bench;
    bres_state *state;
    bres__settings settings; /* its own copy */
    bres_clock clock;
    const bres__measure_hooks *hooks;
    bres__work work;
    const bres__gpu *gpu;     /* NULL: on the CPU */
    bres_cuda_stream *stream; /* made or set; NULL: not yet */
    bool inside;              /* the body is running */
    bool measuring;           /* exec is running */
    uint64_t began;           /* when the measurement began, on the clock */
    uint64_t measured_ns;     /* nanoseconds that the measurement took */
    bool measured;            /* exec was called */
    uint32_t ahead;           /* if measured: number of summaries before the measurement's */
    uint32_t behind;          /* if measured: end of the measurement's summaries */
    bool skipped;
    bres_status status;       /* of the first failure inside of the body */
    bres__error_record error; /* its record */
};

/*
 * Calls the body of a planned state, on an open GPU or on the CPU (NULL), and records the outcome:
 * measured; skipped by the body or by skip_time; or failed, which is skipped because of an error or
 * because nothing was measured, with this reason. Fails only if memory runs out.
 */
bres_status bres__run_state(const bres_bench *bench, bres_state *state, const bres__gpu *gpu,
                            const bres__measure_hooks *hooks, bool *failed);

/* Whether the settings are final and nothing more can be measured. */
bool bres__run_is_closed(const bres_run *run);
/* Keeps the first failure, except failures inside the body of a lenient benchmark; returns
 * `status`. */
bres_status bres__run_keep(bres_run *run, bres_status status);
/* Marks the state as skipped. Invalid UTF-8 in the reason becomes U+FFFD. */
bres_status bres__run_set_skipped(bres_run *run, const char *reason);
/* Adds the rates to the measurement, after the body has added all of its work. */
bres_status bres__run_add_rates(bres_run *run);

#endif
