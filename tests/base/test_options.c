/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <stddef.h>
#include <string.h>

/* The struct as the library knows it; its first published layout ended before `second`. */
typedef struct options {
    size_t size;
    uint64_t first;
    uint64_t second;
} options;

/* The struct of a later header. */
typedef struct options_later {
    options known;
    uint64_t third;
} options_later;

#define OPTIONS_FIRST_SIZE offsetof(options, second)

static options options_defaults(void)
{
    return (options){ .size = sizeof(options), .first = 10, .second = 20 };
}

Test(base, options_null_is_the_defaults)
{
    options full = options_defaults();

    cr_assert_eq(bres__options_load(&full, sizeof(full), NULL, OPTIONS_FIRST_SIZE, "options"),
                 BRES_OK);
    cr_assert_eq(full.first, 10);
    cr_assert_eq(full.second, 20);
}

Test(base, options_of_every_size)
{
    static const struct {
        size_t size;
        uint64_t third;
        bres_status status;
        uint64_t second; /* what is left of it */
    } rows[] = {
        { 0, 0, BRES_ERROR_VERSION, 20 },
        { OPTIONS_FIRST_SIZE - 1, 0, BRES_ERROR_VERSION, 20 },
        { OPTIONS_FIRST_SIZE, 0, BRES_OK, 20 },
        { sizeof(options), 0, BRES_OK, 0 },
        { sizeof(options_later), 0, BRES_OK, 0 },
        { sizeof(options_later), 1, BRES_ERROR_VERSION, 20 },
        { (size_t)1 << 20, 0, BRES_ERROR_VERSION, 20 },
        { SIZE_MAX, 0, BRES_ERROR_VERSION, 20 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const options_later user = { .known = { .size = rows[i].size }, .third = rows[i].third };
        options full = options_defaults();

        cr_assert_eq(
            bres__options_load(&full, sizeof(full), &user, OPTIONS_FIRST_SIZE, "my_options"),
            rows[i].status, "row %zu", i);
        cr_assert_eq(full.size, sizeof(full), "row %zu", i);
        cr_assert_eq(full.first, rows[i].status == BRES_OK ? 0 : 10, "row %zu", i);
        cr_assert_eq(full.second, rows[i].second, "row %zu", i);
        if (rows[i].status != BRES_OK)
            cr_assert_eq(strncmp(bres_last_error(), "my_options: ", 12), 0);
    }
}

Test(base, options_flags)
{
    cr_assert_eq(bres__options_check_flags(0, 0, "f"), BRES_OK);
    cr_assert_eq(bres__options_check_flags(5, 7, "f"), BRES_OK);
    cr_assert_eq(bres__options_check_flags(13, 7, "f"), BRES_ERROR_ARGUMENT);
    cr_assert_str_eq(bres_last_error(), "f: unknown flags 0x8");
}
