/* SPDX-License-Identifier: MIT */
#include "base/hash/sha256.h"

#include <criterion/criterion.h>
#include <string.h>

/* The examples of FIPS 180-4, and sizes around those where the last block has no space for the
 * number of bits. */
Test(base, sha256_is_that_of_the_standard)
{
    static const struct {
        const char *text; /* NULL: `size` times 'a' */
        size_t size;
        const char *digest;
    } rows[] = {
        { "", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { NULL, 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318" },
        { NULL, 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a" },
        { NULL, 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb" },
        { NULL, 119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb" },
        { NULL, 120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c" },
        { NULL, 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3" },
    };
    char same[1000];

    memset(same, 'a', sizeof(same));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char text[BRES__SHA256_TEXT];

        bres__sha256(rows[i].text != NULL ? rows[i].text : same, rows[i].size, text);
        cr_expect_str_eq(text, rows[i].digest, "%zu bytes: %s", rows[i].size, text);
    }
}
