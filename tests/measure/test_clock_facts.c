/* SPDX-License-Identifier: MIT */
#include "measure/clock_facts.h"
#include "support/virtual_clock.h"

#include <criterion/criterion.h>

Test(measure, clock_facts)
{
    static const struct {
        uint64_t cost;
        uint64_t tick;
        double resolution;
        double reading;
    } rows[] = {
        { 25, 1, 25e-9, 25e-9 },
        { 1, 1, 1e-9, 1e-9 },
        { 10, 1000, 1e-6, 10e-9 },
        { 7, 20, 20e-9, 7e-9 },
        /* Few blocks of readings contain a step of the clock, so their median is 0. */
        { 10, 4000000, 4e-3, 0 },
        /* A clock that stands still. */
        { 0, 1, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres_test_clock source = { .now = 12345, .cost = rows[i].cost, .tick = rows[i].tick };
        const bres_clock clock = bres_test_clock_of(&source);
        bres__clock_facts facts;

        bres__clock_measure(&clock, &facts);
        cr_expect_float_eq(facts.resolution, rows[i].resolution, 1e-15, "row %zu: %g", i,
                           facts.resolution);
        cr_expect_float_eq(facts.cost, rows[i].reading, 0.2e-9, "row %zu: %g", i, facts.cost);
        cr_expect_leq(source.readings, 1010000, "row %zu", i);
    }
}

Test(measure, clock_facts_of_the_system)
{
    bres__clock_facts facts;
    bres_clock clock;

    bres_clock_init(&clock);
    bres__clock_measure(&clock, &facts);
    cr_expect_gt(facts.resolution, 0);
    cr_expect_gt(facts.cost, 0);
}
