/* SPDX-License-Identifier: MIT */
/*
 * benchresult collect: declarations that its files share.
 */
#ifndef TOOL_COLLECT_H
#define TOOL_COLLECT_H

#include "program.h"
#include "progress.h"

enum { COLLECT_REFERENCE, COLLECT_CANDIDATE, COLLECT_SIDES };

struct collect {
    const char *commands[COLLECT_SIDES];  /* NULL: not given, as for all texts below */
    const char *revisions[COLLECT_SIDES]; /* revisions to build */
    const char *build;                    /* build command */
    bres__option_list words;              /* the command after the options */
    char *command;                        /* `words` as one command line; owned */
    const char *directory;                /* output directory */
    char *trees[COLLECT_SIDES];           /* working directories of the commands; owned */
    char *hashes[COLLECT_SIDES];          /* hashes of the commits in `trees`; owned */
    int record; /* descriptor of the open record of the trees; -1: not open */
    bres_race_options race;
    bres_command_race_options options;
    struct progress progress;
};

extern const struct tool_program collect_program;
void collect_arguments_init(struct collect *collect);

/* Runs the commands with the options of `collect`. If `candidate` is NULL, only the reference runs.
 * The caller frees *race. */
int collect_commands(struct collect *collect, const char *reference, const char *candidate,
                     bool (*is_interrupted)(void *user), bres_command_race **race);

/* Joins the words after the options into one command line. */
int collect_words_join(struct collect *collect);

/* Opens the record of the work trees, and removes the trees of an earlier collection that was
 * killed. */
int checkout_clean(struct collect *collect);
/* Checks out the revisions into work trees in a temporary directory, and builds them. */
int checkout_make(struct collect *collect);
/* Removes the work trees and the record. */
int checkout_remove(struct collect *collect);

#endif
