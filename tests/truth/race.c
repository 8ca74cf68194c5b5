/* SPDX-License-Identifier: MIT */
/*
 * How often a race is decided wrongly, how far off its ratio is, and how many pairs it takes: on
 * times whose truth is known. A race measures two functions on a clock that stands still but for
 * what they add to it: a center, right-skewed noise with outliers, and drift and a random walk that
 * both share, quantised. Nothing here knows how a race decides.
 *
 * usage: race [--full]
 */
#include <benchresult.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BASE_NS      1e6  /* of one execution */
#define QUANTUM_NS   32.0 /* that times are multiples of */
#define READING_NS   25   /* that passes with a reading of the clock */
#define DRIFT_BLOCKS 100  /* blocks over which the drift is as large as asked for */
#define MAX_PAIRS    2000

static uint64_t generator; /* xorshift64*, Vigna 2016 */

static double uniform(void)
{
    generator ^= generator >> 12;
    generator ^= generator << 25;
    generator ^= generator >> 27;
    return ((double)((generator * UINT64_C(2685821657736338717)) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
    const double radius = sqrt(-2 * log(uniform()));

    return radius * cos(6.283185307179586 * uniform());
}

typedef struct race_scenario {
    const char *name;
    double change;   /* of the candidate's time, a fraction */
    double noise;    /* standard deviation of a time without outliers, a fraction */
    double outliers; /* part of the times that are, a fraction */
    double drift;    /* over DRIFT_BLOCKS blocks, a fraction */
    double walk;     /* standard deviation of a step, a fraction */
    /* What must hold; negative: anything may. */
    double wrong_max;
    double bias_max;
    double median_max;
} race_scenario;

/* Half of the variance is normal, half of it an exponential's, which is what skews. */
static double noise_draw(const race_scenario *self)
{
    const double part = sqrt(0.5);
    double noise = self->noise * part * (normal() - log(uniform()) - 1);

    if (uniform() < self->outliers)
        noise += 5 * self->noise * -log(uniform());
    return noise;
}

/* What both functions share. */
typedef struct race_world {
    const race_scenario *scenario;
    uint64_t now;
    unsigned blocks;
    double level; /* of the random walk: a logarithm */
} race_world;

typedef struct race_runner {
    race_world *world;
    double center; /* a logarithm */
} race_runner;

static uint64_t world_now(void *user)
{
    race_world *self = user;

    self->now += READING_NS;
    return self->now;
}

static void world_sleep(void *user, uint64_t nanoseconds)
{
    ((race_world *)user)->now += nanoseconds;
}

static void runner_run(void *user)
{
    const race_runner *self = user;
    race_world *world = self->world;
    const race_scenario *scenario = world->scenario;
    const double drift = log1p(scenario->drift * world->blocks++ / DRIFT_BLOCKS);
    double time;

    world->level += scenario->walk * normal();
    time = BASE_NS * exp(self->center + drift + world->level + noise_draw(scenario));
    world->now += (uint64_t)(QUANTUM_NS * round(time / QUANTUM_NS));
}

typedef struct race_tally {
    unsigned verdicts[5]; /* by bres_verdict */
    double bias;          /* mean of the logarithm of the ratio over the true one */
    double *pairs;
} race_tally;

static int race_run(const race_scenario *scenario, uint64_t seed, race_tally *tally, unsigned index)
{
    race_world world = { .scenario = scenario, .now = 1 };
    race_runner sides[2] = { { &world, 0 }, { &world, log1p(scenario->change) } };
    bres_race_side reference = { .cpu = runner_run, .context = &sides[0] };
    bres_race_side candidate = { .cpu = runner_run, .context = &sides[1] };
    bres_race_options options;
    bres_race_outcome outcome;
    bres_clock clock;

    bres_clock_init(&clock);
    clock.now = world_now;
    clock.sleep = world_sleep;
    clock.user = &world;
    bres_race_options_init(&options);
    options.clock = &clock;
    options.seed = seed;
    options.max_time = 0;
    options.max_pairs = MAX_PAIRS;
    bres_race_outcome_init(&outcome);
    if (bres_race(&reference, &candidate, &options, &outcome) != BRES_OK) {
        fprintf(stderr, "race: %s\n", bres_last_error());
        return 1;
    }
    tally->verdicts[outcome.verdict]++;
    tally->bias += log(outcome.ratio) - sides[1].center;
    tally->pairs[index] = (double)outcome.pairs;
    return 0;
}

static int pairs_compare(const void *one, const void *other)
{
    const double difference = *(const double *)one - *(const double *)other;

    return (difference > 0) - (difference < 0);
}

/* FAST and SLOW are wrong where there is no change, FAST and SAME where there is one. */
static unsigned wrong_count(const race_scenario *scenario, const race_tally *tally)
{
    return tally->verdicts[BRES_FAST] +
           tally->verdicts[scenario->change == 0 ? BRES_SLOW : BRES_SAME];
}

static int is_met(const char *what, double value, double most)
{
    if (most < 0 || value <= most)
        return 1;
    printf("  %s is %g, which must be at most %g\n", what, value, most);
    return 0;
}

static int scenario_run(const race_scenario *scenario, unsigned races)
{
    race_tally tally = { .bias = 0, .pairs = malloc(races * sizeof(double)) };
    double percent = 100.0 / races;
    double wrong;
    double median;
    int met;

    if (tally.pairs == NULL)
        return 1;
    for (unsigned i = 0; i < races; i++) {
        generator = UINT64_C(88172645463325252) + 977 * i;
        if (race_run(scenario, i, &tally, i) != 0)
            return 1;
    }
    qsort(tally.pairs, races, sizeof(double), pairs_compare);
    wrong = wrong_count(scenario, &tally) * percent;
    median = tally.pairs[races / 2];
    printf("| %-36s | %5.2f | %6.2f | %6.2f | %6.2f | %6.0f | %4.0f | %+7.3f |\n", scenario->name,
           wrong, tally.verdicts[BRES_FAST] * percent + tally.verdicts[BRES_SLOW] * percent,
           tally.verdicts[BRES_SAME] * percent, tally.verdicts[BRES_AMBIGUOUS] * percent, median,
           tally.pairs[(size_t)races * 9 / 10], 100 * tally.bias / races);
    met = is_met("the part decided wrongly, in percent,", wrong, scenario->wrong_max) &
          is_met("the bias, in percent,", fabs(100 * tally.bias / races), scenario->bias_max) &
          is_met("the median of pairs", median, scenario->median_max);
    free(tally.pairs);
    return !met;
}

int main(int argc, char **argv)
{
    static const race_scenario scenarios[] = {
        { "A/A, noise 0.3 %", 0, 0.003, 0.05, 0, 0, 1, -1, -1 },
        { "A/A, noise 1 %", 0, 0.01, 0.05, 0, 0, 1, -1, 50 },
        { "A/A, noise 1 %, drift 5 %, walk", 0, 0.01, 0.05, 0.05, 0.002, 1, 0.2, -1 },
        { "A/A, noise 5 %", 0, 0.05, 0.05, 0, 0, 1, -1, -1 },
        { "+2 %, noise 1 %, no outliers", 0.02, 0.01, 0, 0, 0, 1, 0.2, 50 },
        { "+2 %, noise 1 %, outliers 5 %", 0.02, 0.01, 0.05, 0, 0, 1, 0.2, 50 },
        { "+2 %, noise 1 %, drift 5 %, walk", 0.02, 0.01, 0.05, 0.05, 0.002, 1, 0.2, 50 },
        { "+2 %, noise 2 %", 0.02, 0.02, 0.05, 0, 0, 1, -1, -1 },
        { "+5 %, noise 3 %", 0.05, 0.03, 0.05, 0, 0, 1, -1, -1 },
    };
    const int full = argc > 1 && strcmp(argv[1], "--full") == 0;
    const unsigned races = full ? 10000 : 300;
    int failed = 0;

    printf("# Races, looked at after every pair: %u of each kind, in percent\n\n", races);
    printf("| %-36s | Wrong | Change |   SAME |   AMBG | Median |  90%% |    Bias |\n", "Truth");
    printf("|:-------------------------------------|------:|-------:|-------:|-------:|"
           "-------:|-----:|--------:|\n");
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        failed |= scenario_run(&scenarios[i], races);
    return failed;
}
