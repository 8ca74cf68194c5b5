/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as one JSON document, for programs. Its keys are part of the
 * interface: benchresult-compare(1) lists them.
 */
#include "compare/compare.h"
#include "report/compare/notes.h"
#include "report/rows/row.h"

#include <string.h>

#define SCHEMA_VERSION 2

/* A row being written. */
struct row_writer {
    bres__compare_report *report;
    bres__json_writer *json;
    const bres_state *state;
    const char *group; /* the object of the previous field; NULL: the row itself */
    bool is_open;      /* the object was begun, and is not null */
};

/* Ends the object of the previous field, and begins the object `group`; NULL: the row itself. */
static void write_group(struct row_writer *writer, const char *group, bool is_missing)
{
    if (writer->is_open)
        bres__json_end(writer->json, '}');
    writer->group = group;
    writer->is_open = group != NULL && !is_missing;
    if (group != NULL)
        bres__json_key(writer->json, group);
    if (writer->is_open)
        bres__json_begin(writer->json, '{');
    else if (group != NULL)
        bres__json_write_literal(writer->json, "null");
}

static bres_status write_field(void *user, const bres__row_field *field)
{
    struct row_writer *writer = user;

    if (field->key == NULL)
        return BRES_OK;
    if (field->group != writer->group)
        write_group(writer, field->group, field->group_is_missing);
    if (field->group_is_missing)
        return BRES_OK;
    if (field->value.kind == BRES_KIND_ABSENT)
        return bres__json_put_axis_values(writer->json, &writer->report->axis_values,
                                          writer->state);
    if (field->value.kind == BRES_KIND_STRING)
        return bres__json_put_path(writer->json, field->key, field->value.string,
                                   &writer->report->cell);
    bres__json_key(writer->json, field->key);
    bres__json_put_display(writer->json, &field->value);
    return BRES_OK;
}

static bres_status write_row(bres__compare_report *report, bres__json_writer *json,
                             const bres_compared *compared, const bres_row *row)
{
    struct row_writer writer = { report, json, bres_row_candidate(row), NULL, false };
    bres_status status;

    bres__json_begin(json, '{');
    status = bres__row_each_field(compared, row, write_field, &writer);
    write_group(&writer, NULL, false);
    bres__json_end(json, '}');
    return status;
}

static bres_status write_rows(bres__compare_report *report, bres__json_writer *writer)
{
    bres__row_walk walk = { 0 };
    bres_status status = BRES_OK;
    const bres_compared *compared;
    const bres_row *row;

    bres__json_key(writer, "rows");
    bres__json_begin(writer, '[');
    while (status == BRES_OK && (row = bres__row_walk_next(&walk, report, &compared)) != NULL)
        status = write_row(report, writer, compared, row);
    bres__json_end(writer, ']');
    return status;
}

/* Writes the name of the pair of files if there are several pairs. */
static bres_status write_file(bres__compare_report *report, bres__json_writer *writer,
                              const bres_compared *compared)
{
    if (compared->name == NULL)
        return BRES_OK;
    return bres__json_put_path(writer, "file", compared->name, &report->cell);
}

static void write_reasons(bres__json_writer *writer, const bres__tally *tally)
{
    bres__json_key(writer, "reasons");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < tally->reason_count; i++) {
        const bres__tally_reason *reason = &tally->reasons[i];

        bres__json_begin(writer, '{');
        bres__json_put_text(writer, "reason", bres_reason_name(reason->reason));
        bres__json_put_count(writer, "count", reason->rows);
        bres__json_put_text(writer, "message", reason->message);
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
}

static void write_only_in(bres__json_writer *writer, bool in_reference)
{
    bres__json_put_text(writer, "only_in", in_reference ? "reference" : "candidate");
}

