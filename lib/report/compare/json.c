/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as one JSON document, for programs. Its keys are part of the
 * interface: benchresult-compare(1) has them.
 */
#include "report/compare/compare.h"

#define SCHEMA_VERSION 1

static void write_device(bres__json_writer *writer, const char *key, const bres_device *device)
{
    int64_t id;

    bres__json_key(writer, key);
    if (bres__device_number(device, &id))
        bres__json_write_int64(writer, id);
    else
        bres__json_write_literal(writer, "null");
}

static void write_estimate(bres__json_writer *writer, const char *key,
                           const bres_estimate *estimate)
{
    const bool has_interval = (estimate->has & BRES_HAS_INTERVAL) != 0;

    bres__json_key(writer, key);
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "center", (estimate->has & BRES_HAS_CENTER) != 0, estimate->center);
    bres__json_put_real(writer, "lower", has_interval, estimate->lower);
    bres__json_put_real(writer, "upper", has_interval, estimate->upper);
    bres__json_put_real(writer, "noise", (estimate->has & BRES_HAS_NOISE) != 0, estimate->noise);
    if ((estimate->has & BRES_HAS_SAMPLES) != 0)
        bres__json_put_count(writer, "samples", (size_t)estimate->samples);
    else
        bres__json_put_text(writer, "samples", NULL);
    bres__json_end(writer, '}');
}

static void write_change(bres__json_writer *writer, const bres_difference *difference)
{
    const bool has_interval = (difference->has & BRES_HAS_CHANGE_INTERVAL) != 0;

    bres__json_key(writer, "change");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "center", (difference->has & BRES_HAS_CHANGE) != 0,
                        difference->change);
    bres__json_put_real(writer, "lower", has_interval, difference->change_lower);
    bres__json_put_real(writer, "upper", has_interval, difference->change_upper);
    bres__json_end(writer, '}');
    bres__json_put_real(writer, "fractional_difference", (difference->has & BRES_HAS_FRACTION) != 0,
                        difference->fraction);
}

/* Of several runs; null where a row has none. */
static void write_ratio(bres__json_writer *writer, const bres_ratio *ratio)
{
    bres__json_key(writer, "ratio");
    if (ratio == NULL) {
        bres__json_write_literal(writer, "null");
        return;
    }
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "center", true, ratio->ratio);
    bres__json_put_real(writer, "lower", true, ratio->lower);
    bres__json_put_real(writer, "upper", true, ratio->upper);
    bres__json_put_real(writer, "confidence", true, ratio->confidence);
    bres__json_put_real(writer, "equivalence_lower", true, ratio->equivalence_lower);
    bres__json_put_real(writer, "equivalence_upper", true, ratio->equivalence_upper);
    bres__json_put_real(writer, "equivalence_confidence", true, ratio->equivalence_confidence);
    bres__json_put_real(writer, "within", true, ratio->within);
    bres__json_put_real(writer, "between", true, ratio->between);
    bres__json_put_real(writer, "spread", true, ratio->spread);
    bres__json_put_real(writer, "p_value", true, ratio->p_value);
    bres__json_put_real(writer, "q_value", true, ratio->q_value);
    bres__json_put_count(writer, "reference_runs", ratio->reference_runs);
    bres__json_put_count(writer, "compare_runs", ratio->candidate_runs);
    bres__json_put_count(writer, "pairs", ratio->pairs);
    bres__json_end(writer, '}');
}

static void write_plan(bres__json_writer *writer, const bres_plan *plan)
{
    bres__json_key(writer, "plan");
    if (plan == NULL) {
        bres__json_write_literal(writer, "null");
        return;
    }
    bres__json_begin(writer, '{');
    bres__json_put_text(writer, "limited_by",
                        plan->variance_source == BRES_VARIANCE_SAMPLES ? "samples" : "runs");
    bres__json_put_real(writer, "detectable_effect", true, plan->detectable_effect);
    bres__json_put_real(writer, "effect", true, plan->effect);
    bres__json_put_count(writer, "runs", plan->runs);
    bres__json_put_count(writer, "samples", (size_t)plan->samples);
    bres__json_put_real(writer, "probability", plan->runs > 0, plan->probability);
    bres__json_put_text(writer, "command", plan->command);
    bres__json_end(writer, '}');
}

/* The file of a pair among several. */
static bres_status write_file(bres__compare_report *report, bres__json_writer *writer,
                              const bres_compared *compared)
{
    if (compared->name == NULL)
        return BRES_OK;
    return bres__json_put_path(writer, "file", compared->name, &report->cell);
}

