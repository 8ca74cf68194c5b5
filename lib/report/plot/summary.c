/* SPDX-License-Identifier: MIT */
/*
 * The summary chart: a bar for each row, as long as the relative difference, and with replicates
 * the confidence interval of the ratio.
 */
#include "model/model.h"
#include "report/plot/chart.h"
#include "report/plot/plots.h"
#include "report/rows/name.h"
#include "report/rows/rows.h"

#include <math.h>
#include <string.h>

/* Inches: of a row, and of the chart. With more rows than fit into HEIGHT_MAX, rows become smaller;
 * at most LABELS_MAX rows have a label. */
#define ROW_HEIGHT 0.3
#define MARGINS    1.5
#define HEIGHT_MIN 4.0
#define HEIGHT_MAX 200.0
#define LABELS_MAX 650
/* Inches: the smallest width of the chart, and the width of the bars beside the labels. */
#define WIDTH_MIN  10.0
#define BARS_WIDTH 5.5

struct summary {
    bres__plots *plots;
    bres__chart chart;
    size_t rows;        /* with a bar */
    size_t intervals;   /* rows with a confidence interval */
    size_t label_width; /* columns of the widest label */
    double low;         /* of the bars and intervals, in percent; at most 0 */
    double high;
    size_t verdicts[BRES_AMBIGUOUS + 1];
    bool gpu;     /* the rows have devices */
    bool devices; /* the rows have several devices: labels name them */
};

static bool row_has_bar(const struct summary *summary, const bres_row *row)
{
    const bres_difference *difference = bres_row_difference(row);

    return bres__row_is_shown(row, summary->plots->options.threshold_diff) &&
           (difference->has & BRES_HAS_FRACTION) != 0 && isfinite(difference->fraction);
}

static double row_percent(const bres_row *row)
{
    return bres_row_difference(row)->fraction * 100;
}

/* Puts the benchmark, its device if there are several, and the axes that the filter does not fix.
 */
static void put_label(struct summary *summary, const bres_row *row)
{
    const bres_state *state = bres_row_candidate(row);
    const bres_subbench *bench = bres_state_subbench(state);
    bres__text *label = &summary->plots->text;
    bool any = false;
    int64_t id;

    bres__text_clear(label);
    bres__text_puts_visible(label, bres_subbench_name(bench));
    if (summary->devices &&
        bres__device_number(bres_device_pair_candidate(bres_row_pair(row)), &id))
        bres__text_printf(label, " [%lld]", (long long)id);
    for (size_t i = 0; i < bres_subbench_axis_count(bench); i++) {
        const bres_axis *axis = bres_subbench_axis_at(bench, i);

        if (bres__state_value_on(state, axis) == NULL ||
            bres__filter_fixes_axis(summary->plots->options.filter, state, bres_axis_name(axis)))
            continue;
        bres__text_puts(label, any ? " " : " | ");
        bres__text_puts_visible(label, bres_axis_name(axis));
        bres__text_putc(label, '=');
        bres__put_axis_value(label, axis, state);
        any = true;
    }
    summary->chart.script.failed |= label->failed;
}

/* Calls `call` for each row with a bar; numbers count from 1. */
static void for_each_bar(struct summary *summary, const bres_comparison *comparison,
                         void (*call)(struct summary *summary, const bres_row *row, size_t number))
{
    size_t number = 0;

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);

        if (row_has_bar(summary, row))
            call(summary, row, ++number);
    }
}

static void measure_percent(struct summary *summary, double percent)
{
    if (percent < summary->low)
        summary->low = percent;
    if (percent > summary->high)
        summary->high = percent;
}

static void measure_row(struct summary *summary, const bres_row *row, size_t number)
{
    const bres_ratio *ratio = bres_row_ratio(row);
    size_t width;

    put_label(summary, row);
    width = bres__plot_cut(&summary->plots->text, BRES__LABEL_MAX);
    if (width > summary->label_width)
        summary->label_width = width;
    measure_percent(summary, row_percent(row));
    if (ratio != NULL) {
        measure_percent(summary, 100 * (ratio->lower - 1));
        measure_percent(summary, 100 * (ratio->upper - 1));
        summary->intervals++;
    }
    summary->verdicts[bres_row_verdict(row)]++;
    summary->rows = number;
}

