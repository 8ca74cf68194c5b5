/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 (FIPS 180-4), to identify the content of a file.
 */
#ifndef BRES_BASE_HASH_SHA256_H
#define BRES_BASE_HASH_SHA256_H

#include <stddef.h>

/* Size of a digest in hexadecimal, with the NUL. */
#define BRES__SHA256_TEXT 65

/* Writes the digest of the bytes in lower-case hexadecimal. */
void bres__sha256(const void *data, size_t size, char text[BRES__SHA256_TEXT]);

#endif
