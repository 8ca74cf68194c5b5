/* SPDX-License-Identifier: MIT */
/*
 * benchresult race: declarations that its files share.
 */
#ifndef TOOL_RACE_H
#define TOOL_RACE_H

#include "program.h"
#include "progress.h"
#include "undecided.h"

struct race {
    const char *reference; /* command; NULL: not given, as for all texts below */
    const char *candidate; /* command */
    const char *states_file;
    const char *result; /* file name from which the names of both result files derive */
    const char *output; /* file of the report; NULL: the standard output */
    uint32_t format;    /* a bres_format */
    uint32_t fail_on;   /* BRES_VERDICT_BIT()s */
    uint32_t write_flags;
    uint32_t undecided; /* an enum tool_undecided */
    bool keep;
    bool draws_summary;
    const char *plot_output;
    const char *along_output;
    bres_plot_options plot;
    bres_race_options options;
    bres_command_race_options commands;
    bres_result *states;
    bres_command_race *race;
    char *directory;
    struct progress progress;
};

extern const struct tool_program race_program;
void race_arguments_init(struct race *race);

/* Writes the report and draws the charts. */
int race_report(const struct race *race);

#endif
