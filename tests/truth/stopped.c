/* SPDX-License-Identifier: MIT */
/*
 * How often `compare` is wrong about pairs whose number depended on their times: races that stopped
 * by their own rule, and pairs taken until Student's t would call them different. The output also
 * shows the error rate of the fixed-n interval for the same pairs, without a claim. The results of
 * two races are merged before the comparison.
 *
 * With --data DIR, also checks the verdicts of `compare` on the real races in DIR/race160, files
 * without a recorded stopping rule: saxpy is 3 % slower at three sizes, dot is unchanged.
 *
 * usage: stopped [--full] [--data DIR]
 */
#include "common/claim.h"
#include "common/noise.h"

#include "stats/sequential/sequential.h"

#include "common/series.h"

#include <benchresult.h>
#include <benchresult/build.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAIRS_MAX 400 /* of a race */
/* Two-sided at 99 %, for many degrees of freedom. */
#define STUDENT   2.6

typedef enum stopping { BY_RACE, BY_TWO_RACES, BY_STUDENT } stopping;

typedef struct stopped_scenario {
    const char *name;
    stopping stopping;
    double min_effect;
    double change;   /* of the candidate's time, a fraction */
    double drift;    /* of both sides, from pair to pair */
    bool heavy_tail; /* Student's t with 3 degrees of freedom, not a normal variation */
    double step;     /* of the clock, as a fraction of the time; 0: none */
} stopped_scenario;

static const stopped_scenario scenarios[] = {
    { "null races, min_effect 0", BY_RACE, 0, 0, 0, false, 0 },
    { "null races, min_effect 0.5 %", BY_RACE, 0.005, 0, 0, false, 0 },
    { "the same with drift and heavy tails", BY_RACE, 0, 0, 0.001, true, 0 },
    { "two null races, min_effect 0, merged", BY_TWO_RACES, 0, 0, 0, false, 0 },
    { "two null races, min_effect 0.5 %, merged", BY_TWO_RACES, 0.005, 0, 0, false, 0 },
    { "two races of +2 %, merged", BY_TWO_RACES, 0.005, 0.02, 0, false, 0 },
    { "null pairs, min_effect 0, stopped by Student's t", BY_STUDENT, 0, 0, 0, false, 0 },
    { "races of +2 %, stopped by their rule", BY_RACE, 0.005, 0.02, 0, false, 0 },
    { "null races, clock step 2 %", BY_RACE, 0.005, 0, 0, false, 0.02 },
    { "races of +3 %, clock step 5 %", BY_RACE, 0.005, 0.03, 0, false, 0.05 },
    { "races of +3 %, clock step 20 %", BY_RACE, 0.005, 0.03, 0, false, 0.2 },
};

typedef struct pairs {
    double level; /* the reference's time at first, in seconds; a clock counts steps from 0 */
    float times[2][2 * PAIRS_MAX];
    bres_samples samples[2][2 * PAIRS_MAX];
    size_t count;
    size_t second; /* the first pair of the last race */
} pairs;

static double noise_draw(bres__random *random, bool heavy_tail)
{
    double squares = 0;

    if (!heavy_tail)
        return truth_normal(random);
    for (int i = 0; i < 3; i++) {
        const double value = truth_normal(random);

        squares += value * value;
    }
    return truth_normal(random) / sqrt(squares);
}

static double clock_round(double time, double step)
{
    return step > 0 ? step * round(time / step) : time;
}

/* Takes a pair; returns the logarithm of its ratio. */
static double pair_take(const stopped_scenario *scenario, bres__random *random, pairs *taken)
{
    const size_t i = taken->count++;
    const double level = taken->level * (1 + scenario->drift * (double)i);

    for (int side = 0; side < 2; side++) {
        const double noise = 0.007 * noise_draw(random, scenario->heavy_tail);

        taken->times[side][i] = (float)clock_round(
            level * exp(noise) * (1 + side * scenario->change), 1e-3 * scenario->step);
        taken->samples[side][i] = (bres_samples){ .times = &taken->times[side][i], .count = 1 };
    }
    return log((double)taken->times[1][i] / (double)taken->times[0][i]);
}

