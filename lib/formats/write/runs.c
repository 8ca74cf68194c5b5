/* SPDX-License-Identifier: MIT */
/*
 * The times of a state, from all of its runs.
 */
#include "formats/write/runs.h"

#include "base/alloc.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

double bres__write_value(const bres_state *state, const char *tag)
{
    double value;

    return bres_summary_float64(bres_state_summary(state, tag), &value) ? value : NAN;
}

/* A statistic; NaN if it is missing or not finite. */
static double finite_value(const bres_state *state, const char *tag)
{
    const double value = bres__write_value(state, tag);

    return isfinite(value) ? value : NAN;
}

/* Tags of the statistics of one clock, for states without samples. */
static const struct statistics {
    const char *mean;
    const char *median;
    const char *stdev;
    const char *min;
    const char *max;
    const char *count;
} clocks[] = {
    { "bres/import/time/mean", "bres/import/time/median", "bres/import/time/stdev",
      "bres/import/time/min", "bres/import/time/max", "bres/import/sample_size" },
    { "nv/cold/time/gpu/mean", "nv/cold/time/gpu/median", "nv/cold/time/gpu/stdev/absolute",
      "nv/cold/time/gpu/min", "nv/cold/time/gpu/max", "nv/cold/sample_size" },
    { "nv/cpu_only/time/cpu/mean", "nv/cpu_only/time/cpu/median",
      "nv/cpu_only/time/cpu/stdev/absolute", "nv/cpu_only/time/cpu/min", "nv/cpu_only/time/cpu/max",
      "nv/cpu_only/sample_size" },
};

const bres__slice *bres__written_extra(const bres__written *state, size_t run, const char *key)
{
    return bres__json_members_find(&state->extra[run], &(bres__slice){ key, strlen(key) });
}

/* Reads a list of numbers in the extra JSON of a run, and stores at most `room` of them. Returns
 * the length of the list. */
static size_t list_read(const bres__written *state, size_t run, const char *key, double *values,
                        size_t room)
{
    const bres__slice *list = bres__written_extra(state, run, key);
    bres__slice item;
    bres__cursor cursor;
    bres__json_walk walk;
    size_t count = 0;

    if (list == NULL || list->data[0] != '[')
        return 0;
    cursor = bres__json_unchecked_cursor(list->data, list->length);
    walk = bres__json_walk_list(&cursor);
    for (; bres__json_walk_pass(&walk, &item); count++) {
        if (count < room &&
            bres__parse_float64(item.data, item.length, &values[count]) != BRES__PARSE_OK)
            values[count] = NAN;
    }
    return count;
}

bool bres__written_values(const bres__written *state, size_t run, const bres_summary *summary,
                          double *values, size_t count)
{
    if (count == 1)
        return bres_summary_float64(summary, values);
    return list_read(state, run, bres_summary_tag(summary), values, count) == count && count > 1;
}

static bool run_read_series(const bres__written *state, size_t run, const char *tag, double *values,
                            size_t count)
{
    if (count > 1)
        return list_read(state, run, tag, values, count) == count;
    if (count == 1)
        values[0] = bres__write_value(state->runs[run], tag);
    return count == 1 && !isnan(values[0]);
}

bool bres__write_series(const bres__written *state, const char *tag, double *values)
{
    bool found = false;

    for (size_t i = 0; i < state->run_count; i++) {
        const float *times;
        size_t count;

        /* The samples have been read before, so this cannot fail. */
        if (bres_state_samples(state->runs[i], &times, &count) != BRES_OK)
            return false;
        if (run_read_series(state, i, tag, values, count))
            found = true;
        else
            for (size_t s = 0; s < count; s++)
                values[s] = NAN;
        values += count;
    }
    return found;
}

/* Adds the samples of a run, and their executions. */
static bres_status written_add_run(bres__written *written, size_t index)
{
    const bres_state *run = written->runs[index];
    const double executions = bres__write_value(run, "bres/cpu_batch/block_size");
    const float *times;
    size_t count;
    bres_status status = bres_state_samples(run, &times, &count);
    float *all;
    double *blocks;

    if (status != BRES_OK || count == 0)
        return status;
    all = bres__realloc(written->times, (written->count + count) * sizeof(*all));
    if (all == NULL)
        return bres__error_memory();
    written->times = all;
    blocks = bres__realloc(written->executions, (written->count + count) * sizeof(*blocks));
    if (blocks == NULL)
        return bres__error_memory();
    written->executions = blocks;
    memcpy(all + written->count, times, count * sizeof(*all));
    blocks += written->count;
    if (!run_read_series(written, index, "bres/import/block_sizes", blocks, count)) {
        for (size_t i = 0; i < count; i++)
            blocks[i] = executions;
    }
    for (size_t i = 0; i < count; i++)
        blocks[i] = blocks[i] >= 1 ? blocks[i] : 1;
    written->count += count;
    return BRES_OK;
}

/* Adds the GPU times of a run: the list, or the only time. */
static bres_status written_add_gpu(bres__written *written, size_t index)
{
    static const char tag[] = "bres/import/gpu_time";
    const double only = bres__write_value(written->runs[index], tag);
    const size_t listed = list_read(written, index, tag, NULL, 0);
    const size_t count = listed != 0 ? listed : (size_t)!isnan(only);
    double *all;

    if (count == 0)
        return BRES_OK;
    all = bres__realloc(written->gpu, (written->gpu_count + count) * sizeof(*all));
    if (all == NULL)
        return bres__error_memory();
    written->gpu = all;
    if (listed != 0)
        list_read(written, index, tag, all + written->gpu_count, count);
    else
        all[written->gpu_count] = only;
    written->gpu_count += count;
    return BRES_OK;
}

