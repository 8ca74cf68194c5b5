/* SPDX-License-Identifier: MIT */
/*
 * The end of a comparison's markdown: items without a partner, counts, and the closing sentence.
 */
#include "base/visible.h"
#include "report/compare/compare.h"
#include "report/compare/notes.h"
#include "report/rows/name.h"

#include <stdlib.h>
#include <string.h>

static void put_only_in(bres__text *text, bool in_reference)
{
    bres__text_printf(text, ": only in the %s\n", in_reference ? "reference" : "candidate");
}

static void put_missing_files(bres__compare_report *report)
{
    for (size_t i = 0; i < report->options.missing_file_count; i++) {
        const bres_missing_file *file = &report->options.missing_files[i];

        bres__text_puts(&report->text, "- File ");
        bres__text_puts_visible(&report->text, file->name);
        put_only_in(&report->text, file->in_reference);
    }
}

static void put_missing(bres__compare_report *report, const bres_compared *compared)
{
    const bres_comparison *comparison = compared->comparison;
    bres__text *text = &report->text;
    bool in_reference;

    for (size_t i = 0; i < bres_comparison_missing_bench_count(comparison); i++) {
        const bres_subbench *bench = bres_comparison_missing_bench_at(comparison, i, &in_reference);

        bres__text_puts(text, "- Benchmark ");
        bres__text_puts_visible(text, bres_subbench_name(bench));
        bres__put_file(text, compared, report->count);
        put_only_in(text, in_reference);
    }
    for (size_t i = 0; i < bres_comparison_missing_state_count(comparison); i++) {
        const bres_state *state = bres_comparison_missing_state_at(comparison, i, &in_reference);

        bres__text_puts(text, "- State ");
        bres__text_puts_visible(text, bres_state_name(state));
        bres__text_puts(text, " of benchmark ");
        bres__text_puts_visible(text, bres_subbench_name(bres_state_subbench(state)));
        bres__put_file(text, compared, report->count);
        put_only_in(text, in_reference);
    }
}

void bres__markdown_put_missing(bres__compare_report *report)
{
    if (report->options.missing_file_count + report->tally.missing_benches +
            report->tally.missing_states ==
        0)
        return;
    bres__text_puts(&report->text, "# Without a partner\n\n");
    put_missing_files(report);
    for (size_t i = 0; i < report->count; i++)
        put_missing(report, &report->pairs[i]);
    bres__text_putc(&report->text, '\n');
}

static int reason_order(const void *a, const void *b)
{
    return strcmp(bres_reason_short_name(*(const bres_reason *)a),
                  bres_reason_short_name(*(const bres_reason *)b));
}

/* A short name that differs from the name only in its dashes needs no legend. */
static bool reason_needs_legend(bres_reason reason)
{
    const char *name = bres_reason_name(reason);
    const char *short_name = bres_reason_short_name(reason);

    while (*name != '\0' && (*name == *short_name || (*name == '_' && *short_name == '-'))) {
        name++;
        short_name++;
    }
    return *name != *short_name;
}

static void put_legend(bres__text *text, const bres__tally *tally)
{
    bres_reason reasons[BRES__REASON_END];
    size_t count = 0;

    for (int i = 0; i < BRES__REASON_END; i++) {
        if (tally->seen[i] && reason_needs_legend((bres_reason)i))
            reasons[count++] = (bres_reason)i;
    }
    if (count == 0)
        return;
    qsort(reasons, count, sizeof *reasons, reason_order);
    bres__text_puts(text, "  - Reason legend:");
    for (size_t i = 0; i < count; i++)
        bres__text_printf(text, "%s %s = %s", i > 0 ? ";" : "", bres_reason_short_name(reasons[i]),
                          bres_reason_name(reasons[i]));
    bres__text_putc(text, '\n');
}

static void put_reasons(bres__text *text, const bres__tally *tally)
{
    if (tally->reason_count > 0)
        bres__text_puts(text, "    - Reasons:\n");
    for (size_t i = 0; i < tally->reason_count; i++) {
        bres__text_printf(text, "      - %s: %zu (", bres_reason_name(tally->reasons[i].reason),
                          tally->reasons[i].rows);
        bres__text_puts_visible(text, tally->reasons[i].message);
        bres__text_puts(text, ")\n");
    }
}

static void put_count(bres__text *text, size_t count, const char *one, const char *many)
{
    bres__text_printf(text, "%zu %s", count, count == 1 ? one : many);
}