static bool stop_by_race(const stopped_scenario *scenario, bres__random *random, pairs *taken)
{
    bres__sequential race = { .options = { 0.01, scenario->min_effect, 0.01, 10 } };
    bool done = bres__sequential_reserve_all(&race, PAIRS_MAX);

    taken->second = taken->count;
    while (done && race.count < PAIRS_MAX &&
           bres__sequential_decide(&race) == BRES__SEQUENTIAL_OPEN) {
        const size_t i = taken->count;

        pair_take(scenario, random, taken);
        bres__sequential_add_times(&race, (double)taken->times[0][i], (double)taken->times[1][i]);
    }
    bres__sequential_free(&race);
    return done;
}

static void stop_by_student(const stopped_scenario *scenario, bres__random *random, pairs *taken)
{
    double sum = 0;
    double squares = 0;

    while (taken->count < PAIRS_MAX) {
        const double ratio = pair_take(scenario, random, taken);
        const double count = (double)taken->count;
        double error;

        sum += ratio;
        squares += ratio * ratio;
        error = sqrt(fmax(0, squares - sum * sum / count) / count / fmax(1, count - 1));
        if (count >= 10 && fabs(sum / count) > log1p(scenario->min_effect) + STUDENT * error)
            return;
    }
}

/* A run of a pair as a result; the first run of each side of a race records the race's rule. */
static bres_result *run_make(const pairs *taken, int side, size_t pair)
{
    static const char *const names[2] = { "reference", "candidate" };
    const bool is_second = pair >= taken->second;
    const size_t place = 2 * pair + (size_t)side;
    char race[160] = "";
    char meta[256];
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres_summary *summary;

    if (pair == 0 || pair == taken->second)
        snprintf(race, sizeof(race),
                 ",\"race\":{\"side\":\"%s\",\"order\":\"R\",\"seed\":\"%d\",\"min_pairs\":10,"
                 "\"stop_reason\":\"decided\"}",
                 names[side], is_second);
    snprintf(meta, sizeof(meta),
             "{\"benchresult\":{\"start\":\"2026-01-18T%02zu:%02zu:%02zuZ\",\"pair\":%zu%s}}",
             place / 3600, place / 60 % 60, place % 60, pair - (is_second ? taken->second : 0),
             race);
    truth_check(bres_result_new(&result));
    truth_check(bres_result_set_meta_json(result, meta));
    truth_check(bres_result_add_subbench(result, "b", &bench));
    truth_check(bres_subbench_add_state(bench, &state));
    truth_check(bres_state_add_summary(state, "nv/cpu_only/time/cpu/median", &summary));
    truth_check(bres_summary_set_float64(summary, "value", (double)taken->times[side][pair]));
    return result;
}

/* The verdict on the merged results. */
static uint32_t merged_compare(const pairs *taken, const bres_thresholds *thresholds)
{
    static bres_result *runs[2 * PAIRS_MAX];
    bres_result *merged[2];
    bres_compare_options options;
    bres_comparison *comparison;
    uint32_t verdict;

    bres_compare_options_init(&options);
    options.threads = 1;
    options.thresholds = thresholds;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < taken->count; i++)
            runs[i] = run_make(taken, side, i);
        truth_check(bres_result_merge(runs, taken->count, &merged[side]));
        for (size_t i = 0; i < taken->count; i++)
            bres_result_unref(runs[i]);
    }
    truth_check(bres_compare(&merged[0], 1, &merged[1], 1, &options, &comparison));
    verdict = bres_row_verdict(bres_comparison_row_at(comparison, 0));
    bres_comparison_free(comparison);
    bres_result_unref(merged[0]);
    bres_result_unref(merged[1]);
    return verdict;
}

/* Whether a verdict is wrong; SAME for a changed candidate is wrong, too. */
static bool is_wrong(const stopped_scenario *scenario, uint32_t verdict)
{
    if (verdict == BRES_FAST)
        return true;
    return verdict == (scenario->change > 0 ? BRES_SAME : BRES_SLOW);
}

typedef struct stopped_counts {
    size_t wrong;
    size_t wrong_fixed; /* by the interval for a fixed number of pairs */
    size_t found;
} stopped_counts;

