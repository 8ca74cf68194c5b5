/* SPDX-License-Identifier: MIT */
/*
 * benchresult replay: declarations that its files share.
 */
#ifndef TOOL_REPLAY_H
#define TOOL_REPLAY_H

#include "tool.h"

/* The type of FILE: a result, or raw numbers. */
enum replay_input { REPLAY_RESULT, REPLAY_FLOAT64, REPLAY_FLOAT32 };

/* The samples to replay. All members zero: no streams. */
struct replay_streams {
    bres_replay_stream *streams; /* borrow from the result, or from `raw` */
    size_t count;
    size_t without; /* number of selected states without samples */
    void *raw;      /* the samples of a raw file */
};

/* Adds a stream for each state that the filter (NULL: all) selects and that has samples. Returns
 * TOOL_DONE or, with a message, TOOL_REFUSED, like the function below. */
int replay_streams_add_result(struct replay_streams *streams, const bres_result *result,
                              const bres_filter *filter);
/* Adds the stream of a file that contains only little-endian numbers; "-" is the standard input. */
int replay_streams_add_raw(struct replay_streams *streams, const char *path,
                           enum replay_input input);
void replay_streams_free(struct replay_streams *streams);

#endif
