/* SPDX-License-Identifier: MIT */
/* A skipped test that tests/skips.txt does not list, and a test that runs. */
#include <criterion/criterion.h>

Test(selftest, runs)
{
    cr_assert(true); /* otherwise the suite would fail because no test ran */
}

Test(selftest, skips)
{
    cr_skip_test("planted skip");
}
