/* SPDX-License-Identifier: MIT */
/*
 * Which samples of a case count.
 */
#include "judge/sampling.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct row {
    const char *name;
    bres__sample samples[4];
    size_t count;
    double expected[4]; /* seconds of those that count */
    size_t kept;
    uint64_t verified;
} row;

#define SAMPLE(of)                                                                                 \
    {                                                                                              \
        .seconds = (of), .least = (of), .is_verified = true                                        \
    }
#define DISTURBED(of, min)                                                                         \
    {                                                                                              \
        .seconds = (of), .least = (min), .is_disturbed = true                                      \
    }

static const row rows[] = {
    { "all count", { SAMPLE(2), SAMPLE(3) }, 2, { 2, 3 }, 2, 2 },
    { "a disturbed one does not", { SAMPLE(2), DISTURBED(9, 2), SAMPLE(3) }, 3, { 2, 3 }, 2, 2 },
    { "the least times are as long", { SAMPLE(2), DISTURBED(9, 2) }, 2, { 2 }, 1, 1 },
    { "the least time is longer than the mean",
      { SAMPLE(2), DISTURBED(9, 5), SAMPLE(4) },
      3,
      { 2, 5, 4 },
      3,
      2 },
    { "the mean of all is longer",
      { DISTURBED(9, 8), SAMPLE(2), DISTURBED(3, 1), DISTURBED(4, 2) },
      4,
      { 8, 2, 1, 2 },
      4,
      1 },
    { "the mean of all is shorter",
      { DISTURBED(9, 3), SAMPLE(2), DISTURBED(3, 0), DISTURBED(4, 1) },
      4,
      { 2 },
      1,
      1 },
};

Test(judge, samples_that_count)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const row *given = &rows[i];
        bres__sample samples[4];
        bres__judged judged = { .samples = samples, .count = given->count, .verified = 77 };

        memcpy(samples, given->samples, sizeof(samples));
        bres__samples_choose(&judged);
        cr_assert_eq(judged.count, given->kept, "%s: %zu", given->name, judged.count);
        cr_expect_eq(judged.verified, given->verified, "%s", given->name);
        for (size_t n = 0; n < judged.count; n++)
            cr_expect_float_eq(samples[n].seconds, given->expected[n], 1e-12, "%s: sample %zu",
                               given->name, n);
    }
}
