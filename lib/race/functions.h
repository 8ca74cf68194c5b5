/* SPDX-License-Identifier: MIT */
/*
 * What races of functions on the CPU (cpu.c) and on GPUs (cuda.c) share: the sides, the states that
 * are made of them, and the one row.
 */
#ifndef BRES_RACE_FUNCTIONS_H
#define BRES_RACE_FUNCTIONS_H

#include "measure/hooks.h"
#include "measure/settings.h"
#include "race/race.h"

typedef struct bres__function_race {
    bres__race race;
    const bres_race_side *sides[BRES__RACE_SIDES];
    bres_state *states[BRES__RACE_SIDES]; /* NULL: not kept */
    double seconds[BRES__RACE_SIDES];     /* of an execution, in the round that is measured */
    uint64_t block_size;
    bres__settings settings;
    bres__measure_hooks hooks; /* hand log and interruption on to the caller */
    /* Measures a block of a side: seconds of one execution. Not *taken: it does not count. */
    bres_status (*measure)(void *user, unsigned side, double *seconds, bool *taken);
    /* Adds the samples and standard summaries to the state of a side. */
    bres_status (*fill)(void *user, unsigned side, bres_state *state);
    void *user;
} bres__function_race;

/* Checks the sides for the public function of this name, loads the options and adds the states.
 * Sides and callbacks are set before. Close the race in any case. */
bres_status bres__function_race_open(bres__function_race *self, const char *function, bool cuda,
                                     const bres_race_options *options);
/* The row of the race. */
const bres__race_row *bres__function_race_row(const bres__function_race *self);
/* Measures until the race is over. */
bres_status bres__function_race_run(bres__function_race *self);
/* Fills the outcome and the states. */
bres_status bres__function_race_finish(bres__function_race *self, bres_race_outcome *outcome);
/* Frees everything but the states, which go to the outcome; after a failure they are dropped, and
 * the outcome is empty. Returns `status`. */
bres_status bres__function_race_close(bres__function_race *self, bres_status status,
                                      bres_race_outcome *outcome);

#endif
