/* SPDX-License-Identifier: MIT */
/*
 * Items by name, in the order in which the names were first met.
 */
#include "report/named.h"

#include <string.h>

bool bres__named_put(bres__named *named, const char *name, const void *item)
{
    const size_t length = strlen(name);
    const uintptr_t place = (uintptr_t)bres__map_get(&named->places, name, length);
    void *items = named->items;

    if (place != 0) {
        named->items[place - 1] = item;
        return true;
    }
    if (!bres__array_reserve(&items, &named->capacity, named->count + 1, sizeof *named->items))
        return false;
    named->items = items;
    if (!bres__map_set(&named->places, name, length, (void *)(uintptr_t)(named->count + 1)))
        return false;
    named->items[named->count++] = item;
    return true;
}

void bres__named_clear(bres__named *named)
{
    bres__map_free(&named->places);
    named->count = 0;
}

void bres__named_free(bres__named *named)
{
    bres__map_free(&named->places);
    bres__free(named->items);
    *named = (bres__named){ 0 };
}

bres_status bres__list_axis_values(bres__named *named, const bres_state *state)
{
    bres__named_clear(named);
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);
        const char *name = bres_value_name(value);

        /* A name can be NULL after a lenient load; nothing could be shown under it. */
        if (name != NULL && !bres__named_put(named, name, value))
            return bres__error_memory();
    }
    return BRES_OK;
}
