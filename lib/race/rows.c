/* SPDX-License-Identifier: MIT */
/*
 * The rows of a race of commands: states that both programs have.
 */
#include "race/commands.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Calls `take` for each state of a result that has these names, until it returns false. */
static void result_each(const bres_result *result, const char *bench, const char *state,
                        bool (*take)(void *user, const bres_state *state), void *user)
{
    for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
        const bres_subbench *subbench = bres_result_subbench_at(result, i);

        if (strcmp(bres_subbench_name(subbench), bench) != 0)
            continue;
        for (size_t j = 0; j < bres_subbench_state_count(subbench); j++) {
            const bres_state *found = bres_subbench_state_at(subbench, j);

            if (strcmp(bres_state_name(found), state) == 0 && !take(user, found))
                return;
        }
    }
}

static bool take_any(void *user, const bres_state *state)
{
    (void)state;
    *(bool *)user = true;
    return false;
}

static bool result_has(const bres_result *result, const char *bench, const char *state)
{
    bool has = false;

    result_each(result, bench, state, take_any, &has);
    return has;
}

/* Median times of states that are alike: repeats within one run. */
typedef struct medians {
    double *values;
    size_t count;
    size_t capacity;
    bool failed;
} medians;

static bool take_median(void *user, const bres_state *state)
{
    medians *self = user;
    double median;

    if (!bres_state_median(state, &median) || !(median > 0) || !isfinite(median))
        return true;
    self->failed = !bres__doubles_reserve(&self->values, &self->capacity, self->count + 1);
    if (!self->failed)
        self->values[self->count++] = median;
    return !self->failed;
}

bres_status bres__command_row_time(const bres_result *result, const char *bench, const char *state,
                                   double *seconds)
{
    medians self = { .values = NULL };
    bres_status status = BRES_OK;

    *seconds = 0;
    result_each(result, bench, state, take_median, &self);
    if (self.failed)
        status = bres__error_memory();
    if (status == BRES_OK && self.count > 0) {
        bres__sort_float64(self.values, self.count);
        *seconds = self.values[bres__percentile_rank(self.count, 50)];
    }
    bres__free(self.values);
    return status;
}

static void warn(const bres_command_race *race, const char *bench, const char *state,
                 const char *reason)
{
    const bres_race_options *options = &race->race.options;
    char message[512];

    if (options->log == NULL)
        return;
    bres__format(message, sizeof(message), "'%s' of benchmark '%s' is left out: %s", state, bench,
                 reason);
    options->log(options->log_user, BRES_LOG_WARNING, message);
}

static bool rows_has(const bres_command_race *race, const char *bench, const char *state)
{
    for (size_t i = 0; i < race->race.row_count; i++) {
        const bres__race_row *row = &race->race.rows[i];

        if (strcmp(row->bench, bench) == 0 && strcmp(row->state, state) == 0)
            return true;
    }
    return false;
}

/* A state of the reference in the first pair. */
static bres_status rows_consider(bres_command_race *race, const char *bench, const char *state)
{
    bool has_times = true;

    if ((race->options.states != NULL && !result_has(race->options.states, bench, state)) ||
        rows_has(race, bench, state))
        return BRES_OK;
    if (!result_has(race->current[BRES__RACE_CANDIDATE], bench, state)) {
        warn(race, bench, state, "the candidate does not have it");
        return BRES_OK;
    }
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        double seconds;
        const bres_status status =
            bres__command_row_time(race->current[side], bench, state, &seconds);

        if (status != BRES_OK)
            return status;
        has_times = has_times && seconds > 0;
    }
    if (has_times)
        return bres__race_add_row(&race->race, bench, state);
    warn(race, bench, state, "it has no median time on both sides");
    return BRES_OK;
}

/* Warns of the states that only the candidate has. */
static void rows_warn_of_candidate(const bres_command_race *race)
{
    const bres_result *candidate = race->current[BRES__RACE_CANDIDATE];

    for (size_t i = 0; i < bres_result_subbench_count(candidate); i++) {
        const bres_subbench *bench = bres_result_subbench_at(candidate, i);

        for (size_t j = 0; j < bres_subbench_state_count(bench); j++) {
            const char *state = bres_state_name(bres_subbench_state_at(bench, j));

            if (!result_has(race->current[BRES__RACE_REFERENCE], bres_subbench_name(bench), state))
                warn(race, bres_subbench_name(bench), state, "the reference does not have it");
        }
    }
}

bres_status bres__command_rows_make(bres_command_race *race)
{
    const bres_result *reference = race->current[BRES__RACE_REFERENCE];

    for (size_t i = 0; i < bres_result_subbench_count(reference); i++) {
        const bres_subbench *bench = bres_result_subbench_at(reference, i);

        for (size_t j = 0; j < bres_subbench_state_count(bench); j++) {
            const bres_status status = rows_consider(
                race, bres_subbench_name(bench), bres_state_name(bres_subbench_state_at(bench, j)));

            if (status != BRES_OK)
                return status;
        }
    }
    rows_warn_of_candidate(race);
    bres__race_share_error_rate(&race->race);
    if (race->race.row_count > 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_KEY, "the two programs share no state with times%s",
                       race->options.states != NULL ? " among the requested states" : "");
}
