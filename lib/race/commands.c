/* SPDX-License-Identifier: MIT */
/*
 * A race of two commands.
 */
#include "race/commands.h"

#include "base/process/spawn.h"
#include "report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/* Of the struct as it was first published. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_command_race_options, progress_user) + sizeof(void *))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_command_race_options),
               "the options have no padding");

/* A race of commands without options of its own. */
#define COMMANDS_MAX_TIME 600

/* Of a timeout, in seconds. */
#define TIMEOUT_END 1e9

#define FORMAT_VERSION 1

static const char *const side_names[BRES__RACE_SIDES] = { "reference", "candidate" };

void bres_command_race_options_init(bres_command_race_options *options)
{
    if (options != NULL)
        *options = (bres_command_race_options){ .size = sizeof(*options) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_command_race_options, flags, BRES_RACE_RESUME | BRES_RACE_SHOW_OUTPUT),
    BRES__OPTION_RESERVED(bres_command_race_options, reserved),
    BRES__OPTION_REAL(bres_command_race_options, timeout, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_command_race_options, OPTIONS_FIRST_SIZE, option_fields);

/* --- Opening ---------------------------------------------------------------------------------- */

static bres_status options_load(bres_command_race *race, const bres_command_race_options *given)
{
    bres_command_race_options *options = &race->options;
    bres_race_options own;
    bres_status status;

    bres_command_race_options_init(options);
    bres_race_options_init(&own);
    own.max_time = COMMANDS_MAX_TIME;
    own.warmup_runs = 0;
    status = bres__options_take(options, given, &options_type);
    if (status == BRES_OK && options->timeout >= TIMEOUT_END)
        status = bres__error(BRES_ERROR_ARGUMENT,
                             "bres_command_race_options.timeout is %g (expected less than 1e9 "
                             "seconds)",
                             options->timeout);
    if (status != BRES_OK)
        return status;
    race->timeout_ms = (uint64_t)ceil(options->timeout * 1e3);
    return bres__race_open(&race->race, options->race != NULL ? options->race : &own);
}

static bres_status command_take(bres_command_race *race, unsigned side, const char *command)
{
    char *program = NULL;
    bres_status status;

    race->commands[side] = bres__strdup(command);
    if (race->commands[side] == NULL)
        return bres__error_memory();
    status = bres__words_split(command, &race->words[side]);
    if (status == BRES_OK)
        status = bres__program_find(race->words[side].items[0], &program);
    bres__free(program);
    return status;
}

static bres_status commands_take(bres_command_race *race, const char *reference,
                                 const char *candidate)
{
    bres_status status = command_take(race, BRES__RACE_REFERENCE, reference);
    bool writes;

    if (status == BRES_OK)
        status = command_take(race, BRES__RACE_CANDIDATE, candidate);
    if (status != BRES_OK)
        return status;
    writes = bres__words_has_place(&race->words[BRES__RACE_REFERENCE]);
    if (writes != bres__words_has_place(&race->words[BRES__RACE_CANDIDATE]))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the %s has no '{}' for its result file, but the %s has one: both must, "
                           "or none",
                           side_names[writes ? BRES__RACE_CANDIDATE : BRES__RACE_REFERENCE],
                           side_names[writes ? BRES__RACE_REFERENCE : BRES__RACE_CANDIDATE]);
    race->whole = !writes;
    return BRES_OK;
}

/* One line that says whose race it is. */
static void put_head(const bres_command_race *race, bres__text *head)
{
    bres__json_writer json = { .text = head, .empty = true, .compact = true };
    bres__text scratch = { 0 };
    char seed[BRES__NUMBER_SIZE];

    bres__format(seed, sizeof(seed), "%" PRIu64, race->race.options.seed);
    bres__json_begin(&json, '{');
    bres__json_put_count(&json, "benchresult_race", FORMAT_VERSION);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        if (bres__json_put_path(&json, side_names[side], race->commands[side], &scratch) != BRES_OK)
            head->failed = true;
    }
    bres__json_put_text(&json, "seed", seed);
    bres__json_end(&json, '}');
    bres__text_free(&scratch);
}

/* --- Pairs ------------------------------------------------------------------------------------ */

