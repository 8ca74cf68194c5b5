/* SPDX-License-Identifier: MIT */
/*
 * The tuner's first choice with budgets that are too small for proofs: searches in virtual time
 * with 2, 5 and 20 samples for each configuration, compared with sequential halving (Karnin, Koren
 * and Somekh 2013) with the same number of samples. In each round halving measures all remaining
 * configurations and keeps the faster half by the means of all samples. Each round has the same
 * share of the remaining budget, with at least one sample of each configuration.
 *
 * Limit: the mean regret, the fraction by which the first choice is slower than the fastest
 * configuration, must be at most 1.1 times that of halving plus 0.01 percentage points. Seeds are
 * paired: both methods search the same landscape. The equivalence margin is 0, so that the search
 * ends early only if all other configurations are proven slower.
 */
#include "truth/common/landscape.h"
#include "tune/search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FULL_RUNS    2000u
#define SHORT_RUNS   20u
#define REGRET_RATIO 1.1
#define REGRET_PLUS  1e-4

static void die(const char *message)
{
    fprintf(stderr, "tuner_budget: %s\n", message);
    exit(2);
}

static truth_landscape space;
static truth_source shape;

static void begin(size_t count, double deviation)
{
    memset(&space, 0, sizeof(space));
    space.count = count;
    for (size_t i = 0; i < count; i++)
        space.configs[i].deviation = deviation;
}

/* Three parameters of ten values, and one optimum. */
static void make_smooth(void)
{
    double optimum[3];
    double steep[3];

    begin(1000, 0.01);
    for (size_t k = 0; k < 3; k++) {
        optimum[k] = truth_between(&shape, 0, 9);
        steep[k] = truth_between(&shape, 0.002, 0.02);
    }
    for (size_t i = 0; i < space.count; i++) {
        size_t rest = i;

        for (size_t k = 0; k < 3; k++, rest /= 10)
            space.configs[i].median +=
                steep[k] * ((double)(rest % 10) - optimum[k]) * ((double)(rest % 10) - optimum[k]);
    }
}

/* A third of the configurations is within 1 % of the fastest. */
static void make_plateau(void)
{
    begin(300, 0.02);
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].median =
            i % 3 == 0 ? truth_between(&shape, 0, 0.01) : truth_between(&shape, 0.02, 0.4);
}

/* One configuration is 4 % faster than all others. */
static void make_needle(void)
{
    const size_t needle = truth_next(&shape) % 500;

    begin(500, 0.02);
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].median = i == needle ? 0 : truth_between(&shape, 0.04, 0.4);
}

/* Each configuration has its own deviation, from 0.1 to 10 %. */
static void make_uneven(void)
{
    begin(300, 0);
    for (size_t i = 0; i < space.count; i++) {
        space.configs[i].median = truth_between(&shape, 0, 0.2);
        space.configs[i].deviation = 0.001 * pow(100, truth_uniform(&shape));
    }
}

/* Four parameters; each pair of values has its own effect. */
static void make_interacting(void)
{
    static const size_t sizes[4] = { 4, 5, 10, 10 };
    double effects[4][4][10][10];

    begin(2000, 0.02);
    for (size_t a = 0; a < 4; a++)
        for (size_t b = 0; b < 4; b++)
            for (size_t x = 0; x < 10; x++)
                for (size_t y = 0; y < 10; y++)
                    effects[a][b][x][y] = 0.08 * truth_gauss(&shape);
    for (size_t i = 0; i < space.count; i++) {
        size_t values[4];
        size_t rest = i;

        for (size_t k = 0; k < 4; k++) {
            values[k] = rest % sizes[k];
            rest /= sizes[k];
        }
        for (size_t a = 0; a < 4; a++)
            for (size_t b = 0; b < a; b++)
                space.configs[i].median += effects[a][b][values[a]][values[b]];
    }
}

static const struct landscape {
    const char *name;
    void (*make)(void);
} landscapes[] = {
    { "smooth", make_smooth },       { "plateau", make_plateau },         { "needle", make_needle },
    { "uneven noise", make_uneven }, { "interacting", make_interacting },
};

static void landscape_begin(const struct landscape *landscape, uint64_t run)
{
    shape = truth_source_make(run);
    landscape->make();
    truth_landscape_begin(&space, ~run);
}

struct candidate {
    size_t config;
    double sum; /* of logarithms */
    uint64_t count;
};

