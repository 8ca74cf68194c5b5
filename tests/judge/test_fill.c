/* SPDX-License-Identifier: MIT */
#include "judge/problem/fill.h"

#include "base/base.h"
#include "judge/arrays.h"
#include "judge/problem/element.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 20000

static void filled(const bres__filling *filling, bres_data_type type, uint64_t seed, void *elements,
                   size_t count)
{
    bres__random random = bres__random_secret_stream(seed, 0);

    cr_assert_eq(bres__fill_check(filling, type, "x"), BRES_OK, "%s", bres_last_error());
    bres__fill(filling, type, &random, elements, count);
}

/* The checksums of the arrays must never change, so that results of different hosts and times stay
 * comparable. They are those of a little-endian host. */
Test(judge, fill_has_the_same_bytes_everywhere)
{
    static const struct {
        bres__filling filling;
        bres_data_type type;
        uint32_t checksum;
    } rows[] = {
        { { BRES_FILL_UNIFORM, -1, 1 }, BRES_TYPE_FLOAT32, 0xb3856b73 },
        { { BRES_FILL_UNIFORM, -1, 1 }, BRES_TYPE_FLOAT64, 0xc8873333 },
        { { BRES_FILL_UNIFORM, -1, 1 }, BRES_TYPE_FLOAT16, 0x65689935 },
        { { BRES_FILL_UNIFORM, 0.1, 0.3 }, BRES_TYPE_FLOAT32, 0x261c44cb },
        { { BRES_FILL_SPECIAL, -4, 4 }, BRES_TYPE_FLOAT32, 0x55cfc82e },
        { { BRES_FILL_SPECIAL, -4, 4 }, BRES_TYPE_FLOAT64, 0xe70225e0 },
        { { BRES_FILL_SPECIAL, -4, 4 }, BRES_TYPE_FLOAT16, 0x493c725c },
        { { BRES_FILL_INTEGERS, 0, 255 }, BRES_TYPE_FLOAT32, 0x0453e3ed },
        { { BRES_FILL_INTEGERS, -5, 1e9 }, BRES_TYPE_INT32, 0x4f2cf067 },
        { { BRES_FILL_INTEGERS, 0, 255 }, BRES_TYPE_UINT8, 0x4fa8e8c4 },
        { { BRES_FILL_INTEGERS, 1, 0x1p53 }, BRES_TYPE_UINT64, 0x3e064d76 },
    };
    static double elements[COUNT];

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        filled(&rows[i].filling, rows[i].type, 42, elements, COUNT);
        const uint32_t checksum = bres__crc32c(elements, COUNT * bres_data_type_size(rows[i].type));

        cr_expect_eq(checksum, rows[i].checksum, "row %zu: 0x%08x", i, checksum);
    }
}

/* The numbers are in the range, and spread over all of it. */
Test(judge, fill_uniform)
{
    static const bres_data_type types[] = { BRES_TYPE_FLOAT32, BRES_TYPE_FLOAT64,
                                            BRES_TYPE_FLOAT16 };
    const bres__filling filling = { BRES_FILL_UNIFORM, -3, 5 };
    static double elements[COUNT];

    for (size_t t = 0; t < 3; t++) {
        unsigned eighths[8] = { 0 };
        unsigned fine = 0;

        filled(&filling, types[t], 1, elements, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            const double value = bres__real_get(types[t], elements, i);
            const double steps = (value + 3) / 8 * 0x1p24;
            const bool whole = steps == floor(steps);

            cr_assert(value >= -3 && value < 5, "%zu: %g", i, value);
            fine += !whole;
            eighths[(size_t)(value + 3)]++;
        }
        /* Only float64 divides the range into more than 2^24 steps. */
        cr_expect(types[t] == BRES_TYPE_FLOAT64 ? fine > COUNT / 2 : fine == 0, "%zu: %u", t, fine);
        for (size_t e = 0; e < 8; e++)
            cr_expect(eighths[e] > COUNT / 8 - 200 && eighths[e] < COUNT / 8 + 200, "%zu: %u", e,
                      eighths[e]);
    }
}

