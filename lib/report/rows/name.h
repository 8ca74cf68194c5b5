/* SPDX-License-Identifier: MIT */
/*
 * Names and axis values in the report of a comparison.
 */
#ifndef BRES_REPORT_ROWS_NAME_H
#define BRES_REPORT_ROWS_NAME_H

#include "report/report.h"

/* Appends the value of a state on an axis of its benchmark, as tables show it; nothing if the state
 * has no value. */
void bres__put_axis_value(bres__text *text, const bres_axis *axis, const bres_state *state);
/* The id of a device; false for NULL. */
bool bres__device_number(const bres_device *device, int64_t *id);
/* Appends ` (NAME)`, the name of the pair of files, if there are several pairs. */
void bres__put_file(bres__text *text, const bres_compared *compared, size_t pairs);

#endif
