/* SPDX-License-Identifier: MIT */
#include "harness/run/elapsed.h"
#include "measure/seconds.h"
#include "model/model.h"

static const bres__summary_texts body_texts = { "body", "Body Time",
                                                "Wall time of the benchmark's body.", "duration",
                                                BRES__HIDDEN };
static const bres__summary_texts measurement_texts = {
    "measurement", "Measurement Time",
    "Wall time of the measurement, with warm-up, in the benchmark's body.", "duration", BRES__HIDDEN
};

uint64_t bres__run_now(const bres_run *run)
{
    return run->clock.now(run->clock.user);
}

bres_status bres__run_add_elapsed(bres_run *run, uint64_t begin)
{
    bres__summaries set = bres__summaries_begin(run->state, "bres/elapsed/");
    const uint64_t body = bres__run_now(run) - begin;

    bres__summaries_add_float64(&set, &body_texts, bres__seconds(body));
    bres__summaries_add_float64(&set, &measurement_texts, bres__seconds(run->measured_ns));
    return bres__summaries_end(&set);
}
