/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as markdown: a table for each benchmark and pair of devices.
 */
#include "base/visible.h"
#include "report/compare/cell.h"
#include "report/compare/compare.h"
#include "report/compare/notes.h"
#include "report/rows/name.h"

#include <string.h>

struct column;

/* The settings of a table. */
struct section {
    bres__compare_report *report;
    const struct column *columns;
    const bres_subbench *bench;
    const bres_row **rows; /* the shown rows, in the order of the report */
    size_t count;
    bres__cell_style style;
};

struct column {
    const char *header;
    bres__align align;
    bres__cell_content content;
};

/* A column without a header ends each list. */
static const struct column displays[][9] = {
    [BRES_DISPLAY_INTERVALS] = {
        { "Ref", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_INTERVAL },
        { "Cmp", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_INTERVAL },
        { "Change", BRES__ALIGN_RIGHT, BRES__CELL_CHANGE },
        { "Status", BRES__ALIGN_CENTER, BRES__CELL_STATUS },
    },
    [BRES_DISPLAY_SIMPLE] = {
        { "Ref", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_TIME },
        { "Ref Span", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_SPAN },
        { "Cmp", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_TIME },
        { "Cmp Span", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_SPAN },
        { "%C Diff", BRES__ALIGN_RIGHT, BRES__CELL_CENTER_CHANGE },
        { "Change", BRES__ALIGN_RIGHT, BRES__CELL_CHANGE },
        { "Status", BRES__ALIGN_CENTER, BRES__CELL_STATUS },
    },
    [BRES_DISPLAY_EXPLAIN] = {
        { "Ref [Lo / Ce / Hi]", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_RANGE },
        { "Cmp [Lo / Ce / Hi]", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_RANGE },
        { "Ref Noise", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_NOISE },
        { "Cmp Noise", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_NOISE },
        { "Step", BRES__ALIGN_RIGHT, BRES__CELL_CLOCK_STEP },
        { "Reason", BRES__ALIGN_LEFT, BRES__CELL_REASON },
        { "Change", BRES__ALIGN_RIGHT, BRES__CELL_CHANGE },
        { "Status", BRES__ALIGN_CENTER, BRES__CELL_STATUS },
    },
    [BRES_DISPLAY_LEGACY] = {
        { "Ref Time", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_TIME },
        { "Ref Noise", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_NOISE },
        { "Cmp Time", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_TIME },
        { "Cmp Noise", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_NOISE },
        { "Diff", BRES__ALIGN_RIGHT, BRES__CELL_TIME_DIFFERENCE },
        { "%Diff", BRES__ALIGN_RIGHT, BRES__CELL_FRACTION },
        { "Status", BRES__ALIGN_CENTER, BRES__CELL_STATUS },
    },
};

/* The header of the change computed from the ratio of the times, relative to the reference. The
 * column `Change`, for one run per side, is relative to the faster side. */
#define RATIO_HEADER "%Diff [Lo, Hi]"

/* The columns of the displays `intervals` and `explain` with replicates, which show the ratio. */
static const struct column intervals_of_runs[] = {
    { "Ref", BRES__ALIGN_RIGHT, BRES__CELL_REFERENCE_TIME },
    { "Cmp", BRES__ALIGN_RIGHT, BRES__CELL_CANDIDATE_TIME },
    { RATIO_HEADER, BRES__ALIGN_RIGHT, BRES__CELL_RATIO },
    { "Status", BRES__ALIGN_CENTER, BRES__CELL_STATUS },
    { .header = NULL },
};

/* The second table of `explain`: one table of all columns would be wider than a terminal. */
static const struct column reasons_of_runs[] = {
    { "Within", BRES__ALIGN_RIGHT, BRES__CELL_WITHIN },
    { "Between", BRES__ALIGN_RIGHT, BRES__CELL_BETWEEN },
    { "Spread", BRES__ALIGN_RIGHT, BRES__CELL_SPREAD },
    { "Reason", BRES__ALIGN_LEFT, BRES__CELL_REASON },
    { .header = NULL },
};

