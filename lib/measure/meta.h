/* SPDX-License-Identifier: MIT */
/*
 * Parts of the `meta` section of every result that was measured.
 */
#ifndef BRES_MEASURE_META_H
#define BRES_MEASURE_META_H

#include "base/base.h"

#include <time.h>

/* Writes "version", the version of the file format. */
void bres__put_format_version(bres__json_writer *json);
/* Writes a moment of the wall clock as ISO 8601, in UTC with microseconds: the start times of runs
 * show whether the runs were taken in alternation. Writes nothing for 0. */
void bres__put_time(bres__json_writer *json, const char *key, const struct timespec *moment);

#endif
