/* SPDX-License-Identifier: MIT */
/*
 * How often the tuner eliminates the fastest configuration, without a budget: searches in virtual
 * time over landscapes that favour wrong proofs. The fastest configuration is the one with the
 * lowest true median; it is 2 % ahead unless the landscape says otherwise.
 *
 * Limits: the search loses the fastest configuration in at most 1 % of the runs of each landscape,
 * which is its error rate. For landscapes with `is_decided`, at least 95 % of the runs end decided
 * or tied, with at most 3 times the samples of an oracle. The oracle knows all times and noise
 * levels, and takes the samples that one test of each configuration at the shared error rate needs,
 * at least five of each. With even noise the samples are at most 1.15 times EVEN_BEFORE, which a
 * search by the rarity of gaps and by races of pairs needs in the mean of 2,000 runs.
 */
#include "truth/common/claim.h"
#include "truth/common/landscape.h"
#include "tune/search/search.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FULL_RUNS       2000u
#define SHORT_RUNS      5u
#define LEAD            0.0198026272961797 /* log(1.02) */
#define LOST_MAX        1.0
#define DECIDED_MIN     95.0
#define ORACLE_MAX      3.0
#define ORACLE_LEAST    5.0
#define ORACLE_QUANTILE 3.890592 /* of the normal distribution; 1 % / 200 lies above it */
#define EVEN_BEFORE     1286.0
#define EVEN_MAX        1.15
/* The largest log-normal deviation: a configuration with more would take most of the time. */
#define DEVIATION_MAX   0.3
/* Samples of one configuration: of landscapes with `is_decided`, and of all others. */
#define NO_LIMIT        UINT64_C(1000000000000)
#define SAMPLES_MAX     2000u

static void die(const char *message)
{
    fprintf(stderr, "tuner_elimination: %s\n", message);
    exit(2);
}

static truth_landscape space;
static truth_source shape;

/* `count` configurations with this deviation, of which a random one is `LEAD` ahead. */
static void even(size_t count, double deviation)
{
    const size_t fastest = truth_next(&shape) % count;

    memset(&space, 0, sizeof(space));
    space.count = count;
    for (size_t i = 0; i < count; i++)
        space.configs[i] =
            (truth_config){ .median = i == fastest ? 0 : LEAD, .deviation = deviation };
    space.fastest = fastest;
}

/* The configuration `place` + 1 positions after the fastest one, cyclically. */
static truth_config *slower(size_t place)
{
    return &space.configs[(space.fastest + 1 + place) % space.count];
}

static truth_config *fastest(void)
{
    return &space.configs[space.fastest];
}

static void all_noise(truth_noise noise)
{
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].noise = noise;
}

static void make_even(double deviation)
{
    even(200, deviation);
}

static void make_ten(double ratio)
{
    even(200, 0.004);
    for (size_t i = 0; i < 10; i++)
        slower(i)->deviation *= pow(ratio, (double)(i + 1) / 10);
}

static void make_one(double deviation)
{
    even(200, 0.002);
    *slower(0) = (truth_config){ .median = log(1.015), .deviation = deviation };
}

static void make_sixty(double deviation)
{
    even(200, 0.004);
    for (size_t i = 0; i < 60; i++)
        *slower(i) = (truth_config){ .median = log(1.05), .deviation = deviation };
}

static void make_spread(double sigma)
{
    even(200, 0);
    for (size_t i = 0; i < space.count; i++)
        space.configs[i].deviation = fmin(0.01 * exp(sigma * truth_gauss(&shape)), DEVIATION_MAX);
}

static void make_student(double deviation)
{
    even(200, deviation);
    all_noise(TRUTH_STUDENT2);
}

static void make_student_spread(double sigma)
{
    make_spread(sigma);
    all_noise(TRUTH_STUDENT2);
}

static void make_skewed(double deviation)
{
    even(200, deviation);
    all_noise(TRUTH_LOGNORMAL);
}

/* Slower configurations are quiet; the mean of the fastest one is far above its median. */
static void make_skewed_fastest(double deviation)
{
    even(200, 0.004);
    fastest()->deviation = deviation;
    fastest()->noise = TRUTH_EXPONENTIAL;
}

static void make_bimodal(double rate)
{
    even(200, 0.004);
    for (size_t i = 0; i < space.count; i++) {
        space.configs[i].noise = TRUTH_BIMODAL;
        space.configs[i].jump = 0.03;
        space.configs[i].jump_rate = rate;
    }
}

