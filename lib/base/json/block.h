/* SPDX-License-Identifier: MIT */
/*
 * Finds quotes, backslashes and brackets in 64 bytes of JSON text at once: bit i of a mask stands
 * for byte i. Uses vector instructions where every processor of the architecture has them.
 */
#ifndef BRES_BASE_JSON_BLOCK_H
#define BRES_BASE_JSON_BLOCK_H

#include "base/bytes.h"

#define BRES__JSON_BLOCK 64

typedef struct bres__json_block {
    uint64_t quotes;
    uint64_t slashes; /* backslashes */
    uint64_t opens;   /* '{' and '[' */
    uint64_t closes;  /* '}' and ']' */
} bres__json_block;

/* Sets bit i if byte i of the word is `byte`. */
static inline uint64_t bres__json_block_bits(uint64_t word, char byte)
{
    const uint64_t other = word ^ BRES__BYTES((unsigned char)byte);
    const uint64_t mask =
        ~((((other & ~BRES__HIGH_BITS) + ~BRES__HIGH_BITS) | other) | ~BRES__HIGH_BITS);

    /* The partial products do not overlap, so the high byte collects one bit from each byte. */
    return (mask >> 7) * UINT64_C(0x0102040810204080) >> 56;
}

/* Setting bit 5 makes '[' a '{' and ']' a '}'. */
static inline bres__json_block bres__json_block_words(const char *text)
{
    bres__json_block block = { 0 };

    for (unsigned i = 0; i < BRES__JSON_BLOCK; i += 8) {
        const uint64_t word = bres__word_load(text + i);
        const uint64_t folded = word | BRES__BYTES(0x20);

        block.quotes |= bres__json_block_bits(word, '"') << i;
        block.slashes |= bres__json_block_bits(word, '\\') << i;
        block.opens |= bres__json_block_bits(folded, '{') << i;
        block.closes |= bres__json_block_bits(folded, '}') << i;
    }
    return block;
}

#ifdef __SSE2__

#include <emmintrin.h>

static inline uint64_t bres__json_block_mask(__m128i bytes, char byte)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
}

static inline bres__json_block bres__json_block_read(const char *text)
{
    bres__json_block block = { 0 };

    for (unsigned i = 0; i < BRES__JSON_BLOCK; i += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));

        block.quotes |= bres__json_block_mask(bytes, '"') << i;
        block.slashes |= bres__json_block_mask(bytes, '\\') << i;
        block.opens |= bres__json_block_mask(folded, '{') << i;
        block.closes |= bres__json_block_mask(folded, '}') << i;
    }
    return block;
}

#else

static inline bres__json_block bres__json_block_read(const char *text)
{
    return bres__json_block_words(text);
}

#endif

#endif
