/* SPDX-License-Identifier: MIT */
/*
 * The report of a race as markdown: a table with a row for each state, then the plans of the
 * undecided rows.
 */
#include "report/race/race.h"
#include "report/value.h"

#include <inttypes.h>
#include <math.h>

static void put_name(bres__text *text, const bres__race_report_row *row)
{
    bres__put_cell(text, row->bench);
    if (row->state[0] == '\0')
        return;
    bres__text_putc(text, ' ');
    bres__put_cell(text, row->state);
}

static void put_row(bres__table *table, const bres__race_limits *limits,
                    const bres__race_report_row *row)
{
    const bres__race_figures *figures = &row->figures;
    bres__text *cell = &table->cell;

    put_name(cell, row);
    bres__table_put_fact(table, "Row");
    bres__text_puts(cell, figures->verdict == BRES_SAME && limits->not_slower
                              ? BRES__NOT_SLOWER_WORD
                              : bres_verdict_name(figures->verdict));
    if (figures->verdict == BRES_SAME && !limits->not_slower)
        bres__text_printf(cell, " within %g %%", 100 * limits->equivalence_margin);
    bres__table_put_fact(table, "Status");
    if (figures->pairs > 0)
        bres__text_printf(cell, "%.4f", figures->ratio);
    else
        bres__text_putc(cell, '?');
    bres__table_put_fact(table, "Ratio");
    if (bres__race_has_interval(figures))
        bres__text_printf(cell, "%.4f-%.4f", figures->lower, figures->upper);
    else
        bres__text_putc(cell, '?');
    bres__table_put_fact(table, "Interval");
    bres__text_printf(cell, "%" PRIu64, figures->pairs);
    bres__table_put_fact(table, "Pairs");
    bres__table_next_row(table);
}

static bres_status put_table(const bres__race_report *report, bres__text *text)
{
    static const bres__align aligns[] = { BRES__ALIGN_LEFT, BRES__ALIGN_LEFT, BRES__ALIGN_RIGHT,
                                          BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT };
    bres__table table = { 0 };
    bres_status status;

    for (size_t i = 0; i < report->row_count; i++)
        put_row(&table, &report->limits, &report->rows[i]);
    status = bres__table_markdown_aligned(&table, aligns, text);
    bres__table_free(&table);
    return status;
}

static void put_duration(bres__text *cell, double seconds)
{
    const bres__display_value value = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    bres__display_put_with_unit(cell, &value, "duration");
}

static void put_time(bres__table *table, const char *header, const bres__race_figures *figures,
                     const bres__race_time *time)
{
    bres__text *cell = &table->cell;

    if (figures->pairs == 0)
        bres__text_putc(cell, '?');
    else
        put_duration(cell, time->median);
    if (figures->pairs > 0 && isfinite(time->upper)) {
        bres__text_puts(cell, " [");
        put_duration(cell, time->lower);
        bres__text_puts(cell, ", ");
        put_duration(cell, time->upper);
        bres__text_putc(cell, ']');
    }
    bres__table_put_fact(table, header);
}

/* Puts a table of the times of both sides. */
static bres_status put_times(const bres__race_report *report, bres__text *text)
{
    static const bres__align aligns[] = { BRES__ALIGN_LEFT, BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT };
    bres__table table = { 0 };
    bres_status status;

    bres__text_printf(text,
                      "\nThe median time of a run, with its confidence interval at %g %%:\n\n",
                      100 * (1 - report->limits.error_rate));
    for (size_t i = 0; i < report->row_count; i++) {
        const bres__race_figures *figures = &report->rows[i].figures;

        put_name(&table.cell, &report->rows[i]);
        bres__table_put_fact(&table, "Row");
        put_time(&table, "Ref [Lo, Hi]", figures, &figures->times[0]);
        put_time(&table, "Cmp [Lo, Hi]", figures, &figures->times[1]);
        bres__table_next_row(&table);
    }
    status = bres__table_markdown_aligned(&table, aligns, text);
    bres__table_free(&table);
    return status;
}

/* Puts the sentence of each undecided row, which has its plan. */
static void put_plans(const bres__race_report *report, bres__text *text)
{
    size_t undecided = 0;

    for (size_t i = 0; i < report->row_count; i++) {
        const bres__race_report_row *row = &report->rows[i];

        if (row->figures.verdict != BRES_AMBIGUOUS)
            continue;
        bres__text_puts(text, undecided++ == 0 ? "\n- " : "- ");
        put_name(text, row);
        bres__text_printf(text, ": %s\n", row->message);
    }
    if (undecided > 0)
        bres__text_printf(text,
                          "\nA pair took %.3g s. More pairs decide a row, not more samples in a "
                          "run: in the\nsame time many short runs decide more than few long "
                          "ones.\n",
                          report->seconds / (double)report->pairs);
}

bres_status bres__race_markdown(const bres__race_report *report, bres__text *text)
{
    bres_status status;

    bres__text_puts(text, "# Race\n\n- Reference: ");
    bres__text_puts_visible(text, report->reference);
    bres__text_puts(text, "\n- Candidate: ");
    bres__text_puts_visible(text, report->candidate);
    bres__text_puts(text, "\n- Result: ");
    bres__text_puts_visible(text, report->message);
    bres__text_putc(text, '\n');
    if (report->row_count == 0)
        return BRES_OK;
    bres__text_putc(text, '\n');
    status = put_table(report, text);
    if (status == BRES_OK)
        status = put_times(report, text);
    put_plans(report, text);
    return status;
}
