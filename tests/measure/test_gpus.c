/* SPDX-License-Identifier: MIT */
/* The devices of a program. */
#include "base/fault.h"
#include "measure/gpu/devices.h"
#include "support/gpu.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

/* Makes all calls about devices that a program makes, except measurements. */
static bres_status use_all(void *context)
{
    const bres_clock *clock = context;
    bres_result *result = NULL;
    bres__text text = { 0 };
    bres__gpus gpus;
    bres__gpu *gpu;
    bres_status status = bres__gpus_find(&gpus, clock);

    if (status == BRES_OK)
        status = bres_result_new(&result);
    if (status == BRES_OK)
        status = bres__gpus_put_result(&gpus, result);
    if (status == BRES_OK)
        status = bres__gpus_put_json(&gpus, &text);
    for (int i = 1; i >= 0 && status == BRES_OK; i--) {
        status = bres__gpus_open(&gpus, i, &gpu);
        cr_expect_eq(gpu != NULL, status == BRES_OK);
    }
    if (status == BRES_OK && text.failed)
        status = BRES_ERROR_MEMORY;
    bres__text_free(&text);
    bres_result_unref(result);
    bres__gpus_close(&gpus);
    /* Forgets the driver, as if another program followed. */
    bres__cuda_forget();
    return status;
}

Test(measure, gpus_without_memory)
{
    bres_clock clock;

    bres_test_gpu_begin(2);
    clock = fake_cuda_clock();
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, use_all, &clock);
    fake_cuda_expect_clean();
}

Test(measure, gpus_that_are_not_there)
{
    const bres_clock clock = fake_cuda_clock();
    bres__gpus gpus;
    bres__gpu *gpu;

    bres_test_gpu_begin(2);
    cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    for (int i = -1; i <= 2; i += 3) {
        cr_expect_eq(bres__gpus_open(&gpus, i, &gpu), BRES_ERROR_ARGUMENT);
        cr_expect_null(gpu);
        cr_expect_not_null(strstr(bres_last_error(), "the driver has 2, numbered from 0"));
    }
    bres__gpus_close(&gpus);
    fake_cuda_absent();
    cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    cr_expect_eq(gpus.count, 0);
    cr_expect_not_null(strstr(gpus.reason, "/nonexistent"), "%s", gpus.reason);
    bres__gpus_close(&gpus);
}

static void log_line(void *context, const char *message)
{
    bres__text *log = context;

    bres__text_puts(log, message);
    bres__text_putc(log, '\n');
}

/* Only devices that were used are checked for changes. */
Test(measure, gpus_that_change_are_reported)
{
    bres__text log = { 0 };
    fake_nvml_state *state;
    bres_clock clock;
    bres__gpus gpus;
    bres__gpu *gpu;

    bres_test_gpu_begin(2);
    state = bres_test_nvml_begin(false);
    clock = fake_cuda_clock();
    cr_assert_eq(bres__gpus_find(&gpus, &clock), BRES_OK);
    cr_assert_eq(bres__gpus_open(&gpus, 0, &gpu), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__gpus_report_changes(&gpus, log_line, &log), BRES_OK);
    cr_expect_eq(log.length, 0);
    state->persistence = 1;
    cr_assert_eq(bres__gpus_report_changes(&gpus, log_line, &log), BRES_OK);
    cr_expect_str_eq(log.data,
                     "GPU 0: persistence changed during the run: it was off, and is now on\n");
    bres__text_free(&log);
    bres__gpus_close(&gpus);
}
