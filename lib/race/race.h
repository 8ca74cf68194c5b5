/* SPDX-License-Identifier: MIT */
/*
 * Room race: the engine of races of functions (functions.h), of two commands (commands.h) and of
 * many commands (time/time.h). A race has sides and rows. Each row compares two sides and is
 * decided independently. A source measures rounds. A round measures each side that is needed once,
 * in a random order; each undecided row then gets a pair, the times of its two sides.
 */
#ifndef BRES_RACE_RACE_H
#define BRES_RACE_RACE_H

#include "base/base.h"
#include "base/random.h"
#include "report/race/race.h"
#include "stats/sequential/sequential.h"

#include <benchresult/race.h>

/* The two sides of a row. A race also has two sides, unless bres__race_set_sides() sets another
 * number. */
enum { BRES__RACE_REFERENCE, BRES__RACE_CANDIDATE, BRES__RACE_SIDES };

extern const char *const bres__race_side_names[BRES__RACE_SIDES];

typedef struct bres__race_row {
    char *bench; /* owned, like `state`; NULL in a race of functions */
    char *state;
    unsigned sides[BRES__RACE_SIDES]; /* indices of sides of the race */
    bres__sequential sequential;
    double *seconds[BRES__RACE_SIDES]; /* by pair */
    size_t seconds_capacity[BRES__RACE_SIDES];
    char *order; /* by pair: bres__race_order_letter(); ends with NUL */
    size_t order_capacity;
    bres_race_outcome outcome;
} bres__race_row;

typedef struct bres__race {
    bres_race_options options;
    bres_clock clock;
    bres__random order_generator;
    unsigned side_count;
    unsigned *order; /* room for the sides of a round */
    /* Whether this side must be measured even if its rows are decided. NULL: never. */
    bool (*is_wanted)(void *user, unsigned side);
    void *wanted_user;
    bool refines; /* a decided row gets further pairs, and may become undecided again */
    bres__race_row *rows;
    size_t row_count;
    size_t row_capacity;
    size_t decided;   /* number of decided rows */
    uint64_t rounds;  /* complete or discarded */
    uint64_t last;    /* last reading of the clock */
    uint64_t elapsed; /* nanoseconds, the sum of all forward steps of the clock */
    uint64_t next_report;
    bool interrupted;
    bool tests_carry_over;      /* a row is decided only when carry-over can be tested */
    bres_race_stop stop_reason; /* 0: the race is running */
} bres__race;

/* The source of the times of a race. */
typedef struct bres__race_source {
    void *user;
    /* Measures one side once. *taken false: the measurement does not count, and the round is
     * discarded at once. A source may end the race by setting its stop reason; the race then drops
     * the round. */
    bres_status (*measure)(void *user, unsigned side, bool *taken);
    /* Called before `time`, after all sides of the round were taken in this order. May be NULL. */
    bres_status (*complete)(void *user, const unsigned *order);
    /* Gets the time of a side for a row in this round; not above 0: the side has no time. */
    bres_status (*time)(void *user, const bres__race_row *row, unsigned side, double *seconds);
    /* Called after a round, at most once per `report_interval` nanoseconds. May be NULL. */
    void (*report)(void *user);
    uint64_t report_interval;
    bool stored; /* the rounds come from an earlier process; the caller cannot interrupt them */
} bres__race_source;

/* Loads the options and starts counting the time. Free the race even after a failure. */
bres_status bres__race_open(bres__race *race, const bres_race_options *options);
void bres__race_free(bres__race *race);
/* Sets the number of sides, before the first row. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_set_sides(bres__race *race, unsigned count);
/* Adds a row of the first two sides; the names are copied. */
bres_status bres__race_add_row(bres__race *race, const char *bench, const char *state);
/* Adds a row of any two sides, without names. */
bres_status bres__race_add_comparison(bres__race *race, unsigned reference, unsigned candidate);

/* Call this after rows were added. With BRES_RACE_NOT_SLOWER, a wrong SLOW of any row makes the
 * whole race wrong, so the rows share the error rate of SLOW. */
void bres__race_share_error_rate(bres__race *race);

/* Starts counting the time; bres__race_open() does the same. */
void bres__race_start_time(bres__race *race);
/* Asks the caller's callback; stays true once it was true. */
bool bres__race_is_interrupted(bres__race *race);
/* Reads the clock; true: the time budget is used up. */
bool bres__race_is_late(bres__race *race);
/* true: no further round; the stop reason is set. */
bool bres__race_is_over(bres__race *race);
/* Measures one round. */
bres_status bres__race_run_round(bres__race *race, const bres__race_source *source);
/* Measures rounds until the race is over. */
bres_status bres__race_run(bres__race *race, const bres__race_source *source);

/* 'R' for an order of two sides in which the reference is measured first, else 'C'. */
char bres__race_order_letter(const unsigned *order);

/* Sets verdict, ratio, interval, plan and message of the row's outcome from its pairs so far. */
void bres__race_row_set_verdict(bres__race_row *row);
/* Sets the times of both sides. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_row_set_times(bres__race_row *row);
/* Sets carry-over and order effect of the row's outcome, and warns when they matter. A verdict that
 * carry-over makes uncertain becomes AMBIGUOUS. Errors: BRES_ERROR_MEMORY. */
bres_status bres__race_row_set_carry_over(const bres__race *race, bres__race_row *row);
/* The figures of an outcome, for its texts. */
bres__race_figures bres__race_figures_of(const bres_race_outcome *outcome);
/* Checks the caller's outcome, including its size, and empties it. */
bres_status bres__race_outcome_check(bres_race_outcome *outcome);

#endif
