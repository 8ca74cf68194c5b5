/* SPDX-License-Identifier: MIT */
/*
 * Options of a load.
 */
#include "nvbench/nvbench.h"

#define KNOWN_FLAGS (BRES_LOAD_LENIENT | BRES_LOAD_CWD_FALLBACK | BRES_LOAD_CONFINE)
/* Size of the first published layout: all members of today. */
#define FIRST_SIZE  sizeof(bres_load_options)

void bres_load_options_init(bres_load_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_load_options){
        .size = sizeof *options,
        .max_bytes = UINT64_C(4) << 30,
        .max_states = 10000000,
        .max_string = UINT64_C(16) << 20,
        .max_depth = 256,
    };
}

bres_status bres__load_options_take(bres_load_options *full, const bres_load_options *user)
{
    bres_status status;

    bres_load_options_init(full);
    status = bres__options_load(full, sizeof *full, user, FIRST_SIZE, "bres_load_options");
    if (status == BRES_OK)
        status = bres__options_check_flags(full->flags, KNOWN_FLAGS, "bres_load_options");
    if (status == BRES_OK && (full->max_depth > BRES__JSON_MAX_DEPTH || full->reserved != 0))
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "bres_load_options: max_depth is above %d, or reserved is not 0",
                             BRES__JSON_MAX_DEPTH);
    return status;
}
