/* SPDX-License-Identifier: MIT */
/*
 * How often the 95 % confidence interval of a time contains the true time: for the configuration
 * that a search names first, and for all others that it has not eliminated. Searches in virtual
 * time with normal noise. Each interval is computed for one configuration alone. The search selects
 * these configurations for their low times, so that their intervals contain the true time less
 * often: the limits are 85 % for the first configuration and 88 % for the others.
 */
#include "truth/common/claim.h"
#include "truth/common/landscape.h"
#include "tune/search/standing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FULL_RUNS  2000u
#define SHORT_RUNS 200u
#define TIME_UNIT  1e-3

static void die(const char *message)
{
    fprintf(stderr, "tuner_interval: %s\n", message);
    exit(2);
}

struct cell {
    const char *name;
    size_t configs;
    size_t each;  /* samples of each configuration, on average */
    double step;  /* between neighbours, of the logarithm of the time */
    double quiet; /* deviation of every second configuration */
    double noisy; /* deviation of the others */
};

static const struct cell cells[] = {
    { "9 near each other, 7 samples", 9, 7, 0.002, 0.05, 0.05 },
    { "9 near each other, 60 samples", 9, 60, 0.002, 0.05, 0.05 },
    { "2 alike, 50 samples", 2, 50, 0, 0.02, 0.02 },
    { "one quiet beside a noisy one", 2, 50, 0, 0.001, 0.03 },
    { "10 of which 5 are noisy", 10, 40, 0.001, 0.001, 0.03 },
    { "40 in steps of 1 %", 40, 20, 0.01, 0.02, 0.02 },
    { "200 in steps of 0.1 %", 200, 10, 0.001, 0.01, 0.01 },
};

struct counts {
    size_t first_holds;
    size_t others_hold;
    size_t others;
};

static truth_landscape space;

static void space_make(const struct cell *cell, uint64_t seed)
{
    memset(&space, 0, sizeof(space));
    space.count = cell->configs;
    for (size_t i = 0; i < space.count; i++)
        space.configs[i] = (truth_config){ .median = (double)i * cell->step,
                                           .deviation = i % 2 == 0 ? cell->quiet : cell->noisy };
    truth_landscape_begin(&space, seed);
}

static bool holds(bres__search *search, size_t config)
{
    const bres__standing standing = bres__search_standing(search, config);
    const double time = TIME_UNIT * exp(space.configs[config].median);

    return standing.lower <= time && time <= standing.upper;
}

static void run(const struct cell *cell, uint64_t seed, struct counts *counts)
{
    const bres__search_options options = {
        .strategy = BRES_TUNER_ELIMINATION,
        .config_count = cell->configs,
        .max_samples = cell->each * cell->configs,
        .trial_samples = 1000,
        .equivalence_margin = 0,
        .error_rate = 0.01,
        .seed = seed,
    };
    bres__search *search = NULL;
    const size_t *order = NULL;
    size_t config;
    size_t samples;
    size_t count;

    space_make(cell, seed);
    if (bres__search_new(&options, &search) != BRES_OK)
        die(bres_last_error());
    while (bres__search_next(search, 0, &config, &samples)) {
        for (; samples > 0; samples--) {
            const double seconds = truth_landscape_sample(&space, config);

            if (bres__search_tell(search, config, &seconds, 1) != BRES_OK)
                die(bres_last_error());
        }
    }
    (void)bres__search_order(search, &order, &count);
    counts->first_holds += holds(search, order[0]);
    for (size_t i = 1; i < count; i++)
        counts->others_hold += holds(search, order[i]);
    counts->others += count - 1;
    bres__search_free(search);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const size_t runs = full ? FULL_RUNS : SHORT_RUNS;
    bool good = true;

    truth_claim_heading("tuner_interval: confidence intervals of times that hold the true time");
    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++) {
        const truth_claim first = { cells[i].name, "named first", TRUTH_AT_LEAST, 85 };
        const truth_claim others = { cells[i].name, "others", TRUTH_AT_LEAST, 88 };
        struct counts counts = { 0 };

        for (size_t k = 0; k < runs; k++)
            run(&cells[i], k, &counts);
        good = truth_claim_report(&first, counts.first_holds, runs, full) && good;
        good = truth_claim_report(&others, counts.others_hold, counts.others, full) && good;
    }
    return good ? 0 : 1;
}
