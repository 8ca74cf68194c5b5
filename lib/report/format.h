/* SPDX-License-Identifier: MIT */
/*
 * The formats of reports. A new format is a value of bres_format, a line here in BRES__FORMATS and
 * in the list of each report that has it, and a file with its writer, bres__REPORT_NAME().
 */
#ifndef BRES_REPORT_FORMAT_H
#define BRES_REPORT_FORMAT_H

#include "base/base.h"

#include <benchresult/report.h>

/* X(VALUE, name): the value of bres_format without its prefix, and the name. */
#define BRES__FORMATS(X)                                                                           \
    X(MARKDOWN, markdown)                                                                          \
    X(CSV, csv)                                                                                    \
    X(JSON, json)                                                                                  \
    X(JUNIT, junit)                                                                                \
    X(PYTHON, python)

#define BRES__SUMMARY_FORMATS(X)                                                                   \
    X(MARKDOWN, markdown)                                                                          \
    X(CSV, csv)                                                                                    \
    X(JSON, json)

#define BRES__COMPARE_FORMATS(X)                                                                   \
    X(MARKDOWN, markdown)                                                                          \
    X(CSV, csv)                                                                                    \
    X(JSON, json)                                                                                  \
    X(JUNIT, junit)                                                                                \
    X(PYTHON, python)

#define BRES__REPLAY_FORMATS(X)                                                                    \
    X(MARKDOWN, markdown)                                                                          \
    X(JSON, json)

#define BRES__RACE_FORMATS(X)                                                                      \
    X(MARKDOWN, markdown)                                                                          \
    X(JSON, json)

#define BRES__FORMAT_ONE(value, name) +1
#define BRES__FORMAT_COUNT            (0 BRES__FORMATS(BRES__FORMAT_ONE))

/* A term of the set of formats that a report has. */
#define BRES__FORMAT_BIT(value, name) | UINT32_C(1) << BRES_FORMAT_##value

/* The error of a format that `report`, such as "the summary report", does not have. `known` has a
 * bit for each format that it has. */
bres_status bres__format_refuse(const char *report, uint32_t format, uint32_t known);

#endif
