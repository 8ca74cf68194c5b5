/* SPDX-License-Identifier: MIT */
/* A tuner that measures on a GPU, the double of the driver. */
#include "base/fault.h"
#include "support/gpu.h"
#include "support/measured.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A tuner of the kernel "work", whose time is set for each launch. */
typedef struct tuned_gpu {
    bres_clock clock;
    bres_tuner_options options;
    bres_cuda_options cuda;
    bres_tuner *tuner;
    bres_cuda_module *module;
    bres_cuda_kernel *work;
    uint64_t launches;
    int64_t fail;      /* the value of N whose launcher fails; 0: none */
    uint64_t fault_at; /* the launch that kills the context, from 1; 0: none */
    int64_t faulty;    /* the value of N of that launch */
    unsigned prepared;
    bool driver_fails; /* any driver call may fail */
} tuned_gpu;

static bres_status launch(bres_launch *launch, const bres_trial *trial, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    tuned_gpu *self = context;
    const int64_t n = bres_trial_int64(trial, "N");

    self->launches++;
    if (n == self->fail)
        return bres_measure_fail("too many threads");
    if (self->launches == self->fault_at) {
        self->faulty = n;
        fake->fault(0, 700);
    }
    fake->constant("work", (uint64_t)n * 10000 + self->launches % 7 * 10);
    return bres_cuda_kernel_launch(self->work, &geometry, bres_launch_stream(launch), NULL);
}

/* Expects that the context of the device is current. */
static bres_status prepare(bres_trial *trial, void *context)
{
    tuned_gpu *self = context;
    void *current = NULL;

    (void)trial;
    self->prepared++;
    if (self->driver_fails)
        return BRES_OK;
    cr_expect_eq(cu->cuCtxGetCurrent((CUcontext *)&current), 0);
    cr_expect_not_null(current);
    return BRES_OK;
}

static void gpu_begin(tuned_gpu *self)
{
    *self = (tuned_gpu){ .clock = fake_cuda_clock() };
    bres_tuner_options_init(&self->options);
    self->options.clock = &self->clock;
    self->options.max_samples = 100;
    bres_cuda_options_init(&self->cuda);
}

static bres_status gpu_run(tuned_gpu *self)
{
    static const int64_t values[] = { 4, 2, 3 };
    bres_status status =
        bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &self->module);

    if (status == BRES_OK)
        status = bres_cuda_module_kernel(self->module, "work", &self->work);
    if (status != BRES_OK)
        return status;
    self->tuner = bres_tuner_new(&self->options);
    if (self->tuner == NULL)
        return bres_last_error_status();
    status = bres_tuner_add_int64(self->tuner, "N", values, 3);
    if (status == BRES_OK)
        status = bres_tuner_set_prepare(self->tuner, prepare, NULL, self);
    return status == BRES_OK ? bres_tuner_run_cuda(self->tuner, launch, self, &self->cuda) : status;
}

static void gpu_end(tuned_gpu *self)
{
    bres_tuner_free(self->tuner);
    bres_cuda_module_free(self->module);
    fake_cuda_expect_clean();
}

Test(tune, tuner_cuda_finds_the_fastest)
{
    tuned_gpu self;
    const bres_state *best;
    const float *rates;
    size_t count;

    bres_test_gpu_begin(1);
    gpu_begin(&self);
    OK(gpu_run(&self));
    cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_DECIDED, "%s",
                 bres_tuner_message(self.tuner));
    cr_assert_eq(bres_tuner_best_count(self.tuner), 1);
    best = bres_tuner_best_at(self.tuner, 0);
    cr_expect_str_eq(bres_state_name(best), "Device=0 N=2");
    cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(self.tuner, 0)), "N=2");
    cr_expect_float_eq(bres_test_summary_value(best, "nv/cold/time/gpu/median"), 20e-6, 1e-6);
    cr_expect_null(bres_state_summary(best, "nv/cold/time/cpu/median"));
    cr_expect_null(bres_state_summary(best, "nv/batch/sample_size"));
    OK(bres_state_frequencies(best, &rates, &count));
    cr_expect_gt(count, 0);
    cr_expect_eq(bres_result_device_count(bres_tuner_result(self.tuner)), 1);
    cr_expect_eq(self.prepared, 3);
    gpu_end(&self);
}

Test(tune, tuner_cuda_leaves_out_what_fails)
{
    tuned_gpu self;
    const bres_subbench *bench;

    bres_test_gpu_begin(1);
    gpu_begin(&self);
    self.fail = 2;
    OK(gpu_run(&self));
    cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(self.tuner, 0)), "N=3");
    bench = bres_result_subbench_at(bres_tuner_result(self.tuner), 0);
    cr_expect_not_null(
        strstr(bres_state_skip_reason(bres_subbench_state_at(bench, 1)), "too many threads"));
    gpu_end(&self);
}

/* A configuration that kills the context ends the run; the resumed run excludes it. */
Test(tune, tuner_cuda_continues_after_a_fatal_configuration)
{
    tuned_gpu self;
    char path[2200];
    int64_t faulty;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    bres_test_gpu_begin(1);
    gpu_begin(&self);
    self.options.path = path;
    self.fault_at = 5;
    cr_expect_eq(gpu_run(&self), BRES_ERROR_CUDA);
    faulty = self.faulty;
    cr_expect_null(bres_tuner_result(self.tuner));
    bres_tuner_free(self.tuner);
    bres_cuda_module_free(self.module);

    bres_test_gpu_begin(1);
    gpu_begin(&self);
    self.options.path = path;
    self.options.flags = BRES_TUNER_RESUME;
    OK(gpu_run(&self));
    cr_expect_eq(bres_trial_int64(bres_tuner_best_trial_at(self.tuner, 0), "N"),
                 faulty == 2 ? 3 : 2);
    cr_expect_eq(self.prepared, 2);
    gpu_end(&self);
}

