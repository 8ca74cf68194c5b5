/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as a comment on a change: the rows that need attention, the worst
 * first, then all others, folded. The first line is constant, so that a program can find the
 * comment that it has to update.
 */
#include "base/visible.h"
#include "report/compare/notes.h"
#include "report/rows/name.h"
#include "report/rows/number.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HEADER    "<!-- benchresult -->\n"
/* Rows above the fold, and below it: services limit the length of a comment. */
#define ROWS_OPEN 10u
#define ROWS_MOST 200u
/* A zero-width character that separates a sign such as '@' from the name after it. */
#define SEPARATOR "\xE2\x81\xA0" /* U+2060 */

typedef struct shown_row {
    const bres_compared *compared;
    const bres_row *row;
    size_t index; /* among all rows: equal rows keep their order */
} shown_row;

/* Whether a service that renders the comment would turn the text at `at` into a link: to a user, an
 * issue, a merge request, a label, a snippet or an address. */
static bool is_reference(const char *at)
{
    return (strchr("@#!~$%", *at) != NULL && isalnum((unsigned char)at[1])) ||
           strncmp(at, "://", 3) == 0 || strncasecmp(at, "www.", 4) == 0;
}

/* Appends a character, escaped. The separator follows the first character of a reference. */
static void put_character(bres__text *text, const char *at)
{
    if (*at == '&')
        bres__text_puts(text, "&amp;");
    else if (*at == '<')
        bres__text_puts(text, "&lt;");
    else if (*at == '>')
        bres__text_puts(text, "&gt;");
    else if (*at == '|')
        bres__text_puts(text, "&#124;");
    else if (strchr("\\`*_{}[]()", *at) != NULL)
        bres__text_printf(text, "\\%c", *at);
    else
        bres__text_printf(text, "%c%s", *at, is_reference(at) ? SEPARATOR : "");
}

static void put_name(bres__compare_report *report, const char *name)
{
    bres__text *visible = &report->cell;

    bres__text_clear(visible);
    bres__text_puts_visible(visible, name);
    report->text.failed |= visible->failed;
    for (size_t i = 0; i < visible->length; i++)
        put_character(&report->text, visible->data + i);
}

static bool needs_attention(const bres_row *row)
{
    const bres_verdict verdict = bres_row_verdict(row);

    return verdict != BRES_SAME && verdict != BRES_FAST;
}

static double row_change(const bres_row *row)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    return ratio != NULL ? ratio->ratio - 1 : bres_row_difference(row)->fraction;
}

static int row_rank(const bres_row *row)
{
    return bres_row_verdict(row) == BRES_SLOW ? 0 : needs_attention(row) ? 1 : 2;
}

/* Slower rows first, then undecided ones, each by their change. */
static int row_order(const void *a, const void *b)
{
    const shown_row *one = a;
    const shown_row *other = b;
    const int ranks = row_rank(one->row) - row_rank(other->row);
    const double change = row_change(one->row);
    const double than = row_change(other->row);

    if (ranks != 0)
        return ranks;
    if (change != than)
        return change > than ? -1 : 1;
    return one->index < other->index ? -1 : 1;
}

static shown_row *rows_make(const bres__compare_report *report)
{
    shown_row *rows = bres__calloc(report->tally.total + 1, sizeof(*rows));
    size_t count = 0;

    for (size_t i = 0; i < report->count && rows != NULL; i++) {
        const bres_comparison *comparison = report->pairs[i].comparison;

        for (size_t r = 0; r < bres_comparison_row_count(comparison); r++) {
            rows[count] = (shown_row){ .compared = &report->pairs[i],
                                       .row = bres_comparison_row_at(comparison, r),
                                       .index = count };
            count++;
        }
    }
    if (rows != NULL)
        qsort(rows, count, sizeof(*rows), row_order);
    return rows;
}

static bool is_one_sided(const bres_compared *compared)
{
    return bres_comparison_thresholds(compared->comparison)->rule == BRES_RULE_NOT_SLOWER;
}

static void put_row(bres__compare_report *report, const shown_row *shown)
{
    const bres_verdict verdict = bres_row_verdict(shown->row);
    bres__text *text = &report->text;

    bres__text_puts(text, "| ");
    if (report->count > 1 && shown->compared->name != NULL) {
        put_name(report, shown->compared->name);
        bres__text_putc(text, ' ');
    }
    put_name(report,
             bres_subbench_name(bres_comparison_bench_candidate(bres_row_bench(shown->row))));
    bres__text_putc(text, ' ');
    put_name(report, bres_state_name(bres_row_candidate(shown->row)));
    bres__text_puts(text, " | ");
    if (bres_row_ratio(shown->row) != NULL)
        bres__put_ratio(text, shown->row);
    else
        bres__put_fraction(text, bres_row_difference(shown->row));
    bres__text_printf(text, " | %s |\n",
                      verdict == BRES_SAME && is_one_sided(shown->compared)
                          ? BRES__NOT_SLOWER_WORD
                          : bres_verdict_name(verdict));
}

