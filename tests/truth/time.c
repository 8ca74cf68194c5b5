/* SPDX-License-Identifier: MIT */
/*
 * How often a timing of commands orders equal commands, and how often the confidence intervals of
 * its medians miss the true value, if it stops by its own rule or at its largest number of rounds.
 * The rows, comparisons and intervals are those of bres_timing_run(); the times of the runs are
 * random numbers.
 *
 * usage: time [--full]
 */
#include "race/time/time.h"
#include "truth/common/claim.h"
#include "truth/common/noise.h"

#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDS_MAX 200
#define BASE_TIME  0.01
#define ERROR_RATE 5 /* percent, the default */

typedef struct time_scenario {
    const char *name;
    unsigned commands;
    double noise;     /* standard deviation of the logarithm of a time */
    double change;    /* of the last command, a fraction */
    double found_min; /* percent of the timings that find the change; 0: no claim */
} time_scenario;

static const time_scenario scenarios[] = {
    { "2 equal commands, noise 1 %", 2, 0.01, 0, 0 },
    { "2 equal commands, noise 10 %", 2, 0.1, 0, 0 },
    { "5 equal commands, noise 1 %", 5, 0.01, 0, 0 },
    { "5 equal commands, noise 10 %", 5, 0.1, 0, 0 },
    { "5 commands, one +3 %, noise 1 %", 5, 0.01, 0.03, 95 },
};

typedef struct time_world {
    const time_scenario *scenario;
    bres_timing *timing;
    bres__random random;
} time_world;

static double center_of(const time_scenario *scenario, unsigned side)
{
    return BASE_TIME * (side + 1 == scenario->commands ? 1 + scenario->change : 1);
}

static bres_status world_measure(void *user, unsigned side, bool *taken)
{
    time_world *self = user;
    const bres__time_run run = {
        .wall = center_of(self->scenario, side) *
                exp(self->scenario->noise * truth_normal(&self->random)),
    };

    *taken = true;
    return bres__time_row_keep(self->timing, &self->timing->rows[side], &run);
}

static bres_status world_time(void *user, const bres__race_row *row, unsigned side, double *seconds)
{
    (void)row;
    *seconds = ((const time_world *)user)->timing->rows[side].last;
    return BRES_OK;
}

static bool world_wants(void *user, unsigned side)
{
    const time_world *self = user;
    const bres__time_row *row = &self->timing->rows[side];

    return row->count < (size_t)self->timing->race_options.min_pairs ||
           !bres__time_row_is_precise(self->timing, row);
}

typedef struct time_tally {
    size_t wrong;  /* timings in which a slower or equal command was named faster */
    size_t found;  /* timings in which every true difference was found */
    size_t missed; /* true medians outside of their confidence intervals */
} time_tally;

static void tally_add(time_tally *tally, const time_world *world)
{
    const time_scenario *scenario = world->scenario;
    bool is_wrong = false;
    bool is_found = true;

    bres__time_rows_update(world->timing);
    for (unsigned i = 0; i < scenario->commands; i++) {
        const bres_timing_row *row = bres_timing_row_at(world->timing, i);
        const double center = center_of(scenario, i);

        tally->missed += row->median_lower > center || row->median_upper < center;
    }
    for (size_t i = 0; i < world->timing->race.row_count; i++) {
        bres__race_row *row = &world->timing->race.rows[i];
        const double truth = center_of(scenario, row->sides[BRES__RACE_CANDIDATE]) -
                             center_of(scenario, row->sides[BRES__RACE_REFERENCE]);

        bres__race_row_set_verdict(row);
        is_wrong = is_wrong || (row->outcome.verdict == BRES_FAST && truth >= 0) ||
                   (row->outcome.verdict == BRES_SLOW && truth <= 0);
        is_found = is_found && (truth == 0 || row->outcome.verdict == BRES_SLOW);
    }
    tally->wrong += is_wrong;
    tally->found += is_found;
}

static bres_status timing_run(time_world *world, uint64_t seed, time_tally *tally)
{
    const bres__race_source source = { .user = world,
                                       .measure = world_measure,
                                       .time = world_time };
    bres_race_options race;
    bres_timing_options options;
    bres_status status;

    bres_race_options_init(&race);
    race.error_rate = ERROR_RATE / 100.0;
    race.max_time = 0;
    race.max_pairs = ROUNDS_MAX;
    race.seed = seed;
    bres_timing_options_init(&options);
    options.race = &race;
    status = bres_timing_new(&options, &world->timing);
    for (unsigned i = 0; i < world->scenario->commands && status == BRES_OK; i++) {
        const char name[] = { (char)('a' + i), '\0' };

        status = bres_timing_add_command(world->timing, name, "true");
    }
    if (status == BRES_OK)
        status = bres__time_rows_make(world->timing);
    if (status == BRES_OK) {
        world->timing->race.is_wanted = world_wants;
        world->timing->race.wanted_user = world;
        world->timing->race.refines = true;
        status = bres__race_run(&world->timing->race, &source);
    }
    if (status == BRES_OK)
        tally_add(tally, world);
    bres_timing_free(world->timing);
    return status;
}

/* Returns 0 if all claims hold, 1 if not, 2 after an error. */
static int scenario_run(const time_scenario *scenario, size_t timings, bool full)
{
    const truth_claim wrong = { scenario->name, "wrong order", TRUTH_AT_MOST, ERROR_RATE };
    const truth_claim missed = { scenario->name, "median missed", TRUTH_AT_MOST, ERROR_RATE };
    const truth_claim found = { scenario->name, "found", TRUTH_AT_LEAST, scenario->found_min };
    time_tally tally = { 0 };
    bool good;

    for (size_t i = 0; i < timings; i++) {
        time_world world = { .scenario = scenario, .random = bres__random_stream(20261124, i) };

        if (timing_run(&world, i, &tally) != BRES_OK) {
            fprintf(stderr, "time: %s\n", bres_last_error());
            return 2;
        }
    }
    good = truth_claim_report(&wrong, tally.wrong, timings, full);
    good = truth_claim_report(&missed, tally.missed, timings * scenario->commands, full) && good;
    if (scenario->found_min > 0)
        good = truth_claim_report(&found, tally.found, timings, full) && good;
    return !good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t timings = full ? 2000 : 60;
    int status = 0;

    truth_claim_heading("Timings of commands with the default options, when they stop");
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]) && status < 2; i++) {
        const int result = scenario_run(&scenarios[i], timings, full);

        status = result > status ? result : status;
    }
    return status;
}
