/* SPDX-License-Identifier: MIT */
/*
 * Bets against the leader: the samples that prove a configuration slower, the choice of the leader,
 * and the end of a proof.
 */
#include "support/searched.h"
#include "tune/search/state.h"

#include <criterion/criterion.h>
#include <math.h>

enum { CROWD = 20, FEW = 4, SAMPLES = 20 };

static void tell(bres__search *search, const bres_test_times *times, size_t config, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const double seconds = bres_test_sample(times, config, search->configs[config].count, 0);

        cr_assert_eq(bres__search_tell(search, config, &seconds, 1), BRES_OK);
    }
}

static void look(bres__search *search)
{
    bres__search_settle(search, search->round_end);
    bres__search_look(search);
}

/* Seven samples in a row are a proof, fewer are not. With few configurations, samples from before
 * there is a leader are not bets. */
Test(tune, bets_need_seven_samples)
{
    static const struct {
        size_t configs;
        size_t samples;
    } rows[] = { { CROWD, 7 }, { FEW, 10 } };
    double seconds[CROWD];

    for (size_t i = 0; i < CROWD; i++)
        seconds[i] = i == 2 ? 1e-3 : 1.1e-3;
    for (size_t row = 0; row < sizeof(rows) / sizeof(*rows); row++) {
        const bres_test_times times = { .times = seconds, .noise = 0.001, .seed = 2 };
        const bres__search_options options = bres_test_search_options(rows[row].configs);
        bres__search *search = bres_test_search(&options);
        bres_test_asked asked;

        bres_test_search_run(search, &times, &asked);
        cr_expect_eq(bres__search_stop_reason(search), BRES_TUNER_DECIDED);
        for (size_t i = 0; i < rows[row].configs; i++)
            cr_expect(i == 2 || asked.counts[i] == rows[row].samples, "row %zu: %zu samples of %zu",
                      row, asked.counts[i], i);
        search->configs[0].wealth[0] = -INFINITY;
        search->configs[0].wealth[1] -= 1;
        cr_expect_not(bres__search_bets_prove(search, &search->configs[0]), "row %zu", row);
        bres__search_free(search);
    }
}

/* The noisy configuration has the lowest center. */
Test(tune, leader_is_not_the_lucky_one)
{
    static const double lucky[] = { 0.90e-3, 1.15e-3, 0.95e-3, 0.97e-3, 1e-3 };
    static const double quiet[] = { 1.001e-3, 1.002e-3, 1.003e-3, 1.001e-3, 1.002e-3 };
    const bres__search_options options = bres_test_search_options(3);
    bres__search *search = bres_test_search(&options);

    cr_assert_eq(bres__search_tell(search, 0, lucky, 5), BRES_OK);
    for (size_t i = 1; i < 3; i++)
        cr_assert_eq(bres__search_tell(search, i, quiet, 5), BRES_OK);
    search->configs[2].samples[3].value += 0.001;
    look(search);
    cr_assert_eq(search->reference, &search->configs[1]);
    cr_assert_eq(search->leader, &search->configs[1]);
    bres__search_free(search);
}

/* A proof against a leader that turns out to be slow does not hold, so its configuration is active
 * again. */
Test(tune, elimination_ends_when_the_leader_rises)
{
    static const double seconds[] = { 1e-3, 1.05e-3, 1.3e-3 };
    static const double slow[] = { 1.2e-3, 1.2e-3, 1.2e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.002, .seed = 5 };
    const bres_test_times later = { .times = slow, .noise = 0.002, .seed = 6 };
    const bres__search_options options = bres_test_search_options(3);
    bres__search *search = bres_test_search(&options);

    for (size_t i = 0; i < 3; i++)
        tell(search, &times, i, SAMPLES);
    look(search);
    cr_assert(search->configs[1].eliminated && search->configs[2].eliminated);
    tell(search, &later, 0, 10 * SAMPLES);
    look(search);
    cr_expect(bres__search_is_active(search, 1));
    cr_expect_not(bres__search_is_active(search, 2));
    bres__search_free(search);
}