static void chart_measure(struct summary *summary)
{
    const double width = (double)summary->label_width * BRES__LABEL_COLUMN + BARS_WIDTH;
    const double height = (double)summary->rows * ROW_HEIGHT + MARGINS;

    summary->chart.width = width > WIDTH_MIN ? width : WIDTH_MIN;
    summary->chart.height = height < HEIGHT_MIN   ? HEIGHT_MIN
                            : height > HEIGHT_MAX ? HEIGHT_MAX
                                                  : height;
}

static const struct {
    const char *color;
    const char *title;
    bool has[BRES_AMBIGUOUS + 1]; /* by verdict */
} groups[] = {
    { "#d62728", "SLOW", { [BRES_SLOW] = true } },
    { "#2ca02c", "FAST", { [BRES_FAST] = true } },
    { "#1f77b4", "SAME", { [BRES_SAME] = true } },
    { "#8c8c8c", "undecided", { [BRES_UNKNOWN] = true, [BRES_AMBIGUOUS] = true } },
};

#define GROUP_COUNT (sizeof groups / sizeof *groups)

static size_t group_of(const bres_row *row)
{
    size_t group = 0;

    while (!groups[group].has[bres_row_verdict(row)])
        group++;
    return group;
}

static bool group_is_used(const struct summary *summary, size_t group)
{
    for (size_t verdict = 0; verdict <= BRES_AMBIGUOUS; verdict++) {
        if (groups[group].has[verdict] && summary->verdicts[verdict] > 0)
            return true;
    }
    return false;
}

static void put_row_label(struct summary *summary, const bres_row *row, size_t number)
{
    const size_t step = (summary->rows + LABELS_MAX - 1) / LABELS_MAX;
    bres__text *script = &summary->chart.script;

    if ((number - 1) % step != 0)
        return;
    put_label(summary, row);
    bres__plot_cut(&summary->plots->text, BRES__LABEL_MAX);
    bres__text_puts(script, "set ytics add (");
    bres__plot_quote_label(script, summary->plots->text.data);
    bres__text_printf(script, " %zu)\n", number);
}

/* Writes a bar as a box: its center and its sides. */
static void put_bar(struct summary *summary, const bres_row *row, size_t number)
{
    const double percent = row_percent(row);

    bres__text_printf(&summary->chart.script, "%zu %.9g %zu %.9g %.9g %zu.6 %zu.4\n", group_of(row),
                      percent / 2, number, percent < 0 ? percent : 0, percent < 0 ? 0 : percent,
                      number - 1, number);
}

static void put_interval(struct summary *summary, const bres_row *row, size_t number)
{
    const bres_ratio *ratio = bres_row_ratio(row);

    if (ratio != NULL)
        bres__text_printf(&summary->chart.script, "%.9g %zu %.9g %.9g\n", 100 * (ratio->ratio - 1),
                          number, 100 * (ratio->lower - 1), 100 * (ratio->upper - 1));
}

/* Draws a thin line where another benchmark begins. */
static void put_separators(struct summary *summary, const bres_comparison *comparison)
{
    const char *last = NULL;
    size_t number = 0;

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_row *row = bres_comparison_row_at(comparison, i);
        const char *name = bres_subbench_name(bres_state_subbench(bres_row_candidate(row)));

        if (!row_has_bar(summary, row))
            continue;
        if (last != NULL && strcmp(name, last) != 0)
            bres__text_printf(&summary->chart.script,
                              "set arrow from graph 0, first %zu.5 to graph 1, first %zu.5 nohead "
                              "back linewidth 0.5 linecolor rgb foreground\n",
                              number, number);
        last = name;
        number++;
    }
}

/* The name of the candidate's devices; NULL if they have different names or no name. */
static const char *device_name(const bres_comparison *comparison)
{
    const char *name = NULL;

    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_device_pair *pair = bres_row_pair(bres_comparison_row_at(comparison, i));
        const char *other = bres_device_name(bres_device_pair_candidate(pair));

        if (name != NULL && other != NULL && strcmp(name, other) != 0)
            return NULL;
        if (other != NULL)
            name = other;
    }
    return name;
}

/* Sets whether the rows have a device, and whether they have several devices. */
static void devices_count(const bres_comparison *comparison, bool *any, bool *several)
{
    int64_t first = 0;
    int64_t id;

    *any = *several = false;
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++) {
        const bres_device_pair *pair = bres_row_pair(bres_comparison_row_at(comparison, i));

        if (!bres__device_number(bres_device_pair_candidate(pair), &id))
            continue;
        *several |= *any && id != first;
        first = id;
        *any = true;
    }
}

