/* SPDX-License-Identifier: MIT */
/*
 * Texts that distinguish the devices of a result: names, or ids if names are not unique.
 */
#include "base/alloc.h"
#include "formats/write/write.h"

#include <string.h>

bres_status bres__export_count_devices(bres__export *self)
{
    for (size_t i = 0; i < bres_result_device_count(self->result); i++) {
        const char *name = bres_device_name(bres_result_device_at(self->result, i));
        size_t found;

        if (name == NULL)
            continue;
        if (!bres__array_reserve_zeroed(&self->device_uses, &self->device_capacity,
                                        self->devices.count + 1, sizeof(*self->device_uses)) ||
            !bres__index_add(&self->devices, name, strlen(name), &found))
            return bres__error_memory();
        self->device_uses[found]++;
    }
    return BRES_OK;
}

const char *bres__write_device(const bres__export *self, const bres_state *state,
                               char number[BRES__NUMBER_SIZE])
{
    const char *name;
    int64_t id;

    if (!bres_state_device(state, &id))
        return NULL;
    name = bres_device_name(bres_result_device(self->result, id));
    if (name != NULL &&
        self->device_uses[bres__index_find(&self->devices, name, strlen(name))] == 1)
        return name;
    bres__format_int64(number, id);
    return number;
}
