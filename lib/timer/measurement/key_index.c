/* SPDX-License-Identifier: MIT */
/*
 * What belongs together: keys made of texts, and their numbers.
 */
#include "timer/measurement/measurement.h"

#include <string.h>

void bres__key_put(bres__text *key, const char *string)
{
    bres__text_putc(key, string != NULL ? '+' : '-');
    if (string != NULL)
        bres__text_append(key, string, strlen(string) + 1);
}

void bres__key_put_spec(bres__text *key, const bres_task_spec *spec)
{
    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++)
        bres__key_put(key, bres__spec_get(spec, &bres__spec_texts[i]));
    bres__text_printf(key, "%d", (int)spec->num_threads);
}

bool bres__key_index_take(bres__key_index *index, size_t *place)
{
    bres__text *key = &index->key;
    const bool failed = key->failed;
    uintptr_t number = 0;
    char *kept;

    if (!failed)
        number = (uintptr_t)bres__map_get(&index->places, key->data, key->length);
    if (!failed && number == 0) {
        kept = bres__arena_copy(&index->arena, key->data, key->length);
        if (kept != NULL &&
            bres__map_set(&index->places, kept, key->length, (void *)(index->count + 1)))
            number = ++index->count;
    }
    bres__text_clear(key);
    *place = number != 0 ? number - 1 : 0;
    return number != 0;
}

void bres__key_index_free(bres__key_index *index)
{
    bres__map_free(&index->places);
    bres__arena_free(&index->arena);
    bres__text_free(&index->key);
    index->count = 0;
}
