/* SPDX-License-Identifier: MIT */
/*
 * Clocks: the caller's clock for measurements, the system's monotonic clock for deadlines, and the
 * wall clock for dates.
 */
#ifndef BRES_BASE_CLOCK_H
#define BRES_BASE_CLOCK_H

#include <benchresult/base.h>
#include <sys/types.h>
#include <time.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)

/* Fills `full` from the caller's `clock`, or with the system clock when `clock` is NULL. */
bres_status bres__clock_load(bres_clock *full, const bres_clock *clock);

/*
 * Sets `made` to a clock whose `now` reads one kind of time (a bres_clock_kind) from `clock`. Its
 * `sleep` is that of `clock`, which must outlive `made`.
 */
void bres__clock_of_kind(bres_clock *made, const bres_clock *clock, uint32_t kind);

/* CLOCK_MONOTONIC in nanoseconds, for deadlines: a deadline does not follow the caller's clock. */
uint64_t bres__steady_now(void);
/* CPU time from the clock of a process or thread; false if the process or thread has ended. */
bool bres__cpu_clock_ns(clockid_t clock, uint64_t *ns);

/* The time of day. The library reads it nowhere else. */
struct timespec bres__wall_now(void);
#ifdef BRES__FAULTS
/* For tests: makes bres__wall_now() return `now`; NULL restores the system's time. */
void bres__wall_set(const struct timespec *now);
#endif

#endif
