/* SPDX-License-Identifier: MIT */
/*
 * Measures a launcher as a state of a result that is being built.
 */
#include "measure/gpu/measure.h"
#include "measure/gpu/options.h"
#include "measure/options.h"
#include "model/model.h"

/* Everything that one call needs. */
typedef struct launcher {
    bres__cuda_body body;
    bres_measure_options options;
    bres__settings settings;
    bres_clock clock;
    bres__cuda_setup setup;
} launcher;

static bres_status launcher_measure(const launcher *self, bres_state *state)
{
    bres__measure_caller caller = { .options = &self->options };
    const bres__measure_hooks hooks = bres__measure_caller_hooks(&caller);
    const bres__cuda_request request = {
        .body = &self->body,
        .gpu = &self->setup.gpu,
        .stream = bres_cuda_stream_handle(self->setup.stream),
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

static bres_status launcher_add_state(launcher *self, bres_subbench *bench, bres_state **state)
{
    bres_state *made = NULL;
    bres_status status = bres_subbench_add_state(bench, &made);

    if (status != BRES_OK)
        return status;
    status = bres_state_set_device(made, self->setup.options.device);
    if (status == BRES_OK)
        status = bres__measure_options_put(made, bench, &self->options, &self->settings);
    if (status == BRES_OK)
        status = bres__cuda_setup_open(&self->setup, &self->clock);
    if (status == BRES_OK)
        status = launcher_measure(self, made);
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
    launcher self = { .body = { .launch = fn, .context = context } };
    bres_status status;

    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measure_cuda: state is NULL");
    *state = NULL;
    if (fn == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measure_cuda: fn is NULL");
    status = bres__measure_options_load(options, &self.options, &self.settings, &self.clock);
    if (status == BRES_OK)
        status =
            bres__clock_kind_check_gpu(self.options.clock_kind, "bres_measure_options.clock_kind");
    if (status == BRES_OK)
        status = bres__cuda_setup_load(&self.setup, cuda, &self.settings);
    self.body.flags = self.setup.options.flags;
    if (status == BRES_OK)
        status = launcher_add_state(&self, bench, state);
    bres__cuda_setup_close(&self.setup);
    bres__settings_free(&self.settings);
    return status;
}
