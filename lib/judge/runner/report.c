/* SPDX-License-Identifier: MIT */
#include "judge/runner/report.h"

#include <stdarg.h>
#include <stdio.h>

bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...)
{
    va_list arguments;

    report->outcome = outcome;
    va_start(arguments, format);
    vsnprintf(report->message, sizeof(report->message), format, arguments);
    va_end(arguments);
    return BRES_OK;
}
