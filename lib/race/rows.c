/* SPDX-License-Identifier: MIT */
/*
 * The rows of a race of commands: states that both programs have in a pair.
 */
#include "race/commands.h"
#include "stats/stats.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A race fails if this many pairs, the first that it measures, have no row. Pairs that an earlier
 * race has measured do not count; otherwise that race could never be resumed. */
#define PAIRS_WITHOUT_ROWS 3
/* At most this many names of states in a message. */
#define NAMES_SHOWN        8

/* Calls `take` for each state of the result that has these names, until `take` returns false. */
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

/* Median times of the states with one name: repeats within one run. */
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

static void names_put_key(bres__text *key, const char *bench, const char *state)
{
    bres__text_append(key, bench, strlen(bench) + 1);
    bres__text_puts(key, state);
}

/* Returns the record of a state of the current pair, and adds it if the name is new; NULL: out of
 * memory. */
static bres__race_name *names_take(bres_command_race *race, const bres_state *state)
{
    const size_t known = race->name_index.count;
    const char *bench = bres_subbench_name(bres_state_subbench(state));
    const char *name = bres_state_name(state);
    bres__text *key = &race->name_index.key;
    size_t position;

    names_put_key(key, bench, name);
    if (!BRES__RESERVE(&race->names, &race->name_capacity, known + 1) ||
        !bres__index_take(&race->name_index, &position))
        return NULL;
    if (position == known)
        race->names[known] = (bres__race_name){
            .bench = bench,
            .state = name,
            .is_wanted =
                race->options.states == NULL || result_has(race->options.states, bench, name),
        };
    return &race->names[position];
}

/* Records the states that a side has in the current pair. */
static bres_status names_note(bres_command_race *race, unsigned side, uint64_t pair)
{
    const bres_result *result = race->current[side];

    for (size_t i = 0; i < bres_result_subbench_count(result); i++) {
        const bres_subbench *bench = bres_result_subbench_at(result, i);

        for (size_t j = 0; j < bres_subbench_state_count(bench); j++) {
            bres__race_name *name = names_take(race, bres_subbench_state_at(bench, j));

            if (name == NULL)
                return bres__error_memory();
            if (name->first[side] == 0)
                name->first[side] = pair;
            name->last[side] = pair;
        }
    }
    return BRES_OK;
}

/* Makes a row of a name that both sides have in the current pair, if both have times. The earlier
 * pairs count as discarded. */
static bres_status name_consider(bres_command_race *race, bres__race_name *name, uint64_t pair)
{
    bres_status status = BRES_OK;
    bool has_times = true;

    if (!name->is_wanted || name->is_row || name->last[BRES__RACE_REFERENCE] != pair ||
        name->last[BRES__RACE_CANDIDATE] != pair)
        return BRES_OK;
    name->was_shared = true;
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        double seconds;

        status = bres__command_row_time(race->current[side], name->bench, name->state, &seconds);
        has_times = has_times && seconds > 0;
    }
    if (status != BRES_OK || !has_times)
        return status;
    name->is_row = true;
    status = bres__race_add_row(&race->race, name->bench, name->state);
    if (status == BRES_OK)
        race->race.rows[race->race.row_count - 1].outcome.discarded = pair - 1;
    return status;
}

static void name_put_reason(const bres__race_name *name, bres__text *text)
{
    if (name->was_shared) {
        bres__text_puts(text, "it has no median time on both sides");
        return;
    }
    if (name->first[0] != 0 && name->first[1] != 0) {
        bres__text_puts(text, "no pair has it on both sides");
        return;
    }
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        const uint64_t first = name->first[1 - side];

        if (name->first[side] != 0)
            continue;
        bres__text_printf(text, "the %s does not have it", bres__race_side_names[side]);
        if (first > 1)
            bres__text_printf(text, ", and the %s has it first in pair %" PRIu64,
                              bres__race_side_names[1 - side], first);
    }
}

/* A list of states for a message. */
typedef struct name_list {
    bres__text text;
    size_t count;
} name_list;

static void name_list_add(name_list *list, const char *bench, const char *state)
{
    if (++list->count <= NAMES_SHOWN)
        bres__text_printf(&list->text, "%s'%s' of benchmark '%s'", list->count > 1 ? ", " : "",
                          state, bench);
}

static const char *name_list_end(name_list *list)
{
    if (list->count > NAMES_SHOWN)
        bres__text_printf(&list->text, ", and %zu more", list->count - NAMES_SHOWN);
    return list->count > 0 ? list->text.data : "none";
}

