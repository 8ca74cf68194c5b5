/* SPDX-License-Identifier: MIT */
#include "judge/draw.h"

#include "base/base.h"
#include "base/hash/sha256.h"
#include "base/number/number.h"

#include <inttypes.h>
#include <stdlib.h>

uint64_t bres__draw(bres__draws *draws)
{
    char text[2 * BRES__NUMBER_SIZE];
    char digest[BRES__SHA256_TEXT];
    const int length =
        bres__format(text, sizeof text, "%016" PRIx64 " %" PRIu64, draws->seed, draws->count++);

    bres__sha256(text, (size_t)length, digest);
    digest[16] = '\0';
    return strtoull(digest, NULL, 16);
}
