/* SPDX-License-Identifier: MIT */
/*
 * Long tables, as CSV and as JSON Lines: a row for each state, metric, run and sample. The metric
 * of samples is "time", in seconds; the others are the tags of the summaries with a number.
 */
#include "formats/write/write.h"

#include <math.h>
#include <string.h>

/* One row. */
typedef struct table_row {
    const bres__written *state;
    const char *metric;
    size_t sample; /* SIZE_MAX: none */
    double value;  /* NaN: none, as of a state that was skipped */
} table_row;

typedef struct rows_writer {
    bres__text *text;
    void (*put)(struct rows_writer *writer, const table_row *row);
} rows_writer;

static bres_status put_state(void *user, const bres__written *state)
{
    rows_writer *writer = user;

    if (bres_state_is_skipped(state->state))
        writer->put(writer, &(table_row){ state, "skipped", SIZE_MAX, NAN });
    for (size_t i = 0; i < state->count; i++)
        writer->put(writer, &(table_row){ state, "time", i, (double)state->times[i] });
    for (size_t i = 0; i < bres_state_summary_count(state->state); i++) {
        const bres_summary *summary = bres_state_summary_at(state->state, i);
        double value;

        if (bres_summary_tag(summary) != NULL && bres_summary_float64(summary, &value))
            writer->put(writer, &(table_row){ state, bres_summary_tag(summary), SIZE_MAX, value });
    }
    return writer->text->failed ? bres__error_memory() : BRES_OK;
}

/* A field in quotes, unless it is plain. */
static void put_field(bres__text *text, const char *field)
{
    if (field[strcspn(field, ",\"\r\n")] == '\0') {
        bres__text_puts(text, field);
        return;
    }
    bres__text_putc(text, '"');
    for (; *field != '\0'; field++) {
        if (*field == '"')
            bres__text_putc(text, '"');
        bres__text_putc(text, *field);
    }
    bres__text_putc(text, '"');
}

static void put_number(bres__text *text, double value)
{
    char number[BRES__NUMBER_SIZE];

    if (isnan(value))
        return;
    bres__format_float64(number, value, BRES__FLOAT_VALUE);
    bres__text_puts(text, number);
}

static void put_csv(rows_writer *writer, const table_row *row)
{
    bres__text *text = writer->text;

    put_field(text, row->state->bench);
    bres__text_putc(text, ',');
    put_field(text, bres_state_name(row->state->state));
    bres__text_printf(text, ",%u,", (unsigned)bres_state_run(row->state->state));
    put_field(text, row->metric);
    bres__text_putc(text, ',');
    if (row->sample != SIZE_MAX)
        bres__text_printf(text, "%zu", row->sample);
    bres__text_putc(text, ',');
    put_number(text, row->value);
    bres__text_putc(text, '\n');
}

bres_status bres__write_csv(const bres_result *result, bres__text *text)
{
    rows_writer writer = { .text = text, .put = put_csv };

    bres__text_puts(text, "benchmark,state,run,metric,sample,value\n");
    return bres__write_states(result, put_state, &writer);
}

static void put_json(rows_writer *writer, const table_row *row)
{
    const bres_state *state = row->state->state;
    bres__json_writer json = { .text = writer->text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    bres__json_key(&json, "benchmark");
    bres__json_write_string(&json, row->state->bench);
    bres__json_key(&json, "state");
    bres__json_write_string(&json, bres_state_name(state));
    bres__json_key(&json, "axes");
    bres__json_begin(&json, '{');
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        bres__json_key(&json, bres_value_name(bres_state_axis_value_at(state, i)));
        bres__json_write_string(&json, bres_value_text(bres_state_axis_value_at(state, i)));
    }
    bres__json_end(&json, '}');
    bres__json_key(&json, "run");
    bres__json_write_int64(&json, bres_state_run(state));
    bres__json_key(&json, "metric");
    bres__json_write_string(&json, row->metric);
    if (row->sample != SIZE_MAX) {
        bres__json_key(&json, "sample");
        bres__json_write_int64(&json, (int64_t)row->sample);
    }
    bres__json_key(&json, "value");
    bres__json_write_float64(&json, row->value);
    bres__json_end(&json, '}');
    bres__text_putc(writer->text, '\n');
}

bres_status bres__write_json_lines(const bres_result *result, bres__text *text)
{
    rows_writer writer = { .text = text, .put = put_json };

    return bres__write_states(result, put_state, &writer);
}
