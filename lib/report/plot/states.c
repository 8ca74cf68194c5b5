/* SPDX-License-Identifier: MIT */
/*
 * Charts of a result: the rate or the distribution of each state.
 */
#include "report/plot/chart.h"
#include "report/plot/path.h"
#include "report/plot/plots.h"
#include "report/rows/name.h"
#include "report/summary/samples.h"
#include "report/summary/summary.h"
#include "stats/stats.h"

#include <math.h>

/* Inches: of a row, of the margins, and of the chart; of the plot beside the labels. */
#define ROW_HEIGHT 0.3
#define MARGINS    1.5
#define HEIGHT_MIN 3.0
#define HEIGHT_MAX 200.0
#define WIDTH_MIN  8.0
#define PLOT_WIDTH 6.0

/* The states of a chart, while its script is made. */
struct states {
    bres__plots *plots;
    bres__chart chart;
    uint32_t kind;   /* a bres_chart */
    bool is_share;   /* each state shows its share of the peak bandwidth */
    bres__text data; /* the script's data, a line for each box */
    size_t rows;
    size_t label_width;
};

static const char *const measurements[] = { "cold", "cpu_only" };

static double state_rate(const bres_state *state, const char *name)
{
    double value;

    for (size_t i = 0; i < sizeof measurements / sizeof *measurements; i++) {
        char tag[64];

        bres__format(tag, sizeof tag, "nv/%s/bw/%s", measurements[i], name);
        if (bres_summary_float64(bres_state_summary(state, tag), &value) && isfinite(value) &&
            value >= 0)
            return value;
    }
    return NAN;
}

static double states_rate(const struct states *states, const bres_state *state)
{
    if (states->kind == BRES_CHART_THROUGHPUT)
        return state_rate(state, "item_rate");
    return states->is_share ? 100 * state_rate(state, "global/utilization")
                            : state_rate(state, "global/bytes_per_second");
}

static void put_label(struct states *states, const bres_state *state)
{
    const bres_subbench *bench = bres_state_subbench(state);
    bres__text *label = &states->plots->text;
    bres__text *script = &states->chart.script;
    int64_t device;
    size_t width;

    bres__text_clear(label);
    bres__text_puts_visible(label, bres_subbench_name(bench));
    if (bres_subbench_device_count(bench) > 1 && bres__summary_device(state, &device))
        bres__text_printf(label, " [%lld]", (long long)device);
    for (size_t i = 0; i < bres_subbench_axis_count(bench); i++) {
        const bres_axis *axis = bres_subbench_axis_at(bench, i);

        bres__text_puts(label, i == 0 ? " | " : " ");
        bres__text_puts_visible(label, bres_axis_name(axis));
        bres__text_putc(label, '=');
        bres__put_axis_value(label, axis, state);
    }
    width = bres__plot_cut(label, BRES__LABEL_MAX);
    states->label_width = width > states->label_width ? width : states->label_width;
    bres__text_puts(script, "set ytics add (");
    bres__plot_quote_label(script, label->length > 0 ? label->data : "");
    bres__text_printf(script, " %zu)\n", states->rows);
    script->failed |= label->failed;
}

static void add_box(struct states *states, double left, double right, double low, double height)
{
    bres__text_printf(&states->data, "%.9g %.9g %.9g %.9g %.9g %.9g\n", (left + right) / 2,
                      low - height / 2, left, right, low - height, low);
}

static bres_status add_rate(struct states *states, const bres_state *state)
{
    const double rate = states_rate(states, state);

    if (isnan(rate))
        return BRES_OK;
    states->rows++;
    put_label(states, state);
    add_box(states, 0, rate, (double)states->rows + 0.3, 0.6);
    return BRES_OK;
}

/* Adds the histogram of a state, whose times are in percent of their median. */
static void add_bins(struct states *states, const bres__sorted_samples *samples, double median)
{
    size_t counts[BRES__HISTOGRAM_BINS];
    const double first = bres__sorted_samples_percentile(samples, 1) / median * 100;
    const double last = bres__sorted_samples_percentile(samples, 99) / median * 100;
    const double width = (last - first) / BRES__HISTOGRAM_BINS;
    size_t most = 1;

    if (!bres__sorted_samples_count(samples, counts))
        return;
    for (size_t i = 0; i < BRES__HISTOGRAM_BINS; i++)
        most = counts[i] > most ? counts[i] : most;
    for (size_t i = 0; i < BRES__HISTOGRAM_BINS; i++)
        add_box(states, first + (double)i * width, first + (double)(i + 1) * width,
                (double)states->rows + 0.4, 0.8 * (double)counts[i] / (double)most);
}

static bres_status add_distribution(struct states *states, const bres_state *state)
{
    bres__sorted_samples samples = { .values = NULL };
    const bres_status status = bres__sorted_samples_read(&samples, state);
    const double median = bres__sorted_samples_percentile(&samples, 50);

    if (status == BRES_OK && isfinite(median) && median > 0) {
        states->rows++;
        put_label(states, state);
        add_bins(states, &samples, median);
    }
    bres__sorted_samples_free(&samples);
    return status;
}

static bres_status find_share(struct states *states, const bres_state *state)
{
    if (!isnan(state_rate(state, "global/bytes_per_second")) &&
        isnan(state_rate(state, "global/utilization")))
        states->is_share = false;
    return BRES_OK;
}

