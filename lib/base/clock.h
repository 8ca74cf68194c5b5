/* SPDX-License-Identifier: MIT */
/*
 * Clocks: the one that a caller measures with, the system's steady one for deadlines, and the wall
 * clock for dates.
 */
#ifndef BRES_BASE_CLOCK_H
#define BRES_BASE_CLOCK_H

#include <benchresult/base.h>
#include <time.h>

#define BRES__NS_PER_SECOND UINT64_C(1000000000)

/* Fills `full` from a caller's clock, or with the system's when `clock` is NULL. */
bres_status bres__clock_load(bres_clock *full, const bres_clock *clock);

/* Nanoseconds on a clock that no one sets, for deadlines: they concern real time, whatever clock a
 * caller measures with. */
uint64_t bres__steady_now(void);

/* The wall clock: the only place where it is read. */
struct timespec bres__wall_now(void);
#ifdef BRES__FAULTS
/* From now on bres__wall_now() gives this time; NULL: the system's again. For tests. */
void bres__wall_set(const struct timespec *now);
#endif

#endif
