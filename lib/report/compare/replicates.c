/* SPDX-License-Identifier: MIT */
/*
 * The texts about replicates: how they were compared, and the plans for undecided rows.
 */
#include "base/visible.h"
#include "report/compare/markdown.h"
#include "report/compare/name.h"
#include "report/compare/number.h"

static void put_plan(bres__text *text, const bres_row *row, const bres_plan *plan)
{
    const char *limit = plan->variance_source == BRES_VARIANCE_SAMPLES ? "samples" : "runs";
    const bres_state *state = bres_row_candidate(row);
    const char *name = bres_state_name(state);

    /* The name of a state without axes is empty. */
    if (name[0] == '\0')
        name = bres_subbench_name(bres_state_subbench(state));
    bres__text_puts(text, "- ");
    bres__text_puts_visible(text, name);
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
    if (plan->command == NULL)
        return;
    bres__text_puts(text, "  `");
    bres__text_puts_visible(text, plan->command);
    bres__text_puts(text, "`\n");
}

void bres__markdown_put_plans(bres__compare_report *report, const bres_device_pair *pair)
{
    size_t plans = 0;

    for (size_t i = 0; i < bres_device_pair_row_count(pair); i++) {
        const bres_row *row = bres_device_pair_row_at(pair, i);

        if (bres_row_plan(row) == NULL || !bres__row_is_shown(row, report->options.threshold_diff))
            continue;
        if (plans++ == 0)
            bres__text_puts(&report->text, "More runs that would decide:\n\n");
        put_plan(&report->text, row, bres_row_plan(row));
    }
    if (plans > 0)
        bres__text_putc(&report->text, '\n');
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
                              ": %zu pairs of a race, whose intervals are valid at every stop.\n",
                              references);
        else if (paired)
            bres__text_printf(text, ": %zu pairs, taken in alternation.\n", references);
        else
            bres__text_printf(text,
                              ": %zu of the reference and %zu of the candidate, independent.\n",
                              references, candidates);
        if (!paired && count_open(comparison) > 0)
            bres__text_puts(text,
                            "Runs taken in alternation, one of each side at a time, decide more "
                            "rows: variation\nbetween runs then affects both sides "
                            "alike.\n");
        bres__text_putc(text, '\n');
    }
}
