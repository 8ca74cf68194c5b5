/* SPDX-License-Identifier: MIT */
/*
 * The summary report: the report being made, and its writers.
 */
#ifndef BRES_REPORT_SUMMARY_SUMMARY_H
#define BRES_REPORT_SUMMARY_SUMMARY_H

#include "report/report.h"

/* A report being made: what it is about, and memory that its parts share. */
typedef struct bres__summary_report {
    bres_result *const *results;
    size_t count;
    const bres_filter *filter; /* NULL: everything */
    bres__text text;           /* what has been written */
    bres__text cell;           /* scratch, as the next */
    bres__text header;
    bres__named benches;     /* of one result: const bres_subbench */
    bres__named axis_values; /* of one state: const bres_value */
    bres__named summaries;   /* of one state: const bres_summary */
} bres__summary_report;

/* These fill the lists with what the report shows, as a reader maps it by name: of a repeated name
 * the last. */
bres_status bres__summary_list_benches(bres__summary_report *report, const bres_result *result);
bres_status bres__summary_list_summaries(bres__summary_report *report, const bres_state *state);
/* true, with its id, when the state ran on a device; a CPU-only benchmark has none, whatever its
 * states say. */
bool bres__summary_device(const bres_state *state, int64_t *id);
/* Appends the name of a device, "Device <id>" when the result does not know it. */
void bres__summary_device_name(bres__text *text, const bres_result *result, int64_t id);
/* Appends what stands for the result of this index in headings: its path, or "<result N>". */
void bres__summary_file_name(bres__text *text, const bres__summary_report *report, size_t index);
/* true when a state of the benchmark is a later run of another one. */
bool bres__summary_has_runs(const bres_subbench *bench);

/* Each appends the whole report in its format. */
bres_status bres__summary_markdown(bres__summary_report *report);
bres_status bres__summary_csv(bres__summary_report *report);
bres_status bres__summary_json(bres__summary_report *report);

#endif
