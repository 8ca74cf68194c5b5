/* SPDX-License-Identifier: MIT */
/*
 * The formats of reports. A new format is a value of bres_format, a line of this table, and a file
 * with its writer.
 */
#ifndef BRES_REPORT_FORMAT_H
#define BRES_REPORT_FORMAT_H

#include "base/base.h"

#include <benchresult/report.h>

/* X(VALUE, NAME, SUMMARY, COMPARE, REPLAY, RACE): the name on command lines, then the function that
 * writes each report; NULL where the report does not have the format. */
#define BRES__FORMATS(X)                                                                           \
    X(MARKDOWN, "markdown", bres__summary_markdown, bres__compare_markdown, bres__replay_markdown, \
      bres__race_markdown)                                                                         \
    X(CSV, "csv", bres__summary_csv, bres__compare_csv, NULL, NULL)                                \
    X(JSON, "json", bres__summary_json, bres__compare_json, bres__replay_json, bres__race_json)    \
    X(JUNIT, "junit", NULL, bres__compare_junit, NULL, NULL)                                       \
    X(PYTHON, "python", NULL, bres__compare_python, NULL, NULL)

#define BRES__FORMAT_ONE(...) +1
#define BRES__FORMAT_COUNT    (0 BRES__FORMATS(BRES__FORMAT_ONE))

/* Lines of an array of writers, by format. */
#define BRES__FORMAT_SUMMARY(value, name, summary, compare, replay, race)                          \
    [BRES_FORMAT_##value] = summary,
#define BRES__FORMAT_COMPARE(value, name, summary, compare, replay, race)                          \
    [BRES_FORMAT_##value] = compare,
#define BRES__FORMAT_REPLAY(value, name, summary, compare, replay, race)                           \
    [BRES_FORMAT_##value] = replay,
#define BRES__FORMAT_RACE(value, name, summary, compare, replay, race) [BRES_FORMAT_##value] = race,

/* The error of a format that `report`, such as "the summary report", does not have. `known` has a
 * bit for each format that it has. */
bres_status bres__format_refuse(const char *report, uint32_t format, uint32_t known);

#endif
