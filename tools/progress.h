/* SPDX-License-Identifier: MIT */
/*
 * The progress of a subcommand: a line that changes on a terminal, otherwise one line per minute.
 */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "tool.h"

struct progress {
    bool quiet;
    bool verbose;     /* print every line, also without a terminal */
    bool drawn;       /* the terminal shows the line */
    uint64_t printed; /* clock time of the last printed line without a terminal, in nanoseconds; at
                         first, clock time of the first progress_show(); 0: no call yet */
};

/* Rows for option tables. */
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
/* Shows the progress. On a terminal, the line replaces the previous line. Without a terminal, the
 * line is printed if `verbose` is set or the previous line is at least a minute old. */
void progress_show(struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Log handlers (bres_log_fn) whose `user` is a struct progress. progress_log() prints all messages,
 * progress_warn() only warnings. */
void progress_log(void *user, bres_log_level level, const char *message);
void progress_warn(void *user, bres_log_level level, const char *message);

#endif
