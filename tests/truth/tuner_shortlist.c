/* SPDX-License-Identifier: MIT */
/*
 * How often the tuner's short list has a configuration within the margin of the fastest one, and
 * how long the list is: searches in virtual time over landscapes of 300 to 2,000 configurations,
 * with budgets of 2, 5 and 20 samples of each configuration on average, and without a budget.
 *
 * Limits: the list has such a configuration in at least 87 % of the runs of each row. With 20
 * samples of each configuration the list has at most a quarter of the configurations of a smooth
 * space and of a needle. These budgets cannot find the needle with 12 % noise, so that no limit
 * applies to its length. The last two columns show how often the first choice was the fastest
 * configuration, and its mean estimated chance.
 */
#include "truth/common/claim.h"
#include "truth/common/landscape.h"
#include "tune/search/standing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FULL_RUNS   300u
#define SHORT_RUNS  2u
#define FIRST_SEED  1000000u /* the search was developed with other seeds */
#define MARGIN      0.01
#define HOLDS_MIN   87.0
#define SIZE_MAX_AT 20u /* samples of each */
#define LENGTH_MAX  25.0
#define INTERVAL    0.975 /* one-sided, of both limits */

static void die(const char *message)
{
    fprintf(stderr, "tuner_shortlist: %s\n", message);
    exit(2);
}

static truth_landscape space;
static truth_source shape;

static void space_make(size_t count, double deviation)
{
    memset(&space, 0, sizeof(space));
    space.count = count;
    for (size_t i = 0; i < count; i++)
        space.configs[i].deviation = deviation;
}

/* Three parameters of eight values each, one optimum. */
static void make_smooth(double deviation)
{
    double optimum[3];
    double steep[3];

    space_make(512, deviation);
    for (size_t k = 0; k < 3; k++) {
        optimum[k] = truth_between(&shape, 0, 7);
        steep[k] = truth_between(&shape, 0.002, 0.03);
    }
    for (size_t i = 0; i < space.count; i++) {
        const size_t values[3] = { i % 8, i / 8 % 8, i / 64 };

        for (size_t k = 0; k < 3; k++) {
            const double away = (double)values[k] - optimum[k];

            space.configs[i].median += steep[k] * away * away;
        }
    }
}

/* Two of five configurations are within 0.5 % of the fastest one. */
static void make_plateau(double deviation)
{
    space_make(500, deviation);
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].median =
            i % 5 < 2 ? truth_between(&shape, 0, 0.005) : truth_between(&shape, 0.03, 0.4);
}

/* One configuration is 3 % faster than all others. */
static void make_needle(double deviation)
{
    const size_t fastest = truth_next(&shape) % 1000;

    space_make(1000, deviation);
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].median = i == fastest ? 0 : truth_between(&shape, 0.03, 0.035);
}

/* Each configuration has different noise; the fastest one has the most. */
static void make_uneven(double deviation)
{
    space_make(300, deviation);
    for (size_t i = 1; i < space.count; i++) {
        space.configs[i].median = truth_between(&shape, 0.001, 0.2);
        space.configs[i].deviation = deviation * pow(50, -truth_uniform(&shape));
    }
}

/* Half of the configurations are quiet, among them the fastest; half are noisy. */
static void make_half(double deviation)
{
    space_make(400, 0.005);
    for (size_t i = 1; i < space.count; i++) {
        space.configs[i].median = truth_between(&shape, 0.02, 0.1);
        space.configs[i].deviation = i % 2 == 0 ? 0.005 : deviation;
    }
}

/* Four parameters of ten, ten, ten and two values; all pairs interact. */
static void make_interacting(double deviation)
{
    double pairs[4][4][10][10];

    space_make(2000, deviation);
    for (double *value = &pairs[0][0][0][0]; value < &pairs[0][0][0][0] + 1600; value++)
        *value = 0.05 * truth_gauss(&shape);
    for (size_t i = 0; i < space.count; i++) {
        const size_t values[4] = { i % 10, i / 10 % 10, i / 100 % 10, i / 1000 };

        for (size_t a = 0; a < 4; a++) {
            for (size_t b = 0; b <= a; b++)
                space.configs[i].median += pairs[a][b][values[a]][values[b]];
        }
    }
}

typedef struct cell {
    const char *name;
    void (*make)(double deviation);
    double deviation;
    bool is_short; /* the limit of the length applies */
} cell;

