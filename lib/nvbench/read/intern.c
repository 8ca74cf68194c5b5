/* SPDX-License-Identifier: MIT */
/*
 * Keeps equal texts once. Tags, names, descriptions and settings repeat in every state of a result
 * file. With shared texts, a loaded result takes a fraction of the size of its file.
 */
#include "nvbench/nvbench.h"

#include <string.h>

const char *bres__intern_text(bres__decoder *decoder, const char *text, size_t length)
{
    char *copy = bres__map_get(&decoder->intern.texts, text, length);

    if (copy != NULL)
        return copy;
    copy = bres__arena_copy(&decoder->arena, text, length);
    if (copy == NULL || !bres__map_set(&decoder->intern.texts, copy, length, copy))
        return NULL;
    return copy;
}

/* The shared copy of a struct whose texts are already shared: equal texts have equal addresses, so
 * that comparing bytes compares contents. Padding must be zero. */
static const void *intern_struct(bres__decoder *decoder, bres__map *map, const void *data,
                                 size_t size)
{
    void *copy = bres__map_get(map, data, size);

    if (copy != NULL)
        return copy;
    copy = bres__arena_calloc(&decoder->arena, 1, size);
    if (copy == NULL)
        return NULL;
    memcpy(copy, data, size);
    return bres__map_set(map, copy, size, copy) ? copy : NULL;
}

const bres__field *bres__intern_field(bres__decoder *decoder, const bres__field *field)
{
    return intern_struct(decoder, &decoder->intern.fields, field, sizeof *field);
}

const bres__summary_shape *bres__intern_shape(bres__decoder *decoder,
                                              const bres__summary_shape *shape)
{
    return intern_struct(decoder, &decoder->intern.shapes, shape, sizeof *shape);
}

void bres__intern_free(bres__intern *intern)
{
    bres__map_free(&intern->texts);
    bres__map_free(&intern->fields);
    bres__map_free(&intern->shapes);
}
