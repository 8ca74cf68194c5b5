/* SPDX-License-Identifier: MIT */
/* Numbers of pairs. */
#include "base/base.h"
#include "callgrind/profile/profile.h"

#include <criterion/criterion.h>

#define SECONDS 40u

/* The number of first numbers of a second number: none, few, many. */
static uint32_t firsts_of(uint32_t second)
{
    return second % 8 == 7 ? 0 : second * second;
}

/* The first number that a second number has at a place. */
static uint32_t first_at(uint32_t second, uint32_t place)
{
    return second % 2 == 0 ? place : place << 20 | place;
}

/* Adds all pairs, one of each second number in turn, and expects them to be numbered from 0. */
static void pairs_add_all(bres__pairs *pairs)
{
    uint32_t number = 0;

    for (uint32_t place = 0; place < SECONDS * SECONDS; place++) {
        for (uint32_t second = 0; second < SECONDS; second++) {
            uint32_t added;

            if (place >= firsts_of(second))
                continue;
            cr_assert(bres__pairs_add(pairs, first_at(second, place), second, &added));
            cr_assert_eq(added, number++);
            cr_assert_eq(bres__pairs_first(pairs, added), first_at(second, place));
            cr_assert_eq(bres__pairs_second(pairs, added), second);
        }
    }
}

Test(pairs, have_the_number_of_their_first_coming)
{
    bres__pairs pairs = { 0 };
    uint32_t found;

    cr_assert_not(bres__pairs_find(&pairs, 0, 0, &found));
    pairs_add_all(&pairs);
    pairs_add_all(&pairs);
    for (uint32_t second = 0; second < SECONDS + 1; second++)
        cr_assert_not(bres__pairs_find(&pairs, first_at(second, firsts_of(second)), second, &found),
                      "%u", (unsigned)second);
    bres__pairs_free(&pairs);
    cr_assert_eq(pairs.count, 0);
}

Test(pairs, reuse_the_memory_of_tables_that_have_grown)
{
    bres__pairs one = { 0 };
    bres__pairs many = { 0 };
    uint32_t number;

    for (uint32_t first = 0; first < 10000; first++)
        cr_assert(bres__pairs_add(&one, first, 0, &number));
    for (uint32_t second = 0; second < 100; second++) {
        for (uint32_t first = 0; first < 100; first++)
            cr_assert(bres__pairs_add(&many, first, second, &number));
    }
    /* A table of 100 pairs has 256 slots; the next table reuses the slots that the table had before
     * it grew. */
    cr_expect_leq(many.slot_count, 100 * 256 + 256);
    cr_expect_leq(one.slot_count, 2 * 16384);
    bres__pairs_free(&one);
    bres__pairs_free(&many);
}
