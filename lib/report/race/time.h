/* SPDX-License-Identifier: MIT */
/*
 * The sentences and the report of a timing of commands, made from the figures of its rows.
 */
#ifndef BRES_REPORT_RACE_TIME_H
#define BRES_REPORT_RACE_TIME_H

#include "report/format.h"
#include "report/race/race.h"

#include <benchresult/time.h>

/* The end of a timing. */
typedef struct bres__time_message_figures {
    const char *stop_reason;
    double seconds;
    uint64_t runs;
    size_t rows;
    size_t precise; /* rows whose interval is narrow enough */
    double precision;
    size_t comparisons;
    size_t decided; /* comparisons */
} bres__time_message_figures;

/* Writes one sentence: why the timing stopped, and how many medians and comparisons are decided. */
void bres__time_message(const bres__time_message_figures *figures, char *message, size_t size);
/* Writes the sentence about a failure after `runs` runs of a row; `hook` is the kind of the hook
 * that failed, NULL: the command itself. */
void bres__time_failure_message(const char *hook, const bres_timing_row *row, size_t runs,
                                const char *reason, char *message, size_t size);

typedef struct bres__time_report_row {
    const bres_timing_row *figures;
    const char *const *values; /* by parameter; NULL: the command does not use it */
    const char *name;          /* in the ranking and in notes */
    bool is_precise;           /* the interval of the median is narrow enough */
} bres__time_report_row;

typedef struct bres__time_report {
    const char *stop_reason;
    const char *message;
    double seconds;
    double shell_seconds; /* of an empty command; 0: no shell */
    double precision;
    bres__race_limits limits;
    uint64_t min_pairs; /* a row with fewer pairs is undecided */
    bool has_warmup;
    bool was_limited; /* a limit of time or of runs has ended the timing */
    size_t width;     /* columns of the terminal; 0: no limit */
    const char *const *parameters;
    size_t parameter_count;
    bres__time_report_row *rows; /* in the order of the report */
    size_t row_count;
} bres__time_report;

/* The row that the others are compared with. */
const bres__time_report_row *bres__time_baseline(const bres__time_report *report);
void bres__time_put_duration(bres__text *text, double seconds);
/* Appends a sentence as a bullet, unless it is empty, and empties it. */
void bres__time_put_bullet(const bres__time_report *report, bres__text *sentence, bres__text *text);
/* The number of digits after the point of a ratio. */
int bres__time_ratio_digits(double ratio);

/* Appends a bullet for each row except the baseline: which of the two is faster, or that they are
 * tied or undecided. */
void bres__time_put_ranking(const bres__time_report *report, bres__text *text);
/* Appends a bullet for each reason to doubt the times. */
void bres__time_put_notes(const bres__time_report *report, bres__text *text);

/* "0 x 98, 1 x 2": the exit statuses of a row. */
void bres__time_put_statuses(bres__text *text, const bres_timing_row *row);

/* Each appends the whole report in its format: bres__time_markdown() and so on. */
#define BRES__TIME_WRITER(value, name)                                                             \
    bres_status bres__time_##name(const bres__time_report *report, bres__text *text);
BRES__TIME_FORMATS(BRES__TIME_WRITER)

#endif
