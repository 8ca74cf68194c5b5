/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison as markdown: a table for each benchmark and pair of devices.
 */
#include "base/visible.h"
#include "report/compare/cell.h"
#include "report/compare/compare.h"
#include "report/compare/name.h"
#include "report/compare/notes.h"
#include "report/compare/number.h"

#include <string.h>

struct column;

/* The settings of a table. */
struct section {
    bres__compare_report *report;
    const struct column *columns;
    const bres_subbench *bench;
    const bres_row **rows; /* that are shown, in their order */
    size_t count;
    double margin; /* of equivalence; below 0: BRES_RULE_NOT_SLOWER; 0: other rules */
    bres__cell_widths reference;
    bres__cell_widths candidate;
};

enum content {
    REFERENCE_INTERVAL,
    CANDIDATE_INTERVAL,
    REFERENCE_RANGE,
    CANDIDATE_RANGE,
    REFERENCE_TIME,
    CANDIDATE_TIME,
    REFERENCE_SPAN,
    CANDIDATE_SPAN,
    REFERENCE_NOISE,
    CANDIDATE_NOISE,
    CLOCK_STEP,
    CENTER_CHANGE,
    TIME_DIFFERENCE,
    FRACTION,
    CHANGE,
    RATIO,
    WITHIN,
    BETWEEN,
    SPREAD,
    REASON,
    STATUS
};

struct column {
    const char *header;
    bres__align align;
    enum content content;
};

/* A column without a header ends each list. */
static const struct column displays[][9] = {
    [BRES_DISPLAY_INTERVALS] = {
        { "Ref", BRES__ALIGN_RIGHT, REFERENCE_INTERVAL },
        { "Cmp", BRES__ALIGN_RIGHT, CANDIDATE_INTERVAL },
        { "Change", BRES__ALIGN_RIGHT, CHANGE },
        { "Status", BRES__ALIGN_CENTER, STATUS },
    },
    [BRES_DISPLAY_SIMPLE] = {
        { "Ref", BRES__ALIGN_RIGHT, REFERENCE_TIME },
        { "Ref Span", BRES__ALIGN_RIGHT, REFERENCE_SPAN },
        { "Cmp", BRES__ALIGN_RIGHT, CANDIDATE_TIME },
        { "Cmp Span", BRES__ALIGN_RIGHT, CANDIDATE_SPAN },
        { "%C Diff", BRES__ALIGN_RIGHT, CENTER_CHANGE },
        { "Change", BRES__ALIGN_RIGHT, CHANGE },
        { "Status", BRES__ALIGN_CENTER, STATUS },
    },
    [BRES_DISPLAY_EXPLAIN] = {
        { "Ref [Lo / Ce / Hi]", BRES__ALIGN_RIGHT, REFERENCE_RANGE },
        { "Cmp [Lo / Ce / Hi]", BRES__ALIGN_RIGHT, CANDIDATE_RANGE },
        { "Ref Noise", BRES__ALIGN_RIGHT, REFERENCE_NOISE },
        { "Cmp Noise", BRES__ALIGN_RIGHT, CANDIDATE_NOISE },
        { "Step", BRES__ALIGN_RIGHT, CLOCK_STEP },
        { "Reason", BRES__ALIGN_LEFT, REASON },
        { "Change", BRES__ALIGN_RIGHT, CHANGE },
        { "Status", BRES__ALIGN_CENTER, STATUS },
    },
    [BRES_DISPLAY_LEGACY] = {
        { "Ref Time", BRES__ALIGN_RIGHT, REFERENCE_TIME },
        { "Ref Noise", BRES__ALIGN_RIGHT, REFERENCE_NOISE },
        { "Cmp Time", BRES__ALIGN_RIGHT, CANDIDATE_TIME },
        { "Cmp Noise", BRES__ALIGN_RIGHT, CANDIDATE_NOISE },
        { "Diff", BRES__ALIGN_RIGHT, TIME_DIFFERENCE },
        { "%Diff", BRES__ALIGN_RIGHT, FRACTION },
        { "Status", BRES__ALIGN_CENTER, STATUS },
    },
};

/* The change by the ratio of the times, relative to the reference. The column `Change` of one run
 * per side is relative to the faster side. */
#define RATIO_HEADER "%Diff [Lo, Hi]"

/* Replaces the displays `intervals` and `explain` with replicates: it shows the ratio. */
static const struct column intervals_of_runs[] = {
    { "Ref", BRES__ALIGN_RIGHT, REFERENCE_TIME },
    { "Cmp", BRES__ALIGN_RIGHT, CANDIDATE_TIME },
    { RATIO_HEADER, BRES__ALIGN_RIGHT, RATIO },
    { "Status", BRES__ALIGN_CENTER, STATUS },
    { .header = NULL },
};

/* The second table of `explain`: one table of all columns would be wider than a terminal. */
static const struct column reasons_of_runs[] = {
    { "Within", BRES__ALIGN_RIGHT, WITHIN },
    { "Between", BRES__ALIGN_RIGHT, BETWEEN },
    { "Spread", BRES__ALIGN_RIGHT, SPREAD },
    { "Reason", BRES__ALIGN_LEFT, REASON },
    { .header = NULL },
};

