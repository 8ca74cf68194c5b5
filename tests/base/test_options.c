/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <math.h>
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
        uint64_t second; /* its value after the call */
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

typedef struct ranged {
    size_t size;
    int32_t small;
    uint32_t flags;
    uint32_t format;
    uint32_t reserved;
    int64_t wide;
    uint64_t count;
    double rate;
    double time;
    const char *name;
} ranged;

static const bres__option_field ranged_fields[] = {
    BRES__OPTION_AT_LEAST(ranged, small, -1),
    BRES__OPTION_BITS(ranged, flags, 5),
    BRES__OPTION_ENUM(ranged, format, 2),
    BRES__OPTION_RESERVED(ranged, reserved),
    BRES__OPTION_COUNT(ranged, wide, 1, 20),
    BRES__OPTION_AT_LEAST(ranged, count, 1),
    BRES__OPTION_REAL(ranged, rate, BRES__RANGE_PROBABILITY),
    BRES__OPTION_REAL(ranged, time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_NOT_NULL(ranged, name),
};

static const bres__options_type ranged_type =
    BRES__OPTIONS_TYPE(ranged, sizeof(ranged), ranged_fields);

#define RANGED(...)                                                                                \
    {                                                                                              \
        .size = sizeof(ranged), .wide = 1, .count = 1, .rate = 0.5, .name = "", __VA_ARGS__        \
    }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma clang diagnostic ignored "-Winitializer-overrides"
#endif

Test(base, options_out_of_range)
{
    static const struct {
        ranged user;
        const char *message;
    } rows[] = {
        { RANGED(.small = -2), "ranged.small is -2 (expected at least -1)" },
        { RANGED(.flags = 7), "ranged.flags: unknown flags 0x2" },
        { RANGED(.format = 3), "ranged: unknown format 3" },
        { RANGED(.reserved = 4), "ranged.reserved is 4 (expected 0)" },
        { RANGED(.wide = 0), "ranged.wide is 0 (expected 1 to 20)" },
        { RANGED(.wide = 21), "ranged.wide is 21 (expected 1 to 20)" },
        { RANGED(.count = 0), "ranged.count is 0 (expected at least 1)" },
        { RANGED(.count = UINT64_MAX),
          "ranged.count is 18446744073709551615 (expected 1 to 9223372036854775807)" },
        { RANGED(.rate = 0), "ranged.rate is 0 (expected a fraction above 0 and below 1)" },
        { RANGED(.rate = 2), "ranged.rate is 2 (expected a fraction above 0 and below 1)" },
        { RANGED(.rate = NAN), "ranged.rate is nan (expected a fraction above 0 and below 1)" },
        { RANGED(.time = -1), "ranged.time is -1 (expected a finite number of at least 0)" },
        { RANGED(.time = INFINITY), "ranged.time is inf (expected a finite number of at least 0)" },
        { RANGED(.name = NULL), "ranged.name is NULL" },
    };
    const ranged right = RANGED(.small = -1, .flags = 5, .format = 2, .wide = 20);
    ranged full = { .size = 0 };

    cr_assert_eq(bres__options_take(&full, &right, &ranged_type), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(full.wide, 20);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        cr_assert_eq(bres__options_take(&full, &rows[i].user, &ranged_type), BRES_ERROR_ARGUMENT);
        cr_assert_str_eq(bres_last_error(), rows[i].message, "row %zu", i);
    }
}

#pragma GCC diagnostic pop

Test(base, options_ranges)
{
    static const struct {
        bres__range range;
        double in[3];
        double out[3];
    } rows[] = {
        { BRES__RANGE_FINITE, { -1, 0, 1e308 }, { NAN, INFINITY, -INFINITY } },
        { BRES__RANGE_NOT_NEGATIVE, { 0, 1, 1e308 }, { NAN, INFINITY, -1e-308 } },
        { BRES__RANGE_POSITIVE, { 1e-308, 1, 1e308 }, { NAN, INFINITY, 0 } },
        { BRES__RANGE_FRACTION, { 0, 0.5, 1 }, { NAN, -1e-308, 1.0000001 } },
        { BRES__RANGE_RATE, { 0, 0.5, 0.9999 }, { NAN, -1e-308, 1 } },
        { BRES__RANGE_PROBABILITY, { 1e-308, 0.5, 0.9999 }, { NAN, 0, 1 } },
        { BRES__RANGE_NOT_NAN, { -1, INFINITY, -INFINITY }, { NAN, NAN, NAN } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (size_t k = 0; k < 3; k++) {
            cr_assert(bres__range_has(rows[i].range, rows[i].in[k]), "row %zu, %zu", i, k);
            cr_assert(!bres__range_has(rows[i].range, rows[i].out[k]), "row %zu, %zu", i, k);
        }
    }
}
