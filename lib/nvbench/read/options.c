/* SPDX-License-Identifier: MIT */
/*
 * Options of a load.
 */
#include "nvbench/nvbench.h"

#define KNOWN_FLAGS (BRES_LOAD_LENIENT | BRES_LOAD_CWD_FALLBACK | BRES_LOAD_CONFINE)
/* Size of the first published layout, which has all members. */
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

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_load_options, flags, KNOWN_FLAGS),
    BRES__OPTION_COUNT(bres_load_options, max_depth, 0, BRES__JSON_MAX_DEPTH),
    BRES__OPTION_RESERVED(bres_load_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_load_options, FIRST_SIZE, option_fields);

bres_status bres__load_options_take(bres_load_options *options, const bres_load_options *given)
{
    bres_load_options_init(options);
    return bres__options_take(options, given, &options_type);
}
