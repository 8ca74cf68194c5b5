/* SPDX-License-Identifier: MIT */
/*
 * Room harness: the parts of a race. race_options.c reads what the caller asks for, race_run.c
 * measures pairs until it is over, race_carry.c looks for carry-over, race_outcome.c says what came
 * of it, race_states.c makes states of it; race_cpu.c and race_cuda.c measure blocks.
 */
#ifndef BRES_RACE_RACE_H
#define BRES_RACE_RACE_H

#include "base/base.h"
#include "base/random.h"
#include "report/race/race.h"
#include "stats/sequential.h"

#include <benchresult/race.h>

enum { BRES__RACE_REFERENCE, BRES__RACE_CANDIDATE, BRES__RACE_SIDES };

typedef struct bres__race {
    bres_race_options options;
    bres_clock clock;
    bres__random coin;
    bres__sequential sequential;
    double *seconds[BRES__RACE_SIDES]; /* of an execution, by pair */
    size_t seconds_capacity[BRES__RACE_SIDES];
    char *order; /* by pair: 'R' when the reference was measured first, else 'C'; ends with NUL */
    size_t order_capacity;
    size_t count; /* pairs */
    uint64_t discarded;
    uint64_t block_size;
    uint64_t last;    /* reading of the clock */
    uint64_t elapsed; /* nanoseconds, the sum of all steps forwards of the clock */
    uint64_t next_progress;
    bool interrupted;
    bres_race_stop end;
} bres__race;

/* Reads the options and starts the time. Free the race in any case. */
bres_status bres__race_open(bres__race *race, const bres_race_options *options);
void bres__race_free(bres__race *race);
/* Checks what a caller has given and empties the outcome, which has its size. */
bres_status bres__race_outcome_check(bres_race_outcome *outcome);

/* Checks both sides for a function with this name: which of a side's functions must be set, and
 * its axes. */
bres_status bres__racers_check(const char *function, const bres_race_side *const *racers,
                               bool cuda);

/* Asks the caller; stays true. */
bool bres__race_is_interrupted(bres__race *race);
/* Reads the clock; true: the time is over. */
bool bres__race_is_late(bres__race *race);
/* Draws the order of the next pair: true when the candidate is first. */
bool bres__race_draw(bres__race *race);
/* Makes room for one more pair. */
bres_status bres__race_reserve(bres__race *race);
/* Adds a pair, for which there is room; both times are positive. */
void bres__race_add(bres__race *race, const double *seconds, bool candidate_first);
/* Says whether no further pair is to be measured, and then why. */
bool bres__race_is_over(bres__race *race);

/* Measures a block of a side: seconds of one execution, positive. Not *taken: it has no time, or
 * one that does not count. What a pair has beside its times may be kept at the place `count`. */
typedef bres_status (*bres__race_block_fn)(void *user, unsigned side, double *seconds, bool *taken);
/* Measures pairs until it is over. */
bres_status bres__race_run(bres__race *race, bres__race_block_fn block, void *user);

/* The figures of an outcome, for its texts. */
bres__race_figures bres__race_figures_of(const bres_race_outcome *outcome);
/* Fills an outcome but for its states. */
void bres__race_conclude(const bres__race *race, bres_race_outcome *outcome);
/* The part of it that only needs what the sequential decision knows. */
void bres__race_put_decision(const bres__sequential *sequential, bres_race_outcome *outcome);

/* What the measurement of a block does to the next one. */
typedef struct bres__carry_over {
    double effect; /* logarithm of the factor */
    double p;
} bres__carry_over;

/* Whether a side's times after a block of the other side differ from those after one of its own.
 * `order` as above. Without enough of both, or memory, it is 0 with p 1. */
void bres__race_carry_over(const double *seconds, const char *order, size_t count, unsigned side,
                           bres__carry_over *carry_over);
/* By what factor the second block of a pair takes longer: its logarithm. */
double bres__race_order_effect(const double *reference, const double *candidate, const char *order,
                               size_t count);

/* The states of both sides, those that are kept, with their axes; all or none. */
bres_status bres__race_states_add(const bres_race_side *const *racers, bres_state **states);
void bres__race_states_drop(const bres_race_side *const *racers, bres_state **states);
/* Adds `bres/race/...` to a state. */
bres_status bres__race_add_summaries(const bres__race *race, const bres_race_outcome *outcome,
                                     unsigned side, bres_state *state);

#endif
