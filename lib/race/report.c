/* SPDX-License-Identifier: MIT */
/*
 * What came of a race of commands, for people and for programs.
 */
#include "report/report.h"
#include "base/visible.h"
#include "race/commands.h"

#include <inttypes.h>
#include <math.h>

#define FORMAT_VERSION 1

/* Columns of a row's name, with which a row has 80; longer names make it wider. */
#define NAME_WIDTH 31

/* A cell's text; what would end the cell is escaped. */
static void put_name(bres__text *text, const bres__race_row *row)
{
    bres__text name = { 0 };

    bres__text_puts_visible(&name, row->bench);
    if (row->state[0] != '\0') {
        bres__text_putc(&name, ' ');
        bres__text_puts_visible(&name, row->state);
    }
    if (name.failed) {
        text->failed = true;
        return;
    }
    for (const char *next = name.data; *next != '\0'; next++) {
        if (*next == '|')
            bres__text_putc(text, '\\');
        bres__text_putc(text, *next);
    }
    bres__text_free(&name);
}

static size_t rows_width(const bres_command_race *race)
{
    size_t width = NAME_WIDTH;

    for (size_t i = 0; i < race->race.row_count; i++) {
        bres__text name = { 0 };
        size_t columns;

        put_name(&name, &race->race.rows[i]);
        columns = !name.failed ? bres__text_width(name.data) : 0;
        width = columns > width ? columns : width;
        bres__text_free(&name);
    }
    return width;
}

static void put_interval(bres__text *text, const bres_race_outcome *outcome)
{
    char cell[BRES__NUMBER_SIZE * 2];

    if (isfinite(outcome->upper) && outcome->lower > 0)
        bres__format(cell, sizeof(cell), "%.4f-%.4f", outcome->lower, outcome->upper);
    else
        bres__format(cell, sizeof(cell), "?");
    bres__text_printf(text, "| %15s ", cell);
}

static void put_row(bres__text *text, const bres__race_row *row, size_t width)
{
    const bres_race_outcome *outcome = &row->outcome;
    const size_t start = text->length + 2;
    size_t columns;

    bres__text_puts(text, "| ");
    put_name(text, row);
    columns = !text->failed ? bres__text_width(text->data + start) : width;
    bres__text_repeat(text, ' ', width - columns);
    bres__text_printf(text, " | %-6s ", bres_verdict_name((bres_verdict)outcome->verdict));
    if (outcome->pairs > 0)
        bres__text_printf(text, "| %7.4f ", outcome->ratio);
    else
        bres__text_puts(text, "|       ? ");
    put_interval(text, outcome);
    bres__text_printf(text, "| %5" PRIu64 " |\n", outcome->pairs);
}

/* What to do about rows that are not decided. */
static void put_plans(const bres_command_race *race, bres__text *text)
{
    for (size_t i = 0; i < race->race.row_count; i++) {
        const bres__race_row *row = &race->race.rows[i];

        if (row->outcome.verdict != BRES_AMBIGUOUS)
            continue;
        bres__text_puts(text, "\n- ");
        put_name(text, row);
        bres__text_printf(text, ": %s", row->outcome.message);
    }
    if (race->race.decided == race->race.row_count)
        return;
    bres__text_printf(
        text,
        "\n\nA pair took %.3g s. Pairs count, not the samples of a run: many short runs "
        "decide\nmore than few long ones in the same time.\n",
        bres_command_race_seconds(race) / (double)race->race.rounds);
}

