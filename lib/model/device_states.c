/* SPDX-License-Identifier: MIT */
#include "model/device_states.h"

/* Iterates backwards, so that the map entry of a device is its first state at the end. */
bres_status bres__device_states_make(bres__device_states *states, const bres_subbench *bench)
{
    *states = (bres__device_states){ .entries = bres__calloc(bench->state_count,
                                                             sizeof(*states->entries)) };
    if (states->entries == NULL)
        return bres__error_memory();
    for (size_t i = bench->state_count; i-- > 0;) {
        const bres_state *state = bench->states[i];
        bres__device_state *entry = &states->entries[i];

        if (state->device_json != BRES__JSON_INTEGER)
            continue;
        entry->state = state;
        entry->next = bres__device_states_first(states, state->device);
        if (!bres__map_set(&states->first, (const char *)&state->device, sizeof(state->device),
                           entry)) {
            bres__device_states_free(states);
            return bres__error_memory();
        }
    }
    return BRES_OK;
}

const bres__device_state *bres__device_states_first(const bres__device_states *states, int64_t id)
{
    return bres__map_get(&states->first, (const char *)&id, sizeof(id));
}

void bres__device_states_free(bres__device_states *states)
{
    bres__free(states->entries);
    bres__map_free(&states->first);
    *states = (bres__device_states){ 0 };
}
