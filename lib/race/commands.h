/* SPDX-License-Identifier: MIT */
/*
 * Room harness: the parts of a race of two commands. race_words.c splits a command, race_command.c
 * runs one, race_directory.c keeps the files of all runs and which pairs are complete, race_rows.c
 * decides row by row, race_merged.c, race_report.c and race_commands_get.c say what came of it;
 * race_commands.c calls them.
 */
#ifndef BRES_RACE_COMMANDS_H
#define BRES_RACE_COMMANDS_H

#include "race/race.h"

/* --- Words ------------------------------------------------------------------------------------ */

typedef struct bres__words {
    char **items; /* ended by NULL */
    size_t count;
    size_t capacity;
    char *text; /* that they lie in */
} bres__words;

/* Splits a command as a shell would, without what only a shell can do: BRES_ERROR_SYNTAX. Free the
 * words in any case; all zero is a valid start. */
bres_status bres__words_split(const char *command, bres__words *words);
void bres__words_free(bres__words *words);
/* A word has `{}` in it. */
bool bres__words_has_place(const bres__words *words);
/* A copy in which `path` is in each such place. */
bres_status bres__words_put(const bres__words *words, const char *path, bres__words *filled);

/* --- The directory of the runs ---------------------------------------------------------------- */

typedef struct bres__race_directory {
    char *path; /* NULL: none */
    bool temporary;
    int journal; /* descriptor; -1: none. Its lock keeps others out. */
} bres__race_directory;

/*
 * Opens a directory, a temporary one when `path` is NULL; it is made. `head`, a line, says whose
 * race it is. `order` gets the order of the pairs that are complete: a letter each. Close it in any
 * case; begin with a journal of -1.
 */
bres_status bres__race_directory_open(bres__race_directory *directory, const char *path,
                                      bool resume, const char *head, bres__text *order);
/* A pair is complete. When it returns, that is on the disk. */
bres_status bres__race_directory_add(const bres__race_directory *directory, char order);
/* Where the result of a run is; bres__free() it. NULL: no memory. */
char *bres__race_directory_file(const bres__race_directory *directory, unsigned side, size_t pair);
/* Removes it and all that it holds. */
bres_status bres__race_directory_remove(bres__race_directory *directory);
/* Removes a temporary one. */
void bres__race_directory_close(bres__race_directory *directory);

/* --- Rows ------------------------------------------------------------------------------------- */

typedef struct bres__race_row {
    char *bench;
    char *state;
    bres__sequential sequential;
    bres_race_outcome outcome;
} bres__race_row;

struct bres_command_race {
    bres__race race; /* options, time and coin; its own pairs are not used */
    char *commands[BRES__RACE_SIDES];
    bres__words words[BRES__RACE_SIDES];
    bool whole; /* commands are timed from outside */
    uint64_t timeout_ms;
    bres_command_race_options options;
    bres__race_directory directory;
    bres__text order;                     /* of the pairs: 'R' or 'C' */
    bres_result **runs[BRES__RACE_SIDES]; /* by pair */
    size_t run_capacity[BRES__RACE_SIDES];
    size_t pairs;
    bres__race_row *rows;
    size_t row_count;
    size_t row_capacity;
    size_t decided;
    char message[1024];
};

/* The rows of the first pair. BRES_ERROR_KEY when there is none. */
bres_status bres__race_rows_make(bres_command_race *race);
/* Tells the rows that are not decided of the pair that was added last. */
bres_status bres__race_rows_tell(bres_command_race *race);
/* The ratio, interval and plan of each row by all of its pairs. */
void bres__race_rows_conclude(bres_command_race *race);
void bres__race_rows_free(bres_command_race *race);

/* --- Runs ------------------------------------------------------------------------------------- */

/* Runs a side's command for a pair and loads what it has measured. A command that fails is
 * BRES_ERROR_VALUE, one that takes too long BRES_ERROR_LIMIT. */
bres_status bres__race_command_run(bres_command_race *race, unsigned side, size_t pair,
                                   bres_result **result);
/* Writes into the meta section of a run, which nobody has seen yet, of which pair it is. */
bres_status bres__race_number(bres_result *result, size_t pair);
/* Loads what an earlier run has measured. */
bres_status bres__race_command_load(const bres_command_race *race, unsigned side, size_t pair,
                                    bres_result **result);

#endif
