/* SPDX-License-Identifier: MIT */
/*
 * The verdict as Markdown, for people.
 */
#include "report/report.h"
#include "judge/verdict/judgement.h"
#include "judge/verdict/print.h"

#include <inttypes.h>
#include <string.h>

/* Maximum width of a case's name, so that a line fits into 80 columns. */
#define NAME_COLUMNS 31

static void table_cell(bres__table *table, const char *header)
{
    bres__table_put(table, BRES__COLUMN_FACT, header, header, "");
}

/* Appends a text, cut to `columns` columns. */
static void put_cut(bres__text *text, const char *string, size_t columns)
{
    size_t length = strlen(string);
    bres__text cut = { 0 };

    bres__text_puts(&cut, string);
    while (!cut.failed && length > 0 && bres__text_width(cut.data) > columns) {
        length--;
        bres__text_clear(&cut);
        bres__text_append(&cut, string, bres__utf8_valid(string, length));
    }
    text->failed |= cut.failed;
    bres__text_append(text, cut.data, cut.length);
    bres__text_free(&cut);
}

static void put_units(bres__text *text, double value, const char *hint)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = value };

    if (value > 0)
        bres__display_put_with_unit(text, &display, hint);
}

/* Appends the number of verified samples only if it differs from the number of samples. */
static void put_samples(bres__text *text, const bres__judged *judged)
{
    if (!judged->is_timed)
        return;
    if (judged->verified < judged->count)
        bres__text_printf(text, "%" PRIu64 " of ", judged->verified);
    bres__text_printf(text, "%zu", judged->count);
}

/* Appends a name without unneeded characters: "m = 2, n = 3" becomes "m=2 n=3". */
static void put_name(bres__text *text, const char *name)
{
    bres__text narrow = { 0 };

    for (size_t i = 0; name[i] != '\0'; i++) {
        const bool is_blank =
            name[i] == ' ' && (name[i + 1] == '=' || (i > 0 && name[i - 1] == '='));

        if (!is_blank && !(name[i] == ',' && name[i + 1] == ' '))
            bres__text_putc(&narrow, name[i]);
    }
    text->failed |= narrow.failed;
    if (!narrow.failed && narrow.length > 0)
        put_cut(text, narrow.data, NAME_COLUMNS);
    bres__text_free(&narrow);
}

static void table_row(bres__table *table, const bres__judged *judged)
{
    put_name(&table->cell, judged->test_case.name);
    table_cell(table, "Case");
    put_samples(&table->cell, judged);
    table_cell(table, "Samples");
    put_units(&table->cell, judged->runtime, "duration");
    table_cell(table, "Time");
    if (judged->gflops > 0)
        bres__text_printf(&table->cell, "%.4g", judged->gflops);
    table_cell(table, "GFLOPS");
    if (judged->bandwidth > 0)
        bres__text_printf(&table->cell, "%.4g", judged->bandwidth / 1e9);
    table_cell(table, "GB/s");
    bres__table_next_row(table);
}

static bres_status put_table(bres__text *text, const bres_judgement *judgement)
{
    static const bres__align aligns[] = { BRES__ALIGN_LEFT, BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT,
                                          BRES__ALIGN_RIGHT, BRES__ALIGN_RIGHT };
    bres__table table = { .count = 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < judgement->case_count; i++) {
        if (judgement->cases[i].is_timed)
            table_row(&table, &judgement->cases[i]);
    }
    if (table.count > 0 || table.failed) {
        bres__text_putc(text, '\n');
        status = bres__table_markdown_aligned(&table, aligns, text);
    }
    bres__table_free(&table);
    return status;
}

static void put_head(bres__text *text, const bres_judgement *judgement)
{
    const bres__judge_metadata *metadata = &judgement->metadata;

    bres__text_printf(text, "# %s: %s\n\n", metadata->problem,
                      bres_judge_status_name(judgement->status));
    if (judgement->message != NULL)
        bres__text_printf(text, "%s.\n\n", judgement->message);
    bres__text_printf(text, "%" PRIu64 " of %" PRIu64 " cases are right (%s, %s).\n",
                      judgement->passed, judgement->total,
                      bres_data_type_name((bres_data_type)metadata->options.type),
                      bres__backend_name((bres_backend)metadata->options.backend));
}

static void put_averages(bres__text *text, const bres_judgement *judgement)
{
    if (judgement->has_failed || judgement->average_runtime <= 0)
        return;
    bres__text_puts(text, "\nGeometric mean: ");
    put_units(text, judgement->average_runtime, "duration");
    if (judgement->average_gflops > 0)
        bres__text_printf(text, ", %.4g GFLOPS", judgement->average_gflops);
    bres__text_putc(text, '\n');
}

static void put_worst(bres__text *text, const bres_verification *verification)
{
    bres__text_puts(text, "\n| Index | Expected | Actual |\n|------:|---------:|-------:|\n");
    for (uint32_t i = 0; i < verification->worst_count && i < BRES_WORST_MAX; i++)
        bres__text_printf(text, "| %" PRIu64 " | %.9g | %.9g |\n", verification->worst[i].index,
                          verification->worst[i].expected, verification->worst[i].actual);
}

static void put_output(bres__text *text, const bres_judgement *judgement)
{
    bres__text_puts(text, "\nOutput:\n\n");
    bres__put_printed(text, judgement->printer, judgement->output.data);
}

bres_status bres_judgement_report(const bres_judgement *judgement, char **text)
{
    bres__text made = { 0 };
    bres_status status = bres__report_begin("verdict", text, NULL);

    if (status != BRES_OK)
        return status;
    if (judgement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judgement_report: judgement is NULL");
    put_head(&made, judgement);
    if (!judgement->has_failed)
        status = put_table(&made, judgement);
    put_averages(&made, judgement);
    if (judgement->has_verification)
        put_worst(&made, &judgement->verification);
    for (size_t i = 0; i < judgement->note_count; i++)
        bres__text_printf(&made, "%s- %s\n", i == 0 ? "\n" : "", judgement->notes[i]);
    if (judgement->output.length > 0)
        put_output(&made, judgement);
    if (status == BRES_OK)
        return bres__report_finish(&made, text, NULL);
    bres__text_free(&made);
    return status;
}
