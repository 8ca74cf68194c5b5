/* SPDX-License-Identifier: MIT */
/*
 * The columns of the summary report, and the values that they have for a state.
 */
#include "report/summary/columns.h"

#include "base/text/names.h"
#include "report/summary/samples.h"
#include "stats/robust/median.h"

#include <math.h>
#include <string.h>

#define CPU_MEAN  "nv/cpu_only/time/cpu/mean"
#define CPU_RATES "nv/cpu_only/bw/"
/* A mean above this multiple of the median is not shown without the median. */
#define MEAN_MAX  2.0
#define CI_LEVEL  0.95

#define NAME(value, function, name) [BRES_COLUMN_##value] = (name),

static const char *const names[] = { BRES__COLUMNS(NAME) };

#define COLUMN_COUNT (sizeof names / sizeof *names)

uint32_t bres_summary_columns(void)
{
    return 0 BRES__COLUMNS(BRES__COLUMN_BIT);
}

const char *bres_column_name(bres_column column)
{
    return (size_t)column < COLUMN_COUNT ? names[column] : NULL;
}

bres_status bres_column_find(const char *name, bres_column *column)
{
    bres__names known = { .nearest.unknown = name };

    if (name == NULL || column == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_column_find: %s is NULL",
                           name == NULL ? "name" : "column");
    *column = BRES_COLUMN_DEFAULT;
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        if (strcmp(names[i], name) == 0) {
            *column = (bres_column)i;
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        bres__names_add(&known, names[i]);
    return bres__names_error(&known, "unknown column '%s'", name);
}

/* A row while its cells are made. */
struct row {
    const bres_state *state;
    const char *measurement; /* whose times are shown: "cpu_only" or "cold"; NULL: none */
    const char *unit;        /* of the times, in their tags: "cpu" or "gpu" */
    const char *clock;       /* of the times: "wall", "thread" or "process" */
    bres__cell_fn put;
    void *user;
    bres__sorted_samples *samples; /* read by the first cell that needs them */
};

static const bres_summary *row_time(const struct row *row, const char *name)
{
    char tag[64];

    if (row->measurement == NULL)
        return NULL;
    bres__format(tag, sizeof tag, "nv/%s/time/%s/%s", row->measurement, row->unit, name);
    return bres_state_summary(row->state, tag);
}

static const bres_summary *row_sample_size(const struct row *row)
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

static struct row row_of(const bres_state *state)
{
    static const char *const measurements[][2] = { { "cpu_only", "cpu" }, { "cold", "gpu" } };
    const char *clock = state_text(state, "bres/clock/kind");
    struct row made = { .state = state, .clock = clock != NULL ? clock : "wall" };

    for (size_t i = 0; i < sizeof measurements / sizeof *measurements; i++) {
        made.measurement = measurements[i][0];
        made.unit = measurements[i][1];
        if (row_time(&made, "mean") != NULL)
            return made;
    }
    made.measurement = NULL;
    return made;
}

/* A measurement of the library on the CPU says which clock it used, or how many executions a
 * sample has. */
static bool row_is_ours(const struct row *row)
{
    return row->measurement != NULL && strcmp(row->unit, "cpu") == 0 &&
           (bres_state_summary(row->state, "bres/clock/kind") != NULL ||
            bres_state_summary(row->state, "bres/cpu_batch/block_size") != NULL);
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
static bres_status row_put_value(const struct row *row, const bres_summary *summary,
                                 const char *header, const char *hint)
{
    bres__cell cell = cell_under(header, hint);

    cell.summary = summary;
    if (summary != NULL)
        bres__display_summary(&cell.value, summary);
    return row->put(row->user, &cell);
}

static bres_status cell_samples(const struct row *row)
{
    return row_put_value(row, row_sample_size(row), "Samples", "sample_size");
}

static bres_status cell_executions(const struct row *row)
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

/* Another clock than that of the wall is in the header. */
static bres_status cell_median(const struct row *row)
{
    const char *header = "Median";

    if (strcmp(row->clock, "thread") == 0)
        header = "Median (thread)";
    else if (strcmp(row->clock, "process") == 0)
        header = "Median (process)";
    return row_put_value(row, row_time(row, "median"), header, "duration");
}

static bool row_mean_is_far(const struct row *row)
{
    double median;
    double mean;

    return bres_summary_float64(row_time(row, "mean"), &mean) &&
           bres_summary_float64(row_time(row, "median"), &median) && mean > MEAN_MAX * median;
}

static bres_status cell_mean(const struct row *row)
{
    const bres_status status = row_put_value(row, row_time(row, "mean"), "Mean", "duration");

    return status == BRES_OK && row_mean_is_far(row) ? cell_median(row) : status;
}

static bres_status interval_of_samples(const struct row *row, bres__median_interval *interval)
{
    const bres_status status = bres__sorted_samples_read(row->samples, row->state);

    if (status == BRES_OK)
        bres__median_interval_of(row->samples->values, row->samples->count, CI_LEVEL, interval);
    return status;
}

static bool interval_of_summaries(const bres_state *state, bres__median_interval *interval)
{
    return bres_summary_float64(bres_state_summary(state, "bres/median/lower"), &interval->lower) &&
           bres_summary_float64(bres_state_summary(state, "bres/median/upper"), &interval->upper);
}

static bres_status row_put_interval(const struct row *row, const bres__median_interval *interval)
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

/* The file has the interval, or the samples that it follows from. */
static bres_status cell_ci(const struct row *row)
{
    bres__median_interval interval;
    bres_status status = BRES_OK;

    if (!interval_of_summaries(row->state, &interval))
        status = interval_of_samples(row, &interval);
    return status == BRES_OK ? row_put_interval(row, &interval) : status;
}

static bres_status cell_min(const struct row *row)
{
    return row_put_value(row, row_time(row, "min"), "Min", "duration");
}

static bres_status cell_max(const struct row *row)
{
    return row_put_value(row, row_time(row, "max"), "Max", "duration");
}

static bres_status cell_noise(const struct row *row)
{
    return row_put_value(row, row_time(row, "stdev/relative"), "Noise", "percentage");
}

/* The median by one of the clocks: that of the samples, or the one beside it. */
static const bres_summary *row_median_by(const struct row *row, const char *clock)
{
    const char *other = state_text(row->state, "bres/clock/other/kind");

    if (row->unit == NULL || strcmp(row->unit, "cpu") != 0)
        return NULL;
    if (strcmp(row->clock, clock) == 0)
        return row_time(row, "median");
    if (other != NULL && strcmp(other, clock) == 0)
        return bres_state_summary(row->state, "bres/clock/other/median");
    return NULL;
}

static bres_status cell_wall_time(const struct row *row)
{
    return row_put_value(row, row_median_by(row, "wall"), "Wall Time", "duration");
}

static bres_status cell_cpu_time(const struct row *row)
{
    const bres_summary *process = row_median_by(row, "process");

    if (process != NULL)
        return row_put_value(row, process, "CPU Time (process)", "duration");
    return row_put_value(row, row_median_by(row, "thread"), "CPU Time (thread)", "duration");
}

static bres_status cell_preempted(const struct row *row)
{
    return row_put_value(row, bres_state_summary(row->state, "bres/os/preempted_samples"),
                         "Preempted", "sample_size");
}

/* "-4.9% after 60": what follows sample 60 took 4.9 % less time. */
static bres_status cell_phases(const struct row *row)
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

static bres_status row_put_number(const struct row *row, const char *header, double number)
{
    bres__cell cell = cell_under(header, "duration");

    if (isfinite(number))
        cell.value = (bres__display_value){ .kind = BRES_KIND_FLOAT64, .real = number };
    return row->put(row->user, &cell);
}

static bres_status row_put_percentile(const struct row *row, unsigned percent, const char *header)
{
    const bres_status status = bres__sorted_samples_read(row->samples, row->state);

    if (status != BRES_OK)
        return status;
    return row_put_number(row, header, bres__sorted_samples_percentile(row->samples, percent));
}

static bres_status cell_p5(const struct row *row)
{
    return row_put_percentile(row, 5, "P5");
}

static bres_status cell_p95(const struct row *row)
{
    return row_put_percentile(row, 95, "P95");
}

static bres_status cell_p99(const struct row *row)
{
    return row_put_percentile(row, 99, "P99");
}

static bres_status cell_histogram(const struct row *row)
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
static double row_measuring(const struct row *row)
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

static double row_seconds(const struct row *row, const char *tag)
{
    double seconds;

    return bres_summary_float64(bres_state_summary(row->state, tag), &seconds) ? seconds : NAN;
}

/* The time that the body spent outside the measurement. */
static bres_status cell_set_up(const struct row *row)
{
    return row_put_number(row, "Set-up",
                          row_seconds(row, "bres/elapsed/body") -
                              row_seconds(row, "bres/elapsed/measurement"));
}

/* The time of the measurement without that of its samples. */
static bres_status cell_warm_up(const struct row *row)
{
    return row_put_number(row, "Warm-up",
                          row_seconds(row, "bres/elapsed/measurement") - row_measuring(row));
}

static bres_status cell_measuring(const struct row *row)
{
    return row_put_number(row, "Measuring", row_measuring(row));
}

static bres_status cell_total(const struct row *row)
{
    const double body = row_seconds(row, "bres/elapsed/body");

    return row_put_number(row, "Total", isnan(body) ? row_measuring(row) : body);
}

/* Puts a summary under its own header, a number multiplied by a factor. */
static bres_status row_put_scaled(const struct row *row, const bres_summary *summary, double factor)
{
    const char *tag = bres_summary_tag(summary);
    const char *name = bres_summary_name(summary);
    bres__cell cell = { .kind = BRES__COLUMN_SUMMARY,
                        .summary = summary,
                        .key = tag,
                        .header = name != NULL ? name : tag,
                        .hint = bres_summary_hint(summary) };

    bres__display_summary(&cell.value, summary);
    if (cell.value.kind == BRES_KIND_FLOAT64)
        cell.value.real *= factor;
    return row->put(row->user, &cell);
}

static bres_status row_put_summary(const struct row *row, const bres_summary *summary)
{
    return row_put_scaled(row, summary, 1);
}

static bool row_shows_median(const struct row *row)
{
    return row_is_ours(row) && row_time(row, "median") != NULL;
}

/* A rate of a table for people refers to the time in the same row: the summary is that of the mean.
 */
static bres_status row_put_rate(const struct row *row, const bres_summary *rate)
{
    double median;
    double mean;

    if (row_shows_median(row) && bres_summary_float64(row_time(row, "mean"), &mean) &&
        bres_summary_float64(row_time(row, "median"), &median) && median > 0)
        return row_put_scaled(row, rate, mean / median);
    return row_put_summary(row, rate);
}

/* The mean of a table for people: the median and its interval in its place, or the median beside
 * it. Samples are not read for a table that nobody asked to have them. */
static bres_status row_put_mean(const struct row *row, const bres_summary *mean)
{
    bres__median_interval interval;
    bres_status status;

    if (row_shows_median(row)) {
        status = cell_median(row);
        return status == BRES_OK && interval_of_summaries(row->state, &interval)
                   ? row_put_interval(row, &interval)
                   : status;
    }
    status = row_put_summary(row, mean);
    return status == BRES_OK && row_mean_is_far(row) ? cell_median(row) : status;
}

static bres_status row_put_for_people(const struct row *row, const bres_summary *summary)
{
    const char *tag = bres_summary_tag(summary);

    if (strcmp(tag, CPU_MEAN) == 0)
        return row_put_mean(row, summary);
    return strncmp(tag, CPU_RATES, strlen(CPU_RATES)) == 0 ? row_put_rate(row, summary)
                                                           : row_put_summary(row, summary);
}

static bres_status row_put_summaries(const struct row *row, bool people,
                                     const bres__ordered_map *summaries)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < summaries->count; i++) {
        const bres_summary *summary = summaries->items[i];

        if (bres_summary_is_hidden(summary))
            continue;
        status = people ? row_put_for_people(row, summary) : row_put_summary(row, summary);
    }
    if (status == BRES_OK && people && row_is_ours(row) &&
        bres_state_summary(row->state, "bres/phases/change") != NULL)
        status = cell_phases(row);
    return status;
}

#define CELL(value, function, name) { BRES_COLUMN_##value, cell_##function },

bres_status bres__columns_put(uint32_t set, bool people, const bres_state *state,
                              const bres__ordered_map *summaries, bres__cell_fn put, void *user)
{
    static const struct {
        bres_column column;
        bres_status (*put)(const struct row *row);
    } cells[] = { BRES__CELL_COLUMNS(CELL) };
    bres__sorted_samples samples = { .values = NULL };
    struct row row = row_of(state);
    bres_status status = BRES_OK;

    row.put = put;
    row.user = user;
    row.samples = &samples;
    if ((set & BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT)) != 0)
        status = row_put_summaries(&row, people, summaries);
    if (status == BRES_OK && (set & BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES)) != 0)
        status = row_put_summaries(&row, false, summaries);
    for (size_t i = 0; status == BRES_OK && i < sizeof cells / sizeof *cells; i++) {
        if ((set & BRES_COLUMN_BIT(cells[i].column)) != 0)
            status = cells[i].put(&row);
    }
    bres__sorted_samples_free(&samples);
    return status;
}
