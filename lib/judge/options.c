/* SPDX-License-Identifier: MIT */
#include "judge/judge.h"

#include <stddef.h>

#define OPTIONS_FIRST_SIZE (offsetof(bres_judge_options, allow_read) + sizeof(const char *const *))

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

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_judge_options, flags, KNOWN_FLAGS),
    BRES__OPTION_RESERVED(bres_judge_options, reserved),
    BRES__OPTION_ENUM(bres_judge_options, backend, BRES_BACKEND_CUDA),
    BRES__OPTION_ENUM(bres_judge_options, type, BRES_TYPE_SIZE),
    BRES__OPTION_AT_LEAST(bres_judge_options, device, 0),
    BRES__OPTION_COUNT(bres_judge_options, min_samples, 1, INT32_MAX),
    BRES__OPTION_COUNT(bres_judge_options, max_samples, 1, INT32_MAX),
    BRES__OPTION_REAL(bres_judge_options, target_cv, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_judge_options, min_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_judge_options, long_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_judge_options, time_limit, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_judge_options, compile_time_limit, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_judge_options, verify_fraction, BRES__RANGE_FRACTION),
    BRES__OPTION_REAL(bres_judge_options, peak_flops, BRES__RANGE_NOT_NAN),
    BRES__OPTION_REAL(bres_judge_options, peak_bandwidth, BRES__RANGE_NOT_NAN),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_judge_options, OPTIONS_FIRST_SIZE, option_fields);

/* Chooses the first type that the problem supports, unless the caller has given a type. */
static bres_status choose_type(const bres_problem *problem, bres_judge_options *options)
{
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
    status = bres__options_take(options, given, &options_type);
    if (status == BRES_OK && options->max_samples < options->min_samples)
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "bres_judge_options.max_samples is %lld (expected at least "
                             "min_samples, %lld)",
                             (long long)options->max_samples, (long long)options->min_samples);
    return status == BRES_OK ? choose_type(problem, options) : status;
}
