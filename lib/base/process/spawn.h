/* SPDX-License-Identifier: MIT */
/*
 * Runs another program without a shell: provides its input, captures its output, measures its time
 * and memory, and limits its run time.
 */
#ifndef BRES_BASE_PROCESS_SPAWN_H
#define BRES_BASE_PROCESS_SPAWN_H

#include "base/text/text.h"

#include <benchresult/base.h>
#include <sys/types.h>

/* The kind of a standard stream of the program. */
typedef enum bres__stream_kind {
    BRES__STREAM_PIPE = 0, /* a pipe: the caller provides the input or keeps the output */
    BRES__STREAM_NULL,     /* the null device */
    BRES__STREAM_INHERIT,  /* the caller's stream */
    BRES__STREAM_FILE,     /* a file; for output, an existing file is truncated */
    BRES__STREAM_DISCARD   /* only for output: a pipe whose data are read and discarded */
} bres__stream_kind;

typedef struct bres__spawn {
    const char *const *arguments;   /* ends with NULL; the first is the program, searched in PATH */
    const char *const *environment; /* "NAME=VALUE": added to the caller's environment or replacing
                                       its variables, the last of a name wins; ends with NULL; may
                                       be NULL */
    bres__stream_kind input_kind;
    const char *input; /* the whole standard input */
    size_t input_size;
    const char *input_path;
    bres__stream_kind output_kind;
    const char *output_path;
    size_t max_output; /* bytes of a kept standard output; more is an error */
    bres__stream_kind errors_kind;
    const char *errors_path;
    const char *directory; /* the working directory, also the base of a relative program path;
                              NULL: the caller's */
    /* Runs the program in the caller's process group, so that it can read from the terminal and
     * receives its signals. But then only the program itself is killed, not its descendants. */
    bool shares_group;
    uint64_t timeout_ms; /* 0: no limit */
    /* Called several times a second; a result other than 0 is sent as a signal. May be NULL. */
    int (*signal)(void *user);
    void *signal_user;
    /* Called when the program is running. May be NULL. */
    void (*started)(void *user, pid_t pid);
    void *started_user;
    const bres_clock *clock; /* for the wall time; NULL: the system clock */
} bres__spawn;

/* The result of a run. */
typedef struct bres__spawned {
    bres__text output;      /* the standard output */
    char errors[2048 + 1];  /* the end of the standard error */
    pid_t pid;              /* the process ID */
    int wait_status;        /* as from waitpid() */
    bool signalled;         /* a result of `signal` was sent, regardless of its effect */
    uint64_t wall_ns;       /* from just before the process was made until it was collected */
    uint64_t user_ns;       /* CPU time in user mode, with that of children it has waited for */
    uint64_t system_ns;     /* CPU time in the kernel, with that of the same children */
    uint64_t max_rss_bytes; /* the largest resident set; at least that of the caller, because Linux
                               also counts the process before it executed the program */
    uint64_t voluntary_switches;   /* context switches, with those of the same children */
    uint64_t involuntary_switches; /* context switches, with those of the same children */
} bres__spawned;

/*
 * Runs a program to its end, by default in a process group of its own. A failure of the program is
 * not an error of this function: check the wait status. If the calling program lets the system
 * collect its children, the function fails, with wait status and CPU time 0. Does not end processes
 * that the program leaves running, and drops their later output. Kills the program and its
 * descendants on timeout or when the output is too large.
 * Errors: BRES_ERROR_NO_FILE if the program does not exist (checked before any file or process is
 * made, except for a path relative to `directory`); BRES_ERROR_IO; BRES_ERROR_LIMIT (time or
 * output); BRES_ERROR_MEMORY. The caller must free the result, also after an error.
 */
bres_status bres__spawn_run(const bres__spawn *spawn, bres__spawned *spawned);
void bres__spawned_free(bres__spawned *spawned);
/* The last non-empty line of the standard error; "" if none. Splits `errors` in place. */
const char *bres__spawned_error_line(bres__spawned *spawned);

/* Sets BRES_ERROR_VALUE with a message: how `program` ended, and its last error line. */
bres_status bres__spawned_error(bres__spawned *spawned, const char *program);

/* Finds the file of a program: `name` if it has a slash, else the first executable file in PATH.
 * The caller must bres__free() *path. Errors: those of bres__spawn_run(). */
bres_status bres__program_find(const char *name, char **path);

/* Finds a helper program of this library; the caller must bres__free() *path. Errors:
 * BRES_ERROR_NO_FILE, with a message that names the program; BRES_ERROR_VALUE if its directory is
 * a relative path; BRES_ERROR_IO, also if every user can write to its directory;
 * BRES_ERROR_MEMORY. */
bres_status bres__libexec_find(const char *name, char **path);

#endif
