/* SPDX-License-Identifier: MIT */
/*
 * benchresult gate: decides whether a candidate passes, for continuous integration.
 */
#include "gate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Makes the baseline the reference, unless the baseline file does not exist yet. */
static int baseline_take(struct gate *gate)
{
    if (gate->baseline == NULL)
        return gate->updates_baseline
                   ? tool_usage_error(gate_program.name, "--update-baseline needs --baseline FILE")
                   : TOOL_DONE;
    if (gate->sides[GATE_REFERENCE].count > 0)
        return tool_usage_error(gate_program.name,
                                "--baseline and --ref cannot be combined: both are the reference");
    if (gate->updates_baseline && access(gate->baseline, F_OK) != 0 && errno == ENOENT)
        return TOOL_DONE;
    return bres__option_list_add(&gate->sides[GATE_REFERENCE], gate->baseline)
               ? TOOL_DONE
               : tool_error("out of memory");
}

static int gate_check(struct gate *gate)
{
    const int status = baseline_take(gate);

    if (status != TOOL_DONE)
        return status;
    if (gate->sides[GATE_CANDIDATE].count == 0 ||
        (gate->sides[GATE_REFERENCE].count == 0 && gate->baseline == NULL))
        return tool_usage_error(gate_program.name, "--cmp, and --ref or --baseline, are needed");
    if (!(gate->error_rate > 0))
        return tool_usage_error(gate_program.name,
                                "--error-rate is 0 (expected a percentage above 0)");
    return TOOL_DONE;
}

static void thresholds_set(const struct gate *gate, bres_thresholds *thresholds)
{
    bres_thresholds_init(thresholds);
    thresholds->rule = BRES_RULE_NOT_SLOWER;
    thresholds->runs_min_effect = gate->max_slowdown;
    thresholds->runs_equivalence_margin = gate->max_slowdown;
    /* The intervals are two-sided, but only one end decides. */
    thresholds->runs_change_confidence = 1 - 2 * gate->error_rate;
    thresholds->runs_equivalence_confidence = 1 - 2 * gate->error_rate;
    thresholds->run_variation = gate->variation.value;
    thresholds->auto_run_variation = gate->variation.is_auto;
}

static int results_compare(struct gate *gate)
{
    const struct compare_runs *sides = gate->results;
    bres_compare_options options;
    bres_thresholds thresholds;

    thresholds_set(gate, &thresholds);
    bres_compare_options_init(&options);
    options.thresholds = &thresholds;
    options.count_tolerance = gate->max_slowdown;
    /* A gate must not pass if samples could not be read. */
    options.flags = BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_REQUIRE_SAMPLES;
    options.log = tool_warn;
    return bres_compare(sides[GATE_REFERENCE].results, sides[GATE_REFERENCE].count,
                        sides[GATE_CANDIDATE].results, sides[GATE_CANDIDATE].count, &options,
                        &gate->comparison) == BRES_OK
               ? TOOL_DONE
               : tool_library_error();
}

