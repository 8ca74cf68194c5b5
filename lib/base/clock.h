/* SPDX-License-Identifier: MIT */
#ifndef BRES_BASE_CLOCK_H
#define BRES_BASE_CLOCK_H

#include <benchresult/base.h>
#include <sys/types.h>

/* Fills `full` from a caller's clock, or with the system's when `clock` is NULL. */
bres_status bres__clock_load(bres_clock *full, const bres_clock *clock);

/* CLOCK_MONOTONIC in nanoseconds: for deadlines, which do not follow a caller's clock. */
uint64_t bres__monotonic_ns(void);
/* CPU time of a process or thread, by its clock; false when it has ended. */
bool bres__cpu_clock_ns(clockid_t clock, uint64_t *ns);

#endif
