/* SPDX-License-Identifier: MIT */
/*
 * Discards trials at a clock that is too low, and gives the device time to recover: the more
 * consecutive trials are discarded, the longer.
 */
#include "measure/gpu/cold.h"

/* This many consecutive trials have the same delay. */
#define THROTTLE_EVEN     3u
#define THROTTLE_GROWTH   1.5
#define THROTTLE_STEP_MAX 0.5

static void cold_warn_throttled(const bres__cold *cold, double clock, double expected)
{
    const bres__measure_hooks *hooks = cold->sampling.hooks;
    char message[256];

    if (hooks->log == NULL)
        return;
    bres__format(message, sizeof(message),
                 "sample %zu is discarded: the clock was at %.0f MHz, %.1f %% of the default %.0f "
                 "MHz, below the threshold of %.1f %%; waiting %g s",
                 cold->sampling.count, clock / 1e6, 100 * clock / expected, expected / 1e6,
                 100 * cold->threshold, cold->delay);
    hooks->log(hooks->user, BRES_LOG_WARNING, message);
}

/* Expected reasons for a low clock: an idle device, or a setting. */
#define THROTTLE_EXPECTED ((uint64_t)BRES__NVML_IDLE | BRES__NVML_CLOCKS_SETTING)

void bres__cold_ask_reasons(bres__cold *cold)
{
    bres__error_record record;
    uint64_t reasons;

    if (cold->gpu->nvml == NULL)
        return;
    bres__error_save(&record);
    if (bres__nvml_throttle_reasons(cold->gpu->nvml, &reasons) == BRES_OK)
        cold->reasons |= reasons & ~THROTTLE_EXPECTED;
    bres__error_restore(&record);
}

bool bres__cold_discards(bres__cold *cold, const bres__trial *trial)
{
    const double expected = bres__cuda_context_info(cold->launch->context)->sm_clock;
    const bres_clock *clock = cold->sampling.clock;

    if (cold->threshold == 0 || cold->grace != 0 || trial->clock == 0 ||
        !(trial->clock < (float)expected * (float)cold->threshold))
        return false;
    if (cold->discarded_in_a_row >= THROTTLE_EVEN) {
        const double step = THROTTLE_GROWTH * cold->delay;

        cold->delay += step < THROTTLE_STEP_MAX ? step : THROTTLE_STEP_MAX;
    }
    /* Once per series of discarded trials, which may be very long. */
    if (cold->discarded_in_a_row == 0) {
        cold_warn_throttled(cold, (double)trial->clock, expected);
        bres__cold_ask_reasons(cold);
    }
    cold->discarded++;
    cold->discarded_in_a_row++;
    if (cold->delay > 0) {
        clock->sleep(clock->user, bres__nanoseconds(cold->delay));
        cold->now = clock->now(clock->user);
    }
    return true;
}