static int report_write(const struct gate *gate, bres_format format, const char *path)
{
    const bres_compared compared = {
        .comparison = gate->comparison,
        .reference = gate->results[GATE_REFERENCE].files[0],
        .candidate = gate->results[GATE_CANDIDATE].files[0],
    };
    bres_compare_report_options options;
    size_t length;
    char *text;
    int status;

    bres_compare_report_options_init(&options);
    options.format = format;
    if (gate->undecided == TOOL_UNDECIDED_FAIL) {
        options.flags = BRES_REPORT_FAIL_ON_UNDECIDED;
        options.fail_on |= BRES_VERDICT_BIT(BRES_UNKNOWN);
        if (gate->lacking > 0)
            options.flags |= BRES_REPORT_FAIL_ON_MISSING;
    }
    if (bres_compare_report(&compared, 1, &options, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(path, text, length);
    bres_string_free(text);
    return status;
}

static int reports_write(const struct gate *gate)
{
    const struct {
        bres_format format;
        const char *path;
    } reports[] = {
        { BRES_FORMAT_JUNIT, gate->junit },
        { BRES_FORMAT_JSON, gate->json },
        { BRES_FORMAT_COMMENT, gate->comment },
    };
    int status = report_write(gate, BRES_FORMAT_MARKDOWN, gate->output);

    for (size_t i = 0; i < sizeof reports / sizeof *reports && status == TOOL_DONE; i++) {
        if (reports[i].path != NULL)
            status = report_write(gate, reports[i].format, reports[i].path);
    }
    return status;
}

/* Counts the benchmarks and states that only the reference has; the gate counts them as undecided.
 * Prints a warning for each benchmark or state that only one side has. */
static size_t missing_count(const struct gate *gate)
{
    const bres_comparison *comparison = gate->comparison;
    size_t lacking = 0;
    bool in_reference;

    for (size_t i = 0; i < bres_comparison_missing_bench_count(comparison); i++) {
        const bres_subbench *bench = bres_comparison_missing_bench_at(comparison, i, &in_reference);

        lacking += in_reference;
        tool_say("warning: only the %s has the benchmark '%s'",
                 in_reference ? "reference" : "candidate", bres_subbench_name(bench));
    }
    for (size_t i = 0; i < bres_comparison_missing_state_count(comparison); i++) {
        const bres_state *state = bres_comparison_missing_state_at(comparison, i, &in_reference);

        lacking += in_reference;
        tool_say("warning: only the %s has the state '%s' of benchmark '%s'",
                 in_reference ? "reference" : "candidate", bres_state_name(state),
                 bres_subbench_name(bres_state_subbench(state)));
    }
    return lacking;
}

/* Whether a run of the candidate lacks the state, for example because the run crashed. */
static bool row_lacks_runs(const struct gate *gate, const bres_row *row)
{
    for (size_t i = 0; i < bres_comparison_run_count(gate->comparison, false); i++) {
        const bres_state *state = bres_row_run(row, false, i);

        if (state == NULL || bres_state_is_skipped(state))
            return true;
    }
    return false;
}

/* Counts the rows that would pass although some runs of the candidate lack the state, and prints a
 * warning for each. */
static size_t incomplete_count(const struct gate *gate)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_comparison_row_count(gate->comparison); i++) {
        const bres_row *row = bres_comparison_row_at(gate->comparison, i);
        const bres_verdict verdict = bres_row_verdict(row);

        if ((verdict != BRES_SAME && verdict != BRES_FAST) || !row_lacks_runs(gate, row))
            continue;
        count++;
        tool_say("warning: a run of the candidate lacks the state '%s' of benchmark '%s'",
                 bres_state_name(bres_row_candidate(row)),
                 bres_subbench_name(bres_comparison_bench_candidate(bres_row_bench(row))));
    }
    return count;
}

static int gate_judge(const struct gate *gate)
{
    const bres_comparison *comparison = gate->comparison;
    const size_t total = bres_comparison_row_count(comparison);
    const size_t slower = bres_comparison_count(comparison, BRES_SLOW);
    const size_t undecided = bres_comparison_count(comparison, BRES_AMBIGUOUS) +
                             bres_comparison_count(comparison, BRES_UNKNOWN) +
                             incomplete_count(gate) + gate->lacking;

    if (total == 0)
        return tool_error("the two sides have no state in common");
    if (slower > 0) {
        tool_say("slower by more than %g %%: %zu of %zu rows", 100 * gate->max_slowdown, slower,
                 total);
        return TOOL_TRIPPED;
    }
    return tool_judge_undecided(gate->undecided, BRES_VERDICT_BIT(BRES_SLOW), undecided,
                                total + gate->lacking);
}

static int baseline_write(const struct gate *gate)
{
    const struct compare_runs *runs = &gate->results[GATE_CANDIDATE];
    bres_result *merged = NULL;
    bres_status status;

    if (!gate->updates_baseline)
        return TOOL_DONE;
    status = runs->count == 1 ? BRES_OK : bres_result_merge(runs->results, runs->count, &merged);
    if (status == BRES_OK)
        status =
            bres_result_write(merged != NULL ? merged : runs->results[0], gate->baseline, NULL);
    bres_result_unref(merged);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int gate_run(struct gate *gate)
{
    int status = gate_check(gate);

    if (status == TOOL_DONE)
        status = gate_measure(gate);
    if (status == TOOL_DONE && gate->sides[GATE_REFERENCE].count > 0) {
        status = results_compare(gate);
        if (status == TOOL_DONE) {
            gate->lacking = missing_count(gate);
            status = reports_write(gate);
        }
        if (status == TOOL_DONE)
            status = gate_judge(gate);
    }
    return status == TOOL_DONE ? baseline_write(gate) : status;
}

int gate_main(char **arguments)
{
    struct gate gate;
    int status;

    gate_arguments_init(&gate);
    if (tool_parse(&gate_program, arguments, &gate, &status))
        status = gate_run(&gate);
    bres_comparison_free(gate.comparison);
    for (int side = 0; side < GATE_SIDES; side++) {
        compare_runs_free(&gate.results[side]);
        bres_command_race_free(gate.races[side]);
        bres__option_list_free(&gate.sides[side]);
    }
    return status;
}
