/* SPDX-License-Identifier: MIT */
/*
 * The cells of the columns that users choose.
 */
#include "report/summary/cells.h"

#include "report/summary/samples.h"
#include "stats/robust/median.h"

#include <math.h>
#include <string.h>

/* A mean above this multiple of the median is not shown without the median. */
#define MEAN_MAX 2.0
#define CI_LEVEL 0.95

const bres_summary *bres__cells_time(const bres__summary_row *row, const char *name)
{
    char tag[64];

    if (row->measurement == NULL)
        return NULL;
    bres__format(tag, sizeof tag, "nv/%s/time/%s/%s", row->measurement, row->unit, name);
    return bres_state_summary(row->state, tag);
}

static const bres_summary *row_sample_size(const bres__summary_row *row)
{
    char tag[64];

    if (row->measurement == NULL)
        return NULL;
    bres__format(tag, sizeof tag, "nv/%s/sample_size", row->measurement);
    return bres_state_summary(row->state, tag);
}

static const char *state_text(const bres_state *state, const char *tag)
{
    return bres_summary_string(bres_state_summary(state, tag));
}

bres__summary_row bres__summary_row_of(const bres_state *state)
{
    static const char *const measurements[][2] = { { "cpu_only", "cpu" }, { "cold", "gpu" } };
    const char *clock = state_text(state, "bres/clock/kind");
    bres__summary_row made = { .state = state, .clock = clock != NULL ? clock : "wall" };

    for (size_t i = 0; i < sizeof measurements / sizeof *measurements; i++) {
        made.measurement = measurements[i][0];
        made.unit = measurements[i][1];
        if (bres__cells_time(&made, "mean") != NULL)
            return made;
    }
    made.measurement = NULL;
    return made;
}

/* A blank cell of a column with this header. */
static bres__cell cell_under(const char *header, const char *hint)
{
    return (bres__cell){ .kind = BRES__COLUMN_CHOSEN,
                         .key = header,
                         .header = header,
                         .hint = hint,
                         .value = { .kind = BRES_KIND_NULL } };
}

/* Puts the value of a summary, which may be NULL, under another header. */
static bres_status row_put_value(const bres__summary_row *row, const bres_summary *summary,
                                 const char *header, const char *hint)
{
    bres__cell cell = cell_under(header, hint);

    cell.summary = summary;
    if (summary != NULL)
        bres__display_summary(&cell.value, summary);
    return row->put(row->user, &cell);
}

static bres_status put_samples(const bres__summary_row *row)
{
    return row_put_value(row, row_sample_size(row), "Samples", "sample_size");
}

static bres_status put_executions(const bres__summary_row *row)
{
    bres__cell cell = cell_under("Executions", "sample_size");
    double count;
    double size;

    if (!bres_summary_float64(row_sample_size(row), &count))
        return row->put(row->user, &cell);
    if (!bres_summary_float64(bres_state_summary(row->state, "bres/cpu_batch/block_size"), &size))
        size = 1;
    cell.value.kind = BRES_KIND_FLOAT64;
    cell.value.real = count * size;
    return row->put(row->user, &cell);
}

/* The header names the clock, except for the wall clock. */
static bres_status put_median(const bres__summary_row *row)
{
    const char *header = "Median";

    if (strcmp(row->clock, "thread") == 0)
        header = "Median (thread)";
    else if (strcmp(row->clock, "process") == 0)
        header = "Median (process)";
    return row_put_value(row, bres__cells_time(row, "median"), header, "duration");
}

bool bres__cells_mean_is_far(const bres__summary_row *row)
{
    double median;
    double mean;

    return bres_summary_float64(bres__cells_time(row, "mean"), &mean) &&
           bres_summary_float64(bres__cells_time(row, "median"), &median) &&
           mean > MEAN_MAX * median;
}

