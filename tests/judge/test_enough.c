/* SPDX-License-Identifier: MIT */
/*
 * When a case has enough samples, and when the judge gives up. The options ask for 5 to 20 samples.
 */
#include "base/clock.h"
#include "judge/enough.h"

#include <criterion/criterion.h>

#define SAMPLES_MAX 64

#define UNKNOWN BRES__OTHERS_UNKNOWN
#define BUSY    BRES__OTHERS_BUSY
#define LIMITED BRES__OTHERS_LIMITED
#define QUIET   BRES__OTHERS_QUIET

/* The samples that have been taken so far. */
typedef struct taken_row {
    const char *name;
    size_t undisturbed;
    size_t disturbed;
    size_t crowded;
    double disturbed_time;
    bres__others others;
    double watched; /* seconds */
    double limit;   /* time limit, in seconds */
    double last;    /* time of the last warm-up, in seconds */
    size_t needed;
    bool is_given_up;
    size_t unknown; /* samples with an unknown waiting time of ended threads */
} taken_row;

static const taken_row rows[] = {
    { "nothing is disturbed", 5, 0, 0, 0, UNKNOWN, 9, 100, 0, 5, false, 0 },
    { "half are disturbed", 21, 21, 0, 1, QUIET, 9, 100, 0, 21, false, 0 },
    { "most are disturbed", 20, 21, 0, 1, QUIET, 9, 100, 0, 21, true, 0 },
    { "the same beside others", 20, 21, 0, 1, BUSY, 9, 100, 0, 5, false, 0 },
    { "the same with many threads", 20, 21, 21, 1, BUSY, 9, 100, 0, 21, true, 0 },
    { "the same with unknown waiting", 20, 21, 0, 1, BUSY, 9, 100, 0, 21, true, 21 },
    { "unknown waiting of some", 20, 21, 0, 1, BUSY, 9, 100, 0, 5, false, 20 },
    { "some with many threads, too", 20, 21, 1, 1, BUSY, 9, 100, 0, 21, true, 20 },
    { "most are disturbed, under a CPU limit", 20, 21, 0, 1, LIMITED, 9, 100, 0, 21, true, 0 },
    { "it is unknown whether others work", 20, 21, 0, 1, UNKNOWN, 0.9, 100, 0, 21, false, 0 },
    { "many threads, soon", 20, 21, 21, 1, BUSY, 0.9, 100, 0, 21, false, 0 },
    { "no more disturbed samples than usual", 0, 20, 0, 1, QUIET, 9, 100, 0, 10, false, 0 },
    { "too long beside others", 0, 3, 0, 10.1, BUSY, 11, 100, 0, 5, true, 0 },
    { "long beside others", 0, 3, 0, 9.9, BUSY, 11, 100, 0, 5, false, 0 },
    { "few long ones", 0, 2, 0, 99, BUSY, 99, 100, 0, 5, false, 0 },
    { "a quarter of the limit", 0, 3, 0, 1.1, BUSY, 2, 4, 0, 5, true, 0 },
    { "a short limit", 0, 3, 0, 0.11, UNKNOWN, 0.11, 0.4, 0, 5, true, 0 },
    { "a short limit, sooner", 0, 3, 0, 0.11, UNKNOWN, 0.09, 0.4, 0, 5, false, 0 },
    { "long calls that may all count", 0, 4, 0, 40, QUIET, 50, 100, 0, 5, false, 0 },
    { "enough of them", 0, 5, 0, 40, QUIET, 50, 100, 0, 5, true, 0 },
    { "under a CPU limit", 0, 4, 0, 40, LIMITED, 50, 100, 0, 5, true, 0 },
    { "calls of more than a second", 0, 11, 0, 40, QUIET, 50, 100, 2, 6, false, 0 },
    { "enough of those", 0, 12, 0, 40, QUIET, 50, 100, 2, 6, true, 0 },
};

/* Each sample takes 1 s; the least time of a disturbed sample is `least`. */
typedef struct taking {
    bres_judge_options options;
    bres__judge judge;
    bres__sample samples[SAMPLES_MAX];
    bres__judged judged;
    bres__case_run run;
    bres__taken taken;
} taking;

static void taking_make(taking *made, const taken_row *row, double least)
{
    *made = (taking){ .taken.others = row->others, .taken.last = row->last };
    made->options = (bres_judge_options){
        .min_samples = 5, .max_samples = 20, .long_time = 1, .time_limit = row->limit
    };
    made->judge.options = &made->options;
    for (size_t i = 0; i < row->undisturbed + row->disturbed; i++)
        made->samples[i] =
            (bres__sample){ .seconds = 1, .least = least, .is_disturbed = i >= row->undisturbed };
    made->judged =
        (bres__judged){ .samples = made->samples, .count = row->undisturbed + row->disturbed };
    made->run = (bres__case_run){ .judge = &made->judge, .judged = &made->judged };
    made->taken.run = &made->run;
    made->taken.begin.at = bres__steady_now() - (uint64_t)(row->watched * 1e9);
    made->taken.attempt = (bres__attempt){ .undisturbed = row->undisturbed,
                                           .disturbed = row->disturbed,
                                           .crowded = row->crowded,
                                           .unknown = row->unknown,
                                           .disturbed_time = row->disturbed_time };
}

Test(judge, enough_samples_or_none)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const taken_row *row = &rows[i];
        taking made;

        taking_make(&made, row, 0);
        cr_expect_eq(bres__samples_needed(&made.taken), row->needed, "%s: %zu", row->name,
                     bres__samples_needed(&made.taken));
        cr_expect_eq(bres__is_given_up(&made.taken), row->is_given_up, "%s", row->name);
        cr_expect_eq(bres__are_sufficient(&made.taken), row->undisturbed >= row->needed, "%s",
                     row->name);
    }
}

Test(judge, enough_samples_hide_no_time)
{
    const taken_row row = { "half", 10, 10, 0, 0, BUSY, 9, 100, 0, 5, false, 0 };
    taking made;

    taking_make(&made, &row, 1.19);
    cr_expect(bres__are_sufficient(&made.taken));
    taking_make(&made, &row, 1.21);
    cr_expect_not(bres__are_sufficient(&made.taken));
}