static void put_table(bres__compare_report *report, const shown_row *rows, size_t count)
{
    const size_t most = count < ROWS_MOST ? count : ROWS_MOST;

    bres__text_puts(&report->text, "| Row | %Diff [Lo, Hi] | Status |\n| --- | ---: | :---: |\n");
    for (size_t i = 0; i < most; i++)
        put_row(report, &rows[i]);
    if (most < count)
        bres__text_printf(&report->text, "\n%zu more rows are not shown.\n", count - most);
}

/* The margin that slower rows exceed, or the margin that no row exceeds. */
static double margin_of(const bres_compared *compared, bool is_slower)
{
    const bres_thresholds *thresholds = bres_comparison_thresholds(compared->comparison);

    return is_slower ? thresholds->runs_min_effect : thresholds->runs_equivalence_margin;
}

static void put_heading(bres__compare_report *report)
{
    const bres__tally *tally = &report->tally;
    const bres_compared *first = &report->pairs[0];
    const size_t undecided = tally->verdicts[BRES_AMBIGUOUS] + tally->verdicts[BRES_UNKNOWN];
    bres__text *text = &report->text;

    bres__text_puts(text, HEADER "### Benchmarks: ");
    if (tally->total == 0)
        bres__text_puts(text, "nothing was compared");
    else if (tally->verdicts[BRES_SLOW] > 0)
        bres__text_printf(text, "%zu of %zu slower", tally->verdicts[BRES_SLOW], tally->total);
    else if (undecided > 0)
        bres__text_printf(text, "%zu of %zu undecided", undecided, tally->total);
    else
        bres__text_printf(text, "none of %zu slower", tally->total);
    if (tally->total > 0 && is_one_sided(first))
        bres__text_printf(text, " by more than %g %%",
                          100 * margin_of(first, tally->verdicts[BRES_SLOW] > 0));
    bres__text_puts(text, "\n\n");
}

/* Reports the items that were not compared, because they have no row. */
static void put_missing(bres__compare_report *report)
{
    const size_t missing = report->tally.missing_benches + report->tally.missing_states +
                           report->options.missing_file_count;

    if (missing > 0)
        bres__text_printf(
            &report->text, "\nNot compared: %zu %s that only one side has.\n", missing,
            missing == 1 ? "state, benchmark or file" : "states, benchmarks or files");
}

/* The probability of any false SLOW is at most the sum of the error rates of all rows. */
static void put_rates(bres__compare_report *report)
{
    double alarm = 0;
    double miss = 0;

    for (size_t i = 0; i < report->count; i++) {
        const bres_comparison *comparison = report->pairs[i].comparison;
        const bres_thresholds *thresholds = bres_comparison_thresholds(comparison);

        if (!is_one_sided(&report->pairs[i]))
            return;
        alarm += (1 - thresholds->runs_change_confidence) / 2 *
                 (double)bres_comparison_row_count(comparison);
        miss = (1 - thresholds->runs_equivalence_confidence) / 2;
    }
    bres__text_printf(
        &report->text,
        "\nFalse alarms: if no row is slower by more than the margin, a row is SLOW "
        "with a probability\nof at most %.3g %%. A row that is slower is " BRES__NOT_SLOWER_WORD
        " with a probability of at most %.3g %%.\n",
        100 * alarm, 100 * miss);
}

bres_status bres__compare_comment(bres__compare_report *report)
{
    const size_t total = report->tally.total;
    shown_row *rows = rows_make(report);
    size_t open = 0;

    if (rows == NULL)
        return bres__error_memory();
    put_heading(report);
    while (open < total && open < ROWS_OPEN && needs_attention(rows[open].row))
        open++;
    if (open > 0)
        put_table(report, rows, open);
    if (open < total) {
        bres__text_printf(&report->text, "%s<details><summary>%s rows: %zu</summary>\n\n",
                          open > 0 ? "\n" : "", open > 0 ? "Other" : "All", total - open);
        put_table(report, rows + open, total - open);
        bres__text_puts(&report->text, "\n</details>\n");
    }
    put_missing(report);
    put_rates(report);
    if (bres__noted_find(report) != NULL)
        bres__text_printf(&report->text, "\nNote: %s.\n",
                          bres_comparison_note(bres__noted_find(report)->comparison));
    bres__free(rows);
    return BRES_OK;
}
