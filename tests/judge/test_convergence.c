/* SPDX-License-Identifier: MIT */
#include "judge/convergence.h"

#include <criterion/criterion.h>

typedef struct row {
    const char *name;
    bres_judge_options options;
    double last;     /* warm-up */
    double times[4]; /* repeated */
    int period;
    int64_t expected; /* samples */
} row;

static int64_t samples_of(const row *series)
{
    bres__convergence convergence;
    int64_t count = 0;

    cr_assert_eq(bres__convergence_begin(&convergence, &series->options, series->last), BRES_OK);
    while (!bres__convergence_is_enough(&convergence)) {
        const double seconds = series->times[count % series->period];

        cr_assert_eq(bres__convergence_add(&convergence, seconds), BRES_OK);
        count++;
    }
    bres__convergence_end(&convergence);
    return count;
}

static bres_judge_options options_of(int64_t min, int64_t max, double cv, double min_time,
                                     uint32_t flags)
{
    bres_judge_options options;

    bres_judge_options_init(&options);
    options.min_samples = min;
    options.max_samples = max;
    options.target_cv = cv;
    options.min_time = min_time;
    options.flags = flags;
    return options;
}

/* The relative standard deviation of the times 1, 1, 1/4 is 0.577, and that of their rates 0.866.
 * It is hardly less when they are repeated. */
Test(judge, convergence_ends_by_its_rules)
{
    const row all[] = {
        { "the same each time", options_of(5, 20, 0.01, 0, 0), 0.1, { 0.1 }, 1, 5 },
        { "not yet enough time", options_of(5, 20, 0.01, 0.125, 0), 0.1, { 0.015625 }, 1, 8 },
        { "never enough time", options_of(5, 20, 0.01, 0.1, 0), 1e-6, { 1e-6 }, 1, 20 },
        { "never steady", options_of(5, 20, 0.01, 0, 0), 0.1, { 0.1, 0.2 }, 2, 20 },
        { "just long", options_of(5, 20, 0.01, 0.1, 0), 1.0, { 1.0 }, 1, 12 },
        { "long by the last warm-up", options_of(5, 20, 0.01, 0.1, 0), 2.0, { 0.1 }, 1, 12 },
        { "one long sample", options_of(1, 2, 0.01, 0.1, 0), 1.0, { 1.0 }, 1, 1 },
        { "one sample has no variation", options_of(1, 9, 0.01, 0, 0), 0.1, { 0.1 }, 1, 2 },
        { "by rates", options_of(3, 20, 0.7, 0, 0), 0.1, { 1, 1, 0.25 }, 3, 20 },
        { "by times",
          options_of(3, 20, 0.7, 0, BRES_JUDGE_CV_OF_TIMES),
          0.1,
          { 1, 1, 0.25 },
          3,
          3 },
        { "equal to the target", options_of(2, 6, 0, 0, 0), 0.1, { 0.1 }, 1, 6 },
        { "too short for the clock", options_of(2, 6, 0.01, 0, 0), 0, { 0 }, 1, 6 },
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cr_expect_eq(samples_of(&all[i]), all[i].expected, "%s: %lld", all[i].name,
                     (long long)samples_of(&all[i]));
}
