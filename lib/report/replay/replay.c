/* SPDX-License-Identifier: MIT */
/*
 * The replay report: its entry point.
 */
#include "report/replay/replay.h"

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__replay_##name,

#include <stddef.h>

/* The first published layout ends after `min_samples`. */
#define FIRST_SIZE (offsetof(bres_replay_options, min_samples) + sizeof(uint64_t))

_Static_assert(sizeof(bres_replay_options) == FIRST_SIZE, "no padding at the end");
_Static_assert(sizeof(bres_replay_stream) == 4 * sizeof(void *) + sizeof(size_t),
               "bres_replay_stream is published: it never grows");

void bres_replay_options_init(bres_replay_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_replay_options){ .size = sizeof *options, .min_samples = 10 };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_RESERVED(bres_replay_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_replay_options, FIRST_SIZE, option_fields);

static bres_status replay_check(const bres__replay *replay)
{
    if (replay->streams == NULL || replay->stream_count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a replay report needs at least one stream");
    if (replay->criteria == NULL || replay->criterion_count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a replay report needs at least one criterion");
    for (size_t i = 0; i < replay->stream_count; i++) {
        const bres_replay_stream *stream = &replay->streams[i];

        if (stream->name == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "stream %zu has no name", i + 1);
        if (stream->count != 0 && (stream->times == NULL) == (stream->times32 == NULL))
            return bres__error(BRES_ERROR_ARGUMENT, "stream '%s': expected either times or times32",
                               stream->name);
    }
    for (size_t i = 0; i < replay->criterion_count; i++) {
        if (replay->criteria[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "criterion %zu is NULL", i + 1);
    }
    return BRES_OK;
}

static void replay_free(bres__replay *replay)
{
    for (size_t i = 0; replay->outcomes != NULL && i < replay->stream_count; i++)
        bres__free(replay->outcomes[i].stops);
    bres__free(replay->outcomes);
    bres__text_free(&replay->scratch);
    bres__text_free(&replay->text);
}

bres_status bres_replay_report(const bres_replay_stream *streams, size_t stream_count,
                               bres_criterion *const *criteria, size_t criterion_count,
                               const bres_replay_options *options, char **text, size_t *length)
{
    static bres_status (*const writers[])(bres__replay *) = { BRES__REPLAY_FORMATS(WRITER) };
    bres__replay replay = { .streams = streams,
                            .stream_count = stream_count,
                            .criteria = criteria,
                            .criterion_count = criterion_count };
    bres_replay_options full;
    bres_status status = bres__report_begin("replay report", text, length);

    bres_replay_options_init(&full);
    if (status == BRES_OK)
        status = bres__options_take(&full, options, &options_type);
    if (status == BRES_OK)
        status = replay_check(&replay);
    if (status == BRES_OK)
        status = bres__format_check(BRES_REPORT_REPLAY, full.format);
    if (status != BRES_OK)
        return status;
    replay.min_samples = full.min_samples;
    status = bres__replay_run(&replay);
    if (status == BRES_OK)
        status = writers[full.format](&replay);
    if (status == BRES_OK)
        status = bres__report_finish(&replay.text, text, length);
    replay_free(&replay);
    return status;
}
