/* SPDX-License-Identifier: MIT */
/*
 * The progress of a subcommand: a line that changes on a terminal, else a line a minute.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "tool.h"

struct progress {
    bool quiet;
    bool verbose;     /* every line is printed, also without a terminal */
    bool drawn;       /* the line stands on the terminal */
    uint64_t printed; /* when the last line was printed without a terminal; 0: no step yet */
};

/* Rows of an option table. */
#define TOOL_OPTION_QUIET(...)                                                                     \
    {                                                                                              \
        .name = "quiet", .letter = 'q', .help = "print no progress line",                          \
        .kind = BRES__OPTION_FLAG, __VA_ARGS__                                                     \
    }
#define TOOL_OPTION_VERBOSE(...)                                                                   \
    {                                                                                              \
        .name = "verbose", .letter = 'v',                                                          \
        .help = "print each progress line, also if the standard error is not a terminal",          \
        .kind = BRES__OPTION_FLAG, __VA_ARGS__                                                     \
    }

/* Removes the line from the terminal. */
void progress_clear(struct progress *progress);
/* Says how far the subcommand is. A terminal shows the line in place of the last one. Elsewhere
 * the line is printed if `verbose` is set or the last one is a minute old. */
void progress_show(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* As bres_log_fn with a struct progress: print warnings, and with progress_log() notes, too. */
void progress_log(void *user, bres_log_level level, const char *message);
void progress_warn(void *user, bres_log_level level, const char *message);

#endif
