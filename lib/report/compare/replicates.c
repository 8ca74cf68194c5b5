/* SPDX-License-Identifier: MIT */
/*
 * The texts about replicates: how they were compared, and the plans for undecided rows.
 */
#include "base/visible.h"
#include "report/compare/compare.h"
#include "report/rows/name.h"
#include "report/rows/number.h"

#include <math.h>

static void put_plan_command(bres__text *text, const bres_plan *plan)
{
    if (plan->command == NULL)
        return;
    bres__text_puts(text, "  `");
    bres__text_puts_visible(text, plan->command);
    bres__text_puts(text, "`\n");
}

/* Puts the plan of a comparison with one run per side. */
static void put_pair_plan(bres__text *text, const bres_plan *plan)
{
    const unsigned long long samples = plan->samples;

    switch ((bres_variance_source)plan->variance_source) {
    case BRES_VARIANCE_SAMPLES:
        bres__text_printf(text, "%llu samples per side, with their files.\n", samples);
        break;
    case BRES_VARIANCE_RUNS:
        bres__text_printf(text, "%u pairs of runs, taken in alternation.\n", plan->runs);
        break;
    case BRES_VARIANCE_CLOCK_RATE:
        bres__text_printf(text, "locked clocks, and %u pairs of runs, taken in alternation.\n",
                          plan->runs);
        break;
    case BRES_VARIANCE_CLOCK_STEP:
        if (samples > 0)
            bres__text_printf(text, "%llu samples per side, so that the averages decide.\n",
                              samples);
        else
            bres__text_puts(text, "longer samples: more executions or more work in each.\n");
        break;
    }
}
/* Largest p-value of a drift that is reported. */
#define DRIFT_LEVEL 0.01

static void put_plan(bres__text *text, const bres_row *row, const bres_plan *plan)
{
    const bool of_pair = plan->detectable_effect == 0;
    const char *limit = plan->variance_source == BRES_VARIANCE_SAMPLES ? "samples" : "runs";
    const bres_state *state = bres_row_candidate(row);
    const char *name = bres_state_name(state);

    /* The name of a state without axes is empty. */
    if (name[0] == '\0')
        name = bres_subbench_name(bres_state_subbench(state));
    bres__text_puts(text, "- ");
    bres__text_puts_visible(text, name);
    if (of_pair) {
        bres__text_puts(text, ": ");
        put_pair_plan(text, plan);
        put_plan_command(text, plan);
        return;
    }
    bres__text_puts(text, ": smallest detectable effect ");
    bres__put_percent_digits(text, 100 * plan->detectable_effect);
    bres__text_printf(text, ", limited by the number of %s;\n  ", limit);
    if (plan->runs == 0) {
        bres__text_puts(text, "no reasonable number of runs would decide it.\n");
        return;
    }
    bres__text_printf(text, "%u more %s per side", plan->runs, plan->runs == 1 ? "run" : "runs");
    if (plan->samples > 0)
        bres__text_printf(text, " of %llu sample%s", (unsigned long long)plan->samples,
                          plan->samples == 1 ? "" : "s");
    bres__text_printf(text, " would decide %+.2f%% with probability %.2f.\n", 100 * plan->effect,
                      plan->probability);
    put_plan_command(text, plan);
}

void bres__markdown_put_plans(bres__compare_report *report, const bres_device_pair *pair)
{
    size_t plans = 0;

    for (size_t i = 0; i < bres_device_pair_row_count(pair); i++) {
        const bres_row *row = bres_device_pair_row_at(pair, i);

        if (bres_row_plan(row) == NULL || !bres__row_is_shown(row, report->options.threshold_diff))
            continue;
        if (plans++ == 0)
            bres__text_puts(&report->text, "What would decide the undecided rows:\n\n");
        put_plan(&report->text, row, bres_row_plan(row));
    }
    if (plans > 0)
        bres__text_putc(&report->text, '\n');
}

/* Whether a result holds more than one run of the side. */
static bool has_several_runs(const bres_comparison *comparison, bool of_reference,
                             const bres_result *result)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_comparison_run_count(comparison, of_reference); i++)
        count += bres_comparison_run_at(comparison, of_reference, i, NULL) == result;
    return count > 1;
}

static void put_run(bres__text *text, const bres_comparison *comparison, bool of_reference,
                    size_t index)
{
    uint32_t number;
    const bres_result *result = bres_comparison_run_at(comparison, of_reference, index, &number);
    const bool is_part = has_several_runs(comparison, of_reference, result);

    if (bres_result_path(result) == NULL) {
        bres__text_printf(text, "run %zu of the %s", is_part ? number : index,
                          of_reference ? "reference" : "candidate");
        return;
    }
    if (is_part)
        bres__text_printf(text, "run %u of ", number);
    bres__text_puts_visible(text, bres_result_path(result));
}

