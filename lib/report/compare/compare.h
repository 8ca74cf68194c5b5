/* SPDX-License-Identifier: MIT */
/*
 * Room report: the report of a comparison in its formats, and its charts.
 */
#ifndef BRES_REPORT_COMPARE_COMPARE_H
#define BRES_REPORT_COMPARE_COMPARE_H

#include "compare/compare.h"
#include "report/report.h"

/* --- Numbers -------------------------------------------------------------------------------- */

/* Room for any double with nine digits after the point. */
#define BRES__CELL_SIZE 352

/* s, ms or us, or of counts G, M, K or nothing; a pointer into one array, in this order. */
typedef struct bres__scale {
    double factor; /* from seconds, or from a number */
    const char *suffix;
} bres__scale;

/* The scale for the largest of the magnitudes; those that are not finite do not count. */
const bres__scale *bres__scale_for(uint32_t unit, const double *values, size_t count);
/* "seconds" or "instructions", for programs. */
const char *bres__unit_name(uint32_t unit);
/* Digits after the point that a difference in `scale` gets beside a center in `center`: no more
 * than the center's own resolution. */
int bres__scale_digits(const bres__scale *center, const bres__scale *scale);

/* true when the estimate has a center that is finite and > 0, or a finite count. */
bool bres__estimate_is_shown(const bres_estimate *estimate);
/* The same for a time. */
bool bres__estimate_has_time(const bres_estimate *estimate);

/* These append a number as tables show it; "n/a" for what is absent. */
void bres__put_center(bres__text *text, const bres_estimate *estimate);
void bres__put_center_difference(bres__text *text, const bres_difference *difference);
void bres__put_noise(bres__text *text, const bres_estimate *estimate);
void bres__put_span(bres__text *text, const bres_estimate *estimate);
void bres__put_fraction(bres__text *text, const bres_difference *difference);
void bres__put_center_change(bres__text *text, const bres_difference *difference);
/* The bound of the change of a FAST or SLOW row; nothing for other rows. */
void bres__put_change(bres__text *text, const bres_row *row);

/* Of rows of several runs: `+2.03% [+1.51, +2.55]`, the ratio less 1 with its interval; of a row
 * without a ratio, as that of exact counts, the change. */
void bres__put_ratio(bres__text *text, const bres_row *row);
/* What the runs' typical times vary by: within a run, from run to run, and from pair to pair. */
void bres__put_within(bres__text *text, const bres_row *row);
void bres__put_between(bres__text *text, const bres_row *row);
void bres__put_spread(bres__text *text, const bres_row *row);

/* --- Cells of intervals --------------------------------------------------------------------- */

/* Widths that line up the cells of one side of a table. All zero for a cell on its own. */
typedef struct bres__cell_widths {
    size_t center;  /* of intervals */
    size_t bracket; /* of intervals */
    size_t ends[3]; /* of ranges: lower, center, upper */
} bres__cell_widths;

/* Takes the cell of an estimate into the widths. */
void bres__cell_widths_add(bres__cell_widths *widths, const bres_estimate *estimate);
/* Appends `2.600 s [-100, +150] ms`. */
void bres__put_interval(bres__text *text, const bres_estimate *estimate,
                        const bres__cell_widths *widths);
/* Appends `1.23[4 / 5 / 6] ms`. */
void bres__put_range(bres__text *text, const bres_estimate *estimate,
                     const bres__cell_widths *widths);

/* --- Names ---------------------------------------------------------------------------------- */

/* Appends a text that is safe in a table: its control characters made visible, and `|` becomes
 * U+2758. */
void bres__put_cell(bres__text *text, const char *string);
/* Appends the value that the state has on an axis of its benchmark, as tables show it: nothing
 * when it has none. */
void bres__put_axis_value(bres__text *text, const bres_axis *axis, const bres_state *state);
/* The id of a device; false for NULL. */
bool bres__device_number(const bres_device *device, int64_t *id);

/* --- The report ----------------------------------------------------------------------------- */

/* A reason, and the rows that have it. */
typedef struct bres__tally_reason {
    bres_reason reason;
    size_t rows;
    double severity;
    const char *message; /* of the most severe row */
} bres__tally_reason;

/* What all rows of all pairs come to. */
typedef struct bres__tally {
    size_t total;
    size_t shown;
    size_t verdicts[BRES_AMBIGUOUS + 1];
    bres__tally_reason reasons[BRES__REASON_END]; /* of ambiguous rows */
    size_t reason_count;
    bool seen[BRES__REASON_END];     /* reasons of any row */
    const bres_row *worst;           /* the SLOW row with the largest change */
    const bres_compared *worst_pair; /* that it is of */
    size_t missing_benches;
    size_t missing_states;
} bres__tally;

/* A report being made. */
typedef struct bres__compare_report {
    const bres_compared *pairs;
    size_t count;
    bres_compare_report_options options;
    bres__tally tally;
    bres__text text;         /* what has been written */
    bres__text cell;         /* scratch */
    bres__named axis_values; /* of one state: const bres_value */
} bres__compare_report;

/* true for a row that is shown under this threshold. */
bool bres__row_is_shown(const bres_row *row, double threshold_diff);
/* The pairs, checked for NULL. */
bres_status bres__compared_check(const bres_compared *pairs, size_t count);

/* Counts the rows of all pairs. */
void bres__tally_fill(bres__tally *tally, const bres_compared *pairs, size_t count,
                      double threshold_diff);

/* Each appends the whole report in its format. */
bres_status bres__compare_markdown(bres__compare_report *report);
bres_status bres__compare_csv(bres__compare_report *report);
bres_status bres__compare_json(bres__compare_report *report);
bres_status bres__compare_junit(bres__compare_report *report);
bres_status bres__compare_python(bres__compare_report *report);
/* Appends ` (NAME)`, the file of the pair, when there are several. */
void bres__put_file(bres__text *text, const bres__compare_report *report,
                    const bres_compared *compared);
/* true when a comparison has several runs of a side. */
bool bres__compared_has_runs(const bres_compared *compared);
/* What would decide the ambiguous rows of a pair of devices, a line each; nothing when there is no
 * plan. */
void bres__compare_plans(bres__compare_report *report, const bres_device_pair *pair);
/* How many runs there were and of which kind, and what would help; nothing with one run a side. */
void bres__compare_runs(bres__compare_report *report);
/* The end of the markdown: what has no partner, and the counts. */
void bres__compare_missing(bres__compare_report *report);
void bres__compare_summary(bres__compare_report *report);

#endif
