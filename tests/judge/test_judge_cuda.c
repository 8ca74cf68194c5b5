/* SPDX-License-Identifier: MIT */
/* Whole judgements on a GPU: the fake driver, in the test's process and in the runner's. */
#include "judge/solutions/on_device.h"
#include "support/gpu.h"
#include "support/negate.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const bres_problem_parameter parameters[] = {
    { "what", BRES_TYPE_INT32, BRES_ROLE_INPUT, 0, 0, 0, 0 },
    { "in", BRES_TYPE_FLOAT32, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_INTEGERS, -1000, 1000 },
    { "out", BRES_TYPE_FLOAT32, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "n", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

static bres_status on_device_reference(const bres_problem *problem,
                                       const bres_problem_case *test_case,
                                       const void *const *inputs, void *const *outputs)
{
    const float *in = inputs[1];

    (void)problem;
    for (size_t i = 0; i < test_case->dims[0]; i++)
        ((float *)outputs[0])[i] = in[i] + 1;
    return BRES_OK;
}

static int what_is_asked;

static void on_device_scalar(const bres_problem *problem, const bres_problem_case *test_case,
                             size_t parameter, void *value)
{
    const size_t n = (size_t)test_case->dims[0];
    const int32_t what = what_is_asked;

    (void)problem;
    if (strcmp(parameters[parameter].name, "n") == 0)
        memcpy(value, &n, sizeof n);
    else
        memcpy(value, &what, sizeof what);
}

static bres_judgement *judged(int what)
{
    uint64_t sizes[2] = { 1000, 1000 };
    bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement = NULL;

    what_is_asked = what;
    problem.parameters = parameters;
    problem.parameter_count = sizeof parameters / sizeof *parameters;
    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    problem.scalar = on_device_scalar;
    problem.reference = on_device_reference;
    options.backend = BRES_BACKEND_CUDA;
    cr_assert_eq(
        bres_judge(&problem, bres_test_build("solutions/on_device.so"), &options, &judgement),
        BRES_OK, "%s", bres_last_error());
    return judgement;
}

/* The runner is built without sanitizers, even if the test is built with them. */
static void device_begin(void)
{
    bres_test_gpu_begin(1);
    cr_assert_eq(
        setenv("BENCHRESULT_CUDA_LIBRARY", bres_test_build("test/fakecuda/libcuda.so.1"), 1), 0);
}

/* A note, not a violation: a host may have more work than its GPU. */
Test(judge, device_clocks_that_differ_are_noted)
{
    bres_judgement *judgement;

    device_begin();
    judgement = judged(DEVICE_BUSY_HOST);
    cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                 bres_judgement_message(judgement));
    cr_expect_eq(bres_test_notes_with(judgement,
                                      "case 'n = 1000': GPU time and host time differ by more "
                                      "than 20 %, perhaps because of work that the solution does "
                                      "not wait for"),
                 1);
    bres_judgement_free(judgement);
    judgement = judged(DEVICE_ADD);
    cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED, "%s",
                 bres_judgement_message(judgement));
    cr_expect_eq(bres_test_notes_with(judgement, "far apart"), 0);
    bres_judgement_free(judgement);
}
