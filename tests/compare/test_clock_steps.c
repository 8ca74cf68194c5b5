/* SPDX-License-Identifier: MIT */
/*
 * Clocks with a coarse step: detection of the step, and verdicts of the default rule.
 */
#include "compare/evidence/clock_step.h"

#include "stats/stats.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 1000000

static uint64_t random_state;

/* Xorshift: the same numbers everywhere. */
static double draw(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

/* The sum of twelve uniform numbers, minus 6: mean 0, standard deviation 1. */
static double draw_normal(void)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += draw();
    return sum;
}

/* A time as a file holds it: rounded to milliseconds in binary32, then to seconds. */
static float stored(double seconds)
{
    return (float)((double)(float)(seconds * 1e3) / 1e3);
}

static bres__clock_step find(const float *times, size_t count)
{
    uint64_t *values = malloc(2 * count * sizeof(*values));
    uint64_t *counts = values + count;
    bres__support support = { .values = values, .counts = counts, .total = count };
    bres__clock_step step;

    for (size_t i = 0; i < count; i++) {
        const double time = (double)times[i];

        memcpy(&counts[i], &time, sizeof(time));
    }
    memcpy(values, counts, count * sizeof(*values));
    bres__sort_uint64(values, counts, count);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && values[i] == values[support.distinct - 1]) {
            counts[support.distinct - 1]++;
            continue;
        }
        values[support.distinct] = values[i];
        counts[support.distinct++] = 1;
    }
    bres__clock_step_find(&support, &step);
    free(values);
    return step;
}

static void assert_step(double found, double wanted, const char *what)
{
    cr_assert(fabs(found - wanted) <= 1e-4 * wanted, "%s: %g instead of %g", what, found, wanted);
}

/* Steps of every size that binary32 can hold, at every time, with and without an offset. */
Test(compare, clock_steps_are_found)
{
    static const struct {
        const char *what;
        double center;
        double noise; /* relative */
        double step;
        double offset;
        bool is_found;
    } rows[] = {
        { "1 ns at 100 ns", 100e-9, .05, 1e-9, 0, true },
        { "10 ns at 100 ns", 100e-9, .05, 10e-9, 0, true },
        { "32 ns at 4 us", 4e-6, .05, 32e-9, 0, true },
        { "32 ns at 400 us", 400e-6, .01, 32e-9, 0, true },
        { "1 us at 1 ms, without the cost of the clock", 1e-3, .01, 1e-6, -13.7e-9, true },
        { "1 us at 10 ms", 10e-3, .01, 1e-6, 0, true },
        { "1 ms at 1 s", 1, .01, 1e-3, 0, true },
        { "10 us at 0.1 s", .1, .002, 1e-5, 0, true },
        { "32 ns at 1 s: finer than binary32", 1, .01, 32e-9, 0, false },
        { "no step at 100 ns", 100e-9, .05, 0, 0, false },
        { "no step at 1 s", 1, .01, 0, 0, false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int seed = 1; seed <= 50; seed++) {
            static float times[300];
            bres__clock_step step;

            random_state = 88172645463325252u * (uint64_t)seed;
            for (size_t t = 0; t < 300; t++) {
                double time = rows[i].center * (1 + rows[i].noise * draw_normal());

                if (rows[i].step > 0)
                    time = round(time / rows[i].step) * rows[i].step + rows[i].offset;
                times[t] = stored(time);
            }
            step = find(times, 300);
            cr_assert_eq(step.divisor > 0, rows[i].is_found, "%s, seed %d: %g", rows[i].what, seed,
                         step.divisor);
            if (rows[i].is_found)
                assert_step(step.divisor, rows[i].step, rows[i].what);
        }
    }
}

