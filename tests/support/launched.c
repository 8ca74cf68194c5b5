/* SPDX-License-Identifier: MIT */
#include "support/launched.h"
#include "support/gpu.h"

#include <criterion/criterion.h>
#include <string.h>

static bool is_interrupted(void *user)
{
    const bres_test_launched *gpu = user;

    return gpu->interrupt_after != 0 && gpu->launches >= gpu->interrupt_after;
}

static void on_log(void *user, bres_log_level level, const char *message)
{
    bres_test_launched *gpu = user;

    cr_expect_eq(level, BRES_LOG_WARNING);
    cr_assert_lt(strlen(gpu->log) + strlen(message) + 2, sizeof(gpu->log));
    strcat(gpu->log, message);
    strcat(gpu->log, "\n");
}

bres_status bres_test_launched_launch(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 }, .block = { 32, 1, 1 } };
    bres_test_launched *gpu = context;

    gpu->launches++;
    return bres_cuda_kernel_launch(gpu->work, &geometry, bres_launch_stream(launch), NULL);
}

static bres_criterion *content_criterion(void)
{
    bres_criteria *criteria;
    bres_criterion *criterion;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "sample-count", &criterion), BRES_OK);
    cr_assert_eq(bres_criterion_set_text(criterion, "target-samples", "1"), BRES_OK);
    bres_criteria_free(criteria);
    return criterion;
}

void bres_test_launched_begin(bres_test_launched *gpu)
{
    *gpu = (bres_test_launched){ .clock = fake_cuda_clock() };
    gpu->body = (bres__cuda_body){ .launch = bres_test_launched_launch, .context = gpu };
    gpu->hooks = (bres__measure_hooks){ .interrupted = is_interrupted, .log = on_log, .user = gpu };
    bres__settings_init(&gpu->settings);
    gpu->settings.min_samples = 2;
    gpu->settings.criterion = content_criterion();
    cr_assert_eq(bres__gpus_find(&gpu->gpus, &gpu->clock), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__gpus_open(&gpu->gpus, 0, &gpu->gpu), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &gpu->module),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_cuda_module_kernel(gpu->module, "work", &gpu->work), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_eq(bres_cuda_stream_new(0, &gpu->stream), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_result_new(&gpu->result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(gpu->result, "b", &gpu->bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(gpu->bench, &gpu->state), BRES_OK);
    fake->clear_log();
}

void bres_test_launched_run(bres_test_launched *gpu)
{
    const bres__cuda_request request = {
        .body = &gpu->body,
        .gpu = gpu->gpu,
        .stream = bres_cuda_stream_handle(gpu->stream),
        .settings = &gpu->settings,
        .clock = &gpu->clock,
        .hooks = &gpu->hooks,
        .state = gpu->state,
        .elements = 1000,
        .global_bytes = 4000,
    };

    gpu->status = bres__measure_cuda(&request, &gpu->skipped, gpu->reason);
    if (gpu->status == BRES_OK)
        cr_assert_eq(bres_state_samples(gpu->state, &gpu->samples, &gpu->count), BRES_OK, "%s",
                     bres_last_error());
}

void bres_test_launched_free(bres_test_launched *gpu)
{
    bres__settings_free(&gpu->settings);
    bres_result_unref(gpu->result);
    bres_cuda_stream_free(gpu->stream);
    bres_cuda_module_free(gpu->module);
    bres__gpus_close(&gpu->gpus);
}

void bres_test_launched_end(bres_test_launched *gpu)
{
    bres_test_launched_free(gpu);
    cr_expect_str_eq(fake->leaks(), "", "not released: %s", fake->leaks());
    cr_expect_str_eq(fake->misuse(), "", "misused: %s", fake->misuse());
}
