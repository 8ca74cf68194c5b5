/* SPDX-License-Identifier: MIT */
/* Solutions on a GPU: the fake driver in the runner's process. */
#include "judge/solutions/on_device.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES "FAKE_CUDA_DEVICES"

static void device_begin(bres_test_called *called, int what)
{
    bres_test_called_begin(called, "on_device", what);
    bres_test_called_on_device(called);
}

/* Defences with which a GPU driver does not work. */
static const unsigned not_on_devices = BRES__SANDBOX_MEMORY | BRES__SANDBOX_READING |
                                       BRES__SANDBOX_PROC | BRES__SANDBOX_USER |
                                       BRES__SANDBOX_THREADS;

Test(judge, runner_calls_with_arrays_on_a_device)
{
    bres_test_called called;

    device_begin(&called, DEVICE_ADD);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (size_t i = 0; i < 5; i++) {
        bres_test_called_call(&called, i % 3, BRES__RUNNER_RETURNED);
        bres_test_called_expect_output(&called, i % 3);
        cr_expect_gt(called.report.seconds, 0);
        cr_expect_leq(called.report.seconds, called.report.wall);
    }
    cr_expect_eq(bres__runner_sandbox(called.runner) & not_on_devices, 0);
    bres_test_called_end(&called);
}

Test(judge, runner_leaves_arrays_on_the_host_that_belong_there)
{
    bres_test_called called;

    device_begin(&called, DEVICE_ADD_ON_HOST);
    called.arguments[1].on_host = true;
    called.arguments[2].on_host = true;
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    bres_test_called_expect_output(&called, 0);
    bres_test_called_end(&called);
}

Test(judge, runner_allocates_at_changing_places_of_a_device)
{
    uint64_t before = 0;
    bres_test_called called;

    device_begin(&called, DEVICE_NAME_ADDRESSES);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (size_t i = 0; i < 3; i++) {
        uint64_t places[2];

        bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
        memcpy(places, bres__runner_array(called.runner, 0, 2), sizeof(places));
        cr_expect_neq(places[0], before);
        before = places[0];
    }
    bres_test_called_end(&called);
}

/* Work on another stream ends before the second event; the device's time is virtual. */
Test(judge, runner_waits_for_all_that_a_device_does)
{
    bres_test_called called;

    device_begin(&called, DEVICE_SIDE_STREAM);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    cr_expect_geq(called.report.seconds, 1);
    cr_expect(called.report.clocks_differ);
    bres_test_called_end(&called);
}

Test(judge, runner_tells_what_a_device_has_against_a_solution)
{
    bres_test_called called;

    device_begin(&called, DEVICE_WRITE_AFTER);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_GUARD);
    cr_expect_not_null(strstr(called.report.message, "after the last of 'out'"), "%s",
                       called.report.message);
    bres_test_called_end(&called);

    device_begin(&called, DEVICE_FAULT);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_EXITED);
    cr_expect_not_null(strstr(called.report.message, "700"), "%s", called.report.message);
    bres_test_called_end(&called);

    /* The next case has its own process, and so its own context. */
    device_begin(&called, DEVICE_ADD);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    bres_test_called_expect_output(&called, 0);
    bres_test_called_end(&called);
}

Test(judge, runner_says_why_there_is_no_device)
{
    static const char *const names[] = { BRES_TEST_CALLED_TOKEN, DEVICES, NULL };
    bres_test_called called;

    device_begin(&called, DEVICE_ADD);
    called.judge.device = 9;
    cr_expect_eq(bres__runner_start(&called.options, &called.runner, &called.report),
                 BRES_ERROR_NO_DEVICE);
    cr_expect_not_null(strstr(bres_last_error(), "9"), "%s", bres_last_error());
    called.judge.device = 0;
    called.judge.environment = names;
    cr_assert_eq(setenv(DEVICES, "0", 1), 0);
    cr_expect_eq(bres__runner_start(&called.options, &called.runner, &called.report),
                 BRES_ERROR_NO_DEVICE);
    unsetenv(DEVICES);
    setenv(BRES_TEST_CALLED_DRIVER, "/no/such/libcuda.so.1", 1);
    cr_expect_eq(bres__runner_start(&called.options, &called.runner, &called.report),
                 BRES_ERROR_NO_DEVICE);
    cr_expect_not_null(strstr(bres_last_error(), "/no/such/libcuda.so.1"), "%s", bres_last_error());
    bres_test_called_end(&called);
}
