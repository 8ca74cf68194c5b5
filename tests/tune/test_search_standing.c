/* SPDX-License-Identifier: MIT */
/*
 * The state of each configuration in a search: order, status, time and its confidence interval.
 */
#include "support/searched.h"
#include "tune/search/standing.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* One sample of a configuration. */
static void tell(bres__search *search, size_t config, double seconds)
{
    cr_assert_eq(bres__search_tell(search, config, &seconds, 1), BRES_OK);
}

static size_t order(bres__search *search, const size_t **configs, size_t *best_count)
{
    const size_t count = bres__search_order(search, configs, best_count);

    for (size_t i = 0; i < *best_count; i++)
        cr_assert_leq(bres__search_status(search, (*configs)[i]), BRES_TRIAL_UNDECIDED);
    return count;
}

Test(tune, standing_orders_all_configurations)
{
    static const double seconds[] = { 3e-3, 1e-3, 2e-3, 4e-3, 1.001e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.002, .seed = 4 };
    const bres__search_options options = bres_test_search_options(5);
    bres__search *search = bres_test_search(&options);
    const size_t *configs;
    size_t best_count;

    bres_test_search_run(search, &times, NULL);
    cr_assert_eq(bres__search_stop_reason(search), BRES_TUNER_TIED);
    cr_assert_eq(order(search, &configs, &best_count), 5);
    cr_assert_eq(best_count, 2);
    cr_assert_eq(memcmp(configs, (const size_t[]){ 1, 4, 2, 0, 3 }, 5 * sizeof(*configs)), 0);
    cr_expect_eq(bres__search_status(search, 1), BRES_TRIAL_BEST);
    cr_expect_eq(bres__search_status(search, 4), BRES_TRIAL_TIED);
    cr_expect_eq(bres__search_status(search, 0), BRES_TRIAL_ELIMINATED);
    bres__search_fail(search, 1);
    cr_assert_eq(order(search, &configs, &best_count), 4);
    cr_expect_eq(bres__search_status(search, 1), BRES_TRIAL_FAILED);
    cr_expect_eq(bres__search_status(search, 4), BRES_TRIAL_BEST);
    cr_expect(isnan(bres__search_standing(search, 1).time));
    bres__search_free(search);
}

/* A proof of equivalence holds for two configurations and says nothing about a third one. */
Test(tune, standing_is_tied_with_the_best_only)
{
    static const double seconds[] = { 1e-3, 1e-3, 1.5e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.002, .seed = 4 };
    bres__search_options options = bres_test_search_options(3);
    bres__search *search;
    const size_t *configs;
    size_t best_count;

    options.strategy = BRES_TUNER_EXHAUSTIVE;
    search = bres_test_search(&options);
    bres_test_search_run(search, &times, NULL);
    (void)order(search, &configs, &best_count);
    cr_assert_eq(best_count, 2);
    cr_expect_eq(bres__search_status(search, configs[1]), BRES_TRIAL_TIED);
    /* The second one becomes faster than the first one; they have not been compared since. */
    for (size_t i = 0; i < 300; i++)
        tell(search, configs[1], 0.5e-3);
    (void)order(search, &configs, &best_count);
    cr_expect_eq(bres__search_status(search, configs[0]), BRES_TRIAL_BEST);
    cr_expect_eq(bres__search_status(search, configs[1]), BRES_TRIAL_UNDECIDED);
    bres__search_free(search);
}

Test(tune, standing_without_samples)
{
    const bres__search_options options = bres_test_search_options(2);
    bres__search *search = bres_test_search(&options);
    const size_t *configs;
    size_t best_count;
    size_t config;
    size_t samples;
    bres__standing standing;

    cr_assert_eq(order(search, &configs, &best_count), 0);
    cr_assert_eq(best_count, 0);
    cr_expect_eq(bres__search_status(search, 0), BRES_TRIAL_UNDECIDED);
    /* The round that is being measured does not count yet. */
    cr_assert(bres__search_next(search, 0, &config, &samples));
    tell(search, config, 1e-3);
    cr_assert_eq(order(search, &configs, &best_count), 0);
    standing = bres__search_standing(search, config);
    cr_expect_eq(standing.status, BRES_TRIAL_UNDECIDED);
    cr_expect(isnan(standing.time) && standing.lower == 0 && isinf(standing.upper));
    bres__search_free(search);
}

/* One batch says nothing about its own noise. */
Test(tune, standing_interval_needs_batches)
{
    bres__search_options options = bres_test_search_options(1);
    bres__search *search;
    const size_t *configs;
    size_t best_count;
    bres__standing standing;

    options.strategy = BRES_TUNER_EXHAUSTIVE;
    search = bres_test_search(&options);
    tell(search, 0, 1e-3);
    (void)order(search, &configs, &best_count);
    standing = bres__search_standing(search, 0);
    cr_expect_float_eq(standing.time, 1e-3, 1e-12);
    cr_expect(standing.lower == 0 && isinf(standing.upper));
    tell(search, 0, 1.1e-3);
    (void)order(search, &configs, &best_count);
    standing = bres__search_standing(search, 0);
    cr_expect(standing.lower > 0 && standing.lower < standing.time);
    cr_expect(standing.time < standing.upper && isfinite(standing.upper));
    bres__search_free(search);
}

/* A nearly normal number: the sum of twelve uniform ones. */
static double noise(bres__random *random)
{
    double sum = -6;

    for (unsigned k = 0; k < 12; k++)
        sum += bres__random_unit(random);
    return sum;
}

/* The number of runs in which the interval of the first of `configs` equal configurations contains
 * its time. */
static unsigned covered(unsigned runs, size_t configs, unsigned samples, uint64_t seed)
{
    unsigned count = 0;

    for (unsigned run = 0; run < runs; run++) {
        bres__random random = bres__random_stream(seed, run);
        const bres__search_options options = bres_test_search_options(configs);
        bres__search *search = bres_test_search(&options);
        const size_t *order_of_configs;
        size_t best_count;
        bres__standing standing;

        for (unsigned i = 0; i < samples; i++) {
            for (size_t k = 0; k < configs; k++)
                tell(search, k, 1e-3 * exp(0.1 * noise(&random)));
        }
        (void)order(search, &order_of_configs, &best_count);
        standing = bres__search_standing(search, 0);
        count += standing.lower <= 1e-3 && 1e-3 <= standing.upper;
        bres__search_free(search);
    }
    return count;
}

Test(tune, standing_interval_has_its_confidence)
{
    static const unsigned samples[] = { 2, 3, 4, 5, 8, 20, 60, 200 };

    for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++) {
        const unsigned count = covered(1000, 1, samples[i], 7);

        /* Student's interval of a trimmed mean is a little short for few values: at least 93 % for
         * normal values. */
        cr_expect(count >= 915 && count <= 975, "%u samples: %u of 1000", samples[i], count);
    }
}

/* With few configurations, much of the noise is attributed to drift. */
Test(tune, standing_interval_includes_the_noise_of_the_drift)
{
    static const size_t configs[] = { 2, 3, 10 };

    for (size_t i = 0; i < sizeof(configs) / sizeof(*configs); i++) {
        const unsigned count = covered(400, configs[i], 20, 7);

        cr_expect(count >= 360 && count <= 395, "%zu configurations: %u of 400", configs[i], count);
    }
}
