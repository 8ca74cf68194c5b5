/* SPDX-License-Identifier: MIT */
/* A memory leak in a test that passes. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(selftest, leaks)
{
    void *volatile block = malloc(100);

    cr_assert_not_null(block);
    block = NULL;
}
