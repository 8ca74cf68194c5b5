/* SPDX-License-Identifier: MIT */
#include "base/random.h"

#include <criterion/criterion.h>

/* The numbers that the author of splitmix64 publishes for seed 1234567. */
Test(base, random_is_splitmix64)
{
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)
    };
    bres__random random = { .state = 1234567 };

    for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++)
        cr_assert_eq(bres__random_next(&random), expected[i], "number %zu", i);
}

Test(base, random_below_is_even)
{
    bres__random random = { .state = 7 };
    unsigned counts[3] = { 0 };

    for (int i = 0; i < 30000; i++)
        counts[bres__random_below(&random, 3)]++;
    for (int i = 0; i < 3; i++)
        cr_assert(counts[i] > 9700 && counts[i] < 10300, "%d: %u", i, counts[i]);
    /* The limit is two thirds of 2^64: plain remainders would be small numbers twice as often. */
    const uint64_t limit = UINT64_C(0xAAAAAAAAAAAAAAAA);
    unsigned small = 0;

    for (int i = 0; i < 3000; i++)
        small += bres__random_below(&random, limit) < limit / 2;
    cr_assert(small > 1380 && small < 1620, "%u", small);
    cr_assert_eq(bres__random_below(&random, 1), 0);
}

Test(base, random_unit_is_uniform)
{
    bres__random random = { .state = 3 };
    double sum = 0;

    for (int i = 0; i < 10000; i++) {
        const double unit = bres__random_unit(&random);

        cr_assert(unit >= 0 && unit < 1);
        sum += unit;
    }
    cr_assert(sum > 4850 && sum < 5150, "%g", sum);
}

Test(base, random_streams_differ)
{
    enum { STREAMS = 40, NUMBERS = 25 };
    uint64_t numbers[STREAMS * NUMBERS];

    /* Neighbouring seeds and streams have no number in common. */
    for (uint64_t s = 0; s < STREAMS; s++) {
        bres__random random = bres__random_stream(s / 4, s % 4);

        for (size_t i = 0; i < NUMBERS; i++)
            numbers[s * NUMBERS + i] = bres__random_next(&random);
    }
    for (size_t i = 0; i < STREAMS * NUMBERS; i++) {
        for (size_t k = 0; k < i; k++)
            cr_assert_neq(numbers[i], numbers[k], "%zu and %zu", i, k);
    }
}

Test(base, random_secrets_differ)
{
    uint64_t a;
    uint64_t b;

    cr_assert_eq(bres__random_secret(&a), BRES_OK);
    cr_assert_eq(bres__random_secret(&b), BRES_OK);
    cr_assert_neq(a, b);
}

/* The state from which splitmix64 computes this number. */
static uint64_t state_of(uint64_t number)
{
    number ^= (number >> 31) ^ (number >> 62);
    number *= UINT64_C(0x319642b2d24d8ec3);
    number ^= (number >> 27) ^ (number >> 54);
    number *= UINT64_C(0x96de1b173f119089);
    return number ^ (number >> 30) ^ (number >> 60);
}

Test(base, random_secret_stream_is_not_told_by_its_numbers)
{
    bres__random plain = bres__random_stream(42, 1);
    bres__random secret = bres__random_secret_stream(42, 1);
    bres__random told = { .state = state_of(bres__random_next(&plain)) };

    cr_expect_eq(bres__random_next(&told), bres__random_next(&plain), "the test can tell");
    told.state = state_of(bres__random_next(&secret));
    cr_expect_neq(bres__random_next(&told), bres__random_next(&secret));
    cr_expect_neq(secret.state, secret.other);
}
