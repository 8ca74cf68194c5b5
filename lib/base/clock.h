/* SPDX-License-Identifier: MIT */
#ifndef BRES_BASE_CLOCK_H
#define BRES_BASE_CLOCK_H

#include <benchresult/base.h>

/* Fills `full` from a caller's clock, or with the system's when `clock` is NULL. */
bres_status bres__clock_load(bres_clock *full, const bres_clock *clock);

#endif