/* Takes both results over. */
static bres_status pair_keep(bres_command_race *race, bres_result **results, bool candidate_first)
{
    bool done = true;

    for (unsigned side = 0; side < BRES__RACE_SIDES && done; side++) {
        void *runs = race->runs[side];

        done = bres__array_reserve(&runs, &race->run_capacity[side], race->pairs + 1,
                                   sizeof(*race->runs[side]));
        race->runs[side] = runs;
    }
    bres__text_putc(&race->order, candidate_first ? 'C' : 'R');
    if (!done || race->order.failed)
        return bres__error_memory();
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        race->runs[side][race->pairs] = results[side];
        results[side] = NULL;
    }
    race->pairs++;
    return BRES_OK;
}

/* A pair that is complete. */
static bres_status pair_count(bres_command_race *race)
{
    bres_status status = race->pairs == 1 ? bres__race_rows_make(race) : BRES_OK;

    if (status == BRES_OK)
        status = bres__race_rows_tell(race);
    if (status == BRES_OK && race->options.progress != NULL)
        race->options.progress(race->options.progress_user, race);
    return status;
}

/* The pair's results, of earlier runs or of new ones. */
typedef bres_status (*pair_fn)(bres_command_race *race, bool candidate_first,
                               bres_result **results);

static bres_status pair_take(bres_command_race *race, bool candidate_first, pair_fn fn)
{
    bres_result *results[BRES__RACE_SIDES] = { NULL, NULL };
    bres_status status = fn(race, candidate_first, results);

    if (status == BRES_OK && race->race.end == 0)
        status = pair_keep(race, results, candidate_first);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        bres_result_unref(results[side]);
    return status == BRES_OK && race->race.end == 0 ? pair_count(race) : status;
}

static bres_status pair_load(bres_command_race *race, bool candidate_first, bres_result **results)
{
    bres_status status = BRES_OK;

    (void)candidate_first;
    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++)
        status = bres__race_command_load(race, side, race->pairs, &results[side]);
    return status;
}

/* The order of pairs follows from the seed, which the journal has been asked for. */
static bres_status race_resume(bres_command_race *race, const bres__text *order)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < order->length && status == BRES_OK; i++)
        status = pair_take(race, bres__race_draw(&race->race), pair_load);
    return status;
}

/* What ends the race instead of failing it: a command that has failed, or was ended. */
static bres_status run_refused(bres_command_race *race, unsigned side, bres_status status)
{
    if (status == BRES_ERROR_MEMORY)
        return status;
    if (bres__race_is_interrupted(&race->race)) {
        race->race.end = BRES_RACE_INTERRUPTED;
        return BRES_OK;
    }
    race->race.end = BRES_RACE_FAILED;
    bres__format(race->message, sizeof(race->message), "pair %zu, the %s: %s", race->pairs + 1,
                 side_names[side], bres_last_error());
    return BRES_OK;
}

static bres_status pair_run(bres_command_race *race, bool candidate_first, bres_result **results)
{
    for (unsigned i = 0; i < BRES__RACE_SIDES && race->race.end == 0; i++) {
        const unsigned side = candidate_first ? 1 - i : i;
        bres_status status;

        if (bres__race_is_interrupted(&race->race)) {
            race->race.end = BRES_RACE_INTERRUPTED;
            return BRES_OK;
        }
        status = bres__race_command_run(race, side, race->pairs, &results[side]);
        if (status != BRES_OK)
            return run_refused(race, side, status);
    }
    return race->race.end == 0
               ? bres__race_directory_add(&race->directory, candidate_first ? 'C' : 'R')
               : BRES_OK;
}

/* Runs that do not count. */
static bres_status race_warm_up(bres_command_race *race)
{
    bres_status status = BRES_OK;

    for (int64_t i = 0; i < race->race.options.warmup_runs && race->race.end == 0; i++) {
        for (unsigned side = 0; side < BRES__RACE_SIDES && race->race.end == 0; side++) {
            bres_result *result;

            status = bres__race_command_run(race, side, race->pairs, &result);
            bres_result_unref(result);
            if (status != BRES_OK)
                status = run_refused(race, side, status);
            if (status != BRES_OK)
                return status;
        }
    }
    return status;
}

