/* SPDX-License-Identifier: MIT */
/*
 * MD5 (RFC 1321), to match names that other programs derive from it. Not for security.
 */
#ifndef BRES_BASE_HASH_MD5_H
#define BRES_BASE_HASH_MD5_H

#include <stddef.h>
#include <stdint.h>

#define BRES__MD5_SIZE  16
#define BRES__MD5_BLOCK 64

/* A digest in progress. */
typedef struct bres__md5 {
    uint32_t state[4];
    uint64_t size;                       /* bytes added so far */
    unsigned char rest[BRES__MD5_BLOCK]; /* the bytes that do not fill a block yet */
} bres__md5;

void bres__md5_begin(bres__md5 *md5);
void bres__md5_add(bres__md5 *md5, const void *data, size_t size);
/* Gives the digest of all added bytes. Call bres__md5_begin() before using `md5` again. */
void bres__md5_end(bres__md5 *md5, unsigned char digest[BRES__MD5_SIZE]);

#endif
