/* SPDX-License-Identifier: MIT */
/*
 * A line on the terminal that shows how far a subcommand is.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "tool.h"

struct progress {
    bool quiet;
    bool drawn; /* the line stands on the terminal */
};

void progress_clear(struct progress *progress);
/* Replaces the line; prints nothing if the standard error is no terminal. */
void progress_draw(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* As a bres_log_fn with a struct progress. */
void progress_log(void *user, bres_log_level level, const char *message);

#endif
