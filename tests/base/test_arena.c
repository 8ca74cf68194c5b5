/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

#define PIECE_COUNT 3000u

/* Sizes from nothing to much larger than a chunk. */
static size_t arena_piece_size(size_t i)
{
    return i % 500 == 499 ? 200000 + i : i * 7 % 90;
}

static void arena_fill(bres__arena *arena, unsigned char *pieces[PIECE_COUNT], unsigned char mark)
{
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        const size_t align = (size_t)1 << i % 5;

        pieces[i] = bres__arena_alloc(arena, arena_piece_size(i), align);
        cr_assert_not_null(pieces[i], "piece %zu", i);
        cr_assert_eq((uintptr_t)pieces[i] % align, 0, "piece %zu", i);
        memset(pieces[i], (int)(mark + i % 64), arena_piece_size(i));
    }
}

/* Pieces that overlap would have overwritten each other's bytes. */
static void arena_check(unsigned char *pieces[PIECE_COUNT], unsigned char mark)
{
    for (size_t i = 0; i < PIECE_COUNT; i++) {
        for (size_t b = 0; b < arena_piece_size(i); b++)
            cr_assert_eq(pieces[i][b], mark + i % 64, "piece %zu", i);
    }
}

Test(base, arena_pieces_are_aligned_and_disjoint)
{
    static unsigned char *pieces[PIECE_COUNT];
    bres__arena arena = { 0 };

    arena_fill(&arena, pieces, 1);
    arena_check(pieces, 1);
    bres__arena_free(&arena);
    cr_assert_null(arena.chunks);
    cr_assert_eq(arena.total, 0);
    bres__arena_free(&arena);
}

Test(base, arena_adopts_what_another_holds)
{
    static unsigned char *pieces[2][PIECE_COUNT];
    static const bool filled[][2] = {
        { true, true }, { true, false }, { false, true }, { false, false }
    };

    for (size_t row = 0; row < 4; row++) {
        bres__arena arenas[2] = { { 0 }, { 0 } };
        size_t total;

        for (size_t i = 0; i < 2; i++) {
            if (filled[row][i])
                arena_fill(&arenas[i], pieces[i], (unsigned char)(1 + 100 * i));
        }
        total = arenas[0].total + arenas[1].total;
        bres__arena_adopt(&arenas[0], &arenas[1]);
        cr_assert_null(arenas[1].chunks);
        cr_assert_eq(arenas[0].total, total);
        bres__arena_free(&arenas[1]);
        for (size_t i = 0; i < 1000; i++)
            memset(bres__arena_alloc(&arenas[0], 50, 1), 0, 50);
        for (size_t i = 0; i < 2; i++) {
            if (filled[row][i])
                arena_check(pieces[i], (unsigned char)(1 + 100 * i));
        }
        bres__arena_free(&arenas[0]);
    }
}

Test(base, arena_wastes_little)
{
    bres__arena arena = { 0 };
    size_t asked = 0;

    /* Far more than a chunk. The unused end of the last chunk is not waste, because nothing touches
     * it. */
    for (size_t i = 0; i < 1000000; i++) {
        const size_t size = i % 1000 == 0 ? 100000 : 100;

        cr_assert_not_null(bres__arena_alloc(&arena, size, 1));
        asked += size;
    }
    cr_assert_lt(arena.total, asked + asked / 8);
    bres__arena_free(&arena);
}

Test(base, arena_arrays_are_zeroed)
{
    static const size_t sizes[] = { 1, 2, 4, 8, 12, 16, 24, 48, 5 };
    bres__arena arena = { 0 };

    memset(bres__arena_alloc(&arena, 3000, 1), 0xFF, 3000);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t align = sizes[i] & (0 - sizes[i]);
        unsigned char *array = bres__arena_calloc(&arena, 33, sizes[i]);

        cr_assert_not_null(array);
        cr_assert_eq((uintptr_t)array % (align < 16 ? align : 16), 0, "size %zu", sizes[i]);
        for (size_t b = 0; b < 33 * sizes[i]; b++)
            cr_assert_eq(array[b], 0, "size %zu", sizes[i]);
    }
    cr_assert_not_null(bres__arena_calloc(&arena, 0, 8));
    cr_assert_not_null(bres__arena_calloc(&arena, 8, 0));
    cr_assert_null(bres__arena_calloc(&arena, SIZE_MAX / 4, 8));
    bres__arena_free(&arena);
}

Test(base, arena_copies_are_ended_by_nul)
{
    bres__arena arena = { 0 };

    cr_assert_str_eq(bres__arena_copy(&arena, "abcdef", 3), "abc");
    cr_assert_str_eq(bres__arena_copy(&arena, NULL, 0), "");
    cr_assert_arr_eq(bres__arena_copy(&arena, "a\0b", 3), "a\0b", 4);
    cr_assert_str_eq(bres__arena_strdup(&arena, "text"), "text");
    cr_assert_null(bres__arena_copy(&arena, "", SIZE_MAX));
    cr_assert_null(bres__arena_alloc(&arena, SIZE_MAX - 3, 1));
    bres__arena_free(&arena);
}

static bres_status arena_run(void *context)
{
    bres__arena arena = { 0 };
    bool done = true;

    (void)context;
    for (size_t i = 0; i < 30 && done; i++)
        done = bres__arena_strdup(&arena, "text") != NULL &&
               bres__arena_calloc(&arena, 100, 10) != NULL &&
               bres__arena_alloc(&arena, 10000, 16) != NULL;
    bres__arena_free(&arena);
    return done ? BRES_OK : BRES_ERROR_MEMORY;
}

Test(base, arena_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, arena_run, NULL);
}
