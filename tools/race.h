/* SPDX-License-Identifier: MIT */
/*
 * benchresult race: the parts of the subcommand.
 */
#ifndef TOOL_RACE_H
#define TOOL_RACE_H

#include "tool.h"

/* What the command line asks for. */
struct race_arguments {
    const char *reference;
    const char *candidate;
    const char *states; /* file; NULL: all states */
    const char *result; /* file that the merged results are named after; NULL: none */
    const char *output; /* of the report; NULL: the standard output */
    bres_format format;
    uint32_t fail_on; /* BRES_VERDICT_BIT()s */
    uint32_t write_flags;
    bool keep;
    bool quiet;
    bool help;
    bres_race_options race;
    bres_command_race_options commands;
};

/* Reads the arguments; returns TOOL_DONE or, with a message, TOOL_REFUSED. */
int race_parse(struct race_arguments *arguments, char **line);
void race_options_help(void);

/* From now on the first SIGINT or SIGTERM is noted, and a second one ends the process. */
void race_signals_catch(void);
/* The one that was noted; 0: none. */
int race_signals_caught(void);
/* A signal that the running command is to get, once; 0: none. */
int race_signals_pass(void *user);

#endif
