/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as CSV: one table for everything, a row for each row, values unscaled.
 */
#include "report/compare/compare.h"

static void put_fact(bres__table *table, const char *name)
{
    bres__table_put(table, BRES__COLUMN_FACT, name, name, "");
}

static void put_text(bres__table *table, const char *name, const char *text)
{
    bres__text_puts(&table->cell, text);
    put_fact(table, name);
}

static void put_real(bres__table *table, const char *name, bool present, double value)
{
    char number[BRES__NUMBER_SIZE];

    if (present)
        bres__text_append(&table->cell, number,
                          bres__format_float64(number, value, BRES__FLOAT_VALUE));
    put_fact(table, name);
}

static void put_device(bres__table *table, const char *name, const bres_device *device)
{
    int64_t id;

    if (bres__device_number(device, &id))
        bres__text_printf(&table->cell, "%lld", (long long)id);
    put_fact(table, name);
}

static void put_axes(bres__table *table, const bres__named *axis_values, const bres_state *state)
{
    for (size_t i = 0; i < axis_values->count; i++) {
        const bres_value *value = axis_values->items[i];
        const char *name = bres_value_name(value);
        bres__shown shown;

        bres__shown_axis(&shown, bres_subbench_axis(bres_state_subbench(state), name), value);
        bres__shown_plain(&table->cell, &shown);
        bres__table_put(table, BRES__COLUMN_AXIS, name, name, "");
    }
}

/* The names of one side's columns. */
struct side_names {
    const char *center;
    const char *lower;
    const char *upper;
    const char *noise;
    const char *samples;
};

static void put_estimate(bres__table *table, const struct side_names *names,
                         const bres_estimate *estimate)
{
    const bool has_interval = (estimate->has & BRES_HAS_INTERVAL) != 0;

    put_real(table, names->center, (estimate->has & BRES_HAS_CENTER) != 0, estimate->center);
    put_real(table, names->lower, has_interval, estimate->lower);
    put_real(table, names->upper, has_interval, estimate->upper);
    put_real(table, names->noise, (estimate->has & BRES_HAS_NOISE) != 0, estimate->noise);
    if ((estimate->has & BRES_HAS_SAMPLES) != 0)
        bres__text_printf(&table->cell, "%llu", (unsigned long long)estimate->samples);
    put_fact(table, names->samples);
}

static void put_difference(bres__table *table, const bres_difference *difference)
{
    const bool has_interval = (difference->has & BRES_HAS_CHANGE_INTERVAL) != 0;

    put_real(table, "change_center", (difference->has & BRES_HAS_CHANGE) != 0, difference->change);
    put_real(table, "change_lower", has_interval, difference->change_lower);
    put_real(table, "change_upper", has_interval, difference->change_upper);
    put_real(table, "fractional_difference", (difference->has & BRES_HAS_FRACTION) != 0,
             difference->fraction);
}

static void put_count(bres__table *table, const char *name, bool present, size_t count)
{
    if (present)
        bres__text_printf(&table->cell, "%zu", count);
    put_fact(table, name);
}

/* Of several runs. */
static void put_runs(bres__table *table, const bres_row *row)
{
    static const bres_ratio no_ratio = { .pairs = 0 };
    static const bres_plan no_plan = { .runs = 0 };
    const bool has_ratio = bres_row_ratio(row) != NULL;
    const bool has_plan = bres_row_plan(row) != NULL;
    const bres_ratio *ratio = has_ratio ? bres_row_ratio(row) : &no_ratio;
    const bres_plan *plan = has_plan ? bres_row_plan(row) : &no_plan;

    put_real(table, "ratio", has_ratio, ratio->ratio);
    put_real(table, "ratio_lower", has_ratio, ratio->lower);
    put_real(table, "ratio_upper", has_ratio, ratio->upper);
    put_real(table, "within", has_ratio, ratio->within);
    put_real(table, "between", has_ratio, ratio->between);
    put_real(table, "spread", has_ratio, ratio->spread);
    put_real(table, "p_value", has_ratio, ratio->p_value);
    put_real(table, "q_value", has_ratio, ratio->q_value);
    put_count(table, "reference_runs", has_ratio, ratio->reference_runs);
    put_count(table, "compare_runs", has_ratio, ratio->candidate_runs);
    put_count(table, "pairs", has_ratio, ratio->pairs);
    put_real(table, "plan_detectable_effect", has_plan, plan->detectable_effect);
    put_count(table, "plan_runs", has_plan, plan->runs);
    put_count(table, "plan_samples", has_plan, (size_t)plan->samples);
    put_text(table, "plan_command", plan->command != NULL ? plan->command : "");
}

static bres_status put_row(bres__compare_report *report, bres__table *table,
                           const bres_compared *compared, const bres_row *row)
{
    static const struct side_names reference = { "reference_center", "reference_lower",
                                                 "reference_upper", "reference_noise",
                                                 "reference_samples" };
    static const struct side_names candidate = { "compare_center", "compare_lower", "compare_upper",
                                                 "compare_noise", "compare_samples" };
    const bres_device_pair *pair = bres_row_pair(row);
    const bres_state *state = bres_row_candidate(row);
    const bres_status status = bres__list_axis_values(&report->axis_values, state);

    if (status != BRES_OK)
        return status;
    if (compared->name != NULL)
        put_text(table, "file", compared->name);
    put_text(table, "benchmark", bres_subbench_name(bres_state_subbench(state)));
    put_device(table, "reference_device", bres_device_pair_reference(pair));
    put_device(table, "compare_device", bres_device_pair_candidate(pair));
    put_text(table, "state", bres_state_name(state));
    bres__text_printf(&table->cell, "%zu", bres_row_occurrence(row));
    put_fact(table, "occurrence");
    put_text(table, "status", bres_verdict_name(bres_row_verdict(row)));
    put_text(table, "reason", bres_reason_name(bres_row_reason(row)));
    put_text(table, "unit", bres__unit_name(bres_row_candidate_estimate(row)->unit));
    put_estimate(table, &reference, bres_row_reference_estimate(row));
    put_estimate(table, &candidate, bres_row_candidate_estimate(row));
    put_difference(table, bres_row_difference(row));
    put_real(table, "severity", true, bres_row_severity(row));
    if (bres__compared_has_runs(compared))
        put_runs(table, row);
    put_text(table, "message", bres_row_message(row));
    put_axes(table, &report->axis_values, state);
    bres__table_next_row(table);
    return BRES_OK;
}

bres_status bres__compare_csv(bres__compare_report *report)
{
    bres__table table = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < report->count; i++) {
        const bres_comparison *comparison = report->pairs[i].comparison;

        for (size_t r = 0; status == BRES_OK && r < bres_comparison_row_count(comparison); r++) {
            const bres_row *row = bres_comparison_row_at(comparison, r);

            if (bres__row_is_shown(row, report->options.threshold_diff))
                status = put_row(report, &table, &report->pairs[i], row);
        }
    }
    if (status == BRES_OK)
        status = bres__table_csv(&table, &report->text);
    bres__table_free(&table);
    return status;
}