static void put_markdown(const bres_command_race *race, bres__text *text)
{
    const size_t width = rows_width(race);

    bres__text_puts(text, "# Race\n\n- Reference: ");
    bres__text_puts_visible(text, race->commands[BRES__RACE_REFERENCE]);
    bres__text_puts(text, "\n- Candidate: ");
    bres__text_puts_visible(text, race->commands[BRES__RACE_CANDIDATE]);
    bres__text_puts(text, "\n- Result: ");
    bres__text_puts_visible(text, race->message);
    bres__text_putc(text, '\n');
    if (race->race.row_count == 0)
        return;
    bres__text_puts(text, "\n| Row");
    bres__text_repeat(text, ' ', width - 3);
    bres__text_puts(text, " | Status |   Ratio |        Interval | Pairs |\n|:");
    bres__text_repeat(text, '-', width + 1);
    bres__text_puts(text, "|:-------|--------:|----------------:|------:|\n");
    for (size_t i = 0; i < race->race.row_count; i++)
        put_row(text, &race->race.rows[i], width);
    put_plans(race, text);
}

static void put_row_json(bres__json_writer *json, const bres__race_row *row)
{
    const bres_race_outcome *outcome = &row->outcome;
    const bool has_interval = isfinite(outcome->upper) && outcome->lower > 0;

    bres__json_begin(json, '{');
    bres__json_put_text(json, "benchmark", row->bench);
    bres__json_put_text(json, "state", row->state);
    bres__json_put_text(json, "status", bres_verdict_name((bres_verdict)outcome->verdict));
    bres__json_put_bool(json, "decided", outcome->verdict != BRES_AMBIGUOUS);
    bres__json_put_real(json, "ratio", outcome->pairs > 0, outcome->ratio);
    bres__json_put_real(json, "lower", has_interval, outcome->lower);
    bres__json_put_real(json, "upper", has_interval, outcome->upper);
    bres__json_put_count(json, "pairs", outcome->pairs);
    bres__json_put_count(json, "discarded", outcome->discarded);
    if (outcome->plan_pairs > 0) {
        bres__json_key(json, "plan");
        bres__json_begin(json, '{');
        bres__json_put_text(json, "status", bres_verdict_name((bres_verdict)outcome->plan_verdict));
        bres__json_put_count(json, "pairs", outcome->plan_pairs);
        bres__json_end(json, '}');
    }
    bres__json_put_text(json, "message", outcome->message);
    bres__json_end(json, '}');
}

static void put_json(const bres_command_race *race, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true };
    bres__text scratch = { 0 };

    bres__json_begin(&json, '{');
    bres__json_put_count(&json, "format_version", FORMAT_VERSION);
    (void)bres__json_put_path(&json, "reference", race->commands[BRES__RACE_REFERENCE], &scratch);
    (void)bres__json_put_path(&json, "candidate", race->commands[BRES__RACE_CANDIDATE], &scratch);
    bres__json_put_text(&json, "stop_reason", bres_race_stop_name(race->race.stop_reason));
    bres__json_put_path(&json, "message", race->message, &scratch);
    bres__json_put_count(&json, "pairs", race->race.rounds);
    bres__json_put_real(&json, "seconds", true, bres_command_race_seconds(race));
    bres__json_key(&json, "rows");
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < race->race.row_count; i++)
        put_row_json(&json, &race->race.rows[i]);
    bres__json_end(&json, ']');
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
    text->failed = text->failed || scratch.failed;
    bres__text_free(&scratch);
}

bres_status bres_command_race_report(const bres_command_race *race, bres_format format, char **text,
                                     size_t *length)
{
    bres__text report = { 0 };

    if (text == NULL || length == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_report: %s is NULL",
                           text == NULL ? "text" : "length");
    *text = NULL;
    *length = 0;
    if (race == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_report: race is NULL");
    if (format != BRES_FORMAT_MARKDOWN && format != BRES_FORMAT_JSON)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_command_race_report: a race has no report of format %d",
                           (int)format);
    if (format == BRES_FORMAT_MARKDOWN)
        put_markdown(race, &report);
    else
        put_json(race, &report);
    *length = report.length;
    *text = bres__text_steal(&report);
    if (*text != NULL)
        return BRES_OK;
    *length = 0;
    return bres__error_memory();
}