static void put_order(bres__text *text, const bres_comparison *comparison)
{
    static const char *const words[] = {
        [BRES_RUN_ORDER_UNKNOWN] = "unknown, since start times are missing; verdicts assume no "
                                   "drift",
        [BRES_RUN_ORDER_EQUAL] = "unknown, since start times are equal; verdicts assume no drift",
        [BRES_RUN_ORDER_FUTURE] = "unknown, since start times lie in the future; verdicts assume "
                                  "no drift",
        [BRES_RUN_ORDER_OVERLAPPING] = "unclear, since runs overlap; verdicts assume no drift",
        [BRES_RUN_ORDER_MIXED] = "the sides were measured in turns",
        [BRES_RUN_ORDER_SEPARATE] = "the sides were measured one after the other; verdicts allow "
                                    "for drift",
    };
    const bres_run_order order = bres_comparison_run_order(comparison);
    double change;
    double p_value;

    /* Drift affects both runs of a pair alike, and the line above says how pairs were taken. */
    if (!bres_comparison_is_paired(comparison) || order == BRES_RUN_ORDER_SEPARATE)
        bres__text_printf(text, "Order of the runs: %s.\n", words[order]);
    if (bres_comparison_drift(comparison, &change, &p_value) && p_value <= DRIFT_LEVEL)
        bres__text_printf(text,
                          "Over all rows, the times drift by %+.2g%% from the first run to the "
                          "last (p = %.2g).\n",
                          100 * change, p_value);
}

static void put_odd_run(bres__text *text, const bres_comparison *comparison)
{
    bool of_reference;
    size_t index;
    size_t rows;
    size_t odd_rows;
    double change;

    if (!bres_comparison_odd_run(comparison, &of_reference, &index, &change, &rows, &odd_rows))
        return;
    put_run(text, comparison, of_reference, index);
    bres__text_printf(
        text,
        " is %.2g%% %s the other runs of its side in %zu of %zu rows and does not count. Take it "
        "again.\n",
        100 * fabs(change), change > 0 ? "above" : "below", odd_rows, rows);
}

/* Names the runs that lack rows. */
static void put_missing(bres__text *text, const bres_comparison *comparison)
{
    const size_t rows = bres_comparison_row_count(comparison);

    for (int side = 0; side < 2; side++) {
        const bool of_reference = side == 0;

        for (size_t i = 0; i < bres_comparison_run_count(comparison, of_reference); i++) {
            size_t missing = 0;

            for (size_t row = 0; row < rows; row++)
                missing +=
                    bres_row_run(bres_comparison_row_at(comparison, row), of_reference, i) == NULL;
            if (missing == 0)
                continue;
            put_run(text, comparison, of_reference, i);
            bres__text_printf(text, " lacks %zu of %zu rows.\n", missing, rows);
        }
    }
}

static size_t count_open(const bres_comparison *comparison)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++)
        count += bres_row_reason(bres_comparison_row_at(comparison, i)) ==
                 BRES_REASON_RUNS_INTERVAL_TOO_WIDE;
    return count;
}

void bres__markdown_put_runs(bres__compare_report *report)
{
    bres__text *text = &report->text;

    for (size_t i = 0; i < report->count; i++) {
        const bres_compared *compared = &report->pairs[i];
        const bres_comparison *comparison = compared->comparison;
        const size_t references = bres_comparison_run_count(comparison, true);
        const size_t candidates = bres_comparison_run_count(comparison, false);
        const bool paired = bres_comparison_is_paired(comparison);

        if (!bres__compared_has_replicates(compared))
            continue;
        bres__text_puts(text, "Runs");
        bres__put_file(text, compared, report->count);
        if (bres_comparison_is_sequential(comparison))
            bres__text_printf(text,
                              ": %zu pairs of a race, whose intervals hold whenever it stops.\n",
                              references);
        else if (paired)
            bres__text_printf(text, ": %zu pairs, taken in alternation.\n", references);
        else
            bres__text_printf(text,
                              ": %zu of the reference and %zu of the candidate, independent.\n",
                              references, candidates);
        put_order(text, comparison);
        put_odd_run(text, comparison);
        put_missing(text, comparison);
        if (!paired && count_open(comparison) > 0)
            bres__text_puts(text,
                            "Runs taken in alternation, one of each side at a time, decide more "
                            "rows: variation\nbetween runs then affects both sides "
                            "alike.\n");
        bres__text_putc(text, '\n');
    }
}
