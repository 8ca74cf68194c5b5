/* SPDX-License-Identifier: MIT */
#include "race/probe/probe.h"

#include <stddef.h>

/* Size of the struct in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_probe_options, progress_user) + sizeof(void *))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_probe_options), "the options have no padding");

/* The quantiles of a comparison are known for at most this many pairs. */
#define PAIRS_MOST 1000000

void bres_probe_options_init(bres_probe_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_probe_options){
        .size = sizeof(*options),
        .pairs = 10,
        .max_time = 60,
        .min_effect = 0.005,
        .error_rate = 0.01,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_probe_options, flags, BRES_PROBE_IDLE_ONLY),
    BRES__OPTION_COUNT(bres_probe_options, pairs, 2, PAIRS_MOST),
    BRES__OPTION_REAL(bres_probe_options, max_time, BRES__RANGE_POSITIVE),
    BRES__OPTION_REAL(bres_probe_options, min_effect, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_probe_options, error_rate, BRES__RANGE_PROBABILITY),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_probe_options, OPTIONS_FIRST_SIZE, option_fields);

bres_status bres__probe_options_load(bres_probe_options *full, const bres_probe_options *options)
{
    bres_probe_options_init(full);
    return bres__options_take(full, options, &options_type);
}
