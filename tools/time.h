/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: what its files share.
 */
#ifndef TOOL_TIME_H
#define TOOL_TIME_H

#include "program.h"
#include "progress.h"

/* Of a largest time: its default depends on the other options. */
#define TIME_NOT_GIVEN (-1)

struct time_axis {
    char *name;
    char **values;
    size_t count;
};

struct time_hook {
    bres_timing_hook kind;
    char *name; /* of a command; NULL: all */
    const char *command;
};

/* Texts are borrowed from the command line unless a comment says otherwise. */
struct timing {
    bres__option_list commands;
    bres__option_list names; /* of the first commands */
    bres__option_list environment;
    struct time_axis *axes; /* owned, with their contents */
    size_t axis_count;
    struct time_hook *hooks; /* owned, with their names */
    size_t hook_count;
    int statuses[256];
    size_t status_count;
    const char *result; /* file */
    const char *report; /* file; NULL: the standard output */
    const char *output;
    uint32_t write_flags;
    uint32_t format; /* a bres_format */
    struct progress progress;
    bres_race_options race;
    bres_timing_options options;
    bres_timing *timing;
};

extern const struct tool_program time_program;
void time_arguments_init(struct timing *timing);

/* Take the values of -L and -P: NAME=VALUE,... and NAME=MIN:MAX[:STEP]. */
bres_status time_take_list(bres__command *command, const bres__option *option, const char *value,
                           void *target);
bres_status time_take_range(bres__command *command, const bres__option *option, const char *value,
                            void *target);

#endif
