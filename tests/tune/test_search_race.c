/* SPDX-License-Identifier: MIT */
/*
 * Leader against challenger: the pairs that are raced, and the verdicts.
 */
#include "support/searched.h"
#include "tune/search/state.h"

#include <criterion/criterion.h>
#include <math.h>

enum { CONFIGS = 3, SAMPLES_MAX = 200 };

static void tell(bres__search *search, const bres_test_times *times, size_t config, size_t count)
{
    double seconds[SAMPLES_MAX];

    for (size_t i = 0; i < count; i++)
        seconds[i] = bres_test_sample(times, config, i, 0);
    cr_assert_eq(bres__search_tell(search, config, seconds, count), BRES_OK);
}

static size_t batches_of(uint64_t samples)
{
    size_t batches = 0;

    for (uint64_t begin = 0; begin < samples; batches++)
        begin += bres__search_batch_length(begin);
    return batches;
}

Test(tune, race_proves_what_is_so)
{
    static const struct {
        const char *name;
        double times[2]; /* leader, challenger */
        double noise;
        size_t samples;
        bres__sequential_verdict verdict;
    } rows[] = {
        { "slower", { 1e-3, 1.05e-3 }, 0.01, 60, BRES__SEQUENTIAL_MORE },
        { "faster", { 1.05e-3, 1e-3 }, 0.01, 60, BRES__SEQUENTIAL_LESS },
        { "the same", { 1e-3, 1e-3 }, 0.01, 200, BRES__SEQUENTIAL_SAME },
        { "exactly", { 1e-3, 1e-3 }, 0, 60, BRES__SEQUENTIAL_SAME },
        { "noise", { 1e-3, 1.01e-3 }, 1, 200, BRES__SEQUENTIAL_OPEN },
        { "few samples", { 1e-3, 2e-3 }, 0.01, 8, BRES__SEQUENTIAL_OPEN },
        { "none", { 1e-3, 2e-3 }, 0.01, 0, BRES__SEQUENTIAL_OPEN },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_test_times times = { .times = rows[i].times, .noise = rows[i].noise, .seed = 3 };
        bres__search_options options = bres_test_search_options(2);
        bres__search *search = bres_test_search(&options);
        bres__sequential_verdict verdict;

        for (size_t config = 0; config < 2; config++)
            tell(search, &times, config, rows[i].samples);
        bres__search_race(search, &search->configs[0], &search->configs[1]);
        verdict = bres__sequential_decide(&search->race);
        cr_assert_eq(verdict, rows[i].verdict, "%s: %d", rows[i].name, (int)verdict);
        bres__search_free(search);
    }
}

/* The samples of a batch are one pair, whether they are added one by one or all batches at once,
 * like those of a previous run. */
Test(tune, race_counts_batches)
{
    static const double seconds[] = { 1e-3, 1e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.01, .seed = 3 };
    bres__search_options options = bres_test_search_options(2);
    bres__search *earlier = bres_test_search(&options);
    bres__search *now;

    options.equivalence_margin = 0; /* they are never equivalent */
    now = bres_test_search(&options);
    for (size_t config = 0; config < 2; config++)
        tell(earlier, &times, config, SAMPLES_MAX);
    bres_test_search_run(now, &times, NULL);
    cr_assert_eq(now->configs[0].count, SAMPLES_MAX);
    bres__search_race(earlier, &earlier->configs[0], &earlier->configs[1]);
    bres__search_race(now, &now->configs[0], &now->configs[1]);
    cr_assert_lt(batches_of(SAMPLES_MAX), SAMPLES_MAX / 2);
    cr_assert_eq(earlier->race.count, batches_of(SAMPLES_MAX), "%zu", earlier->race.count);
    cr_assert_eq(now->race.count, batches_of(SAMPLES_MAX), "%zu", now->race.count);
    for (size_t i = 0; i < now->race.count; i++)
        cr_assert_eq(now->race.ratios[i], earlier->race.ratios[i], "pair %zu", i);
    bres__search_free(earlier);
    bres__search_free(now);
}

/* A disturbance of the last batch of one side only affects one pair of many. */
Test(tune, race_takes_a_disturbed_batch_for_one_pair)
{
    static const double seconds[] = { 1e-3, 1e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.01, .seed = 3 };
    bres__search_options options = bres_test_search_options(2);
    bres__search *search = bres_test_search(&options);
    const size_t batch_count = batches_of(SAMPLES_MAX);
    bres__search_config *slow = &search->configs[1];
    double center[2];

    for (size_t config = 0; config < 2; config++)
        tell(search, &times, config, SAMPLES_MAX);
    for (int disturbed = 0; disturbed < 2; disturbed++) {
        size_t changed = 0;

        for (size_t i = SAMPLES_MAX; disturbed && i > 0; i--) {
            if (slow->samples[i - 1].batch == slow->samples[SAMPLES_MAX - 1].batch) {
                slow->samples[i - 1].value += 1;
                changed++;
            }
        }
        cr_assert(!disturbed || changed > 3, "%zu", changed);
        bres__search_race(search, &search->configs[0], slow);
        center[disturbed] = search->race.ratios[batch_count - 2];
        cr_assert_eq(bres__sequential_decide(&search->race), BRES__SEQUENTIAL_SAME, "%d",
                     disturbed);
    }
    cr_assert_eq(center[0], center[1]);
    cr_assert_gt(search->race.ratios[batch_count - 1], 0.9);
    bres__search_free(search);
}

/* The last round of the first two configurations was disturbed. A configuration that is measured
 * alone after it gains no advantage from that. */
Test(tune, search_is_not_fooled_by_the_last_round_of_others)
{
    static const double seconds[CONFIGS] = { 1e-3, 1.001e-3, 1.05e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.01, .seed = 3 };
    const double disturbed = 1.5e-3;
    bres__search_options options = bres_test_search_options(CONFIGS);
    bres__search *search = bres_test_search(&options);
    const size_t *best;

    for (size_t config = 0; config < CONFIGS; config++) {
        tell(search, &times, config, config < 2 ? 49 : SAMPLES_MAX);
        if (config < 2)
            cr_assert_eq(bres__search_tell(search, config, &disturbed, 1), BRES_OK);
    }
    cr_assert_eq(bres__search_best(search, &best), CONFIGS);
    cr_assert_eq(best[CONFIGS - 1], 2);
    cr_assert_float_eq(search->configs[2].center - search->configs[0].center, log(1.05), 0.005);
    bres__search_free(search);
}
