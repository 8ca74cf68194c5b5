/* SPDX-License-Identifier: MIT */
/*
 * A measurement on a GPU: isolated samples, then batches.
 */
#include "measure/gpu/measure.h"
#include "measure/gpu/batch.h"
#include "measure/gpu/cold.h"
#include "measure/gpu/session.h"

static const bres__measure_hooks no_hooks = { 0 };

/* A measurement while it runs. */
typedef struct measurement {
    const bres__cuda_request *request;
    const bres__measure_hooks *hooks;
    bres__cuda_session session;
    bres__cold cold;
    bres_criterion *own; /* stdrel, if the settings have no criterion */
} measurement;

static bool request_has_batches(const bres__cuda_request *request)
{
    return request->body->flags == 0 && !request->settings->no_batch &&
           !request->settings->run_once;
}

static bres_status measurement_start(measurement *self)
{
    const bres__cuda_request *request = self->request;
    bres_criterion *criterion = request->settings->criterion;
    bres_status status = BRES_OK;

    if (criterion == NULL) {
        status = bres__criterion_default(&self->own);
        criterion = self->own;
    }
    bres__cold_init(&self->cold, &self->session.launch, request->body, request->gpu,
                    request->settings, self->hooks);
    self->cold.sampling.criterion = criterion;
    return status == BRES_OK ? bres_criterion_start(criterion) : status;
}

static bres_status measurement_warm_up(measurement *self, bool *skipped, char *reason)
{
    const double skip_time = self->request->settings->skip_time;
    double last;
    const bres_status status = bres__cold_warm_up(&self->cold, &last);

    if (status != BRES_OK || skip_time <= 0 || last < 0 || last >= skip_time)
        return status;
    *skipped = true;
    bres__format(reason, BRES__SKIP_REASON,
                 "the last warm-up took %.3f us, less than the skip time of %.3f us", last * 1e6,
                 skip_time * 1e6);
    return BRES_OK;
}

static bres_status measurement_run_cold(measurement *self)
{
    const bres__cuda_request *request = self->request;
    bres_status status = bres__cold_run(&self->cold);

    if (status == BRES_OK)
        status = bres__cold_judge_streams(&self->cold);
    if (status == BRES_OK)
        status = bres__cold_add_summaries(&self->cold, request->state, request->elements,
                                          request->global_bytes);
    if (status == BRES_OK)
        bres__cold_warn(&self->cold, request->state);
    return status;
}

static bres_status measurement_run_batch(measurement *self)
{
    const bres__cuda_request *request = self->request;
    const int64_t cold = (int64_t)self->cold.sampling.count;
    const int64_t least = request->settings->min_samples;
    bres__batch batch = {
        .launch = &self->session.launch,
        .body = request->body,
        .settings = request->settings,
        .clock = request->clock,
        .hooks = self->hooks,
        .blocking = self->cold.blocking,
        .min_samples = cold > least ? cold : least,
    };
    bres_status status = bres__batch_run(&batch);

    if (status == BRES_OK)
        status = bres__batch_add_summaries(&batch, request->state);
    if (status == BRES_OK)
        bres__batch_warn(&batch);
    return status;
}

static bres_status measurement_run(measurement *self, bool *skipped, char *reason)
{
    bres_status status = measurement_start(self);

    if (status == BRES_OK)
        status = measurement_warm_up(self, skipped, reason);
    if (status != BRES_OK || *skipped)
        return status;
    status = measurement_run_cold(self);
    if (status == BRES_OK && request_has_batches(self->request) &&
        !bres__sampling_is_interrupted(&self->cold.sampling))
        status = measurement_run_batch(self);
    return status;
}

bres_status bres__measure_cuda(const bres__cuda_request *request, bool *skipped, char *reason)
{
    measurement self = {
        .request = request,
        .hooks = request->hooks != NULL ? request->hooks : &no_hooks,
    };
    bres_status status =
        bres__cuda_session_begin(&self.session, request->gpu->context, request->stream,
                                 request->clock, request->settings->blocking_limit);

    *skipped = false;
    reason[0] = '\0';
    if (status == BRES_OK)
        status = measurement_run(&self, skipped, reason);
    bres__cuda_session_end(&self.session);
    bres__cold_free(&self.cold);
    bres_criterion_free(self.own);
    return status;
}
