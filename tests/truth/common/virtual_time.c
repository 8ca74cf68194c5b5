/* SPDX-License-Identifier: MIT */
#include "truth/common/virtual_time.h"

#define READING_NS 25

static uint64_t time_now(void *user)
{
    truth_time *self = user;

    self->now += READING_NS;
    return self->now;
}

static void time_sleep(void *user, uint64_t nanoseconds)
{
    ((truth_time *)user)->now += nanoseconds;
}

void truth_time_clock(truth_time *time, bres_clock *clock)
{
    bres_clock_init(clock);
    clock->now = time_now;
    clock->sleep = time_sleep;
    clock->user = time;
}
