/* SPDX-License-Identifier: MIT */
/* Races on the double of the driver. */
#include "base/fault.h"
#include "support/launched.h"
#include "support/measured.h"
#include "support/support.h"

#include <benchresult/race.h>
#include <criterion/criterion.h>
#include <string.h>

/* Two kernels on one device. */
typedef struct course {
    bres_clock clock;
    bres_cuda_module *module;
    bres_cuda_kernel *kernels[2];
    bres_race_side sides[2];
    bres_race_options options;
    bres_cuda_options cuda;
    bres_race_outcome outcome;
    bres_result *result;
    bres_subbench *bench;
} course;

static bres_status launch(bres_launch *launched, void *context)
{
    static const bres_cuda_geometry geometry = { .grid = { 1, 1, 1 } };
    bres_cuda_kernel *const *kernel = context;

    return bres_cuda_kernel_launch(*kernel, &geometry, bres_launch_stream(launched), NULL);
}

/* The candidate launches its kernel twice. */
static bres_status launch_twice(bres_launch *launched, void *context)
{
    const bres_status status = launch(launched, context);

    return status == BRES_OK ? launch(launched, context) : status;
}

static bres_status launch_failing(bres_launch *launched, void *context)
{
    (void)launched;
    (void)context;
    return bres_measure_fail("no such tile");
}

static void course_init(course *self, bres_cuda_fn candidate)
{
    *self = (course){ .clock = fake_cuda_clock() };
    bres_race_options_init(&self->options);
    self->options.clock = &self->clock;
    bres_cuda_options_init(&self->cuda);
    bres_race_outcome_init(&self->outcome);
    for (unsigned side = 0; side < 2; side++)
        self->sides[side] = (bres_race_side){
            .cuda = side == 0 ? launch : candidate,
            .context = &self->kernels[side],
        };
}

static bres_status course_run(course *self)
{
    bres_status status = bres_result_new(&self->result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(self->result, "b", &self->bench);
    if (status == BRES_OK)
        status = bres_cuda_module_load(0, bres_test_ptx, strlen(bres_test_ptx), &self->module);
    for (unsigned side = 0; side < 2 && status == BRES_OK; side++) {
        self->sides[side].bench = self->bench;
        status = bres_cuda_module_kernel(self->module, "work", &self->kernels[side]);
    }
    return status == BRES_OK ? bres_race_cuda(&self->sides[0], &self->sides[1], &self->options,
                                              &self->cuda, &self->outcome)
                             : status;
}

static void course_free(course *self)
{
    bres_cuda_module_free(self->module);
    bres_result_unref(self->result);
}

Test(race, race_cuda_decides)
{
    static const struct {
        bres_cuda_fn candidate;
        bres_verdict verdict;
        double ratio;
    } rows[] = { { launch, BRES_SAME, 1 }, { launch_twice, BRES_SLOW, 2 } };

    for (unsigned i = 0; i < 2; i++) {
        const float *samples;
        size_t count;
        course self;

        bres_test_gpu_begin(1);
        fake->noise("work", 1000000, 10, 1);
        course_init(&self, rows[i].candidate);
        cr_assert_eq(course_run(&self), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(self.outcome.verdict, (uint32_t)rows[i].verdict, "%s", self.outcome.message);
        cr_expect_eq(self.outcome.stop_reason, BRES_RACE_DECIDED);
        cr_expect_float_eq(self.outcome.ratio, rows[i].ratio, 1e-2, "%g", self.outcome.ratio);
        cr_expect_eq(self.outcome.block_size, 1);
        cr_assert_eq(bres_subbench_state_count(self.bench), 2);
        cr_expect_str_eq(bres_state_name(self.outcome.candidate), "Device=0");
        cr_expect_float_eq(
            bres_test_summary_value(self.outcome.candidate, "nv/cold/time/gpu/median"),
            rows[i].ratio * 1e-3, 1e-5);
        cr_assert_eq(bres_state_samples(self.outcome.reference, &samples, &count), BRES_OK);
        cr_expect_eq(count, self.outcome.pairs);
        cr_expect_not_null(bres_state_summary(self.outcome.reference, "bres/race/order"));
        course_free(&self);
        fake_cuda_expect_clean();
    }
}

Test(race, race_cuda_refuses)
{
    bres_race_outcome outcome;
    course self;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    bres_race_outcome_init(&outcome);
    course_init(&self, launch);
    cr_expect_eq(bres_race_cuda(NULL, &self.sides[1], NULL, NULL, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_cuda(&self.sides[0], NULL, NULL, NULL, &outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race_cuda(&self.sides[0], &self.sides[1], NULL, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    self.sides[0].cuda = NULL;
    cr_expect_eq(bres_race_cuda(&self.sides[0], &self.sides[1], NULL, NULL, &outcome),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race(&self.sides[1], &self.sides[1], NULL, &outcome), BRES_ERROR_ARGUMENT,
                 "a launcher is no function on the CPU");
    course_init(&self, launch);
    self.cuda.flags = 8;
    cr_expect_eq(course_run(&self), BRES_ERROR_ARGUMENT);
    course_free(&self);
    course_init(&self, launch);
    self.cuda.device = 7;
    cr_expect_eq(course_run(&self), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_subbench_state_count(self.bench), 0);
    course_free(&self);
    fake_cuda_expect_clean();
}

Test(race, race_cuda_fails_with_its_launcher)
{
    course self;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    course_init(&self, launch_failing);
    cr_expect_eq(course_run(&self), BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(), "no such tile");
    cr_expect_null(self.outcome.reference);
    cr_expect_eq(bres_subbench_state_count(self.bench), 0);
    course_free(&self);
    fake_cuda_expect_clean();
}

static bool is_interrupted(void *user)
{
    return (*(unsigned *)user)++ >= 9;
}

Test(race, race_cuda_is_interrupted)
{
    unsigned asked = 0;
    course self;

    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    course_init(&self, launch);
    self.options.is_interrupted = is_interrupted;
    self.options.interrupt_user = &asked;
    cr_assert_eq(course_run(&self), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(self.outcome.stop_reason, BRES_RACE_INTERRUPTED);
    cr_expect_lt(self.outcome.pairs, 5);
    cr_expect_eq(bres_subbench_state_count(self.bench), 2);
    course_free(&self);
    fake_cuda_expect_clean();
}

static bres_status race_once(void *context)
{
    bres_status status;
    course self;

    (void)context;
    course_init(&self, launch);
    self.options.max_pairs = 1;
    status = course_run(&self);
    if (status != BRES_OK) {
        cr_assert_null(self.outcome.reference);
        cr_assert_null(self.outcome.candidate);
    }
    course_free(&self);
    return status;
}

Test(race, race_cuda_without_memory)
{
    bres_test_gpu_begin(1);
    fake->constant("work", 1000000);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, race_once, NULL);
    fake_cuda_expect_clean();
}
