/* SPDX-License-Identifier: MIT */
/*
 * The summary report as CSV: a single table with a row for each state, values unscaled.
 */
#include "report/summary/summary.h"

/* Puts the columns before the axes. `runs`: with a column for the run. */
static void put_facts(const bres__summary_report *report, bres__table *table, size_t index,
                      const bres_state *state, bool runs)
{
    bres__text *cell = &table->cell;
    int64_t device;
    const bool has_device = bres__summary_device(state, &device);

    if (report->count > 1) {
        bres__summary_file_name(cell, report, index);
        bres__table_put_fact(table, "File");
    }
    bres__text_puts(cell, bres_subbench_name(bres_state_subbench(state)));
    bres__table_put_fact(table, "Benchmark");
    if (has_device)
        bres__text_printf(cell, "%lld", (long long)device);
    bres__table_put_fact(table, "Device");
    if (has_device)
        bres__summary_device_name(cell, report->results[index], device);
    bres__table_put_fact(table, "Device Name");
    if (runs) {
        bres__text_printf(cell, "%u", bres_state_run(state));
        bres__table_put_fact(table, "Run");
    }
}

/* Puts an axis value; on a power-of-two axis also its power, in a separate column. */
static void put_axis(bres__table *table, const bres_state *state, const bres_value *value)
{
    const char *name = bres_value_name(value);
    const bres_axis *axis = bres_subbench_axis(bres_state_subbench(state), name);
    bres__display_value display;

    bres__display_axis(&display, axis, value);
    if (bres__axis_shows_powers(axis)) {
        if (display.kind == BRES_KIND_INT64)
            bres__text_printf(&table->cell, "2^%d", bres__exponent_of(display.number));
        bres__table_put(table, BRES__COLUMN_EXPONENT, name, name, " (pow2)");
    }
    bres__display_put_plain(&table->cell, &display);
    bres__table_put(table, BRES__COLUMN_AXIS, name, name, "");
}

/* Puts one end of an interval; `end` is "" for a value that is not an interval. */
static void put_end(bres__table *table, const bres__cell *cell, const bres__display_value *value,
                    const char *end)
{
    const char *suffix = bres__units_csv_suffix(cell->hint);
    char header[32];

    bres__display_put_plain(&table->cell, value);
    if (end[0] == '\0') {
        bres__table_put(table, cell->kind, cell->key, cell->header, suffix);
        return;
    }
    bres__format(header, sizeof header, "%s %s", cell->header, end);
    bres__table_put(table, cell->kind, header, header, suffix);
}

static bres_status put_cell(void *user, const bres__cell *cell)
{
    put_end(user, cell, &cell->value, cell->upper != NULL ? "Lower" : "");
    if (cell->upper != NULL)
        put_end(user, cell, cell->upper, "Upper");
    return BRES_OK;
}

static bres_status put_state(bres__summary_report *report, bres__table *table,
                             const bres_state *state)
{
    const bool skipped = bres_state_is_skipped(state);
    bres_status status = bres__list_axis_values(&report->axis_values, state);

    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < report->axis_values.count; i++)
        put_axis(table, state, report->axis_values.items[i]);
    bres__text_puts(&table->cell, skipped ? "Yes" : "No");
    bres__table_put_fact(table, "Skipped");
    if (skipped)
        return BRES_OK;
    status = bres__summary_list_summaries(report, state);
    if (status != BRES_OK)
        return status;
    return bres__columns_put(report->columns, false, state, &report->summaries, put_cell, table);
}

static bres_status put_result(bres__summary_report *report, bres__table *table, size_t index,
                              bool runs)
{
    bres_status status = bres__summary_list_benches(report, report->results[index]);

    for (size_t i = 0; status == BRES_OK && i < report->benches.count; i++) {
        const bres_subbench *bench = report->benches.items[i];

        status = bres__summary_list_states(report, bench);
        for (size_t s = 0; status == BRES_OK && s < report->state_count; s++) {
            put_facts(report, table, index, report->states[s], runs);
            status = put_state(report, table, report->states[s]);
            bres__table_next_row(table);
        }
    }
    return status;
}

static bool report_has_runs(const bres__summary_report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        const bres_result *result = report->results[i];

        for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
            if (bres__summary_has_runs(bres_result_subbench_at(result, b)))
                return true;
        }
    }
    return false;
}

static bres_status report_write(bres__summary_report *report, bool is_safe)
{
    const bool runs = report_has_runs(report);
    bres__table table = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < report->count; i++)
        status = put_result(report, &table, i, runs);
    if (status == BRES_OK)
        status = bres__table_csv(&table, is_safe, &report->text);
    bres__table_free(&table);
    return status;
}

bres_status bres__summary_csv(bres__summary_report *report)
{
    return report_write(report, false);
}

bres_status bres__summary_csv_safe(bres__summary_report *report)
{
    return report_write(report, true);
}
