/* SPDX-License-Identifier: MIT */
/*
 * Charts of times along an axis, for each benchmark and pair of devices: a line for each series of
 * states that differ only on this axis, and the noise of the series as a band.
 */
#include "report/plot/along.h"
#include "report/plot/axis.h"
#include "report/plot/path.h"
#include "report/plot/plots.h"
#include "report/rows/name.h"

#include <math.h>
#include <stdlib.h>

/* Inches: the chart without its legend, and one line of the legend. */
#define WIDTH       9.0
#define HEIGHT_MIN  6.0
#define HEIGHT_MAX  200.0
#define KEY_HEIGHT  0.2
#define KEY_MARGINS 1.5
/* Length of the x axis in columns of text; 1.7 inches are left of it. */
#define X_COLUMNS   ((WIDTH - 1.7) / BRES__LABEL_COLUMN)

static const char *const colors[] = { "#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd",
                                      "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf" };

#define COLOR_COUNT (sizeof colors / sizeof *colors)

/* Gets the ends of the noise band at a point, which is symmetric on the logarithmic axis. Returns
 * false if the point has no band. */
static bool noise_band(const bres_estimate *estimate, double *low, double *high)
{
    const double y = estimate->center;
    const double noise = estimate->noise;

    if ((estimate->has & BRES_HAS_NOISE) == 0 || !isfinite(noise) || noise < 0)
        return false;
    if (!bres__plot_has_place(y * (1 + noise)))
        return false;
    *high = y * (1 + noise);
    *low = y / (1 + noise);
    return true;
}

static const bres_estimate *side_of(const bres__along_point *point, int side)
{
    return side == 0 ? bres_row_reference_estimate(point->row)
                     : bres_row_candidate_estimate(point->row);
}

/* Writes the data of a line and of its band. An empty line, for a point without a band, interrupts
 * the band. */
static void put_data(bres__text *script, const bres__along_series *series, size_t index, int side)
{
    bres__text_printf(script, "$line%zu_%d << END_OF_DATA\n", index, side);
    for (size_t i = 0; i < series->count; i++)
        bres__text_printf(script, "%.17g %.17g\n", series->points[i].x,
                          side_of(&series->points[i], side)->center);
    bres__text_printf(script, "END_OF_DATA\n$band%zu_%d << END_OF_DATA\n", index, side);
    for (size_t i = 0; i < series->count; i++) {
        double low;
        double high;

        if (noise_band(side_of(&series->points[i], side), &low, &high))
            bres__text_printf(script, "%.17g %.17g %.17g\n", series->points[i].x, low, high);
        else
            bres__text_putc(script, '\n');
    }
    bres__text_puts(script, "END_OF_DATA\n");
}

/* true when two adjacent points have a band. */
static bool series_has_band(const bres__along_series *series, int side)
{
    size_t run = 0;
    double low;
    double high;

    for (size_t i = 0; i < series->count && run < 2; i++)
        run = noise_band(side_of(&series->points[i], side), &low, &high) ? run + 1 : 0;
    return run >= 2;
}

static void put_series(bres__text *script, const bres__along_series *series, size_t index, int side,
                       const char *label)
{
    const char *color = colors[index % COLOR_COUNT];

    if (series_has_band(series, side))
        bres__text_printf(script,
                          "$band%zu_%d using 1:2:3 with filledcurves fillcolor rgb \"%s\" "
                          "fillstyle transparent solid 0.1 noborder notitle, ",
                          index, side, color);
    bres__text_printf(script,
                      "$line%zu_%d using 1:2 with linespoints linecolor rgb \"%s\" linewidth 1.5 "
                      "pointtype 7 pointsize 0.5%s title ",
                      index, side, color, side == 0 ? " dashtype 2" : "");
    bres__plot_quote(script, label);
}

