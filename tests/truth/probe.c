/* SPDX-License-Identifier: MIT */
/*
 * The probe on synthetic machines, in virtual time: whether it reports the right fitness, and
 * whether the machine later has the smallest detectable change that the probe has predicted.
 */
#include "support/synthetic_machine.h"
#include "truth/common/claim.h"

#include <benchresult/compare.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Student's t with 9 degrees of freedom, two-sided at 99 %. */
#define QUANTILE_9 3.2498355
#define PAIRS      10
#define MIN_EFFECT 0.005

/* Pairs of the later comparison of a program with itself. */
#define LATER_PAIRS 100

static bres_probe *probe(bres_test_machine *machine, double max_time)
{
    bres_probe_options options;
    bres__probe_source source;
    bres_probe *made;

    bres_probe_options_init(&options);
    options.max_time = max_time;
    bres_test_machine_source(machine, &source);
    if (bres__probe_run(&options, &source, &made) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        exit(EXIT_FAILURE);
    }
    return made;
}

static void set_deviations(bres_test_machine *machine, double deviation)
{
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        machine->deviation[work] = deviation;
}

/* Changes of a machine that the probe must recognize. */
typedef void (*change_fn)(bres_test_machine *machine);

static void change_nothing(bres_test_machine *machine)
{
    (void)machine;
}

static void change_to_busy(bres_test_machine *machine)
{
    machine->spinners = 2;
}

static void change_to_one_processor(bres_test_machine *machine)
{
    machine->processors = 1;
    machine->spinners = 1;
}

static void change_to_uncounted(bres_test_machine *machine)
{
    machine->spinners = 2;
    machine->no_counts = true;
}

static void change_to_partly_busy(bres_test_machine *machine)
{
    machine->spinners = 2;
    machine->busy_from = 1 + 8 * bres__random_unit(&machine->random);
    machine->busy_to = machine->busy_from + 0.5;
}

static void change_to_quota(bres_test_machine *machine)
{
    machine->quota = 0.9;
}

static void change_to_stolen(bres_test_machine *machine)
{
    machine->stolen = 0.05;
}

static void change_to_step(bres_test_machine *machine)
{
    machine->step = 0.05;
    machine->step_at = 3 + 5 * bres__random_unit(&machine->random);
}

static void change_to_drift(bres_test_machine *machine)
{
    machine->drift = 0.15;
}

static void change_to_modes(bres_test_machine *machine)
{
    machine->shift = BRES_TEST_SHIFT_MODES;
    set_deviations(machine, 0.02);
}

static void change_to_coarse_clock(bres_test_machine *machine)
{
    machine->tick = 10000000;
}

typedef enum counted { UNFIT, UNKNOWN, GOOD } counted;

typedef struct recognition {
    const char *name;
    change_fn change;
    double max_time;
    counted counts;
    truth_bound bound;
    double limit;
    size_t trials; /* of a full run */
} recognition;

static const recognition recognitions[] = {
    { "quiet, 10 s", change_nothing, 10, UNFIT, TRUTH_AT_MOST, 2, 2000 },
    { "quiet, 60 s", change_nothing, 60, UNFIT, TRUTH_AT_MOST, 2, 1000 },
    { "2 spinners on 2 CPUs, 10 s", change_to_busy, 10, UNFIT, TRUTH_AT_LEAST, 100, 2000 },
    { "2 spinners on 2 CPUs, 60 s", change_to_busy, 60, UNFIT, TRUTH_AT_LEAST, 100, 1000 },
    { "1 spinner on 1 CPU", change_to_one_processor, 10, UNFIT, TRUTH_AT_LEAST, 100, 2000 },
    { "2 spinners, waiting is not counted", change_to_uncounted, 10, UNFIT, TRUTH_AT_LEAST, 100,
      2000 },
    { "2 spinners for 0.5 of 10 s", change_to_partly_busy, 10, UNFIT, TRUTH_AT_LEAST, 99, 2000 },
    { "quota of 90 ms in 100 ms", change_to_quota, 10, UNFIT, TRUTH_AT_LEAST, 100, 2000 },
    { "5 % stolen and not counted", change_to_stolen, 10, UNFIT, TRUTH_AT_LEAST, 99, 2000 },
    { "5 % slower after 3 to 8 s", change_to_step, 10, UNFIT, TRUTH_AT_LEAST, 99, 2000 },
    { "drift of 15 % per minute", change_to_drift, 10, UNFIT, TRUTH_AT_LEAST, 99, 2000 },
    { "two modes of +-2 %", change_to_modes, 10, UNFIT, TRUTH_AT_LEAST, 100, 2000 },
    { "clock of 10 ms", change_to_coarse_clock, 10, UNKNOWN, TRUTH_AT_LEAST, 100, 100 },
    { "clock of 10 ms", change_to_coarse_clock, 10, GOOD, TRUTH_AT_MOST, 0, 100 },
    { "quiet, 1 s", change_nothing, 1, UNKNOWN, TRUTH_AT_LEAST, 100, 2000 },
    { "two modes of +-2 %, 1 s", change_to_modes, 1, GOOD, TRUTH_AT_MOST, 0, 2000 },
};