static bool scenario_try(const stopped_scenario *scenario, uint64_t seed, stopped_counts *counts)
{
    static pairs taken;
    bres__random random = bres__random_stream(seed, 160);
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    thresholds.runs_min_effect = scenario->min_effect;
    taken.count = 0;
    taken.level = 1e-3 * (1 + scenario->step * bres__random_unit(&random));
    if (scenario->stopping == BY_STUDENT)
        stop_by_student(scenario, &random, &taken);
    else if (!stop_by_race(scenario, &random, &taken) ||
             (scenario->stopping == BY_TWO_RACES && !stop_by_race(scenario, &random, &taken)))
        return false;
    for (int sequential = 0; sequential < 2; sequential++) {
        const uint32_t flags = BRES_COMPARE_PAIRED | (sequential ? BRES_COMPARE_SEQUENTIAL : 0);

        bres_decision_init(&decision);
        if (bres_compare_runs(taken.samples[0], taken.count, taken.samples[1], taken.count, flags,
                              &thresholds, &decision, NULL, NULL) != BRES_OK) {
            fprintf(stderr, "stopped: %s\n", bres_last_error());
            return false;
        }
        if (sequential && scenario->stopping == BY_TWO_RACES)
            decision.verdict = merged_compare(&taken, &thresholds);
        *(sequential ? &counts->wrong : &counts->wrong_fixed) +=
            is_wrong(scenario, decision.verdict);
    }
    counts->found += decision.verdict == BRES_SLOW;
    return true;
}

static int scenarios_run(bool full)
{
    const size_t trials = full ? 10000 : 500;
    bool good = true;

    truth_claim_heading("Pairs whose number followed from their times, compared");
    for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
        const truth_claim wrong = { scenarios[i].name, "wrong", TRUTH_AT_MOST, 1 };
        const truth_claim fixed = { "  by an interval for fixed numbers", "wrong",
                                    TRUTH_AS_MEASURED, 0 };
        const truth_claim found = { scenarios[i].name, "found", TRUTH_AT_LEAST, 99 };
        stopped_counts counts = { 0 };

        for (size_t t = 0; t < trials; t++) {
            if (!scenario_try(&scenarios[i], t * 10 + i, &counts))
                return 2;
        }
        good = truth_claim_report(&wrong, counts.wrong, trials, full) && good;
        truth_claim_report(&fixed, counts.wrong_fixed, trials, full);
        if (scenarios[i].change > 0 && !(scenarios[i].step > 0))
            good = truth_claim_report(&found, counts.found, trials, full) && good;
    }
    return good ? 0 : 1;
}

static bres_result *load(const char *directory, const char *name)
{
    bres_load_options options;
    bres_result *result = NULL;
    char command[4096];
    FILE *file;

    snprintf(command, sizeof(command), "gzip -dc '%s/race160/%s.json.gz'", directory, name);
    file = popen(command, "r");
    if (file == NULL)
        return NULL;
    bres_load_options_init(&options);
    options.flags = BRES_LOAD_LENIENT;
    if (bres_result_load_fd(fileno(file), &options, &result) != BRES_OK)
        fprintf(stderr, "stopped: %s\n", bres_last_error());
    pclose(file);
    return result;
}

/* saxpy must be SLOW, dot must not be FAST or SLOW. */
static bool row_is_right(const bres_row *row)
{
    const char *bench = bres_subbench_name(bres_state_subbench(bres_row_candidate(row)));
    const bres_verdict verdict = bres_row_verdict(row);

    printf("%-6s %-14s %s: %s\n", bench, bres_state_name(bres_row_candidate(row)),
           bres_verdict_name(verdict), bres_row_message(row));
    if (strcmp(bench, "saxpy") == 0)
        return verdict == BRES_SLOW;
    return verdict != BRES_FAST && verdict != BRES_SLOW;
}

static int data_run(const char *directory)
{
    bres_result *sides[2] = { load(directory, "ref"), load(directory, "cmp") };
    bres_comparison *comparison = NULL;
    bool good = sides[0] != NULL && sides[1] != NULL &&
                bres_compare(&sides[0], 1, &sides[1], 1, NULL, &comparison) == BRES_OK;

    printf("\nrace160: 160 real pairs; saxpy is 3 %% slower, dot is unchanged\n");
    for (size_t i = 0; i < bres_comparison_row_count(comparison); i++)
        good = row_is_right(bres_comparison_row_at(comparison, i)) && good;
    bres_comparison_free(comparison);
    bres_result_unref(sides[0]);
    bres_result_unref(sides[1]);
    return good ? 0 : 1;
}

int main(int argc, char **argv)
{
    const char *data = NULL;
    bool full = false;
    int status;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--data") == 0 && i + 1 < argc)
            data = argv[++i];
        else
            full = full || strcmp(argv[i], "--full") == 0;
    }
    status = scenarios_run(full);
    if (status == 0 && data != NULL)
        status = data_run(data);
    return status;
}
