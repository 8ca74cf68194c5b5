/* SPDX-License-Identifier: MIT */
/*
 * benchresult count: what its files share.
 */
#ifndef TOOL_COUNT_H
#define TOOL_COUNT_H

#include "tool.h"

/* What a command has executed, once or repeatedly. All zero is nothing. */
struct count_runs {
    bres_callgrind **runs; /* of one repeat each */
    size_t count;
    int exit_status; /* of the last */
};

/* What the report is to show. */
struct count_report {
    const char *const *arguments; /* the command, ended by NULL */
    const struct count_runs *runs;
    const char *toggle;           /* NULL: the whole command was counted */
    const char *baseline_file;    /* NULL: compared with nothing */
    const bres_profile *baseline; /* of that file */
    bool inclusive;
    bool all; /* rows, not the largest alone */
};

/* Makes the text of the report; free() it. Returns TOOL_DONE or, with a message, TOOL_REFUSED, as
 * the functions below. */
int count_report_markdown(const struct count_report *report, char **text, size_t *length);
int count_report_json(const struct count_report *report, char **text, size_t *length);

/* The instructions of a run. */
int count_total(const bres_callgrind *run, int64_t *total);
/* The functions that the report is about: of the first run, or what changed from the baseline. The
 * caller frees them. */
int count_functions(const struct count_report *report, bres_counts **functions);
/* The instructions of the baseline. */
int count_baseline_total(const struct count_report *report, uint64_t *total);

/* Writes the runs as a result file. */
int count_write_result(const struct count_report *report, const char *path);

#endif
