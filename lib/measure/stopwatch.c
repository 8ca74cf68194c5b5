/* SPDX-License-Identifier: MIT */
/*
 * The stopwatch of a body that brackets the part of an execution that counts. Only that part is
 * between the two readings of the clock.
 */
#include "measure/execution.h"

void bres__stopwatch_reset(bres_stopwatch *watch, const bres_clock *clock)
{
    *watch = (bres_stopwatch){ .clock = clock };
}

/* Records only the first misuse, because others follow from it. */
static void stopwatch_misuse(bres_stopwatch *watch, bres__outcome outcome)
{
    if (watch->misused == BRES__OUTCOME_TIMED)
        watch->misused = outcome;
}

void bres_stopwatch_start(bres_stopwatch *watch)
{
    if (watch == NULL)
        return;
    if (watch->running)
        stopwatch_misuse(watch, BRES__OUTCOME_STARTED_TWICE);
    watch->running = true;
    watch->started = watch->clock->now(watch->clock->user);
}

void bres_stopwatch_stop(bres_stopwatch *watch)
{
    uint64_t now;

    if (watch == NULL)
        return;
    now = watch->clock->now(watch->clock->user);
    if (!watch->running) {
        stopwatch_misuse(watch, BRES__OUTCOME_STOPPED_FIRST);
        return;
    }
    /* If the clock has stepped backwards in a part, the other parts must not hide that. */
    if (now < watch->started)
        stopwatch_misuse(watch, BRES__OUTCOME_BACKWARDS);
    watch->nanoseconds += (int64_t)(now - watch->started);
    watch->running = false;
    watch->measured = true;
}

bres__outcome bres__stopwatch_outcome(const bres_stopwatch *watch)
{
    if (watch->misused != BRES__OUTCOME_TIMED)
        return watch->misused;
    if (watch->running)
        return BRES__OUTCOME_NOT_STOPPED;
    return watch->measured ? BRES__OUTCOME_TIMED : BRES__OUTCOME_NOT_STARTED;
}
