/* SPDX-License-Identifier: MIT */
#include "base/options.h"

#include "base/error.h"

#include <string.h>

/* How far the struct of a newer header may outgrow ours; a size above is garbage. */
#define OPTIONS_TAIL_MAX 4096u

bres_status bres__options_load(void *full, size_t full_size, const void *user, size_t first_size,
                               const char *name)
{
    size_t size;

    if (user == NULL)
        return BRES_OK;
    memcpy(&size, user, sizeof(size));
    if (size < first_size || size > full_size + OPTIONS_TAIL_MAX)
        return bres__error(BRES_ERROR_VERSION,
                           "%s: size is %zu, it must be at least %zu: was it initialised?", name,
                           size, first_size);
    for (size_t i = full_size; i < size; i++) {
        if (((const unsigned char *)user)[i] != 0)
            return bres__error(BRES_ERROR_VERSION,
                               "%s: an option is set that this version of the library does not "
                               "know",
                               name);
    }
    memcpy(full, user, size < full_size ? size : full_size);
    memcpy(full, &full_size, sizeof(full_size));
    return BRES_OK;
}

bres_status bres__options_check_flags(uint32_t flags, uint32_t known, const char *name)
{
    if ((flags & ~known) == 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT, "%s: unknown flags 0x%x", name,
                       (unsigned)(flags & ~known));
}
