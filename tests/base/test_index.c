/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>

static size_t added(bres__index *index, const char *key, size_t length)
{
    size_t position;

    cr_assert(bres__index_add(index, key, length, &position));
    return position;
}

Test(base, index_numbers_keys_in_order)
{
    bres__index index = { 0 };

    cr_assert_eq(bres__index_find(&index, "a", 1), BRES__INDEX_NONE);
    cr_assert_eq(added(&index, "b", 1), 0);
    cr_assert_eq(added(&index, "a", 1), 1);
    cr_assert_eq(added(&index, "", 0), 2);
    cr_assert_eq(added(&index, "a\0b", 3), 3);
    cr_assert_eq(added(&index, "a", 1), 1, "a key that is known keeps its position");
    cr_assert_eq(index.count, 4);
    cr_assert_eq(bres__index_find(&index, "a\0b", 3), 3);
    cr_assert_eq(bres__index_find(&index, "c", 1), BRES__INDEX_NONE);
    bres__index_clear(&index);
    cr_assert_eq(index.count, 0);
    cr_assert_eq(bres__index_find(&index, "a", 1), BRES__INDEX_NONE);
    cr_assert_eq(added(&index, "c", 1), 0);
    bres__index_free(&index);
}

Test(base, index_copies_keys_that_are_taken)
{
    bres__index index = { 0 };
    size_t position;

    for (size_t round = 0; round < 2; round++) {
        for (int i = 0; i < 1000; i++) {
            bres__text_printf(&index.key, "key %d", i);
            cr_assert(bres__index_take(&index, &position));
            cr_assert_eq(position, (size_t)i);
            cr_assert_eq(index.key.length, 0);
        }
    }
    cr_assert_eq(index.count, 1000);
    bres__index_free(&index);
}

static bres_status index_once(void *context)
{
    bres__index index = { 0 };
    size_t position = 1;
    bool done;

    (void)context;
    bres__text_puts(&index.key, "key");
    done = bres__index_take(&index, &position);
    cr_assert_eq(index.count, done ? 1 : 0, "a key that was not added counts");
    bres__index_free(&index);
    return done ? BRES_OK : BRES_ERROR_MEMORY;
}

Test(base, index_survives_every_failing_allocation)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, index_once, NULL);
}