static bres_status write_missing_bench(bres__compare_report *report, bres__json_writer *writer,
                                       const bres_compared *compared, size_t index)
{
    bool in_reference;
    const bres_subbench *bench =
        bres_comparison_missing_bench_at(compared->comparison, index, &in_reference);
    bres_status status;

    bres__json_begin(writer, '{');
    status = write_file(report, writer, compared);
    bres__json_put_text(writer, "benchmark", bres_subbench_name(bench));
    write_only_in(writer, in_reference);
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_missing_state(bres__compare_report *report, bres__json_writer *writer,
                                       const bres_compared *compared, size_t index)
{
    bool in_reference;
    const bres_state *state =
        bres_comparison_missing_state_at(compared->comparison, index, &in_reference);
    bres_status status;

    bres__json_begin(writer, '{');
    status = write_file(report, writer, compared);
    bres__json_put_text(writer, "benchmark", bres_subbench_name(bres_state_subbench(state)));
    bres__json_put_text(writer, "state", bres_state_name(state));
    write_only_in(writer, in_reference);
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_missing_files(bres__compare_report *report, bres__json_writer *writer)
{
    bres_status status = BRES_OK;

    bres__json_key(writer, "missing_files");
    bres__json_begin(writer, '[');
    for (size_t i = 0; status == BRES_OK && i < report->options.missing_file_count; i++) {
        const bres_missing_file *file = &report->options.missing_files[i];

        bres__json_begin(writer, '{');
        status = bres__json_put_path(writer, "file", file->name, &report->cell);
        write_only_in(writer, file->in_reference);
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
    return status;
}

static bres_status write_missing(bres__compare_report *report, bres__json_writer *writer)
{
    bres_status status = write_missing_files(report, writer);

    bres__json_key(writer, "missing_benchmarks");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];
        const size_t count = bres_comparison_missing_bench_count(compared->comparison);

        for (size_t m = 0; status == BRES_OK && m < count; m++)
            status = write_missing_bench(report, writer, compared, m);
    }
    bres__json_end(writer, ']');
    bres__json_key(writer, "missing_states");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];
        const size_t count = bres_comparison_missing_state_count(compared->comparison);

        for (size_t m = 0; status == BRES_OK && m < count; m++)
            status = write_missing_state(report, writer, compared, m);
    }
    bres__json_end(writer, ']');
    return status;
}

static bres_status write_summary(bres__compare_report *report, bres__json_writer *writer)
{
    const bres__tally *tally = &report->tally;
    bres_status status;

    bres__json_key(writer, "summary");
    bres__json_begin(writer, '{');
    bres__json_put_count(writer, "total", tally->total);
    bres__json_put_count(writer, "displayed", tally->shown);
    bres__json_put_count(writer, "same", tally->verdicts[BRES_SAME]);
    bres__json_put_count(writer, "fast", tally->verdicts[BRES_FAST]);
    bres__json_put_count(writer, "slow", tally->verdicts[BRES_SLOW]);
    bres__json_put_count(writer, "ambiguous", tally->verdicts[BRES_AMBIGUOUS]);
    bres__json_put_count(writer, "unknown", tally->verdicts[BRES_UNKNOWN]);
    write_reasons(writer, tally);
    status = write_missing(report, writer);
    bres__json_end(writer, '}');
    return status;
}

/* Ends the object of the table `before`, and begins the object of `table`. Both are names of tables
 * in the configuration file: "bulk.rare_support" lies in "bulk". NULL: no table. */
static void write_table(bres__json_writer *writer, const char *before, const char *table)
{
    const char *point = table != NULL ? strchr(table, '.') : NULL;

    if (before != NULL && point == NULL) {
        if (strchr(before, '.') != NULL)
            bres__json_end(writer, '}');
        bres__json_end(writer, '}');
    }
    if (table == NULL)
        return;
    bres__json_key(writer, point != NULL ? point + 1 : table);
    bres__json_begin(writer, '{');
}

static void write_thresholds(bres__compare_report *report, bres__json_writer *writer)
{
    const bres_thresholds *thresholds = bres_comparison_thresholds(report->pairs[0].comparison);
    const char *table = NULL;

    bres__json_key(writer, "thresholds");
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT; i++) {
        const bres__threshold *threshold = &bres__threshold_list[i];

        if (table == NULL || strcmp(threshold->table, table) != 0)
            write_table(writer, table, threshold->table);
        table = threshold->table;
        bres__json_put_real(writer, threshold->key, true,
                            bres__threshold_get(thresholds, threshold));
    }
    write_table(writer, table, NULL);
    bres__json_end(writer, '}');
}

