/* SPDX-License-Identifier: MIT */
/*
 * Formats with one figure for each state, for services that keep histories: Bencher's metric format
 * and github-action-benchmark. The figure is the median, or the mean if the median is unknown; with
 * replicates, the median of these figures. States without a time are left out.
 */
#include "base/alloc.h"
#include "formats/write/write.h"
#include "stats/stats.h"

#include <math.h>

typedef struct metrics_writer {
    bres__export *owner;
    bres__json_writer json;
    bres__text name;
} metrics_writer;

/* The figure of a state, and its range: over the runs with a time if the state has several such
 * runs, else over the times. */
typedef struct figure {
    size_t run_count; /* with a time */
    double value;     /* NaN: unknown */
    double low;
    double high;
} figure;

static bres_status find_figure(const bres__written *state, figure *found)
{
    double *medians = bres__calloc(state->run_count, sizeof(*medians));
    bres_status status = medians != NULL ? BRES_OK : bres__error_memory();
    size_t count = 0;

    *found = (figure){ .value = NAN, .low = state->min, .high = state->max };
    for (size_t i = 0; i < state->run_count && status == BRES_OK; i++) {
        status = bres__write_run_median(state, i, &medians[count]);
        count += status == BRES_OK && !isnan(medians[count]);
    }
    if (status == BRES_OK && count != 0)
        found->value = bres__median(medians, count);
    found->run_count = count;
    if (status == BRES_OK && count > 1) {
        found->low = medians[0];
        found->high = medians[count - 1];
    }
    bres__free(medians);
    return status;
}

static void put_nanoseconds(bres__json_writer *json, const char *key, const bres__written *state,
                            double seconds)
{
    if (isnan(seconds))
        return;
    bres__json_key(json, key);
    bres__write_statistic(json, state, seconds, 9);
}

/* Finds the figure and the name of a state; found->value is NaN if the state is left out. */
static bres_status begin_state(metrics_writer *writer, const bres__written *state, figure *found)
{
    bres_status status = BRES_OK;

    *found = (figure){ .value = NAN };
    if (state->run_count == 0)
        return bres__export_leave_out(writer->owner, "that were skipped");
    status = find_figure(state, found);
    if (status != BRES_OK)
        return status;
    if (isnan(found->value))
        return bres__export_leave_out(writer->owner, "without a time");
    bres__export_lose(writer->owner, "runs without a time of states that have other runs",
                      state->run_count - found->run_count);
    writer->owner->writes_cpu |= state->of_cpu;
    bres__text_clear(&writer->name);
    bres__write_name(&writer->name, state, '=');
    return bres__export_claim(writer->owner, &writer->name, state->state);
}

static bres_status put_bencher(void *user, const bres__written *state)
{
    metrics_writer *writer = user;
    bres__json_writer *json = &writer->json;
    figure found;
    const bres_status status = begin_state(writer, state, &found);

    if (status != BRES_OK || isnan(found.value))
        return status;
    bres__json_key(json, bres__write_string_of(&writer->name));
    bres__json_begin(json, '{');
    bres__json_key(json, "latency");
    bres__json_begin(json, '{');
    put_nanoseconds(json, "value", state, found.value);
    put_nanoseconds(json, "lower_value", state, found.low);
    put_nanoseconds(json, "upper_value", state, found.high);
    bres__json_end(json, '}');
    bres__json_end(json, '}');
    return BRES_OK;
}

static void put_range(bres__json_writer *json, const bres__written *state, const figure *found)
{
    char text[128];

    if (found->run_count > 1)
        bres__format(text, sizeof(text), "%.6g to %.6g", found->low * 1e9, found->high * 1e9);
    else if (!isnan(state->stdev))
        bres__format(text, sizeof(text), "\u00b1 %.4g", state->stdev * 1e9);
    else
        return;
    bres__json_key(json, "range");
    bres__json_write_string(json, text);
}

static void put_counts(bres__json_writer *json, const bres__written *state, const figure *found)
{
    bres__text text = { 0 };

    if (state->count != 0)
        bres__text_printf(&text, "%zu sample%s", state->count, state->count == 1 ? "" : "s");
    if (found->run_count > 1)
        bres__text_printf(&text, "%s%zu runs", state->count != 0 ? " of " : "", found->run_count);
    if (text.length != 0) {
        bres__json_key(json, "extra");
        bres__json_write_string(json, text.data);
    }
    json->text->failed |= text.failed;
    bres__text_free(&text);
}

static bres_status put_github_action(void *user, const bres__written *state)
{
    metrics_writer *writer = user;
    bres__json_writer *json = &writer->json;
    figure found;
    const bres_status status = begin_state(writer, state, &found);

    if (status != BRES_OK || isnan(found.value))
        return status;
    bres__json_begin(json, '{');
    bres__json_key(json, "name");
    bres__json_write_string(json, bres__write_string_of(&writer->name));
    bres__json_key(json, "unit");
    bres__json_write_string(json, "ns");
    put_nanoseconds(json, "value", state, found.value);
    put_range(json, state, &found);
    put_counts(json, state, &found);
    bres__json_end(json, '}');
    return BRES_OK;
}

static bres_status write_metrics(bres__export *self, char bracket,
                                 bres_status (*put)(void *user, const bres__written *state))
{
    metrics_writer writer = { .owner = self, .json = { .text = &self->text, .empty = true } };
    bres_status status;

    bres__json_begin(&writer.json, bracket);
    status = bres__write_states(self, put, &writer);
    bres__json_end(&writer.json, bracket == '{' ? '}' : ']');
    bres__text_putc(&self->text, '\n');
    bres__text_free(&writer.name);
    return status;
}

bres_status bres__write_bencher(bres__export *self)
{
    return write_metrics(self, '{', put_bencher);
}

bres_status bres__write_github_action(bres__export *self)
{
    return write_metrics(self, '[', put_github_action);
}
