/* SPDX-License-Identifier: MIT */
/*
 * The rows of a race of commands: states that both programs have, each decided for itself by the
 * ratio of its typical times in each pair of runs.
 */
#include "race/commands.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Of so many pairs the ratio and its interval are known after each; of more, now and then. */
#define ESTIMATED_PAIRS 64

/* --- States of a result ----------------------------------------------------------------------- */

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

/* The typical time of a row in a run; 0: it has none. */
static bres_status result_time(const bres_result *result, const char *bench, const char *state,
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

/* --- Making rows ------------------------------------------------------------------------------ */

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
    for (size_t i = 0; i < race->row_count; i++) {
        if (strcmp(race->rows[i].bench, bench) == 0 && strcmp(race->rows[i].state, state) == 0)
            return true;
    }
    return false;
}

static bres_status rows_add(bres_command_race *race, const char *bench, const char *state)
{
    void *rows = race->rows;
    bres__race_row row = {
        .bench = bres__strdup(bench),
        .state = bres__strdup(state),
        .sequential = { .options = race->race.sequential.options },
    };
    const bool done =
        row.bench != NULL && row.state != NULL &&
        bres__array_reserve(&rows, &race->row_capacity, race->row_count + 1, sizeof(*race->rows));

    race->rows = rows;
    if (!done) {
        bres__free(row.bench);
        bres__free(row.state);
        return bres__error_memory();
    }
    bres_race_outcome_init(&row.outcome);
    race->rows[race->row_count++] = row;
    return BRES_OK;
}

/* A state of the reference in the first pair. */
static bres_status rows_consider(bres_command_race *race, const char *bench, const char *state)
{
    bool has_times = true;

    if ((race->options.states != NULL && !result_has(race->options.states, bench, state)) ||
        rows_has(race, bench, state))
        return BRES_OK;
    if (!result_has(race->runs[BRES__RACE_CANDIDATE][0], bench, state)) {
        warn(race, bench, state, "the candidate does not have it");
        return BRES_OK;
    }
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        double seconds;
        const bres_status status = result_time(race->runs[side][0], bench, state, &seconds);

        if (status != BRES_OK)
            return status;
        has_times = has_times && seconds > 0;
    }
    if (has_times)
        return rows_add(race, bench, state);
    warn(race, bench, state, "it has no median time on both sides");
    return BRES_OK;
}

/* Names what only the candidate has. */
static void rows_warn_of_candidate(const bres_command_race *race)
{
    const bres_result *candidate = race->runs[BRES__RACE_CANDIDATE][0];

    for (size_t i = 0; i < bres_result_subbench_count(candidate); i++) {
        const bres_subbench *bench = bres_result_subbench_at(candidate, i);

        for (size_t j = 0; j < bres_subbench_state_count(bench); j++) {
            const char *state = bres_state_name(bres_subbench_state_at(bench, j));

            if (!result_has(race->runs[BRES__RACE_REFERENCE][0], bres_subbench_name(bench), state))
                warn(race, bres_subbench_name(bench), state, "the reference does not have it");
        }
    }
}

bres_status bres__race_rows_make(bres_command_race *race)
{
    const bres_result *reference = race->runs[BRES__RACE_REFERENCE][0];

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
    if (race->row_count > 0)
        return BRES_OK;
    return bres__error(BRES_ERROR_KEY, "the two programs share no state with times%s",
                       race->options.states != NULL ? " among those that are asked for" : "");
}

void bres__race_rows_free(bres_command_race *race)
{
    for (size_t i = 0; i < race->row_count; i++) {
        bres__free(race->rows[i].bench);
        bres__free(race->rows[i].state);
        bres__sequential_free(&race->rows[i].sequential);
    }
    bres__free(race->rows);
}

/* --- Deciding --------------------------------------------------------------------------------- */

/* The interval is made of all pairs, so it is not made after each of very many. */
static bool row_is_due(const bres__race_row *row)
{
    return row->sequential.count % (1 + row->sequential.count / ESTIMATED_PAIRS) == 0;
}

static bres_status row_tell(bres_command_race *race, bres__race_row *row)
{
    const size_t pair = race->pairs - 1;
    double seconds[BRES__RACE_SIDES];
    bres_status status = BRES_OK;

    if (!bres__sequential_reserve(&row->sequential))
        return bres__error_memory();
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = result_time(race->runs[side][pair], row->bench, row->state, &seconds[side]);
    if (status != BRES_OK)
        return status;
    if (!(seconds[BRES__RACE_REFERENCE] > 0) || !(seconds[BRES__RACE_CANDIDATE] > 0)) {
        row->outcome.discarded++;
        return BRES_OK;
    }
    bres__sequential_add(&row->sequential,
                         log(seconds[BRES__RACE_CANDIDATE] / seconds[BRES__RACE_REFERENCE]));
    if (bres__sequential_decide(&row->sequential) != BRES__SEQUENTIAL_OPEN) {
        row->outcome.end = BRES_RACE_DECIDED;
        race->decided++;
    }
    if (row->outcome.end == BRES_RACE_DECIDED || row_is_due(row))
        bres__race_put_decision(&row->sequential, &row->outcome);
    return BRES_OK;
}

bres_status bres__race_rows_tell(bres_command_race *race)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < race->row_count && status == BRES_OK; i++) {
        if (race->rows[i].outcome.end != BRES_RACE_DECIDED)
            status = row_tell(race, &race->rows[i]);
    }
    return status;
}

void bres__race_rows_conclude(bres_command_race *race)
{
    for (size_t i = 0; i < race->row_count; i++)
        bres__race_put_decision(&race->rows[i].sequential, &race->rows[i].outcome);
}
