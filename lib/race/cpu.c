/* SPDX-License-Identifier: MIT */
/*
 * A race on the CPU.
 */
#include "measure/cpu/blocks.h"
#include "race/race.h"

/* Blocks of both sides for each pair that is wanted at least, each of which gets its share of the
 * time, and as many again. */
#define BLOCKS_PER_PAIR 4

/* Blocks of a race are short: what the clock costs is the same on both sides, and the shorter a
 * block, the fewer are disturbed by what else the machine does. */
static const bres__block_rule block_rule = { .max_overhead = 1e-3, .growth = 2 };

/* Everything that one race needs. */
typedef struct cpu_race {
    bres__race race;
    const bres_race_side *racers[BRES__RACE_SIDES];
    bres__cpu_body bodies[BRES__RACE_SIDES];
    bres__settings settings;
    bres__measure_hooks hooks;
    bres__sampling sampling; /* of the search for a block size; it watches for failures */
    unsigned refused;        /* blocks in a row without a time */
    bres_state *states[BRES__RACE_SIDES];
} cpu_race;

/* A function that is called again and again. */
static void racer_repeat(void *context, uint64_t count)
{
    const bres_race_side *racer = context;

    for (uint64_t i = 0; i < count; i++)
        racer->cpu(racer->context);
}

static bool hook_is_interrupted(void *user)
{
    cpu_race *self = user;

    return bres__race_is_interrupted(&self->race);
}

static void race_set_bodies(cpu_race *self)
{
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        const bres_race_side *racer = self->racers[side];

        /* The adapter only reads. */
        self->bodies[side] =
            racer->cpu_batch != NULL
                ? (bres__cpu_body){ .batched = racer->cpu_batch, .context = racer->context }
                : (bres__cpu_body){ .batched = racer_repeat, .context = (void *)(uintptr_t)racer };
    }
}

/* --- Before the first pair -------------------------------------------------------------------- */

static void race_warm_up(cpu_race *self)
{
    bres__race *race = &self->race;

    for (int64_t run = 0; run < race->options.warmup_runs && !bres__race_is_late(race); run++) {
        for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
            bres__execution execution;

            if (bres__sampling_is_interrupted(&self->sampling))
                return;
            bres__execute(&self->bodies[side], &race->clock, 1, &execution);
        }
    }
}

/* The size that the shorter of the two needs, for both: whatever a block costs beside its
 * executions then is the same part of each. */
static bres_status race_find_block_size(cpu_race *self)
{
    bres__race *race = &self->race;
    bres__sampling *sampling = &self->sampling;
    bres__clock_facts facts;
    bres_status status = BRES_OK;

    bres__clock_measure(&race->clock, &facts);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        sampling->body = &self->bodies[side];
        status = bres__sampling_find_block_size_by(sampling, &facts, &block_rule);
        if (sampling->block_size > race->block_size)
            race->block_size = sampling->block_size;
    }
    return status;
}

/* --- Pairs ------------------------------------------------------------------------------------ */

static bres_status race_block(void *user, unsigned side, double *seconds, bool *taken)
{
    cpu_race *self = user;
    const uint64_t size = self->race.block_size;
    bres__execution execution;

    bres__execute(&self->bodies[side], &self->race.clock, size, &execution);
    if (self->sampling.failure.failed)
        return bres__failure_status(&self->sampling.failure);
    *taken = execution.outcome == BRES__OUTCOME_TIMED && execution.nanoseconds > 0;
    if (*taken) {
        *seconds = bres__seconds((uint64_t)execution.nanoseconds) / (double)size;
        self->refused = 0;
        return BRES_OK;
    }
    if (++self->refused < BRES__REFUSED_MAX)
        return BRES_OK;
    if (execution.outcome == BRES__OUTCOME_TIMED)
        return bres__error(BRES_ERROR_VALUE,
                           "%u blocks in a row took no time by this clock: it stands still, or the "
                           "functions are too short for it",
                           self->refused);
    return bres__execution_error(self->refused, execution.outcome);
}

static bres_status race_measure(cpu_race *self)
{
    bres__sampling *sampling = &self->sampling;
    bres_status status;

    bres__failure_watch(&sampling->failure);
    race_warm_up(self);
    status = race_find_block_size(self);
    if (status == BRES_OK && !sampling->failure.failed)
        status = bres__race_run(&self->race, race_block, self);
    bres__failure_unwatch(&sampling->failure);
    return sampling->failure.failed ? bres__failure_status(&sampling->failure) : status;
}

/* --- States ----------------------------------------------------------------------------------- */

static bres_status race_fill_state(cpu_race *self, const bres_race_outcome *outcome, unsigned side)
{
    const bres__race *race = &self->race;
    bres_state *state = self->states[side];
    bres_times times;
    bres_status status;

    if (state == NULL)
        return BRES_OK;
    bres_times_init(&times);
    times.count = race->count;
    times.cpu = race->seconds[side];
    times.walltime = (double)race->elapsed * 1e-9;
    times.elements = race->options.elements;
    times.global_bytes = race->options.global_bytes;
    status = bres__add_block_size(race->block_size, state);
    if (status == BRES_OK)
        status = bres_state_add_cpu_only_summaries(state, &times);
    return status == BRES_OK ? bres__race_add_summaries(race, outcome, side, state) : status;
}

/* --- The whole -------------------------------------------------------------------------------- */

static bres_status race_prepare(cpu_race *self, const bres_race_options *options)
{
    bres_race_options *loaded = &self->race.options;
    bres_status status = bres__racers_check("bres_race", self->racers, false);

    if (status == BRES_OK)
        status = bres__race_open(&self->race, options);
    if (status != BRES_OK)
        return status;
    bres__settings_init(&self->settings);
    if (loaded->max_time > 0)
        self->settings.timeout = loaded->max_time;
    self->settings.min_samples = BLOCKS_PER_PAIR * loaded->min_pairs;
    self->hooks = (bres__measure_hooks){ .interrupted = hook_is_interrupted, .user = self };
    self->sampling = (bres__sampling){
        .settings = &self->settings,
        .clock = &self->race.clock,
        .hooks = &self->hooks,
    };
    race_set_bodies(self);
    return bres__race_states_add(self->racers, self->states);
}

bres_status bres_race(const bres_race_side *reference, const bres_race_side *candidate,
                      const bres_race_options *options, bres_race_outcome *outcome)
{
    cpu_race self = { .racers = { reference, candidate } };
    bres_status status = bres__race_outcome_check(outcome);

    if (status != BRES_OK)
        return status;
    status = race_prepare(&self, options);
    if (status == BRES_OK)
        status = race_measure(&self);
    if (status == BRES_OK)
        bres__race_conclude(&self.race, outcome);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = race_fill_state(&self, outcome, side);
    if (status == BRES_OK) {
        outcome->reference = self.states[BRES__RACE_REFERENCE];
        outcome->candidate = self.states[BRES__RACE_CANDIDATE];
    } else {
        bres__race_states_drop(self.racers, self.states);
        bres_race_outcome_init(outcome);
    }
    bres__race_free(&self.race);
    return status;
}
