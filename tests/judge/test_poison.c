/* SPDX-License-Identifier: MIT */
#include "judge/problem/element.h"
#include "judge/problem/poison.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT 101

static const bres_data_type types[] = { BRES_TYPE_FLOAT32, BRES_TYPE_FLOAT64, BRES_TYPE_FLOAT16,
                                        BRES_TYPE_INT32,   BRES_TYPE_UINT8,   BRES_TYPE_UINT32,
                                        BRES_TYPE_UINT64,  BRES_TYPE_SIZE };

Test(judge, poison_is_found_again_but_where_it_was_written)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *name = bres_data_type_name(types[i]);
        const size_t size = bres_data_type_size(types[i]);
        uint64_t elements[COUNT];
        unsigned char *bytes = (unsigned char *)elements;

        bres__poison_fill(types[i], elements, COUNT, 7);
        cr_assert_eq(bres__poison_count(types[i], elements, NULL, COUNT, 7), COUNT, "%s", name);
        bytes[0] ^= 1;
        bytes[(COUNT - 1) * size] ^= 1;
        cr_assert_eq(bres__poison_count(types[i], elements, NULL, COUNT, 7), COUNT - 2, "%s", name);
        cr_assert_lt(bres__poison_count(types[i], elements, NULL, COUNT, 8), COUNT / 4, "%s", name);
    }
}

Test(judge, poison_is_quiet_nan_of_both_signs)
{
    float floats[COUNT];
    double doubles[COUNT];
    uint16_t halves[COUNT];
    int negative = 0;

    bres__poison_fill(BRES_TYPE_FLOAT32, floats, COUNT, 1);
    bres__poison_fill(BRES_TYPE_FLOAT64, doubles, COUNT, 1);
    bres__poison_fill(BRES_TYPE_FLOAT16, halves, COUNT, 1);
    for (size_t i = 0; i < COUNT; i++) {
        cr_assert(isnan(floats[i]) && isnan(doubles[i]) && isnan(bres__half_to_double(halves[i])),
                  "element %zu", i);
        negative += signbit(floats[i]) != 0;
        cr_assert(i == 0 || memcmp(&floats[i], &floats[i - 1], sizeof *floats) != 0, "%zu", i);
    }
    cr_assert(negative > COUNT / 4 && negative < 3 * COUNT / 4, "%d of %d", negative, COUNT);
}

Test(judge, poison_of_integers_counts_where_something_else_is_expected)
{
    uint8_t elements[COUNT];
    uint8_t expected[COUNT];

    bres__poison_fill(BRES_TYPE_UINT8, elements, COUNT, 3);
    for (size_t i = 0; i < COUNT; i++)
        expected[i] = (uint8_t)~elements[i];
    expected[5] = elements[5];
    elements[6] ^= 1;
    cr_assert_eq(bres__poison_count(BRES_TYPE_UINT8, elements, expected, COUNT, 3), COUNT - 2);
}
