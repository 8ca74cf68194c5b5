/* SPDX-License-Identifier: MIT */
#include "support/virtual_clock.h"

static uint64_t clock_now(void *user)
{
    bres_test_clock *clock = user;
    const uint64_t now = clock->now;

    clock->readings++;
    clock->now += clock->cost;
    return clock->tick > 1 ? now - now % clock->tick : now;
}

static void clock_sleep(void *user, uint64_t nanoseconds)
{
    bres_test_clock *clock = user;

    clock->sleeps++;
    clock->slept += nanoseconds;
    clock->now += nanoseconds;
}

static uint64_t clock_processor_now(void *user, uint32_t kind)
{
    bres_test_clock *clock = user;
    const uint64_t now =
        clock->now - clock->slept + (kind == BRES_CLOCK_PROCESS ? clock->other_threads : 0);

    clock->processor_readings++;
    clock->now += clock->processor_cost;
    return clock->processor_tick > 1 ? now - now % clock->processor_tick : now;
}

bres_clock bres_test_clock_of(bres_test_clock *clock)
{
    bres_clock made;

    bres_clock_init(&made);
    made.now = clock_now;
    made.sleep = clock_sleep;
    made.user = clock;
    made.processor_now = clock_processor_now;
    return made;
}

static void body_execute(bres_test_body *body)
{
    body->clock->now += (uint64_t)body->durations[body->executions % body->count];
    body->executions++;
}

void bres_test_body_run(void *context)
{
    bres_test_body *body = context;

    body->calls++;
    body_execute(body);
}

void bres_test_body_run_batch(void *context, uint64_t count)
{
    bres_test_body *body = context;

    body->calls++;
    body->clock->now += body->overhead;
    /* Multiplies instead of looping over a script of one time, because blocks may be large. */
    if (body->count == 1) {
        body->clock->now += count * (uint64_t)body->durations[0];
        body->executions += count;
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        body_execute(body);
}
