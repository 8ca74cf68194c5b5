/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

Test(base, alloc_of_nothing_is_not_a_failure)
{
    void *pieces[] = { bres__malloc(0), bres__calloc(0, 8), bres__calloc(8, 0),
                       bres__realloc(NULL, 0), bres__strdup("") };

    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        cr_assert_not_null(pieces[i], "piece %zu", i);
        bres__free(pieces[i]);
    }
    bres__free(NULL);
    bres_string_free(NULL);
    bres_string_free(bres__strdup("given away"));
}

Test(base, alloc_fails_when_a_test_says_so)
{
    void *kept = bres__malloc(8);
    void *failed[7];

    bres__faults_arm(BRES__FAULT_ALLOC, 1, true);
    failed[0] = bres__malloc(8);
    failed[1] = bres__calloc(1, 8);
    failed[2] = bres__realloc(kept, 16);
    failed[3] = bres__realloc(NULL, 16);
    failed[4] = bres__strdup("text");
    failed[5] = bres__malloc_pages(8);
    failed[6] = bres__malloc_pages(BRES__LARGE_PAGE);
    bres__faults_arm(0, 0, false);
    for (size_t i = 0; i < sizeof(failed) / sizeof(failed[0]); i++)
        cr_assert_null(failed[i], "call %zu", i);
    bres__free(kept);
}

Test(base, alloc_of_more_than_an_object_can_have_fails)
{
    const size_t half = (size_t)1 << 32;
    void *kept = bres__malloc(8);

    errno = 0;
    cr_expect_null(bres__malloc((size_t)PTRDIFF_MAX + 1));
    cr_expect_eq(errno, ENOMEM);
    cr_expect_null(bres__malloc(SIZE_MAX));
    errno = 0;
    cr_expect_null(bres__malloc_pages(SIZE_MAX));
    cr_expect_eq(errno, ENOMEM);
    cr_expect_null(bres__calloc(half, half));
    cr_expect_null(bres__calloc(half, half / 2));
    cr_expect_null(bres__realloc(kept, (size_t)PTRDIFF_MAX + 1));
    bres__free(kept);
}

Test(base, alloc_of_large_memory_begins_at_a_large_page)
{
    static const size_t sizes[] = {
        0, 1, BRES__LARGE_PAGE - 1, BRES__LARGE_PAGE, BRES__LARGE_PAGE + 1, 3 * BRES__LARGE_PAGE
    };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        char *data = bres__malloc_pages(sizes[i]);

        cr_assert_not_null(data, "size %zu", sizes[i]);
        memset(data, 1, sizes[i]);
        if (sizes[i] >= BRES__LARGE_PAGE)
            cr_expect_eq((uintptr_t)data % BRES__LARGE_PAGE, 0, "size %zu", sizes[i]);
        bres__free(data);
    }
}

Test(base, alloc_array_grows_geometrically)
{
    uint32_t *numbers = NULL;
    size_t capacity = 0;
    size_t moves = 0;

    for (uint32_t i = 0; i < 100000; i++) {
        const size_t before = capacity;

        cr_assert(bres__array_reserve(&numbers, &capacity, i + 1u, sizeof(*numbers)));
        cr_assert_geq(capacity, i + 1u);
        moves += capacity != before;
        numbers[i] = i;
    }
    for (uint32_t i = 0; i < 100000; i++)
        cr_assert_eq(numbers[i], i);
    cr_assert_lt(moves, 40);
    bres__free(numbers);
}

Test(base, alloc_array_grows_with_zeros)
{
    uint32_t *numbers = NULL;
    size_t capacity = 0;

    for (uint32_t need = 1; need < 1000; need++) {
        const size_t before = capacity;

        cr_assert(bres__array_reserve_zeroed(&numbers, &capacity, need, sizeof(*numbers)));
        for (size_t i = 0; i < capacity; i++)
            cr_assert_eq(numbers[i], i < before ? 7 : 0, "element %zu of %zu", i, capacity);
        for (size_t i = before; i < capacity; i++)
            numbers[i] = 7;
    }
    bres__free(numbers);
}

Test(base, alloc_array_is_untouched_by_a_failure)
{
    char *bytes = NULL;
    size_t capacity = 0;
    bool grown;

    cr_assert(bres__array_reserve(&bytes, &capacity, 3, 1));
    const char *before = bytes;
    const size_t before_capacity = capacity;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    grown = bres__array_reserve(&bytes, &capacity, 1000, 1);
    bres__faults_arm(0, 0, false);
    cr_assert_not(grown);
    cr_assert_not(bres__array_reserve(&bytes, &capacity, SIZE_MAX / 4, 8));
    cr_assert_eq(bytes, before);
    cr_assert_eq(capacity, before_capacity);
    bres__free(bytes);
}
