/* SPDX-License-Identifier: MIT */
/*
 * A race of two commands. command.c runs one command, commands_pairs.c keeps the results of each
 * pair, rows.c finds the states that both commands have, and merged.c, report.c and commands_get.c
 * return the results; commands.c calls these files.
 */
#ifndef BRES_RACE_COMMANDS_H
#define BRES_RACE_COMMANDS_H

#include "base/text/index.h"
#include "race/argv.h"
#include "race/directory.h"
#include "race/race.h"
#include "system/system.h"

#include <time.h>

/* A state that a side has had. */
typedef struct bres__race_name {
    const char *bench; /* borrowed, like `state`, from a result that the race keeps */
    const char *state;
    uint64_t first[BRES__RACE_SIDES]; /* pair in which the side has it, counted from 1; 0: none */
    uint64_t last[BRES__RACE_SIDES];  /* likewise */
    bool is_wanted;                   /* requested by the caller */
    bool was_shared;                  /* in some pair both sides have it */
    bool is_row;
} bres__race_name;

struct bres_command_race {
    bres__race race;
    uint64_t id; /* random: no two races have the same one */
    char *commands[BRES__RACE_SIDES];
    bres__argv argv[BRES__RACE_SIDES];
    bres__argv prepare; /* empty: none */
    bool whole;         /* commands are timed as a whole */
    bool collects;
    uint64_t timeout_ms;
    bres_command_race_options options;
    bres__race_directory directory;
    bres__text order;                          /* of the pairs: 'R' or 'C' */
    uint64_t loaded_pairs;                     /* pairs that an earlier race has measured */
    bres_result *current[BRES__RACE_SIDES];    /* of the current pair; NULL: not yet */
    const char *directories[BRES__RACE_SIDES]; /* working directories; NULL: the caller's */
    const char *revisions[BRES__RACE_SIDES];   /* of the sources; NULL: not given */
    unsigned place;                            /* of the current run, in its pair */
    bres_result **runs[BRES__RACE_SIDES];      /* by pair */
    size_t run_capacity[BRES__RACE_SIDES];
    bres__index name_index; /* of benchmark and state */
    bres__race_name *names; /* by position */
    size_t name_capacity;
    bool repeats[BRES__RACE_SIDES]; /* repetition was already reported */
    uint64_t loads;                 /* number of loaded results */
    bres__index warnings;           /* of loaded results, without their paths: kinds and texts */
    uint64_t *warning_loads;        /* by position: the load that first had the warning */
    size_t warning_capacity;
    char message[1024];
};

/* Takes the options of the caller, or the defaults for NULL. */
bres_status bres__race_commands_load_options(bres_command_race *race,
                                             const bres_command_race_options *given);
/* Returns the source of the pairs: stored pairs are loaded from the directory, other pairs are
 * run. */
bres__race_source bres__race_commands_source(bres_command_race *race, bool stored);

/* Adds the rows that the current pair is the first to have. If no pair has had a row so far, logs a
 * warning in the first pair that this race measures and returns BRES_ERROR_KEY in the third. */
bres_status bres__command_rows_add(bres_command_race *race);
/* BRES_ERROR_KEY if the race ended with pairs but without a row, unless it failed or was
 * interrupted. */
bres_status bres__command_rows_check(const bres_command_race *race);
/* Logs a warning for each state without a row, and one for requested states that neither program
 * has. */
void bres__command_rows_warn(const bres_command_race *race);
/* Gets the median time of a state in a result; if several states have this name, the median of
 * their medians. 0: the state has no time. */
bres_status bres__command_row_time(const bres_result *result, const char *bench, const char *state,
                                   double *seconds);

/* Logs a warning, once per side, if the current result has the samples of the previous pair. */
void bres__race_warn_of_repetition(bres_command_race *race, unsigned side);

/* BRES_ERROR_ARGUMENT if the commands cannot be timed by the race's kind of clock. */
bres_status bres__race_command_check_clock(const bres_command_race *race);
/* Runs the command of a side for a pair and loads its result. BRES_ERROR_VALUE: the command failed.
 * BRES_ERROR_LIMIT: the command took too long. */
bres_status bres__race_command_run(bres_command_race *race, unsigned side, size_t pair,
                                   bres_result **result);
/* Loads the result of an earlier run. */
bres_status bres__race_command_load(bres_command_race *race, unsigned side, size_t pair,
                                    bres_result **result);
/* Records in the journal that the current pair is complete. */
bres_status bres__race_command_record(const bres_command_race *race, char order);
/* Renames the results of the current, incomplete pair, so that nothing reads them as results.
 * Ignores failures. */
void bres__race_command_set_aside(const bres_command_race *race);
/* Waits for the cooldown and runs the prepare command. */
bres_status bres__race_command_prepare(bres_command_race *race);

/* When and where a run was taken. */
typedef struct bres__race_moment {
    struct timespec start; /* by the wall clock */
    struct timespec end;
    bres__machine machine; /* at the start */
} bres__race_moment;

void bres__race_moment_begin(bres__race_moment *moment);
void bres__race_moment_end(bres__race_moment *moment);
/* Records in a collected run, and in its file at `path`, which pair it belongs to and when it was
 * taken. */
bres_status bres__race_record_run(const bres_command_race *race, unsigned side, size_t pair,
                                  const bres__race_moment *moment, const char *path,
                                  bres_result *result);

/* Writes the number of the pair into the meta section of a result that is not shared yet. */
bres_status bres__race_number(bres_result *result, size_t pair);
/* Adds the members of `object` to the object `benchresult` of a result's meta section; drops the
 * old members named in `replaced`. The result is not shared yet. */
bres_status bres__race_meta_add(bres_result *result, const char *object,
                                const char *const *replaced);

#endif
