/* SPDX-License-Identifier: MIT */
/*
 * The table as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-table(1) lists them.
 */
#include "report/pivot/pivot.h"

#include <math.h>

#define SCHEMA_VERSION 1

/* Writes a text that may hold any bytes, such as a file name. */
static void write_valid(bres__json_writer *writer, const char *string)
{
    bres__text text = { 0 };

    bres__put_valid(&text, string);
    writer->text->failed |= text.failed;
    bres__json_write_string(writer, text.length > 0 ? text.data : "");
    bres__text_free(&text);
}

static void write_keys(bres__json_writer *writer, const char *name, const bres__pivot_lines *lines)
{
    bres__json_key(writer, name);
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < lines->key_count; i++)
        write_valid(writer, lines->keys[i].name);
    bres__json_end(writer, ']');
}

/* The values of a row or a column by key. */
static void write_line(bres__json_writer *writer, const char *name, const bres__pivot_lines *lines,
                       size_t position)
{
    bres__json_key(writer, name);
    bres__json_begin(writer, '{');
    for (size_t i = 0; i < lines->key_count; i++) {
        bres__json_key(writer, lines->keys[i].name);
        if (lines->items[position].texts[i] != NULL)
            write_valid(writer, lines->items[position].texts[i]);
        else
            bres__json_write_literal(writer, "null");
    }
    bres__json_end(writer, '}');
}

static void write_verdict(bres__json_writer *writer, const bres__pivot_cell *cell)
{
    const bres_ratio *ratio = bres_row_ratio(cell->row);

    bres__json_put_real(writer, "ratio", !isnan(cell->ratio), cell->ratio);
    bres__json_put_text(writer, "verdict", bres__pivot_verdict(cell));
    bres__json_put_text(writer, "reason", bres__pivot_reason(cell));
    bres__json_put_text(writer, "message", bres__pivot_message(cell));
    bres__json_put_real(writer, "rank_sum_p_value", !isnan(cell->p_value), cell->p_value);
    bres__json_put_real(writer, "q_value", ratio != NULL, ratio != NULL ? ratio->q_value : 0);
}

static void write_cell(const bres__pivot *pivot, bres__json_writer *writer, size_t row,
                       size_t column)
{
    const bres__pivot_cell *cell = bres__pivot_cell_at(pivot, row, column);
    const bool has_time = cell->runs > 0;

    if (cell->first == NULL)
        return;
    bres__json_begin(writer, '{');
    write_line(writer, "row", &pivot->rows, row);
    write_line(writer, "column", &pivot->columns, column);
    bres__json_put_bool(writer, "skipped", bres__pivot_is_skipped(cell));
    bres__json_put_count(writer, "runs", cell->runs);
    bres__json_put_count(writer, "runs_without_time", cell->states - cell->runs);
    bres__json_put_count(writer, "samples", (size_t)cell->samples);
    bres__json_put_text(writer, "estimator", bres__pivot_estimator(cell));
    bres__json_put_real(writer, "time", has_time, cell->time.value);
    bres__json_put_real(writer, "lower", has_time && isfinite(cell->time.lower), cell->time.lower);
    bres__json_put_real(writer, "upper", has_time && isfinite(cell->time.upper), cell->time.upper);
    write_verdict(writer, cell);
    bres__json_end(writer, '}');
}

static void write_means(const bres__pivot *pivot, bres__json_writer *writer)
{
    bres__json_key(writer, "geometric_means");
    bres__json_begin(writer, '[');
    for (size_t i = 0; i < pivot->columns.labels.count && pivot->mean_rows > 0; i++) {
        bres__json_begin(writer, '{');
        write_line(writer, "column", &pivot->columns, i);
        bres__json_put_count(writer, "rows", pivot->mean_rows);
        bres__json_put_real(writer, "mean", true, pivot->means[i].time);
        bres__json_put_real(writer, "ratio", true, pivot->means[i].ratio);
        bres__json_end(writer, '}');
    }
    bres__json_end(writer, ']');
}

bres_status bres__pivot_json(bres__pivot *pivot)
{
    bres__json_writer writer = { .text = &pivot->text, .empty = true, .visible = true };

    bres__json_begin(&writer, '{');
    bres__json_key(&writer, "version");
    bres__json_write_int64(&writer, SCHEMA_VERSION);
    write_keys(&writer, "rows", &pivot->rows);
    write_keys(&writer, "columns", &pivot->columns);
    write_line(&writer, "reference", &pivot->columns, pivot->reference);
    bres__json_key(&writer, "cells");
    bres__json_begin(&writer, '[');
    for (size_t row = 0; row < pivot->rows.labels.count; row++) {
        for (size_t i = 0; i < pivot->columns.labels.count; i++)
            write_cell(pivot, &writer, row, i);
    }
    bres__json_end(&writer, ']');
    write_means(pivot, &writer);
    bres__json_end(&writer, '}');
    bres__text_putc(&pivot->text, '\n');
    return BRES_OK;
}
