/* SPDX-License-Identifier: MIT */
/*
 * The batches that a search requests, and its stop reasons.
 */
#include "support/searched.h"
#include "support/support.h"
#include "tune/search/state.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static const double TIMES[] = { 1.4e-3, 1.1e-3, 1e-3, 1.2e-3, 1.3e-3, 1.1e-3, 2e-3, 9e-3 };
#define COUNT (sizeof(TIMES) / sizeof(*TIMES))

static const bres_test_times STEADY = { .times = TIMES, .noise = 0.01, .seed = 1 };

static size_t first_best(bres__search *search)
{
    const size_t *best;

    cr_assert_gt(bres__search_best(search, &best), 0);
    return best[0];
}

Test(tune, search_ends_for_its_reason)
{
    static const struct {
        const char *name;
        bres_tuner_strategy strategy;
        size_t configs;
        uint64_t max_samples;
        uint64_t trial_samples;
        double max_time;
        bres_tuner_stop end;
        size_t asked; /* SIZE_MAX: any number */
    } rows[] = {
        { "nothing", BRES_TUNER_ELIMINATION, 0, 0, 200, 0, BRES_TUNER_NONE_LEFT, 0 },
        { "one configuration", BRES_TUNER_ELIMINATION, 1, 0, 200, 0, BRES_TUNER_DECIDED, 3 },
        { "no limit", BRES_TUNER_ELIMINATION, COUNT, 0, 200, 0, BRES_TUNER_DECIDED, SIZE_MAX },
        { "no sample each", BRES_TUNER_ELIMINATION, COUNT, 0, 0, 0, BRES_TUNER_COMPLETE, 0 },
        { "one sample each", BRES_TUNER_ELIMINATION, COUNT, 0, 1, 0, BRES_TUNER_COMPLETE, COUNT },
        { "two samples each", BRES_TUNER_ELIMINATION, COUNT, 0, 2, 0, BRES_TUNER_COMPLETE,
          2 * COUNT },
        { "one sample", BRES_TUNER_ELIMINATION, COUNT, 1, 200, 0, BRES_TUNER_SAMPLES_OVER, 1 },
        { "less than a round", BRES_TUNER_ELIMINATION, COUNT, COUNT - 1, 200, 0,
          BRES_TUNER_SAMPLES_OVER, COUNT - 1 },
        { "a few rounds", BRES_TUNER_ELIMINATION, COUNT, 2 * COUNT + 3, 200, 0,
          BRES_TUNER_SAMPLES_OVER, 2 * COUNT + 3 },
        { "little time", BRES_TUNER_ELIMINATION, COUNT, 0, 200, 10, BRES_TUNER_TIME_OVER, 10 },
        { "no time to speak of", BRES_TUNER_ELIMINATION, COUNT, 0, 200, 1e-9, BRES_TUNER_TIME_OVER,
          1 },
        { "huge limits", BRES_TUNER_ELIMINATION, COUNT, UINT64_MAX, UINT64_MAX, 1e300,
          BRES_TUNER_DECIDED, SIZE_MAX },
        { "all", BRES_TUNER_EXHAUSTIVE, COUNT, 0, 20, 0, BRES_TUNER_COMPLETE, 20 * COUNT },
        { "all, for some time", BRES_TUNER_EXHAUSTIVE, COUNT, 0, 20, 17, BRES_TUNER_TIME_OVER, 17 },
        { "all, some samples", BRES_TUNER_EXHAUSTIVE, COUNT, 31, 20, 0, BRES_TUNER_SAMPLES_OVER,
          31 },
        { "drawn", BRES_TUNER_RANDOM, COUNT, 0, 20, 0, BRES_TUNER_COMPLETE, 20 * COUNT },
        { "drawn, some samples", BRES_TUNER_RANDOM, COUNT, 50, 20, 0, BRES_TUNER_SAMPLES_OVER, 50 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres__search_options options = bres_test_search_options(rows[i].configs);
        bres_test_asked asked;
        bres__search *search;
        size_t config = 1;
        size_t samples = 1;

        options.strategy = rows[i].strategy;
        options.max_samples = rows[i].max_samples;
        options.trial_samples = rows[i].trial_samples;
        options.max_time = rows[i].max_time;
        search = bres_test_search(&options);
        bres_test_search_run(search, &STEADY, &asked);
        cr_assert_eq(bres__search_stop_reason(search), rows[i].end, "%s: %d", rows[i].name,
                     (int)bres__search_stop_reason(search));
        if (rows[i].asked != SIZE_MAX)
            cr_assert_eq(asked.count, rows[i].asked, "%s: %zu samples", rows[i].name, asked.count);
        cr_assert_not(bres__search_next(search, 0, &config, &samples), "%s", rows[i].name);
        cr_assert_eq(config + samples, 0);
        bres__search_free(search);
    }
}

Test(tune, search_measures_evenly)
{
    bres__search_options options = bres_test_search_options(COUNT);
    bres_test_asked asked;
    bres__search *search;

    options.strategy = BRES_TUNER_EXHAUSTIVE;
    options.max_samples = 3 * COUNT + 2;
    search = bres_test_search(&options);
    bres_test_search_run(search, &STEADY, &asked);
    for (size_t i = 0; i < COUNT; i++)
        cr_assert(asked.counts[i] == 3 || asked.counts[i] == 4, "%zu", i);
    /* Each round has each configuration once, in an order of its own. */
    for (size_t round = 0; round < 3; round++) {
        unsigned seen = 0;

        for (size_t i = 0; i < COUNT; i++)
            seen |= 1u << asked.configs[round * COUNT + i];
        cr_assert_eq(seen, (1u << COUNT) - 1, "round %zu", round);
    }
    cr_assert_neq(memcmp(&asked.configs[0], &asked.configs[COUNT], COUNT * sizeof(size_t)), 0);
    bres__search_free(search);
}

/* Each drawn configuration gets five samples, regardless of how many are added at once. A
 * configuration is drawn again only after all others. */
Test(tune, search_draws_few_samples_of_each)
{
    for (size_t told = 1; told <= 5; told += 4) {
        bres__search_options options = bres_test_search_options(COUNT);
        size_t counts[COUNT] = { 0 };
        bres__search *search;
        size_t config;
        size_t samples;
        size_t last = COUNT;

        options.strategy = BRES_TUNER_RANDOM;
        options.max_samples = 5 * COUNT + 15;
        options.seed = 5;
        search = bres_test_search(&options);
        while (bres__search_next(search, 0, &config, &samples)) {
            const double seconds[5] = { TIMES[config], TIMES[config], TIMES[config], TIMES[config],
                                        TIMES[config] };

            cr_assert(last == COUNT || config == last || counts[last] % 5 == 0);
            cr_assert_eq(samples, 5 - counts[config] % 5);
            for (size_t i = 0; i < COUNT; i++)
                cr_assert_geq(counts[i] / 5 + (counts[i] % 5 != 0), counts[config] / 5);
            counts[config] += told;
            last = config;
            cr_assert_eq(bres__search_tell(search, config, seconds, told), BRES_OK);
        }
        for (size_t i = 0, twice = 0; i < COUNT; i++) {
            cr_assert(counts[i] == 5 || counts[i] == 10, "%zu", counts[i]);
            twice += counts[i] == 10;
            cr_assert(i + 1 < COUNT || twice == 3, "%zu", twice);
        }
        bres__search_free(search);
    }
}

Test(tune, search_repeats_itself)
{
    for (int strategy = BRES_TUNER_ELIMINATION; strategy <= BRES_TUNER_RANDOM; strategy++) {
        bres__search_options options = bres_test_search_options(COUNT);
        bres_test_asked asked[3];

        options.strategy = (bres_tuner_strategy)strategy;
        options.max_samples = 100;
        for (size_t i = 0; i < 3; i++) {
            bres__search *search;

            options.seed = i == 2;
            search = bres_test_search(&options);
            bres_test_search_run(search, &STEADY, &asked[i]);
            bres__search_free(search);
        }
        cr_assert_eq(memcmp(&asked[0], &asked[1], sizeof(asked[0])), 0, "strategy %d", strategy);
        cr_assert_neq(memcmp(asked[0].configs, asked[2].configs, sizeof(asked[0].configs)), 0,
                      "strategy %d does not depend on the seed", strategy);
    }
}

/* The fewer configurations are left, the more samples each of them gets. */
Test(tune, search_spends_on_the_fastest)
{
    double times[32];
    bres_test_times steady = { .times = times, .noise = 0.3, .seed = 4 };
    bres__search_options options = bres_test_search_options(32);
    bres_test_asked asked;
    bres__search *search;

    for (size_t i = 0; i < 32; i++)
        times[i] = 1e-3 * (1 + 0.02 * (double)((i + 20) % 32));
    options.max_samples = 32 * 20;
    search = bres_test_search(&options);
    bres_test_search_run(search, &steady, &asked);
    cr_assert_eq(first_best(search), 12);
    cr_assert_gt(asked.counts[12], 2 * asked.count / 32);
    cr_assert_lt(asked.counts[11], asked.count / 32);
    bres__search_free(search);
}

/* A configuration that is requested but never measured uses up the budget, too. */
Test(tune, search_ends_when_nothing_is_told)
{
    bres__search_options options = bres_test_search_options(COUNT);
    bres__search *search;
    const size_t *best;
    size_t config;
    size_t samples;
    size_t asks = 0;

    search = bres_test_search(&options);
    for (; bres__search_next(search, 0, &config, &samples); asks++) {
        cr_assert_lt(asks, 10000);
        cr_assert_eq(bres__search_tell(search, config, NULL, 0), BRES_OK);
    }
    cr_assert_eq(bres__search_stop_reason(search), BRES_TUNER_COMPLETE);
    cr_assert_eq(bres__search_best(search, &best), 0);
    cr_assert_eq(bres__search_remaining(search), COUNT);
    bres__search_free(search);
}

/* Any number of samples can be added at any time, and they count. */
Test(tune, search_takes_any_samples)
{
    enum { MANY = 200000 };
    bres__search_options options = bres_test_search_options(3);
    static double seconds[MANY];
    bres__search *search;
    const size_t *best;
    size_t config;
    size_t samples;

    for (size_t i = 0; i < MANY; i++)
        seconds[i] = 1e-3 + 1e-6 * (double)(i % 7);
    options.max_samples = MANY + 100;
    options.equivalence_margin = 0; /* nothing else ends the search */
    search = bres_test_search(&options);
    cr_assert(bres__search_next(search, 0, &config, &samples));
    cr_assert_eq(bres__search_tell(search, 1, seconds, MANY), BRES_OK);
    cr_assert_eq(bres__search_tell(search, config, seconds, 5), BRES_OK);
    while (bres__search_next(search, 0, &config, &samples)) {
        cr_assert_neq(config, 1, "it has more samples than one may have");
        cr_assert_eq(bres__search_tell(search, config, seconds, samples), BRES_OK);
    }
    cr_assert_eq(bres__search_stop_reason(search), BRES_TUNER_SAMPLES_OVER);
    cr_assert_eq(bres__search_best(search, &best), 3);
    bres__search_free(search);
}

Test(tune, search_continues_without_failed_configurations)
{
    bres__search_options options = bres_test_search_options(COUNT);
    bres_test_asked asked;
    bres__search *search = bres_test_search(&options);
    const size_t *best;

    bres__search_fail(search, 2);
    bres__search_fail(search, 2);
    cr_assert_eq(bres__search_remaining(search), COUNT - 1);
    bres_test_search_run(search, &STEADY, &asked);
    cr_assert_eq(asked.counts[2], 0);
    cr_assert_eq(first_best(search), 1);
    bres__search_free(search);

    /* The leader, because of which all others were eliminated, fails: they are active again. Two of
     * them are equally fast. */
    search = bres_test_search(&options);
    bres_test_search_run(search, &STEADY, NULL);
    cr_assert_eq(bres__search_best(search, &best), 1);
    bres__search_fail(search, 2);
    cr_assert_eq(bres__search_remaining(search), COUNT - 1);
    cr_assert(first_best(search) == 1 || first_best(search) == 5, "%zu", first_best(search));
    bres__search_free(search);

    search = bres_test_search(&options);
    for (size_t i = 0; i < COUNT; i++)
        bres__search_fail(search, i);
    bres_test_search_run(search, &STEADY, &asked);
    cr_assert_eq(asked.count, 0);
    cr_assert_eq(bres__search_stop_reason(search), BRES_TUNER_NONE_LEFT);
    cr_assert_eq(bres__search_best(search, &best), 0);
    bres__search_free(search);
}

Test(tune, search_is_ended_from_outside)
{
    bres__search_options options = bres_test_search_options(COUNT);
    bres__search *search = bres_test_search(&options);
    size_t config;
    size_t samples;

    for (size_t i = 0; i < 2 * COUNT; i++) {
        double seconds;

        cr_assert(bres__search_next(search, 0, &config, &samples));
        seconds = TIMES[config];
        cr_assert_eq(bres__search_tell(search, config, &seconds, 1), BRES_OK);
    }
    bres__search_stop(search, BRES_TUNER_INTERRUPTED);
    bres__search_stop(search, BRES_TUNER_DECIDED);
    cr_assert_eq(bres__search_stop_reason(search), BRES_TUNER_INTERRUPTED);
    cr_assert_not(bres__search_next(search, 0, &config, &samples));
    cr_assert_eq(first_best(search), 2);
    bres__search_free(search);
}

Test(tune, search_says_why_it_ended)
{
    static const struct {
        bres_tuner_stop end;
        const char *message;
    } rows[] = {
        { BRES_TUNER_RUNNING, "the search is running" },
        { BRES_TUNER_DECIDED, "all other configurations are slower" },
        { BRES_TUNER_TIED, "the 8 remaining configurations are equivalent within 1%" },
        { BRES_TUNER_COMPLETE, "each remaining configuration has its 200 samples" },
        { BRES_TUNER_TIME_OVER, "the time budget of 2.5 s is used up" },
        { BRES_TUNER_SAMPLES_OVER, "the budget of 1000 samples is used up" },
        { BRES_TUNER_INTERRUPTED, "interrupted" },
        { BRES_TUNER_NONE_LEFT, "no configuration is left" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres__search_options options = bres_test_search_options(COUNT);
        static const double seconds[] = { 1e-3, 1.1e-3, 1.3e-3 };
        bres__text message = { .data = NULL };
        bres__search *search;

        options.max_time = 2.5;
        options.max_samples = 1000;
        search = bres_test_search(&options);
        for (size_t k = 0; k < COUNT; k++)
            cr_assert_eq(bres__search_tell(search, k, seconds, 3), BRES_OK);
        if (rows[i].end != BRES_TUNER_RUNNING)
            bres__search_stop(search, rows[i].end);
        bres__search_message(search, &message);
        cr_assert_str_eq(message.data, rows[i].message);
        bres__text_free(&message);
        bres__search_free(search);
    }
}

static bres_status search_once(void *context)
{
    bres__search_options options = bres_test_search_options(COUNT);
    bres__search *search = NULL;
    bres_status status;
    const size_t *best;

    (void)context;
    status = bres__search_new(&options, &search);
    cr_assert((search != NULL) == (status == BRES_OK));
    for (size_t i = 0; i < 3 * COUNT && status == BRES_OK; i++) {
        double seconds[20];
        size_t config;
        size_t samples;

        for (size_t k = 0; k < 20; k++)
            seconds[k] = TIMES[i % COUNT];
        cr_assert(i >= COUNT || bres__search_next(search, 0, &config, &samples));
        status = bres__search_tell(search, i % COUNT, seconds, 1 + i % 20);
        if (status != BRES_OK) {
            /* No sample has been added, so the call can be repeated. */
            cr_assert_eq(bres__search_tell(search, i % COUNT, seconds, 1 + i % 20), BRES_OK);
            bres__search_stop(search, BRES_TUNER_INTERRUPTED);
            cr_assert_gt(bres__search_best(search, &best), 0);
        }
    }
    bres__search_free(search);
    return status;
}

Test(tune, search_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, search_once, NULL);
}

Test(tune, search_refuses_broken_thresholds)
{
    bres__search_options options = bres_test_search_options(1);
    bres_thresholds thresholds;
    bres__search *search;

    bres_thresholds_init(&thresholds);
    thresholds.clear_gap_relative = -1;
    options.thresholds = &thresholds;
    cr_assert_neq(bres__search_new(&options, &search), BRES_OK);
    cr_assert_null(search);
}

/* A configuration with fewer samples than requested is still compared within its rounds. */
Test(tune, search_keeps_the_rounds_of_short_batches)
{
    static const bres_tuner_strategy strategies[] = { BRES_TUNER_ELIMINATION,
                                                      BRES_TUNER_EXHAUSTIVE };
    static const double seconds[64] = { 0 };

    for (size_t i = 0; i < 2; i++) {
        bres__search_options options = bres_test_search_options(3);
        bres__search *search;
        size_t config;
        size_t samples;

        options.strategy = strategies[i];
        options.equivalence_margin = 0;
        options.max_samples = 200;
        search = bres_test_search(&options);
        while (bres__search_next(search, 0, &config, &samples)) {
            const bres__search_config *told = &search->configs[config];

            cr_assert_leq(samples, 64);
            OK(bres__search_tell(search, config, seconds, config == 0 ? 1 : samples));
            cr_assert_eq(told->samples[told->count - 1].batch, search->round);
            cr_assert_geq(told->samples[told->count - 1].round, search->round);
        }
        cr_assert_lt(search->configs[0].count, search->configs[1].count);
        bres__search_free(search);
    }
}

/* A run that is resumed after each round uses a different order each time. */
Test(tune, search_draws_again_when_it_continues)
{
    static const double seconds[40] = { 0 };
    unsigned firsts = 0;

    for (size_t before = 0; before < 40; before++) {
        bres__search_options options = bres_test_search_options(2);
        bres__search *search;
        size_t config;
        size_t samples;

        options.equivalence_margin = 0;
        search = bres_test_search(&options);
        for (size_t i = 0; i < 2; i++)
            OK(bres__search_tell(search, i, seconds, before));
        cr_assert(bres__search_next(search, 0, &config, &samples));
        firsts += config == 0;
        bres__search_free(search);
    }
    cr_assert(firsts >= 8 && firsts <= 32, "the first one was first in %u of 40", firsts);
}

/* The samples that the first set gets before its first elimination: the minimum over all
 * configurations. */
static uint64_t first_set_samples(size_t count, uint64_t each)
{
    bres__search_options options = bres_test_search_options(count);
    bres__random random = bres__random_stream(1, count);
    uint64_t least = UINT64_MAX;
    bres__search *search;
    size_t config;
    size_t samples;

    options.max_samples = each * count;
    options.trial_samples = options.max_samples;
    search = bres_test_search(&options);
    while (bres__search_next(search, 0, &config, &samples)) {
        for (; samples > 0; samples--) {
            const double seconds = 1e-3 + 1e-3 * bres__random_unit(&random);

            OK(bres__search_tell(search, config, &seconds, 1));
        }
    }
    for (size_t i = 0; i < count; i++)
        least = search->configs[i].count < least ? search->configs[i].count : least;
    bres__search_free(search);
    return least;
}

/* The larger the space, the more sets share the budget. */
Test(tune, search_gives_the_first_set_its_part)
{
    cr_expect_eq(first_set_samples(64, 12), 6);
    cr_expect_eq(first_set_samples(65, 12), 4);
    cr_expect_eq(first_set_samples(300, 20), 4);
    cr_expect_eq(first_set_samples(300, 2), 1);
}
