/* SPDX-License-Identifier: MIT */
/*
 * CRC-32C, the checksum of RFC 3720 (iSCSI): polynomial 0x1EDC6F41, bits reflected, initial value
 * all ones, result inverted. Detects every error burst of up to 32 bits.
 */
#ifndef BRES_BASE_HASH_CRC32C_H
#define BRES_BASE_HASH_CRC32C_H

#include <stddef.h>
#include <stdint.h>

uint32_t bres__crc32c(const void *data, size_t size);

#endif
