/* SPDX-License-Identifier: MIT */
/*
 * Room report: declarations shared by its folders and by the rooms above that write reports.
 */
#ifndef BRES_REPORT_REPORT_H
#define BRES_REPORT_REPORT_H

#include "report/json.h"
#include "report/ordered_map.h"
#include "report/table.h"
#include "report/value.h"

#include <benchresult/report.h>

/* The word for SAME in tables if only a slower candidate matters. */
#define BRES__NOT_SLOWER_WORD "PASS"

/* Sets *text to NULL and *length, which may be NULL, to 0. BRES_ERROR_ARGUMENT when `text` is NULL;
 * `report` is the name of the report in the message. */
bres_status bres__report_begin(const char *report, char **text, size_t *length);
/* Passes the text to the caller, who frees it with bres_string_free(); `length` may be NULL.
 * BRES_ERROR_MEMORY if an append has failed. */
bres_status bres__report_finish(bres__text *made, char **text, size_t *length);

#endif
