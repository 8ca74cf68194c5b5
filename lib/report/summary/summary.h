/* SPDX-License-Identifier: MIT */
/*
 * The summary report: the report being made, and its writers.
 */
#ifndef BRES_REPORT_SUMMARY_SUMMARY_H
#define BRES_REPORT_SUMMARY_SUMMARY_H

#include "report/format.h"
#include "report/report.h"
#include "report/summary/columns.h"
#include "report/summary/order.h"

/* A report being made: its input, and memory that its writers share. */
typedef struct bres__summary_report {
    bres_result *const *results;
    size_t count;
    uint32_t format;           /* a bres_format */
    const bres_filter *filter; /* NULL: everything */
    uint32_t columns;          /* a set of BRES_COLUMN_BIT()s */
    bres__summary_order order;
    size_t width;              /* columns of the terminal; 0: no limit */
    bres__text text;           /* the report so far */
    bres__text cell;           /* scratch */
    bres__text header;         /* scratch */
    bres__ordered_map benches; /* of one result: const bres_subbench */
    const bres_state **states; /* of one benchmark */
    size_t state_count;
    bres__ordered_map axis_values; /* of one state: const bres_value */
    bres__ordered_map summaries;   /* of one state: const bres_summary */
} bres__summary_report;

/* Loads the options, which may be NULL, into a report whose results are set. BRES_ERROR_ARGUMENT.
 */
bres_status bres__summary_report_begin(bres__summary_report *report,
                                       const bres_summary_options *options);
void bres__summary_report_free(bres__summary_report *report);

/* Fills `benches` with the selected benchmarks of a result; the last one if a name is repeated. */
bres_status bres__summary_list_benches(bres__summary_report *report, const bres_result *result);
/* Fills `states` with the selected states of a benchmark, in the order of the report. Errors: those
 * of bres__summary_order_apply(). */
bres_status bres__summary_list_states(bres__summary_report *report, const bres_subbench *bench);
/* Fills `summaries` with the summaries of a state; the last one if a tag is repeated. */
bres_status bres__summary_list_summaries(bres__summary_report *report, const bres_state *state);
/* Gets the id of the device on which the state ran. Returns false without a device; a state of a
 * CPU-only benchmark has no device, even if it names one. */
bool bres__summary_device(const bres_state *state, int64_t *id);
/* Appends the name of a device, or "Device <id>" if the result lacks the device. */
void bres__summary_device_name(bres__text *text, const bres_result *result, int64_t id);
/* Appends the heading of a result: its path, or "<result N>". */
void bres__summary_file_name(bres__text *text, const bres__summary_report *report, size_t index);
/* true when the benchmark has more than one run of a configuration. */
bool bres__summary_has_runs(const bres_subbench *bench);

/* Each appends the whole report in its format: bres__summary_markdown() and so on. */
#define BRES__SUMMARY_WRITER(value, name)                                                          \
    bres_status bres__summary_##name(bres__summary_report *report);
BRES__SUMMARY_FORMATS(BRES__SUMMARY_WRITER)

#endif
