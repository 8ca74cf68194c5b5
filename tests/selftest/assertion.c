/* SPDX-License-Identifier: MIT */
/* A failing assertion after a passing one. */
#include <criterion/criterion.h>

Test(selftest, passes)
{
    cr_assert(true); /* a passing assertion must not hide the failure */
}

Test(selftest, fails)
{
    cr_assert_eq(1, 2, "planted failure");
}
