/* SPDX-License-Identifier: MIT */
#include "callgrind/profile/profile.h"

#include <string.h>

/* Makes room for another entry with this many values. */
static bool costs_reserve(bres__costs *costs, uint32_t columns)
{
    if (costs->count >= BRES__NO_NUMBER || costs->value_count > SIZE_MAX - columns)
        return false;
    return BRES__RESERVE(&costs->keys, &costs->capacity, costs->count + 1) &&
           BRES__RESERVE(&costs->values, &costs->value_capacity, costs->value_count + columns);
}

bool bres__costs_entry(bres__costs *costs, const bres__costs_range *range, uint32_t columns,
                       uint32_t key, size_t *values)
{
    if (!bres__array_reserve_zeroed(&costs->newest, &costs->newest_capacity, (size_t)key + 1,
                                    sizeof(*costs->newest)))
        return false;
    if (costs->newest[key] > range->first) {
        *values = range->values + (costs->newest[key] - 1 - range->first) * columns;
        return true;
    }
    if (!costs_reserve(costs, columns))
        return false;
    *values = costs->value_count;
    memset(costs->values + costs->value_count, 0, columns * sizeof(*costs->values));
    costs->value_count += columns;
    costs->keys[costs->count++] = key;
    costs->newest[key] = (uint32_t)costs->count;
    return true;
}

void bres__costs_end(bres__costs *costs)
{
    bres__free(costs->newest);
    costs->newest = NULL;
    costs->newest_capacity = 0;
}

size_t bres__costs_memory(const bres__costs *costs)
{
    return costs->capacity * sizeof(*costs->keys) + costs->value_capacity * sizeof(*costs->values) +
           costs->newest_capacity * sizeof(*costs->newest);
}

void bres__costs_free(bres__costs *costs)
{
    bres__free(costs->keys);
    bres__free(costs->values);
    bres__free(costs->newest);
    *costs = (bres__costs){ 0 };
}
