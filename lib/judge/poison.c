/* SPDX-License-Identifier: MIT */
/*
 * Poison: what is in an output before a call.
 */
#include "judge/judge.h"

#include <string.h>

/* A quiet NaN whose sign and payload are random; of a type without NaN all bits are. */
static uint64_t poison_next(bres__random *random, bres_data_type type)
{
    const uint64_t bits = bres__random_next(random);

    switch (type) {
    case BRES_TYPE_FLOAT16:
        return UINT64_C(0x7e00) | (bits & UINT64_C(0x81ff));
    case BRES_TYPE_FLOAT32:
        return UINT64_C(0x7fc00000) | (bits & UINT64_C(0x803fffff));
    case BRES_TYPE_FLOAT64:
        return UINT64_C(0x7ff8000000000000) | (bits & UINT64_C(0x8007ffffffffffff));
    default:
        return bits;
    }
}

/* The low bytes of a number, as an element has them. */
static void element_put(unsigned char *element, uint64_t bits, size_t size)
{
    for (size_t i = 0; i < size; i++)
        element[i] = (unsigned char)(bits >> (8 * i));
}

static uint64_t element_get(const unsigned char *element, size_t size)
{
    uint64_t bits = 0;

    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)element[i] << (8 * i);
    return bits;
}

static uint64_t low_bits(uint64_t bits, size_t size)
{
    return size < sizeof bits ? bits & ((UINT64_C(1) << (8 * size)) - 1) : bits;
}

void bres__poison_fill(bres_data_type type, void *elements, size_t count, uint64_t seed)
{
    const size_t size = bres_data_type_size(type);
    bres__random random = { .state = seed };
    unsigned char *element = elements;

    for (size_t i = 0; i < count; i++, element += size)
        element_put(element, poison_next(&random, type), size);
}

size_t bres__poison_count(bres_data_type type, const void *elements, size_t count, uint64_t seed)
{
    const void *const both[2] = { elements, elements };
    const uint64_t seeds[2] = { seed, seed };

    return bres__poison_count_both(type, both, count, seeds);
}

size_t bres__poison_count_both(bres_data_type type, const void *const elements[2], size_t count,
                               const uint64_t seeds[2])
{
    const size_t size = bres_data_type_size(type);
    bres__random first = { .state = seeds[0] };
    bres__random second = { .state = seeds[1] };
    const unsigned char *one = elements[0];
    const unsigned char *other = elements[1];
    size_t untouched = 0;

    for (size_t i = 0; i < count; i++, one += size, other += size) {
        const bool same = element_get(one, size) == low_bits(poison_next(&first, type), size);

        untouched += element_get(other, size) == low_bits(poison_next(&second, type), size) && same;
    }
    return untouched;
}

bool bres__poison_is_certain(bres_data_type type)
{
    return type == BRES_TYPE_FLOAT16 || type == BRES_TYPE_FLOAT32 || type == BRES_TYPE_FLOAT64;
}
