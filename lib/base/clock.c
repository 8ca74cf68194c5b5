/* SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include "base/error.h"
#include "base/options.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

#define NANOSECONDS_PER_SECOND UINT64_C(1000000000)
/* Of bres_clock as it was first published. */
#define CLOCK_FIRST_SIZE       (offsetof(bres_clock, user) + sizeof(void *))

static uint64_t nanoseconds(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * NANOSECONDS_PER_SECOND + (uint64_t)time->tv_nsec;
}

static uint64_t clock_now(void *user)
{
    struct timespec now;

    (void)user;
    clock_gettime(CLOCK_MONOTONIC_RAW, &now);
    return nanoseconds(&now);
}

uint64_t bres__monotonic_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return nanoseconds(&now);
}

bool bres__cpu_clock_ns(clockid_t clock, uint64_t *ns)
{
    struct timespec time;

    *ns = 0;
    if (clock_gettime(clock, &time) != 0)
        return false;
    *ns = nanoseconds(&time);
    return true;
}

/* CLOCK_MONOTONIC: the raw clock cannot be slept on. */
static void clock_sleep(void *user, uint64_t nanoseconds)
{
    struct timespec rest = { .tv_sec = (time_t)(nanoseconds / NANOSECONDS_PER_SECOND),
                             .tv_nsec = (long)(nanoseconds % NANOSECONDS_PER_SECOND) };

    (void)user;
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
        continue;
}

void bres_clock_init(bres_clock *clock)
{
    if (clock != NULL)
        *clock = (bres_clock){ .size = sizeof(*clock), .now = clock_now, .sleep = clock_sleep };
}

bres_status bres__clock_load(bres_clock *full, const bres_clock *clock)
{
    bres_status status;

    bres_clock_init(full);
    status = bres__options_load(full, sizeof(*full), clock, CLOCK_FIRST_SIZE, "bres_clock");
    if (status == BRES_OK && (full->now == NULL || full->sleep == NULL))
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_clock: %s is NULL",
                             full->now == NULL ? "now" : "sleep");
    return status;
}
