/* SPDX-License-Identifier: MIT */
/* A write to freed memory, in a test whose asserts pass. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(selftest, writes_after_free)
{
    char *volatile block = malloc(100);

    free(block);
    block[0] = 1;
    cr_assert(true); /* passes: only the write must fail the run */
}