/* Most samples are multiples of the larger step, the others of the smaller one. */
Test(compare, clock_steps_dominate)
{
    for (int seed = 1; seed <= 50; seed++) {
        static float times[300];
        bres__clock_step step;

        random_state = 88172645463325252u * (uint64_t)seed;
        for (size_t t = 0; t < 300; t++) {
            const double unit = draw() < .85 ? 1024e-9 : 32e-9;

            times[t] = stored(round(20e-6 * (1 + .05 * draw_normal()) / unit) * unit);
        }
        step = find(times, 300);
        assert_step(step.divisor, 32e-9, "divisor");
        assert_step(step.dominant, 1024e-9, "dominant");
    }
}

/* With fewer than 6 distinct values, only repeated values prove a step. */
Test(compare, clock_steps_of_few_values)
{
    static const struct {
        float times[8];
        size_t count;
        double step;
    } rows[] = {
        { { 1 }, 1, 0 },
        { { 1, 2 }, 2, 0 },
        { { 1, 1, 1 }, 3, 0 },
        { { 1, 1, 1, 1.5f, 1.5f }, 5, .5 },
        { { 1, 1, 1, 1, 1.5f, 3 }, 6, .5 },
        { { 1, 2, 3, 4, 5 }, 5, 0 },
        { { 1, 2, 3, 4, 5, 8 }, 6, 1 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(find(rows[i].times, rows[i].count).dominant, rows[i].step, "row %zu: %g", i,
                     find(rows[i].times, rows[i].count).dominant);
}

/* A value, and how often it occurs in 300 samples. */
typedef struct heap {
    float value;
    size_t count;
} heap;

typedef struct heaps {
    heap values[12];
} heaps;

static size_t fill(const heaps *side, float *times)
{
    size_t count = 0;

    for (size_t i = 0; i < 12; i++) {
        for (size_t n = 0; n < side->values[i].count; n++)
            times[count++] = side->values[i].value;
    }
    return count;
}

static bres_decision decide(const heaps *reference, const heaps *candidate, bres_rule rule)
{
    static float times[2][400];
    const bres_samples samples[2] = { { .times = times[0], .count = fill(reference, times[0]) },
                                      { .times = times[1], .count = fill(candidate, times[1]) } };
    bres_thresholds thresholds;
    bres_decision decision;

    bres_thresholds_init(&thresholds);
    thresholds.rule = rule;
    thresholds.runs_equivalence_margin = 0.01;
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_samples(&samples[0], &samples[1], 0, &thresholds, &decision),
                 BRES_OK);
    return decision;
}

/* Nine times between 1600 and 1632, from a clock with a finer step. */
#define BETWEEN_STEPS                                                                              \
    { 1602, 1 }, { 1605, 1 }, { 1608, 1 }, { 1611, 1 }, { 1614, 1 }, { 1617, 1 }, { 1620, 1 },     \
        { 1623, 1 },                                                                               \
    {                                                                                              \
        1626, 1                                                                                    \
    }

Test(compare, clock_steps_decide)
{
    static const struct {
        const char *what;
        heaps reference;
        heaps candidate;
        bres_verdict verdict;
        bres_reason reason;
        bool differs; /* the verdict differs from that of NVBench's rule */
    } rows[] = {
        { "the median moves by a step of 2 %, the averages agree",
          { { { 1600, 142 }, { 1632, 158 }, BETWEEN_STEPS, { 1629, 1 } } },
          { { { 1600, 158 }, { 1632, 142 }, BETWEEN_STEPS, { 1629, 1 } } },
          BRES_SAME,
          BRES_REASON_AVERAGES_AGREE,
          true },
        { "one side has too few times between steps",
          { { { 1600, 142 }, { 1632, 158 }, BETWEEN_STEPS, { 1629, 1 } } },
          { { { 1600, 158 }, { 1632, 142 }, BETWEEN_STEPS, { 1632, 1 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          false },
        { "two times on a clock without a finer step",
          { { { 50, 149 }, { 51, 151 } } },
          { { { 50, 151 }, { 51, 149 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          false },
        { "nothing but one value beside a peak",
          { { { 10, 290 }, { 11, 10 } } },
          { { { 10, 290 }, { 11, 10 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          true },
        { "a step of 10 %, and too few samples for the averages",
          { { { 10, 10 }, { 11, 10 } } },
          { { { 10, 10 }, { 11, 10 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          true },
        { "equal medians, but the means differ by 3 %",
          { { { 9, 60 }, { 10, 180 }, { 11, 60 } } },
          { { { 9, 30 }, { 10, 150 }, { 11, 120 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          true },
        { "a peak has swallowed a change of 2 %, which few samples show",
          { { { 320, 270 }, { 319, 10 }, { 321, 10 }, { 322, 10 } } },
          { { { 320, 270 }, { 325, 10 }, { 326, 10 }, { 328, 10 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BULK_TIME_SUPPORT_MISMATCH,
          false },
        { "the steps differ: 10 on one side, 1 on the other",
          { { { 100, 290 }, { 110, 10 } } },
          { { { 99, 50 }, { 100, 200 }, { 101, 50 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BELOW_CLOCK_RESOLUTION,
          false },
        { "a step of 0.1 %",
          { { { 999, 50 }, { 1000, 200 }, { 1001, 50 } } },
          { { { 999, 60 }, { 1000, 180 }, { 1001, 60 } } },
          BRES_SAME,
          BRES_REASON_BULK_TIME_SAME_WITHOUT_CYCLES,
          false },
        { "rare values count as samples, not as values",
          { { { 1000, 250 }, { 1004, 20 }, { 1012, 20 }, { 1044, 4 }, { 1052, 3 }, { 1060, 3 } } },
          { { { 1000, 255 }, { 1004, 22 }, { 1012, 23 } } },
          BRES_AMBIGUOUS,
          BRES_REASON_BULK_TIME_SUPPORT_MISMATCH,
          false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bres_decision decision =
            decide(&rows[i].reference, &rows[i].candidate, BRES_RULE_DEFAULT);
        const bres_decision mirrored =
            decide(&rows[i].candidate, &rows[i].reference, BRES_RULE_DEFAULT);
        const bres_decision older =
            decide(&rows[i].reference, &rows[i].candidate, BRES_RULE_NVBENCH);

        cr_expect_eq(decision.verdict, rows[i].verdict, "%s: %s", rows[i].what, decision.message);
        cr_expect_eq(decision.reason, rows[i].reason, "%s: %s", rows[i].what, decision.message);
        cr_expect_eq(mirrored.verdict, decision.verdict, "%s: %s", rows[i].what, mirrored.message);
        cr_expect_eq(mirrored.reason, decision.reason, "%s: %s", rows[i].what, mirrored.message);
        cr_expect_eq(older.verdict != decision.verdict, rows[i].differs, "%s: %s", rows[i].what,
                     older.message);
        cr_expect_eq(older.reference.has & BRES_HAS_STEP, 0);
    }
}

Test(compare, clock_steps_are_shown)
{
    static const heaps side = { { { 32, 100 }, { 64, 100 }, { 33, 10 }, { 70, 10 } } };
    const bres_decision decision = decide(&side, &side, BRES_RULE_DEFAULT);

    cr_expect_eq(decision.reference.has & BRES_HAS_STEP, BRES_HAS_STEP);
    cr_expect_eq(decision.reference.divisor, 1);
    cr_expect_eq(decision.reference.step, 32);
    cr_expect_eq(decision.candidate.step, 32);
}

/* A million samples with a step, and as many without. */
Test(compare, clock_steps_of_many_samples)
{
    float *times = malloc(COUNT_MAX * sizeof *times);

    for (int ticks = 0; ticks < 2; ticks++) {
        random_state = 88172645463325252u;
        for (size_t i = 0; i < COUNT_MAX; i++) {
            const double time = 1e-4 * (1 + .01 * draw_normal());

            times[i] = stored(ticks ? round(time / 32e-9) * 32e-9 : time);
        }
        if (ticks)
            assert_step(find(times, COUNT_MAX).dominant, 32e-9, "a million samples");
        else
            cr_assert_eq(find(times, COUNT_MAX).dominant, 0);
    }
    free(times);
}
