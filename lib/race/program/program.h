/* SPDX-License-Identifier: MIT */
/*
 * One run of a program, timed as a whole, and the result that it has written.
 */
#ifndef BRES_RACE_PROGRAM_PROGRAM_H
#define BRES_RACE_PROGRAM_PROGRAM_H

#include <benchresult/nvbench.h>
#include <sys/types.h>

/* How a program is run. Its standard input is empty. */
typedef struct bres__program_settings {
    bool shows_output;         /* on the caller's standard output; otherwise it is discarded */
    uint64_t timeout_ms;       /* 0: no limit */
    int (*signal)(void *user); /* see bres__spawn; may be NULL */
    void *signal_user;
    void (*started)(void *user, pid_t pid); /* likewise */
    void *started_user;
    const bres_clock *clock; /* of the wall time */
    const char *directory;   /* working directory; NULL: the caller's */
} bres__program_settings;

/* Seconds that a program took as a whole, by both clocks. */
typedef struct bres__program_times {
    double wall;
    double processor;
} bres__program_times;

/* The milliseconds of a timeout in seconds, rounded up. */
uint64_t bres__program_timeout_ms(double seconds);

/* Runs a program to its end; `arguments` ends with NULL. BRES_ERROR_VALUE: a signal ended the
 * program, or its exit status is not 0; the message has the last line of its standard error.
 * BRES_ERROR_INTERRUPTED: the program succeeded after it received a signal from the caller. Other
 * errors: those of bres__spawn_run(). */
bres_status bres__program_run(const bres__program_settings *settings, const char *const *arguments,
                              bres__program_times *times);

/* Loads the result file, or the directory of criterion.rs, that a program has written; `format`
 * NULL: the format is detected. BRES_ERROR_VALUE: `path` is another kind of file, such as a FIFO,
 * whose reader may wait forever. Other errors: those of bres_result_import(). */
bres_status bres__program_load(const char *path, const char *format,
                               const bres_load_options *options, bres_result **result);

#endif
