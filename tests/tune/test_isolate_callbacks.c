/* SPDX-License-Identifier: MIT */
/* The functions of the caller, except the measured one, in the processes of configurations. */
#include "support/isolated.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* The processes in which the functions of the caller run, and the number of their calls. */
typedef struct places {
    int pipe[2];
    bool refuse_prepare; /* of the acting configuration */
    bool refuse_check;
} places;

static void note(const places *p, char what)
{
    (void)!write(p->pipe[1], &what, 1);
}

static bres_status place_prepare(bres_trial *trial, void *context)
{
    const places *p = context;

    note(p, 'p');
    if (p->refuse_prepare && bres_trial_index(trial) == BRES_TEST_ISOLATED_ACTING)
        return bres_measure_fail("it does not compile");
    bres_trial_set_data(trial, (void *)(intptr_t)getpid());
    return BRES_OK;
}

static bool is_prepared_here(const bres_trial *trial)
{
    return (intptr_t)bres_trial_data(trial) == getpid();
}

static void place_release(bres_trial *trial, void *context)
{
    note(context, is_prepared_here(trial) ? 'r' : '!');
}

static bres_status place_check(bres_trial *trial, void *context)
{
    const places *p = context;

    note(p, is_prepared_here(trial) ? 'c' : '!');
    return p->refuse_check && bres_trial_index(trial) == BRES_TEST_ISOLATED_ACTING
               ? bres_measure_fail("element 3 is wrong")
               : BRES_OK;
}

static void place_execute(const bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;

    if (!is_prepared_here(trial))
        bres_measure_fail("it is prepared in another process");
    tuned->time.now += 500000 + 10000 * bres_trial_index(trial) % 7000;
}

/* Runs `count` configurations; counts[c]: notes with the letter c. */
static void places_run(places *p, size_t count, bres_test_isolated *s, size_t counts[128])
{
    int64_t values[100];
    char noted[4096];
    ssize_t got;

    for (size_t i = 0; i < count; i++)
        values[i] = (int64_t)i;
    cr_assert_eq(pipe2(p->pipe, O_NONBLOCK), 0);
    bres_test_isolated_begin(s);
    s->tuned.options.max_samples = (int64_t)count * 3;
    s->tuned.options.equivalence_margin = 0;
    s->tuned.options.progress = NULL;
    s->tuned.tuner = bres_tuner_new(&s->tuned.options);
    OK(bres_tuner_add_int64(s->tuned.tuner, "V", values, count));
    OK(bres_tuner_set_prepare(s->tuned.tuner, place_prepare, place_release, p));
    OK(bres_tuner_set_check(s->tuned.tuner, place_check, p));
    OK(bres_tuner_run_cpu(s->tuned.tuner, place_execute, &s->tuned));
    memset(counts, 0, 128 * sizeof(*counts));
    got = read(p->pipe[0], noted, sizeof(noted));
    cr_assert_gt(got, 0);
    for (ssize_t i = 0; i < got; i++)
        counts[(unsigned char)noted[i]]++;
    close(p->pipe[0]);
    close(p->pipe[1]);
    cr_expect_eq(counts['!'], 0, "a function ran in another process");
}

Test(tune, isolate_prepares_checks_and_releases_in_the_process)
{
    size_t counts[128];
    places p = { .refuse_prepare = false };
    bres_test_isolated s;

    places_run(&p, 6, &s, counts);
    cr_expect_eq(counts['p'], 6);
    cr_expect_eq(counts['c'], 6);
    cr_expect_eq(counts['r'], 6);
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 6);
    bres_tuner_free(s.tuned.tuner);
    for (unsigned row = 0; row < 2; row++) {
        p.refuse_prepare = row == 0;
        p.refuse_check = row == 1;
        places_run(&p, 6, &s, counts);
        cr_expect_eq(counts['r'], row == 0 ? 5 : 6);
        cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 5);
        cr_expect_not_null(strstr(bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING),
                                  row == 0 ? "it does not compile" : "element 3 is wrong"),
                           "%s", bres_test_isolated_reason(&s, BRES_TEST_ISOLATED_ACTING));
        bres_tuner_free(s.tuned.tuner);
    }
}

/* More configurations than processes: a released one is prepared again, but not checked again. */
Test(tune, isolate_with_many_configurations, .timeout = 120)
{
    size_t counts[128];
    places p = { .refuse_prepare = false };
    bres_test_isolated s;

    places_run(&p, 70, &s, counts);
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 70);
    cr_expect_gt(counts['p'], 70);
    cr_expect_eq(counts['r'], counts['p']);
    cr_expect_eq(counts['c'], 70);
    bres_tuner_free(s.tuned.tuner);
}
