/* SPDX-License-Identifier: MIT */
/*
 * How often a race finds carry-over between its sides, with and without true carry-over, and how
 * often carry-over makes the verdict on equal functions wrong. A time is a center with normal noise
 * and with delays that depend on the previous function and on the position in the pair.
 *
 * usage: carry_over [--full]
 */
#include "truth/common/claim.h"
#include "truth/common/noise.h"
#include "truth/common/virtual_time.h"

#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define BASE_NS   1e6
#define MAX_PAIRS 400

typedef struct carry_scenario {
    const char *name;
    double noise;
    double after_candidate; /* fraction by which a block after the candidate takes longer */
    double after_other;     /* the same after the other side */
    double second;          /* the same for the second block of a pair */
    double flagged_min;     /* percent; -1: at most 1 %; -2: no claim */
} carry_scenario;

static const carry_scenario scenarios[] = {
    { "noise 1 %", 0.01, 0, 0, 0, -1 },
    { "noise 5 %", 0.05, 0, 0, 0, -1 },
    { "noise 1 %, second of a pair 3 % slower", 0.01, 0, 0, 0.03, -1 },
    { "noise 0.3 %, second of a pair 3 % slower", 0.003, 0, 0, 0.03, -1 },
    { "noise 0.3 %, 3 % slower after the candidate", 0.003, 0.03, 0, 0, 99 },
    { "noise 1 %, 3 % slower after the candidate", 0.01, 0.03, 0, 0, 99 },
    { "noise 1 %, 3 % slower after the other side", 0.01, 0, 0.03, 0, -2 },
};

typedef struct carry_world {
    const carry_scenario *scenario;
    bres__random random;
    truth_time time;
    unsigned blocks; /* so far; every second block is assumed to be the second of its pair */
    int last;        /* the side of the last block */
} carry_world;

typedef struct carry_runner {
    carry_world *world;
    int side;
} carry_runner;

static void runner_run(void *user)
{
    const carry_runner *self = user;
    carry_world *world = self->world;
    const carry_scenario *scenario = world->scenario;
    double time = scenario->noise * truth_normal(&world->random);

    if (world->last == 1)
        time += log1p(scenario->after_candidate);
    if (world->last != self->side)
        time += log1p(scenario->after_other);
    if (world->blocks++ % 2 == 1)
        time += log1p(scenario->second);
    world->last = self->side;
    world->time.now += (uint64_t)(BASE_NS * exp(time));
}

typedef struct carry_counts {
    size_t flagged;
    size_t wrong;
} carry_counts;

static bool race_run(const carry_scenario *scenario, uint64_t seed, carry_counts *counts)
{
    carry_world world = { .scenario = scenario, .random = bres__random_stream(20261123, seed) };
    carry_runner sides[2] = { { &world, 0 }, { &world, 1 } };
    bres_race_side reference = { .cpu = runner_run, .context = &sides[0] };
    bres_race_side candidate = { .cpu = runner_run, .context = &sides[1] };
    bres_race_options options;
    bres_race_outcome outcome;
    bres_clock clock;

    truth_time_clock(&world.time, &clock);
    bres_race_options_init(&options);
    options.clock = &clock;
    options.seed = seed;
    options.max_time = 0;
    options.max_pairs = MAX_PAIRS;
    bres_race_outcome_init(&outcome);
    if (bres_race(&reference, &candidate, &options, &outcome) != BRES_OK) {
        fprintf(stderr, "carry_over: %s\n", bres_last_error());
        return false;
    }
    counts->flagged += outcome.carries_over != 0;
    counts->wrong += outcome.verdict == BRES_FAST || outcome.verdict == BRES_SLOW;
    return true;
}

static truth_claim flagged_claim(const carry_scenario *scenario)
{
    truth_claim claim = { scenario->name, "flagged", TRUTH_AS_MEASURED, 0 };

    if (scenario->flagged_min > 0) {
        claim.bound = TRUTH_AT_LEAST;
        claim.limit = scenario->flagged_min;
    } else if (scenario->flagged_min == -1) {
        claim.bound = TRUTH_AT_MOST;
        claim.limit = 1;
    }
    return claim;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t races = full ? 10000 : 200;
    bool good = true;

    truth_claim_heading("Carry-over in races of functions that are alike");
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
        const truth_claim flagged = flagged_claim(&scenarios[i]);
        const truth_claim wrong = { scenarios[i].name, "wrong", TRUTH_AT_MOST, 1 };
        carry_counts counts = { .flagged = 0 };

        for (size_t race = 0; race < races; race++) {
            if (!race_run(&scenarios[i], race * 100 + i, &counts))
                return 2;
        }
        good = truth_claim_report(&flagged, counts.flagged, races, full) && good;
        good = truth_claim_report(&wrong, counts.wrong, races, full) && good;
    }
    return good ? 0 : 1;
}
