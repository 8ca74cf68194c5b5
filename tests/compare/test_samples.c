/* SPDX-License-Identifier: MIT */
/*
 * Decisions on plain arrays: reasons, bad input, and properties that must hold for any arrays.
 */
#include "compare/compare.h"
#include "stats/stats.h"

#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Uses NVBench's rule, for which a few samples suffice. */
static bres_decision decide(const bres_samples *reference, const bres_samples *candidate,
                            uint32_t flags)
{
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    thresholds.rule = BRES_RULE_NVBENCH;
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_samples(reference, candidate, flags, &thresholds, &decision), BRES_OK,
                 "%s", bres_last_error());
    return decision;
}

#define SAMPLES(times, rates)                                                                      \
    {                                                                                              \
        times, rates, sizeof times / sizeof *times                                                 \
    }

static const float low[] = { 2.0f, 2.05f, 2.1f, 2.2f };
static const float high[] = { 2.4f, 2.45f, 2.5f, 2.6f };
static const float steady[] = { 1000, 1000, 1000, 1000 };
static const float turbo[] = { 1300, 1300, 1300, 1300 };
static const float broken[] = { 1000, 1000, 1000, NAN };
static const float zero[] = { 1, 0, 1, 1 };

/* Clock rates, if present, confirm or refute a difference. */
Test(compare, samples_and_the_clock)
{
    static const struct {
        const char *what;
        bres_samples reference;
        bres_samples candidate;
        uint32_t flags;
        bres_verdict verdict;
        bres_reason reason;
    } cases[] = {
        { "rates", SAMPLES(low, steady), SAMPLES(high, steady), 0, BRES_SLOW,
          BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES },
        { "faster", SAMPLES(high, steady), SAMPLES(low, steady), 0, BRES_FAST,
          BRES_REASON_CLEAR_GAP_CONFIRMED_BY_BULK_CYCLES },
        { "explained by the clock", SAMPLES(low, turbo), SAMPLES(high, steady), 0, BRES_AMBIGUOUS,
          BRES_REASON_BULK_CYCLE_GAP_NOT_CONFIRMED },
        { "no rates", SAMPLES(low, NULL), SAMPLES(high, NULL), 0, BRES_SLOW,
          BRES_REASON_CLEAR_GAP_WITHOUT_CLOCK },
        { "no rates, but a clock", SAMPLES(low, NULL), SAMPLES(high, NULL), BRES_COMPARE_HAS_CLOCK,
          BRES_AMBIGUOUS, BRES_REASON_MISSING_CLOCK_RATE },
        { "rates on one side", SAMPLES(low, steady), SAMPLES(high, NULL), 0, BRES_AMBIGUOUS,
          BRES_REASON_MISSING_CLOCK_RATE },
        { "broken rates", SAMPLES(low, steady), SAMPLES(high, broken), 0, BRES_AMBIGUOUS,
          BRES_REASON_BULK_CYCLE_DATA_UNUSABLE },
        { "the same", SAMPLES(low, steady), SAMPLES(low, steady), 0, BRES_SAME,
          BRES_REASON_BULK_SAME },
        { "the same without rates", SAMPLES(low, NULL), SAMPLES(low, steady), 0, BRES_SAME,
          BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES },
        { "the same with broken rates", SAMPLES(low, steady), SAMPLES(low, broken), 0,
          BRES_AMBIGUOUS, BRES_REASON_BULK_CYCLE_DATA_UNUSABLE },
        { "other cycles", SAMPLES(low, steady), SAMPLES(low, turbo), 0, BRES_AMBIGUOUS,
          BRES_REASON_BULK_CYCLE_SUPPORT_MISMATCH },
        { "a zero among the times", SAMPLES(zero, steady), SAMPLES(low, steady), 0, BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING },
        { "nothing",
          { NULL, NULL, 0 },
          SAMPLES(low, steady),
          0,
          BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING },
        { "an empty array",
          { low, NULL, 0 },
          { low, NULL, 0 },
          0,
          BRES_UNKNOWN,
          BRES_REASON_TIMING_CENTER_MISSING },
        { "one sample",
          { low, NULL, 1 },
          { low, NULL, 1 },
          0,
          BRES_SAME,
          BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_decision decision =
            decide(&cases[i].reference, &cases[i].candidate, cases[i].flags);

        cr_assert_eq(decision.verdict, cases[i].verdict, "%s: %s %s", cases[i].what,
                     bres_verdict_name(decision.verdict), bres_reason_name(decision.reason));
        cr_assert_eq(decision.reason, cases[i].reason, "%s: %s", cases[i].what,
                     bres_reason_name(decision.reason));
    }
}

/* Values that may or may not be times. */
Test(compare, samples_of_odd_values)
{
    static const struct {
        float value;
        bool usable;
    } cases[] = {
        { 0, false },      { -0.0f, false },  { FLT_TRUE_MIN, true },
        { FLT_MIN, true }, { FLT_MAX, true }, { 1, true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const float values[3] = { cases[i].value, cases[i].value, cases[i].value };
        const bres_samples samples = SAMPLES(values, values);
        const bres_decision decision = decide(&samples, &samples, 0);

        cr_assert_eq(decision.verdict, cases[i].usable ? BRES_SAME : BRES_UNKNOWN, "%g: %s",
                     (double)cases[i].value, bres_reason_name(decision.reason));
    }
}

/* Values that are not times: the message names the side and the index. */
Test(compare, samples_refused)
{
    static const float values[] = { -1, -FLT_TRUE_MIN, NAN, INFINITY, -INFINITY };
    const bres_samples good = SAMPLES(low, NULL);

    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        const float times[] = { 1, 2, values[i], 3 };
        const bres_samples bad = SAMPLES(times, NULL);
        const bres_samples runs[2] = { good, bad };
        bres_decision decision;

        bres_decision_init(&decision);
        cr_expect_eq(bres_compare_samples(&bad, &good, 0, NULL, &decision), BRES_ERROR_VALUE);
        cr_expect_not_null(strstr(bres_last_error(), "sample 2 of the reference is "), "%s",
                           bres_last_error());
        cr_expect_eq(decision.reason, 0);
        cr_expect_eq(bres_compare_samples(&good, &bad, 0, NULL, &decision), BRES_ERROR_VALUE);
        cr_expect_not_null(strstr(bres_last_error(), "sample 2 of the candidate is "), "%s",
                           bres_last_error());
        cr_expect_eq(bres_compare_runs(&good, 1, runs, 2, 0, NULL, &decision, NULL, NULL),
                     BRES_ERROR_VALUE);
        cr_expect_not_null(strstr(bres_last_error(), "sample 2 of run 1 of the candidate is "),
                           "%s", bres_last_error());
    }
}

/* Only the side without a time is named. */
Test(compare, samples_name_the_side_without_a_time)
{
    const bres_samples good = SAMPLES(low, NULL);
    const bres_samples bad = SAMPLES(zero, NULL);

    cr_expect_str_eq(decide(&bad, &good, 0).message, "the time is missing on the reference");
    cr_expect_str_eq(decide(&good, &bad, 0).message, "the time is missing on the candidate");
    cr_expect_str_eq(decide(&bad, &bad, 0).message, "the time is missing on both sides");
}

/* The default rule does not decide on fewer than 10 samples, or on samples that are all equal. */
Test(compare, samples_too_few)
{
    static const struct {
        size_t counts[2];
        bool equal[2];
        float shift;
        const char *message; /* NULL: decided */
    } rows[] = {
        { { 1, 1 }, { false, false }, 0.5f, "1 of the reference and 1 of the candidate" },
        { { 9, 50 }, { false, false }, 0.5f, "9 of the reference and 50 of the candidate" },
        { { 50, 9 }, { false, false }, 0, "at least 10 on each side" },
        { { 10, 10 }, { false, false }, 0.5f, NULL },
        { { 10, 10 }, { false, false }, 0, NULL },
        { { 50, 50 }, { true, false }, 0.5f, "all samples of the reference are equal" },
        { { 50, 50 }, { false, true }, 0, "all samples of the candidate are equal" },
        { { 50, 50 }, { true, true }, 0, "all samples of both sides are equal" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        float times[2][50];
        bres_samples sides[2];
        bres_decision decision;

        for (int side = 0; side < 2; side++) {
            for (size_t s = 0; s < rows[i].counts[side]; s++)
                times[side][s] = 1 + (side == 1 ? rows[i].shift : 0) +
                                 (rows[i].equal[side] ? 0 : (float)(s % 5) * 0.001f);
            sides[side] = (bres_samples){ times[side], NULL, rows[i].counts[side] };
        }
        bres_decision_init(&decision);
        cr_assert_eq(bres_compare_samples(&sides[0], &sides[1], 0, NULL, &decision), BRES_OK, "%s",
                     bres_last_error());
        if (rows[i].message == NULL) {
            cr_expect_eq(decision.verdict, rows[i].shift > 0 ? BRES_SLOW : BRES_SAME, "row %zu: %s",
                         i, decision.message);
            continue;
        }
        cr_expect_eq(decision.verdict, BRES_AMBIGUOUS, "row %zu", i);
        cr_expect_eq(decision.reason, BRES_REASON_TOO_FEW_SAMPLES, "row %zu", i);
        cr_expect_not_null(strstr(decision.message, rows[i].message), "row %zu: %s", i,
                           decision.message);
        cr_expect_neq(decide(&sides[0], &sides[1], 0).reason, BRES_REASON_TOO_FEW_SAMPLES,
                      "row %zu", i);
    }
}

/* The ranks of small arrays. */
Test(compare, samples_rank_rule)
{
    static const struct {
        size_t count;
        double center;
        double upper;
        double noise;
    } cases[] = {
        { 1, 1, 1, 0 },       { 2, 2, 2, 1.0 / 2 }, { 3, 2, 3, 1.0 / 2 },
        { 4, 3, 3, 1.0 / 3 }, { 5, 3, 4, 2.0 / 3 }, { 6, 4, 5, 3.0 / 4 },
    };
    static const float values[] = { 1, 2, 3, 4, 5, 6 };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_samples samples = { values, NULL, cases[i].count };
        const bres_decision decision = decide(&samples, &samples, 0);

        cr_assert_eq(decision.reference.lower, 1, "n = %zu", cases[i].count);
        cr_assert_eq(decision.reference.center, cases[i].center, "n = %zu", cases[i].count);
        cr_assert_eq(decision.reference.upper, cases[i].upper, "n = %zu", cases[i].count);
        cr_assert_eq(decision.reference.noise, cases[i].noise, "n = %zu", cases[i].count);
        cr_assert_eq(decision.reference.samples, cases[i].count);
    }
}

Test(compare, samples_bad_arguments)
{
    const bres_samples good = SAMPLES(low, steady);
    const bres_samples bad = { NULL, NULL, 4 };
    bres_thresholds thresholds;
    bres_decision decision;

    bres_decision_init(NULL);
    bres_decision_init(&decision);
    decision.verdict = BRES_SLOW;
    cr_assert_eq(bres_compare_samples(NULL, &good, 0, NULL, &decision), BRES_ERROR_ARGUMENT);
    cr_assert_eq(decision.verdict, BRES_UNKNOWN);
    cr_assert_eq(decision.size, sizeof decision);
    cr_assert_eq(bres_compare_samples(&good, NULL, 0, NULL, &decision), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_samples(&good, &bad, 0, NULL, &decision), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_samples(&good, &good, 2, NULL, &decision), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_samples(&good, &good, 0, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_thresholds_init(&thresholds);
    thresholds.same_overlap_fraction = 1.5;
    cr_assert_eq(bres_compare_samples(&good, &good, 0, &thresholds, &decision),
                 BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "same.overlap_fraction"), "%s", bres_last_error());
    decision.size = 8;
    cr_assert_eq(bres_compare_samples(&good, &good, 0, NULL, &decision), BRES_ERROR_VERSION);
    decision.size = 1 << 20;
    cr_assert_eq(bres_compare_samples(&good, &good, 0, NULL, &decision), BRES_ERROR_VERSION);
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_states(NULL, NULL, NULL, &decision), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_compare_states(NULL, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
}

/* The struct of a program that was built with a later header: the library clears its tail and the
 * reserved members, which such a program may read. */
Test(compare, samples_decision_of_a_later_version)
{
    struct {
        bres_decision decision;
        double more;
    } later;
    float times[10];
    bres_samples samples = { .times = times, .count = sizeof times / sizeof *times };

    for (size_t i = 0; i < samples.count; i++)
        times[i] = 1 + (float)i * 0.001f;
    memset(&later, 0x5A, sizeof later);
    later.decision.size = sizeof later;
    cr_assert_eq(bres_compare_samples(&samples, &samples, 0, NULL, &later.decision), BRES_OK);
    cr_assert_eq(later.decision.size, sizeof later);
    cr_assert_eq(later.decision.verdict, BRES_SAME);
    cr_assert_eq(later.more, 0);
    for (size_t i = 0; i < sizeof later.decision.reference.reserved / sizeof(double); i++) {
        cr_assert_eq(later.decision.reference.reserved[i], 0);
        cr_assert_eq(later.decision.candidate.reserved[i], 0);
        cr_assert_eq(later.decision.difference.reserved[i], 0);
    }
}

/* Two states of one benchmark, built from the times of each. `clocks` NULL: CPU-only states. */
static bres_result *samples_build(const double *const seconds[2], size_t count,
                                  const double *clocks, bres_state *states[2])
{
    bres_result *result;
    bres_subbench *bench;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    for (int i = 0; i < 2; i++) {
        bres_times times;
        bres_status status;

        bres_times_init(&times);
        times.count = count;
        times.gpu = times.cpu = seconds[i];
        times.clocks = clocks;
        cr_assert_eq(bres_subbench_add_state(bench, &states[i]), BRES_OK);
        status = clocks != NULL ? bres_state_add_cold_summaries(states[i], &times)
                                : bres_state_add_cpu_only_summaries(states[i], &times);
        cr_assert_eq(status, BRES_OK, "%s", bres_last_error());
    }
    return result;
}

/* Built states: their samples are in memory, and no summary names a file. */
Test(compare, samples_of_built_states)
{
    const double gpu[2][4] = { { 2.0, 2.05, 2.1, 2.2 }, { 2.4, 2.45, 2.5, 2.6 } };
    const double clocks[4] = { 1000, 1000, 1000, 1000 };
    bres_state *states[2];
    bres_thresholds thresholds;
    bres_decision decision;
    bres_result *result =
        samples_build((const double *const[]){ gpu[0], gpu[1] }, 4, clocks, states);

    bres_thresholds_init(&thresholds);
    thresholds.rule = BRES_RULE_NVBENCH; /* the samples are few */
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_states(states[0], states[1], &thresholds, &decision), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_str_eq(bres_reason_name(decision.reason), "clear_gap_confirmed_by_bulk_cycles");
    cr_assert_eq(decision.verdict, BRES_SLOW);
    cr_assert_eq(decision.candidate.samples, 4);
    bres_result_unref(result);
}

/* A CPU-only measurement's samples belong to its own summaries. */
Test(compare, samples_of_built_cpu_only_states)
{
    const double cpu[2][5] = { { 3, 3, 3.005, 3.01, 3.012 }, { 3, 3, 3.01, 3.01, 3.012 } };
    bres_compare_options options;
    bres_comparison *comparison;
    bres_state *states[2];
    bres_thresholds thresholds;
    bres_decision decision;
    bres_result *result = samples_build((const double *const[]){ cpu[0], cpu[1] }, 5, NULL, states);

    bres_thresholds_init(&thresholds);
    thresholds.rule = BRES_RULE_NVBENCH; /* the samples are few */
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_states(states[0], states[1], &thresholds, &decision), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_str_eq(bres_reason_name(decision.reason), "bulk_time_same_without_cycles");
    bres_compare_options_init(&options);
    options.metric = BRES_METRIC_GPU;
    cr_assert_eq(bres_compare(&result, 1, &result, 1, &options, &comparison), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_row_reason(bres_comparison_row_at(comparison, 0)),
                 BRES_REASON_TIMING_CENTER_MISSING);
    bres_comparison_free(comparison);
    bres_result_unref(result);
}

#define COUNT_MAX 200

typedef struct side {
    float times[COUNT_MAX];
    float rates[COUNT_MAX];
    size_t count;
    bool has_rates;
} side_samples;

static uint64_t random_state;

static double next_unit(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

static double next_normal(void)
{
    return next_unit() + next_unit() + next_unit() + next_unit() - 2;
}

/* Times around `center`: steady, with two modes, on a grid, or all equal. */
static void fill(side_samples *side, double center, double noise, int kind, double clock)
{
    side->count = 1 + (size_t)(next_unit() * (COUNT_MAX / 2 - 1));
    side->has_rates = clock > 0;
    for (size_t i = 0; i < side->count; i++) {
        double time = center * (1 + noise * next_normal());

        if (kind == 1 && next_unit() < .3)
            time *= 1 + 4 * noise;
        if (kind == 2)
            time = ceil(time / (center * noise / 3)) * (center * noise / 3);
        if (kind == 3)
            time = center;
        side->times[i] = (float)time;
        side->rates[i] = (float)(clock * (1 + .002 * next_normal()));
    }
}

static void fill_pair(side_samples sides[2])
{
    static const double effects[] = { 0, 0, 0, .001, .004, .006, .02, -.02, .1 };
    const double center = pow(10, -6 + 5 * next_unit());
    const double noise = pow(10, -4 + 2.5 * next_unit());
    const double effect = effects[(size_t)(next_unit() * 9)];
    const int kind = (int)(next_unit() * 4);
    const double clock = next_unit() < .5 ? 0 : 1.2e9;

    fill(&sides[0], center, noise, kind, clock);
    fill(&sides[1], center * (1 + effect), noise, kind, clock * (next_unit() < .3 ? 1.01 : 1));
}

static bres_samples samples_of(const side_samples *side)
{
    return (bres_samples){ side->times, side->has_rates ? side->rates : NULL, side->count };
}

static bres_decision decide_pair(const side_samples *reference, const side_samples *candidate)
{
    const bres_samples samples[2] = { samples_of(reference), samples_of(candidate) };

    return decide(&samples[0], &samples[1], 0);
}

static void same_decision(const bres_decision *a, const bres_decision *b, int round,
                          const char *what)
{
    cr_assert(a->verdict == b->verdict && a->reason == b->reason && a->severity == b->severity,
              "round %d, %s: %s %s, %s %s", round, what, bres_verdict_name(a->verdict),
              bres_reason_name(a->reason), bres_verdict_name(b->verdict),
              bres_reason_name(b->reason));
}

static void check_mirrored(const side_samples sides[2], const bres_decision *decision, int round)
{
    bres_decision mirrored = decide_pair(&sides[1], &sides[0]);

    if (mirrored.verdict == BRES_FAST)
        mirrored.verdict = BRES_SLOW;
    else if (mirrored.verdict == BRES_SLOW)
        mirrored.verdict = BRES_FAST;
    same_decision(decision, &mirrored, round, "mirrored");
    cr_assert_eq(decision->difference.change, -mirrored.difference.change, "round %d", round);
    cr_assert_eq(decision->difference.change_lower, -mirrored.difference.change_upper, "round %d",
                 round);
}

static void check_permuted(const side_samples sides[2], const bres_decision *decision, int round)
{
    side_samples permuted[2] = { sides[0], sides[1] };
    bres_decision again;

    for (int s = 0; s < 2; s++) {
        for (size_t i = permuted[s].count - 1; i > 0; i--) {
            const size_t j = (size_t)(next_unit() * (double)(i + 1));
            const float time = permuted[s].times[i];
            const float rate = permuted[s].rates[i];

            permuted[s].times[i] = permuted[s].times[j];
            permuted[s].rates[i] = permuted[s].rates[j];
            permuted[s].times[j] = time;
            permuted[s].rates[j] = rate;
        }
    }
    again = decide_pair(&permuted[0], &permuted[1]);
    cr_assert_eq(memcmp(decision, &again, sizeof again), 0, "round %d, permuted: %s %s", round,
                 decision->message, again.message);
}

static void check_scaled(const side_samples sides[2], const bres_decision *decision, int round)
{
    const int exponent = (int)(next_unit() * 40) - 20;
    side_samples scaled[2] = { sides[0], sides[1] };
    bres_decision again;

    for (int s = 0; s < 2; s++) {
        for (size_t i = 0; i < scaled[s].count; i++) {
            scaled[s].times[i] = ldexpf(scaled[s].times[i], exponent);
            scaled[s].rates[i] = ldexpf(scaled[s].rates[i], exponent / 2);
        }
    }
    again = decide_pair(&scaled[0], &scaled[1]);
    same_decision(decision, &again, round, "scaled");
    cr_assert_eq(again.difference.fraction, decision->difference.fraction, "round %d", round);
}

/* Every sample twice: by the rank rule, the center and the lower quartile stay, and the upper
 * quartile may move to a neighbouring value. */
static void check_doubled(const side_samples *side, int round)
{
    double sorted[COUNT_MAX];
    side_samples doubled = *side;
    const size_t rank = bres__percentile_rank(side->count, 75);
    bres_decision once = decide_pair(side, side);
    bres_decision twice;

    for (size_t i = 0; i < side->count; i++)
        sorted[i] = (double)side->times[i];
    bres__sort_float64(sorted, side->count);
    memcpy(doubled.times + side->count, side->times, side->count * sizeof *side->times);
    memcpy(doubled.rates + side->count, side->rates, side->count * sizeof *side->rates);
    doubled.count *= 2;
    twice = decide_pair(&doubled, &doubled);
    cr_assert_eq(twice.reference.center, once.reference.center, "round %d", round);
    cr_assert_eq(twice.reference.lower, once.reference.lower, "round %d", round);
    cr_assert_geq(twice.reference.upper, sorted[rank > 0 ? rank - 1 : 0], "round %d", round);
    cr_assert_leq(twice.reference.upper, sorted[rank + 1 < side->count ? rank + 1 : rank],
                  "round %d", round);
}

Test(compare, samples_properties)
{
    const int rounds = bres_test_long() ? 20000 : 1500;
    size_t verdicts[5] = { 0 };

    random_state = 88172645463325252u;
    for (int round = 0; round < rounds; round++) {
        static side_samples sides[2];
        bres_decision decision;
        bres_decision alike;

        fill_pair(sides);
        decision = decide_pair(&sides[0], &sides[1]);
        verdicts[decision.verdict]++;
        check_mirrored(sides, &decision, round);
        check_permuted(sides, &decision, round);
        check_scaled(sides, &decision, round);
        check_doubled(&sides[0], round);
        alike = decide_pair(&sides[0], &sides[0]);
        cr_assert_eq(alike.verdict, BRES_SAME, "round %d, itself: %s", round, alike.message);
    }
    for (int verdict = BRES_SAME; verdict <= BRES_AMBIGUOUS; verdict++)
        cr_assert_gt(verdicts[verdict], (size_t)rounds / 50, "%s",
                     bres_verdict_name((bres_verdict)verdict));
}

/* Sizes around and above the capacity of the fixed buffer; samples all equal or all different. */
Test(compare, samples_of_many_sizes)
{
    static const size_t counts[] = { 126, 127, 128, 129, 130, 3000, 1000000 };

    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        const size_t count = counts[c];
        float *times = malloc(count * sizeof *times);
        bres_samples samples = { times, times, count };
        bres_decision decision;

        for (size_t i = 0; i < count; i++)
            times[i] = 1;
        decision = decide(&samples, &samples, 0);
        cr_assert_eq(decision.reason, BRES_REASON_BULK_SAME, "%zu equal samples", count);
        cr_assert_eq(decision.reference.noise, 0);
        for (size_t i = 0; i < count; i++)
            times[i] = 1 + .1f * (float)((i * 7919) % count) / (float)count;
        decision = decide(&samples, &samples, 0);
        cr_assert_eq(decision.reason, BRES_REASON_BULK_SAME, "%zu samples: %s", count,
                     decision.message);
        cr_assert_eq(decision.reference.lower, 1);
        free(times);
    }
}
