/* SPDX-License-Identifier: MIT */
/*
 * A race on the CPU.
 */
#include "measure/cpu/blocks.h"
#include "race/functions.h"

/* The time budget has room for twice min_pairs pairs of blocks: this many blocks per pair. */
#define BLOCKS_PER_PAIR 4

/* Everything that one race needs. */
typedef struct cpu_race {
    bres__function_race base;
    bres__cpu_body bodies[BRES__RACE_SIDES];
    bres_clock sample_clock;
    bres__sampling sampling; /* of the block size search; also watches for failures */
    bres__beside beside[BRES__RACE_SIDES];
    unsigned refused; /* consecutive blocks without a time */
} cpu_race;

static void race_prepare(cpu_race *self)
{
    bres__function_race *base = &self->base;
    const bres_race_options *options = &base->race.options;

    if (options->max_time > 0)
        base->settings.timeout = options->max_time;
    base->settings.min_samples = BLOCKS_PER_PAIR * options->min_pairs;
    bres__clock_of_kind(&self->sample_clock, &base->race.clock, options->clock_kind);
    self->sampling = (bres__sampling){
        .settings = &base->settings,
        .clock = &base->race.clock,
        .sample_clock =
            options->clock_kind == BRES_CLOCK_WALL ? &base->race.clock : &self->sample_clock,
        .hooks = &base->hooks,
    };
    for (unsigned i = 0; i < BRES__RACE_SIDES; i++) {
        const bres_race_side *side = base->sides[i];

        bres__beside_open(&self->beside[i], &base->race.clock, options->clock_kind,
                          BRES__BESIDE_CLOCK);
        self->bodies[i] = (bres__cpu_body){
            .plain = side->cpu,
            .batched = side->cpu_batch,
            .context = side->context,
        };
    }
}

static void race_warm_up(cpu_race *self)
{
    bres__race *race = &self->base.race;

    for (int64_t run = 0; run < race->options.warmup_runs && !bres__race_is_late(race); run++) {
        for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
            bres__execution execution;

            if (bres__sampling_is_interrupted(&self->sampling))
                return;
            bres__execute(&self->bodies[side], self->sampling.sample_clock, 1, &execution);
        }
    }
}

/* Finds the block size that the shorter function needs, and uses it for both sides. The overhead of
 * a block then adds the same time to an execution of either side. */
static bres_status race_find_block_size(cpu_race *self)
{
    bres__sampling *sampling = &self->sampling;
    bres__clock_facts facts;
    bres_status status = BRES_OK;

    bres__clock_measure(sampling->sample_clock, &facts);
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        sampling->body = &self->bodies[side];
        status = bres__sampling_find_block_size(sampling, &facts, &bres__block_rule_short);
        if (sampling->block_size > self->base.block_size)
            self->base.block_size = sampling->block_size;
    }
    self->base.race.rows[0].sequential.options.clock_step =
        facts.resolution / (double)self->base.block_size;
    return status;
}

static bres_status side_measure(void *user, unsigned side, double *seconds, bool *taken)
{
    cpu_race *self = user;
    const uint64_t size = self->base.block_size;
    bres__beside *beside = &self->beside[side];
    bres__execution execution;

    if (!bres__beside_reserve(beside))
        return bres__error_memory();
    beside->elapsed = self->base.race.elapsed;
    bres__beside_begin(beside);
    bres__execute(&self->bodies[side], self->sampling.sample_clock, size, &execution);
    bres__beside_end(beside);
    if (self->sampling.failure.failed)
        return bres__failure_status(&self->sampling.failure);
    *taken = execution.outcome == BRES__OUTCOME_TIMED && execution.nanoseconds > 0;
    if (*taken) {
        *seconds = bres__seconds((uint64_t)execution.nanoseconds) / (double)size;
        bres__beside_keep(beside, size);
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
    bres__failure *failure = &self->sampling.failure;
    bres_status status;

    bres__failure_watch(failure);
    race_warm_up(self);
    status = race_find_block_size(self);
    if (status == BRES_OK && !failure->failed)
        status = bres__function_race_run(&self->base);
    bres__failure_unwatch(failure);
    return failure->failed ? bres__failure_status(failure) : status;
}

static bres_status state_fill(void *user, unsigned side, bres_state *state)
{
    cpu_race *self = user;
    const bres__function_race *base = &self->base;
    const bres__race_row *row = bres__function_race_row(base);
    bres_times times;
    bres_status status;

    bres_times_init(&times);
    times.count = row->sequential.count;
    times.cpu = row->seconds[side];
    times.walltime = bres__seconds(base->race.elapsed);
    times.elements = base->race.options.elements;
    times.global_bytes = base->race.options.global_bytes;
    status = bres__add_block_size(base->block_size, state);
    if (status == BRES_OK && times.count != 0)
        status = bres__add_median_interval(times.cpu, times.count, state);
    if (status == BRES_OK)
        status = bres_state_add_cpu_only_summaries(state, &times);
    return status == BRES_OK ? bres__beside_add_summaries(&self->beside[side], state) : status;
}

bres_status bres_race(const bres_race_side *reference, const bres_race_side *candidate,
                      const bres_race_options *options, bres_race_outcome *outcome)
{
    cpu_race self = {
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
    status = bres__function_race_open(&self.base, "bres_race", false, options);
    if (status == BRES_OK) {
        race_prepare(&self);
        status = race_measure(&self);
    }
    if (status == BRES_OK)
        status = bres__function_race_finish(&self.base, outcome);
    for (unsigned i = 0; i < BRES__RACE_SIDES; i++)
        bres__beside_close(&self.beside[i]);
    return bres__function_race_close(&self.base, status, outcome);
}