/* Only the fastest configuration has a slow mode, which all of its first samples may have. */
static void make_bimodal_fastest(double rate)
{
    even(200, 0.002);
    *fastest() = (truth_config){ 0, 0.002, TRUTH_BIMODAL, 0.03, rate };
}

/* Slower configurations have a fast mode, and lead as long as all their samples are in it. */
static void make_bimodal_slower(double rate)
{
    even(200, 0.002);
    for (size_t i = 0; i < 60; i++)
        *slower(i) = (truth_config){ log(1.05), 0.002, TRUTH_BIMODAL, -0.04, rate };
}

static void make_drift(double drift)
{
    even(200, 0.004);
    space.drift = drift;
}

static void make_waves(double waves)
{
    even(200, 0.004);
    space.waves = waves;
}

static void make_bursts(double bursts)
{
    even(200, 0.004);
    space.bursts = bursts;
}

static void make_growth(double growth)
{
    even(200, 0.004);
    space.growth = growth;
}

/* Faster configurations are noisier. */
static void make_fast_noisy(double deviation)
{
    even(200, 0);
    for (size_t i = 0; i < space.count; i++) {
        truth_config *config = &space.configs[i];

        if (i != space.fastest)
            config->median = LEAD + 0.2 * truth_uniform(&shape);
        config->deviation = deviation * exp(-20 * config->median);
    }
}

/* Slower configurations are noisier. */
static void make_slow_noisy(double deviation)
{
    even(200, 0.002);
    for (size_t i = 0; i < space.count; i++) {
        truth_config *config = &space.configs[i];

        if (i != space.fastest)
            config->median = LEAD + 0.2 * truth_uniform(&shape);
        config->deviation += deviation * config->median;
    }
}

/* A small space: the fastest configuration has a deviation of 1 %, the others have random ones. */
static void make_few(double count)
{
    even((size_t)count, 0.01);
    for (size_t i = 0; i + 1 < space.count; i++)
        slower(i)->deviation = 0.004 * exp(truth_gauss(&shape));
}

static void make_few_drift(double count)
{
    make_few(count);
    space.drift = 0.2;
}

typedef struct cell {
    const char *name;
    void (*make)(double parameter);
    double parameter;
    bool is_decided; /* the limits of decided or tied runs and of the oracle apply */
    bool is_even;    /* the limit of EVEN_BEFORE applies */
} cell;

static const cell cells[] = {
    { "10 noisy of 200, ratio up to 5", make_ten, 5, true, false },
    { "10 noisy of 200, ratio up to 8", make_ten, 8, true, false },
    { "10 noisy of 200, ratio up to 15", make_ten, 15, true, false },
    { "10 noisy of 200, ratio up to 30", make_ten, 30, true, false },
    { "one noisy, 10 %, 1.5 % slower", make_one, 0.1, true, false },
    { "60 noisy, 15 %, 5 % slower", make_sixty, 0.15, true, false },
    { "log-normal deviations, sigma 1.2", make_spread, 1.2, true, false },
    { "log-normal deviations, sigma 1.6", make_spread, 1.6, true, false },
    { "even noise of 0.4 %", make_even, 0.004, true, true },
    { "even noise of 2 %", make_even, 0.02, false, false },
    { "heavy tails, 0.4 %", make_student, 0.004, false, false },
    { "heavy tails, 2 %", make_student, 0.02, false, false },
    { "heavy tails, log-normal scales, 1.2", make_student_spread, 1.2, false, false },
    { "skewed noise, 1 %", make_skewed, 0.01, false, false },
    { "skewed fastest one, 10 %", make_skewed_fastest, 0.1, false, false },
    { "bimodal, 30 % slow", make_bimodal, 0.3, false, false },
    { "bimodal fastest one, 40 % slow", make_bimodal_fastest, 0.4, false, false },
    { "bimodal fastest one, 45 % slow", make_bimodal_fastest, 0.45, false, false },
    { "60 bimodal slower ones, 40 % fast", make_bimodal_slower, 0.4, false, false },
    { "drift of 5 % in 1,000 samples", make_drift, 0.05, false, false },
    { "drift of -5 % in 1,000 samples", make_drift, -0.05, false, false },
    { "waves of 5 %", make_waves, 0.05, false, false },
    { "bursts of 10 %", make_bursts, 0.1, false, false },
    { "growing noise", make_growth, 0.5, false, false },
    { "fast ones are noisy", make_fast_noisy, 0.1, false, false },
    { "slow ones are noisy", make_slow_noisy, 1, false, false },
    { "2 configurations", make_few, 2, false, false },
    { "5 configurations", make_few, 5, false, false },
    { "15 configurations", make_few, 15, false, false },
    { "5 configurations, drift", make_few_drift, 5, false, false },
};