/* --- The end ---------------------------------------------------------------------------------- */

static bool race_is_over(bres_command_race *race)
{
    bres__race *base = &race->race;
    const bool late = bres__race_is_late(base);

    if (base->end != 0)
        return true;
    if (race->row_count > 0 && race->decided == race->row_count)
        base->end = BRES_RACE_DECIDED;
    else if (bres__race_is_interrupted(base))
        base->end = BRES_RACE_INTERRUPTED;
    else if (base->options.max_pairs > 0 && race->pairs >= (uint64_t)base->options.max_pairs)
        base->end = BRES_RACE_PAIRS_OVER;
    else if (late)
        base->end = BRES_RACE_TIME_OVER;
    return base->end != 0;
}

static size_t rows_with(const bres_command_race *race, bres_verdict verdict)
{
    size_t count = 0;

    for (size_t i = 0; i < race->row_count; i++)
        count += race->rows[i].outcome.verdict == (uint32_t)verdict;
    return count;
}

static void race_put_message(bres_command_race *race)
{
    if (race->race.end == BRES_RACE_FAILED)
        return;
    bres__format(race->message, sizeof(race->message),
                 "%s after %zu pairs in %.1f s: of %zu rows %zu FAST, %zu SLOW, %zu SAME, %zu not "
                 "decided",
                 bres_race_stop_name(race->race.end), race->pairs, bres_command_race_seconds(race),
                 race->row_count, rows_with(race, BRES_FAST), rows_with(race, BRES_SLOW),
                 rows_with(race, BRES_SAME), rows_with(race, BRES_AMBIGUOUS));
}

/* --- The whole -------------------------------------------------------------------------------- */

static bres_status race_open(bres_command_race *race, bres__text *order)
{
    const bool resume = (race->options.flags & BRES_RACE_RESUME) != 0;
    bres__text head = { 0 };
    bres_status status;

    put_head(race, &head);
    status = head.failed ? bres__error_memory()
                         : bres__race_directory_open(&race->directory, race->options.directory,
                                                     resume, head.data, order);
    bres__text_free(&head);
    return status;
}

static bres_status race_run(bres_command_race *race)
{
    bres__text order = { 0 };
    bres_status status = race_open(race, &order);

    if (status == BRES_OK)
        status = race_resume(race, &order);
    if (status == BRES_OK && !race_is_over(race))
        status = race_warm_up(race);
    while (status == BRES_OK && !race_is_over(race))
        status = pair_take(race, bres__race_draw(&race->race), pair_run);
    if (status == BRES_OK) {
        bres__race_rows_conclude(race);
        race_put_message(race);
    }
    bres__text_free(&order);
    return status;
}

bres_status bres_race_commands(const char *reference, const char *candidate,
                               const bres_command_race_options *options, bres_command_race **race)
{
    bres_command_race *made;
    bres_status status;

    if (race == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_race_commands: race is NULL");
    *race = NULL;
    if (reference == NULL || candidate == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_race_commands: the %s is NULL",
                           side_names[reference == NULL ? 0 : 1]);
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->directory.journal = -1;
    status = options_load(made, options);
    if (status == BRES_OK)
        status = commands_take(made, reference, candidate);
    if (status == BRES_OK)
        status = race_run(made);
    if (status == BRES_OK)
        *race = made;
    else
        bres_command_race_free(made);
    return status;
}

void bres_command_race_free(bres_command_race *race)
{
    bres__error_record record;

    if (race == NULL)
        return;
    bres__error_save(&record);
    bres__race_rows_free(race);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        for (size_t i = 0; i < race->pairs; i++)
            bres_result_unref(race->runs[side][i]);
        bres__free(race->runs[side]);
        bres__words_free(&race->words[side]);
        bres__free(race->commands[side]);
    }
    bres__text_free(&race->order);
    bres__race_directory_close(&race->directory);
    bres__race_free(&race->race);
    bres__free(race);
    bres__error_restore(&record);
}

bres_status bres_command_race_remove_files(bres_command_race *race)
{
    if (race == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_remove_files: race is NULL");
    return bres__race_directory_remove(&race->directory);
}
