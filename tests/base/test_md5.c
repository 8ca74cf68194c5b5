/* SPDX-License-Identifier: MIT */
#include "base/hash/md5.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void hex(const unsigned char digest[BRES__MD5_SIZE], char text[2 * BRES__MD5_SIZE + 1])
{
    for (size_t i = 0; i < BRES__MD5_SIZE; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

/* The test suite of RFC 1321. */
Test(base, md5_is_that_of_the_rfc)
{
    static const struct {
        const char *text;
        const char *digest;
    } rows[] = {
        { "", "d41d8cd98f00b204e9800998ecf8427e" },
        { "a", "0cc175b9c0f1b6a831c399e269772661" },
        { "abc", "900150983cd24fb0d6963f7d28e17f72" },
        { "message digest", "f96b697d7cb7938d525a2f31aaf161d0" },
        { "abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b" },
        { "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
          "d174ab98d277d9f5a5611c2c9f419d9f" },
        { "1234567890123456789012345678901234567890"
          "1234567890123456789012345678901234567890",
          "57edf4a22be3c955ac49da2e2107b67a" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        unsigned char digest[BRES__MD5_SIZE];
        char text[2 * BRES__MD5_SIZE + 1];
        bres__md5 md5;

        bres__md5_begin(&md5);
        bres__md5_add(&md5, rows[i].text, strlen(rows[i].text));
        bres__md5_end(&md5, digest);
        hex(digest, text);
        cr_expect_str_eq(text, rows[i].digest, "'%s': %s", rows[i].text, text);
    }
}

/* Any division into pieces, at sizes around those where the last block has no space for the length.
 */
Test(base, md5_of_pieces_is_that_of_the_whole)
{
    char bytes[130];

    memset(bytes, 'x', sizeof(bytes));
    for (size_t size = 50; size <= sizeof(bytes); size++) {
        unsigned char whole[BRES__MD5_SIZE];
        unsigned char pieces[BRES__MD5_SIZE];
        bres__md5 md5;

        bres__md5_begin(&md5);
        bres__md5_add(&md5, bytes, size);
        bres__md5_end(&md5, whole);
        bres__md5_begin(&md5);
        for (size_t i = 0; i < size; i += 7)
            bres__md5_add(&md5, bytes + i, size - i < 7 ? size - i : 7);
        bres__md5_end(&md5, pieces);
        cr_expect_arr_eq(whole, pieces, BRES__MD5_SIZE, "%zu bytes", size);
    }
}