/* Lists the requested states that neither program has. */
static void list_missing(const bres_command_race *race, name_list *list)
{
    bres__index missing = { .count = 0 };

    for (size_t i = 0; i < bres_result_subbench_count(race->options.states); i++) {
        const bres_subbench *bench = bres_result_subbench_at(race->options.states, i);
        const char *name = bres_subbench_name(bench);

        for (size_t j = 0; j < bres_subbench_state_count(bench); j++) {
            const char *state = bres_state_name(bres_subbench_state_at(bench, j));
            const size_t known = missing.count;
            bres__text *key = &missing.key;
            size_t position;

            names_put_key(key, name, state);
            if (key->failed ||
                bres__index_find(&race->name_index, key->data, key->length) != BRES__INDEX_NONE)
                bres__text_clear(key);
            else if (!bres__index_take(&missing, &position))
                list->text.failed = true;
            else if (position == known)
                name_list_add(list, name, state);
        }
    }
    bres__index_free(&missing);
}

static void requested_warn(const bres_command_race *race)
{
    const bres_race_options *options = &race->race.options;
    name_list missing = { .count = 0 };
    name_list known = { .count = 0 };
    bres__text text = { 0 };

    list_missing(race, &missing);
    for (size_t i = 0; i < race->name_index.count; i++)
        name_list_add(&known, race->names[i].bench, race->names[i].state);
    bres__text_printf(&text,
                      "neither program has the requested states: %s (expected states of the "
                      "programs: %s)",
                      name_list_end(&missing), name_list_end(&known));
    if (missing.count > 0 && !missing.text.failed && !known.text.failed && !text.failed)
        options->log(options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    bres__text_free(&known.text);
    bres__text_free(&missing.text);
}

void bres__command_rows_warn(const bres_command_race *race)
{
    const bres_race_options *options = &race->race.options;
    bres__text text = { 0 };

    for (size_t i = 0; options->log != NULL && i < race->name_index.count; i++) {
        const bres__race_name *name = &race->names[i];

        if (!name->is_wanted || name->is_row)
            continue;
        bres__text_clear(&text);
        bres__text_printf(&text, "'%s' of benchmark '%s' is left out: ", name->state, name->bench);
        name_put_reason(name, &text);
        if (!text.failed)
            options->log(options->log_user, BRES_LOG_WARNING, text.data);
    }
    bres__text_free(&text);
    if (options->log != NULL && race->options.states != NULL && race->race.rounds > 0)
        requested_warn(race);
}

static void put_no_rows(const bres_command_race *race, uint64_t pairs, bres__text *text)
{
    bres__text_printf(text, "the two programs share no state with times%s in ",
                      race->options.states != NULL ? " among the requested states" : "");
    if (pairs == 1)
        bres__text_puts(text, "pair 1");
    else
        bres__text_printf(text, "%" PRIu64 " pairs", pairs);
}

/* Only a warning: the next runs may have more states than the first ones. */
static void no_rows_warn(const bres_command_race *race, uint64_t pairs)
{
    const bres_race_options *options = &race->race.options;
    bres__text text = { 0 };

    put_no_rows(race, pairs, &text);
    bres__text_printf(&text, " (expected in one of the first %" PRIu64 " pairs)",
                      race->loaded_pairs + PAIRS_WITHOUT_ROWS);
    if (options->log != NULL && !text.failed)
        options->log(options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
}

static bres_status no_rows_error(const bres_command_race *race, uint64_t pairs)
{
    bres__text text = { 0 };
    bres_status status;

    put_no_rows(race, pairs, &text);
    status = text.failed ? bres__error_memory() : bres__error(BRES_ERROR_KEY, "%s", text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__command_rows_check(const bres_command_race *race)
{
    if (race->race.row_count > 0 || race->race.rounds == 0 ||
        race->race.stop_reason == BRES_RACE_FAILED ||
        race->race.stop_reason == BRES_RACE_INTERRUPTED)
        return BRES_OK;
    return no_rows_error(race, race->race.rounds);
}

bres_status bres__command_rows_add(bres_command_race *race)
{
    const uint64_t pair = race->race.rounds + 1;
    const size_t rows = race->race.row_count;
    bres_status status = BRES_OK;

    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = names_note(race, side, pair);
    for (size_t i = 0; i < race->name_index.count && status == BRES_OK; i++)
        status = name_consider(race, &race->names[i], pair);
    if (status != BRES_OK)
        return status;
    if (race->race.row_count > rows)
        bres__race_share_error_rate(&race->race);
    if (race->race.row_count > 0)
        return BRES_OK;
    if (pair == race->loaded_pairs + 1)
        no_rows_warn(race, pair);
    if (pair < race->loaded_pairs + PAIRS_WITHOUT_ROWS)
        return BRES_OK;
    bres__command_rows_warn(race);
    return no_rows_error(race, pair);
}