static void put_title(struct summary *summary, const bres_compared *compared)
{
    bres__text *title = &summary->plots->text;
    const char *device = device_name(compared->comparison);
    size_t length;

    bres__text_clear(title);
    bres__text_puts(title, summary->gpu ? "GPU timing change" : "CPU timing change");
    if (device != NULL) {
        bres__text_puts(title, " - ");
        bres__text_puts_visible(title, device);
    }
    length = title->length;
    bres__text_puts(title, " (");
    bres__filter_put_global(title, summary->plots->options.filter);
    if (title->length > length + 2)
        bres__text_putc(title, ')');
    else if (!title->failed)
        title->data[title->length = length] = '\0';
    bres__chart_put_title(&summary->chart, title);
}

static void put_range(struct summary *summary)
{
    const double span = summary->high - summary->low;
    const double margin = span > 0 ? span / 10 : 5;

    bres__text_printf(&summary->chart.script, "set xrange [%.9g:%.9g]\n",
                      summary->low < 0 || span == 0 ? summary->low - margin : 0,
                      summary->high > 0 || span == 0 ? summary->high + margin : 0);
    bres__text_printf(&summary->chart.script, "set yrange [%zu.5:0.5]\n", summary->rows);
}

static void put_plot(struct summary *summary)
{
    bres__text *script = &summary->chart.script;
    const char *before = "plot ";

    for (size_t i = 0; i < GROUP_COUNT; i++) {
        if (!group_is_used(summary, i))
            continue;
        bres__text_printf(script,
                          "%s$rows using ($1 == %zu ? $2 : NaN):3:4:5:6:7 with boxxyerror "
                          "fillstyle solid 1 noborder linecolor rgb \"%s\" title \"%s\"",
                          before, i, groups[i].color, groups[i].title);
        before = ", ";
    }
    if (summary->intervals > 0)
        bres__text_puts(script, ", $intervals using 1:2:3:4 with xerrorbars pointtype 7 pointsize "
                                "0.3 linecolor rgb foreground title \"interval\"");
    bres__text_putc(script, '\n');
}

static void chart_script(struct summary *summary, const bres_compared *compared)
{
    bres__text *script = &summary->chart.script;

    bres__text_printf(script, "foreground = \"%s\"\n", summary->chart.dark ? "white" : "black");
    put_title(summary, compared);
    bres__text_puts(
        script,
        "set border linecolor rgb foreground\n"
        "set key outside below center horizontal samplen 2 width 1 textcolor rgb foreground\n"
        "set format x \"%g%%\"\n"
        "set tics nomirror out textcolor rgb foreground\n"
        "set grid xtics linecolor rgb \"#a0a0a0\" linewidth 0.5 dashtype 3\n"
        "set ytics () scale 0\n"
        "set arrow from 0, graph 0 to 0, graph 1 nohead front linecolor rgb "
        "foreground\n");
    put_range(summary);
    put_separators(summary, compared->comparison);
    for_each_bar(summary, compared->comparison, put_row_label);
    bres__text_puts(script, "$rows << END_OF_ROWS\n");
    for_each_bar(summary, compared->comparison, put_bar);
    bres__text_puts(script, "END_OF_ROWS\n");
    if (summary->intervals > 0) {
        bres__text_puts(script, "$intervals << END_OF_INTERVALS\n");
        for_each_bar(summary, compared->comparison, put_interval);
        bres__text_puts(script, "END_OF_INTERVALS\n");
    }
    put_plot(summary);
}

bres_status bres__plot_summary(bres__plots *plots, size_t pair)
{
    const bres_compared *compared = &plots->pairs[pair];
    struct summary summary = { .plots = plots };
    bres_status status;

    devices_count(compared->comparison, &summary.gpu, &summary.devices);
    for_each_bar(&summary, compared->comparison, measure_row);
    if (summary.rows == 0) {
        bres__plots_say(plots, BRES_LOG_WARNING,
                        "'%s' is not written: no row has a difference to draw",
                        plots->options.summary_path);
        return BRES_OK;
    }
    summary.chart.dark = (plots->options.flags & BRES_PLOT_DARK) != 0;
    chart_measure(&summary);
    chart_script(&summary, compared);
    status = bres__plots_write(plots, &summary.chart, plots->options.summary_path);
    bres__text_free(&summary.chart.script);
    return status;
}
