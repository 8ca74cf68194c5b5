/* SPDX-License-Identifier: MIT */
/* A write to memory that was freed, in a test whose asserts hold. */
#include <criterion/criterion.h>
#include <stdlib.h>

Test(selftest, writes_after_free)
{
    char *volatile block = malloc(100);

    free(block);
    block[0] = 1;
    cr_assert(true); /* it holds: the write alone is to fail the run */
}