static int candidate_order(const void *a, const void *b)
{
    const struct candidate *left = a;
    const struct candidate *right = b;
    const double x = left->sum / (double)left->count;
    const double y = right->sum / (double)right->count;

    return (x > y) - (x < y);
}

static size_t halving(uint64_t budget)
{
    static struct candidate candidates[TRUTH_CONFIGS_MAX];
    size_t count = space.count;
    size_t rounds = 0;

    for (size_t i = 0; i < count; i++)
        candidates[i] = (struct candidate){ .config = i };
    for (size_t rest = count; rest > 1; rest -= rest / 2)
        rounds++;
    for (; rounds > 0; rounds--) {
        const uint64_t share = budget / rounds / count;
        const uint64_t samples = share > 0 ? share : 1;

        for (size_t i = 0; i < count && budget > 0; i++) {
            for (uint64_t k = 0; k < samples && budget > 0; k++, budget--) {
                candidates[i].sum += log(truth_landscape_sample(&space, candidates[i].config));
                candidates[i].count++;
            }
        }
        qsort(candidates, count, sizeof(*candidates), candidate_order);
        count -= count / 2;
    }
    return candidates[0].config;
}

static size_t elimination(uint64_t budget, uint64_t seed)
{
    const bres__search_options options = {
        .strategy = BRES_TUNER_ELIMINATION,
        .config_count = space.count,
        .max_samples = budget,
        .trial_samples = 1000000,
        .equivalence_margin = 0,
        .error_rate = 0.01,
        .seed = seed,
    };
    bres__search *search = NULL;
    const size_t *best = NULL;
    size_t config;
    size_t samples;

    if (bres__search_new(&options, &search) != BRES_OK)
        die(bres_last_error());
    while (bres__search_next(search, 0, &config, &samples)) {
        for (; samples > 0; samples--) {
            const double seconds = truth_landscape_sample(&space, config);

            if (bres__search_tell(search, config, &seconds, 1) != BRES_OK)
                die(bres_last_error());
        }
    }
    if (bres__search_best(search, &best) == 0)
        die("a search reports nothing");
    config = best[0];
    bres__search_free(search);
    return config;
}

/* Sums over the runs of a cell. */
struct regrets {
    double halving;
    double search;
    double squares; /* of the differences, which must be at most 0 on average */
};

static bool cell_run(const struct landscape *landscape, uint64_t each, size_t runs)
{
    struct regrets sum = { 0 };
    double excess;
    double error;
    bool good;

    for (size_t run = 0; run < runs; run++) {
        double by_halving;
        double by_search;
        double more;

        landscape_begin(landscape, run);
        by_halving = truth_landscape_regret(&space, halving(each * space.count));
        landscape_begin(landscape, run);
        by_search = truth_landscape_regret(&space, elimination(each * space.count, run));
        more = by_search - REGRET_RATIO * by_halving - REGRET_PLUS;
        sum.halving += by_halving;
        sum.search += by_search;
        sum.squares += more * more;
    }
    excess = (sum.search - REGRET_RATIO * sum.halving) / (double)runs - REGRET_PLUS;
    error = sqrt(fmax(sum.squares / (double)runs - excess * excess, 0) / (double)runs);
    /* A few runs can refute the claim, but not prove it. */
    good = runs == FULL_RUNS ? excess <= 0 : excess <= 3 * error;
    printf("  %-13s %5zu %5u %9.4f%% %9.4f%% %9.4f%% %9.4f%%%s\n", landscape->name, space.count,
           (unsigned)each, 100 * sum.halving / (double)runs, 100 * sum.search / (double)runs,
           100 * excess, 196 * error, good ? "" : "  FAILED");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    static const uint64_t budgets[] = { 2, 5, 20 };
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    printf("tuner_budget: mean regret of the configuration that is named first\n"
           "  %-13s %5s %5s %10s %10s %10s %10s\n",
           "landscape", "of", "each", "halving", "tuner", "excess", "+-");
    for (size_t i = 0; i < sizeof(landscapes) / sizeof(*landscapes); i++) {
        for (size_t k = 0; k < sizeof(budgets) / sizeof(*budgets); k++)
            good = cell_run(&landscapes[i], budgets[k], full ? FULL_RUNS : SHORT_RUNS) && good;
    }
    return good ? 0 : 1;
}
