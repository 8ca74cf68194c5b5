/* SPDX-License-Identifier: MIT */
/*
 * Configurations that a search eliminates, considers equal, and reports.
 */
#include "support/searched.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct reported {
    bres_tuner_stop end;
    size_t count;
    size_t configs[64];
} reported;

static reported report_of(bres__search *search)
{
    reported made = { .end = bres__search_stop_reason(search) };
    const size_t *best;

    made.count = bres__search_best(search, &best);
    cr_assert_leq(made.count, 64);
    memcpy(made.configs, best, made.count * sizeof(*best));
    return made;
}

static reported run(const bres__search_options *options, const bres_test_times *times)
{
    bres__search *search = bres_test_search(options);
    reported made;

    bres_test_search_run(search, times, NULL);
    made = report_of(search);
    bres__search_free(search);
    return made;
}

static bool same_report(const reported *a, const reported *b)
{
    return a->end == b->end && a->count == b->count &&
           memcmp(a->configs, b->configs, a->count * sizeof(*a->configs)) == 0;
}

static bool reports(const reported *made, size_t config)
{
    for (size_t i = 0; i < made->count; i++) {
        if (made->configs[i] == config)
            return true;
    }
    return false;
}

Test(tune, search_reports_what_it_cannot_distinguish)
{
    static const struct {
        const char *name;
        double times[6]; /* 0 ends them */
        double noise;
        double equivalence_margin;
        bres_tuner_stop end;
        size_t count;
        size_t winner;
    } rows[] = {
        { "clear", { 1.2, 1, 1.5, 3 }, 0.01, 0.01, BRES_TUNER_DECIDED, 1, 1 },
        { "clear without noise", { 1.02, 1, 1.5 }, 0, 0.01, BRES_TUNER_DECIDED, 1, 1 },
        { "clear in noise", { 1.6, 1.5, 1 }, 0.2, 0.01, BRES_TUNER_DECIDED, 1, 2 },
        { "a time that stands for never", { 1e38, 1e-6 }, 0, 0.01, BRES_TUNER_DECIDED, 1, 1 },
        { "equal", { 1, 1, 1 }, 0, 0.01, BRES_TUNER_TIED, 3, 0 },
        { "less than the margin", { 1.001, 1 }, 0.005, 0.01, BRES_TUNER_TIED, 2, 1 },
        { "some", { 1.3, 1.001, 1.4, 1, 1.2 }, 0.004, 0.01, BRES_TUNER_TIED, 2, 3 },
        { "not a margin's worth", { 1.02, 1 }, 0.5, 0.01, BRES_TUNER_COMPLETE, 2, 1 },
        { "without a margin", { 1.001, 1 }, 0.5, 0, BRES_TUNER_COMPLETE, 2, 1 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_test_times times = { .times = rows[i].times, .noise = rows[i].noise, .seed = 3 };
        bres__search_options options;
        reported made;
        size_t count = 0;

        while (count < 6 && rows[i].times[count] > 0)
            count++;
        options = bres_test_search_options(count);
        options.equivalence_margin = rows[i].equivalence_margin;
        made = run(&options, &times);
        cr_assert_eq(made.end, rows[i].end, "%s: %d", rows[i].name, (int)made.end);
        cr_assert_eq(made.count, rows[i].count, "%s: %zu", rows[i].name, made.count);
        if (rows[i].end != BRES_TUNER_COMPLETE)
            cr_assert_eq(made.configs[0], rows[i].winner, "%s: %zu", rows[i].name, made.configs[0]);
    }
}

/* Equal configurations are reported in the order of the space, regardless of the order of their
 * measurements. */
Test(tune, search_breaks_ties_by_the_order_of_the_space)
{
    static const double seconds[] = { 1e-3, 1e-3, 1e-3, 0, 0, 0, 2e-3, 2e-3, 2e-3 };

    for (uint64_t seed = 0; seed < 5; seed++) {
        bres__search_options options = bres_test_search_options(9);
        const bres_test_times times = { .times = seconds };
        reported made;

        options.seed = seed;
        made = run(&options, &times);
        cr_assert_eq(made.end, BRES_TUNER_TIED);
        cr_assert_eq(made.count, 3);
        for (size_t i = 0; i < 3; i++)
            cr_assert_eq(made.configs[i], 3 + i, "seed %d: %zu", (int)seed, made.configs[i]);
    }
}

/* Their numbers of samples do not matter either. */
Test(tune, search_breaks_ties_for_all_measured_times)
{
    for (unsigned i = 0; i < 200; i++) {
        const double fast = 1e-9 * pow(1.1, i);
        const double seconds[] = { 1.3 * fast, fast, 1.3 * fast, fast, 1.3 * fast, fast };
        const bres_test_times times = { .times = seconds };
        bres__search_options options = bres_test_search_options(6);
        reported made;

        options.strategy = i % 2 == 0 ? BRES_TUNER_ELIMINATION : BRES_TUNER_EXHAUSTIVE;
        options.seed = i;
        options.max_samples = 40 + i;
        made = run(&options, &times);
        cr_assert_eq(made.configs[0], 1, "row %u: %zu", i, made.configs[0]);
    }
}

/* A single sample with half the time of a slow configuration: the configuration neither wins nor
 * stays. */
Test(tune, search_is_not_fooled_by_one_lucky_sample)
{
    static const double seconds[] = { 1.3e-3, 1e-3, 1.2e-3, 1.25e-3, 1.15e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.02, .seed = 6 };
    bres__search_options options = bres_test_search_options(5);
    bres__search *search = bres_test_search(&options);
    const double lucky = 0.5e-3;
    reported made;

    cr_assert_eq(bres__search_tell(search, 0, &lucky, 1), BRES_OK);
    bres_test_search_run(search, &times, NULL);
    made = report_of(search);
    cr_assert_eq(made.end, BRES_TUNER_DECIDED);
    cr_assert_eq(made.count, 1);
    cr_assert_eq(made.configs[0], 1);
    bres__search_free(search);
}

/* The machine becomes slower by half while the search distinguishes times that differ by 3 %. */
Test(tune, search_distinguishes_despite_drift)
{
    static const double seconds[] = { 1.03e-3, 1e-3, 1.03e-3, 1.03e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.01, .drift = 0.01, .seed = 2 };
    bres__search_options options = bres_test_search_options(4);
    const reported made = run(&options, &times);

    cr_assert_eq(made.end, BRES_TUNER_DECIDED);
    cr_assert_eq(made.configs[0], 1);
    cr_assert_eq(made.count, 1);
}

/* Each run looks at all configurations about fifty times. Each of the equal configurations is as
 * fast as the fastest one, and each has the error rate. */
Test(tune, search_drops_few_of_equal_ones)
{
    double seconds[20];
    size_t eliminated = 0;

    for (size_t i = 0; i < 20; i++)
        seconds[i] = 1e-3;
    for (uint64_t seed = 0; seed < 40; seed++) {
        const bres_test_times times = { .times = seconds, .noise = 0.3, .seed = seed };
        bres__search_options options = bres_test_search_options(20);
        reported made;

        options.max_samples = seed % 2 == 0 ? 400 : 0;
        options.seed = seed;
        made = run(&options, &times);
        eliminated += 20 - made.count;
    }
    /* Of 800, one in a hundred on average; more than 17 once in 1,000 times. */
    cr_assert_leq(eliminated, 17, "%zu", eliminated);
}

/* Configurations that are set aside for lack of samples stay in the answer, after the others. */
Test(tune, search_reports_what_was_set_aside)
{
    double seconds[16];
    const bres_test_times times = { .times = seconds, .noise = 0.2, .seed = 8 };
    bres__search_options options = bres_test_search_options(16);
    bres__search *search;
    bres_test_asked asked;
    reported made;

    for (size_t i = 0; i < 16; i++)
        seconds[i] = 1e-3 * (1 + 0.001 * (double)i);
    options.max_samples = 16 * 12;
    search = bres_test_search(&options);
    bres_test_search_run(search, &times, &asked);
    made = report_of(search);
    cr_assert_eq(made.end, BRES_TUNER_SAMPLES_OVER);
    cr_assert_eq(made.count, 16);
    for (size_t i = 1; i < 16; i++)
        cr_assert_leq(asked.counts[made.configs[i]], asked.counts[made.configs[i - 1]] + 1);
    cr_assert_lt(asked.counts[made.configs[15]], asked.counts[made.configs[0]] / 2);
    bres__search_free(search);
}

enum { EARLIER = 6, SAMPLES = 30 };

static const double earlier_times[EARLIER] = { 1.5e-3, 1.001e-3, 1.2e-3, 1e-3, 1.003e-3, 1.1e-3 };

/* Adds all samples of each configuration, in blocks of `block`; with `backwards`, from the last
 * configuration to the first. */
static void tell_all(bres__search *search, size_t block, bool backwards)
{
    const bres_test_times times = { .times = earlier_times, .noise = 0.02, .seed = 5 };

    for (size_t begin = 0; begin < SAMPLES; begin += block) {
        for (size_t i = 0; i < EARLIER; i++) {
            const size_t config = backwards ? EARLIER - 1 - i : i;
            double seconds[SAMPLES];

            for (size_t k = 0; k < block; k++)
                seconds[k] = bres_test_sample(&times, config, begin + k, 0);
            cr_assert_eq(bres__search_tell(search, config, seconds, block), BRES_OK);
        }
    }
}

/* Neither the order of the samples nor queries in between change the answer. */
Test(tune, search_resumes_in_any_order)
{
    static const struct {
        size_t block;
        bool backwards;
        bool is_asked;
    } rows[] = {
        { 1, false, false }, { SAMPLES, false, false }, { SAMPLES, true, true }, { 5, true, true }
    };
    reported ended[sizeof(rows) / sizeof(*rows)];
    reported resumed[sizeof(rows) / sizeof(*rows)];

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_test_times times = { .times = earlier_times, .noise = 0.02, .seed = 9 };
        bres__search_options options = bres_test_search_options(EARLIER);

        for (int go_on = 0; go_on < 2; go_on++) {
            bres__search *search = bres_test_search(&options);
            const size_t *best;

            tell_all(search, rows[i].block, rows[i].backwards);
            if (rows[i].is_asked)
                cr_assert_eq(bres__search_best(search, &best), EARLIER);
            if (go_on) {
                bres_test_search_run(search, &times, NULL);
                resumed[i] = report_of(search);
            } else {
                bres__search_stop(search, BRES_TUNER_INTERRUPTED);
                ended[i] = report_of(search);
            }
            bres__search_free(search);
        }
        cr_assert(same_report(&ended[i], &ended[0]), "row %zu", i);
        cr_assert(same_report(&resumed[i], &resumed[0]), "row %zu", i);
    }
    cr_assert(reports(&ended[0], 3) && !reports(&ended[0], 0) && !reports(&ended[0], 2));
    cr_assert(reports(&resumed[0], 3));
}