static void put_plot(bres__along *along)
{
    bres__text *script = &along->chart.script;
    bres__text *label = &along->plots->text;

    bres__text_puts(script, "plot ");
    for (size_t i = 0; i < along->series_count; i++) {
        bres__text_clear(label);
        bres__text_puts(label, along->series[i].label);
        bres__plot_cut(label, BRES__LABEL_MAX);
        script->failed |= label->failed;
        if (script->failed)
            return;
        bres__text_puts(script, i > 0 ? ", " : "");
        put_series(script, &along->series[i], i, 1, label->data);
        bres__text_puts(script, ", ");
        bres__text_puts(label, " ref");
        script->failed |= label->failed;
        put_series(script, &along->series[i], i, 0, label->data);
    }
    bres__text_putc(script, '\n');
}

static void chart_measure(bres__along *along)
{
    const double height = 2 * KEY_HEIGHT * (double)along->series_count + KEY_MARGINS;
    size_t widest = 0;

    for (size_t i = 0; i < along->series_count; i++) {
        const size_t width = bres__text_width(along->series[i].label);

        if (width > widest)
            widest = width < BRES__LABEL_MAX ? width : BRES__LABEL_MAX;
    }
    along->chart.width = WIDTH + (double)(widest + 4) * BRES__LABEL_COLUMN;
    along->chart.height = height < HEIGHT_MIN   ? HEIGHT_MIN
                          : height > HEIGHT_MAX ? HEIGHT_MAX
                                                : height;
}

/* Gets the ranges of all points with their bands. */
static void ranges_find(const bres__along *along, bres__plot_range *x, bres__plot_range *y)
{
    *x = *y = (bres__plot_range){ INFINITY, 0 };
    for (size_t i = 0; i < along->count; i++) {
        bres__plot_range_add(x, along->points[i].x);
        for (int side = 0; side < 2; side++) {
            const bres_estimate *estimate = side_of(&along->points[i], side);
            double low = estimate->center;
            double high = estimate->center;

            noise_band(estimate, &low, &high);
            bres__plot_range_add(y, low);
            bres__plot_range_add(y, high);
        }
    }
    bres__plot_range_widen(x);
    bres__plot_range_widen(y);
}

static int point_x_order(const void *a, const void *b)
{
    const bres__along_point *const *first = a;
    const bres__along_point *const *second = b;

    return ((*first)->x > (*second)->x) - ((*first)->x < (*second)->x);
}

/* Puts tics at the values of the axis; omits tics whose labels would overlap. */
static bres_status put_x_tics(bres__along *along, const bres__plot_range *range)
{
    const bres__along_point **points = bres__calloc(along->count, sizeof *points);
    bres__text *script = &along->chart.script;
    bres__text *label = &along->plots->text;
    double end = -INFINITY; /* where the last label ends, in columns */

    if (points == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < along->count; i++)
        points[i] = &along->points[i];
    qsort(points, along->count, sizeof(*points), point_x_order);
    bres__text_puts(script, "set xtics ()\n");
    for (size_t i = 0; i < along->count; i++) {
        const double middle = X_COLUMNS * bres__plot_range_place(range, points[i]->x);
        double half;

        bres__text_clear(label);
        bres__put_axis_value(label, along->axis, bres_row_candidate(points[i]->row));
        half = (double)bres__plot_cut(label, BRES__LABEL_MAX) / 2;
        script->failed |= label->failed;
        if (middle - half < end + 1)
            continue;
        end = middle + half;
        bres__text_puts(script, "set xtics add (");
        bres__plot_quote_label(script, label->failed ? "" : label->data);
        bres__text_printf(script, " %.9g)\n", points[i]->x);
    }
    bres__free(points);
    return BRES_OK;
}

