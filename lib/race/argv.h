/* SPDX-License-Identifier: MIT */
/*
 * The arguments of a command.
 */
#ifndef BRES_RACE_ARGV_H
#define BRES_RACE_ARGV_H

#include "base/base.h"

typedef struct bres__argv {
    char **items; /* ends with NULL */
    size_t count;
    size_t capacity;
    char *text; /* buffer of the items */
} bres__argv;

/* Hint for a command that needs a shell, where no option runs a shell. */
#define BRES__ARGV_HINT "write sh -c '...'"

/* Splits a command as a shell would, without shell features: a command that needs them is
 * BRES_ERROR_SYNTAX, with the hint in the message. Begin with all zero, and free the arguments even
 * after a failure. */
bres_status bres__argv_split(const char *command, const char *hint, bres__argv *argv);
void bres__argv_free(bres__argv *argv);
/* Fills empty arguments from a text of `count` words, each followed by a NUL, and empties the text.
 * Errors: BRES_ERROR_MEMORY, also if the text has failed. */
bres_status bres__argv_take(bres__argv *argv, bres__text *text, size_t count);
/* Whether an argument contains `{}`. */
bool bres__argv_has_placeholder(const bres__argv *argv);
/* Copies the arguments with `path` in place of each `{}`. */
bres_status bres__argv_fill(const bres__argv *argv, const char *path, bres__argv *filled);

#endif
