/* SPDX-License-Identifier: MIT */
#include "base/map.h"

#include <pthread.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/*
 * Mixes in the words of the input by folded multiplication: the XOR of the two halves of the
 * 128-bit product of two words. Secrets mask both factors, so that an attacker outside the process
 * cannot choose inputs that collide.
 */

static uint64_t hash_secret[3];
static pthread_once_t hash_once = PTHREAD_ONCE_INIT;

#ifdef __SIZEOF_INT128__

static uint64_t hash_fold(uint64_t a, uint64_t b)
{
    __extension__ const unsigned __int128 product = (unsigned __int128)a * b;

    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

#else

static uint64_t hash_fold(uint64_t a, uint64_t b)
{
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t cross = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t other = (a & UINT32_MAX) * (b >> 32) + (cross & UINT32_MAX);

    return (a * b) ^ ((a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32));
}

#endif

static uint64_t hash_read64(const unsigned char *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof(word));
    return word;
}

static uint64_t hash_read32(const unsigned char *bytes)
{
    uint32_t word;

    memcpy(&word, bytes, sizeof(word));
    return word;
}

/* If the system has no random bytes (early at boot, in a sandbox), uses the clock and the load
 * address of the library instead. */
static void hash_seed(void)
{
    struct timespec now = { 0 };

    if (getrandom(hash_secret, sizeof(hash_secret), GRND_NONBLOCK) == (ssize_t)sizeof(hash_secret))
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    hash_secret[0] = UINT64_C(0x9E3779B97F4A7C15) ^ (uint64_t)(uintptr_t)&hash_secret;
    hash_secret[1] = UINT64_C(0xD1B54A32D192ED03) ^ (uint64_t)now.tv_nsec;
    hash_secret[2] = hash_fold(hash_secret[0], hash_secret[1]) ^ (uint64_t)now.tv_sec;
}

uint64_t bres__hash(const void *data, size_t length)
{
    const unsigned char *bytes = data;
    size_t left = length;
    uint64_t state;
    uint64_t a = 0;
    uint64_t b = 0;

    pthread_once(&hash_once, hash_seed);
    state = hash_secret[0];
    for (; left > 16; left -= 16, bytes += 16)
        state = hash_fold(hash_read64(bytes) ^ hash_secret[1], hash_read64(bytes + 8) ^ state);
    /* Reads the last bytes as two words that may overlap. */
    if (left >= 8) {
        a = hash_read64(bytes);
        b = hash_read64(bytes + left - 8);
    } else if (left >= 4) {
        a = hash_read32(bytes);
        b = hash_read32(bytes + left - 4);
    } else if (left > 0) {
        a = (uint64_t)bytes[0] << 16 | (uint64_t)bytes[left / 2] << 8 | bytes[left - 1];
    }
    state = hash_fold(a ^ hash_secret[1], b ^ state);
    return hash_fold(state ^ hash_secret[2], (uint64_t)length ^ hash_secret[1]);
}
