/* SPDX-License-Identifier: MIT */
#include "measure/gpu/options.h"
#include "measure/gpu/launch.h"

#include <stddef.h>

/* Size of bres_cuda_options in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_cuda_options, blocking_limit) + sizeof(double))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_cuda_options), "the options have no padding");

void bres_cuda_options_init(bres_cuda_options *options)
{
    bres__settings settings;

    if (options == NULL)
        return;
    bres__settings_init(&settings);
    *options = (bres_cuda_options){
        .size = sizeof(*options),
        .batch_target_time = settings.batch_target_time,
        .throttle_threshold = settings.throttle_threshold,
        .throttle_recovery_delay = settings.throttle_recovery_delay,
        .blocking_limit = settings.blocking_limit,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_cuda_options, flags, BRES__CUDA_FLAGS),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_cuda_options, OPTIONS_FIRST_SIZE, option_fields);

static bres_status options_settings(const bres_cuda_options *cuda, bres__settings *settings)
{
    bres_status status;

    settings->strict_streams = cuda->strict_streams != 0;
    status = bres__settings_set_float64(settings, "batch_target_time", cuda->batch_target_time);
    if (status == BRES_OK)
        status =
            bres__settings_set_float64(settings, "throttle_threshold", cuda->throttle_threshold);
    if (status == BRES_OK)
        status = bres__settings_set_float64(settings, "throttle_recovery_delay",
                                            cuda->throttle_recovery_delay);
    if (status == BRES_OK)
        status = bres__settings_set_float64(settings, "blocking_limit", cuda->blocking_limit);
    return status;
}

bres_status bres__cuda_setup_load(bres__cuda_setup *setup, const bres_cuda_options *given,
                                  bres__settings *settings)
{
    bres_cuda_options *options = &setup->options;
    bres_status status;

    bres_cuda_options_init(options);
    status = bres__options_take(options, given, &options_type);
    return status == BRES_OK ? options_settings(options, settings) : status;
}

bres_status bres__cuda_setup_open(bres__cuda_setup *setup, const bres_clock *clock)
{
    const bres_cuda_options *options = &setup->options;
    bres_status status;

    setup->gpu.device = options->device;
    status = bres__gpu_open(&setup->gpu, clock);
    if (status != BRES_OK)
        return status;
    return options->has_stream != 0
               ? bres__cuda_stream_view(options->device, options->stream, &setup->stream)
               : bres_cuda_stream_new(options->device, &setup->stream);
}

void bres__cuda_setup_close(bres__cuda_setup *setup)
{
    bres_cuda_stream_free(setup->stream);
    bres__cuda_context_close(setup->gpu.context);
}
