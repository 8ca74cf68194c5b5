/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "stats/entropy.h"

#include <criterion/criterion.h>
#include <math.h>

static double entropy_add(bres__entropy *entropy, double value)
{
    cr_assert(bres__entropy_reserve(entropy));
    bres__entropy_add(entropy, value);
    return entropy->bits;
}

Test(stats, entropy_of_the_values_so_far)
{
    static const double expected[] = { 0, 1, 1.5850, 2, 2.3219, 2.5850, 2.5216, 2.4056 };
    bres__entropy entropy = { 0 };

    cr_assert_eq(entropy.bits, 0);
    for (size_t i = 0; i < 8; i++) {
        const double bits = entropy_add(&entropy, i < 5 ? (double)i : 5);

        cr_assert_float_eq(bits, expected[i], 0.00005, "after %zu: %g", i + 1, bits);
    }
    for (size_t i = 8; i < 50; i++)
        entropy_add(&entropy, 5);
    cr_assert_float_eq(entropy.bits, 0.701188, 0.0000005);
    bres__entropy_free(&entropy);
}

/* Edge case 38: rounding gives -1e-17 on the way. */
Test(stats, entropy_is_never_negative)
{
    bres__entropy entropy = { 0 };

    for (size_t i = 0; i < 5000; i++) {
        const double bits = entropy_add(&entropy, i % 2 == 0 ? 0.0 : -0.0);

        cr_assert(bits >= 0 && bits < 1e-12 && !signbit(bits), "after %zu: %g", i + 1, bits);
    }
    cr_assert_eq(entropy.seen.count, 1);
    bres__entropy_free(&entropy);
}

/* Every value must be found while the table grows: the test adds each value once, then again in
 * another order, and checks the counts. */
Test(stats, entropy_while_the_table_grows)
{
    enum { COUNT = 20000 };
    bres__entropy entropy = { 0 };

    for (size_t i = 0; i < COUNT; i++) {
        entropy_add(&entropy, (double)i * 1e-9);
        cr_assert_eq(entropy.seen.count, i + 1);
        /* A value from the beginning and one from the middle, which the table may have moved. */
        entropy_add(&entropy, (double)(i % 17) * 1e-9);
        entropy_add(&entropy, (double)(i / 2) * 1e-9);
        cr_assert_eq(entropy.seen.count, i + 1, "a value was not found again after %zu", i);
    }
    for (size_t i = COUNT; i-- > 0;)
        entropy_add(&entropy, (double)i * 1e-9);
    cr_assert_eq(entropy.seen.count, COUNT);
    cr_assert_eq(entropy.count, 4 * COUNT);
    bres__entropy_free(&entropy);
}

/* The running sum agrees with the definition. */
Test(stats, entropy_does_not_drift)
{
    enum { COUNT = 200000, LEVELS = 500 };
    size_t seen[LEVELS] = { 0 };
    bres__entropy entropy = { 0 };
    double bits = log2((double)COUNT);

    for (size_t i = 0; i < COUNT; i++) {
        const size_t level = i * i % 7919 % LEVELS;

        seen[level]++;
        entropy_add(&entropy, (double)level);
    }
    for (size_t i = 0; i < LEVELS; i++)
        bits -= seen[i] == 0 ? 0 : (double)seen[i] * log2((double)seen[i]) / COUNT;
    cr_assert_float_eq(entropy.bits, bits, 1e-10);
    bres__entropy_free(&entropy);
}

Test(stats, entropy_without_memory)
{
    bres__entropy entropy = { 0 };
    double bits = 0;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, true);
    cr_assert(!bres__entropy_reserve(&entropy));
    bres__faults_arm(0, 0, false);
    for (size_t i = 0; i < 1000; i++) {
        bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
        if (!bres__entropy_reserve(&entropy))
            cr_assert_eq(entropy.bits, bits);
        bres__faults_arm(0, 0, false);
        bits = entropy_add(&entropy, (double)i);
        cr_assert_float_eq(bits, log2((double)(i + 1)), 1e-12);
    }
    bres__entropy_free(&entropy);
}