static const cell cells[] = {
    { "smooth, 2 %", make_smooth, 0.02, true },
    { "smooth, 10 %", make_smooth, 0.1, true },
    { "plateau, 1 %", make_plateau, 0.01, false },
    { "plateau, 5 %", make_plateau, 0.05, false },
    { "needle, 1 %", make_needle, 0.01, true },
    { "needle, 4 %", make_needle, 0.04, true },
    { "needle, 12 %", make_needle, 0.12, false },
    { "uneven noise, 0.1 to 5 %", make_uneven, 0.05, false },
    { "uneven noise, half of them 5 %", make_half, 0.05, false },
    { "interacting, 3 %", make_interacting, 0.03, false },
    { "interacting, 12 %", make_interacting, 0.12, false },
};

static const size_t budgets[] = { 2, 5, 20, 0 }; /* 0: none */

typedef struct figures {
    size_t runs;
    size_t holds;
    size_t fastest; /* runs whose first choice is the fastest configuration */
    double length;
    double chance;
} figures;

static void search_run(bres__search *search)
{
    size_t config;
    size_t samples;

    while (bres__search_next(search, 0, &config, &samples)) {
        for (; samples > 0; samples--) {
            const double seconds = truth_landscape_sample(&space, config);

            if (bres__search_tell(search, config, &seconds, 1) != BRES_OK)
                die(bres_last_error());
        }
    }
}

static void figures_add(figures *sum, bres__search *search)
{
    const size_t *configs;
    size_t best_count;
    size_t length = 0;
    bool holds = false;

    if (bres__search_order(search, &configs, &best_count) == 0)
        die("a search reports nothing");
    sum->fastest += configs[0] == space.fastest;
    sum->chance += bres__search_standing(search, configs[0]).chance;
    for (size_t i = 0; i < space.count; i++) {
        if (!bres__search_standing(search, i).short_listed)
            continue;
        length++;
        holds = holds || truth_landscape_regret(&space, i) <= MARGIN;
    }
    sum->runs++;
    sum->holds += holds;
    sum->length += (double)length / (double)space.count;
}

static void run(const cell *landscape, size_t each, uint64_t seed, figures *sum)
{
    bres__search_options options = {
        .strategy = BRES_TUNER_ELIMINATION,
        .trial_samples = 200,
        .equivalence_margin = MARGIN,
        .error_rate = 0.01,
        .seed = seed,
    };
    bres__search *search = NULL;

    shape = truth_source_make(seed);
    landscape->make(landscape->deviation);
    truth_landscape_begin(&space, ~seed);
    options.config_count = space.count;
    options.max_samples = each * space.count;
    if (bres__search_new(&options, &search) != BRES_OK)
        die(bres_last_error());
    search_run(search);
    figures_add(sum, search);
    bres__search_free(search);
}

static bool cell_run(const cell *landscape, size_t each, size_t runs)
{
    figures sum = { 0 };
    double length;
    bool good;

    for (size_t i = 0; i < runs; i++)
        run(landscape, each, FIRST_SEED + i, &sum);
    length = 100 * sum.length / (double)sum.runs;
    /* A few runs can refute the limit only if the rate is far below it. */
    good = runs == FULL_RUNS ? 100 * (double)sum.holds >= HOLDS_MIN * (double)sum.runs
                             : 100 * truth_rate_upper(sum.holds, sum.runs, 0.999) >= HOLDS_MIN;
    good = good && (!landscape->is_short || each != SIZE_MAX_AT || length <= LENGTH_MAX);
    printf("  %-30s %4zu %5zu %7.1f%% %6.1f%% to %5.1f%% %7.2f%% %7.1f%% %7.1f%%%s\n",
           landscape->name, each, sum.runs, 100 * (double)sum.holds / (double)sum.runs,
           100 * truth_rate_lower(sum.holds, sum.runs, INTERVAL),
           100 * truth_rate_upper(sum.holds, sum.runs, INTERVAL), length,
           100 * (double)sum.fastest / (double)sum.runs, 100 * sum.chance / (double)sum.runs,
           good ? "" : "  FAILED");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    printf("tuner: the short list (each 0: no budget)\n"
           "  %-30s %4s %5s %8s %17s %8s %8s %8s\n",
           "landscape, noise", "each", "runs", "holds", "95 % limits", "length", "fastest",
           "chance");
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        for (size_t k = 0; k < sizeof budgets / sizeof *budgets; k++) {
            if (argc > 2 && strstr(cells[i].name, argv[2]) == NULL)
                continue;
            good = cell_run(&cells[i], budgets[k], full ? FULL_RUNS : SHORT_RUNS) && good;
        }
    }
    return good ? 0 : 1;
}