static bool is_counted(const bres_probe *made, counted counts)
{
    const uint32_t fitness = bres_probe_outcome_of(made)->fitness;

    switch (counts) {
    case UNFIT:
        return fitness > BRES_PROBE_FIT_1;
    case UNKNOWN:
        return fitness == BRES_PROBE_UNKNOWN;
    default:
        return fitness == BRES_PROBE_FIT_1 || bres_probe_is_fit(made, 0.01);
    }
}

static bool recognition_report(const recognition *row, uint64_t number, bool full)
{
    static const char *const names[] = {
        [UNFIT] = "unfit", [UNKNOWN] = "unknown", [GOOD] = "good"
    };
    const truth_claim claim = { row->name, names[row->counts], row->bound, row->limit };
    const size_t trials = full ? row->trials : 10;
    size_t count = 0;

    for (size_t i = 0; i < trials; i++) {
        bres_test_machine machine;
        bres_probe *made;

        bres_test_machine_init(&machine, number * 1000000 + i);
        set_deviations(&machine, 0.001);
        row->change(&machine);
        made = probe(&machine, row->max_time);
        count += is_counted(made, row->counts);
        bres_probe_free(made);
    }
    return truth_claim_report(&claim, count, trials, full);
}

/* The fitness of a machine must never improve when spinners are added, from 0 to 4. */
static bool monotone_report(bool full)
{
    const truth_claim claim = { "0 to 4 spinners on 2 CPUs", "monotone", TRUTH_AT_LEAST, 100 };
    const size_t trials = full ? 1000 : 10;
    size_t count = 0;

    for (size_t i = 0; i < trials; i++) {
        uint32_t last = 0;
        bool monotone = true;

        for (int spinners = 0; spinners <= 4; spinners++) {
            bres_test_machine machine;
            bres_probe *made;
            uint32_t fitness;

            bres_test_machine_init(&machine, 100000000 + i);
            set_deviations(&machine, 0.001);
            machine.spinners = spinners;
            made = probe(&machine, 10);
            fitness = bres_probe_outcome_of(made)->fitness;
            monotone = monotone && fitness >= last && fitness != BRES_PROBE_UNKNOWN;
            last = fitness;
            bres_probe_free(made);
        }
        count += monotone;
    }
    return truth_claim_report(&claim, count, trials, full);
}

/* Machines whose limit the probe must predict. The deviation of heavy tails is hard to estimate,
 * for the probe and for the later comparison. */
typedef struct prediction {
    const char *name;
    truth_bound bound;
    bres_test_shift shift;
    double correlation; /* largest */
    double drift;       /* largest, per minute */
} prediction;

static const prediction predictions[] = {
    { "limit, normal shifts of 0.1 to 3 %", TRUTH_AT_LEAST, BRES_TEST_SHIFT_NORMAL, 0, 0 },
    { "limit, AR(1) up to 0.9", TRUTH_AT_LEAST, BRES_TEST_SHIFT_NORMAL, 0.9, 0 },
    { "limit, two modes", TRUTH_AT_LEAST, BRES_TEST_SHIFT_MODES, 0, 0 },
    { "limit, t3", TRUTH_AS_MEASURED, BRES_TEST_SHIFT_HEAVY, 0, 0 },
    { "limit, drift up to 5 % per minute", TRUTH_AT_LEAST, BRES_TEST_SHIFT_NORMAL, 0, 0.05 },
};

/* A machine with different deviations for each kind of work. */
static void machine_draw(bres_test_machine *machine, const prediction *row, uint64_t seed)
{
    bres_test_machine_init(machine, seed);
    machine->shift = row->shift;
    machine->correlation = row->correlation * bres__random_unit(&machine->random);
    machine->drift = row->drift * bres__random_unit(&machine->random);
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        machine->deviation[work] = 0.001 * pow(30, bres__random_unit(&machine->random));
}

/* The largest limit of all kinds of work, each later compared with itself by ten pairs. */
static double later_limit(bres_test_machine *machine, const bres__work_size *sizes)
{
    double squares[BRES_PROBE_WORKS] = { 0 };
    double largest = 0;

    for (int pair = 0; pair < LATER_PAIRS; pair++) {
        double first[BRES_PROBE_WORKS];
        double second[BRES_PROBE_WORKS];

        bres_test_machine_run(machine, sizes, first);
        bres_test_machine_run(machine, sizes, second);
        for (int work = 0; work < BRES_PROBE_WORKS; work++)
            squares[work] += pow(log(second[work] / first[work]), 2);
    }
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        largest = fmax(largest, sqrt(squares[work] / LATER_PAIRS));
    return QUANTILE_9 * largest / sqrt(PAIRS) + MIN_EFFECT;
}

