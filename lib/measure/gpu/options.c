/* SPDX-License-Identifier: MIT */
/*
 * Measuring on a GPU into a result that is being built.
 */
#include "measure/gpu/setup.h"

#include <stddef.h>

/* Of bres_cuda_options as it was first published. */
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

bres_status bres__cuda_options_load(const bres_cuda_options *given, bres_cuda_options *cuda,
                                    bres__settings *settings)
{
    bres_status status;

    bres_cuda_options_init(cuda);
    status = bres__options_take(cuda, given, &options_type);
    return status == BRES_OK ? options_settings(cuda, settings) : status;
}

bres_status bres__cuda_options_open(const bres_cuda_options *cuda, const bres_clock *clock,
                                    bres__gpu *gpu, bres_cuda_stream **stream)
{
    bres_status status;

    gpu->device = cuda->device;
    status = bres__gpu_open(gpu, clock);
    if (status != BRES_OK)
        return status;
    return cuda->has_stream != 0 ? bres__cuda_stream_view(cuda->device, cuda->stream, stream)
                                 : bres_cuda_stream_new(cuda->device, stream);
}

bres_status bres__cuda_setup_load(bres__cuda_setup *self, const bres_measure_options *given,
                                  const bres_cuda_options *given_cuda)
{
    const bres_status status =
        bres__measure_options_load(given, &self->options, &self->settings, &self->clock);

    return status == BRES_OK ? bres__cuda_options_load(given_cuda, &self->cuda, &self->settings)
                             : status;
}

bres_status bres__cuda_setup_open(bres__cuda_setup *self)
{
    return bres__cuda_options_open(&self->cuda, &self->clock, &self->gpu, &self->stream);
}

void bres__cuda_setup_close(bres__cuda_setup *self)
{
    bres_cuda_stream_free(self->stream);
    bres__cuda_context_close(self->gpu.context);
    bres__settings_free(&self->settings);
}

static bres_status measure_run(const bres__cuda_setup *self, const bres__cuda_body *body,
                               bres_state *state)
{
    bres__measure_caller caller = { .options = &self->options };
    const bres__measure_hooks hooks = bres__measure_caller_hooks(&caller);
    const bres__cuda_request request = {
        .body = body,
        .gpu = &self->gpu,
        .stream = bres_cuda_stream_handle(self->stream),
        .settings = &self->settings,
        .clock = &self->clock,
        .hooks = &hooks,
        .state = state,
        .elements = self->options.elements,
        .global_bytes = self->options.global_bytes,
    };
    char reason[BRES__SKIP_REASON];
    bool skipped;
    const bres_status measured = bres__measure_cuda(&request, &skipped, reason);
    bres_status status = bres__measure_caller_end(&caller, measured);

    if (status == BRES_OK && skipped)
        status = bres_state_set_skipped(state, reason);
    return status;
}

static bres_status measure_add_state(bres__cuda_setup *self, const bres__cuda_body *body,
                                     bres_subbench *bench, bres_state **state)
{
    bres_state *made = NULL;
    bres_status status = bres_subbench_add_state(bench, &made);

    if (status != BRES_OK)
        return status;
    status = bres_state_set_device(made, self->cuda.device);
    if (status == BRES_OK)
        status = bres__measure_options_put(made, bench, &self->options, &self->settings);
    if (status == BRES_OK)
        status = bres__cuda_setup_open(self);
    if (status == BRES_OK)
        status = measure_run(self, body, made);
    if (status == BRES_OK)
        *state = made;
    else
        bres__subbench_drop_state(bench, made);
    return status;
}

bres_status bres_measure_cuda(bres_cuda_fn fn, void *context, const bres_measure_options *options,
                              const bres_cuda_options *cuda, bres_subbench *bench,
                              bres_state **state)
{
    bres__cuda_setup self = { .stream = NULL };
    bres__cuda_body body = { .launch = fn, .context = context };
    bres_status status;

    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measure_cuda: state is NULL");
    *state = NULL;
    if (fn == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measure_cuda: fn is NULL");
    status = bres__cuda_setup_load(&self, options, cuda);
    body.flags = self.cuda.flags;
    if (status == BRES_OK)
        status = measure_add_state(&self, &body, bench, state);
    bres__cuda_setup_close(&self);
    return status;
}
