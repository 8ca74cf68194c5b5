/* SPDX-License-Identifier: MIT */
/*
 * How often the verdict of a race is wrong, how far off its ratio is, and how many pairs it takes,
 * measured on times with known true values. A race measures two functions on a virtual clock that
 * their executions advance. A time is a center with right-skewed noise and outliers, plus a drift
 * and a random walk that both functions share, and is quantised. Nothing here knows how a race
 * decides. A race has the default options, in particular 10 seconds, and blocks of 10 ms.
 *
 * usage: race [--full]
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"
#include "truth/common/virtual_time.h"

#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE_NS      1e7  /* of one execution */
#define QUANTUM_NS   32.0 /* times are multiples of it */
#define DRIFT_BLOCKS 100  /* blocks in which the drift reaches its configured value */

typedef struct race_scenario {
    const char *name;
    double change;   /* of the candidate's time, a fraction */
    double noise;    /* standard deviation of a time without outliers, a fraction */
    double outliers; /* fraction of the times that are outliers */
    double drift;    /* over DRIFT_BLOCKS blocks, a fraction */
    double walk;     /* standard deviation of a step, a fraction */
    truth_bound same;
    double same_limit; /* percent of the races that are SAME */
    double found_min;  /* percent of the races that find the change; 0: no claim */
    double bias_max;   /* percent; 0: no claim */
    double pairs_max;  /* of the median of pairs; 0: no claim */
} race_scenario;

#define NO_SAME TRUTH_AS_MEASURED, 0

/* A change of 1 % is twice the smallest effect that matters, and equal to the margin of SAME. */
static const race_scenario scenarios[] = {
    { "A/A, noise 0.3 %", 0, 0.003, 0.05, 0, 0, TRUTH_AT_LEAST, 90, 0, 0, 30 },
    { "A/A, noise 1 %", 0, 0.01, 0, 0, 0, TRUTH_AT_LEAST, 90, 0, 0, 70 },
    { "A/A, noise 1 %, outliers, drift 5 %, walk", 0, 0.01, 0.05, 0.05, 0.002, TRUTH_AT_LEAST, 90,
      0, 0.2, 0 },
    { "A/A, noise 5 %", 0, 0.05, 0.05, 0, 0, NO_SAME, 0, 0, 0 },
    { "+1 %, noise 0.3 %", 0.01, 0.003, 0.05, 0, 0, TRUTH_AT_MOST, 5, 0, 0, 0 },
    { "+1 %, noise 1 %", 0.01, 0.01, 0, 0, 0, TRUTH_AT_MOST, 5, 0, 0, 0 },
    { "+1 %, noise 1 %, outliers, drift 5 %, walk", 0.01, 0.01, 0.05, 0.05, 0.002, TRUTH_AT_MOST, 5,
      0, 0, 0 },
    { "+2 %, noise 1 %", 0.02, 0.01, 0, 0, 0, TRUTH_AT_MOST, 1, 95, 0.2, 50 },
    { "+2 %, noise 1 %, outliers, drift 5 %, walk", 0.02, 0.01, 0.05, 0.05, 0.002, TRUTH_AT_MOST, 1,
      95, 0.2, 50 },
    { "+5 %, noise 3 %", 0.05, 0.03, 0.05, 0, 0, TRUTH_AT_MOST, 1, 95, 0, 0 },
};

/* Half of the variance is normal; the other half is exponential, which makes the noise skewed. */
static double noise_draw(const race_scenario *self, bres__random *random)
{
    const double part = sqrt(0.5);
    double noise =
        self->noise * part * (truth_normal(random) - log1p(-bres__random_unit(random)) - 1);

    if (bres__random_unit(random) < self->outliers)
        noise += 5 * self->noise * -log1p(-bres__random_unit(random));
    return noise;
}

/* The state that both functions share. */
typedef struct race_world {
    const race_scenario *scenario;
    bres__random random;
    truth_time time;
    unsigned blocks;
    double level; /* logarithm of the random walk's factor */
} race_world;

typedef struct race_runner {
    race_world *world;
    double center; /* logarithm of the time relative to BASE_NS */
} race_runner;