/* The samples that an oracle takes of a configuration if it has `leading` samples of the
 * fastest. */
static double oracle_config(const truth_config *config, double leading)
{
    const double own = config->deviation * config->deviation;
    const double other = fastest()->deviation * fastest()->deviation / leading;
    const double error = config->median / ORACLE_QUANTILE;
    const double left = error * error - other;

    return left > 0 ? fmax(own / left, ORACLE_LEAST) : INFINITY;
}

static double oracle_samples(void)
{
    double least = INFINITY;

    for (double leading = ORACLE_LEAST; leading < 1e7; leading *= 1.1) {
        double sum = leading;

        for (size_t i = 0; i + 1 < space.count; i++)
            sum += oracle_config(slower(i), leading);
        least = fmin(least, sum);
    }
    return least;
}

typedef struct figures {
    size_t runs;
    size_t lost;
    size_t decided;
    double samples;
    double oracle;
} figures;

static void run(const cell *landscape, uint64_t seed, figures *sum)
{
    bres__search_options options = {
        .strategy = BRES_TUNER_ELIMINATION,
        .trial_samples = landscape->is_decided ? NO_LIMIT : SAMPLES_MAX,
        .equivalence_margin = 0.01,
        .error_rate = 0.01,
        .seed = seed,
    };
    bres__search *search = NULL;
    bres_tuner_stop stop;
    size_t config;
    size_t samples;

    shape = truth_source_make(seed);
    landscape->make(landscape->parameter);
    truth_landscape_begin(&space, ~seed);
    options.config_count = space.count;
    if (bres__search_new(&options, &search) != BRES_OK)
        die(bres_last_error());
    while (bres__search_next(search, 0, &config, &samples)) {
        for (; samples > 0; samples--) {
            const double seconds = truth_landscape_sample(&space, config);

            if (bres__search_tell(search, config, &seconds, 1) != BRES_OK)
                die(bres_last_error());
        }
    }
    stop = bres__search_stop_reason(search);
    sum->runs++;
    sum->lost += !bres__search_is_active(search, space.fastest);
    sum->decided += stop == BRES_TUNER_DECIDED || stop == BRES_TUNER_TIED;
    sum->samples += (double)space.done;
    sum->oracle += oracle_samples();
    bres__search_free(search);
}

static bool cell_run(const cell *landscape, size_t runs, bool full)
{
    figures sum = { 0 };
    const truth_claim lost = { landscape->name, "lost", TRUTH_AT_MOST, LOST_MAX };
    const truth_claim decided = { landscape->name, "decided",
                                  landscape->is_decided ? TRUTH_AT_LEAST : TRUTH_AS_MEASURED,
                                  DECIDED_MIN };
    double ratio;
    bool good;

    for (size_t i = 0; i < runs; i++)
        run(landscape, i, &sum);
    ratio = sum.samples / sum.oracle;
    good = truth_claim_report(&lost, sum.lost, sum.runs, full);
    good = truth_claim_report(&decided, sum.decided, sum.runs, full) && good;
    printf("%-46s %.0f samples, %.2f times those of the oracle", landscape->name,
           sum.samples / (double)sum.runs, ratio);
    if (landscape->is_decided) {
        printf(" (at most %g)%s", ORACLE_MAX, ratio <= ORACLE_MAX ? "" : "  FAILED");
        good = good && (!full || ratio <= ORACLE_MAX);
    }
    if (landscape->is_even) {
        const double before = sum.samples / (double)sum.runs / EVEN_BEFORE;

        printf(", %.3f times those before (at most %g)%s", before, EVEN_MAX,
               before <= EVEN_MAX ? "" : "  FAILED");
        good = good && before <= EVEN_MAX;
    }
    printf("\n");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    truth_claim_heading("tuner: elimination without a budget");
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        if (argc > 2 && strstr(cells[i].name, argv[2]) == NULL)
            continue;
        good = cell_run(&cells[i], full ? FULL_RUNS : SHORT_RUNS, full) && good;
    }
    return good ? 0 : 1;
}
