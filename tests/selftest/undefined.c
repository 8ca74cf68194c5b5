/* SPDX-License-Identifier: MIT */
/* Signed overflow. */
#include <criterion/criterion.h>
#include <limits.h>

Test(selftest, overflows)
{
    volatile int number = INT_MAX;

    number = number + 1;
    cr_assert(true); /* it holds: the overflow alone is to fail the run */
}
