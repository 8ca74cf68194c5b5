/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 (FIPS 180-4), by which the content of a file is known again.
 */
#ifndef BRES_BASE_HASH_SHA256_H
#define BRES_BASE_HASH_SHA256_H

#include <stddef.h>

/* Characters of a digest as hexadecimal digits, with the NUL. */
#define BRES__SHA256_TEXT 65

/* The digest of the bytes, in lower case. */
void bres__sha256(const void *data, size_t size, char text[BRES__SHA256_TEXT]);

#endif
