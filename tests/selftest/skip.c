/* SPDX-License-Identifier: MIT */
/* A skipped test that tests/skips.txt does not list, beside one that runs. */
#include <criterion/criterion.h>

Test(selftest, runs)
{
    cr_assert(true); /* without a test that runs the skipped one would be all there is */
}

Test(selftest, skips)
{
    cr_skip_test("planted skip");
}
