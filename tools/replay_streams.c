/* SPDX-License-Identifier: MIT */
/*
 * benchresult replay: reads the samples from a result or from a raw file.
 */
#include "replay.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int streams_add(struct replay_streams *streams, const bres_replay_stream *stream)
{
    bres_replay_stream *grown =
        realloc(streams->streams, (streams->count + 1) * sizeof *streams->streams);

    if (grown == NULL)
        return tool_error("out of memory");
    streams->streams = grown;
    grown[streams->count++] = *stream;
    return TOOL_DONE;
}

static int streams_add_state(struct replay_streams *streams, const bres_state *state)
{
    bres_replay_stream stream = { .benchmark = bres_subbench_name(bres_state_subbench(state)),
                                  .name = bres_state_name(state) };

    if (bres_state_samples(state, &stream.times32, &stream.count) != BRES_OK)
        return tool_library_error();
    if (stream.count == 0) {
        streams->without++;
        return TOOL_DONE;
    }
    return streams_add(streams, &stream);
}

int replay_streams_add_result(struct replay_streams *streams, const bres_result *result,
                              const bres_filter *filter)
{
    int status = TOOL_DONE;

    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; status == TOOL_DONE && s < bres_subbench_state_count(bench); s++) {
            const bres_state *state = bres_subbench_state_at(bench, s);

            if (bres_filter_selects_state(filter, state))
                status = streams_add_state(streams, state);
        }
    }
    return status;
}

/* Reads the file to its end. The caller frees the bytes with free(). Returns NULL and sets errno on
 * failure. */
static unsigned char *file_read(FILE *file, size_t *length)
{
    size_t capacity = 1 << 16;
    unsigned char *bytes = malloc(capacity);
    size_t got;

    *length = 0;
    while (bytes != NULL && (got = fread(bytes + *length, 1, capacity - *length, file)) > 0) {
        unsigned char *grown = bytes;

        *length += got;
        if (*length == capacity) {
            capacity *= 2;
            grown = realloc(bytes, capacity);
        }
        if (grown == NULL)
            free(bytes);
        bytes = grown;
    }
    if (bytes != NULL && ferror(file)) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

static uint64_t little_endian(const unsigned char *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static double *raw_decode(const unsigned char *bytes, size_t count, enum replay_input input)
{
    double *times = malloc(count * sizeof *times);

    for (size_t i = 0; times != NULL && i < count; i++) {
        if (input == REPLAY_FLOAT64) {
            const uint64_t bits = little_endian(bytes + i * sizeof bits, sizeof bits);

            memcpy(&times[i], &bits, sizeof bits);
        } else {
            const uint32_t bits = (uint32_t)little_endian(bytes + i * sizeof bits, sizeof bits);
            float time;

            memcpy(&time, &bits, sizeof bits);
            times[i] = (double)time;
        }
    }
    return times;
}

int replay_streams_add_raw(struct replay_streams *streams, const char *path,
                           enum replay_input input)
{
    const bool standard_input = strcmp(path, "-") == 0;
    const size_t size = input == REPLAY_FLOAT64 ? sizeof(double) : sizeof(float);
    bres_replay_stream stream = { .name = standard_input ? "<stdin>" : path };
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    unsigned char *bytes = NULL;
    size_t length = 0;
    int status = TOOL_DONE;

    if (file != NULL)
        bytes = file_read(file, &length);
    if (bytes == NULL) {
        status = tool_error("cannot read '%s': %s", stream.name, strerror(errno));
    } else if (length % size != 0) {
        status = tool_error("'%s' has %zu bytes, not a multiple of the %zu bytes of a value",
                            stream.name, length, size);
    } else if (length != 0) {
        stream.count = length / size;
        stream.times = streams->raw = raw_decode(bytes, stream.count, input);
        status = stream.times == NULL ? tool_error("out of memory") : streams_add(streams, &stream);
    }
    free(bytes);
    if (file != NULL && !standard_input)
        fclose(file);
    return status;
}

void replay_streams_free(struct replay_streams *streams)
{
    free(streams->streams);
    free(streams->raw);
}