#define CHOSEN(value, name, header, align, content)                                                \
    [BRES_COMPARE_COLUMN_##value] = { header, BRES__ALIGN_##align, BRES__CELL_##content },

static const struct column chosen[] = { BRES__COMPARE_COLUMNS(CHOSEN) };

#define CHOSEN_COUNT (sizeof chosen / sizeof *chosen)

/* Fills the list with the columns of a set. */
static const struct column *columns_of(uint32_t set, bool of_runs, struct column list[CHOSEN_COUNT])
{
    size_t count = 0;

    for (size_t i = 1; i < CHOSEN_COUNT; i++) {
        if ((set & BRES_COLUMN_BIT(i)) == 0)
            continue;
        list[count] = chosen[i];
        if (of_runs && chosen[i].content == BRES__CELL_CHANGE)
            list[count] = (struct column){ RATIO_HEADER, BRES__ALIGN_RIGHT, BRES__CELL_RATIO };
        count++;
    }
    list[count] = (struct column){ .header = NULL };
    return list;
}

static const struct column *columns_choose(uint32_t display, bool of_runs)
{
    if (of_runs && (display == BRES_DISPLAY_INTERVALS || display == BRES_DISPLAY_EXPLAIN))
        return intervals_of_runs;
    return displays[display];
}

/* Removes the blanks at both ends. */
static void text_trim(bres__text *text)
{
    size_t skip = 0;

    while (skip < text->length && text->data[skip] == ' ')
        skip++;
    while (text->length > skip && text->data[text->length - 1] == ' ')
        text->length--;
    text->length -= skip;
    if (text->data == NULL)
        return;
    memmove(text->data, text->data + skip, text->length);
    text->data[text->length] = '\0';
}

static void section_put_axis(const struct section *section, bres__table *table, const bres_row *row,
                             const bres_axis *axis)
{
    bres__text *header = &section->report->cell;

    bres__text_clear(header);
    bres__put_cell(header, bres_axis_name(axis));
    text_trim(header);
    table->failed |= header->failed;
    bres__put_axis_value(&table->cell, axis, bres_row_candidate(row));
    text_trim(&table->cell);
    bres__table_put(table, BRES__COLUMN_AXIS, bres_axis_name(axis),
                    header->length > 0 ? header->data : "", "");
}

static void section_put_row(const struct section *section, bres__table *table, const bres_row *row)
{
    const struct column *column = section->columns;

    for (size_t i = 0; i < bres_subbench_axis_count(section->bench); i++)
        section_put_axis(section, table, row, bres_subbench_axis_at(section->bench, i));
    for (; column->header != NULL; column++) {
        bres__put_content(&table->cell, row, column->content, &section->style);
        text_trim(&table->cell);
        bres__table_put(table, BRES__COLUMN_FACT, column->header, column->header, "");
    }
    bres__table_next_row(table);
}

/* Writes the table; the columns of the axes come first. */
static bres_status section_write(const struct section *section, bres__table *table)
{
    const struct column *columns = section->columns;
    bres__align *aligns = bres__calloc(table->count, sizeof *aligns);
    bres_status status;
    size_t axes = table->count;

    if (aligns == NULL)
        return bres__error_memory();
    while (columns[table->count - axes].header != NULL && axes > 0)
        axes--;
    for (size_t i = 0; i < table->count; i++)
        aligns[i] = i < axes ? BRES__ALIGN_CENTER : columns[i - axes].align;
    status = bres__table_markdown_aligned(table, aligns, &section->report->text);
    bres__text_putc(&section->report->text, '\n');
    bres__free(aligns);
    return status;
}

static void put_device(bres__text *text, const bres_device *device)
{
    bres__text_printf(text, "[%lld] ", (long long)bres_device_id(device));
    bres__text_puts_visible(text, bres_device_name(device));
}

static void put_heading(bres__text *text, const bres_device_pair *pair)
{
    const bres_device *reference = bres_device_pair_reference(pair);

    if (reference == NULL)
        return;
    bres__text_puts(text, "## ");
    put_device(text, reference);
    if (!bres_device_pair_is_equal(pair)) {
        bres__text_puts(text, " vs. ");
        put_device(text, bres_device_pair_candidate(pair));
    }
    bres__text_puts(text, "\n\n");
}

/* Appends a table of the rows that are shown. */
static bres_status table_append(const struct section *section)
{
    bres__table table = { 0 };
    bres_status status;

    for (size_t i = 0; i < section->count; i++)
        section_put_row(section, &table, section->rows[i]);
    bres__table_fit(&table, section->report->options.width);
    status = table.failed ? bres__error_memory() : section_write(section, &table);
    bres__table_free(&table);
    return status;
}

/* Collects the rows that are shown, in the order of the report. */
static bres_status section_collect(struct section *section, const bres_device_pair *pair)
{
    const bres_compare_report_options *options = &section->report->options;
    const size_t count = bres_device_pair_row_count(pair);
    bres_status status;

    section->rows = bres__calloc(count + 1, sizeof(const bres_row *));
    if (section->rows == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        const bres_row *row = bres_device_pair_row_at(pair, i);

        if (bres__row_is_shown(row, options->threshold_diff))
            section->rows[section->count++] = row;
    }
    status = bres__compare_rows_order(options, section->rows, &section->count);
    for (size_t i = 0; i < section->count; i++) {
        bres__cell_widths_add(&section->style.reference,
                              bres_row_reference_estimate(section->rows[i]));
        bres__cell_widths_add(&section->style.candidate,
                              bres_row_candidate_estimate(section->rows[i]));
    }
    return status;
}

/* Appends the tables of a pair of devices. */
static bres_status section_append(struct section *section, const bres_device_pair *pair,
                                  bool of_runs)
{
    const bool explains = section->report->options.display == BRES_DISPLAY_EXPLAIN;
    bres_status status;

    put_heading(&section->report->text, pair);
    status = table_append(section);
    if (status == BRES_OK && explains && of_runs) {
        bres__text_puts(&section->report->text,
                        "Sources of variation, and the reason of each verdict:\n\n");
        section->columns = reasons_of_runs;
        status = table_append(section);
    }
    if (status == BRES_OK && explains)
        bres__markdown_put_plans(section->report, pair);
    return status;
}

/* Appends the tables of a pair of devices, unless none of its rows is shown. */
static bres_status pair_append(bres__compare_report *report, const bres_compared *compared,
                               const bres_comparison_bench *bench, const bres_device_pair *pair)
{
    const bool of_runs = bres__compared_has_ratios(compared);
    const bres_thresholds *thresholds = bres_comparison_thresholds(compared->comparison);
    struct section section = { .report = report,
                               .columns = columns_choose(report->options.display, of_runs),
                               .bench = bres_comparison_bench_candidate(bench),
                               .style.color = report->options.color };
    struct column list[CHOSEN_COUNT];
    bres_status status;

    if ((report->options.columns & ~BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT)) != 0)
        section.columns = columns_of(report->options.columns, of_runs, list);
    if (thresholds->rule == BRES_RULE_NOT_SLOWER)
        section.style.margin = -1;
    else if (of_runs)
        section.style.margin = thresholds->runs_equivalence_margin;
    status = section_collect(&section, pair);
    if (status == BRES_OK && section.count > 0)
        status = section_append(&section, pair, of_runs);
    bres__free(section.rows);
    return status;
}

static bres_status compared_append(bres__compare_report *report, const bres_compared *compared)
{
    const bres_comparison *comparison = compared->comparison;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres_comparison_bench_count(comparison); i++) {
        const bres_comparison_bench *bench = bres_comparison_bench_at(comparison, i);

        bres__text_puts(&report->text, "# ");
        bres__text_puts_visible(&report->text,
                                bres_subbench_name(bres_comparison_bench_candidate(bench)));
        bres__put_file(&report->text, compared, report->count);
        bres__text_puts(&report->text, "\n\n");
        for (size_t p = 0; status == BRES_OK && p < bres_comparison_bench_pair_count(bench); p++)
            status = pair_append(report, compared, bench, bres_comparison_bench_pair_at(bench, p));
    }
    return status;
}

bres_status bres__compare_markdown(bres__compare_report *report)
{
    bres_status status = BRES_OK;

    bres__markdown_put_note(report);
    for (size_t i = 0; status == BRES_OK && i < report->count; i++)
        status = compared_append(report, &report->pairs[i]);
    if (status != BRES_OK)
        return status;
    bres__markdown_put_missing(report);
    bres__markdown_put_summary(report);
    return BRES_OK;
}
