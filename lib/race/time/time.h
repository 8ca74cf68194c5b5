/* SPDX-License-Identifier: MIT */
/*
 * A timing of commands. options.c and inputs.c take the caller's inputs, rows.c makes a row for
 * each command and combination of values, program.c runs programs, run.c is the source of the race,
 * estimate.c computes the figures of the rows, and result.c and report.c return them.
 */
#ifndef BRES_RACE_TIME_TIME_H
#define BRES_RACE_TIME_TIME_H

#include "race/argv.h"
#include "race/race.h"
#include "report/race/time.h"

#define BRES__TIME_STATUSES     256
#define BRES__TIME_COMMAND_AXIS "Command"

typedef struct bres__time_axis {
    char *name;
    char **values;
    size_t count;
} bres__time_axis;

typedef struct bres__time_command {
    char *name;
    char *text;
} bres__time_command;

typedef struct bres__time_hook {
    bres_timing_hook kind;
    char *name; /* of a command; NULL: all */
    char *text;
} bres__time_hook;

/* Times in seconds, and resources, of one run of a program. */
typedef struct bres__time_run {
    double wall;
    double user;
    double system;
    uint64_t peak_memory;
    uint64_t voluntary_switches;
    uint64_t involuntary_switches;
    unsigned status; /* exit status, or 128 + signal number */
} bres__time_run;

/* A command with certain values of the axes. */
typedef struct bres__time_row {
    bres_timing_row figures;
    const bres__time_command *command;
    const char **values; /* by axis: borrowed; NULL: the row does not use the axis */
    char *label;
    char *text; /* with the values filled in */
    bres__argv argv;
    double *seconds;   /* by run */
    double *processor; /* CPU time by run */
    double *sorted;    /* the seconds */
    size_t seconds_capacity;
    size_t processor_capacity;
    size_t sorted_capacity;
    size_t count; /* runs */
    double last;  /* seconds of the last run */
    double user;  /* sums over the runs */
    double system;
    double voluntary;
    double involuntary;
    bool is_set_up;
    uint64_t status_counts[BRES__TIME_STATUSES];
} bres__time_row;

struct bres_timing {
    bres__race race;
    bres_timing_options options; /* texts are copies */
    bres_race_options race_options;
    double error_rate; /* of all comparisons together, and of the interval of each median */
    uint64_t timeout_ms;
    char **environment;
    bool ignored[BRES__TIME_STATUSES]; /* by exit status */
    bres__time_axis *axes;
    size_t axis_count;
    size_t axis_capacity;
    bres__time_command *commands;
    size_t command_count;
    size_t command_capacity;
    bres__time_hook *hooks;
    size_t hook_count;
    size_t hook_capacity;
    bres__time_row *rows;
    size_t row_count;
    size_t reference; /* index of the row of the reference; SIZE_MAX: none was given */
    bool was_run;
    bres_timing_sort sort; /* of reports */
    uint32_t width;
    bres__time_run shell; /* median of an empty command in the shell */
    char message[1024];
};

void bres__time_axis_free(bres__time_axis *axis);

/* Appends a text with the values of a row in place of the names of axes in braces. */
void bres__time_put_filled(const bres_timing *timing, const bres__time_row *row, const char *text,
                           bres__text *filled);
/* Makes the rows, and the comparisons of the race. */
bres_status bres__time_rows_make(bres_timing *timing);
void bres__time_row_free(bres__time_row *row);

/* Runs the command of a row, without adding the run to the row. BRES_ERROR_VALUE: the command has
 * failed. Other errors: those of bres__spawn_run(). */
bres_status bres__time_run_command(bres_timing *timing, const bres__time_row *row,
                                   bres__time_run *run);
/* Runs all hooks of a kind for a row. Errors: those of bres__time_run_command(). */
bres_status bres__time_run_hooks(bres_timing *timing, bres_timing_hook kind,
                                 const bres__time_row *row);
/* Measures an empty command in the shell. */
bres_status bres__time_measure_shell(bres_timing *timing);

/* Adds a run to a row. Errors: BRES_ERROR_MEMORY. */
bres_status bres__time_row_keep(const bres_timing *timing, bres__time_row *row,
                                const bres__time_run *run);
/* Whether the confidence interval of the median is narrow enough. */
bool bres__time_row_is_precise(const bres_timing *timing, const bres__time_row *row);
/* Updates the figures of all rows. */
void bres__time_rows_update(bres_timing *timing);

#endif
