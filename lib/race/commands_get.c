/* SPDX-License-Identifier: MIT */
/*
 * Returns the outcome of a race of commands, one value at a time.
 */
#include "race/commands.h"

bres_race_stop bres_command_race_stop_reason(const bres_command_race *race)
{
    return race != NULL ? race->race.stop_reason : 0;
}

const char *bres_command_race_message(const bres_command_race *race)
{
    return race != NULL ? race->message : "";
}

uint64_t bres_command_race_pair_count(const bres_command_race *race)
{
    return race != NULL ? race->race.rounds : 0;
}

size_t bres_command_race_decided_count(const bres_command_race *race)
{
    return race != NULL ? race->race.decided : 0;
}

double bres_command_race_seconds(const bres_command_race *race)
{
    return race != NULL ? (double)race->race.elapsed * 1e-9 : 0;
}

size_t bres_command_race_row_count(const bres_command_race *race)
{
    return race != NULL ? race->race.row_count : 0;
}

static const bres__race_row *row_at(const bres_command_race *race, size_t index)
{
    return race != NULL && index < race->race.row_count ? &race->race.rows[index] : NULL;
}

const bres_race_outcome *bres_command_race_row_at(const bres_command_race *race, size_t index)
{
    const bres__race_row *row = row_at(race, index);

    return row != NULL ? &row->outcome : NULL;
}

const char *bres_command_race_row_bench(const bres_command_race *race, size_t index)
{
    const bres__race_row *row = row_at(race, index);

    return row != NULL ? row->bench : NULL;
}

const char *bres_command_race_row_state(const bres_command_race *race, size_t index)
{
    const bres__race_row *row = row_at(race, index);

    return row != NULL ? row->state : NULL;
}