static bres_status put_mean(const bres__summary_row *row)
{
    const bres_status status =
        row_put_value(row, bres__cells_time(row, "mean"), "Mean", "duration");

    return status == BRES_OK && bres__cells_mean_is_far(row) ? put_median(row) : status;
}

static bres_status interval_of_samples(const bres__summary_row *row,
                                       bres__median_interval *interval)
{
    const bres_status status = bres__sorted_samples_read(row->samples, row->state);

    if (status == BRES_OK)
        bres__median_interval_of(row->samples->values, row->samples->count, CI_LEVEL, interval);
    return status;
}

bool bres__cells_recorded_interval(const bres_state *state, bres__median_interval *interval)
{
    return bres_summary_float64(bres_state_summary(state, "bres/median/lower"), &interval->lower) &&
           bres_summary_float64(bres_state_summary(state, "bres/median/upper"), &interval->upper);
}

bres_status bres__cells_put_interval(const bres__summary_row *row,
                                     const bres__median_interval *interval)
{
    bres__display_value upper = { .kind = BRES_KIND_NULL };
    bres__cell cell = cell_under("95% CI", "duration");

    cell.upper = &upper;
    if (isfinite(interval->lower) && isfinite(interval->upper)) {
        cell.value = (bres__display_value){ .kind = BRES_KIND_FLOAT64, .real = interval->lower };
        upper = (bres__display_value){ .kind = BRES_KIND_FLOAT64, .real = interval->upper };
    }
    return row->put(row->user, &cell);
}

/* Uses the interval that the file records, or else computes it from the samples. */
static bres_status put_ci(const bres__summary_row *row)
{
    bres__median_interval interval;
    bres_status status = BRES_OK;

    if (!bres__cells_recorded_interval(row->state, &interval))
        status = interval_of_samples(row, &interval);
    return status == BRES_OK ? bres__cells_put_interval(row, &interval) : status;
}

static bres_status put_min(const bres__summary_row *row)
{
    return row_put_value(row, bres__cells_time(row, "min"), "Min", "duration");
}

static bres_status put_max(const bres__summary_row *row)
{
    return row_put_value(row, bres__cells_time(row, "max"), "Max", "duration");
}

static bres_status put_noise(const bres__summary_row *row)
{
    return row_put_value(row, bres__cells_time(row, "stdev/relative"), "Noise", "percentage");
}

/* The median by a clock: the clock of the samples, or the other clock that the state records; NULL
 * if the state has no median by this clock. */
static const bres_summary *row_median_by(const bres__summary_row *row, const char *clock)
{
    const char *other = state_text(row->state, "bres/clock/other/kind");

    if (row->unit == NULL || strcmp(row->unit, "cpu") != 0)
        return NULL;
    if (strcmp(row->clock, clock) == 0)
        return bres__cells_time(row, "median");
    if (other != NULL && strcmp(other, clock) == 0)
        return bres_state_summary(row->state, "bres/clock/other/median");
    return NULL;
}

static bres_status put_wall_time(const bres__summary_row *row)
{
    return row_put_value(row, row_median_by(row, "wall"), "Wall Time", "duration");
}

static bres_status put_cpu_time(const bres__summary_row *row)
{
    const bres_summary *process = row_median_by(row, "process");

    if (process != NULL)
        return row_put_value(row, process, "CPU Time (process)", "duration");
    return row_put_value(row, row_median_by(row, "thread"), "CPU Time (thread)", "duration");
}

static bres_status put_preempted(const bres__summary_row *row)
{
    return row_put_value(row, bres_state_summary(row->state, "bres/os/preempted_samples"),
                         "Preempted", "sample_size");
}

/* "-4.9% after 60": the samples after sample 60 took 4.9 % less time. */
static bres_status put_phases(const bres__summary_row *row)
{
    bres__cell cell = cell_under("Phases", NULL);
    int64_t at;
    double change;

    if (!bres_summary_int64(bres_state_summary(row->state, "bres/phases/change_at"), &at) ||
        !bres_summary_float64(bres_state_summary(row->state, "bres/phases/change"), &change))
        return row->put(row->user, &cell);
    cell.value.kind = BRES_KIND_STRING;
    cell.value.string = cell.value.buffer;
    bres__format(cell.value.buffer, sizeof cell.value.buffer, "%+.1f%% after %lld", change * 100,
                 (long long)at);
    return row->put(row->user, &cell);
}

