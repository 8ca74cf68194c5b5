/* SPDX-License-Identifier: MIT */
/*
 * The recorded commands of both sides, for commands that measure again.
 */
#ifndef BRES_COMPARE_REPLICATES_COMMAND_H
#define BRES_COMPARE_REPLICATES_COMMAND_H

#include "compare/replicates/replicates.h"

/* The command of a side: the command that was given to a race, otherwise the recorded arguments
 * without the options for result files. */
typedef struct bres__side_command {
    bres__text line; /* for the shell */
    bool known;
    bool is_race;
    bool names_benchmark; /* the command already selects benchmarks */
    char benchmark[256];  /* the last selected benchmark */
} bres__side_command;

extern const char *const bres__side_names[2];

/* Finds the commands of both sides. The caller frees them, even after a failure. */
bres_status bres__side_commands_find(bres__side_command commands[2],
                                     const bres_comparison *comparison);
void bres__side_commands_free(bres__side_command commands[2]);
/* Appends a word, quoted if the shell needs it. */
void bres__put_word(bres__text *text, const char *word);
/* Appends a text for the shell, escaped for the single quotes that the caller writes. */
void bres__put_quoted(bres__text *line, const char *text);

#endif
