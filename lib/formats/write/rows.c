/* SPDX-License-Identifier: MIT */
/*
 * Long tables, as CSV and as JSON Lines: a row for each state, metric, run and sample. The metric
 * of samples is "time", in seconds; the others are the tags of the summaries with a number. A state
 * without samples and numbers has one row without a metric.
 */
#include "formats/write/write.h"

#include <string.h>

/* One row. */
typedef struct table_row {
    const char *bench;
    const bres_state *state;
    const char *device; /* NULL: none */
    const char *metric;
    const char *value;  /* a number; "": none, as for a skipped state */
    const char *reason; /* skip reason; NULL: not skipped, or reason unknown */
    size_t sample;      /* SIZE_MAX: none */
} table_row;

typedef struct rows_writer {
    const bres__export *owner;
    bres__text *text;
    bres__float_form form;
    void (*put)(struct rows_writer *writer, const table_row *row);
} rows_writer;

/* Formats the number of a summary, with all digits of an integer; false: not a number. */
static bool format_summary(const rows_writer *writer, const bres_summary *summary,
                           char number[BRES__NUMBER_SIZE])
{
    int64_t integer;
    double real;

    if (bres_summary_tag(summary) == NULL || !bres_summary_float64(summary, &real))
        return false;
    if (bres_summary_int64(summary, &integer))
        bres__format_int64(number, integer);
    else
        bres__format_float64(number, real, writer->form);
    return true;
}

/* The tag of a summary, or TAG#2 if the tag equals the metric of samples or skipped states. */
static const char *metric_of(const bres_summary *summary)
{
    const char *tag = bres_summary_tag(summary);

    if (strcmp(tag, "time") == 0)
        return "time#2";
    return strcmp(tag, "skipped") == 0 ? "skipped#2" : tag;
}

static bres_status put_state(rows_writer *writer, const char *bench, const bres_state *state)
{
    char device[BRES__NUMBER_SIZE];
    char number[BRES__NUMBER_SIZE];
    table_row row = { .bench = bench,
                      .state = state,
                      .device = bres__write_device(writer->owner, state, device),
                      .value = "",
                      .sample = SIZE_MAX };
    const float *times;
    size_t count;
    size_t rows = 0;
    bres_status status = bres_state_samples(state, &times, &count);

    if (status != BRES_OK)
        return status;
    if (bres_state_is_skipped(state)) {
        row.metric = "skipped";
        row.reason = bres_state_skip_reason(state);
        writer->put(writer, &row);
        row.reason = NULL;
        rows++;
        count = 0;
    }
    row.metric = "time";
    row.value = number;
    for (row.sample = 0; row.sample < count; row.sample++, rows++) {
        bres__format_float32(number, times[row.sample], 0, writer->form);
        writer->put(writer, &row);
    }
    row.sample = SIZE_MAX;
    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);

        if (!format_summary(writer, summary, number))
            continue;
        row.metric = metric_of(summary);
        writer->put(writer, &row);
        rows++;
    }
    row.metric = row.value = "";
    if (rows == 0)
        writer->put(writer, &row);
    return writer->text->failed ? bres__error_memory() : BRES_OK;
}

static bres_status write_rows(bres__export *self, rows_writer *writer)
{
    bres_status status = BRES_OK;

    for (size_t b = 0; b < bres_result_subbench_count(self->result) && status == BRES_OK; b++) {
        const bres_subbench *bench = bres_result_subbench_at(self->result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench) && status == BRES_OK; s++)
            status = put_state(writer, bres_subbench_name(bench), bres_subbench_state_at(bench, s));
    }
    return status;
}

/* Appends a field, in quotes if it needs them. */
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

static void put_csv(rows_writer *writer, const table_row *row)
{
    bres__text *text = writer->text;

    put_field(text, row->bench);
    bres__text_putc(text, ',');
    put_field(text, bres_state_name(row->state));
    bres__text_putc(text, ',');
    put_field(text, bres_state_point_name(row->state));
    bres__text_putc(text, ',');
    put_field(text, row->device != NULL ? row->device : "");
    bres__text_printf(text, ",%u,", (unsigned)bres_state_run(row->state));
    put_field(text, row->metric);
    bres__text_putc(text, ',');
    if (row->sample != SIZE_MAX)
        bres__text_printf(text, "%zu", row->sample);
    bres__text_putc(text, ',');
    bres__text_puts(text, row->value);
    bres__text_putc(text, ',');
    put_field(text, row->reason != NULL ? row->reason : "");
    bres__text_putc(text, '\n');
}

bres_status bres__write_csv(bres__export *self)
{
    rows_writer writer = {
        .owner = self, .text = &self->text, .form = BRES__FLOAT_VALUE, .put = put_csv
    };

    bres__text_puts(&self->text, "benchmark,state,point,device,run,metric,sample,value,reason\n");
    return write_rows(self, &writer);
}

static void put_json(rows_writer *writer, const table_row *row)
{
    const bres_state *state = row->state;
    bres__json_writer json = { .text = writer->text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    bres__json_key(&json, "benchmark");
    bres__json_write_string(&json, row->bench);
    bres__json_key(&json, "state");
    bres__json_write_string(&json, bres_state_name(state));
    bres__json_key(&json, "axes");
    bres__json_begin(&json, '{');
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const char *value = bres_value_text(bres_state_axis_value_at(state, i));

        bres__json_key(&json, bres_value_name(bres_state_axis_value_at(state, i)));
        if (value != NULL)
            bres__json_write_string(&json, value);
        else
            bres__json_write_literal(&json, "null");
    }
    bres__json_end(&json, '}');
    if (row->device != NULL) {
        bres__json_key(&json, "device");
        bres__json_write_string(&json, row->device);
    }
    bres__json_key(&json, "run");
    bres__json_write_int64(&json, bres_state_run(state));
    bres__json_key(&json, "metric");
    bres__json_write_string(&json, row->metric);
    if (row->sample != SIZE_MAX) {
        bres__json_key(&json, "sample");
        bres__json_write_int64(&json, (int64_t)row->sample);
    }
    bres__json_key(&json, "value");
    bres__json_write_literal(&json, row->value[0] != '\0' ? row->value : "null");
    if (row->reason != NULL) {
        bres__json_key(&json, "reason");
        bres__json_write_string(&json, row->reason);
    }
    bres__json_end(&json, '}');
    bres__text_putc(writer->text, '\n');
}

bres_status bres__write_json_lines(bres__export *self)
{
    rows_writer writer = {
        .owner = self, .text = &self->text, .form = BRES__FLOAT_JSON, .put = put_json
    };

    return write_rows(self, &writer);
}
