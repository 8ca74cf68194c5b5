/* SPDX-License-Identifier: MIT */
#include "base/hash/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t cube_roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
};

/* The same for the square roots of the first 8 primes. */
static const uint32_t square_roots[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };

static uint32_t rotated(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t word_at(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void put_word(unsigned char *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> (24 - 8 * i));
}

/* The message schedule: the words of the block and the words derived from them. */
static void expand(uint32_t words[64], const unsigned char block[BLOCK])
{
    for (int i = 0; i < 16; i++)
        words[i] = word_at(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        const uint32_t low = words[i - 15];
        const uint32_t high = words[i - 2];

        words[i] = words[i - 16] + (rotated(low, 7) ^ rotated(low, 18) ^ low >> 3) + words[i - 7] +
                   (rotated(high, 17) ^ rotated(high, 19) ^ high >> 10);
    }
}

static void add_block(uint32_t state[8], const unsigned char block[BLOCK])
{
    uint32_t a = state[0];
    uint32_t b = state[1];
    uint32_t c = state[2];
    uint32_t d = state[3];
    uint32_t e = state[4];
    uint32_t f = state[5];
    uint32_t g = state[6];
    uint32_t h = state[7];
    uint32_t words[64];

    expand(words, block);
    for (int i = 0; i < 64; i++) {
        const uint32_t choice = (e & f) ^ (~e & g);
        const uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        const uint32_t first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice +
                               cube_roots[i] + words[i];
        const uint32_t second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;

        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

/* Adds the remaining bytes, a one bit, zeros, and the number of bits. */
static void add_end(uint32_t state[8], const unsigned char *rest, size_t size)
{
    unsigned char blocks[2 * BLOCK] = { 0 };
    const size_t left = size % BLOCK;
    const size_t used = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    const uint64_t bits = (uint64_t)size * 8;

    memcpy(blocks, rest, left);
    blocks[left] = 0x80;
    put_word(blocks + used - 8, (uint32_t)(bits >> 32));
    put_word(blocks + used - 4, (uint32_t)bits);
    for (size_t at = 0; at < used; at += BLOCK)
        add_block(state, blocks + at);
}

void bres__sha256(const void *data, size_t size, char text[BRES__SHA256_TEXT])
{
    const unsigned char *bytes = data;
    const size_t whole = size / BLOCK * BLOCK;
    uint32_t state[8];
    unsigned char digest[32];

    memcpy(state, square_roots, sizeof(state));
    for (size_t at = 0; at < whole; at += BLOCK)
        add_block(state, bytes + at);
    add_end(state, bytes + whole, size);
    for (int i = 0; i < 8; i++)
        put_word(digest + 4 * i, state[i]);
    for (int i = 0; i < 32; i++) {
        text[2 * i] = "0123456789abcdef"[digest[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
    }
    text[64] = '\0';
}
