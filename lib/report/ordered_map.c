/* SPDX-License-Identifier: MIT */
/*
 * A map from names to items that keeps insertion order.
 */
#include "report/ordered_map.h"

#include <string.h>

bool bres__ordered_map_put(bres__ordered_map *map, const char *name, const void *item)
{
    size_t position;

    if (!bres__array_reserve((void **)&map->items, &map->capacity, map->index.count + 1,
                             sizeof *map->items) ||
        !bres__index_add(&map->index, name, strlen(name), &position))
        return false;
    map->count = map->index.count;
    map->items[position] = item;
    return true;
}

void bres__ordered_map_clear(bres__ordered_map *map)
{
    bres__index_clear(&map->index);
    map->count = 0;
}

void bres__ordered_map_free(bres__ordered_map *map)
{
    bres__index_free(&map->index);
    bres__free(map->items);
    *map = (bres__ordered_map){ 0 };
}

bres_status bres__list_axis_values(bres__ordered_map *map, const bres_state *state)
{
    bres__ordered_map_clear(map);
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);
        const char *name = bres_value_name(value);

        /* After a lenient load a name can be NULL. */
        if (name != NULL && !bres__ordered_map_put(map, name, value))
            return bres__error_memory();
    }
    return BRES_OK;
}