/* Puts the SLOW row with the largest change. */
static void put_worst(bres__compare_report *report)
{
    const bres_row *worst = report->tally.worst;
    const bres_difference *difference = bres_row_difference(worst);
    bres__text *text = &report->text;

    bres__text_puts(text, report->tally.verdicts[BRES_SLOW] == 1 ? ": " : ", most of all ");
    bres__text_puts_visible(
        text, bres_subbench_name(bres_comparison_bench_candidate(bres_row_bench(worst))));
    bres__put_file(text, report->tally.worst_pair, report->count);
    bres__text_puts(text, ", ");
    bres__text_puts_visible(text, bres_state_name(bres_row_candidate(worst)));
    if ((difference->has & BRES_HAS_CHANGE_INTERVAL) != 0)
        bres__text_printf(
            text, bres_row_ratio(worst) != NULL ? ", by at least %.1f%%" : ", with a gap of %.1f%%",
            difference->change_lower * 100);
}

static void put_verdict(bres__compare_report *report)
{
    const bres__tally *tally = &report->tally;
    bres__text *text = &report->text;
    const size_t slow = tally->verdicts[BRES_SLOW];
    const size_t fast = tally->verdicts[BRES_FAST];
    const size_t same = tally->verdicts[BRES_SAME];
    const size_t ambiguous = tally->verdicts[BRES_AMBIGUOUS];
    const size_t unknown = tally->verdicts[BRES_UNKNOWN];

    if (tally->total == 0) {
        bres__text_puts(text, "Nothing was compared: no state matched");
        return;
    }
    if (slow > 0) {
        bres__text_printf(text, "Regression: %zu of ", slow);
        put_count(text, tally->total, "state", "states");
        bres__text_puts(text, slow == 1 ? " is slower" : " are slower");
        put_worst(report);
    } else if (ambiguous + unknown == tally->total) {
        bres__text_puts(text, "No decision on ");
        bres__text_puts(text, tally->total == 1 ? "" : "any of ");
        put_count(text, tally->total, "state", "states");
    } else {
        bres__text_puts(text, "No regression detected in ");
        put_count(text, tally->total, "state", "states");
    }
    if (fast > 0)
        bres__text_printf(text, "; %zu %s faster", fast, fast == 1 ? "is" : "are");
    if (same > 0)
        bres__text_printf(text, "; %zu %s equivalent", same, same == 1 ? "is" : "are");
    if (ambiguous > 0)
        bres__text_printf(text, "; %zu %s undecided", ambiguous, ambiguous == 1 ? "is" : "are");
    if (unknown > 0)
        bres__text_printf(text, "; %zu %s no usable timings", unknown,
                          unknown == 1 ? "has" : "have");
}

static void put_without_partner(bres__text *text, size_t count, const char *one, const char *many)
{
    if (count == 0)
        return;
    bres__text_puts(text, "; ");
    put_count(text, count, one, many);
    bres__text_puts(text, " no partner");
}

static void put_sentence(bres__compare_report *report)
{
    const bres__tally *tally = &report->tally;
    bres__text *text = &report->text;

    put_verdict(report);
    put_without_partner(text, report->options.missing_file_count, "file has", "files have");
    put_without_partner(text, tally->missing_benches, "benchmark has", "benchmarks have");
    put_without_partner(text, tally->missing_states, "state has", "states have");
    if (bres__noted_find(report) != NULL)
        bres__text_puts(text, "; the variation between runs is not included");
    bres__text_puts(text, ".\n");
}

void bres__markdown_put_summary(bres__compare_report *report)
{
    const bres__tally *tally = &report->tally;
    bres__text *text = &report->text;

    bres__text_printf(text, "# Summary\n\n- Total Matches: %zu\n", tally->total);
    bres__text_printf(text, "  - Unchanged   (equivalent): %zu\n", tally->verdicts[BRES_SAME]);
    bres__text_printf(text, "  - Improvement (the candidate is faster): %zu\n",
                      tally->verdicts[BRES_FAST]);
    bres__text_printf(text, "  - Regression  (the candidate is slower): %zu\n",
                      tally->verdicts[BRES_SLOW]);
    bres__text_printf(text, "  - Ambiguous (not enough evidence): %zu\n",
                      tally->verdicts[BRES_AMBIGUOUS]);
    put_reasons(text, tally);
    if (report->options.display == BRES_DISPLAY_EXPLAIN)
        put_legend(text, tally);
    bres__text_printf(text, "  - Unknown     (no usable pair of timings): %zu\n\n",
                      tally->verdicts[BRES_UNKNOWN]);
    bres__markdown_put_runs(report);
    put_sentence(report);
}
