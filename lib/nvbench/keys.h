/* SPDX-License-Identifier: MIT */
/*
 * Comparing keys on the hot path.
 */
#ifndef BRES_NVBENCH_KEYS_H
#define BRES_NVBENCH_KEYS_H

#include "nvbench/nvbench.h"

#include <string.h>

/* Inline, so that the length of a constant name is known to the compiler. */
static inline bool bres__key_is(const bres__slice *key, const char *name)
{
    return key->length == strlen(name) && memcmp(key->data, name, key->length) == 0;
}

/* Where the next value begins. */
static inline const char *bres__value_at(bres__decoder *decoder)
{
    bres__json_peek(&decoder->cursor);
    return decoder->cursor.next;
}

#endif
