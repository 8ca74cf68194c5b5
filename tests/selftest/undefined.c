/* SPDX-License-Identifier: MIT */
/* Signed overflow. */
#include <criterion/criterion.h>
#include <limits.h>

Test(selftest, overflows)
{
    volatile int number = INT_MAX;

    number = number + 1;
    cr_assert(true); /* passes: only the overflow must fail the run */
}