/* If the type is coarser than 2^-24 of the range, rounding still does not reach the end. */
Test(judge, fill_uniform_stays_below_the_end)
{
    static const bres__filling fillings[] = { { BRES_FILL_UNIFORM, 0, 1 },
                                              { BRES_FILL_UNIFORM, -1, 0 },
                                              { BRES_FILL_UNIFORM, -2, -1.5 },
                                              { BRES_FILL_UNIFORM, 1, 1.25 } };
    static uint16_t elements[COUNT];

    for (size_t f = 0; f < sizeof(fillings) / sizeof(*fillings); f++) {
        double largest = fillings[f].first;

        filled(&fillings[f], BRES_TYPE_FLOAT16, 9, elements, COUNT);
        for (size_t i = 0; i < COUNT; i++)
            largest = fmax(largest, bres__half_to_double(elements[i]));
        cr_expect(largest < fillings[f].second, "%zu: %g", f, largest);
        cr_expect(largest > fillings[f].second - 0.002, "%zu: %g", f, largest);
    }
}

Test(judge, fill_normal)
{
    const bres__filling filling = { BRES_FILL_NORMAL, 10, 2 };
    static double elements[COUNT + 1];
    double sum = 0;
    double squares = 0;
    unsigned within = 0;

    elements[COUNT - 1] = -1;
    elements[COUNT] = -1;
    filled(&filling, BRES_TYPE_FLOAT64, 3, elements, COUNT - 1);
    cr_expect(elements[COUNT - 1] == -1, "an odd count has been overrun");
    filled(&filling, BRES_TYPE_FLOAT64, 3, elements, COUNT);
    cr_expect(elements[COUNT] == -1, "an even count has been overrun");
    for (size_t i = 0; i < COUNT; i++) {
        sum += elements[i];
        squares += (elements[i] - 10) * (elements[i] - 10);
        within += fabs(elements[i] - 10) < 2;
    }
    cr_expect(fabs(sum / COUNT - 10) < 0.06, "mean %g", sum / COUNT);
    cr_expect(fabs(sqrt(squares / COUNT) - 2) < 0.04, "deviation %g", sqrt(squares / COUNT));
    cr_expect(within > 0.67 * COUNT && within < 0.695 * COUNT, "%u", within);
}

Test(judge, fill_integers)
{
    const bres__filling filling = { BRES_FILL_INTEGERS, -2, 2 };
    static int32_t elements[COUNT];
    static float reals[COUNT];
    unsigned counts[5] = { 0 };

    filled(&filling, BRES_TYPE_INT32, 5, elements, COUNT);
    filled(&filling, BRES_TYPE_FLOAT32, 5, reals, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        cr_assert(elements[i] >= -2 && elements[i] <= 2, "%d", elements[i]);
        cr_assert_eq(reals[i], (float)elements[i]);
        counts[elements[i] + 2]++;
    }
    for (size_t i = 0; i < 5; i++)
        cr_expect(counts[i] > COUNT / 5 - 300 && counts[i] < COUNT / 5 + 300, "%u", counts[i]);
}

/* One element in sixteen is special; each kind of special value occurs. */
Test(judge, fill_special)
{
    static const struct {
        bres_data_type type;
        double smallest;
        double normal;
        double large;
    } types[] = { { BRES_TYPE_FLOAT32, 0x1p-149, 0x1p-126, 0x1p63 },
                  { BRES_TYPE_FLOAT64, 0x1p-1074, 0x1p-1022, 0x1p511 },
                  { BRES_TYPE_FLOAT16, 0x1p-24, 0x1p-14, 0x1p7 } };
    const bres__filling filling = { BRES_FILL_SPECIAL, -4, 4 };
    static double elements[COUNT];

    for (size_t t = 0; t < sizeof(types) / sizeof(*types); t++) {
        unsigned zeros[2] = { 0 };
        unsigned denormals = 0;
        unsigned smallest = 0;
        unsigned large[2] = { 0 };
        unsigned first = 0;
        unsigned equal = 0;

        filled(&filling, types[t].type, 11, elements, COUNT);
        for (size_t i = 0; i < COUNT; i++) {
            const double value = bres__real_get(types[t].type, elements, i);

            zeros[signbit(value) ? 1 : 0] += value == 0;
            smallest += fabs(value) == types[t].smallest;
            denormals += value != 0 && fabs(value) < types[t].normal;
            large[value < 0] += fabs(value) == types[t].large;
            first += value == -4;
            equal += i > 0 && value == bres__real_get(types[t].type, elements, i - 1);
            cr_assert(fabs(value) <= 4 || fabs(value) == types[t].large, "%g", value);
        }
        const unsigned all = COUNT / 16 / 8;

        cr_expect(zeros[0] > all / 4 && zeros[1] > all / 4, "%zu: %u %u", t, zeros[0], zeros[1]);
        cr_expect(smallest > all / 2 && denormals > all, "%zu: %u %u", t, smallest, denormals);
        cr_expect(large[0] > all / 4 && large[1] > all / 4, "%zu: %u %u", t, large[0], large[1]);
        cr_expect(first > all / 2 && equal > all / 2, "%zu: %u %u", t, first, equal);
    }
}

