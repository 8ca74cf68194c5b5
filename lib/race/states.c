/* SPDX-License-Identifier: MIT */
/*
 * The states of a race: what each side has measured, and how the two belong together.
 */
#include "race/race.h"

#include "measure/options.h"
#include "model/model.h"

#include <inttypes.h>
#include <math.h>

void bres__race_states_drop(const bres_race_side *const *racers, bres_state **states)
{
    /* In reverse: both may be of one benchmark. */
    for (unsigned side = BRES__RACE_SIDES; side-- > 0;) {
        if (states[side] != NULL)
            bres__subbench_drop_state(racers[side]->bench, states[side]);
        states[side] = NULL;
    }
}

bres_status bres__race_states_add(const bres_race_side *const *racers, bres_state **states)
{
    bres_status status = BRES_OK;

    states[BRES__RACE_REFERENCE] = NULL;
    states[BRES__RACE_CANDIDATE] = NULL;
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        const bres_race_side *racer = racers[side];

        if (racer->bench == NULL)
            continue;
        status = bres_subbench_add_state(racer->bench, &states[side]);
        if (status == BRES_OK)
            status =
                bres__measure_axes_put(states[side], racer->bench, racer->axes, racer->axis_count);
    }
    if (status != BRES_OK)
        bres__race_states_drop(racers, states);
    return status;
}

/* --- Summaries -------------------------------------------------------------------------------- */

/* All are hidden: a table of one side's times has no use for them. */
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

/* How the samples of the two sides belong together. */
static bres_status add_pairing(const bres__race *race, unsigned side, bres_state *state)
{
    char seed[BRES__NUMBER_SIZE];
    bres_status status;

    bres__format(seed, sizeof(seed), "%" PRIu64, race->options.seed);
    status = add_text(state, "bres/race/side", "Side", "Which side of the race this is.",
                      side == BRES__RACE_REFERENCE ? "reference" : "candidate");
    if (status == BRES_OK)
        status = add_text(state, "bres/race/order", "Order",
                          "For each sample, with which the other side's of the same place is a "
                          "pair: R when the reference was measured first, C when the candidate "
                          "was.",
                          race->count > 0 ? race->order : "");
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

bres_status bres__race_add_summaries(const bres__race *race, const bres_race_outcome *outcome,
                                     unsigned side, bres_state *state)
{
    const bres_status status = add_pairing(race, side, state);

    return status == BRES_OK ? add_ratio(outcome, state) : status;
}
