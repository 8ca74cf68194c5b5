/* SPDX-License-Identifier: MIT */
/*
 * Two phases in the samples of a state: how often the library finds a step at the right place, and
 * how often it reports a step in steady samples.
 */
#include "stats/robust/change_point.h"
#include "truth/common/claim.h"
#include "truth/common/noise.h"
#include "truth/common/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES_MAX 5000
#define TRIALS      10000
#define TRIALS_MIN  100
/* The smallest change that counts as a phase. */
#define CHANGE      0.02

typedef enum phases_noise {
    NORMAL,
    STUDENT,     /* three degrees of freedom */
    LOG_NORMAL,  /* with the deviation of the logarithm */
    CORRELATED,  /* AR(1), coefficient 0.5 */
    STRONGLY,    /* AR(1), coefficient 0.8 */
    ALMOST_WALK, /* AR(1), coefficient 0.9 */
    RISE,        /* by ten deviations, steadily */
    WARM_UP,     /* from ten deviations, by a factor of e in a tenth of the samples */
    PHASES,      /* two modes 5 deviations apart, which change every 50 samples on average */
    MODES,       /* two modes in random order */
    RARE_MODE,   /* one sample in ten takes 1.5 times as long */
    STICKY,      /* two modes 5 deviations apart, which change every 4 samples on average */
    PERIODIC,    /* every tenth sample takes twice as long */
    TICKS,       /* the clock has steps of 5 % */
    COARSE,      /* steps of 50 %, with a random phase */
    OUTLIER      /* equal samples, except for one */
} phases_noise;

typedef struct phases_row {
    truth_claim claim;
    phases_noise noise;
    size_t count;
    double deviation; /* relative */
    double change;    /* of the samples from `from` to `to`, as fractions of all */
    double from;
    double to;
} phases_row;

#define STEADY(text, noise, count, deviation)                                                      \
    {                                                                                              \
        { text, "phases", TRUTH_AT_MOST, 1 }, noise, count, deviation, 0, 0, 0                     \
    }
#define STEP(text, noise, count, deviation, change, from, to)                                      \
    {                                                                                              \
        { text, "phases", TRUTH_AT_LEAST, 95 }, noise, count, deviation, change, from, to          \
    }
#define KNOWN(text, noise, count, deviation, change, from, to)                                     \
    {                                                                                              \
        { text, "phases", TRUTH_AS_MEASURED, 0 }, noise, count, deviation, change, from, to        \
    }

static const phases_row rows[] = {
    STEADY("20 samples, noise 1 %", NORMAL, 20, 0.01),
    STEADY("50 samples, noise 10 %", NORMAL, 50, 0.1),
    STEADY("200 samples, noise 1 %", NORMAL, 200, 0.01),
    STEADY("200 samples, noise 10 %", NORMAL, 200, 0.1),
    STEADY("2000 samples, noise 30 %", NORMAL, 2000, 0.3),
    STEADY("5000 samples, noise 100 %", LOG_NORMAL, 5000, 1),
    STEADY("50 samples, heavy tails", STUDENT, 50, 0.1),
    STEADY("200 samples, heavy tails", STUDENT, 200, 0.1),
    STEADY("50 samples, log-normal, noise 50 %", LOG_NORMAL, 50, 0.5),
    STEADY("200 samples, log-normal, noise 50 %", LOG_NORMAL, 200, 0.5),
    STEADY("30 samples, AR(1) 0.5", CORRELATED, 30, 0.1),
    STEADY("50 samples, AR(1) 0.5", CORRELATED, 50, 0.1),
    STEADY("100 samples, AR(1) 0.5", CORRELATED, 100, 0.1),
    STEADY("200 samples, AR(1) 0.5", CORRELATED, 200, 0.1),
    STEADY("1000 samples, AR(1) 0.5", CORRELATED, 1000, 0.1),
    STEADY("5000 samples, AR(1) 0.5", CORRELATED, 5000, 0.5),
    STEADY("100 samples, AR(1) 0.8", STRONGLY, 100, 0.1),
    STEADY("1000 samples, AR(1) 0.8", STRONGLY, 1000, 0.1),
    STEADY("50 samples, two modes", MODES, 50, 0.05),
    STEADY("200 samples, two modes", MODES, 200, 0.05),
    STEADY("5000 samples, two modes", MODES, 5000, 0.05),
    STEADY("200 samples, a rare mode", RARE_MODE, 200, 0.01),
    STEADY("200 samples, sticky modes", STICKY, 200, 0.01),
    STEADY("2000 samples, sticky modes", STICKY, 2000, 0.01),
    STEADY("200 samples, every tenth slow", PERIODIC, 200, 0.01),
    STEADY("200 samples, steps of the clock of 5 %", TICKS, 200, 0.01),
    STEADY("2000 samples, steps of the clock of 5 %", TICKS, 2000, 0.02),
    STEADY("200 samples, steps of 50 %, random phase", COARSE, 200, 0.01),
    STEADY("200 equal samples and an outlier", OUTLIER, 200, 0),
    STEP("200 samples, +5 % from sample 101 on", NORMAL, 200, 0.01, 0.05, 0.5, 1),
    STEP("200 samples, +5 % from sample 61 on", NORMAL, 200, 0.01, 0.05, 0.3, 1),
    STEP("200 samples, +5 % from sample 181 on", NORMAL, 200, 0.01, 0.05, 0.9, 1),
    STEP("200 samples, the first 60 +5 %", NORMAL, 200, 0.01, 0.05, 0, 0.3),
    STEP("200 samples, the first 20 +5 %", NORMAL, 200, 0.01, 0.05, 0, 0.1),
    STEP("200 samples, the first 15 +5 %", NORMAL, 200, 0.01, 0.05, 0, 0.075),
    STEP("100 samples, +5 % from sample 51 on", NORMAL, 100, 0.01, 0.05, 0.5, 1),
    STEP("2000 samples, +5 % from sample 1001 on", NORMAL, 2000, 0.02, 0.05, 0.5, 1),
    STEP("2000 samples, the first 120 +5 %", NORMAL, 2000, 0.01, 0.05, 0, 0.06),
    STEP("5000 samples, noise 10 %, +5 % in the 2nd half", LOG_NORMAL, 5000, 0.1, 0.05, 0.5, 1),
    STEP("200 samples, AR(1) 0.5, +5 % in the 2nd half", CORRELATED, 200, 0.01, 0.05, 0.5, 1),
    STEP("200 samples, clock of 5 %, +5 % in the 2nd half", TICKS, 200, 0.01, 0.05, 0.5, 1),
    KNOWN("200 samples, AR(1) 0.9", ALMOST_WALK, 200, 0.1, 0, 0, 0),
    KNOWN("200 samples, a rise by 10 %", RISE, 200, 0.01, 0, 0, 0),
    KNOWN("200 samples, a fall by 10 % that slows down", WARM_UP, 200, 0.01, 0, 0, 0),
    KNOWN("200 samples, modes that stay for 50 samples", PHASES, 200, 0.01, 0, 0, 0),
    KNOWN("200 samples, samples 51 to 100 +5 %", NORMAL, 200, 0.01, 0.05, 0.25, 0.5),
    KNOWN("200 samples, samples 61 to 120 +5 %", NORMAL, 200, 0.01, 0.05, 0.3, 0.6),
    KNOWN("200 samples, the first 10 +5 %", NORMAL, 200, 0.01, 0.05, 0, 0.05),
    KNOWN("50 samples, +5 % from sample 26 on", NORMAL, 50, 0.01, 0.05, 0.5, 1),
    KNOWN("30 samples, +5 % from sample 16 on", NORMAL, 30, 0.01, 0.05, 0.5, 1),
};

