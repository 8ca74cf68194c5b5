/* SPDX-License-Identifier: MIT */
#include "judge/compile/symbol.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

Test(judge, symbol_is_found_in_an_object)
{
    static const struct {
        const char *object;
        const char *name;
        bool is_exported;
    } rows[] = {
        { "solutions/negate.so", "solution", true },
        { "solutions/negate.so", "solutio", false },
        { "solutions/negate.so", "solution2", false },
        { "solutions/no_symbol.so", "solution", false },
        { "solutions/misbehave.so", "malloc", false },

    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size;
        char *data = bres_test_read_file(bres_test_build("%s", rows[i].object), &size);

        cr_expect_eq(bres__object_exports(data, size, rows[i].name), rows[i].is_exported,
                     "%s in %s", rows[i].name, rows[i].object);
        free(data);
    }
}

/* Each copy has its own memory, so that a sanitizer detects a read beyond its end. */
Test(judge, symbol_is_not_found_in_a_part_of_an_object)
{
    size_t size;
    char *data = bres_test_read_file(bres_test_build("solutions/negate.so"), &size);

    for (size_t length = 0; length < size; length += 61) {
        char *part = malloc(length + 1);

        memcpy(part, data, length);
        /* The table of sections is at the end. */
        cr_assert(!bres__object_exports(part, length, "solution") || length > size / 2,
                  "%zu of %zu bytes", length, size);
        free(part);
    }
    free(data);
}

/* A damaged byte in the header or in a section causes no crash. */
Test(judge, symbol_is_looked_for_in_damaged_objects)
{
    size_t size;
    char *data = bres_test_read_file(bres_test_build("solutions/negate.so"), &size);
    size_t found = 0;

    for (size_t i = 0; i < size; i += i < 64 ? 1 : 7) {
        const char before = data[i];

        data[i] = (char)(before ^ 0xFF);
        found += bres__object_exports(data, size, "solution");
        data[i] = before;
    }
    cr_expect_gt(found, 0);
    cr_expect_lt(found, size);
    free(data);
}