static void take_statistics(bres__written *written, double *values, size_t count)
{
    double squares = 0;

    written->mean = 0;
    for (size_t i = 0; i < count; i++)
        written->mean += values[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - written->mean) * (values[i] - written->mean);
    written->stdev = count > 1 && isfinite(squares) ? sqrt(squares / (double)(count - 1)) : NAN;
    written->median = bres__median(values, count);
    written->min = values[0];
    written->max = values[count - 1];
}

static bres_status written_find_statistics(bres__written *written)
{
    const size_t count = written->count != 0 ? written->count : written->gpu_count;
    double *values = bres__calloc(count, sizeof(*values));

    if (values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        values[i] = written->count != 0 ? (double)written->times[i] : written->gpu[i];
    take_statistics(written, values, count);
    bres__free(values);
    return BRES_OK;
}

/* Takes the aggregates of a state with one run; aggregates of replicates cannot be combined. All
 * aggregates are of the same clock: the first clock with a mean or a median. */
static void written_take_aggregates(bres__written *written)
{
    for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks) && !written->has_aggregates; i++) {
        const double mean = finite_value(written->state, clocks[i].mean);
        const double median = finite_value(written->state, clocks[i].median);

        written->has_aggregates = !isnan(mean) || !isnan(median);
        if (!written->has_aggregates || written->run_count != 1)
            continue;
        written->mean = mean;
        written->median = median;
        written->stdev = finite_value(written->state, clocks[i].stdev);
        written->min = finite_value(written->state, clocks[i].min);
        written->max = finite_value(written->state, clocks[i].max);
        written->aggregate_count = finite_value(written->state, clocks[i].count);
    }
}

static bool has_summaries_of(const bres_state *run, const char *prefix)
{
    for (size_t i = 0; i < bres_state_summary_count(run); i++) {
        const char *tag = bres_summary_tag(bres_state_summary_at(run, i));

        if (tag != NULL && strncmp(tag, prefix, strlen(prefix)) == 0)
            return true;
    }
    return false;
}

/* Whether the times of a run are CPU times. A merge does not record which part a state comes from,
 * so the state itself must show its clock: an import of CPU times adds wall times to each state, or
 * else the member "bres/import/clock". */
static bool run_is_of_cpu(const bres__written *written, size_t index)
{
    const bres_state *run = written->runs[index];
    const char *kind = bres_summary_string(bres_state_summary(run, "bres/clock/kind"));
    const bres__slice *clock = bres__written_extra(written, index, "bres/import/clock");

    if (kind != NULL)
        return strcmp(kind, "wall") != 0;
    return (clock != NULL && bres__slice_is(clock, "\"cpu\"")) ||
           has_summaries_of(run, "bres/import/wall_time") ||
           (written->owner->of_cpu && !has_summaries_of(run, "bres/import/cpu_time"));
}

/* The length of `extra`. A skipped state has the extra JSON of one run. */
static size_t extra_count(const bres__written *written)
{
    return written->run_count != 0 ? written->run_count : 1;
}

static bres_status written_read_extra(bres__written *written)
{
    bres_status status = BRES_OK;

    written->extra = bres__calloc(extra_count(written), sizeof(*written->extra));
    if (written->extra == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < extra_count(written) && status == BRES_OK; i++) {
        const bres_state *run = written->run_count != 0 ? written->runs[i] : written->state;
        const char *json = bres_state_extra_json(run);

        if (json != NULL)
            status =
                bres__json_members_read(&written->extra[i], &(bres__slice){ json, strlen(json) });
    }
    return status;
}

static void written_check_times(bres__written *written)
{
    for (size_t i = 0; i < written->count; i++)
        written->has_odd_times = written->has_odd_times || !isfinite(written->times[i]);
    for (size_t i = 0; i < written->gpu_count; i++)
        written->has_odd_times = written->has_odd_times || !isfinite(written->gpu[i]);
}

bres_status bres__written_fill(bres__written *written)
{
    bres_status status = written_read_extra(written);

    written->median = written->mean = written->stdev = written->min = written->max = NAN;
    written->aggregate_count = NAN;
    written->of_cpu = status == BRES_OK && written->run_count != 0 && run_is_of_cpu(written, 0);
    for (size_t i = 0; i < written->run_count && status == BRES_OK; i++) {
        const size_t before = written->count + written->gpu_count;

        written->of_both |= run_is_of_cpu(written, i) != written->of_cpu;
        status = written_add_run(written, i);
        if (status == BRES_OK)
            status = written_add_gpu(written, i);
        written->runs_without_times += written->count + written->gpu_count == before;
    }
    if (status != BRES_OK)
        return status;
    written_check_times(written);
    if (written->count + written->gpu_count != 0)
        return written_find_statistics(written);
    written->runs_without_times = 0;
    if (written->run_count != 0)
        written_take_aggregates(written);
    return BRES_OK;
}

void bres__written_free(bres__written *written)
{
    for (size_t i = 0; i < extra_count(written) && written->extra != NULL; i++)
        bres__json_members_free(&written->extra[i]);
    bres__free(written->extra);
    bres__free(written->times);
    bres__free(written->executions);
    bres__free(written->gpu);
}

bres_status bres__write_run_median(const bres__written *state, size_t run, double *median)
{
    bres__written alone = {
        .owner = state->owner, .state = state->runs[run], .runs = &state->runs[run], .run_count = 1
    };
    bres_status status = BRES_OK;

    *median = finite_value(alone.state, "bres/median/center");
    if (isnan(*median)) {
        status = bres__written_fill(&alone);
        *median = isnan(alone.median) ? alone.mean : alone.median;
    }
    bres__written_free(&alone);
    return status;
}