/* The noise of one sample; *last is the state that the previous sample has left. */
static double noise_draw(bres__random *random, const phases_row *row, size_t index, double *last)
{
    const double normal = truth_normal(random);
    const double place = (double)index / (double)row->count;

    switch (row->noise) {
    case STUDENT:
        return truth_student3(random);
    case CORRELATED:
        return *last = 0.5 * *last + sqrt(0.75) * normal;
    case STRONGLY:
        return *last = 0.8 * *last + 0.6 * normal;
    case ALMOST_WALK:
        return *last = 0.9 * *last + sqrt(0.19) * normal;
    case RISE:
        return normal + 10 * place;
    case WARM_UP:
        return normal + 10 * exp(-10 * place);
    case MODES:
        return truth_two_modes(random);
    case RARE_MODE:
        return normal + (bres__random_below(random, 10) == 0 ? 50 : 0);
    case STICKY:
    case PHASES:
        if (bres__random_below(random, row->noise == STICKY ? 4 : 50) == 0)
            *last = *last == 0 ? 5 : 0;
        return normal + *last;
    case PERIODIC:
        return normal + (index % 10 == 0 ? 100 : 0);
    default:
        return normal;
    }
}

static double noise_factor(phases_noise noise, double deviation, double value)
{
    return noise == LOG_NORMAL ? exp(deviation * value) : fmax(1 + deviation * value, 1e-3);
}

static void clock_apply(bres__random *random, phases_noise noise, double *value)
{
    const double phase = bres__random_unit(random);

    if (noise == TICKS)
        *value = round(*value / 0.05) * 0.05;
    else if (noise == COARSE)
        *value = floor(*value / 0.5 + phase) * 0.5;
}

static void samples_draw(bres__random *random, const phases_row *row, double *samples)
{
    const size_t from = (size_t)round(row->from * (double)row->count);
    const size_t to = (size_t)round(row->to * (double)row->count);
    const double center = 1 + bres__random_unit(random);
    const size_t outlier = (size_t)bres__random_below(random, row->count);
    double last = 0;

    if (row->noise == CORRELATED || row->noise == STRONGLY || row->noise == ALMOST_WALK)
        last = truth_normal(random);
    for (size_t i = 0; i < row->count; i++) {
        const double value = noise_draw(random, row, i, &last);
        const double change = i >= from && i < to ? 1 + row->change : 1;

        samples[i] = center * change * noise_factor(row->noise, row->deviation, value);
        if (row->noise == OUTLIER)
            samples[i] = i == outlier ? 1000 : 1;
        clock_apply(random, row->noise, &samples[i]);
    }
}

/* Whether the library finds two phases; if the row has a step, they must meet at the step. */
static bool samples_have_phases(const phases_row *row, const double *samples)
{
    const double step = round((row->from > 0 ? row->from : row->to) * (double)row->count);
    bres__change_point point;
    bool found;

    if (bres__change_point_find(samples, row->count, CHANGE, &found, &point) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(2);
    }
    if (row->claim.bound == TRUTH_AT_LEAST)
        return found && fabs((double)point.at - step) <= 0.02 * (double)row->count;
    return found;
}

static bool row_check(const phases_row *row, uint64_t number, bool full)
{
    static double samples[SAMPLES_MAX];
    bres__random random = bres__random_stream(19790601, number);
    const size_t trials = full ? TRIALS : TRIALS_MIN;
    size_t found = 0;

    for (size_t trial = 0; trial < trials; trial++) {
        samples_draw(&random, row, samples);
        found += samples_have_phases(row, samples);
    }
    return truth_claim_report(&row->claim, found, trials, full);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool good = true;

    truth_claim_heading("Two phases: a change of the median of at least 2 %");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        good = row_check(&rows[i], i, full) && good;
    return good ? 0 : 1;
}