static bres_status write_row(bres__compare_report *report, bres__json_writer *writer,
                             const bres_compared *compared, const bres_row *row)
{
    const bres_device_pair *pair = bres_row_pair(row);
    const bres_state *state = bres_row_candidate(row);
    bres_status status;

    bres__json_begin(writer, '{');
    status = write_file(report, writer, compared);
    bres__json_put_text(writer, "benchmark", bres_subbench_name(bres_state_subbench(state)));
    write_device(writer, "reference_device", bres_device_pair_reference(pair));
    write_device(writer, "compare_device", bres_device_pair_candidate(pair));
    bres__json_put_text(writer, "state", bres_state_name(state));
    if (status == BRES_OK)
        status = bres__json_put_axis_values(writer, &report->axis_values, state);
    bres__json_put_count(writer, "occurrence", bres_row_occurrence(row));
    bres__json_put_text(writer, "status", bres_verdict_name(bres_row_verdict(row)));
    bres__json_put_text(writer, "reason", bres_reason_name(bres_row_reason(row)));
    bres__json_put_text(writer, "message", bres_row_message(row));
    bres__json_put_text(writer, "unit", bres__unit_name(bres_row_candidate_estimate(row)->unit));
    bres__json_put_real(writer, "severity", true, bres_row_severity(row));
    write_estimate(writer, "reference", bres_row_reference_estimate(row));
    write_estimate(writer, "compare", bres_row_candidate_estimate(row));
    write_change(writer, bres_row_difference(row));
    if (bres__compared_has_runs(compared)) {
        write_ratio(writer, bres_row_ratio(row));
        write_plan(writer, bres_row_plan(row));
    }
    bres__json_end(writer, '}');
    return status;
}

static bres_status write_rows(bres__compare_report *report, bres__json_writer *writer)
{
    bres_status status = BRES_OK;

    bres__json_key(writer, "rows");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < report->count; i++) {
        const bres_comparison *comparison = report->pairs[i].comparison;

        for (size_t r = 0; status == BRES_OK && r < bres_comparison_row_count(comparison); r++) {
            const bres_row *row = bres_comparison_row_at(comparison, r);

            if (bres__row_is_shown(row, report->options.threshold_diff))
                status = write_row(report, writer, &report->pairs[i], row);
        }
    }
    bres__json_end(writer, ']');
    return status;
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
    bres__json_put_text(writer, "only_in", in_reference ? "reference" : "compare");
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

/* As in the configuration file, table by table. */
static void write_thresholds(bres__compare_report *report, bres__json_writer *writer)
{
    const bres_thresholds *thresholds = bres_comparison_thresholds(report->pairs[0].comparison);

    bres__json_key(writer, "thresholds");
    bres__json_begin(writer, '{');
    bres__json_key(writer, "clear_gap");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "relative", true, thresholds->clear_gap_relative);
    bres__json_end(writer, '}');
    bres__json_key(writer, "same");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "center_relative", true, thresholds->same_center_relative);
    bres__json_put_real(writer, "overlap_fraction", true, thresholds->same_overlap_fraction);
    bres__json_put_real(writer, "relative_dispersion_ceiling", true,
                        thresholds->same_relative_dispersion_ceiling);
    bres__json_end(writer, '}');
    bres__json_key(writer, "bulk");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "sample_coverage", true, thresholds->bulk_sample_coverage);
    bres__json_put_real(writer, "support_coverage", true, thresholds->bulk_support_coverage);
    bres__json_key(writer, "rare_support");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "sample_fraction", true, thresholds->bulk_rare_sample_fraction);
    bres__json_put_real(writer, "max_removed_sample_fraction", true,
                        thresholds->bulk_rare_max_removed_fraction);
    bres__json_end(writer, '}');
    bres__json_end(writer, '}');
    bres__json_key(writer, "runs");
    bres__json_begin(writer, '{');
    bres__json_put_real(writer, "min_effect", true, thresholds->runs_min_effect);
    bres__json_put_real(writer, "equivalence_margin", true, thresholds->runs_equivalence_margin);
    bres__json_put_real(writer, "change_confidence", true, thresholds->runs_change_confidence);
    bres__json_put_real(writer, "equivalence_confidence", true,
                        thresholds->runs_equivalence_confidence);
    bres__json_end(writer, '}');
    bres__json_end(writer, '}');
}

/* The runs of a side, in the order in which they are paired. */
static bres_status write_runs(bres__compare_report *report, bres__json_writer *writer,
                              const bres_compared *compared, bool of_reference)
{
    const bres_comparison *comparison = compared->comparison;
    bres_status status = BRES_OK;

    bres__json_key(writer, of_reference ? "reference_runs" : "compare_runs");
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
            status = bres__json_put_path(writer, "compare", compared->candidate, &report->cell);
        if (status == BRES_OK && bres__compared_has_runs(compared)) {
            bres__json_put_bool(writer, "paired", bres_comparison_is_paired(compared->comparison));
            status = write_runs(report, writer, compared, true);
            if (status == BRES_OK)
                status = write_runs(report, writer, compared, false);
        }
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__compare_json(bres__compare_report *report)
{
    bres__json_writer writer = { .text = &report->text, .empty = true };
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
