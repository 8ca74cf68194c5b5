/* SPDX-License-Identifier: MIT */
/*
 * What the `meta` section of everything that was measured says of when and where.
 */
#ifndef BRES_MEASURE_HOST_H
#define BRES_MEASURE_HOST_H

#include "base/base.h"

#include <time.h>

/* Writes "version", that of the file format. */
void bres__put_format_version(bres__json_writer *json);
/* Writes a moment of the calendar's clock as ISO 8601 has it, in UTC and microseconds: runs that
 * were taken in alternation are known by when they began. Nothing for 0. */
void bres__put_time(bres__json_writer *json, const char *key, const struct timespec *moment);
/* Writes "host", an object. */
void bres__put_host(bres__json_writer *json);
/* Appends what the first processor calls itself; nothing where the system does not say. Fails only
 * without memory. */
bres_status bres__put_processor(bres__text *name);

#endif
