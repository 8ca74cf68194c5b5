/* SPDX-License-Identifier: MIT */
/* Nothing is wrong here: whoever flags it sees ghosts. */
#include <criterion/criterion.h>

Test(selftest, clean)
{
    cr_assert(true); /* there has to be a test, and it has to pass */
}
