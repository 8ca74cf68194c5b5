/* SPDX-License-Identifier: MIT */
/*
 * The random choices of a judgement.
 */
#include "judge/draw.h"

#include <criterion/criterion.h>

/* The first 16 digits of `printf "%016x %u" SEED COUNT | sha256sum`. */
Test(judge, draws_are_digests)
{
    static const struct {
        uint64_t seed;
        uint64_t choices[2];
    } rows[] = {
        { 0, { UINT64_C(0xbeb6f75b34476144), UINT64_C(0x470537ebff08cdc7) } },
        { 1, { UINT64_C(0x3cfd5ca4f61d56ea), UINT64_C(0x19b8bebf03cb9c7c) } },
        { UINT64_MAX, { UINT64_C(0x6b7f5bd34f63b816), UINT64_C(0xdce2ca097508685c) } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres__draws draws = { .seed = rows[i].seed };

        for (size_t k = 0; k < 2; k++)
            cr_expect_eq(bres__draw(&draws), rows[i].choices[k], "%zu: %zu", i, k);
    }
}
