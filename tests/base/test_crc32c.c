/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>
#include <string.h>

/* The examples of RFC 3720, appendix B.4, and the check value of the polynomial. */
Test(base, crc32c_known_values)
{
    unsigned char zeros[32] = { 0 };
    unsigned char ones[32];
    unsigned char up[32];
    unsigned char down[32];

    memset(ones, 0xFF, sizeof(ones));
    for (unsigned i = 0; i < 32; i++) {
        up[i] = (unsigned char)i;
        down[i] = (unsigned char)(31 - i);
    }
    cr_assert_eq(bres__crc32c("", 0), 0);
    cr_assert_eq(bres__crc32c("123456789", 9), 0xE3069283);
    cr_assert_eq(bres__crc32c(zeros, 32), 0x8A9136AA);
    cr_assert_eq(bres__crc32c(ones, 32), 0x62A8AB43);
    cr_assert_eq(bres__crc32c(up, 32), 0x46DD794E);
    cr_assert_eq(bres__crc32c(down, 32), 0x113FDB5C);
}

/* The definition, bit by bit. */
static uint32_t crc32c_slowly(const char *data, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < size; i++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            const uint32_t in = (uint32_t)((unsigned char)data[i] >> bit) & 1;

            crc = ((crc ^ in) & 1) != 0 ? crc >> 1 ^ 0x82F63B78 : crc >> 1;
        }
    }
    return ~crc;
}

Test(base, crc32c_of_every_length_and_place)
{
    char text[64];

    for (size_t i = 0; i < sizeof(text); i++)
        text[i] = (char)(i * i * 7 + 3);
    for (size_t begin = 0; begin < 9; begin++) {
        for (size_t size = 0; begin + size <= sizeof(text); size++)
            cr_assert_eq(bres__crc32c(text + begin, size), crc32c_slowly(text + begin, size),
                         "%zu bytes from %zu", size, begin);
    }
}
