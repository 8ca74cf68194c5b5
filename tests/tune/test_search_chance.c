/* SPDX-License-Identifier: MIT */
/* The chance that each of some numbers is the lowest one, and the short list of a search. */
#include "support/searched.h"
#include "tune/search/chance.h"
#include "tune/search/standing.h"

#include <criterion/criterion.h>
#include <math.h>

#define MANY 10000u

static double sum(const bres__belief *beliefs, size_t count)
{
    double total = 0;

    for (size_t i = 0; i < count; i++)
        total += beliefs[i].chance;
    return total;
}

static double normal_below(double z)
{
    return 0.5 * erfc(-z / sqrt(2));
}

Test(tune, chance_of_equal_numbers_is_equal)
{
    bres__belief beliefs[5];

    for (size_t count = 1; count <= 5; count++) {
        for (size_t i = 0; i < count; i++)
            beliefs[i] = (bres__belief){ .center = -7, .deviation = 0.01 };
        bres__chance_lowest(beliefs, count);
        for (size_t i = 0; i < count; i++)
            cr_expect_float_eq(beliefs[i].chance, 1 / (double)count, 1e-12);
    }
}

/* The chance of two numbers is known in closed form, even if their deviations differ widely. */
Test(tune, chance_of_two_is_exact)
{
    static const double cases[][3] = {
        /* difference, deviations */
        { 0.01, 0.01, 0.01 }, { 0, 1, 0.001 },    { 0.5, 1, 0.001 },   { -1, 0.0001, 1 },
        { 0.03, 0.01, 0.02 }, { 2, 0.3, 0.0001 }, { 0.001, 0, 0.001 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const double *row = cases[i];
        const double wanted = normal_below(row[0] / hypot(row[1], row[2]));
        bres__belief beliefs[2] = { { .center = 1, .deviation = row[1] },
                                    { .center = 1 + row[0], .deviation = row[2] } };

        bres__chance_lowest(beliefs, 2);
        cr_expect_float_eq(beliefs[0].chance, wanted, 0.002, "row %zu: %.6f, not %.6f", i,
                           beliefs[0].chance, wanted);
        cr_expect_float_eq(sum(beliefs, 2), 1, 1e-12);
    }
}

/* Without errors, only the lowest numbers have a chance. */
Test(tune, chance_without_errors)
{
    bres__belief beliefs[4] = {
        { .center = 2 }, { .center = 1 }, { .center = 3 }, { .center = 1 }
    };

    bres__chance_lowest(beliefs, 4);
    cr_expect_eq(beliefs[0].chance, 0);
    cr_expect_float_eq(beliefs[1].chance, 0.5, 1e-12);
    cr_expect_eq(beliefs[2].chance, 0);
    cr_expect_float_eq(beliefs[3].chance, 0.5, 1e-12);
    bres__chance_lowest(beliefs, 0);
}

Test(tune, chance_of_many)
{
    static bres__belief beliefs[MANY];

    for (size_t i = 0; i < MANY; i++)
        beliefs[i] =
            (bres__belief){ .center = i == 17 ? -8 : 0, .deviation = i % 2 == 0 ? 1 : 0.1 };
    bres__chance_lowest(beliefs, MANY);
    cr_expect_float_eq(sum(beliefs, MANY), 1, 1e-9);
    cr_expect_gt(beliefs[17].chance, 0.999);
    beliefs[17].center = 0;
    bres__chance_lowest(beliefs, MANY);
    cr_expect_float_eq(sum(beliefs, MANY), 1, 1e-9);
    cr_expect_float_eq(beliefs[0].chance, 2.0 / MANY, 1e-7);
    cr_expect_lt(beliefs[17].chance, 1e-7);
}

static bres__standing standing(bres__search *search, size_t config)
{
    const size_t *configs;
    size_t best_count;

    (void)bres__search_order(search, &configs, &best_count);
    return bres__search_standing(search, config);
}

static void tell_all(bres__search *search, const double *seconds, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(bres__search_tell(search, i, &seconds[i], 1), BRES_OK);
}

/* The chance is unknown until each configuration has samples and their noise is known. */
Test(tune, chance_is_unknown_at_first)
{
    static const double seconds[] = { 1e-3, 1.02e-3, 2e-3 };
    const bres__search_options options = bres_test_search_options(3);
    bres__search *search = bres_test_search(&options);

    tell_all(search, seconds, 3);
    for (size_t i = 0; i < 3; i++) {
        cr_expect(isnan(standing(search, i).chance));
        cr_expect_not(standing(search, i).short_listed);
    }
    tell_all(search, (const double[]){ 1.01e-3, 1.01e-3, 2.01e-3 }, 2);
    for (size_t i = 0; i < 3; i++)
        cr_expect_not(isnan(standing(search, i).chance));
    cr_expect(standing(search, 0).short_listed);
    bres__search_free(search);
}

Test(tune, chance_of_a_decided_search)
{
    static const double seconds[] = { 3e-3, 1e-3, 2e-3, 4e-3, 1.001e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.002, .seed = 4 };
    const bres__search_options options = bres_test_search_options(5);
    bres__search *search = bres_test_search(&options);

    bres_test_search_run(search, &times, NULL);
    cr_expect_float_eq(standing(search, 1).chance + standing(search, 4).chance, 1, 1e-12);
    cr_expect_gt(standing(search, 1).chance, standing(search, 4).chance);
    cr_expect_gt(standing(search, 4).chance, 0);
    cr_expect_eq(standing(search, 0).chance, 0);
    /* Configuration 4 is within the margin of the winner, so only the winner is listed. */
    cr_expect(standing(search, 1).short_listed);
    cr_expect_not(standing(search, 4).short_listed);
    cr_expect_not(standing(search, 0).short_listed);
    bres__search_fail(search, 1);
    cr_expect_eq(standing(search, 1).chance, 0);
    cr_expect_not(standing(search, 1).short_listed);
    cr_expect(standing(search, 4).short_listed);
    bres__search_free(search);
}

/* Configurations that may be faster by more than the margin are listed, too. */
Test(tune, short_list_of_few_samples)
{
    static const double seconds[] = { 1e-3, 1.02e-3, 1.5e-3 };
    const bres_test_times times = { .times = seconds, .noise = 0.03, .seed = 4 };
    bres__search_options options = bres_test_search_options(3);
    bres__search *search;

    options.max_samples = 12;
    search = bres_test_search(&options);
    bres_test_search_run(search, &times, NULL);
    cr_expect(standing(search, 0).short_listed);
    cr_expect(standing(search, 1).short_listed);
    cr_expect_not(standing(search, 2).short_listed);
    cr_expect_lt(standing(search, 2).chance, 0.01);
    bres__search_free(search);
}
