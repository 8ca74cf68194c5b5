/* SPDX-License-Identifier: MIT */
/*
 * benchresult collect: what its files share.
 */
#ifndef TOOL_COLLECT_H
#define TOOL_COLLECT_H

#include "program.h"
#include "progress.h"

enum { COLLECT_REFERENCE, COLLECT_CANDIDATE, COLLECT_SIDES };

struct collect {
    const char *commands[COLLECT_SIDES];  /* NULL: not given, as all texts below */
    const char *revisions[COLLECT_SIDES]; /* to build */
    const char *build;
    bres__option_list words; /* the command behind the options */
    char *command;           /* of the words */
    const char *directory;
    char *trees[COLLECT_SIDES];  /* working directories of the commands */
    char *hashes[COLLECT_SIDES]; /* of the commits in them */
    int record;                  /* the open record of the trees; -1: none is needed */
    bres_race_options race;
    bres_command_race_options options;
    struct progress progress;
};

extern const struct tool_program collect_program;
void collect_arguments_init(struct collect *collect);

/* Runs commands as the options say; NULL for `candidate`: one side. The caller frees *race. */
int collect_commands(struct collect *collect, const char *reference, const char *candidate,
                     bool (*is_interrupted)(void *user), bres_command_race **race);

/* Makes one command of the words behind the options. */
int collect_words_join(struct collect *collect);

/* Opens the record of the work trees, and removes those of an earlier collection that was killed.
 */
int checkout_clean(struct collect *collect);
/* Checks the revisions out into work trees in a temporary directory, and builds them. */
int checkout_make(struct collect *collect);
/* Removes the work trees and the record. */
int checkout_remove(struct collect *collect);

#endif
