/* SPDX-License-Identifier: MIT */
/*
 * The text that a report function gives away.
 */
#ifndef BRES_REPORT_TEXT_H
#define BRES_REPORT_TEXT_H

#include "base/base.h"

/* Empties what the caller gets. BRES_ERROR_ARGUMENT when there is no place for the text; `report`
 * is what the message calls the report. */
bres_status bres__report_begin(const char *report, char **text, size_t *length);
/* Gives the text that was made to the caller, with its length when it is wanted. BRES_ERROR_MEMORY
 * when an append has failed. */
bres_status bres__report_finish(bres__text *made, char **text, size_t *length);

#endif
