/* SPDX-License-Identifier: MIT */
/*
 * The summary report as markdown: a table for each benchmark and device.
 */
#include "model/device_states.h"
#include "report/summary/ranked.h"
#include "report/summary/summary.h"

#include <string.h>

/* The tables of a benchmark. */
struct section {
    bres__summary_report *report;
    const bres_result *result;
    const bres_subbench *bench;
    bool runs;                 /* the first column is the run */
    const bres_state **states; /* the states of one table; capacity for all states */
    size_t count;
};

/* Moves the scratch text into the table. Makes the text and the header safe for markdown. */
static void section_put(const struct section *section, bres__table *table, bres__column_kind kind,
                        const char *key, const char *name)
{
    bres__text *cell = &section->report->cell;
    bres__text *header = &section->report->header;

    bres__text_clear(header);
    bres__put_cell(header, name);
    bres__put_cell(&table->cell, cell->length > 0 ? cell->data : "");
    table->failed |= cell->failed || header->failed;
    bres__table_put(table, kind, key, header->length > 0 ? header->data : "", "");
    bres__text_clear(cell);
}

static bres_status section_put_axis(const struct section *section, bres__table *table,
                                    const bres_state *state, const bres_value *value)
{
    const char *name = bres_value_name(value);
    const bres_axis *axis = bres_subbench_axis(section->bench, name);
    bres__text *cell = &section->report->cell;
    bres__display_value display;

    bres__display_axis(&display, axis, value);
    if (display.kind == BRES_KIND_ABSENT) {
        bres__error(BRES_ERROR_VALUE, "benchmark '%s', state '%s': axis '%s' has no value to show",
                    bres_subbench_name(section->bench), bres_state_name(state), name);
        bres__error_set_file(bres_result_path(section->result));
        return BRES_ERROR_VALUE;
    }
    if (display.kind == BRES_KIND_INT64 && bres__axis_shows_powers(axis))
        bres__text_printf(cell, "2^%d = ", bres__exponent_of(display.number));
    bres__display_put_generic(cell, &display);
    section_put(section, table, BRES__COLUMN_AXIS, name, name);
    return BRES_OK;
}

/* A row that is being filled. */
struct section_row {
    const struct section *section;
    bres__table *table;
    const bres_state *state;
};

static bres_status row_refuse(const struct section_row *row, const bres__cell *cell)
{
    bres__error(BRES_ERROR_VALUE,
                "benchmark '%s', state '%s', summary '%s': cannot show '%s' with the hint '%s'",
                bres_subbench_name(row->section->bench), bres_state_name(row->state),
                bres_summary_tag(cell->summary),
                bres_value_text(bres_summary_field(cell->summary, "value")), cell->hint);
    bres__error_set_file(bres_result_path(row->section->result));
    bres__error_set_expected(cell->value.kind == BRES_KIND_STRING ? "a number" : "a finite number");
    return BRES_ERROR_VALUE;
}

/* "[1.000, 2.000] us", or "[900.000 ns, 1.000 us]". */
static void put_interval(bres__text *text, const bres__cell *cell)
{
    bres__text lower = { 0 };
    bres__text upper = { 0 };
    const char *lower_unit;
    const char *upper_unit;

    if (!bres__display_put_with_unit(&lower, &cell->value, cell->hint) ||
        !bres__display_put_with_unit(&upper, cell->upper, cell->hint) || lower.failed ||
        upper.failed) {
        text->failed = true;
        goto out;
    }
    lower_unit = strrchr(lower.data, ' ');
    upper_unit = strrchr(upper.data, ' ');
    if (lower_unit != NULL && upper_unit != NULL && strcmp(lower_unit, upper_unit) == 0)
        bres__text_printf(text, "[%.*s, %.*s]%s", (int)(lower_unit - lower.data), lower.data,
                          (int)(upper_unit - upper.data), upper.data, upper_unit);
    else
        bres__text_printf(text, "[%s, %s]", lower.data, upper.data);
out:
    bres__text_free(&lower);
    bres__text_free(&upper);
}

static bres_status row_put(void *user, const bres__cell *cell)
{
    const struct section_row *row = user;
    bres__text *text = &row->section->report->cell;

    if (cell->upper != NULL && cell->upper->kind != BRES_KIND_NULL)
        put_interval(text, cell);
    else if (!bres__display_put_with_unit(text, &cell->value, cell->hint))
        return row_refuse(row, cell);
    section_put(row->section, row->table, cell->kind, cell->key, cell->header);
    return BRES_OK;
}