static bres_status chart_script(bres__along *along, const char *title)
{
    bres__text *script = &along->chart.script;
    bres__text *text = &along->plots->text;
    bres__plot_range x;
    bres__plot_range y;
    bres_status status;

    ranges_find(along, &x, &y);
    bres__text_clear(text);
    bres__text_puts(text, title);
    bres__chart_put_title(&along->chart, text);
    bres__text_clear(text);
    bres__text_puts(text, bres_axis_name(along->axis));
    bres__plot_cut(text, (size_t)X_COLUMNS);
    script->failed |= text->failed;
    bres__text_puts(script, "set xlabel ");
    bres__plot_quote(script, text->length > 0 ? text->data : "");
    bres__text_puts(script, "\nset ylabel \"time [s]\"\n"
                            "set logscale xy\n"
                            "set format y \"%g\"\n"
                            "set tics nomirror out\n"
                            "set grid linecolor rgb \"#a0a0a0\" linewidth 0.5 dashtype 3\n"
                            "set key outside right top vertical Left reverse\n");
    bres__plot_put_range(script, 'x', &x);
    bres__plot_put_range(script, 'y', &y);
    bres__plot_put_tics(script, 'y', &y);
    status = put_x_tics(along, &x);
    for (size_t i = 0; i < along->series_count; i++) {
        put_data(script, &along->series[i], i, 0);
        put_data(script, &along->series[i], i, 1);
    }
    put_plot(along);
    return status;
}

static bres_status chart_write(bres__along *along, size_t pair_index, const bres_device_pair *pair)
{
    const bres_device *device = bres_device_pair_candidate(pair);
    char id[BRES__NUMBER_SIZE] = "cpu";
    const bres__plot_fields fields = {
        .benchmark = bres_subbench_name(bres_comparison_bench_candidate(along->bench)),
        .device = id,
        .axis = bres_axis_name(along->axis),
        .pair = pair_index,
    };
    bres__text path = { 0 };
    bres_status status;

    if (device != NULL)
        bres__format_int64(id, bres_device_id(device));
    chart_measure(along);
    status = chart_script(along, device != NULL ? bres_device_name(device) : "CPU");
    if (status == BRES_OK)
        status = bres__plot_path_expand(&path, along->plots->options.along_path, &fields);
    if (status == BRES_OK)
        status = bres__plots_write(along->plots, &along->chart, path.data);
    bres__text_free(&path);
    return status;
}

static bres_status pair_draw(bres__plots *plots, size_t index, const bres_comparison_bench *bench,
                             const bres_device_pair *pair)
{
    bres__along along = {
        .plots = plots,
        .compared = &plots->pairs[index],
        .bench = bench,
        .axis =
            bres_subbench_axis(bres_comparison_bench_candidate(bench), plots->options.along_axis),
    };
    bres_status status = bres__along_collect(&along, pair);

    if (status == BRES_OK && along.count > 0)
        status = chart_write(&along, index, pair);
    bres__along_free(&along);
    return status;
}

bres_status bres__plot_along(bres__plots *plots, size_t pair)
{
    const bres_comparison *comparison = plots->pairs[pair].comparison;
    bres_status status = BRES_OK;

    for (size_t b = 0; b < bres_comparison_bench_count(comparison); b++) {
        const bres_comparison_bench *bench = bres_comparison_bench_at(comparison, b);
        const bres_subbench *candidate = bres_comparison_bench_candidate(bench);

        if (bres_subbench_axis(candidate, plots->options.along_axis) == NULL) {
            bres__plots_say(plots, BRES_LOG_WARNING, "benchmark '%s' has no axis '%s': not drawn",
                            bres_subbench_name(candidate), plots->options.along_axis);
            continue;
        }
        for (size_t p = 0; status == BRES_OK && p < bres_comparison_bench_pair_count(bench); p++)
            status = pair_draw(plots, pair, bench, bres_comparison_bench_pair_at(bench, p));
    }
    return status;
}

bres_status bres__plot_along_check(const bres__plots *plots)
{
    size_t benches = 0;

    for (size_t i = 0; i < plots->count; i++) {
        const bres_comparison *comparison = plots->pairs[i].comparison;

        benches += bres_comparison_bench_count(comparison);
        for (size_t b = 0; b < bres_comparison_bench_count(comparison); b++) {
            const bres_subbench *bench =
                bres_comparison_bench_candidate(bres_comparison_bench_at(comparison, b));

            if (bres_subbench_axis(bench, plots->options.along_axis) != NULL)
                return BRES_OK;
        }
    }
    /* Without a compared benchmark, the axis cannot be the fault. */
    if (benches == 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_KEY, "unknown axis '%s': no compared benchmark has it",
                       plots->options.along_axis);
}
