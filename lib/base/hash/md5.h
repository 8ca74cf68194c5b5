/* SPDX-License-Identifier: MIT */
/*
 * MD5 (RFC 1321), for names that others have derived from it. It is no protection against anybody.
 */
#ifndef BRES_BASE_HASH_MD5_H
#define BRES_BASE_HASH_MD5_H

#include <stddef.h>
#include <stdint.h>

#define BRES__MD5_SIZE  16
#define BRES__MD5_BLOCK 64

/* A digest under way. */
typedef struct bres__md5 {
    uint32_t state[4];
    uint64_t size; /* bytes so far; what does not fill a block waits in `rest` */
    unsigned char rest[BRES__MD5_BLOCK];
} bres__md5;

void bres__md5_begin(bres__md5 *md5);
void bres__md5_add(bres__md5 *md5, const void *data, size_t size);
/* The digest of all that was added. Begin again for another one. */
void bres__md5_end(bres__md5 *md5, unsigned char digest[BRES__MD5_SIZE]);

#endif
