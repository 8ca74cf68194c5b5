/* SPDX-License-Identifier: MIT */
/*
 * The replay report as markdown: a small table for each stream, with a column for each criterion.
 * The names of states are headings, so they do not widen the tables.
 */
#include "report/replay/replay.h"

#include <string.h>

static const char absent[] = "-";

/* Puts the header of a criterion's column: its name, numbered if an earlier criterion has the same
 * name. */
static void put_label(bres__text *text, const bres__replay *replay, size_t index)
{
    const char *name = bres_criterion_name(replay->criteria[index]);
    size_t same = 1;

    for (size_t i = 0; i < index; i++)
        same += strcmp(bres_criterion_name(replay->criteria[i]), name) == 0;
    bres__text_puts(text, name);
    if (same > 1)
        bres__text_printf(text, " #%zu", same);
}

/* Puts the criteria with their parameters. */
static void put_legend(bres__replay *replay)
{
    bres__text *text = &replay->text;

    bres__text_puts(text, "# Replay\n\n");
    for (size_t c = 0; c < replay->criterion_count; c++) {
        const bres_criterion *criterion = replay->criteria[c];
        const size_t count = bres_criterion_parameter_count(criterion);

        bres__text_puts(text, "- ");
        put_label(text, replay, c);
        for (size_t i = 0; i < count; i++) {
            const char *name = bres_criterion_parameter_at(criterion, i);
            bres__display_value display;

            bres__display_parameter(&display, criterion, name);
            bres__text_printf(text, "%s%s=", i == 0 ? ": " : ", ", name);
            bres__display_put_plain(text, &display);
        }
        bres__text_putc(text, '\n');
    }
    bres__text_printf(text, "\nThe criteria are asked after each sample, from sample %llu on.\n",
                      (unsigned long long)(replay->min_samples == 0 ? 1 : replay->min_samples));
}

/* Puts a number into the cell, or a dash if the number is absent. */
static void put_real(bres__table *table, bool present, double value, const char *hint)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = value };

    if (present)
        (void)bres__display_put_with_unit(&table->cell, &display, hint);
    else
        bres__text_puts(&table->cell, absent);
}

typedef enum row { ROW_SAMPLES, ROW_MEDIAN, ROW_NOISE, ROW_TIME, ROW_SAVED, ROW_COUNT } row;

static const char *const row_names[ROW_COUNT] = {
    [ROW_SAMPLES] = "Samples", [ROW_MEDIAN] = "Median", [ROW_NOISE] = "Noise",
    [ROW_TIME] = "Time",       [ROW_SAVED] = "Saved",
};

/* Puts one cell. `present` is false for a criterion that did not stop. */
static void put_cell(bres__table *table, row kind, const bres__replay_figures *figures,
                     bool present, const bres__replay_figures *all)
{
    switch (kind) {
    case ROW_SAMPLES:
        bres__text_printf(&table->cell, present ? "%zu" : "> %zu",
                          present ? figures->count : all->count);
        break;
    case ROW_MEDIAN:
        put_real(table, present && figures->has_median, figures->median, "duration");
        break;
    case ROW_NOISE:
        put_real(table, present && figures->has_noise, figures->noise, "percentage");
        break;
    case ROW_TIME:
        put_real(table, present, figures->time, "duration");
        break;
    case ROW_SAVED:
        put_real(table, present && all->time > 0, (all->time - figures->time) / all->time,
                 "percentage");
        break;
    case ROW_COUNT:
        break;
    }
}

static void fill_table(const bres__replay *replay, size_t stream, bres__table *table,
                       bres__text *label)
{
    const bres__replay_outcome *outcome = &replay->outcomes[stream];
    char key[24];

    for (row kind = 0; kind < ROW_COUNT; kind++) {
        bres__text_puts(&table->cell, row_names[kind]);
        bres__table_put(table, BRES__COLUMN_FACT, "row", "", "");
        if (kind != ROW_SAVED)
            put_cell(table, kind, &outcome->all, true, &outcome->all);
        bres__table_put(table, BRES__COLUMN_FACT, "all", "Measured", "");
        for (size_t c = 0; c < replay->criterion_count; c++) {
            const bres__replay_stop *stop = &outcome->stops[c];

            put_cell(table, kind, &stop->figures, stop->stopped, &outcome->all);
            bres__text_clear(label);
            put_label(label, replay, c);
            bres__format(key, sizeof key, "%zu", c);
            bres__table_put(table, BRES__COLUMN_SUMMARY, key, label->failed ? "" : label->data, "");
            table->failed = table->failed || label->failed;
        }
        bres__table_next_row(table);
    }
}

static bres_status put_table(bres__replay *replay, size_t stream)
{
    const size_t columns = replay->criterion_count + 2;
    bres__align *aligns = bres__calloc(columns, sizeof *aligns);
    bres__table table = { 0 };
    bres_status status;

    if (aligns == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < columns; i++)
        aligns[i] = i == 0 ? BRES__ALIGN_LEFT : BRES__ALIGN_RIGHT;
    fill_table(replay, stream, &table, &replay->scratch);
    status = bres__table_markdown_aligned(&table, aligns, &replay->text);
    bres__table_free(&table);
    bres__free(aligns);
    return status;
}

static bool same_benchmark(const char *first, const char *second)
{
    if (first == NULL || second == NULL)
        return first == second;
    return strcmp(first, second) == 0;
}

bres_status bres__replay_markdown(bres__replay *replay)
{
    const char *benchmark = NULL;
    bres__text *text = &replay->text;
    bres_status status = BRES_OK;

    put_legend(replay);
    for (size_t i = 0; status == BRES_OK && i < replay->stream_count; i++) {
        const bres_replay_stream *stream = &replay->streams[i];

        if (stream->benchmark != NULL && !same_benchmark(stream->benchmark, benchmark)) {
            bres__text_puts(text, "\n## ");
            bres__text_puts_visible(text, stream->benchmark);
            bres__text_putc(text, '\n');
        }
        benchmark = stream->benchmark;
        bres__text_puts(text, benchmark == NULL ? "\n## " : "\n### ");
        bres__text_puts_visible(text, stream->name);
        bres__text_puts(text, "\n\n");
        status = put_table(replay, i);
        if (replay->outcomes[i].refused != 0)
            bres__text_printf(text, "\n%zu %s refused: negative, or not finite.\n",
                              replay->outcomes[i].refused,
                              replay->outcomes[i].refused == 1 ? "sample was" : "samples were");
    }
    return status;
}
