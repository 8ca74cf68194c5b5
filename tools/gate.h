/* SPDX-License-Identifier: MIT */
/*
 * benchresult gate: declarations that its files share.
 */
#ifndef TOOL_GATE_H
#define TOOL_GATE_H

#include "compare.h"
#include "progress.h"
#include "undecided.h"

enum { GATE_REFERENCE, GATE_CANDIDATE, GATE_SIDES };

struct gate {
    bres__option_list sides[GATE_SIDES]; /* a command, or files and directories */
    unsigned side;                       /* side of the next operand */
    const char *baseline;                /* NULL: not given, as for all texts below */
    bool updates_baseline;
    double max_slowdown; /* fraction */
    double error_rate;   /* fraction */
    struct compare_variation variation;
    double max_time;     /* seconds */
    int64_t runs;        /* number of runs of a command if the other side is not a command */
    uint32_t undecided;  /* an enum tool_undecided */
    uint32_t load_flags; /* BRES_LOAD_* */
    size_t lacking;      /* benchmarks and states that only the reference has */
    const char *junit;
    const char *json;
    const char *comment;
    const char *output;
    bres_race_options race;
    bres_command_race_options commands;
    struct progress progress;
    bres_command_race *races[GATE_SIDES]; /* own the sample files of the results below */
    struct compare_runs results[GATE_SIDES];
    bres_comparison *comparison;
};

extern const struct tool_program gate_program;
void gate_arguments_init(struct gate *gate);

/* Fills the results of both sides: loads files and runs commands. */
int gate_measure(struct gate *gate);

#endif
