/* SPDX-License-Identifier: MIT */
#include "race/functions.h"

#include "measure/options.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>

#define PROGRESS_INTERVAL UINT64_C(100000000)

static bool side_has_function(const bres_race_side *side, bool cuda)
{
    const bool on_cpu = side->cpu != NULL || side->cpu_batch != NULL;

    return cuda ? side->cuda != NULL && !on_cpu
                : on_cpu && side->cuda == NULL && (side->cpu == NULL || side->cpu_batch == NULL);
}

static bres_status sides_check(const bres__function_race *self, const char *function, bool cuda)
{
    for (unsigned i = 0; i < BRES__RACE_SIDES; i++) {
        const bres_race_side *side = self->sides[i];
        const char *name = bres__race_side_names[i];

        if (side == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: the %s is NULL", function, name);
        if (!side_has_function(side, cuda))
            return bres__error(BRES_ERROR_ARGUMENT,
                               "%s: the %s needs one function %s, and no other", function, name,
                               cuda ? "for the GPU" : "on the CPU");
        if (side->axis_count != 0 && side->axes == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "%s: the %s has %zu axis values that are NULL",
                               function, name, side->axis_count);
    }
    return BRES_OK;
}

static bres_status states_add(bres__function_race *self)
{
    bres_status status = BRES_OK;

    for (unsigned i = 0; i < BRES__RACE_SIDES && status == BRES_OK; i++) {
        const bres_race_side *side = self->sides[i];

        if (side->bench == NULL)
            continue;
        status = bres_subbench_add_state(side->bench, &self->states[i]);
        if (status == BRES_OK)
            status =
                bres__measure_axes_put(self->states[i], side->bench, side->axes, side->axis_count);
    }
    return status;
}

/* Drops the states in reverse order, because both may belong to one benchmark. */
static void states_drop(const bres__function_race *self)
{
    for (unsigned i = BRES__RACE_SIDES; i-- > 0;) {
        if (self->states[i] != NULL)
            bres__subbench_drop_state(self->sides[i]->bench, self->states[i]);
    }
}

static bool hook_interrupted(void *user)
{
    return bres__race_is_interrupted(&((bres__function_race *)user)->race);
}

static void hook_log(void *user, bres_log_level level, const char *message)
{
    const bres_race_options *options = &((bres__function_race *)user)->race.options;

    options->log(options->log_user, level, message);
}

bres_status bres__function_race_open(bres__function_race *self, const char *function, bool cuda,
                                     const bres_race_options *options)
{
    bres_status status = sides_check(self, function, cuda);

    bres__settings_init(&self->settings);
    if (status == BRES_OK)
        status = bres__race_open(&self->race, options);
    if (status != BRES_OK)
        return status;
    self->race.tests_carry_over = true;
    self->hooks = (bres__measure_hooks){
        .interrupted = hook_interrupted,
        .log = self->race.options.log != NULL ? hook_log : NULL,
        .user = self,
    };
    status = bres__race_add_row(&self->race, NULL, NULL);
    return status == BRES_OK ? states_add(self) : status;
}

const bres__race_row *bres__function_race_row(const bres__function_race *self)
{
    return &self->race.rows[0];
}

static bres_status source_measure(void *user, unsigned side, bool *taken)
{
    bres__function_race *self = user;

    return self->measure(self->user, side, &self->seconds[side], taken);
}

static bres_status source_time(void *user, const bres__race_row *row, unsigned side,
                               double *seconds)
{
    (void)row;
    *seconds = ((const bres__function_race *)user)->seconds[side];
    return BRES_OK;
}

static void source_report(void *user)
{
    const bres__function_race *self = user;
    const bres_race_options *options = &self->race.options;
    const bres__sequential *sequential = &bres__function_race_row(self)->sequential;
    bres__sequential_estimate estimate;

    bres__sequential_estimate_of(sequential, &estimate);
    options->progress(options->progress_user, sequential->count, exp(estimate.center),
                      exp(estimate.lower), exp(estimate.upper));
}

bres_status bres__function_race_run(bres__function_race *self)
{
    const bres__race_source source = {
        .user = self,
        .measure = source_measure,
        .time = source_time,
        .report = self->race.options.progress != NULL ? source_report : NULL,
        .report_interval = PROGRESS_INTERVAL,
    };

    return bres__race_run(&self->race, &source);
}

/* Race summaries are hidden: a table of one side's times has no use for them. */
static bres_status summary_add(bres_state *state, const char *tag, const char *name,
                               const char *description, bres_summary **summary)
{
    const bres_status status = bres_state_add_summary(state, tag, summary);

    return status == BRES_OK
               ? bres_summary_set_texts(*summary, name, description, NULL, "Hidden by default.")
               : status;
}

static bres_status add_text(bres_state *state, const char *tag, const char *name,
                            const char *description, const char *value)
{
    bres_summary *summary;
    const bres_status status = summary_add(state, tag, name, description, &summary);

    return status == BRES_OK ? bres_summary_set_string(summary, "value", value) : status;
}

static bres_status add_real(bres_state *state, const char *tag, const char *name,
                            const char *description, double value)
{
    bres_summary *summary;
    const bres_status status = summary_add(state, tag, name, description, &summary);

    return status == BRES_OK ? bres_summary_set_float64(summary, "value", value) : status;
}

/* Adds the summaries that say how the samples of the two sides are paired. */
static bres_status add_pairing(const bres__function_race *self, unsigned side, bres_state *state)
{
    const bres__race_row *row = bres__function_race_row(self);
    char seed[BRES__NUMBER_SIZE];
    bres_status status;

    bres__format(seed, sizeof(seed), "%" PRIu64, self->race.options.seed);
    status = add_text(state, "bres/race/side", "Side", "Which side of the race this is.",
                      bres__race_side_names[side]);
    if (status == BRES_OK)
        status = add_text(state, "bres/race/order", "Order",
                          "For each sample, with which the other side's of the same place is a "
                          "pair: R when the reference was measured first, C when the candidate "
                          "was.",
                          row->sequential.count > 0 ? row->order : "");
    if (status == BRES_OK)
        status = add_text(state, "bres/race/seed", "Seed", "Of the order within pairs.", seed);
    return status;
}

static bres_status add_ratio(const bres_race_outcome *outcome, bres_state *state)
{
    bres_status status =
        add_text(state, "bres/race/verdict", "Verdict", "Of the candidate against the reference.",
                 bres_verdict_name((bres_verdict)outcome->verdict));

    if (status == BRES_OK && outcome->pairs > 0)
        status = add_real(state, "bres/race/ratio", "Ratio",
                          "The candidate's time over the reference's.", outcome->ratio);
    if (status != BRES_OK || !isfinite(outcome->upper))
        return status;
    status = add_real(state, "bres/race/ratio/lower", "Ratio, Lower",
                      "Lower end of the interval that covers the ratio at all times at once.",
                      outcome->lower);
    if (status == BRES_OK)
        status = add_real(state, "bres/race/ratio/upper", "Ratio, Upper",
                          "Upper end of that interval.", outcome->upper);
    return status;
}

bres_status bres__function_race_finish(bres__function_race *self, bres_race_outcome *outcome)
{
    bres__race_row *row = &self->race.rows[0];
    bres_status status = BRES_OK;

    bres__race_row_set_verdict(row);
    row->outcome.stop_reason = self->race.stop_reason;
    row->outcome.block_size = self->block_size;
    row->outcome.seconds = (double)self->race.elapsed * 1e-9;
    status = bres__race_row_set_times(row);
    if (status == BRES_OK)
        status = bres__race_row_set_carry_over(&self->race, row);
    *outcome = row->outcome;
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        bres_state *state = self->states[side];

        if (state == NULL)
            continue;
        status = self->fill(self->user, side, state);
        if (status == BRES_OK)
            status = add_pairing(self, side, state);
        if (status == BRES_OK)
            status = add_ratio(outcome, state);
    }
    return status;
}

bres_status bres__function_race_close(bres__function_race *self, bres_status status,
                                      bres_race_outcome *outcome)
{
    if (status == BRES_OK) {
        outcome->reference = self->states[BRES__RACE_REFERENCE];
        outcome->candidate = self->states[BRES__RACE_CANDIDATE];
    } else {
        states_drop(self);
        bres_race_outcome_init(outcome);
    }
    bres__settings_free(&self->settings);
    bres__race_free(&self->race);
    return status;
}
