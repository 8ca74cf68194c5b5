/* SPDX-License-Identifier: MIT */
/*
 * Unaligned little-endian loads and stores, and tests of eight bytes at once. A test returns a mask
 * with the high bit set in each matching byte. Only the first marked byte is reliable: later bytes
 * may be marked although they do not match.
 */
#ifndef BRES_BASE_BYTES_H
#define BRES_BASE_BYTES_H

#include <endian.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BRES__BYTES(byte) (UINT64_C(0x0101010101010101) * (uint64_t)(byte))
#define BRES__HIGH_BITS   BRES__BYTES(0x80)

/* Eight bytes, the first of them in the lowest bits. */
static inline uint64_t bres__word_load(const char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return le64toh(word);
}

static inline void bres__word_store(char *bytes, uint64_t word)
{
    word = htole64(word);
    memcpy(bytes, &word, sizeof word);
}

/* The same for four bytes. */
static inline uint32_t bres__half_load(const char *bytes)
{
    uint32_t half;

    memcpy(&half, bytes, sizeof half);
    return le32toh(half);
}

static inline void bres__half_store(char *bytes, uint32_t half)
{
    half = htole32(half);
    memcpy(bytes, &half, sizeof half);
}

/* Samples as in a file: packed binary32 numbers. `bytes` and `values` may be the same memory. */
static inline void bres__floats_load(float *values, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t bits = bres__half_load(bytes + i * sizeof bits);

        memcpy(&values[i], &bits, sizeof bits);
    }
}

static inline void bres__floats_store(char *bytes, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;

        memcpy(&bits, &values[i], sizeof bits);
        bres__half_store(bytes + i * sizeof bits, bits);
    }
}

/* Marks the bytes below `limit`, which is at most 0x80. */
static inline uint64_t bres__word_below(uint64_t word, unsigned char limit)
{
    return (word - BRES__BYTES(limit)) & ~word & BRES__HIGH_BITS;
}

/* Marks the bytes equal to `byte`. */
static inline uint64_t bres__word_equal(uint64_t word, char byte)
{
    return bres__word_below(word ^ BRES__BYTES((unsigned char)byte), 1);
}

/* Marks the bytes that are not decimal digits. */
static inline uint64_t bres__word_not_digits(uint64_t word)
{
    const uint64_t low = word ^ BRES__BYTES('0');

    return ((low + BRES__BYTES(0x80 - 10)) | low) & BRES__HIGH_BITS;
}

/* The number whose decimal digits are the first `count` bytes, 1 to 8 of them. */
static inline uint64_t bres__word_number(uint64_t word, size_t count)
{
    /* Values of digits, then of pairs and of groups of four. In each step the lower half weighs
     * 10, 100 or 10000 times the upper half. */
    const uint64_t digits = (word << (64 - 8 * count)) & BRES__BYTES(0x0F);
    const uint64_t pairs = (digits * (10 * 256 + 1) >> 8) & UINT64_C(0x00FF00FF00FF00FF);
    const uint64_t fours =
        (pairs * (100 * UINT64_C(65536) + 1) >> 16) & UINT64_C(0x0000FFFF0000FFFF);

    return fours * (10000 * (UINT64_C(1) << 32) + 1) >> 32;
}

/* The index of the first marked byte; `mask` is not 0. */
static inline size_t bres__word_first(uint64_t mask)
{
    return (size_t)__builtin_ctzll(mask) / 8;
}

#endif
