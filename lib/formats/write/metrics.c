/* SPDX-License-Identifier: MIT */
/*
 * Formats with one figure for each state, for services that keep histories: Bencher's metric format
 * and github-action-benchmark. The figure is the median; states without a time are left out.
 */
#include "formats/write/write.h"

#include <math.h>

typedef struct metrics_writer {
    bres__json_writer json;
    bres__text name;
} metrics_writer;

static double figure_of(const bres__written *state)
{
    return isnan(state->median) ? state->mean : state->median;
}

static const char *name_of(metrics_writer *writer, const bres__written *state)
{
    bres__text_clear(&writer->name);
    bres__write_name(&writer->name, state, '=');
    return writer->name.failed ? "" : writer->name.data;
}

static void put_nanoseconds(bres__json_writer *json, const char *key, double seconds)
{
    if (isnan(seconds))
        return;
    bres__json_key(json, key);
    bres__json_write_float64(json, seconds * 1e9);
}

static bres_status put_bencher(void *user, const bres__written *state)
{
    metrics_writer *writer = user;
    bres__json_writer *json = &writer->json;

    if (isnan(figure_of(state)))
        return BRES_OK;
    bres__json_key(json, name_of(writer, state));
    bres__json_begin(json, '{');
    bres__json_key(json, "latency");
    bres__json_begin(json, '{');
    put_nanoseconds(json, "value", figure_of(state));
    put_nanoseconds(json, "lower_value", state->min);
    put_nanoseconds(json, "upper_value", state->max);
    bres__json_end(json, '}');
    bres__json_end(json, '}');
    return writer->name.failed ? bres__error_memory() : BRES_OK;
}

static bres_status put_github_action(void *user, const bres__written *state)
{
    metrics_writer *writer = user;
    bres__json_writer *json = &writer->json;
    char text[64];

    if (isnan(figure_of(state)))
        return BRES_OK;
    bres__json_begin(json, '{');
    bres__json_key(json, "name");
    bres__json_write_string(json, name_of(writer, state));
    bres__json_key(json, "unit");
    bres__json_write_string(json, "ns");
    put_nanoseconds(json, "value", figure_of(state));
    if (!isnan(state->stdev)) {
        bres__format(text, sizeof(text), "\u00b1 %.4g", state->stdev * 1e9);
        bres__json_key(json, "range");
        bres__json_write_string(json, text);
    }
    if (state->count != 0) {
        bres__format(text, sizeof(text), "%zu sample%s", state->count,
                     state->count == 1 ? "" : "s");
        bres__json_key(json, "extra");
        bres__json_write_string(json, text);
    }
    bres__json_end(json, '}');
    return writer->name.failed ? bres__error_memory() : BRES_OK;
}

static bres_status write_metrics(const bres_result *result, bres__text *text, char bracket,
                                 bres_status (*put)(void *user, const bres__written *state))
{
    metrics_writer writer = { .json = { .text = text, .empty = true } };
    bres_status status;

    bres__json_begin(&writer.json, bracket);
    status = bres__write_states(result, put, &writer);
    bres__json_end(&writer.json, bracket == '{' ? '}' : ']');
    bres__text_putc(text, '\n');
    bres__text_free(&writer.name);
    return status;
}

bres_status bres__write_bencher(const bres_result *result, bres__text *text)
{
    return write_metrics(result, text, '{', put_bencher);
}

bres_status bres__write_github_action(const bres_result *result, bres__text *text)
{
    return write_metrics(result, text, '[', put_github_action);
}
