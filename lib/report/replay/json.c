/* SPDX-License-Identifier: MIT */
/*
 * The replay report as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-replay(1) lists them.
 */
#include "report/replay/replay.h"

#define SCHEMA_VERSION 1

static bres_status write_stop(bres__replay *replay, bres__json_writer *writer, size_t stream,
                              size_t criterion)
{
    const bres__replay_outcome *outcome = &replay->outcomes[stream];
    const bres__replay_stop *stop = &outcome->stops[criterion];
    const bres__replay_figures *at_stop = &stop->figures;
    const bres__replay_figures *all = &outcome->all;
    bres_status status;

    bres__json_begin(writer, '{');
    bres__json_put_text(writer, "benchmark", replay->streams[stream].benchmark);
    status = bres__json_put_path(writer, "name", replay->streams[stream].name, &replay->scratch);
    bres__json_put_criterion(writer, replay->criteria[criterion]);
    bres__json_put_count(writer, "samples", all->count);
    bres__json_put_count(writer, "refused", outcome->refused);
    if (stop->stopped)
        bres__json_put_count(writer, "stopped_at", at_stop->count);
    else
        bres__json_put_text(writer, "stopped_at", NULL);
    bres__json_put_real(writer, "median", all->has_median, all->median);
    bres__json_put_real(writer, "median_at_stop", at_stop->has_median, at_stop->median);
    bres__json_put_real(writer, "noise", all->has_noise, all->noise);
    bres__json_put_real(writer, "noise_at_stop", at_stop->has_noise, at_stop->noise);
    bres__json_put_real(writer, "time", true, all->time);
    bres__json_put_real(writer, "time_at_stop", stop->stopped, at_stop->time);
    bres__json_put_real(writer, "time_saved", stop->stopped, all->time - at_stop->time);
    bres__json_end(writer, '}');
    return status;
}

bres_status bres__replay_json(bres__replay *replay)
{
    bres__json_writer writer = { .text = &replay->text, .empty = true, .visible = true };
    bres_status status = BRES_OK;

    bres__json_begin(&writer, '{');
    bres__json_put_count(&writer, "version", SCHEMA_VERSION);
    bres__json_put_count(&writer, "min_samples", (size_t)replay->min_samples);
    bres__json_key(&writer, "streams");
    bres__json_begin(&writer, '[');
    for (size_t s = 0; status == BRES_OK && s < replay->stream_count; s++) {
        for (size_t c = 0; status == BRES_OK && c < replay->criterion_count; c++)
            status = write_stop(replay, &writer, s, c);
    }
    bres__json_end(&writer, ']');
    bres__json_end(&writer, '}');
    bres__text_putc(&replay->text, '\n');
    return status;
}