Test(judge, fill_refuses)
{
    static const double inf = (double)INFINITY;
    static const struct {
        bres__filling filling;
        bres_data_type type;
        const char *message;
    } rows[] = {
        { { BRES_FILL_UNIFORM, 1, 1 }, BRES_TYPE_FLOAT32, " is empty" },
        { { BRES_FILL_SPECIAL, 2, 1 }, BRES_TYPE_FLOAT32, " is empty" },
        { { BRES_FILL_UNIFORM, 0, inf }, BRES_TYPE_FLOAT32, "must be finite" },
        { { BRES_FILL_NORMAL, (double)NAN, 1 }, BRES_TYPE_FLOAT32, "must be finite" },
        { { BRES_FILL_NORMAL, 0, -1 }, BRES_TYPE_FLOAT32, "(expected at least 0)" },
        { { BRES_FILL_UNIFORM, 0, 9 },
          BRES_TYPE_INT32,
          "unsupported distribution for int32 (expected integers)" },
        { { BRES_FILL_INTEGERS, 0, 0.5 }, BRES_TYPE_INT32, "whole numbers" },
        { { BRES_FILL_INTEGERS, 3, 2 }, BRES_TYPE_INT32, "the smaller one first" },
        { { BRES_FILL_INTEGERS, 0, 0x1p54 }, BRES_TYPE_UINT64, "whole numbers" },
        { { BRES_FILL_INTEGERS, -1, 5 }, BRES_TYPE_UINT64, "uint64 cannot hold" },
        { { BRES_FILL_INTEGERS, 0, 256 }, BRES_TYPE_UINT8, "uint8 cannot hold" },
        { { BRES_FILL_INTEGERS, 0, 0x1p31 }, BRES_TYPE_INT32, "int32 cannot hold" },
        { { (bres_distribution)4, 0, 1 }, BRES_TYPE_FLOAT32, "unknown distribution 4" },
    };
    static const bres__filling edge = { BRES_FILL_INTEGERS, -0x1p31, 0x1p31 - 1 };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        cr_expect_eq(bres__fill_check(&rows[i].filling, rows[i].type, "x"), BRES_ERROR_ARGUMENT,
                     "row %zu", i);
        cr_expect(strstr(bres_last_error(), "parameter 'x'") == bres_last_error() &&
                      strstr(bres_last_error(), rows[i].message) != NULL,
                  "row %zu: %s", i, bres_last_error());
    }
    cr_expect_eq(bres__fill_check(&edge, BRES_TYPE_INT32, "x"), BRES_OK);
}

/* Few elements are special, so that a solution must look at all elements to find them. */
Test(judge, fill_mixes_few_special_values)
{
    const bres_problem *problem;
    bres__arrays arrays;
    bres_problem_case test_case;
    float *ordinary;
    size_t others = 0;
    size_t outside = 0;

    cr_assert_eq(bres_problem_find("histogram", &problem), BRES_OK);
    cr_assert_eq(
        bres_problem_make_case(problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 0, 1, &test_case),
        BRES_OK);
    cr_assert_eq(bres__arrays_make(&arrays, problem, &test_case), BRES_OK);
    ordinary = malloc(arrays.arguments[0].bytes);
    cr_assert_not_null(ordinary);
    cr_assert_eq(bres__arrays_fill(&arrays, 5, false), BRES_OK);
    memcpy(ordinary, arrays.own[0], arrays.arguments[0].bytes);
    cr_assert_eq(bres__arrays_fill(&arrays, 5, true), BRES_OK);
    for (size_t i = 0; i < arrays.counts[0]; i++) {
        const float element = ((const float *)arrays.own[0])[i];

        others += element != ordinary[i];
        outside += element < 0 || element >= 64;
    }
    cr_expect(others > 500 && others <= 1024, "%zu", others);
    cr_expect(outside > 50, "%zu", outside);
    cr_assert_eq(bres__arrays_fill(&arrays, 5, false), BRES_OK);
    cr_expect_arr_eq(arrays.own[0], ordinary, arrays.arguments[0].bytes);
    free(ordinary);
    bres__arrays_free(&arrays);
}
