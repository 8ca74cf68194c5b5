/* SPDX-License-Identifier: MIT */
/*
 * A command that is timed.
 */
#ifndef BRES_TIMER_COMMAND_H
#define BRES_TIMER_COMMAND_H

#include "timer/timer.h"

/* A command, and the resources that its executions have used. */
struct bres__command {
    const char *const *arguments; /* in the timer's arena, like all texts here */
    const char *const *prepare;   /* NULL: no command */
    const char *const *environment;
    const char *output_path;
    uint64_t timeout_ms;       /* 0: none */
    int (*signal)(void *user); /* see bres__spawn */
    void *signal_user;
    int signal_sent; /* by the callback; 0: none */
    bool any_status;
    int exit_status; /* of the last execution */
    uint64_t user_ns;
    uint64_t system_ns;
    uint64_t max_rss_bytes;
};

/* Runs the prepare command. */
bres_status bres__command_prepare(bres__command *command);
/* Times of executions: by a clock, and the CPU time of the process and of the children that it has
 * waited for. */
typedef struct bres__command_time {
    uint64_t wall_ns;
    uint64_t processor_ns;
} bres__command_time;

/* Runs the command `number` times; `clock` is for the wall time. */
bres_status bres__command_run(bres__command *command, const bres_clock *clock, uint64_t number,
                              bres__command_time *time);
/* Resets the used resources. */
void bres__command_reset(bres__command *command);
/* Writes the metadata of a measurement. */
void bres__command_put(const bres__command *command, bres__json_writer *writer);

#endif
