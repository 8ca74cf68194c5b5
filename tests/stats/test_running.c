/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "stats/running.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_MAX 1500

static double sorted_quartile(const double *sorted, size_t count, unsigned q, bool by_rank)
{
    const double place = 0.25 * (q + 1) * (double)(count - 1);
    const size_t low = (size_t)place;

    if (by_rank)
        return sorted[bres__percentile_rank(count, 25 * (q + 1))];
    return bres__interpolate(sorted[low], sorted[low + 1 < count ? low + 1 : low],
                             place - (double)low);
}

/* The next value of a stream of this kind. */
static double stream_value(unsigned kind, size_t index, uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    switch (kind) {
    case 0:
        return (double)(*random >> 11) * 0x1p-53;
    case 1:
        return (double)index;
    case 2:
        return (double)(COUNT_MAX - index);
    case 3:
        return (double)(*random >> 62);
    case 4:
        return index % 2 == 0 ? 1e-300 : (double)index;
    default:
        return 0.1;
    }
}

Test(stats, running_quartiles_are_those_of_all_values)
{
    static double sorted[COUNT_MAX];
    uint64_t random = 1;

    for (unsigned kind = 0; kind < 12; kind++) {
        bres__running_quartiles running = { .by_rank = kind % 2 == 1 };

        for (size_t n = 1; n <= COUNT_MAX; n++) {
            const double value = stream_value(kind / 2, n - 1, &random);
            bres__quartiles found;
            size_t place = n - 1;

            cr_assert(bres__running_quartiles_reserve(&running));
            bres__running_quartiles_add(&running, value);
            for (; place > 0 && sorted[place - 1] > value; place--)
                sorted[place] = sorted[place - 1];
            sorted[place] = value;
            bres__running_quartiles_get(&running, &found);
            cr_assert_eq(found.q1, sorted_quartile(sorted, n, 0, running.by_rank));
            cr_assert_eq(found.median, sorted_quartile(sorted, n, 1, running.by_rank));
            cr_assert_eq(found.q3, sorted_quartile(sorted, n, 2, running.by_rank));
        }
        bres__running_quartiles_free(&running);
        cr_assert_eq(running.count, 0);
    }
}

/* Edge case 55, and the part of edge case 57 about zero values and one value. */
Test(stats, running_quartiles_of_few_values)
{
    static const bres__quartiles expected[] = {
        { 1, 1, 1 }, { 1, 2, 2 }, { 2, 2, 3 }, { 2, 3, 3 },
        { 2, 3, 4 }, { 2, 4, 5 }, { 3, 4, 6 }, { 3, 5, 6 }
    };
    bres__running_quartiles running = { .by_rank = true };
    bres__quartiles found;

    bres__running_quartiles_get(&running, &found);
    cr_assert(isnan(found.q1) && isnan(found.median) && isnan(found.q3));
    for (size_t n = 1; n <= 8; n++) {
        cr_assert(bres__running_quartiles_reserve(&running));
        bres__running_quartiles_add(&running, (double)n);
        bres__running_quartiles_get(&running, &found);
        cr_assert_eq(memcmp(&found, &expected[n - 1], sizeof(found)), 0, "%zu values", n);
    }
    bres__running_quartiles_free(&running);
}

Test(stats, running_quartiles_without_memory)
{
    bres__running_quartiles running = { 0 };
    bres__quartiles found;
    size_t failures = 0;

    for (size_t n = 1; n <= 200; n++) {
        for (size_t fault = 1;; fault++) {
            bool done;

            bres__faults_arm(BRES__FAULT_ALLOC, fault, false);
            done = bres__running_quartiles_reserve(&running);
            bres__faults_arm(0, 0, false);
            if (done)
                break;
            failures++;
            cr_assert_eq(running.count, n - 1);
        }
        bres__running_quartiles_add(&running, (double)n);
    }
    bres__running_quartiles_get(&running, &found);
    cr_assert_eq(found.median, 100.5);
    cr_assert_gt(failures, 5);
    bres__running_quartiles_free(&running);
}
