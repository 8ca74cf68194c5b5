/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/virtual_clock.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static volatile sig_atomic_t alarms;

static void on_alarm(int signal)
{
    (void)signal;
    alarms++;
}

static uint64_t monotonic_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

Test(base, clock_of_the_system_runs_forwards)
{
    bres_clock clock;
    uint64_t before;

    bres_clock_init(NULL);
    bres_clock_init(&clock);
    cr_expect_eq(clock.size, sizeof(clock));
    before = clock.now(clock.user);
    cr_expect_gt(before, 0);
    for (int i = 0; i < 1000; i++) {
        const uint64_t now = clock.now(clock.user);

        cr_assert_geq(now, before);
        before = now;
    }
}

/* The timer fires several times in each sleep. */
Test(base, clock_sleep_is_not_cut_short_by_signals)
{
    const struct itimerval often = { { 0, 200 }, { 0, 200 } };
    const struct itimerval never = { { 0, 0 }, { 0, 0 } };
    const uint64_t nanoseconds = 2000000;
    struct sigaction action;
    bres_clock clock;
    uint64_t start;
    uint64_t end;

    bres_clock_init(&clock);
    memset(&action, 0, sizeof(action));
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    start = monotonic_now();
    clock.sleep(clock.user, nanoseconds);
    end = monotonic_now();
    setitimer(ITIMER_REAL, &never, NULL);
    cr_expect_geq(end - start, nanoseconds);
    cr_expect_gt(alarms, 0);
    clock.sleep(clock.user, 0);
}

Test(base, clock_load)
{
    bres_test_clock source = { .now = 7 };
    bres_clock given = bres_test_clock_of(&source);
    bres_clock system;
    bres_clock full;

    bres_clock_init(&system);
    cr_assert_eq(bres__clock_load(&full, NULL), BRES_OK);
    cr_expect(full.now == system.now && full.sleep == system.sleep && full.user == NULL);
    cr_assert_eq(bres__clock_load(&full, &given), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(full.now(full.user), 7);
    full.sleep(full.user, 5);
    cr_expect_eq(full.now(full.user), 12);

    given.processor_now = NULL;
    cr_assert_eq(bres__clock_load(&full, &given), BRES_OK, "%s", bres_last_error());
    cr_expect(full.processor_now == system.processor_now);
    given = bres_test_clock_of(&source);
    given.size = offsetof(bres_clock, processor_now);
    cr_assert_eq(bres__clock_load(&full, &given), BRES_OK, "%s", bres_last_error());
    cr_expect(full.processor_now == system.processor_now);

    given = bres_test_clock_of(&source);
    given.now = NULL;
    cr_expect_eq(bres__clock_load(&full, &given), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_clock: now is NULL");
    given = bres_test_clock_of(&source);
    given.sleep = NULL;
    cr_expect_eq(bres__clock_load(&full, &given), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_clock: sleep is NULL");
    given.size = 0;
    cr_expect_eq(bres__clock_load(&full, &given), BRES_ERROR_VERSION);
}

Test(base, clock_of_the_processor_runs_forwards)
{
    static const bres_clock_kind kinds[] = { BRES_CLOCK_THREAD, BRES_CLOCK_PROCESS };
    bres_clock clock;
    uint64_t thread;

    bres_clock_init(&clock);
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
        const uint64_t before = clock.processor_now(clock.user, kinds[i]);

        /* A clock that does not advance would keep the loop running. */
        while (clock.processor_now(clock.user, kinds[i]) == before)
            continue;
        cr_expect_gt(clock.processor_now(clock.user, kinds[i]), before, "kind %zu", i);
    }
    thread = clock.processor_now(clock.user, BRES_CLOCK_THREAD);
    cr_expect_geq(clock.processor_now(clock.user, BRES_CLOCK_PROCESS), thread);
}

Test(base, clock_kinds_have_names)
{
    cr_expect_str_eq(bres_clock_kind_name(BRES_CLOCK_WALL), "wall");
    cr_expect_str_eq(bres_clock_kind_name(BRES_CLOCK_THREAD), "thread");
    cr_expect_str_eq(bres_clock_kind_name(BRES_CLOCK_PROCESS), "process");
    cr_expect_str_eq(bres_clock_kind_name((bres_clock_kind)3), "unknown");
}

Test(base, clock_wall_is_injected)
{
    const struct timespec fixed = { .tv_sec = 1000000000, .tv_nsec = 5 };
    struct timespec now;

    bres__wall_set(&fixed);
    now = bres__wall_now();
    bres__wall_set(NULL);
    cr_assert_eq(now.tv_sec, fixed.tv_sec);
    cr_assert_eq(now.tv_nsec, fixed.tv_nsec);
    cr_assert_gt(bres__wall_now().tv_sec, fixed.tv_sec);
}