static void runner_run(void *user)
{
    const race_runner *self = user;
    race_world *world = self->world;
    const race_scenario *scenario = world->scenario;
    const double drift = log1p(scenario->drift * world->blocks++ / DRIFT_BLOCKS);
    double time;

    world->level += scenario->walk * truth_normal(&world->random);
    time =
        BASE_NS * exp(self->center + drift + world->level + noise_draw(scenario, &world->random));
    world->time.now += (uint64_t)(QUANTUM_NS * round(time / QUANTUM_NS));
}

typedef struct race_tally {
    size_t verdicts[BRES_AMBIGUOUS + 1];
    double bias; /* mean of log(measured ratio / true ratio) */
    double *pairs;
} race_tally;

static bool race_run(const race_scenario *scenario, uint64_t seed, race_tally *tally, size_t index)
{
    race_world world = { .scenario = scenario,
                         .random = bres__random_stream(20261122, seed),
                         .time.now = 1 };
    race_runner sides[2] = { { &world, 0 }, { &world, log1p(scenario->change) } };
    bres_race_side reference = { .cpu = runner_run, .context = &sides[0] };
    bres_race_side candidate = { .cpu = runner_run, .context = &sides[1] };
    bres_race_options options;
    bres_race_outcome outcome;
    bres_clock clock;

    truth_time_clock(&world.time, &clock);
    bres_race_options_init(&options);
    options.clock = &clock;
    options.seed = seed;
    bres_race_outcome_init(&outcome);
    if (bres_race(&reference, &candidate, &options, &outcome) != BRES_OK) {
        fprintf(stderr, "race: %s\n", bres_last_error());
        return false;
    }
    tally->verdicts[outcome.verdict]++;
    tally->bias += log(outcome.ratio) - sides[1].center;
    tally->pairs[index] = (double)outcome.pairs;
    return true;
}

static int pairs_compare(const void *one, const void *other)
{
    const double difference = *(const double *)one - *(const double *)other;

    return (difference > 0) - (difference < 0);
}

static bool is_met(const char *what, double value, double most)
{
    if (most == 0)
        return true;
    printf("  %s: %.3g, limit %g%s\n", what, value, most,
           value <= most ? "" : "  NOT AS IT MUST BE");
    return value <= most;
}

static bool scenario_report(const race_scenario *scenario, const race_tally *tally, size_t races,
                            bool full)
{
    const truth_claim wrong = { scenario->name, "wrong", TRUTH_AT_MOST, 1 };
    const truth_claim same = { scenario->name, "SAME", scenario->same, scenario->same_limit };
    const truth_claim found = { scenario->name, "found", TRUTH_AT_LEAST, scenario->found_min };
    const size_t slow = tally->verdicts[BRES_SLOW];
    bool good = truth_claim_report(
        &wrong, tally->verdicts[BRES_FAST] + (scenario->change == 0 ? slow : 0), races, full);

    good = truth_claim_report(&same, tally->verdicts[BRES_SAME], races, full) && good;
    if (scenario->found_min > 0)
        good = truth_claim_report(&found, slow, races, full) && good;
    good = is_met("bias, percent", fabs(100 * tally->bias / (double)races), scenario->bias_max) &&
           good;
    return is_met("median of pairs", tally->pairs[races / 2], scenario->pairs_max) && good;
}

/* Returns 0 if all claims hold, 1 if not, 2 after an error. */
static int scenario_run(const race_scenario *scenario, size_t races, bool full)
{
    race_tally tally = { .pairs = malloc(races * sizeof(double)) };
    bool done = tally.pairs != NULL;
    bool good = false;

    for (size_t i = 0; i < races && done; i++)
        done = race_run(scenario, i, &tally, i);
    if (done) {
        qsort(tally.pairs, races, sizeof(double), pairs_compare);
        good = scenario_report(scenario, &tally, races, full);
    }
    free(tally.pairs);
    return done ? !good : 2;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t races = full ? 10000 : 200;
    int status = 0;

    truth_claim_heading("Races of 10 s with the default options, looked at after every pair");
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]) && status < 2; i++) {
        const int result = scenario_run(&scenarios[i], races, full);

        status = result > status ? result : status;
    }
    return status;
}
