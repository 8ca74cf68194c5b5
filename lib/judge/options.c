/* SPDX-License-Identifier: MIT */
#include "judge/judge.h"

#include <math.h>
#include <stddef.h>

#define OPTIONS_FIRST_SIZE (offsetof(bres_judge_options, log_user) + sizeof(void *))

_Static_assert(sizeof(bres_judge_options) == OPTIONS_FIRST_SIZE, "no padding at the end");

#define KNOWN_FLAGS                                                                                \
    (BRES_JUDGE_CHECK_ONLY | BRES_JUDGE_FIRST_CASE | BRES_JUDGE_CV_OF_TIMES |                      \
     BRES_JUDGE_SAMPLE_CASE)

void bres_judge_options_init(bres_judge_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_judge_options){
        .size = sizeof *options,
        .min_samples = 5,
        .max_samples = 20,
        .target_cv = 0.01,
        .min_time = 0.1,
        .long_time = 1,
        .verify_fraction = 1,
        .compile_time_limit = 60,
        .memory_limit = UINT64_C(4) << 30,
    };
}

static bres_status check_number(const char *name, double value)
{
    if (isfinite(value) && value >= 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT,
                       "bres_judge_options: %s is %g, expected a number that is not negative", name,
                       value);
}

static bres_status check_numbers(const bres_judge_options *options)
{
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        { "target_cv", options->target_cv },
        { "min_time", options->min_time },
        { "long_time", options->long_time },
        { "time_limit", options->time_limit },
        { "compile_time_limit", options->compile_time_limit },
        { "verify_fraction", options->verify_fraction },
    };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == BRES_OK; i++)
        status = check_number(numbers[i].name, numbers[i].value);
    if (status != BRES_OK)
        return status;
    if (options->verify_fraction > 1)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judge_options: verify_fraction is %g, expected 0 to 1",
                           options->verify_fraction);
    if (isnan(options->peak_flops) || isnan(options->peak_bandwidth))
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judge_options: a peak is not a number");
    return BRES_OK;
}

static bres_status check_counts(const bres_judge_options *options)
{
    if (options->min_samples < 1 || options->max_samples < options->min_samples ||
        options->max_samples > INT32_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_judge_options: %lld to %lld samples, expected at least 1 and a "
                           "maximum that is not below the minimum",
                           (long long)options->min_samples, (long long)options->max_samples);
    if (options->backend > BRES_BACKEND_CUDA)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judge_options: there is no back end %u",
                           options->backend);
    if (options->device < 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judge_options: there is no device %d",
                           (int)options->device);
    if (options->reserved != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judge_options: reserved is not 0");
    return bres__options_check_flags(options->flags, KNOWN_FLAGS, "bres_judge_options");
}

/* The first type that the problem can be judged in, unless one was asked for. */
static bres_status choose_type(const bres_problem *problem, bres_judge_options *options)
{
    if (options->type > BRES_TYPE_SIZE)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judge_options: there is no data type %u",
                           options->type);
    if (options->type != BRES_TYPE_ELEMENT) {
        if ((problem->types & BRES_TYPE_BIT(options->type)) == 0)
            return bres__error(BRES_ERROR_ARGUMENT, "problem '%s' cannot be judged in %s",
                               problem->name, bres_data_type_name((bres_data_type)options->type));
        return BRES_OK;
    }
    options->type = BRES_TYPE_FLOAT32;
    while ((problem->types & BRES_TYPE_BIT(options->type)) == 0)
        options->type++;
    return BRES_OK;
}

bres_status bres__judge_options_load(const bres_judge_options *given, const bres_problem *problem,
                                     bres_judge_options *options)
{
    bres_status status;

    bres_judge_options_init(options);
    status = bres__options_load(options, sizeof *options, given, OPTIONS_FIRST_SIZE,
                                "bres_judge_options");
    if (status == BRES_OK)
        status = check_counts(options);
    if (status == BRES_OK)
        status = check_numbers(options);
    return status == BRES_OK ? choose_type(problem, options) : status;
}
