/* SPDX-License-Identifier: MIT */
#include "base/hash/crc32c.h"

#include "base/bytes.h"

#include <pthread.h>

#define CRC_POLYNOMIAL UINT32_C(0x82F63B78) /* reflected */

/* crc_tables[k][b]: the contribution of byte b when k bytes follow it in the same step. */
static uint32_t crc_tables[8][256];
static pthread_once_t crc_once = PTHREAD_ONCE_INIT;

static void crc_fill_tables(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;

        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 1) != 0 ? crc >> 1 ^ CRC_POLYNOMIAL : crc >> 1;
        crc_tables[0][byte] = crc;
    }
    for (size_t k = 1; k < 8; k++) {
        for (size_t byte = 0; byte < 256; byte++) {
            const uint32_t before = crc_tables[k - 1][byte];

            crc_tables[k][byte] = crc_tables[0][before & 0xFF] ^ before >> 8;
        }
    }
}

uint32_t bres__crc32c(const void *data, size_t size)
{
    const char *bytes = data;
    uint32_t crc = UINT32_MAX;

    pthread_once(&crc_once, crc_fill_tables);
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word = bres__word_load(bytes) ^ crc;

        crc = 0;
        for (size_t k = 8; k-- > 0; word >>= 8)
            crc ^= crc_tables[k][word & 0xFF];
    }
    for (; size > 0; size--, bytes++)
        crc = crc_tables[0][(crc ^ (unsigned char)*bytes) & 0xFF] ^ crc >> 8;
    return ~crc;
}