/* Writes the runs of a side, in the order in which they are paired. */
static bres_status write_runs(bres__compare_report *report, bres__json_writer *writer,
                              const bres_compared *compared, bool of_reference)
{
    const bres_comparison *comparison = compared->comparison;
    bres_status status = BRES_OK;

    bres__json_key(writer, of_reference ? "reference_runs" : "candidate_runs");
    bres__json_begin(writer, '[');
    for (size_t i = 0; status == BRES_OK && i < bres_comparison_run_count(comparison, of_reference);
         i++) {
        uint32_t number;
        const bres_result *result = bres_comparison_run_at(comparison, of_reference, i, &number);

        bres__json_begin(writer, '{');
        status = bres__json_put_path(writer, "file", bres_result_path(result), &report->cell);
        bres__json_put_count(writer, "run", number);
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
    return status;
}

/* Writes the numbers of runs, the known run variation, and the note on unknown variation with its
 * command. */
static bres_status write_notes(bres__compare_report *report, bres__json_writer *writer,
                               const bres_compared *compared)
{
    const bres_comparison *comparison = compared->comparison;
    const char *note = bres_comparison_note(comparison);

    bres__json_key(writer, "runs");
    bres__json_begin(writer, '[');
    for (int side = 0; side < 2; side++)
        bres__json_write_int64(writer, (int64_t)bres_comparison_run_count(comparison, side == 0));
    bres__json_end(writer, ']');
    bres__json_put_real(writer, "run_variation", bres__compared_run_variation(compared) > 0,
                        bres__compared_run_variation(compared));
    bres__json_put_text(writer, "note", note);
    return bres__json_put_path(writer, "command", bres_comparison_command(comparison),
                               &report->cell);
}

/* Writes the order of the runs, and the drift and the odd run that all rows together show. */
static void write_survey(bres__json_writer *writer, const bres_comparison *comparison)
{
    static const char *const orders[] = {
        [BRES_RUN_ORDER_UNKNOWN] = "unknown", [BRES_RUN_ORDER_EQUAL] = "equal",
        [BRES_RUN_ORDER_FUTURE] = "future",   [BRES_RUN_ORDER_OVERLAPPING] = "overlapping",
        [BRES_RUN_ORDER_MIXED] = "mixed",     [BRES_RUN_ORDER_SEPARATE] = "separate",
    };
    bool of_reference;
    size_t index;
    size_t rows;
    size_t odd_rows;
    double change;
    double p_value;

    bres__json_put_text(writer, "order", orders[bres_comparison_run_order(comparison)]);
    if (bres_comparison_drift(comparison, &change, &p_value)) {
        bres__json_key(writer, "drift");
        bres__json_begin(writer, '{');
        bres__json_put_real(writer, "change", true, change);
        bres__json_put_real(writer, "p_value", true, p_value);
        bres__json_end(writer, '}');
    }
    if (bres_comparison_odd_run(comparison, &of_reference, &index, &change, &rows, &odd_rows)) {
        bres__json_key(writer, "odd_run");
        bres__json_begin(writer, '{');
        bres__json_put_text(writer, "side", of_reference ? "reference" : "candidate");
        bres__json_put_count(writer, "index", index);
        bres__json_put_real(writer, "change", true, change);
        bres__json_put_count(writer, "rows", rows);
        bres__json_put_count(writer, "odd_rows", odd_rows);
        bres__json_end(writer, '}');
    }
}

static bres_status write_inputs(bres__compare_report *report, bres__json_writer *writer)
{
    bres_status status = BRES_OK;

    bres__json_key(writer, "inputs");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "threshold_diff", true, report->options.threshold_diff);
    bres__json_key(writer, "files");
    bres__json_begin(writer, '[');
    for (size_t i = 0; status == BRES_OK && i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];

        bres__json_begin(writer, '{');
        status = write_file(report, writer, compared);
        if (status == BRES_OK)
            status = bres__json_put_path(writer, "reference", compared->reference, &report->cell);
        if (status == BRES_OK)
            status = bres__json_put_path(writer, "candidate", compared->candidate, &report->cell);
        if (status == BRES_OK)
            status = write_notes(report, writer, compared);
        if (status == BRES_OK && bres__compared_has_replicates(compared)) {
            bres__json_put_bool(writer, "paired", bres_comparison_is_paired(compared->comparison));
            bres__json_put_bool(writer, "sequential",
                                bres_comparison_is_sequential(compared->comparison));
            status = write_runs(report, writer, compared, true);
            if (status == BRES_OK)
                status = write_runs(report, writer, compared, false);
            write_survey(writer, compared->comparison);
        }
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__compare_json(bres__compare_report *report)
{
    bres__json_writer writer = { .text = &report->text, .empty = true, .visible = true };
    bres_status status;

    bres__json_begin(&writer, '{');
    bres__json_put_count(&writer, "version", SCHEMA_VERSION);
    status = write_rows(report, &writer);
    if (status == BRES_OK)
        status = write_summary(report, &writer);
    write_thresholds(report, &writer);
    if (status == BRES_OK)
        status = write_inputs(report, &writer);
    bres__json_end(&writer, '}');
    bres__text_putc(&report->text, '\n');
    return status;
}
