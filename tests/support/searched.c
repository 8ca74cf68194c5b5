/* SPDX-License-Identifier: MIT */
#include "support/searched.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#define ASKS_MAX 1000000u

bres__search_options bres_test_search_options(size_t config_count)
{
    return (bres__search_options){
        .strategy = BRES_TUNER_ELIMINATION,
        .config_count = config_count,
        .trial_samples = 200,
        .equivalence_margin = 0.01,
        .error_rate = 0.01,
    };
}

bres__search *bres_test_search(const bres__search_options *options)
{
    bres__search *search = NULL;

    cr_assert_eq(bres__search_new(options, &search), BRES_OK, "%s", bres_last_error());
    return search;
}

double bres_test_sample(const bres_test_times *times, size_t config, size_t index, size_t done)
{
    bres__random random = bres__random_stream(times->seed, config * 100000 + index);
    const double unit = bres__random_unit(&random);

    return times->times[config] * (1 + times->noise * unit * unit) *
           (1 + times->drift * (double)done);
}

void bres_test_search_run(bres__search *search, const bres_test_times *times,
                          bres_test_asked *asked)
{
    bres_test_asked *seen = asked != NULL ? asked : calloc(1, sizeof(*seen));
    size_t config;
    size_t samples;

    cr_assert_not_null(seen);
    *seen = (bres_test_asked){ .count = 0 };
    while (bres__search_next(search, (double)seen->count, &config, &samples)) {
        cr_assert_lt(seen->count, ASKS_MAX, "the search does not end");
        cr_assert_lt(config, 64);
        for (size_t i = 0; i < samples; i++) {
            const double seconds =
                bres_test_sample(times, config, seen->counts[config]++, seen->count);

            if (seen->count < sizeof(seen->configs) / sizeof(*seen->configs))
                seen->configs[seen->count] = config;
            seen->count++;
            cr_assert_eq(bres__search_tell(search, config, &seconds, 1), BRES_OK);
        }
    }
    if (asked == NULL)
        free(seen);
}
