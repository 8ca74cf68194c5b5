/* SPDX-License-Identifier: MIT */
/*
 * Returning a report's text to the caller.
 */
#include "report/report.h"

bres_status bres__report_begin(const char *report, char **text, size_t *length)
{
    if (text != NULL)
        *text = NULL;
    if (length != NULL)
        *length = 0;
    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "text of the %s is NULL", report);
    return BRES_OK;
}

bres_status bres__report_finish(bres__text *made, char **text, size_t *length)
{
    const size_t written = made->length;

    *text = bres__text_steal(made);
    if (*text == NULL)
        return bres__error_memory();
    if (length != NULL)
        *length = written;
    return BRES_OK;
}
