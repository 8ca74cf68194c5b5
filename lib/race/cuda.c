/* SPDX-License-Identifier: MIT */
/*
 * A race on a GPU: isolated samples of both sides on one stream.
 */
#include "measure/gpu/cold.h"
#include "measure/gpu/options.h"
#include "measure/gpu/session.h"
#include "race/race.h"

#include <stddef.h>

/* Everything that one race needs. */
typedef struct cuda_race {
    bres__race race;
    const bres_race_side *racers[BRES__RACE_SIDES];
    bres__cuda_body bodies[BRES__RACE_SIDES];
    bres__settings settings;
    bres__measure_hooks hooks;
    bres__cuda_setup setup;
    bres__cuda_session session;
    bres__cold cold[BRES__RACE_SIDES]; /* its samples are those of the race */
    bres_state *states[BRES__RACE_SIDES];
} cuda_race;

static bool hook_is_interrupted(void *user)
{
    cuda_race *self = user;

    return bres__race_is_interrupted(&self->race);
}

static void hook_log(void *user, bres_log_level level, const char *message)
{
    const bres_race_options *options = &((cuda_race *)user)->race.options;

    options->log(options->log_user, level, message);
}

/* --- Samples ---------------------------------------------------------------------------------- */

static void race_set_sides(cuda_race *self)
{
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        self->bodies[side] = (bres__cuda_body){
            .launch = self->racers[side]->cuda,
            .context = self->racers[side]->context,
            .flags = self->setup.options.flags,
        };
        bres__cold_init(&self->cold[side], &self->session.launch, &self->bodies[side],
                        &self->setup.gpu, &self->settings, &self->hooks);
    }
}

/* What a sample has beside its time is kept by the number of its pair. A pair that is discarded
 * leaves that number to the next. */
static bres_status race_block(void *user, unsigned side, double *seconds, bool *taken)
{
    cuda_race *self = user;
    const bres_status status = bres__cold_take(&self->cold[side], self->race.count, seconds, taken);

    *taken = *taken && *seconds > 0;
    return status;
}

static bres_status race_measure(cuda_race *self)
{
    bres_status status = BRES_OK;
    double last;

    race_set_sides(self);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = bres__cold_warm_up(&self->cold[side], &last);
    if (status == BRES_OK)
        status = bres__race_run(&self->race, race_block, self);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        bres__cold_ask_reasons(&self->cold[side]);
        self->cold[side].sampling.count = self->race.count;
        self->cold[side].sampling.elapsed = self->race.elapsed;
        status = bres__cold_judge_streams(&self->cold[side]);
    }
    return status;
}

/* --- States ----------------------------------------------------------------------------------- */

static bres_status race_fill_state(cuda_race *self, const bres_race_outcome *outcome, unsigned side)
{
    const bres_race_options *options = &self->race.options;
    bres__cold *cold = &self->cold[side];
    bres_state *state = self->states[side];
    bres_status status;

    if (state == NULL)
        return BRES_OK;
    cold->sampling.samples = self->race.seconds[side];
    status = bres_state_set_device(state, self->setup.options.device);
    if (status == BRES_OK)
        status = bres__cold_add_summaries(cold, state, options->elements, options->global_bytes);
    cold->sampling.samples = NULL;
    return status == BRES_OK ? bres__race_add_summaries(&self->race, outcome, side, state) : status;
}

static bres_status race_conclude(cuda_race *self, bres_race_outcome *outcome)
{
    bres_status status = BRES_OK;

    bres__race_conclude(&self->race, outcome);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = race_fill_state(self, outcome, side);
    return status;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bres_status race_prepare(cuda_race *self, const bres_race_options *options,
                                const bres_cuda_options *cuda)
{
    const bres_race_options *loaded = &self->race.options;
    bres_status status = bres__racers_check("bres_race_cuda", self->racers, true);

    bres__settings_init(&self->settings);
    if (status == BRES_OK)
        status = bres__race_open(&self->race, options);
    if (status == BRES_OK)
        status = bres__cuda_setup_load(&self->setup, cuda, &self->settings);
    if (status == BRES_OK)
        status = bres__settings_set_int64(&self->settings, "cold_warmup_runs", loaded->warmup_runs);
    if (status != BRES_OK)
        return status;
    self->hooks = (bres__measure_hooks){
        .interrupted = hook_is_interrupted,
        .log = loaded->log != NULL ? hook_log : NULL,
        .user = self,
    };
    return bres__race_states_add(self->racers, self->states);
}

static bres_status race_run(cuda_race *self, bres_race_outcome *outcome)
{
    bres_status status = bres__cuda_session_begin(&self->session, self->setup.gpu.context,
                                                  bres_cuda_stream_handle(self->setup.stream),
                                                  &self->race.clock, self->settings.blocking_limit);

    if (status == BRES_OK)
        status = race_measure(self);
    if (status == BRES_OK)
        status = race_conclude(self, outcome);
    bres__cuda_session_end(&self->session);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        bres__cold_free(&self->cold[side]);
    return status;
}

bres_status bres_race_cuda(const bres_race_side *reference, const bres_race_side *candidate,
                           const bres_race_options *options, const bres_cuda_options *cuda,
                           bres_race_outcome *outcome)
{
    cuda_race self = { .racers = { reference, candidate } };
    bres_status status = bres__race_outcome_check(outcome);

    if (status != BRES_OK)
        return status;
    status = race_prepare(&self, options, cuda);
    if (status == BRES_OK)
        status = bres__cuda_setup_open(&self.setup, &self.race.clock);
    if (status == BRES_OK)
        status = race_run(&self, outcome);
    if (status == BRES_OK) {
        outcome->reference = self.states[BRES__RACE_REFERENCE];
        outcome->candidate = self.states[BRES__RACE_CANDIDATE];
    } else {
        bres__race_states_drop(self.racers, self.states);
        bres_race_outcome_init(outcome);
    }
    bres__cuda_setup_close(&self.setup);
    bres__settings_free(&self.settings);
    bres__race_free(&self.race);
    return status;
}
