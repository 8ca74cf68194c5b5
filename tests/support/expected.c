/* SPDX-License-Identifier: MIT */
#include "support/expected.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

void bres_test_expect_file(const char *name, const char *text)
{
    const char *path = bres_test_source("tests/report/expected/%s", name);
    char *expected;

    if (getenv("BRES_TEST_UPDATE") != NULL)
        bres_test_write_file(path, text, strlen(text));
    expected = bres_test_read_file(path, NULL);
    cr_expect_str_eq(text, expected, "%s is not:\n%s", name, text);
    free(expected);
}
