/* SPDX-License-Identifier: MIT */
/*
 * The content of a chart along an axis: a point for each row with times on both sides, and series
 * of points that differ only on this axis.
 */
#include "report/plot/along.h"
#include "report/plot/axis.h"
#include "report/rows/name.h"
#include "report/rows/number.h"

#include <stdlib.h>
#include <string.h>

static bres_status point_error(const bres__along *along, const bres_row *row, const char *text)
{
    const bres_state *state = bres_row_candidate(row);

    bres__error(BRES_ERROR_VALUE,
                "benchmark '%s', state '%s': '%s' on axis '%s' cannot be drawn (expected a "
                "number from 1e-300 to 1e300)",
                bres_subbench_name(bres_state_subbench(state)), bres_state_name(state), text,
                bres_axis_name(along->axis));
    bres__error_set_file(along->compared->candidate);
    return BRES_ERROR_VALUE;
}

static bool time_has_place(const bres_estimate *estimate)
{
    return bres__estimate_has_time(estimate) && bres__plot_has_place(estimate->center);
}

static bres_status points_collect(bres__along *along, const bres_device_pair *pair)
{
    const size_t rows = bres_device_pair_row_count(pair);
    size_t without = 0;

    along->points = bres__calloc(rows + 1, sizeof *along->points);
    if (along->points == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < rows; i++) {
        const bres_row *row = bres_device_pair_row_at(pair, i);
        const char *text = bres_value_text(
            bres_state_axis_value(bres_row_candidate(row), bres_axis_name(along->axis)));
        bres__along_point *point = &along->points[along->count];

        if (!time_has_place(bres_row_reference_estimate(row)) ||
            !time_has_place(bres_row_candidate_estimate(row)))
            continue;
        if (text == NULL) {
            without++;
            continue;
        }
        *point = (bres__along_point){ .row = row, .order = i };
        if (bres__parse_float64(text, strlen(text), &point->x) != BRES__PARSE_OK ||
            !bres__plot_has_place(point->x))
            return point_error(along, row, text);
        along->count++;
    }
    if (without > 0)
        bres__plots_say(along->plots, BRES_LOG_WARNING,
                        "benchmark '%s': %zu states without axis '%s' are not drawn",
                        bres_subbench_name(bres_comparison_bench_candidate(along->bench)), without,
                        bres_axis_name(along->axis));
    return BRES_OK;
}

static void put_part(bres__text *label, const char *part)
{
    bres__text_puts(label, label->length > 0 ? ", " : "");
    bres__text_puts_visible(label, part);
}

/* Puts the other axes, the occurrence among equal states, and with `with_names` the state's name.
 */
static void put_label(const bres__along *along, const bres_row *row)
{
    const bres_state *state = bres_row_candidate(row);
    const bres_subbench *bench = bres_state_subbench(state);
    bres__text *label = &along->plots->text;

    bres__text_clear(label);
    for (size_t i = 0; i < bres_subbench_axis_count(bench); i++) {
        const bres_axis *axis = bres_subbench_axis_at(bench, i);

        if (strcmp(bres_axis_name(axis), bres_axis_name(along->axis)) == 0)
            continue;
        put_part(label, bres_axis_name(axis));
        bres__text_puts(label, " = ");
        bres__put_axis_value(label, axis, state);
    }
    if (bres_row_occurrence_count(row) > 1) {
        put_part(label, "occurrence=");
        bres__text_printf(label, "%zu/%zu", bres_row_occurrence(row) + 1,
                          bres_row_occurrence_count(row));
    }
    if (along->with_names)
        put_part(label, bres_state_name(state));
    if (label->length == 0)
        bres__text_puts_visible(label, bres_subbench_name(bench));
}

/* Gets the series of a label; makes one for a new label. */
static bres_status series_find(bres__along *along, const bres__text *label, size_t *position)
{
    const char *kept;

    if (label->failed)
        return bres__error_memory();
    *position = bres__index_find(&along->labels, label->data, label->length);
    if (*position != BRES__INDEX_NONE)
        return BRES_OK;
    kept = bres__arena_copy(&along->arena, label->data, label->length);
    if (kept == NULL || !bres__index_add(&along->labels, kept, label->length, position))
        return bres__error_memory();
    along->series[*position].label = kept;
    along->series_count = along->labels.count;
    return BRES_OK;
}

static int point_order(const void *a, const void *b)
{
    const bres__along_point *first = a;
    const bres__along_point *second = b;

    if (first->series != second->series)
        return first->series < second->series ? -1 : 1;
    if (first->x < second->x || first->x > second->x)
        return first->x < second->x ? -1 : 1;
    return first->order < second->order ? -1 : 1;
}

static bool has_twins(const bres__along *along)
{
    for (size_t i = 1; i < along->count; i++) {
        const bres__along_point *point = &along->points[i];

        if (point[-1].series == point->series && !(point[-1].x < point->x))
            return true;
    }
    return false;
}

static void series_clear(bres__along *along)
{
    bres__index_clear(&along->labels);
    bres__free(along->series);
    along->series = NULL;
    along->series_count = 0;
}

static bres_status series_make(bres__along *along)
{
    along->series = bres__calloc(along->count, sizeof *along->series);
    if (along->series == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < along->count; i++) {
        bres_status status;

        put_label(along, along->points[i].row);
        status = series_find(along, &along->plots->text, &along->points[i].series);
        if (status != BRES_OK)
            return status;
    }
    qsort(along->points, along->count, sizeof *along->points, point_order);
    for (size_t i = 0; i < along->count; i++) {
        bres__along_series *series = &along->series[along->points[i].series];

        if (series->count++ == 0)
            series->points = &along->points[i];
    }
    return BRES_OK;
}

bres_status bres__along_collect(bres__along *along, const bres_device_pair *pair)
{
    bres_status status = points_collect(along, pair);

    if (status == BRES_OK && along->count > 0)
        status = series_make(along);
    if (status == BRES_OK && has_twins(along)) {
        series_clear(along);
        along->with_names = true;
        status = series_make(along);
    }
    return status;
}

void bres__along_free(bres__along *along)
{
    series_clear(along);
    bres__free(along->points);
    bres__arena_free(&along->arena);
    bres__text_free(&along->chart.script);
}
