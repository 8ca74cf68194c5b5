/* SPDX-License-Identifier: MIT */
/*
 * The sentences and the report of a timing of commands, made from the figures of its rows.
 */
#ifndef BRES_REPORT_RACE_TIME_H
#define BRES_REPORT_RACE_TIME_H

#include "report/format.h"
#include "report/race/race.h"

#include <benchresult/time.h>

/* How a timing has ended. */
typedef struct bres__time_message_figures {
    const char *stop_reason;
    double seconds;
    uint64_t runs;
    size_t rows;
    size_t precise; /* rows whose interval is narrow enough */
    size_t comparisons;
    size_t decided; /* comparisons */
} bres__time_message_figures;

/* Writes one sentence: why the timing stopped, and what is decided. */
void bres__time_message(const bres__time_message_figures *figures, char *message, size_t size);
/* Writes the sentence about a failure after so many runs of a row; `hook` is the kind of the hook
 * that failed, NULL: the command itself. */
void bres__time_failure_message(const char *hook, const char *label, size_t runs,
                                const char *reason, char *message, size_t size);

typedef struct bres__time_report {
    const char *stop_reason;
    const char *message;
    double seconds;
    double shell_seconds; /* of an empty command; 0: no shell */
    double precision;
    bres__race_limits limits;
    const bres_timing_row **rows; /* sorted by their medians */
    size_t row_count;
} bres__time_report;

/* Appends a bullet for each row beside the baseline: which of the two is faster, or that they are
 * tied or undecided. */
void bres__time_put_ranking(const bres__time_report *report, bres__text *text);
/* Appends a bullet for each reason to doubt the times. */
void bres__time_put_warnings(const bres__time_report *report, bres__text *text);

/* Each appends the whole report in its format: bres__time_markdown() and so on. */
#define BRES__TIME_WRITER(value, name)                                                             \
    bres_status bres__time_##name(const bres__time_report *report, bres__text *text);
BRES__TIME_FORMATS(BRES__TIME_WRITER)

#endif
