/* SPDX-License-Identifier: MIT */
/*
 * benchresult count: declarations that its files share.
 */
#ifndef TOOL_COUNT_H
#define TOOL_COUNT_H

#include "tool.h"

/* The counts of one or several runs of a command. All members zero: no runs. */
struct count_runs {
    bres_callgrind **runs; /* one repeat each */
    size_t count;
    int exit_status; /* of the last run */
};

/* The content of the report. */
struct count_report {
    const char *const *arguments; /* the command, ended by NULL */
    const struct count_runs *runs;
    const char *toggle;           /* NULL: the whole command was counted */
    const char *baseline_file;    /* NULL: no baseline */
    const bres_profile *baseline; /* the profile in baseline_file */
    bool inclusive;
    bool all; /* show all rows instead of the largest rows */
};

/* Makes the text of the report; the caller frees *text with free(). Returns TOOL_DONE or, with a
 * message, TOOL_REFUSED, like the functions below. */
int count_report_markdown(const struct count_report *report, char **text, size_t *length);
int count_report_json(const struct count_report *report, char **text, size_t *length);

/* Stores the number of instructions of a run. */
int count_total(const bres_callgrind *run, int64_t *total);
/* Makes the list of functions for the report: the counts of the first run, or the changes from the
 * baseline. The caller frees *functions. */
int count_functions(const struct count_report *report, bres_counts **functions);
/* Stores the number of instructions of the baseline. */
int count_baseline_total(const struct count_report *report, uint64_t *total);

/* Writes the runs as a result file. */
int count_write_result(const struct count_report *report, const char *path);

#endif
