/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "stats/key_table.h"

#include <criterion/criterion.h>

#define COUNT 100000u

/* Keys that are spread, and consecutive keys. */
static uint64_t key_at(size_t index, bool in_a_row)
{
    return in_a_row ? index + 1 : (index + 1) * UINT64_C(0xD1B54A32D192ED03);
}

/* Every key that is found while the table grows still has its number. */
Test(stats, key_table_keeps_numbers_while_it_grows)
{
    for (unsigned round = 0; round < 2; round++) {
        bres__key_table table = { .numbers = true };
        uint64_t *number;

        for (size_t i = 0; i < COUNT; i++) {
            const size_t others[] = { i, i, i / 2, i % 17 };

            cr_assert(bres__key_table_reserve(&table));
            for (size_t k = 0; k < 4; k++) {
                const uint64_t key = key_at(others[k], round == 1);
                const bool found =
                    bres__key_table_put(&table, key, bres__key_table_hash(&table, key), &number);

                cr_assert_eq(found, k > 0, "key %zu after %zu", others[k], i);
                cr_assert_eq(*number, found ? others[k] : 0, "key %zu after %zu", others[k], i);
                *number = others[k];
            }
            cr_assert_eq(table.count, i + 1);
        }
        bres__key_table_free(&table);
        cr_assert_eq(table.count, 0);
    }
}

Test(stats, key_table_without_numbers)
{
    bres__key_table table = { 0 };

    for (size_t i = 0; i < COUNT; i++) {
        const uint64_t key = key_at(i, false);

        cr_assert(bres__key_table_reserve(&table));
        cr_assert(!bres__key_table_put(&table, key, bres__key_table_hash(&table, key), NULL));
    }
    for (size_t i = COUNT; i-- > 0;) {
        const uint64_t key = key_at(i, false);

        cr_assert(bres__key_table_put(&table, key, bres__key_table_hash(&table, key), NULL));
    }
    cr_assert_eq(table.count, COUNT);
    bres__key_table_free(&table);
}

Test(stats, key_table_without_memory)
{
    bres__key_table table = { .numbers = true };
    size_t failures = 0;

    for (size_t i = 0; i < 5000; i++) {
        const uint64_t key = key_at(i, false);
        uint64_t *number;

        bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
        if (!bres__key_table_reserve(&table)) {
            failures++;
            cr_assert_eq(table.count, i);
        }
        bres__faults_arm(0, 0, false);
        cr_assert(bres__key_table_reserve(&table));
        cr_assert(!bres__key_table_put(&table, key, bres__key_table_hash(&table, key), &number));
    }
    cr_assert_gt(failures, 5);
    bres__key_table_free(&table);
}
