/* SPDX-License-Identifier: MIT */
/*
 * Clocks: the one that a caller measures with, the system's steady one for deadlines, and the wall
 * clock for dates.
 */
#ifndef BRES_BASE_CLOCK_H
#define BRES_BASE_CLOCK_H

#include <benchresult/base.h>
#include <sys/types.h>
#include <time.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)

/* Fills `full` from a caller's clock, or with the system's when `clock` is NULL. */
bres_status bres__clock_load(bres_clock *full, const bres_clock *clock);

/*
 * A clock whose `now` is the time of a kind, a bres_clock_kind, by another clock, which must
 * outlive it. Its `sleep` is that of the other clock.
 */
void bres__clock_of_kind(bres_clock *made, const bres_clock *clock, uint32_t kind);

/* Nanoseconds of CLOCK_MONOTONIC, for deadlines, which do not follow a caller's clock. */
uint64_t bres__steady_now(void);
/* CPU time of a process or thread, by its clock; false if it has ended. */
bool bres__cpu_clock_ns(clockid_t clock, uint64_t *ns);

/* The time of day. The library reads it nowhere else. */
struct timespec bres__wall_now(void);
#ifdef BRES__FAULTS
/* Sets what bres__wall_now() returns from now on; NULL: the system's time again. For tests. */
void bres__wall_set(const struct timespec *now);
#endif

#endif
