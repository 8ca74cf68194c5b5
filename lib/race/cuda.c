/* SPDX-License-Identifier: MIT */
/*
 * A race on a GPU: isolated samples of both sides on one stream.
 */
#include "measure/gpu/cold.h"
#include "measure/gpu/options.h"
#include "measure/gpu/session.h"
#include "measure/options.h"
#include "race/functions.h"

/* Everything that one race needs. */
typedef struct cuda_race {
    bres__function_race base;
    bres__cuda_body bodies[BRES__RACE_SIDES];
    bres__cuda_setup setup;
    bres__cuda_session session;
    bres__cold cold[BRES__RACE_SIDES]; /* its samples are the row's times */
} cuda_race;

static void race_init_sides(cuda_race *self)
{
    bres__function_race *base = &self->base;

    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        self->bodies[side] = (bres__cuda_body){
            .launch = base->sides[side]->cuda,
            .context = base->sides[side]->context,
            .flags = self->setup.options.flags,
        };
        bres__cold_init(&self->cold[side], &self->session.launch, &self->bodies[side],
                        &self->setup.gpu, &base->settings, &base->hooks);
    }
}

/* A sample is stored at the index of its pair; the next pair reuses the index of a discarded
 * pair. */
static bres_status side_measure(void *user, unsigned side, double *seconds, bool *taken)
{
    cuda_race *self = user;
    const size_t pair = bres__function_race_row(&self->base)->sequential.count;
    const bres_status status = bres__cold_take(&self->cold[side], pair, seconds, taken);

    *taken = *taken && *seconds > 0;
    return status;
}

static bres_status race_measure(cuda_race *self)
{
    bres__function_race *base = &self->base;
    bres_status status = BRES_OK;
    double last;

    race_init_sides(self);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = bres__cold_warm_up(&self->cold[side], &last);
    if (status == BRES_OK)
        status = bres__function_race_run(base);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        bres__cold *cold = &self->cold[side];

        bres__cold_ask_reasons(cold);
        cold->sampling.count = bres__function_race_row(base)->sequential.count;
        cold->sampling.elapsed = base->race.elapsed;
        status = bres__cold_judge_streams(cold);
    }
    return status;
}

static bres_status state_fill(void *user, unsigned side, bres_state *state)
{
    cuda_race *self = user;
    const bres_race_options *options = &self->base.race.options;
    bres__cold *cold = &self->cold[side];
    bres_status status = bres_state_set_device(state, self->setup.options.device);

    cold->sampling.samples = bres__function_race_row(&self->base)->seconds[side];
    if (status == BRES_OK)
        status = bres__cold_add_summaries(cold, state, options->elements, options->global_bytes);
    cold->sampling.samples = NULL; /* the row owns the samples */
    return status;
}

static bres_status race_load(cuda_race *self, const bres_cuda_options *cuda)
{
    bres__function_race *base = &self->base;
    const bres_status status = bres__cuda_setup_load(&self->setup, cuda, &base->settings);

    return status == BRES_OK ? bres__settings_set_int64(&base->settings, "cold_warmup_runs",
                                                        base->race.options.warmup_runs)
                             : status;
}

static bres_status race_run(cuda_race *self, bres_race_outcome *outcome)
{
    bres__function_race *base = &self->base;
    bres_status status = bres__cuda_session_begin(&self->session, self->setup.gpu.context,
                                                  bres_cuda_stream_handle(self->setup.stream),
                                                  &base->race.clock, base->settings.blocking_limit);

    if (status == BRES_OK)
        status = race_measure(self);
    if (status == BRES_OK)
        status = bres__function_race_finish(base, outcome);
    bres__cuda_session_end(&self->session);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        bres__cold_free(&self->cold[side]);
    return status;
}

bres_status bres_race_cuda(const bres_race_side *reference, const bres_race_side *candidate,
                           const bres_race_options *options, const bres_cuda_options *cuda,
                           bres_race_outcome *outcome)
{
    cuda_race self = {
        .base = {
            .sides = { reference, candidate },
            .block_size = 1,
            .measure = side_measure,
            .fill = state_fill,
            .user = &self,
        },
    };
    bres_status status = bres__race_outcome_check(outcome);

    if (status != BRES_OK)
        return status;
    status = bres__function_race_open(&self.base, "bres_race_cuda", true, options);
    if (status == BRES_OK)
        status = bres__clock_kind_check_gpu(self.base.race.options.clock_kind,
                                            "bres_race_options.clock_kind");
    if (status == BRES_OK)
        status = race_load(&self, cuda);
    if (status == BRES_OK)
        status = bres__cuda_setup_open(&self.setup, &self.base.race.clock);
    if (status == BRES_OK)
        status = race_run(&self, outcome);
    bres__cuda_setup_close(&self.setup);
    return bres__function_race_close(&self.base, status, outcome);
}