/* Adds ten times as many samples as requested. Samples of one batch have nearly the same noise. */
static void run_in_long_batches(bres__search *search, uint64_t seed)
{
    enum { SAMPLES_MAX = 10000 };
    static double seconds[SAMPLES_MAX];
    size_t config;
    size_t samples;

    for (uint64_t batch = 0; bres__search_next(search, 0, &config, &samples); batch++) {
        bres__random random = bres__random_stream(seed, batch);
        const double noise = 0.05 * bres__random_unit(&random);

        cr_assert_leq(10 * samples, SAMPLES_MAX);
        for (size_t i = 0; i < 10 * samples; i++)
            seconds[i] =
                1e-3 * (config == 0 ? 1 : 1.015) * (1 + noise + 0.001 * bres__random_unit(&random));
        cr_assert_eq(bres__search_tell(search, config, seconds, 10 * samples), BRES_OK);
    }
}

/* A batch is one piece of evidence, regardless of its number of samples. */
Test(tune, search_does_not_take_samples_of_a_batch_for_proof)
{
    for (uint64_t seed = 0; seed < 60; seed++) {
        bres__search_options options = bres_test_search_options(4);
        bres__search *search;
        reported made;

        options.strategy = seed % 2 == 0 ? BRES_TUNER_ELIMINATION : BRES_TUNER_EXHAUSTIVE;
        options.seed = seed;
        search = bres_test_search(&options);
        run_in_long_batches(search, seed);
        made = report_of(search);
        cr_assert(reports(&made, 0), "seed %d: the fastest one is not among %zu", (int)seed,
                  made.count);
        bres__search_free(search);
    }
}