#define CHOSEN(value, name, header, align, content)                                                \
    [BRES_COMPARE_COLUMN_##value] = { header, BRES__ALIGN_##align, content },

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
        if (of_runs && chosen[i].content == CHANGE)
            list[count] = (struct column){ RATIO_HEADER, BRES__ALIGN_RIGHT, RATIO };
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

/* Above 0, the margin is part of SAME; below 0, only a slower candidate matters. */
static void put_status(bres__text *text, bres_verdict verdict, double margin, uint32_t color)
{
    static const struct {
        int attribute; /* of ANSI terminals */
        const char *emoji;
    } marks[] = {
        [BRES_UNKNOWN] = { 33, "\xF0\x9F\x9F\xA1" },   [BRES_SAME] = { 34, "\xF0\x9F\x94\xB5" },
        [BRES_FAST] = { 32, "\xF0\x9F\x9F\xA2" },      [BRES_SLOW] = { 31, "\xF0\x9F\x94\xB4" },
        [BRES_AMBIGUOUS] = { 90, "\xF0\x9F\xA4\xB7" },
    };
    char name[64];

    if (verdict == BRES_SAME && margin < 0)
        bres__format(name, sizeof name, BRES__NOT_SLOWER_WORD);
    else if (verdict == BRES_SAME && margin > 0)
        bres__format(name, sizeof name, "%s within %g %%", bres_verdict_name(verdict),
                     100 * margin);
    else
        bres__format(name, sizeof name, "%s", bres_verdict_name(verdict));
    if (color == BRES_COLOR_ANSI)
        bres__text_printf(text, "\033[%dm%s\033[39m", marks[verdict].attribute, name);
    else if (color == BRES_COLOR_EMOJI)
        bres__text_printf(text, "%s %s", marks[verdict].emoji, name);
    else
        bres__text_puts(text, name);
}

static void section_put_content(const struct section *section, bres__text *text,
                                const bres_row *row, enum content content)
{
    const bres_estimate *reference = bres_row_reference_estimate(row);
    const bres_estimate *candidate = bres_row_candidate_estimate(row);
    const bres_difference *difference = bres_row_difference(row);

    switch (content) {
    case REFERENCE_INTERVAL:
        bres__put_interval(text, reference, &section->reference);
        break;
    case CANDIDATE_INTERVAL:
        bres__put_interval(text, candidate, &section->candidate);
        break;
    case REFERENCE_RANGE:
        bres__put_range(text, reference, &section->reference);
        break;
    case CANDIDATE_RANGE:
        bres__put_range(text, candidate, &section->candidate);
        break;
    case REFERENCE_TIME:
        bres__put_center(text, reference);
        break;
    case CANDIDATE_TIME:
        bres__put_center(text, candidate);
        break;
    case REFERENCE_SPAN:
        bres__put_span(text, reference);
        break;
    case CANDIDATE_SPAN:
        bres__put_span(text, candidate);
        break;
    case REFERENCE_NOISE:
        bres__put_noise(text, reference);
        break;
    case CANDIDATE_NOISE:
        bres__put_noise(text, candidate);
        break;
    case CLOCK_STEP:
        bres__put_step(text, reference, candidate);
        break;
    case CENTER_CHANGE:
        bres__put_center_change(text, difference);
        break;
    case TIME_DIFFERENCE:
        bres__put_center_difference(text, difference);
        break;
    case FRACTION:
        bres__put_fraction(text, difference);
        break;
    case CHANGE:
        bres__put_change(text, row);
        break;
    case RATIO:
        bres__put_ratio(text, row);
        break;
    case WITHIN:
        bres__put_within(text, row);
        break;
    case BETWEEN:
        bres__put_between(text, row);
        break;
    case SPREAD:
        bres__put_spread(text, row);
        break;
    case REASON:
        bres__text_puts(text, bres_reason_short_name(bres_row_reason(row)));
        break;
    case STATUS:
        put_status(text, bres_row_verdict(row),
                   candidate->unit == BRES_UNIT_SECONDS ? section->margin : 0,
                   section->report->options.color);
        break;
    }
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
        section_put_content(section, &table->cell, row, column->content);
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
        bres__cell_widths_add(&section->reference, bres_row_reference_estimate(section->rows[i]));
        bres__cell_widths_add(&section->candidate, bres_row_candidate_estimate(section->rows[i]));
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
                               .bench = bres_comparison_bench_candidate(bench) };
    struct column list[CHOSEN_COUNT];
    bres_status status;

    if ((report->options.columns & ~BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT)) != 0)
        section.columns = columns_of(report->options.columns, of_runs, list);
    if (thresholds->rule == BRES_RULE_NOT_SLOWER)
        section.margin = -1;
    else if (of_runs)
        section.margin = thresholds->runs_equivalence_margin;
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
