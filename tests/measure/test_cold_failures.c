/* SPDX-License-Identifier: MIT */
/* Measurements in which each driver call fails in turn. */
#include "base/fault.h"
#include "support/launched.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static void begin(bres_test_launched *gpu)
{
    bres_test_gpu_begin(1);
    bres_test_launched_begin(gpu);
    fake->constant("work", 1000000);
    gpu->settings.batch_target_time = 0.003;
}

/* Measures while the k-th call fails; false when the measurement made fewer calls. */
static bool measure_failing(const char *symbol, uint64_t k, int code, bool late)
{
    bres_test_launched gpu;
    bool struck;

    begin(&gpu);
    fake->fail(symbol, k, code, late);
    bres_test_launched_run(&gpu);
    struck = fake->failed() != 0;
    fake->fail_nothing();
    if (!struck)
        cr_expect_eq(gpu.status, BRES_OK, "call %d: %s", (int)k, bres_last_error());
    else if (gpu.status != BRES_OK)
        cr_expect_neq(bres_last_error()[0], '\0', "call %d", (int)k);
    bres_test_launched_end(&gpu);
    cr_expect_eq(fake->deadlocks(), 0, "call %d", (int)k);
    return struck;
}

/* A lower limit of the calls, which include every call of a sample. */
#define CALLS_MIN 60

Test(measure, cold_survives_each_call_that_fails)
{
    static const int codes[] = { 999, 2 };

    for (size_t i = 0; i < 2; i++) {
        uint64_t k = 1;

        while (measure_failing(NULL, k, codes[i], false))
            k++;
        cr_expect_gt(k, CALLS_MIN);
    }
}

/* Calls that may have queued their work although they fail. */
Test(measure, cold_survives_each_call_that_queues_and_fails)
{
    static const char *const symbols[] = { "cuLaunchKernel", "cuEventRecord", "cuMemsetD8Async",
                                           "cuStreamSynchronize" };

    for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
        uint64_t k = 1;

        while (measure_failing(symbols[i], k, 999, true))
            k++;
        cr_expect_gt(k, 1);
    }
}
