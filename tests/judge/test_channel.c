/* SPDX-License-Identifier: MIT */
/* Solutions that take over the channel between the judge and the runner. */
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define MANY_CALLS 5000

/* The judge must not wait for room in the buffer of the channel: it would wait forever. */
Test(judge, channel_full_of_unread_orders)
{
    bres_test_called called;

    bres_test_called_begin(&called, "peeks_orders", 0);
    called.options.time_limit_ns = UINT64_C(2000000000);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    for (int i = 0; i < MANY_CALLS && called.report.outcome == BRES__RUNNER_RETURNED; i++)
        cr_assert_eq(bres__runner_call(called.runner, 0, 1, &called.report), BRES_OK, "%s",
                     bres_last_error());
    cr_expect_eq(called.report.outcome, BRES__RUNNER_TIMED_OUT, "%d: %s",
                 (int)called.report.outcome, called.report.message);
    bres_test_called_end(&called);
}

/* An error code that a solution forges does not become the judge's error. */
Test(judge, channel_with_a_forged_error)
{
    bres_test_called called;

    bres_test_called_begin(&called, "refuses_arrays", 0);
    bres_test_called_on_device(&called);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_EXITED);
    cr_expect_str_eq(called.report.message, "refused");
    bres_test_called_end(&called);
}
