/* SPDX-License-Identifier: MIT */
/*
 * Which samples of a case count.
 */
#include "judge/sample.h"

#include "base/threads/parallel.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct choice_row {
    const char *name;
    bres__sample samples[4];
    size_t count;
    double expected[4]; /* seconds of the samples that count */
    size_t kept;
    uint64_t verified;
} choice_row;

#define SAMPLE(of)                                                                                 \
    {                                                                                              \
        .seconds = (of), .least = (of), .is_verified = true                                        \
    }
#define DISTURBED(of, min)                                                                         \
    {                                                                                              \
        .seconds = (of), .least = (min), .is_disturbed = true                                      \
    }

static const choice_row choice_rows[] = {
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
    for (size_t i = 0; i < sizeof(choice_rows) / sizeof(*choice_rows); i++) {
        const choice_row *given = &choice_rows[i];
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

Test(judge, samples_that_all_count)
{
    bres__sample samples[] = { { .seconds = 2, .wall = 3, .is_verified = true },
                               { .seconds = 4, .wall = 9, .least = 1, .is_disturbed = true } };
    bres__judged judged = { .samples = samples, .count = 2, .verified = 77 };

    bres__samples_keep(&judged);
    cr_expect_eq(judged.count, 2);
    cr_expect_eq(judged.verified, 1);
    cr_expect_eq(samples[0].seconds, 3);
    cr_expect_eq(samples[1].seconds, 9);
}

typedef struct hidden_row {
    bres__sample samples[3];
    size_t count;
    double hidden;
} hidden_row;

static const hidden_row hidden_rows[] = {
    { { SAMPLE(2), SAMPLE(4) }, 2, 0 },           { { SAMPLE(2), DISTURBED(9, 4) }, 2, 0.5 },
    { { SAMPLE(2), DISTURBED(9, 1) }, 2, -0.25 }, { { DISTURBED(9, 1) }, 1, 0 },
    { { SAMPLE(0), DISTURBED(9, 1) }, 2, 0 },
};

Test(judge, samples_that_hide_time)
{
    for (size_t i = 0; i < sizeof(hidden_rows) / sizeof(*hidden_rows); i++) {
        bres__sample samples[3];
        const bres__judged judged = { .samples = samples, .count = hidden_rows[i].count };

        memcpy(samples, hidden_rows[i].samples, sizeof(samples));
        cr_expect_float_eq(bres__samples_hidden(&judged), hidden_rows[i].hidden, 1e-12, "row %zu",
                           i);
    }
}

/* In milliseconds. The calls have no CPU time, because its effect depends on the number of
 * processors. */
typedef struct call_row {
    const char *name;
    double seconds;
    double unexplained; /* half of it is the delay without other programs */
    double unused;
    bool ends_threads;
    bool is_beside_others;
    size_t calls;
    double expected;
    double least;
    bool is_disturbed;
} call_row;

static const call_row call_rows[] = {
    { "no waiting", 10, 0, 8, false, true, 1, 10, 10, false },
    { "a tenth of waiting", 10, 1, 8, false, true, 1, 10, 9, false },
    { "more waiting", 10, 1.1, 8, false, true, 1, 10, 8.9, true },
    { "the same on a quiet system", 10, 1.1, 8, false, false, 1, 10, 9.45, false },
    { "more on a quiet system", 10, 4, 8, false, false, 1, 10, 8, true },
    { "nothing but waiting", 10, 12, 20, false, true, 1, 10, 0, true },
    { "several calls", 10, 2, 8, false, true, 5, 2, 1.6, true },
    { "threads that end on a quiet system", 10, 0, 8, true, false, 1, 10, 10, false },
    { "threads that end beside others", 10, 0, 8, true, true, 1, 10, 2, true },
    { "threads that leave little unused", 10, 5, 0.5, true, true, 1, 10, 9.5, false },
};

Test(judge, samples_that_are_disturbed)
{
    for (size_t i = 0; i < sizeof(call_rows) / sizeof(*call_rows); i++) {
        const call_row *row = &call_rows[i];
        const bres__call call = {
            .count = row->calls,
            .is_verified = i % 2 == 0,
            .report = { .seconds = row->seconds,
                        .wall = 2 * row->seconds,
                        .unexplained = row->unexplained,
                        .delay = row->unexplained / 2,
                        .unused = row->unused,
                        .ends_threads = row->ends_threads },
        };
        const bres__sample sample = bres__sample_of(&call, row->is_beside_others);

        cr_expect_float_eq(sample.seconds, row->expected, 1e-12, "%s", row->name);
        cr_expect_float_eq(sample.wall, 2 * row->expected, 1e-12, "%s", row->name);
        cr_expect_float_eq(sample.least, row->least, 1e-12, "%s: %g", row->name, sample.least);
        cr_expect_eq(sample.is_disturbed, row->is_disturbed, "%s", row->name);
        cr_expect_eq(sample.is_verified, call.is_verified, "%s", row->name);
    }
}

/* All processors have worked all the time, so waiting cannot have made the call longer. */
Test(judge, samples_that_use_all_processors)
{
    const bres__call call = {
        .count = 1,
        .report = { .seconds = 10, .unexplained = 7, .cpu = 10 * (double)bres__usable_cpus() },
    };

    cr_expect_float_eq(bres__sample_of(&call, true).least, 10, 1e-12);
}

Test(judge, exchange_in_which_threads_can_work_ahead)
{
    static const struct {
        bool is_shared;
        double cpu;
        bool works_ahead;
    } rows[] = { { false, 1, false }, { false, 1.1, true }, { true, 0.5, true } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres__call call = {
            .report = { .wall = 1, .cpu = rows[i].cpu, .is_shared = rows[i].is_shared },
        };

        cr_expect_eq(bres__works_ahead(&call), rows[i].works_ahead, "row %zu", i);
    }
}
