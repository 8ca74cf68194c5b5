/* SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include "base/error.h"
#include "base/options.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

/* Size of the first published bres_clock. */
#define CLOCK_FIRST_SIZE (offsetof(bres_clock, user) + sizeof(void *))

static uint64_t clock_read(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * BRES__NS_PER_SECOND + (uint64_t)now.tv_nsec;
}

static uint64_t clock_now(void *user)
{
    (void)user;
    return clock_read(CLOCK_MONOTONIC_RAW);
}

static uint64_t clock_processor_now(void *user, uint32_t kind)
{
    (void)user;
    return clock_read(kind == BRES_CLOCK_THREAD ? CLOCK_THREAD_CPUTIME_ID
                                                : CLOCK_PROCESS_CPUTIME_ID);
}

bool bres__cpu_clock_ns(clockid_t clock, uint64_t *ns)
{
    struct timespec time;

    *ns = 0;
    if (clock_gettime(clock, &time) != 0)
        return false;
    *ns = (uint64_t)time.tv_sec * BRES__NS_PER_SECOND + (uint64_t)time.tv_nsec;
    return true;
}

/* Sleeps on CLOCK_MONOTONIC: clock_nanosleep() does not accept CLOCK_MONOTONIC_RAW. */
static void clock_sleep(void *user, uint64_t nanoseconds)
{
    struct timespec rest = { .tv_sec = (time_t)(nanoseconds / BRES__NS_PER_SECOND),
                             .tv_nsec = (long)(nanoseconds % BRES__NS_PER_SECOND) };

    (void)user;
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &rest, &rest) == EINTR)
        continue;
}

void bres_clock_init(bres_clock *clock)
{
    if (clock != NULL)
        *clock = (bres_clock){
            .size = sizeof(*clock),
            .now = clock_now,
            .sleep = clock_sleep,
            .processor_now = clock_processor_now,
        };
}

const char *bres_clock_kind_name(bres_clock_kind kind)
{
    static const char *const names[] = {
        [BRES_CLOCK_WALL] = "wall",
        [BRES_CLOCK_THREAD] = "thread",
        [BRES_CLOCK_PROCESS] = "process",
    };

    return (unsigned)kind <= BRES_CLOCK_PROCESS ? names[kind] : "unknown";
}

bres_status bres__clock_load(bres_clock *full, const bres_clock *clock)
{
    bres_status status;

    bres_clock_init(full);
    status = bres__options_load(full, sizeof(*full), clock, CLOCK_FIRST_SIZE, "bres_clock");
    if (status == BRES_OK && (full->now == NULL || full->sleep == NULL))
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_clock: %s is NULL",
                             full->now == NULL ? "now" : "sleep");
    if (full->processor_now == NULL)
        full->processor_now = clock_processor_now;
    return status;
}

static uint64_t kind_processor_now(void *user, uint32_t kind)
{
    const bres_clock *clock = user;

    return clock->processor_now(clock->user, kind);
}

static uint64_t kind_thread_now(void *user)
{
    const bres_clock *clock = user;

    return clock->processor_now(clock->user, BRES_CLOCK_THREAD);
}

static uint64_t kind_process_now(void *user)
{
    const bres_clock *clock = user;

    return clock->processor_now(clock->user, BRES_CLOCK_PROCESS);
}

static void kind_sleep(void *user, uint64_t nanoseconds)
{
    const bres_clock *clock = user;

    clock->sleep(clock->user, nanoseconds);
}

void bres__clock_of_kind(bres_clock *made, const bres_clock *clock, uint32_t kind)
{
    if (kind == BRES_CLOCK_WALL) {
        *made = *clock;
        return;
    }
    *made = (bres_clock){
        .size = sizeof(*made),
        .now = kind == BRES_CLOCK_THREAD ? kind_thread_now : kind_process_now,
        .sleep = kind_sleep,
        .user = (void *)(uintptr_t)clock,
        .processor_now = kind_processor_now,
    };
}

uint64_t bres__steady_now(void)
{
    return clock_read(CLOCK_MONOTONIC);
}

#ifdef BRES__FAULTS

static struct timespec wall_fixed;
static bool wall_is_fixed;

void bres__wall_set(const struct timespec *now)
{
    wall_is_fixed = now != NULL;
    if (now != NULL)
        wall_fixed = *now;
}

#endif

struct timespec bres__wall_now(void)
{
    struct timespec now;

#ifdef BRES__FAULTS
    if (wall_is_fixed)
        return wall_fixed;
#endif
    clock_gettime(CLOCK_REALTIME, &now);
    return now;
}
