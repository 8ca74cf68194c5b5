/* SPDX-License-Identifier: MIT */
/*
 * Corrupted journals with valid checksums. Inline, because a fuzz target is one file.
 */
#ifndef BRES_TEST_RESEAL_H
#define BRES_TEST_RESEAL_H

#include "base/base.h"
#include "base/bytes.h"
#include "nvbench/journal/record.h"

#include <string.h>

/* Corrects the checksums of all records that can be reached by the lengths of the records
 * before. */
static inline void bres_test_reseal(char *journal, size_t size)
{
    size_t at = strlen(BRES__JOURNAL_SIGNATURE);

    while (at <= size && size - at >= BRES__RECORD_HEADER) {
        char *header = journal + at;
        const size_t left = size - at - BRES__RECORD_HEADER;
        const uint64_t json = bres__word_load(header + 8);
        const uint64_t count = bres__word_load(header + 16);
        const uint32_t kinds = bres__half_load(header + 4) & 3;
        const uint64_t width = 4 * ((kinds & 1) + (kinds >> 1));
        size_t content = left;

        if (json <= left && (width == 0 || count <= (left - json) / width))
            content = (size_t)(json + count * width);
        bres__half_store(header + 24, bres__crc32c(header + BRES__RECORD_HEADER, content));
        bres__half_store(header + 28, bres__crc32c(header, 28));
        at += BRES__RECORD_HEADER + content;
    }
}

#endif