static bres_status each_state(struct states *states, bres__summary_report *report,
                              bres_status (*call)(struct states *states, const bres_state *state))
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < report->count; i++) {
        status = bres__summary_list_benches(report, report->results[i]);
        for (size_t b = 0; status == BRES_OK && b < report->benches.count; b++) {
            status = bres__summary_list_states(report, report->benches.items[b]);
            for (size_t s = 0; status == BRES_OK && s < report->state_count; s++) {
                if (!bres_state_is_skipped(report->states[s]))
                    status = call(states, report->states[s]);
            }
        }
    }
    return status;
}

static void put_axis(struct states *states)
{
    bres__text *script = &states->chart.script;

    if (states->kind == BRES_CHART_DISTRIBUTION) {
        bres__text_puts(script, "set format x \"%g%%\"\n"
                                "set xlabel \"time relative to the median, from the 1st to the "
                                "99th percentile\" textcolor rgb foreground\n");
    } else if (states->is_share) {
        bres__text_puts(script, "set format x \"%g%%\"\nset xrange [0:100 < *]\n"
                                "set xlabel \"share of the peak bandwidth\" textcolor rgb "
                                "foreground\n"
                                "set arrow from 100, graph 0 to 100, graph 1 nohead front "
                                "dashtype 2 linecolor rgb foreground\n");
    } else {
        bres__text_printf(script,
                          "set format x \"%%.0s %%c%s\"\nset xrange [0:*]\n"
                          "set xlabel \"%s\" textcolor rgb foreground\n",
                          states->kind == BRES_CHART_BANDWIDTH ? "B/s" : "",
                          states->kind == BRES_CHART_BANDWIDTH ? "bytes per second"
                                                               : "items per second");
    }
}

static void put_script(struct states *states)
{
    static const char *const titles[] = { [BRES_CHART_BANDWIDTH] = "Memory bandwidth",
                                          [BRES_CHART_THROUGHPUT] = "Throughput",
                                          [BRES_CHART_DISTRIBUTION] = "Distribution of samples" };
    const double width = (double)states->label_width * BRES__LABEL_COLUMN + PLOT_WIDTH;
    const double height = (double)states->rows * ROW_HEIGHT + MARGINS;
    bres__text *script = &states->chart.script;
    bres__text *title = &states->plots->text;

    states->chart.width = fmax(width, WIDTH_MIN);
    states->chart.height = fmin(fmax(height, HEIGHT_MIN), HEIGHT_MAX);
    bres__text_clear(title);
    bres__text_puts(title, titles[states->kind]);
    bres__chart_put_title(&states->chart, title);
    bres__text_puts(script, "set border linecolor rgb foreground\n"
                            "set tics nomirror out textcolor rgb foreground\n"
                            "set grid xtics linecolor rgb \"#a0a0a0\" linewidth 0.5 dashtype 3\n"
                            "set ytics scale 0\n"
                            "unset key\n");
    put_axis(states);
    bres__text_printf(script, "set yrange [%zu.5:0.5]\n$boxes << END_OF_BOXES\n", states->rows);
    script->failed |= states->data.failed;
    if (!script->failed)
        bres__text_append(script, states->data.data, states->data.length);
    bres__text_puts(script, "END_OF_BOXES\n"
                            "plot $boxes using 1:2:3:4:5:6 with boxxyerror fillstyle solid 1 "
                            "noborder linecolor rgb \"#1f77b4\"\n");
}

static bres_status states_draw(struct states *states, bres__summary_report *report)
{
    bres_status status = BRES_OK;

    bres__text_printf(&states->chart.script, "foreground = \"%s\"\nset ytics ()\n",
                      states->chart.dark ? "white" : "black");
    if (states->is_share)
        status = each_state(states, report, find_share);
    if (status == BRES_OK)
        status = each_state(states, report,
                            states->kind == BRES_CHART_DISTRIBUTION ? add_distribution : add_rate);
    if (status != BRES_OK)
        return status;
    if (states->rows == 0) {
        bres__plots_say(states->plots, BRES_LOG_WARNING,
                        "'%s' is not written: no state has a value to draw",
                        states->plots->options.summary_path);
        return BRES_OK;
    }
    put_script(states);
    return bres__plots_write(states->plots, &states->chart, states->plots->options.summary_path);
}

bres_status bres_summary_plot(bres_result *const *results, size_t count, bres_chart chart,
                              const bres_summary_options *options, const bres_plot_options *plot)
{
    bres__summary_report report = { .results = results, .count = count };
    bres__plots plots = { .count = 0 };
    struct states states = { .plots = &plots,
                             .kind = chart,
                             .is_share = chart == BRES_CHART_BANDWIDTH };
    bres_status status = bres__summary_report_begin(&report, options);

    if (status == BRES_OK && chart > BRES_CHART_DISTRIBUTION)
        status = bres__error(BRES_ERROR_ARGUMENT, "unknown chart %u", (unsigned)chart);
    if (status == BRES_OK)
        status = bres__plot_options_load(&plots.options, plot);
    if (status == BRES_OK && plots.options.summary_path == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "the chart of a summary needs a summary_path");
    states.chart.dark = (plots.options.flags & BRES_PLOT_DARK) != 0;
    if (status == BRES_OK)
        status = states_draw(&states, &report);
    bres__text_free(&states.chart.script);
    bres__text_free(&states.data);
    bres__summary_report_free(&report);
    bres__map_free(&plots.used);
    bres__arena_free(&plots.names);
    bres__text_free(&plots.text);
    return status;
}
