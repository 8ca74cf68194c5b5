/* SPDX-License-Identifier: MIT */
/* A program without a fault: a check that flags it is wrong. */
#include <criterion/criterion.h>

Test(selftest, clean)
{
    cr_assert(true); /* the suite needs a test, which must pass */
}
