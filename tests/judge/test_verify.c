/* SPDX-License-Identifier: MIT */
#include "judge/problem/half.h"

#include <benchresult/problem.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

static bres_verification verified(bres_data_type type, const void *expected, const void *actual,
                                  size_t count, double relative, double absolute)
{
    const bres_tolerance tolerance = { .relative = relative, .absolute = absolute };
    bres_verification verification;

    bres_verification_init(&verification);
    cr_assert_eq(bres_verify("out", type, expected, actual, count, &tolerance, &verification),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(verification.count, count);
    return verification;
}

/* The rule of comparison, with zeros, infinities and NaN. */
Test(judge, verify_compares_elements)
{
    static const double inf = (double)INFINITY;
    static const double nan = (double)NAN;
    static const struct {
        double expected;
        double actual;
        double relative;
        double absolute;
        bool right;
    } rows[] = {
        { 0, 1e-9, 0, 1e-8, true },
        { 0, 1e-9, 1, 0, false },
        { 0, 0, 0, 0, true },
        { 0, -0.0, 0, 0, true },
        { -0.0, 0, 0, 0, true },
        { 0, 5e-324, 0, 0, false },
        { inf, inf, 0, 0, true },
        { -inf, -inf, 0, 0, true },
        { inf, -inf, 1, 1, false },
        { inf, DBL_MAX, 1, 1, false },
        { DBL_MAX, inf, 1, 1, false },
        { -inf, -DBL_MAX, 0.5, 1e300, false },
        { 1, inf, 1e300, 1e300, false },
        { nan, nan, 1, 1, false },
        { nan, 0, 1, 1, false },
        { 0, nan, 1e300, 1e300, false },
        { inf, nan, 1, 1, false },
        /* The relative tolerance is of the expected value: 100 allows 10, 110 would allow 11. */
        { 100, 110, 0.1, 0, true },
        { 100, 110.5, 0.1, 0, false },
        { -100, -90, 0.1, 0, true },
        { -100, -89.5, 0.1, 0, false },
        { 100, 110.5, 0.1, 0.5, true },
        { 100, 110.75, 0.1, 0.5, false },
        { DBL_MAX, -DBL_MAX, 1, 0, false },
        { 1, 1 + DBL_EPSILON, 0, 0, false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_verification found =
            verified(BRES_TYPE_FLOAT64, &rows[i].expected, &rows[i].actual, 1, rows[i].relative,
                     rows[i].absolute);

        cr_expect_eq(found.wrong, rows[i].right ? 0 : 1, "row %zu: %s", i, found.message);
        cr_expect_eq(found.message[0] == '\0', rows[i].right, "row %zu", i);
    }
}

Test(judge, verify_names_the_first_and_the_worst)
{
    double expected[100];
    double actual[100];

    for (size_t i = 0; i < 100; i++)
        actual[i] = expected[i] = (double)i;
    actual[7] = 7.5;
    actual[20] = (double)NAN;
    actual[30] = 28;
    actual[40] = 45;
    actual[50] = -(double)INFINITY;
    actual[60] = 60.5;
    actual[98] = 101;
    actual[99] = 99.0625; /* right */
    const bres_verification found = verified(BRES_TYPE_FLOAT64, expected, actual, 100, 0, 0.125);
    static const uint64_t worst[] = { 20, 50, 40, 98, 30 };

    cr_expect_eq(found.wrong, 7);
    cr_expect_eq(found.first.index, 7);
    cr_expect(found.first.expected == 7 && found.first.actual == 7.5);
    cr_expect_str_eq(found.message, "out[7] is 7.5, expected 7 (7 of 100 elements are wrong)");
    cr_assert_eq(found.worst_count, BRES_WORST_MAX);
    for (size_t i = 0; i < BRES_WORST_MAX; i++)
        cr_expect_eq(found.worst[i].index, worst[i], "%zu: %zu", i, (size_t)found.worst[i].index);
    cr_expect(isnan(found.worst[0].actual) && found.worst[3].expected == 98);
    /* The differences of NaN and of the infinity are left out. */
    cr_expect(found.max_difference == 5, "%g", found.max_difference);
    cr_expect_float_eq(found.mean_difference, (0.5 + 2 + 5 + 0.5 + 3 + 0.0625) / 98, 1e-15, "%g",
                       found.mean_difference);
}

/* Of many equally wrong elements, the first ones are kept. */
Test(judge, verify_keeps_the_earlier_of_equals)
{
    float expected[64] = { 0 };
    float actual[64] = { 0 };

    for (size_t i = 3; i < 64; i++)
        actual[i] = 1;
    const bres_verification found = verified(BRES_TYPE_FLOAT32, expected, actual, 64, 0, 0);

    cr_expect_eq(found.wrong, 61);
    for (size_t i = 0; i < BRES_WORST_MAX; i++)
        cr_expect_eq(found.worst[i].index, 3 + i);
}

Test(judge, verify_compares_integers_as_such)
{
    /* As doubles, the first two elements are equal. */
    const uint64_t expected[] = { UINT64_MAX, (UINT64_C(1) << 53) + 1, 5, 0 };
    const uint64_t actual[] = { UINT64_MAX - 1, UINT64_C(1) << 53, 5, UINT64_MAX };
    bres_verification found = verified(BRES_TYPE_UINT64, expected, actual, 4, 0, 0);

    cr_expect_eq(found.wrong, 3);
    cr_expect_str_eq(found.message, "out[0] is 18446744073709551614, expected 18446744073709551615 "
                                    "(3 of 4 elements are wrong)");
    /* Integers that must be equal are listed in their order, regardless of the differences. */
    cr_expect_eq(found.worst_count, 3);
    cr_expect(found.worst[0].index == 0 && found.worst[1].index == 1 && found.worst[2].index == 3);
    cr_expect(found.max_difference == 0x1p64);
    found = verified(BRES_TYPE_UINT64, expected, actual, 3, 0, 1);
    cr_expect_eq(found.wrong, 0);

    const int32_t signs[] = { INT32_MIN, -1, 100 };
    const int32_t others[] = { INT32_MAX, 1, 110 };

    found = verified(BRES_TYPE_INT32, signs, others, 3, 0.1, 0);
    cr_expect_eq(found.wrong, 2);
    cr_expect(found.max_difference == 4294967295.0, "%g", found.max_difference);
    cr_expect_str_eq(found.message,
                     "out[0] is 2147483647, expected -2147483648 (2 of 3 elements are wrong)");
    const uint8_t bytes[] = { 1, 255 };
    const uint8_t other_bytes[] = { 1, 0 };

    found = verified(BRES_TYPE_UINT8, bytes, other_bytes, 2, 0, 0);
    cr_expect_str_eq(found.message, "out[1] is 0, expected 255 (1 of 2 elements is wrong)");
}

/* Each wrong element is further off than the wrong elements before it. */
Test(judge, verify_lists_the_first_integers)
{
    static const int32_t expected[9];
    const int32_t actual[9] = { 0, 1, 2, 0, 3, 4, 5, 6, 7 };
    static const uint64_t listed[BRES_WORST_MAX] = { 1, 2, 4, 5, 6 };
    const bres_verification found = verified(BRES_TYPE_INT32, expected, actual, 9, 0, 0);

    cr_expect_eq(found.wrong, 7);
    cr_assert_eq(found.worst_count, BRES_WORST_MAX);
    for (size_t i = 0; i < BRES_WORST_MAX; i++)
        cr_expect_eq(found.worst[i].index, listed[i], "%zu: %zu", i, (size_t)found.worst[i].index);
}

/* The message shows enough digits to distinguish the numbers. */
Test(judge, verify_shows_different_numbers_differently)
{
    const float a = 0.1f;
    const float b = nextafterf(a, 1);
    const double c = 0.1;
    const double d = nextafter(c, 1);
    const uint16_t e = bres__half_from_double(0.1);
    const uint16_t f = (uint16_t)(e + 1);
    const float g = -(float)INFINITY;
    const float h = -(float)NAN;

    cr_expect_str_eq(verified(BRES_TYPE_FLOAT32, &a, &b, 1, 0, 0).message,
                     "out[0] is 0.100000009, expected 0.100000001 (1 of 1 elements is wrong)");
    cr_expect_str_eq(verified(BRES_TYPE_FLOAT64, &c, &d, 1, 0, 0).message,
                     "out[0] is 0.10000000000000002, expected 0.1 (1 of 1 elements is wrong)");
    cr_expect_str_eq(verified(BRES_TYPE_FLOAT16, &e, &f, 1, 0, 0).message,
                     "out[0] is 0.10004, expected 0.099976 (1 of 1 elements is wrong)");
    cr_expect_str_eq(verified(BRES_TYPE_FLOAT32, &g, &h, 1, 0, 0).message,
                     "out[0] is nan, expected -inf (1 of 1 elements is wrong)");
}

/* The sum of these differences would overflow. */
Test(judge, verify_of_large_differences)
{
    static const double expected[4];
    const double actual[4] = { DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX };
    const bres_verification found = verified(BRES_TYPE_FLOAT64, expected, actual, 4, 0, 0);

    cr_expect(found.max_difference == DBL_MAX && found.mean_difference == DBL_MAX, "%g",
              found.mean_difference);
}

Test(judge, verify_of_nothing_accepts)
{
    const bres_verification found = verified(BRES_TYPE_FLOAT32, NULL, NULL, 0, 0, 0);

    cr_expect(found.wrong == 0 && found.max_difference == 0 && found.mean_difference == 0);
}

/* A call resets the struct, except for members that the caller sets. */
Test(judge, verify_restarts)
{
    const float one = 1;
    const float two = 2;
    bres_verification found;

    bres_verification_init(&found);
    found.parameter = 2;
    cr_assert_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &two, 1, NULL, &found), BRES_OK);
    cr_expect(found.wrong == 1 && found.parameter == 2 && found.worst_count == 1);
    cr_assert_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &one, 1, NULL, &found), BRES_OK);
    cr_expect(found.wrong == 0 && found.parameter == 2 && found.worst_count == 0);
    cr_expect(found.first.index == 0 && found.message[0] == '\0');
}

