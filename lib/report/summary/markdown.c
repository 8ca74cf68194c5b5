/* SPDX-License-Identifier: MIT */
/*
 * The summary report as markdown: a table for each benchmark and device.
 */
#include "report/summary/summary.h"

/* The states that one table shows. */
struct section {
    bres__summary_report *report;
    const bres_result *result;
    const bres_subbench *bench;
    bool by_device; /* only states of `device` */
    int64_t device;
    bool runs; /* the first column is the run */
};

static bool section_shows(const struct section *section, const bres_state *state)
{
    int64_t device;

    if (bres_state_is_skipped(state))
        return false;
    if (section->by_device && (!bres_state_device(state, &device) || device != section->device))
        return false;
    return bres_filter_selects_state(section->report->filter, state);
}

/* Moves the scratch text into the table, with control characters made visible, as in the header. */
static void section_put(const struct section *section, bres__table *table, bres__column_kind kind,
                        const char *key, const char *name)
{
    bres__text *cell = &section->report->cell;
    bres__text *header = &section->report->header;

    bres__text_clear(header);
    bres__text_puts_visible(header, name);
    bres__text_append_visible(&table->cell, cell->data, cell->length);
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

static bres_status section_put_summary(const struct section *section, bres__table *table,
                                       const bres_state *state, const bres_summary *summary)
{
    const char *tag = bres_summary_tag(summary);
    const char *name = bres_summary_name(summary);
    const char *hint = bres_summary_hint(summary);
    bres__display_value display;

    bres__display_summary(&display, summary);
    if (!bres__display_put_with_unit(&section->report->cell, &display, hint)) {
        bres__error(BRES_ERROR_VALUE,
                    "benchmark '%s', state '%s', summary '%s': cannot show '%s' with the hint '%s'",
                    bres_subbench_name(section->bench), bres_state_name(state), tag,
                    bres_value_text(bres_summary_field(summary, "value")), hint);
        bres__error_set_file(bres_result_path(section->result));
        bres__error_set_expected(display.kind == BRES_KIND_STRING ? "a number" : "a finite number");
        return BRES_ERROR_VALUE;
    }
    section_put(section, table, BRES__COLUMN_SUMMARY, tag, name != NULL ? name : tag);
    return BRES_OK;
}

static bres_status section_fill_row(const struct section *section, bres__table *table,
                                    const bres_state *state)
{
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
    for (size_t i = 0; status == BRES_OK && i < report->summaries.count; i++) {
        const bres_summary *summary = report->summaries.items[i];

        if (!bres_summary_is_hidden(summary))
            status = section_put_summary(section, table, state, summary);
    }
    bres__table_next_row(table);
    return status;
}

static bres_status section_append(const struct section *section)
{
    bres__table table = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < bres_subbench_state_count(section->bench); i++) {
        const bres_state *state = bres_subbench_state_at(section->bench, i);

        if (section_shows(section, state))
            status = section_fill_row(section, &table, state);
    }
    if (status == BRES_OK)
        status = bres__table_markdown(&table, &section->report->text);
    bres__table_free(&table);
    return status;
}

/* Moves the scratch text into the report, with control characters made visible. */
static void report_put_cell(bres__summary_report *report)
{
    report->text.failed |= report->cell.failed;
    bres__text_append_visible(&report->text, report->cell.data, report->cell.length);
    bres__text_clear(&report->cell);
}

static bres_status bench_append(bres__summary_report *report, const bres_result *result,
                                const bres_subbench *bench)
{
    const size_t devices = bres_subbench_device_count(bench);
    struct section section = {
        .report = report,
        .result = result,
        .bench = bench,
        .runs = bres__summary_has_runs(bench),
    };
    bres_status status = BRES_OK;

    bres__text_puts(&report->text, "\n## ");
    bres__text_puts_visible(&report->text, bres_subbench_name(bench));
    bres__text_puts(&report->text, "\n\n");
    if (devices == 0)
        return section_append(&section);
    section.by_device = true;
    for (size_t i = 0; status == BRES_OK && i < devices; i++) {
        section.device = bres_subbench_device_id_at(bench, i);
        bres__text_printf(&report->text, "### [%lld] ", (long long)section.device);
        bres__summary_device_name(&report->cell, result, section.device);
        report_put_cell(report);
        bres__text_puts(&report->text, "\n\n");
        status = section_append(&section);
    }
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
