/* SPDX-License-Identifier: MIT */
/*
 * Shared by races of functions on the CPU (cpu.c) and on GPUs (cuda.c): the sides, the states made
 * of them, and the only row.
 */
#ifndef BRES_RACE_FUNCTIONS_H
#define BRES_RACE_FUNCTIONS_H

#include "measure/hooks.h"
#include "measure/settings.h"
#include "race/race.h"

typedef struct bres__function_race {
    bres__race race;
    const bres_race_side *sides[BRES__RACE_SIDES];
    bres_state *states[BRES__RACE_SIDES]; /* NULL: side without benchmark */
    double seconds[BRES__RACE_SIDES];     /* of an execution, in the current round */
    uint64_t block_size;
    bres__settings settings;
    bres__measure_hooks hooks; /* forward log and interruption to the caller */
    /* Measures a block of the side; `seconds` gets the time of one execution. *taken false: the
     * block does not count. */
    bres_status (*measure)(void *user, unsigned side, double *seconds, bool *taken);
    /* Adds the samples and standard summaries to the state of a side. */
    bres_status (*fill)(void *user, unsigned side, bres_state *state);
    void *user;
} bres__function_race;

/* Checks the sides, loads the options and adds the states; errors name the public function
 * `function`. The caller sets sides and callbacks before, and closes the race even after a
 * failure. */
bres_status bres__function_race_open(bres__function_race *self, const char *function, bool cuda,
                                     const bres_race_options *options);
/* The row of the race. */
const bres__race_row *bres__function_race_row(const bres__function_race *self);
/* Measures until the race is over. */
bres_status bres__function_race_run(bres__function_race *self);
/* Fills the outcome and the states. */
bres_status bres__function_race_finish(bres__function_race *self, bres_race_outcome *outcome);
/* Frees everything except the states, to which the outcome gets pointers. After a failure, drops
 * the states and empties the outcome. Returns `status`. */
bres_status bres__function_race_close(bres__function_race *self, bres_status status,
                                      bres_race_outcome *outcome);

#endif