Test(tune, tuner_cuda_resumes_and_reuses)
{
    char path[2200];

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    for (unsigned run = 0; run < 3; run++) {
        tuned_gpu self;

        bres_test_gpu_begin(1);
        gpu_begin(&self);
        self.options.path = path;
        self.options.flags = run == 1 ? BRES_TUNER_RESUME : BRES_TUNER_REUSE;
        self.options.max_samples = run == 0 ? 4 : 100;
        OK(gpu_run(&self));
        if (run == 1)
            cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_DECIDED);
        if (run == 2)
            cr_expect_eq(self.launches, 0);
        if (run > 0)
            cr_expect_str_eq(bres_state_name(bres_tuner_best_at(self.tuner, 0)), "Device=0 N=2");
        gpu_end(&self);
    }
}

Test(tune, tuner_cuda_without_a_device)
{
    tuned_gpu self;

    bres_test_gpu_begin(0);
    gpu_begin(&self);
    self.tuner = bres_tuner_new(&self.options);
    bres_tuner_add_int64(self.tuner, "N", (const int64_t[]){ 1 }, 1);
    cr_expect_eq(bres_tuner_run_cuda(self.tuner, launch, &self, NULL), BRES_ERROR_NO_DEVICE, "%s",
                 bres_last_error());
    bres_tuner_free(self.tuner);
}

/* Each driver call fails once: the run returns an error, or a configuration fails. */
Test(tune, tuner_cuda_survives_every_failing_call)
{
    bool failed = true;

    for (uint64_t k = 1; failed; k += bres_test_long() ? 1 : 7) {
        tuned_gpu self;
        bres_status status;

        bres_test_gpu_begin(1);
        gpu_begin(&self);
        self.options.max_samples = 6;
        self.driver_fails = true;
        fake->fail(NULL, k, 999, false);
        status = gpu_run(&self);
        failed = fake->failed() != 0;
        fake->fail_nothing();
        cr_expect(status == BRES_OK || failed, "call %u: %s", (unsigned)k, bres_last_error());
        bres_tuner_free(self.tuner);
        bres_cuda_module_free(self.module);
    }
}

static bres_status run_swept(void *context)
{
    tuned_gpu self;
    bres_status status;

    (void)context;
    gpu_begin(&self);
    self.options.max_samples = 6;
    status = gpu_run(&self);
    gpu_end(&self);
    return status;
}

Test(tune, tuner_cuda_survives_every_failing_allocation)
{
    bres_test_gpu_begin(1);
    /* A configuration that cannot be measured fails with the reason. */
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_swept, NULL);
}

/* The answer of a GPU belongs to its device and driver. */
static void expect_gpu_answer(const char *path)
{
    bres_tuner_cache_options options;
    bres_tuner_cache *cache;
    bres_cuda_device_info info;
    bres_tuner_answer answer;
    bres_tuner_key key;
    int64_t n = 0;

    bres_cuda_device_info_init(&info);
    bres_tuner_key_init(&key);
    bres_tuner_answer_init(&answer);
    key.kernel = "work";
    OK(bres_cuda_device_query(0, &info));
    OK(bres_tuner_cache_open(path, NULL, &cache));
    cr_expect_not(bres_tuner_cache_find(cache, &key, &answer), "found for the processor");
    bres_tuner_cache_close(cache);
    bres_tuner_cache_options_init(&options);
    options.cuda_device = 0;
    OK(bres_tuner_cache_open(path, &options, &cache));
    cr_expect_str_eq(bres_tuner_cache_device(cache), info.name);
    cr_expect_eq(strncmp(bres_tuner_cache_driver(cache), "CUDA ", 5), 0, "%s",
                 bres_tuner_cache_driver(cache));
    cr_assert(bres_tuner_cache_find(cache, &key, &answer));
    cr_expect(bres_tuner_answer_int64(&answer, "N", &n) && n == 2);
    bres_tuner_cache_close(cache);
    options.cuda_device = 1;
    cr_expect_eq(bres_tuner_cache_open(path, &options, &cache), BRES_ERROR_ARGUMENT, "%s",
                 bres_last_error());
    cr_expect_null(cache);
}

Test(tune, tuner_cuda_with_a_cache)
{
    char path[2200];

    bres_test_gpu_begin(1);
    snprintf(path, sizeof(path), "%s/kernels.cache", bres_test_directory());
    for (int run = 0; run < 2; run++) {
        tuned_gpu self;

        gpu_begin(&self);
        self.options.name = "work";
        self.options.cache = path;
        OK(gpu_run(&self));
        cr_expect_eq(bres_tuner_is_cached(self.tuner), run == 1);
        cr_expect_eq(self.launches == 0, run == 1);
        cr_expect_str_eq(bres_state_name(bres_tuner_best_at(self.tuner, 0)), "Device=0 N=2");
        gpu_end(&self);
    }
    expect_gpu_answer(path);
}
