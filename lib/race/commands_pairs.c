/* SPDX-License-Identifier: MIT */
/*
 * The pairs of a race of two commands. Each pair is run, or loaded if an earlier race has run it;
 * the race keeps its results.
 */
#include "race/commands.h"

#include <inttypes.h>

/* The outcome of a row is updated after each pair up to this number; after that less often, because
 * an update reads all pairs. */
#define ESTIMATED_PAIRS 64

/* Reserves memory for the results of one more pair. */
static bool runs_reserve(bres_command_race *race)
{
    const size_t pairs = race->race.rounds;
    bool done = true;

    for (unsigned side = 0; side < race->race.side_count && done; side++) {
        void *runs = race->runs[side];

        done = bres__array_reserve(&runs, &race->run_capacity[side], pairs + 1,
                                   sizeof(*race->runs[side]));
        race->runs[side] = runs;
    }
    return done;
}

/* Keeps the results of a pair. */
static bres_status pair_keep(bres_command_race *race, char order)
{
    const size_t pairs = race->race.rounds;
    bres_status status = race->collects ? BRES_OK : bres__command_rows_add(race);

    if (status != BRES_OK)
        return status;
    if (!runs_reserve(race))
        return bres__error_memory();
    bres__text_putc(&race->order, order);
    if (race->order.failed)
        return bres__error_memory();
    for (unsigned side = 0; side < race->race.side_count; side++) {
        bres__race_warn_of_repetition(race, side);
        race->runs[side][pairs] = bres_result_ref(race->current[side]);
    }
    race->place = 0;
    return BRES_OK;
}

static void current_release(bres_command_race *race, unsigned side)
{
    bres_result_unref(race->current[side]);
    race->current[side] = NULL;
}

/* Ends the race without an error if a command has failed or was interrupted. Running out of memory
 * stays an error. */
static bres_status run_refused(bres_command_race *race, unsigned side, bres_status status)
{
    if (status == BRES_ERROR_MEMORY)
        return status;
    if (bres__race_is_interrupted(&race->race)) {
        race->race.stop_reason = BRES_RACE_INTERRUPTED;
        return BRES_OK;
    }
    race->race.stop_reason = BRES_RACE_FAILED;
    bres__format(race->message, sizeof(race->message), "pair %" PRIu64 ", the %s: %s",
                 race->race.rounds + 1, bres__race_side_names[side], bres_last_error());
    return BRES_OK;
}

static bres_status source_run(void *user, unsigned side, bool *taken)
{
    bres_command_race *race = user;
    bres_status status;

    *taken = true;
    current_release(race, side);
    status = bres__race_command_prepare(race);
    if (status == BRES_OK)
        status = bres__race_command_run(race, side, race->race.rounds, &race->current[side]);
    race->place++;
    return status == BRES_OK ? BRES_OK : run_refused(race, side, status);
}

static bres_status source_load(void *user, unsigned side, bool *taken)
{
    bres_command_race *race = user;

    *taken = true;
    current_release(race, side);
    return bres__race_command_load(race, side, race->race.rounds, &race->current[side]);
}

static bres_status source_complete_run(void *user, const unsigned *order)
{
    bres_command_race *race = user;
    const char letter = bres__race_order_letter(order);
    const bres_status status = bres__race_command_record(race, letter);

    if (status == BRES_OK)
        return pair_keep(race, letter);
    if (status == BRES_ERROR_MEMORY)
        return status;
    /* Ends the race without an error, because the earlier pairs are complete. */
    race->race.stop_reason = BRES_RACE_FAILED;
    bres__format(race->message, sizeof(race->message), "pair %" PRIu64 ": %s",
                 race->race.rounds + 1, bres_last_error());
    return BRES_OK;
}

static bres_status source_complete_load(void *user, const unsigned *order)
{
    return pair_keep(user, bres__race_order_letter(order));
}

static bres_status source_time(void *user, const bres__race_row *row, unsigned side,
                               double *seconds)
{
    const bres_command_race *race = user;

    return bres__command_row_time(race->current[side], row->bench, row->state, seconds);
}

/* Whether the outcome of the row is updated after this pair. */
static bool row_is_due(const bres__race_row *row)
{
    const size_t count = row->sequential.count;

    if (row->outcome.stop_reason == BRES_RACE_DECIDED)
        return row->outcome.verdict == BRES_AMBIGUOUS;
    return count > 0 && count % (1 + count / ESTIMATED_PAIRS) == 0;
}

static void source_report(void *user)
{
    bres_command_race *race = user;

    for (size_t i = 0; i < race->race.row_count; i++) {
        if (row_is_due(&race->race.rows[i]))
            bres__race_row_set_verdict(&race->race.rows[i]);
    }
    race->options.progress(race->options.progress_user, race);
}

bres__race_source bres__race_commands_source(bres_command_race *race, bool stored)
{
    return (bres__race_source){
        .user = race,
        .measure = stored ? source_load : source_run,
        .complete = stored ? source_complete_load : source_complete_run,
        .time = source_time,
        .report = race->options.progress != NULL ? source_report : NULL,
        .stored = stored,
    };
}
