/* SPDX-License-Identifier: MIT */
/*
 * A command that is timed.
 */
#ifndef BRES_TIMER_COMMAND_H
#define BRES_TIMER_COMMAND_H

#include "timer/timer.h"

/* A command, and the resources that its executions have used. */
struct bres__command {
    const char *const *arguments; /* in the arena of the timer, as all texts here */
    const char *const *prepare;   /* NULL: no command */
    const char *const *environment;
    const char *output_path;
    uint64_t timeout_ms; /* 0: none */
    bool any_status;
    int exit_status; /* of the last execution */
    uint64_t user_ns;
    uint64_t system_ns;
    uint64_t max_rss_bytes;
};

/* Runs the prepare command. */
bres_status bres__command_prepare(const bres__command *command);
/* Runs the command `number` times; *nanoseconds: the time of the executions by this clock. */
bres_status bres__command_run(bres__command *command, const bres_clock *clock, uint64_t number,
                              uint64_t *nanoseconds);
/* Resets the used resources. */
void bres__command_reset(bres__command *command);
/* Sets the metadata of a measurement. */
bres_status bres__command_describe(const bres__command *command, bres_measurement *measurement);

#endif
