/* SPDX-License-Identifier: MIT */
/*
 * Option structs that grow: their first member is their size as the caller knows it.
 */
#ifndef BRES_BASE_OPTIONS_H
#define BRES_BASE_OPTIONS_H

#include <benchresult/base.h>

/*
 * `full` holds the defaults, `full_size` bytes of the struct as this library knows it, starting
 * with its size. Copies what `user` has over them; NULL leaves the defaults. BRES_ERROR_VERSION
 * when the size is below `first_size` (that of the first published layout), beyond reason, or a
 * tail that this library does not know is not zero. `name` is the struct's, for the message.
 */
bres_status bres__options_load(void *full, size_t full_size, const void *user, size_t first_size,
                               const char *name);

/* BRES_ERROR_ARGUMENT when `flags` has a bit that is not in `known`. */
bres_status bres__options_check_flags(uint32_t flags, uint32_t known, const char *name);

#endif
