/* SPDX-License-Identifier: MIT */
/*
 * The table of report formats. A new format needs a value of bres_format, a line of the table and,
 * for each report that supports it, a file with the writer bres__REPORT_NAME().
 */
#ifndef BRES_REPORT_FORMAT_H
#define BRES_REPORT_FORMAT_H

#include "base/base.h"

#include <benchresult/report.h>

/* ROW(X, VALUE, writer, name, summary, compare, replay, race, doctor, time, table): VALUE is a
 * value of bres_format without its prefix, `writer` the end of the names of its writers, and `name`
 * its public name. The others say whether each report supports it. ROW applies X to the row. */
/* clang-format off */
#define BRES__FORMAT_TABLE(ROW, X) \
    ROW(X, MARKDOWN, markdown, "markdown", YES, YES, YES, YES, YES, YES, YES) \
    ROW(X, CSV,      csv,      "csv",      YES, YES, NO,  NO,  NO, YES, YES) \
    ROW(X, JSON,     json,     "json",     YES, YES, YES, YES, YES, YES, YES) \
    ROW(X, JUNIT,    junit,    "junit",    NO,  YES, NO,  NO,  NO, NO, NO) \
    ROW(X, PYTHON,   python,   "python",   NO,  YES, NO,  NO,  NO, NO, NO) \
    ROW(X, CSV_SAFE, csv_safe, "csv-safe", YES, YES, NO,  NO,  NO, YES, YES) \
    ROW(X, COMMENT,  comment,  "comment",  NO,  YES, NO,  NO,  NO, NO, NO)

#define BRES__WHEN_YES(...) __VA_ARGS__
#define BRES__WHEN_NO(...)
#define BRES__ROW(X, value, writer, name, ...)                 X(value, name)
#define BRES__ROW_SUMMARY(X, value, writer, n, yes, ...)       BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_COMPARE(X, value, writer, n, s, yes, ...)    BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_REPLAY(X, value, writer, n, s, c, yes, ...)  BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_RACE(X, value, writer, n, s, c, r, yes, ...) BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_DOCTOR(X, value, writer, n, s, c, r, a, yes, ...) \
    BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_TIME(X, value, writer, n, s, c, r, a, d, yes, ...) \
    BRES__WHEN_##yes(X(value, writer))
#define BRES__ROW_TABLE(X, value, writer, n, s, c, r, a, d, t, yes) \
    BRES__WHEN_##yes(X(value, writer))

/* X(VALUE, name) for each format, and X(VALUE, writer) for each format of one report. */
#define BRES__FORMATS(X)         BRES__FORMAT_TABLE(BRES__ROW, X)
#define BRES__SUMMARY_FORMATS(X) BRES__FORMAT_TABLE(BRES__ROW_SUMMARY, X)
#define BRES__COMPARE_FORMATS(X) BRES__FORMAT_TABLE(BRES__ROW_COMPARE, X)
#define BRES__REPLAY_FORMATS(X)  BRES__FORMAT_TABLE(BRES__ROW_REPLAY, X)
#define BRES__RACE_FORMATS(X)    BRES__FORMAT_TABLE(BRES__ROW_RACE, X)
#define BRES__DOCTOR_FORMATS(X)  BRES__FORMAT_TABLE(BRES__ROW_DOCTOR, X)
#define BRES__TIME_FORMATS(X)    BRES__FORMAT_TABLE(BRES__ROW_TIME, X)
#define BRES__TABLE_FORMATS(X)   BRES__FORMAT_TABLE(BRES__ROW_TABLE, X)
/* clang-format on */

#define BRES__FORMAT_ONE(value, name) +1
#define BRES__FORMAT_COUNT            (0 BRES__FORMATS(BRES__FORMAT_ONE))

/* BRES_ERROR_ARGUMENT if the report does not support the format; BRES_ERROR_MEMORY. */
bres_status bres__format_check(bres_report_kind report, uint32_t format);

#endif
