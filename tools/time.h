/* SPDX-License-Identifier: MIT */
/*
 * benchresult time: declarations that its files share.
 */
#ifndef TOOL_TIME_H
#define TOOL_TIME_H

#include "program.h"
#include "progress.h"

/* Value of a limit that was not given; its default depends on the other options. */
#define TIME_NOT_GIVEN (-1)

struct time_axis {
    char *name;
    char **values;
    size_t count;
};

struct time_hook {
    bres_timing_hook kind;
    char *name; /* name of the command that the hook belongs to; NULL: all commands */
    const char *command;
};

enum time_output_kind { TIME_JSON, TIME_JSONBIN, TIME_CSV, TIME_MARKDOWN };

/* A file that is written in addition to the report. */
struct time_output {
    enum time_output_kind kind;
    const char *path; /* "-" and "stdout" are the standard output, "stderr" the standard error */
};

/* Texts are borrowed from the command line unless a comment says otherwise. */
struct timing {
    bres__option_list commands;
    bres__option_list names; /* names of the first commands */
    bres__option_list environment;
    struct time_axis *axes; /* owned, with their contents */
    size_t axis_count;
    struct time_hook *hooks; /* owned, with their names */
    size_t hook_count;
    int statuses[256];
    size_t status_count;
    struct time_output *outputs; /* owned */
    size_t output_count;
    const char *report; /* file of the report; NULL: the standard output */
    uint32_t format;    /* a bres_format */
    uint32_t sort;      /* a bres_timing_sort */
    struct progress progress;
    bres_race_options race;
    bres_timing_options options;
    bres_timing *timing;
};

extern const struct tool_program time_program;
void time_arguments_init(struct timing *timing);

/* Adds an output; the `value` of the option is the kind of the output. */
bres_status time_take_output(bres__command *command, const bres__option *option, const char *value,
                             void *target);
/* Refuses outputs that would replace the input of the commands or another output. */
int time_outputs_check(const struct timing *timing);
/* Writes the report and the outputs. Returns TOOL_DONE or, with a message, TOOL_REFUSED. */
int time_outputs_write(const struct timing *timing);

/* Add an axis from the value of -L, NAME=VALUE,..., or of -P, NAME=MIN:MAX[:STEP]. */
bres_status time_take_list(bres__command *command, const bres__option *option, const char *value,
                           void *target);
bres_status time_take_range(bres__command *command, const bres__option *option, const char *value,
                            void *target);

#endif