static bres_status section_fill_row(const struct section *section, bres__table *table,
                                    const bres_state *state)
{
    struct section_row row = { section, table, state };
    bres__summary_report *report = section->report;
    bres_status status;

    if (section->runs) {
        bres__text_printf(&table->cell, "%u", bres_state_run(state));
        bres__table_put_fact(table, "Run");
    }
    status = bres__list_axis_values(&report->axis_values, state);
    for (size_t i = 0; status == BRES_OK && i < report->axis_values.count; i++)
        status = section_put_axis(section, table, state, report->axis_values.items[i]);
    if (status == BRES_OK)
        status = bres__summary_list_summaries(report, state);
    if (status == BRES_OK)
        status = bres__columns_put(report->columns, true, state, &report->summaries, row_put, &row);
    bres__table_next_row(table);
    return status;
}

static bres_status section_append_states(const struct section *section)
{
    bres__table table = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < section->count; i++) {
        if (!bres_state_is_skipped(section->states[i]))
            status = section_fill_row(section, &table, section->states[i]);
    }
    bres__table_fit(&table, section->report->width);
    if (status == BRES_OK)
        status = bres__table_markdown(&table, &section->report->text);
    bres__table_free(&table);
    return status;
}

/* The states of a tuner are sorted by rank and, with the default columns, have their own table. The
 * order of the report is applied after the order by rank. */
static bres_status section_append(struct section *section)
{
    const bool tuned = !section->runs && bres__states_are_tuned(section->states, section->count);
    bres_status status = BRES_OK;

    if (tuned)
        status = bres__states_sort_by_rank(section->states, section->count);
    if (status == BRES_OK)
        status =
            bres__summary_order_apply(&section->report->order, section->states, &section->count);
    if (status != BRES_OK)
        return status;
    if (tuned && section->report->columns == BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT))
        return bres__summary_ranked(section->report, section->result, section->states,
                                    section->count);
    return section_append_states(section);
}

static void section_add(struct section *section, const bres_state *state)
{
    if (bres_filter_selects_state(section->report->filter, state))
        section->states[section->count++] = state;
}

/* Moves the scratch text into the report, with control characters made visible. */
static void report_put_cell(bres__summary_report *report)
{
    report->text.failed |= report->cell.failed;
    bres__text_append_visible(&report->text, report->cell.data, report->cell.length);
    bres__text_clear(&report->cell);
}

static bres_status devices_append(struct section *section)
{
    bres__summary_report *report = section->report;
    bres__device_states states = { 0 };
    bres_status status = bres__device_states_make(&states, section->bench);

    for (size_t i = 0; status == BRES_OK && i < bres_subbench_device_count(section->bench); i++) {
        const int64_t id = bres_subbench_device_id_at(section->bench, i);
        const bres__device_state *entry = bres__device_states_first(&states, id);

        bres__text_printf(&report->text, "### [%lld] ", (long long)id);
        bres__summary_device_name(&report->cell, section->result, id);
        report_put_cell(report);
        bres__text_puts(&report->text, "\n\n");
        section->count = 0;
        for (; entry != NULL; entry = entry->next)
            section_add(section, entry->state);
        status = section_append(section);
    }
    bres__device_states_free(&states);
    return status;
}

static bres_status bench_append(bres__summary_report *report, const bres_result *result,
                                const bres_subbench *bench)
{
    const size_t states = bres_subbench_state_count(bench);
    struct section section = {
        .report = report,
        .result = result,
        .bench = bench,
        .runs = bres__summary_has_runs(bench),
        .states = bres__calloc(states + 1, sizeof(const bres_state *)),
    };
    bres_status status;

    if (section.states == NULL)
        return bres__error_memory();
    bres__text_puts(&report->text, "\n## ");
    bres__text_puts_visible(&report->text, bres_subbench_name(bench));
    bres__text_puts(&report->text, "\n\n");
    if (bres_subbench_device_count(bench) > 0) {
        status = devices_append(&section);
    } else {
        for (size_t i = 0; i < states; i++)
            section_add(&section, bres_subbench_state_at(bench, i));
        status = section_append(&section);
    }
    bres__free(section.states);
    return status;
}

static bres_status result_append(bres__summary_report *report, size_t index)
{
    const bres_result *result = report->results[index];
    bres_status status;

    if (report->count > 1) {
        bres__text_puts(&report->text, index > 0 ? "\n# " : "# ");
        bres__summary_file_name(&report->cell, report, index);
        report_put_cell(report);
        bres__text_puts(&report->text, "\n\n");
    }
    bres__text_puts(&report->text, "# Benchmark Results\n");
    status = bres__summary_list_benches(report, result);
    for (size_t i = 0; status == BRES_OK && i < report->benches.count; i++)
        status = bench_append(report, result, report->benches.items[i]);
    return status;
}

bres_status bres__summary_markdown(bres__summary_report *report)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < report->count; i++)
        status = result_append(report, i);
    return status;
}
