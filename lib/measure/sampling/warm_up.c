/* SPDX-License-Identifier: MIT */
#include "measure/sampling/sampling.h"

/* With run_once, a profiler must see only one execution. */
static int64_t warm_up_runs(const bres__settings *settings)
{
    return settings->run_once ? 0 : settings->warmup_runs;
}

void bres__warm_up(const bres__sampling *sampling, int64_t *last)
{
    const bres__settings *settings = sampling->settings;
    const bres_clock *clock = sampling->clock;
    const uint64_t limit = bres__nanoseconds(settings->max_warmup_time);
    const int64_t runs = warm_up_runs(settings);
    const uint64_t start = clock->now(clock->user);

    *last = -1;
    for (int64_t run = 0; run < runs && !bres__sampling_is_interrupted(sampling); run++) {
        bres__execution execution;
        uint64_t wall;

        bres__execute(sampling->body, sampling->sample_clock, 1, &execution);
        wall = bres__sampling_wall(sampling, &execution);
        *last = execution.outcome == BRES__OUTCOME_TIMED ? execution.nanoseconds : -1;
        if (limit != 0 && wall > start && wall - start > limit)
            return;
    }
}
