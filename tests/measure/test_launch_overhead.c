/* SPDX-License-Identifier: MIT */
/* The launch overhead of a device. */
#include "measure/gpu/devices.h"
#include "support/gpu.h"

#include <criterion/criterion.h>
#include <math.h>

static void expect_near(double found, double expected, const char *what)
{
    cr_expect_lt(fabs(found - expected), 1e-12, "%s: %g", what, found);
}

/* Opens device 0; returns its launch overhead. */
static bres__launch_overhead floor_of(bres__gpus *gpus)
{
    static bres_clock clock;
    bres__gpu *gpu;

    clock = fake_cuda_clock();
    cr_assert_eq(bres__gpus_find(gpus, &clock), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__gpus_open(gpus, 0, &gpu), BRES_OK, "%s", bres_last_error());
    cr_expect(gpu->overhead_known);
    return gpu->overhead;
}

Test(measure, launch_floor)
{
    static const uint64_t times[] = { 4500, 4000, 4500, 5500, 4500 };
    bres__launch_overhead floor;
    bres__gpus gpus;

    bres_test_gpu_begin(1);
    fake->role("block", FAKE_PLAIN);
    fake->list("block", times, sizeof(times) / sizeof(times[0]));
    fake->event_step(500);
    fake->cost("cuLaunchKernel", 2000);
    fake->cost("cuCtxSynchronize", 3000);
    floor = floor_of(&gpus);
    /* The kernel starts after its launch call. */
    expect_near(floor.event_step, 0.5e-6, "event_step");
    expect_near(floor.empty_events, 0, "empty_events");
    expect_near(floor.empty_kernel, 6.5e-6, "empty_kernel");
    expect_near(floor.launch, 2e-6, "launch");
    expect_near(floor.synchronize, 3e-6, "synchronize");
    bres__gpus_close(&gpus);
    fake_cuda_expect_clean();
}

Test(measure, launch_floor_with_an_old_driver)
{
    bres__launch_overhead floor;
    bres__gpus gpus;

    bres_test_gpu_begin_without("cuCtxSynchronize", 1);
    floor = floor_of(&gpus);
    cr_expect_eq(floor.event_step, 0);
    cr_expect_eq(floor.synchronize, -1);
    bres__gpus_close(&gpus);
    fake_cuda_expect_clean();
}

/* The launch overhead of a device that fails during its measurement is unknown, and the device is
 * not opened again. */
Test(measure, launch_floor_of_a_device_that_dies)
{
    const bres_clock clock = fake_cuda_clock();
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres__gpus gpus;
    bres__gpu *gpu;

    bres_test_gpu_begin(1);
    fake->kernel_fault("block", 3, 719);
    cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    for (int i = 0; i < 2; i++)
        cr_expect_eq(bres__gpus_open(&gpus, 0, &gpu), BRES_ERROR_CUDA);
    bres__json_begin(&json, '{');
    bres__gpus_put_metadata(&gpus, &json);
    bres__json_end(&json, '}');
    cr_expect_str_eq(text.data, "{\"gpus\":[]}", "%s", text.data);
    bres__text_free(&text);
    bres__gpus_close(&gpus);
}

/* After any other failure the device can be opened again. */
Test(measure, launch_floor_that_fails_can_be_sought_again)
{
    const bres_clock clock = fake_cuda_clock();
    bres__gpus gpus;
    bres__gpu *gpu;
    uint64_t k = 1;

    bres_test_gpu_begin(1);
    cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    for (;; k++) {
        bres_status status;
        bool struck;

        fake->fail(NULL, k, 999, false);
        status = bres__gpus_open(&gpus, 0, &gpu);
        struck = fake->failed() != 0;

        fake->fail_nothing();
        if (!struck) {
            cr_expect_eq(status, BRES_OK, "%s", bres_last_error());
            break;
        }
        cr_expect(status == BRES_OK || gpu == NULL, "call %d", (int)k);
        bres__gpus_close(&gpus);
        cr_expect_str_eq(fake->leaks(), "", "call %d: %s", (int)k, fake->leaks());
        bres_test_gpu_begin(1);
        cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    }
    cr_expect_gt(k, 100);
    bres__gpus_close(&gpus);
    fake_cuda_expect_clean();
}