/* Counts of correct predictions. */
typedef struct forecast {
    size_t trials;
    size_t right; /* within 30 % */
    size_t exact; /* within 30 % when min_effect is subtracted */
} forecast;

static void forecast_add(forecast *sum, double predicted, double later)
{
    sum->trials++;
    sum->right += fabs(predicted / later - 1) <= 0.3;
    sum->exact += fabs((predicted - MIN_EFFECT) / (later - MIN_EFFECT) - 1) <= 0.3;
}

static bool forecast_report(const char *name, truth_bound bound, const forecast *sum, bool full)
{
    const truth_claim right = { name, "in 30 %", bound, 90 };
    const truth_claim exact = { "  without min_effect", "in 30 %", TRUTH_AS_MEASURED, 0 };
    const bool holds = truth_claim_report(&right, sum->right, sum->trials, full);

    return truth_claim_report(&exact, sum->exact, sum->trials, full) && holds;
}

static bool prediction_report(const prediction *row, uint64_t number, forecast *all, bool full)
{
    const size_t trials = full ? 500 : 10;
    forecast sum = { .trials = 0 };

    for (size_t i = 0; i < trials; i++) {
        bres_test_machine machine;
        bres_probe *made;
        double predicted;
        double later;

        machine_draw(&machine, row, 200000000 + number * 1000000 + i);
        made = probe(&machine, 10);
        predicted = bres_probe_outcome_of(made)->detectable_effect;
        later = later_limit(&machine, made->sizes);
        forecast_add(&sum, predicted, later);
        forecast_add(all, predicted, later);
        bres_probe_free(made);
    }
    return forecast_report(row->name, row->bound, &sum, full);
}

static bool predictions_report(bool full)
{
    forecast all = { .trials = 0 };
    bool holds = true;

    for (size_t i = 0; i < sizeof predictions / sizeof *predictions; i++)
        holds &= prediction_report(&predictions[i], i, &all, full);
    return forecast_report("limit, all of these machines", TRUTH_AT_LEAST, &all, full) && holds;
}

/* A later comparison of a program with itself: one run per side, with the run variation that the
 * probe has measured. */
static bres_verdict later_verdict(bres_test_machine *machine, double deviation, double variation)
{
    float times[2][100];
    bres_samples sides[2];
    bres_thresholds thresholds;
    bres_decision decision;

    for (int side = 0; side < 2; side++) {
        const double level = 1e-3 * exp(deviation * bres_test_machine_normal(&machine->random));

        for (int i = 0; i < 100; i++)
            times[side][i] =
                (float)(level * (1 + 0.005 * bres_test_machine_normal(&machine->random)));
        sides[side] = (bres_samples){ .times = times[side], .count = 100 };
    }
    bres_thresholds_init(&thresholds);
    thresholds.run_variation = variation;
    bres_decision_init(&decision);
    if (bres_compare_samples(&sides[0], &sides[1], 0, &thresholds, &decision) != BRES_OK)
        abort();
    return decision.verdict;
}

#define LATER_VERDICTS 20

static bool one_run_report(double deviation, double correlation, bool full)
{
    char name[64];
    const truth_claim claim = { name, "wrong", TRUTH_AT_MOST, 1 };
    const size_t trials = full ? 1000 : 10;
    size_t wrong = 0;

    snprintf(name, sizeof name, "one run per side, shift %g %%, AR(1) %g", 100 * deviation,
             correlation);
    for (size_t i = 0; i < trials; i++) {
        bres_test_machine machine;
        bres_probe *made;

        bres_test_machine_init(&machine, 300000000 + i);
        set_deviations(&machine, deviation);
        machine.correlation = correlation;
        for (int work = 0; work < BRES_PROBE_WORKS; work++)
            machine.levels[work] = bres_test_machine_normal(&machine.random);
        made = probe(&machine, 10);
        for (int j = 0; j < LATER_VERDICTS; j++) {
            const bres_verdict verdict =
                later_verdict(&machine, deviation, bres_probe_outcome_of(made)->run_variation);

            wrong += verdict == BRES_FAST || verdict == BRES_SLOW;
        }
        bres_probe_free(made);
    }
    return truth_claim_report(&claim, wrong, trials * LATER_VERDICTS, full);
}

int main(int argc, char **argv)
{
    const bool full = argc > 1 && strcmp(argv[1], "--full") == 0;
    bool holds = true;

    truth_claim_heading("The probe of a machine");
    for (size_t i = 0; i < sizeof recognitions / sizeof *recognitions; i++)
        holds &= recognition_report(&recognitions[i], i, full);
    holds &= monotone_report(full);
    holds &= predictions_report(full);
    holds &= one_run_report(0.002, 0, full);
    holds &= one_run_report(0.01, 0, full);
    holds &= one_run_report(0.01, 0.5, full);
    holds &= one_run_report(0.01, 0.9, full);
    return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
