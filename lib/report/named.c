/* SPDX-License-Identifier: MIT */
/*
 * Items by name, in the order in which the names were first met.
 */
#include "report/named.h"

#include <string.h>

bool bres__named_put(bres__named *named, const char *name, const void *item)
{
    size_t position;

    if (!bres__array_reserve((void **)&named->items, &named->capacity, named->index.count + 1,
                             sizeof *named->items) ||
        !bres__index_add(&named->index, name, strlen(name), &position))
        return false;
    named->count = named->index.count;
    named->items[position] = item;
    return true;
}

void bres__named_clear(bres__named *named)
{
    bres__index_clear(&named->index);
    named->count = 0;
}

void bres__named_free(bres__named *named)
{
    bres__index_free(&named->index);
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
