/* SPDX-License-Identifier: MIT */
/*
 * The columns of the summary report, and their values for a state.
 */
#include "report/summary/cells.h"

#include "base/text/names.h"

#include <string.h>

#define CPU_MEAN                    "nv/cpu_only/time/cpu/mean"
#define CPU_RATES                   "nv/cpu_only/bw/"
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

/* Whether this library measured on the CPU: its results record the clock, or the executions per
 * sample. */
static bool row_is_ours(const bres__summary_row *row)
{
    return row->measurement != NULL && strcmp(row->unit, "cpu") == 0 &&
           (bres_state_summary(row->state, "bres/clock/kind") != NULL ||
            bres_state_summary(row->state, "bres/cpu_batch/block_size") != NULL);
}

/* Puts a summary under its own header, a number multiplied by a factor. */
static bres_status row_put_scaled(const bres__summary_row *row, const bres_summary *summary,
                                  double factor)
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

static bres_status row_put_summary(const bres__summary_row *row, const bres_summary *summary)
{
    return row_put_scaled(row, summary, 1);
}

static bool row_shows_median(const bres__summary_row *row)
{
    return row_is_ours(row) && bres__cells_time(row, "median") != NULL;
}

/* In a table for people a rate refers to the time in the same row. The summary is the rate of the
 * mean, so the rate is scaled if the row shows the median. */
static bres_status row_put_rate(const bres__summary_row *row, const bres_summary *rate)
{
    double median;
    double mean;

    if (row_shows_median(row) && bres_summary_float64(bres__cells_time(row, "mean"), &mean) &&
        bres_summary_float64(bres__cells_time(row, "median"), &median) && median > 0)
        return row_put_scaled(row, rate, mean / median);
    return row_put_summary(row, rate);
}

/* In a table for people, shows the median and its recorded interval in place of the mean, or the
 * median beside a mean that is far from it. Does not read samples, because no column needs them. */
static bres_status row_put_mean(const bres__summary_row *row, const bres_summary *mean)
{
    bres__median_interval interval;
    bres_status status;

    if (row_shows_median(row)) {
        status = bres__cells_put(BRES_COLUMN_BIT(BRES_COLUMN_MEDIAN), row);
        return status == BRES_OK && bres__cells_recorded_interval(row->state, &interval)
                   ? bres__cells_put_interval(row, &interval)
                   : status;
    }
    status = row_put_summary(row, mean);
    return status == BRES_OK && bres__cells_mean_is_far(row)
               ? bres__cells_put(BRES_COLUMN_BIT(BRES_COLUMN_MEDIAN), row)
               : status;
}

static bres_status row_put_for_people(const bres__summary_row *row, const bres_summary *summary)
{
    const char *tag = bres_summary_tag(summary);

    if (strcmp(tag, CPU_MEAN) == 0)
        return row_put_mean(row, summary);
    return strncmp(tag, CPU_RATES, strlen(CPU_RATES)) == 0 ? row_put_rate(row, summary)
                                                           : row_put_summary(row, summary);
}

static bres_status row_put_summaries(const bres__summary_row *row, bool people,
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
        status = bres__cells_put(BRES_COLUMN_BIT(BRES_COLUMN_PHASES), row);
    return status;
}

bres_status bres__columns_put(uint32_t set, bool people, const bres_state *state,
                              const bres__ordered_map *summaries, bres__cell_fn put, void *user)
{
    bres__sorted_samples samples = { .values = NULL };
    bres__summary_row row = bres__summary_row_of(state);
    bres_status status = BRES_OK;

    row.put = put;
    row.user = user;
    row.samples = &samples;
    if ((set & BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT)) != 0)
        status = row_put_summaries(&row, people, summaries);
    if (status == BRES_OK && (set & BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES)) != 0)
        status = row_put_summaries(&row, false, summaries);
    if (status == BRES_OK)
        status = bres__cells_put(set, &row);
    bres__sorted_samples_free(&samples);
    return status;
}
