/* SPDX-License-Identifier: MIT */
#include "judge/problem/poison.h"
#include "base/random.h"
#include "judge/problem/element.h"

#include <string.h>

/* The random bits of elements. In a type with NaN, some bits are set to make a quiet NaN. */
typedef struct poison_stream {
    const bres__type_info *type;
    bres__random random;
    uint64_t bits; /* one random number serves as many elements as fit into its bits */
    unsigned left;
} poison_stream;

static poison_stream stream_of(bres_data_type type, uint64_t seed)
{
    return (poison_stream){ .type = bres__data_type_info(type), .random = { .state = seed } };
}

static uint64_t stream_next(poison_stream *stream)
{
    const size_t size = stream->type->size;
    uint64_t element;

    if (stream->left == 0) {
        stream->bits = bres__random_next(&stream->random);
        stream->left = (unsigned)(sizeof stream->bits / size);
    }
    element = (stream->bits & UINT64_MAX >> (64 - 8 * size)) | stream->type->quiet_nan;
    stream->bits = size < sizeof stream->bits ? stream->bits >> (8 * size) : 0;
    stream->left--;
    return element;
}

static void element_put(void *array, size_t index, size_t size, uint64_t bits)
{
    switch (size) {
    case 1:
        ((uint8_t *)array)[index] = (uint8_t)bits;
        break;
    case 2:
        ((uint16_t *)array)[index] = (uint16_t)bits;
        break;
    case 4:
        ((uint32_t *)array)[index] = (uint32_t)bits;
        break;
    default:
        ((uint64_t *)array)[index] = bits;
        break;
    }
}

static uint64_t element_get(const void *array, size_t index, size_t size)
{
    switch (size) {
    case 1:
        return ((const uint8_t *)array)[index];
    case 2:
        return ((const uint16_t *)array)[index];
    case 4:
        return ((const uint32_t *)array)[index];
    default:
        return ((const uint64_t *)array)[index];
    }
}

/* Whether any element has the bits of a quiet NaN. A fast check that suffices for most arrays. */
static bool may_have_poison(const bres__type_info *type, const void *elements, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if ((element_get(elements, i, type->size) & type->quiet_nan) == type->quiet_nan)
            return true;
    }
    return false;
}

void bres__poison_fill(bres_data_type type, void *elements, size_t count, uint64_t seed)
{
    poison_stream stream = stream_of(type, seed);

    for (size_t i = 0; i < count; i++)
        element_put(elements, i, stream.type->size, stream_next(&stream));
}

size_t bres__poison_count(bres_data_type type, const void *elements, const void *expected,
                          size_t count, uint64_t seed)
{
    poison_stream stream = stream_of(type, seed);
    const size_t size = stream.type->size;
    size_t poisoned = 0;

    if (!may_have_poison(stream.type, elements, count))
        return 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t element = element_get(elements, i, size);
        const bool is_poison = element == stream_next(&stream);

        poisoned += is_poison && (expected == NULL || element != element_get(expected, i, size));
    }
    return poisoned;
}