Test(judge, verify_refuses)
{
    static const bres_tolerance bad[] = { { -1, 0 },
                                          { 0, -1 },
                                          { (double)NAN, 0 },
                                          { 0, (double)NAN },
                                          { (double)INFINITY, 0 },
                                          { 0, (double)INFINITY } };
    const float one = 1;
    bres_verification found;

    bres_verification_init(&found);
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &one, 1, &bad[i], &found),
                     BRES_ERROR_ARGUMENT, "tolerance %zu", i);
    cr_expect_eq(bres_verify("y", BRES_TYPE_ELEMENT, &one, &one, 1, NULL, &found),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_verify("y", (bres_data_type)9, &one, &one, 1, NULL, &found),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_verify(NULL, BRES_TYPE_FLOAT32, &one, &one, 1, NULL, &found),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, NULL, &one, 1, NULL, &found),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, NULL, 1, NULL, &found),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &one, 1, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    found.size = 8;
    cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &one, 1, NULL, &found),
                 BRES_ERROR_VERSION);
}

/* A program that is built with a later header has a longer struct. */
Test(judge, verify_fills_a_longer_struct)
{
    struct {
        bres_verification known;
        uint64_t later;
    } longer;
    const float one = 1;
    const float two = 2;

    memset(&longer, 0, sizeof(longer));
    longer.known.size = sizeof(longer);
    cr_assert_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &two, 1, NULL, &longer.known), BRES_OK);
    cr_expect(longer.known.size == sizeof(longer) && longer.later == 0 && longer.known.wrong == 1);
    longer.later = 1;
    cr_expect_eq(bres_verify("y", BRES_TYPE_FLOAT32, &one, &two, 1, NULL, &longer.known),
                 BRES_ERROR_VERSION);
}
