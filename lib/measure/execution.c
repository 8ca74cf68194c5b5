/* SPDX-License-Identifier: MIT */
#include "measure/execution.h"

const char *bres__outcome_text(bres__outcome outcome)
{
    static const char *const texts[] = {
        [BRES__OUTCOME_TIMED] = "it was timed",
        [BRES__OUTCOME_BACKWARDS] = "the clock stepped backwards",
        [BRES__OUTCOME_NOT_STARTED] = "the stopwatch was never started",
        [BRES__OUTCOME_NOT_STOPPED] = "the stopwatch was not stopped",
        [BRES__OUTCOME_STARTED_TWICE] = "the stopwatch was started while it was running",
        [BRES__OUTCOME_STOPPED_FIRST] = "the stopwatch was stopped while it was not running",
    };

    return texts[outcome];
}

static void execute_timed(const bres__cpu_body *body, const bres_clock *clock,
                          bres__execution *execution)
{
    bres_stopwatch watch;

    bres__stopwatch_reset(&watch, clock);
    body->timed(&watch, body->context);
    execution->end = clock->now(clock->user);
    execution->nanoseconds = watch.nanoseconds;
    execution->outcome = bres__stopwatch_outcome(&watch);
}

/* Reads the pointer from a volatile, so that no compiler can know which function is called. */
void bres__repeat(bres_cpu_fn fn, void *context, uint64_t number)
{
    bres_cpu_fn volatile unknown = fn;
    const bres_cpu_fn call = unknown;

    for (uint64_t i = 0; i < number; i++) {
        call(context);
        BRES_CLOBBER();
    }
}

/* Selects the kind of the body before the clock is read, so that only the call is between the two
 * readings. */
void bres__execute(const bres__cpu_body *body, const bres_clock *clock, uint64_t count,
                   bres__execution *execution)
{
    uint64_t start;
    uint64_t end;

    if (body->timed != NULL) {
        execute_timed(body, clock, execution);
        return;
    }
    if (body->batched != NULL) {
        start = clock->now(clock->user);
        body->batched(body->context, count);
        end = clock->now(clock->user);
    } else if (count == 1) {
        start = clock->now(clock->user);
        body->plain(body->context);
        end = clock->now(clock->user);
    } else {
        start = clock->now(clock->user);
        bres__repeat(body->plain, body->context, count);
        end = clock->now(clock->user);
    }
    execution->end = end;
    execution->nanoseconds = (int64_t)(end - start);
    execution->outcome = end < start ? BRES__OUTCOME_BACKWARDS : BRES__OUTCOME_TIMED;
    if (body->time != NULL)
        body->time(body->context, execution);
}

bres_status bres__execution_error(unsigned refused, bres__outcome outcome)
{
    if (refused == 1)
        return bres__error(BRES_ERROR_VALUE, "the execution gave no time: %s",
                           bres__outcome_text(outcome));
    return bres__error(BRES_ERROR_VALUE, "%u executions in a row gave no time, the last because %s",
                       refused, bres__outcome_text(outcome));
}
