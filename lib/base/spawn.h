/* SPDX-License-Identifier: MIT */
/*
 * Running another program: no shell, text in, text out, and an end to it.
 */
#ifndef BRES_BASE_SPAWN_H
#define BRES_BASE_SPAWN_H

#include "base/text.h"

#include <benchresult/base.h>

typedef struct bres__spawn {
    const char *const *arguments; /* ended by NULL; the first is the program, looked for in PATH */
    const char *input;            /* for its standard input, which ends after it */
    size_t input_size;
    size_t max_output; /* of its standard output; more is an error */
    unsigned timeout_ms;
} bres__spawn;

/* What became of it. All zero is a valid start. */
typedef struct bres__spawned {
    bres__text output; /* its standard output */
    char errors[1024]; /* the beginning of its standard error */
    int wait_status;   /* as waitpid() has it */
} bres__spawned;

/*
 * Runs a program to its end, in a process group of its own. That it fails is no error of this
 * function: look at the wait status (0 also where the calling program lets the system collect its
 * children). It and what it has started are killed when the time is over, or the output too large.
 * Errors: BRES_ERROR_NO_FILE when there is no such program, BRES_ERROR_IO, BRES_ERROR_LIMIT (time
 * or output), BRES_ERROR_MEMORY. Free the result in any case.
 */
bres_status bres__spawn_run(const bres__spawn *spawn, bres__spawned *spawned);
void bres__spawned_free(bres__spawned *spawned);

#endif
