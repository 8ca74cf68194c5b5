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
    char *text; /* that they lie in */
} bres__argv;

/* What to do about a command that needs a shell, where no option runs one. */
#define BRES__ARGV_HINT "write sh -c '...'"

/* Splits a command as a shell would, without what only a shell can do: BRES_ERROR_SYNTAX, with the
 * hint in the message. Free the arguments in any case; all zero is a valid start. */
bres_status bres__argv_split(const char *command, const char *hint, bres__argv *argv);
void bres__argv_free(bres__argv *argv);
/* Makes empty arguments of a text that has `count` words, each with a NUL behind it. The text is
 * empty afterwards. BRES_ERROR_MEMORY, also for a text that has failed. */
bres_status bres__argv_take(bres__argv *argv, bres__text *text, size_t count);
/* An argument contains `{}`. */
bool bres__argv_has_placeholder(const bres__argv *argv);
/* Copies the arguments with `path` in place of each `{}`. */
bres_status bres__argv_fill(const bres__argv *argv, const char *path, bres__argv *filled);

#endif
