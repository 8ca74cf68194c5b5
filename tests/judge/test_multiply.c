/* SPDX-License-Identifier: MIT */
/*
 * The matrix product has exactly the sums whose terms are added in order.
 */
#include "base/random.h"
#include "judge/problem/element.h"
#include "judge/problem/multiply.h"

#include <criterion/criterion.h>

/* Larger than a strip of rows, and than a panel of columns. */
#define MOST 19

static void matrix_fill(bres_data_type type, void *matrix, bres__random *random)
{
    for (size_t i = 0; i < MOST * MOST; i++)
        bres__real_set(type, matrix, i, bres__random_unit(random) - 0.5);
}

static void product_check(bres_data_type type, size_t m, size_t n, size_t k)
{
    static double a[MOST * MOST];
    static double b[MOST * MOST];
    static double c[MOST * MOST];
    bres__random random = bres__random_stream(m, n);

    matrix_fill(type, a, &random);
    matrix_fill(type, b, &random);
    cr_assert(bres__matrices_multiply(type, a, b, c, m, n, k));
    for (size_t i = 0; i < m * n; i++) {
        double sum = 0;
        double rounded = 0;

        for (size_t j = 0; j < k; j++)
            sum += bres__real_get(type, a, i / n * k + j) * bres__real_get(type, b, j * n + i % n);
        bres__real_set(type, &rounded, 0, sum);
        cr_assert_eq(bres__real_get(type, c, i), bres__real_get(type, &rounded, 0),
                     "%s, %zu x %zu x %zu, element %zu", bres_data_type_name(type), m, n, k, i);
    }
}

Test(judge, matrices_are_multiplied_in_order)
{
    static const bres_data_type types[] = { BRES_TYPE_FLOAT16, BRES_TYPE_FLOAT32,
                                            BRES_TYPE_FLOAT64 };
    static const size_t sizes[] = { 0, 1, 7, 8, 9, MOST };
    const size_t count = sizeof sizes / sizeof *sizes;

    for (size_t i = 0; i < count * count * count; i++) {
        for (size_t type = 0; type < sizeof types / sizeof *types; type++)
            product_check(types[type], sizes[i % count], sizes[i / count % count],
                          sizes[i / count / count]);
    }
}
