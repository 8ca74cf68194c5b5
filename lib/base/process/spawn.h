/* SPDX-License-Identifier: MIT */
/*
 * Running another program: no shell, text in, text out, what it took, and an end to it.
 */
#ifndef BRES_BASE_PROCESS_SPAWN_H
#define BRES_BASE_PROCESS_SPAWN_H

#include "base/text/text.h"

#include <benchresult/base.h>
#include <sys/types.h>

/* What a standard stream of the program is. */
typedef enum bres__stream_kind {
    BRES__STREAM_PIPE = 0, /* its input is given, what it prints is kept */
    BRES__STREAM_NULL,     /* the null device */
    BRES__STREAM_INHERIT,  /* the caller's */
    BRES__STREAM_FILE,     /* an output empties a file that was there */
    BRES__STREAM_DISCARD   /* a pipe, not for its input: what it prints is read and dropped */
} bres__stream_kind;

typedef struct bres__spawn {
    const char *const *arguments; /* ended by NULL; the first is the program, looked for in PATH */
    const char *const *environment; /* "NAME=VALUE" beside the caller's own or instead, the last of
                                       a name; ended by NULL; may be NULL */
    bres__stream_kind input_kind;
    const char *input; /* for its standard input, which ends after it */
    size_t input_size;
    const char *input_path;
    bres__stream_kind output_kind;
    const char *output_path;
    size_t max_output; /* of a standard output that is kept; more is an error */
    bres__stream_kind errors_kind;
    const char *errors_path;
    const char *directory; /* its working directory, to which a relative path of the program refers;
                              NULL: the caller's */
    /* In the caller's process group, so that a terminal lets it read and its signals reach it, too.
     * But then only the program itself is killed, not what it has started. */
    bool shares_group;
    uint64_t timeout_ms; /* 0: none */
    /* Asked several times a second: a number other than 0 is sent as a signal. May be NULL. */
    int (*signal)(void *user);
    void *signal_user;
    /* Called when the program is running. May be NULL. */
    void (*started)(void *user, pid_t pid);
    void *started_user;
    const bres_clock *clock; /* for the wall time; NULL: the system's */
} bres__spawn;

/* What became of it. All zero is a valid start. */
typedef struct bres__spawned {
    bres__text output;      /* its standard output */
    char errors[2048 + 1];  /* the end of its standard error */
    pid_t pid;              /* which it was */
    int wait_status;        /* as waitpid() has it */
    bool signalled;         /* a signal was passed on to it, whatever it made of that */
    uint64_t wall_ns;       /* from just before it was made until it has been waited for */
    uint64_t user_ns;       /* processor time, that of children it has waited for with it */
    uint64_t system_ns;     /* likewise */
    uint64_t max_rss_bytes; /* the largest resident set, at least that of the caller: Linux counts
                               what there was before the program took its process over */
    uint64_t voluntary_switches;   /* context switches, those of such children with them */
    uint64_t involuntary_switches; /* likewise */
} bres__spawned;

/*
 * Runs a program to its end, in a process group of its own. That it fails is no error of this
 * function: look at the wait status (0, and no processor time, where the calling program lets the
 * system collect its children). What it leaves running is left alone, and what that prints later is
 * not kept. It and what it has started are killed when the time is over, or the output too large.
 * Errors: BRES_ERROR_NO_FILE when there is no such program, before anything was made;
 * BRES_ERROR_IO, BRES_ERROR_LIMIT (time or output), BRES_ERROR_MEMORY. Free the result in any case.
 */
bres_status bres__spawn_run(const bres__spawn *spawn, bres__spawned *spawned);
void bres__spawned_free(bres__spawned *spawned);
/* The last line of its standard error with text; "" if there is none. Cuts `errors` into lines. */
const char *bres__spawned_error_line(bres__spawned *spawned);

/* Sets BRES_ERROR_VALUE: how a program of this name has ended, and its last error line. */
bres_status bres__spawned_error(bres__spawned *spawned, const char *program);

/* The file that a program's name stands for: itself when it has a slash, else the first in PATH
 * that can be executed. bres__free() *path. Errors as above. */
bres_status bres__program_find(const char *name, char **path);

/* The path of a helper program of this library; bres__free() it. BRES_ERROR_NO_FILE, with a message
 * that names it; BRES_ERROR_VALUE if its directory is a relative path; BRES_ERROR_IO, also if every
 * user can write to its directory; BRES_ERROR_MEMORY. */
bres_status bres__libexec_find(const char *name, char **path);

#endif