static bres_status row_put_number(const bres__summary_row *row, const char *header, double number)
{
    bres__cell cell = cell_under(header, "duration");

    if (isfinite(number))
        cell.value = (bres__display_value){ .kind = BRES_KIND_FLOAT64, .real = number };
    return row->put(row->user, &cell);
}

static bres_status row_put_percentile(const bres__summary_row *row, unsigned percent,
                                      const char *header)
{
    const bres_status status = bres__sorted_samples_read(row->samples, row->state);

    if (status != BRES_OK)
        return status;
    return row_put_number(row, header, bres__sorted_samples_percentile(row->samples, percent));
}

static bres_status put_p5(const bres__summary_row *row)
{
    return row_put_percentile(row, 5, "P5");
}

static bres_status put_p95(const bres__summary_row *row)
{
    return row_put_percentile(row, 95, "P95");
}

static bres_status put_p99(const bres__summary_row *row)
{
    return row_put_percentile(row, 99, "P99");
}

static bres_status put_histogram(const bres__summary_row *row)
{
    bres__cell cell = cell_under("P1 to P99", NULL);
    char text[BRES__HISTOGRAM_SIZE];
    const bres_status status = bres__sorted_samples_read(row->samples, row->state);

    if (status != BRES_OK)
        return status;
    bres__sorted_samples_histogram(row->samples, text);
    cell.value = (bres__display_value){ .kind = BRES_KIND_STRING, .string = text };
    return row->put(row->user, &cell);
}

/* Seconds that the state spent in all of its measurements; NaN: unknown. */
static double row_measuring(const bres__summary_row *row)
{
    static const char *const tags[] = { "nv/cold/walltime", "nv/batch/walltime",
                                        "nv/cpu_only/walltime" };
    double sum = NAN;

    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        double seconds;

        if (bres_summary_float64(bres_state_summary(row->state, tags[i]), &seconds))
            sum = isnan(sum) ? seconds : sum + seconds;
    }
    return sum;
}

static double row_seconds(const bres__summary_row *row, const char *tag)
{
    double seconds;

    return bres_summary_float64(bres_state_summary(row->state, tag), &seconds) ? seconds : NAN;
}

/* The time that the body spent outside the measurement. */
static bres_status put_set_up(const bres__summary_row *row)
{
    return row_put_number(row, "Set-up",
                          row_seconds(row, "bres/elapsed/body") -
                              row_seconds(row, "bres/elapsed/measurement"));
}

/* The time of the measurement without the time of its samples. */
static bres_status put_warm_up(const bres__summary_row *row)
{
    return row_put_number(row, "Warm-up",
                          row_seconds(row, "bres/elapsed/measurement") - row_measuring(row));
}

static bres_status put_measuring(const bres__summary_row *row)
{
    return row_put_number(row, "Measuring", row_measuring(row));
}

static bres_status put_total(const bres__summary_row *row)
{
    const double body = row_seconds(row, "bres/elapsed/body");

    return row_put_number(row, "Total", isnan(body) ? row_measuring(row) : body);
}

#define CELL(value, function, name) { BRES_COLUMN_##value, put_##function },

bres_status bres__cells_put(uint32_t set, const bres__summary_row *row)
{
    static const struct {
        bres_column column;
        bres_status (*put)(const bres__summary_row *row);
    } cells[] = { BRES__CELL_COLUMNS(CELL) };
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < sizeof cells / sizeof *cells; i++) {
        if ((set & BRES_COLUMN_BIT(cells[i].column)) != 0)
            status = cells[i].put(row);
    }
    return status;
}
