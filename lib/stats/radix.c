/* SPDX-License-Identifier: MIT */
#include "stats/stats.h"

#include <string.h>

/* Up to this count, insertion sort is faster. */
#define RADIX_INSERTION_MAX 96u
/* From this count on, wider digits pay off: fewer passes, but more counters. */
#define RADIX_WIDE_MIN      2048u
#define RADIX_NARROW_BITS   8u
#define RADIX_WIDE_BITS     11u

static void sort_by_insertion(uint64_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const uint64_t value = values[i];
        size_t place = i;

        for (; place > 0 && value < values[place - 1]; place--)
            values[place] = values[place - 1];
        values[place] = value;
    }
}

/* The bits in which the values differ; *sorted is true if they already ascend. */
static uint64_t differing_bits(const uint64_t *values, size_t count, bool *sorted)
{
    uint64_t bits = 0;
    unsigned descents = 0;

    for (size_t i = 1; i < count; i++) {
        bits |= values[i] ^ values[0];
        descents |= values[i] < values[i - 1];
    }
    *sorted = descents == 0;
    return bits;
}

/* Makes one stable pass, by the `width` bits from bit `shift`. */
static void distribute(const uint64_t *from, uint64_t *to, size_t count, unsigned shift,
                       unsigned width)
{
    const size_t mask = ((size_t)1 << width) - 1;
    size_t places[(size_t)1 << RADIX_WIDE_BITS];
    size_t place = 0;

    memset(places, 0, (mask + 1) * sizeof(*places));
    for (size_t i = 0; i < count; i++)
        places[(from[i] >> shift) & mask]++;
    for (size_t digit = 0; digit <= mask; digit++) {
        const size_t here = places[digit];

        places[digit] = place;
        place += here;
    }
    for (size_t i = 0; i < count; i++)
        to[places[(from[i] >> shift) & mask]++] = from[i];
}

void bres__sort_uint64(uint64_t *values, uint64_t *scratch, size_t count)
{
    const unsigned limit = count < RADIX_WIDE_MIN ? RADIX_NARROW_BITS : RADIX_WIDE_BITS;
    uint64_t *from = values;
    uint64_t *to = scratch;
    uint64_t bits;
    bool sorted;

    if (count <= RADIX_INSERTION_MAX) {
        sort_by_insertion(values, count);
        return;
    }
    bits = differing_bits(values, count, &sorted);
    if (sorted)
        return;
    const unsigned first = (unsigned)__builtin_ctzll(bits);
    const unsigned end = 64 - (unsigned)__builtin_clzll(bits);
    const unsigned passes = (end - first + limit - 1) / limit;
    const unsigned width = (end - first + passes - 1) / passes;

    for (unsigned shift = first; shift < end; shift += width) {
        uint64_t *other = from;

        if (((bits >> shift) & ((UINT64_C(1) << width) - 1)) == 0)
            continue;
        distribute(from, to, count, shift, width);
        from = to;
        to = other;
    }
    if (from != values)
        memcpy(values, from, count * sizeof(*values));
}
