/* SPDX-License-Identifier: MIT */
/* Measuring on a GPU into a result that is being built. */
#include "base/fault.h"
#include "support/launched.h"
#include "support/measured.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

/* A user's own measuring loop on one device. */
typedef struct loop {
    int device;
    bres_clock clock;
    bres_measure_options options;
    bres_cuda_options cuda;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    bres_cuda_module *module;
    bres_cuda_kernel *work;
    bres_status status;
} loop;

static bres_status launch(bres_launch *launch, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    const loop *self = context;

    return bres_cuda_kernel_launch(self->work, &geometry, bres_launch_stream(launch), NULL);
}

static void loop_init(loop *self, int device)
{
    *self = (loop){ .device = device, .clock = fake_cuda_clock() };
    bres_measure_options_init(&self->options);
    self->options.clock = &self->clock;
    self->options.min_samples = 3;
    self->options.timeout = 0.02;
    bres_cuda_options_init(&self->cuda);
    self->cuda.device = device;
    self->cuda.batch_target_time = 0.005;
}

static bres_status loop_measure(loop *self)
{
    bres_status status = bres_result_new(&self->result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(self->result, "b", &self->bench);
    if (status == BRES_OK)
        status = bres_cuda_module_load(self->device, bres_test_ptx, strlen(bres_test_ptx),
                                       &self->module);
    if (status == BRES_OK)
        status = bres_cuda_module_kernel(self->module, "work", &self->work);
    if (status == BRES_OK)
        status =
            bres_measure_cuda(launch, self, &self->options, &self->cuda, self->bench, &self->state);
    return status;
}

static void loop_free(loop *self)
{
    bres_cuda_module_free(self->module);
    bres_result_unref(self->result);
}

Test(measure, measure_cuda_adds_a_state)
{
    loop self;
    int64_t device = -1;

    bres_test_gpu_begin(2);
    fake->constant("work", 1000000);
    loop_init(&self, 1);
    cr_assert_eq(loop_measure(&self), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(bres_state_name(self.state), "Device=1");
    cr_expect(bres_state_device(self.state, &device));
    cr_expect_eq(device, 1);
    cr_expect_float_eq(bres_test_summary_value(self.state, "nv/cold/time/gpu/median"), 1e-3, 1e-9);
    cr_expect_float_eq(bres_test_summary_value(self.state, "nv/batch/time/gpu/mean"), 1e-3, 1e-9);
    loop_free(&self);
    fake_cuda_expect_clean();
}

/* The stream is a view: the library does not destroy it. */
Test(measure, measure_cuda_on_a_stream_of_the_caller)
{
    bres_cuda_stream *stream = NULL;
    loop self;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    cr_assert_eq(bres_cuda_stream_new(0, &stream), BRES_OK);
    loop_init(&self, 0);
    self.cuda.has_stream = 1;
    self.cuda.stream = bres_cuda_stream_handle(stream);
    cr_assert_eq(loop_measure(&self), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(fake->live(FAKE_STREAM), 1);
    cr_expect_eq(bres_cuda_stream_synchronize(stream), BRES_OK);
    bres_cuda_stream_free(stream);
    loop_free(&self);
    /* The legacy default stream; blocking streams wait for it. */
    loop_init(&self, 0);
    self.cuda.has_stream = 1;
    cr_assert_eq(loop_measure(&self), BRES_OK, "%s", bres_last_error());
    loop_free(&self);
    fake_cuda_expect_clean();
}

Test(measure, measure_cuda_refuses)
{
    bres_state *state = (bres_state *)(uintptr_t)1;
    loop self;

    bres_test_gpu_begin(1);
    loop_init(&self, 0);
    cr_expect_eq(bres_measure_cuda(NULL, NULL, NULL, NULL, NULL, &state), BRES_ERROR_ARGUMENT);
    cr_expect_null(state);
    cr_expect_eq(bres_measure_cuda(launch, NULL, NULL, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    self.cuda.flags = 8;
    cr_expect_eq(loop_measure(&self), BRES_ERROR_ARGUMENT);
    loop_free(&self);
    loop_init(&self, 0);
    self.cuda.blocking_limit = -1;
    cr_expect_eq(loop_measure(&self), BRES_ERROR_ARGUMENT);
    loop_free(&self);
    loop_init(&self, 0);
    cr_assert_eq(bres_result_new(&self.result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(self.result, "b", &self.bench), BRES_OK);
    self.cuda.device = 7;
    cr_expect_eq(bres_measure_cuda(launch, &self, &self.options, &self.cuda, self.bench, &state),
                 BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "unknown device 7"), "%s", bres_last_error());
    cr_expect_eq(bres_subbench_state_count(self.bench), 0);
    loop_free(&self);
    fake_cuda_expect_clean();
}

static void *measure_on_a_thread(void *context)
{
    loop *self = context;

    fake->own_clock();
    self->status = loop_measure(self);
    return NULL;
}

Test(measure, measure_cuda_on_two_devices_at_the_same_time)
{
    pthread_t threads[2];
    loop loops[2];

    bres_test_gpu_begin(2);
    fake->constant("work", 1000000);
    for (int i = 0; i < 2; i++) {
        loop_init(&loops[i], i);
        cr_assert_eq(pthread_create(&threads[i], NULL, measure_on_a_thread, &loops[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(loops[i].status, BRES_OK, "thread %d", i);
        loop_free(&loops[i]);
    }
    fake_cuda_expect_clean();
}

static bres_status measure_once(void *context)
{
    loop *self = context;
    bres_status status;

    loop_init(self, 0);
    status = loop_measure(self);
    cr_expect_eq(self->state != NULL, status == BRES_OK);
    loop_free(self);
    return status;
}

Test(measure, measure_cuda_without_memory)
{
    loop self;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, measure_once, &self);
    fake_cuda_expect_clean();
}
