/* SPDX-License-Identifier: MIT */
/*
 * A race of two commands.
 */
#include "race/commands.h"

#include "base/process/spawn.h"
#include "formats/formats.h"
#include "race/program/program.h"
#include "race/program/running.h"
#include "report/report.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* Of the struct as it was first published. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_command_race_options, progress_user) + sizeof(void *))

_Static_assert(offsetof(bres_command_race_options, result_format) + sizeof(char *) ==
                   sizeof(bres_command_race_options),
               "the options have no padding");

/* A race of commands without options of its own. */
#define COMMANDS_MAX_TIME 600

/* Of a timeout, in seconds. */
#define TIMEOUT_END 1e9

#define FORMAT_VERSION 1

/* Up to so many pairs, the ratio and its interval are known after each; beyond, now and then, for
 * they are made of all pairs. */
#define ESTIMATED_PAIRS 64

void bres_command_race_options_init(bres_command_race_options *options)
{
    if (options != NULL)
        *options = (bres_command_race_options){ .size = sizeof(*options) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_command_race_options, flags,
                      BRES_COMMAND_RACE_RESUME | BRES_COMMAND_RACE_SHOW_OUTPUT |
                          BRES_COMMAND_RACE_COLLECT),
    BRES__OPTION_RESERVED(bres_command_race_options, reserved),
    BRES__OPTION_REAL(bres_command_race_options, timeout, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_command_race_options, cooldown, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_command_race_options, OPTIONS_FIRST_SIZE, option_fields);

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
    if (status == BRES_OK && options->result_format != NULL)
        status = bres__import_check_format(options->result_format);
    if (status != BRES_OK)
        return status;
    race->timeout_ms = bres__program_timeout_ms(options->timeout);
    race->collects = (options->flags & BRES_COMMAND_RACE_COLLECT) != 0;
    race->directories[BRES__RACE_REFERENCE] = options->reference_directory;
    race->directories[BRES__RACE_CANDIDATE] = options->candidate_directory;
    race->revisions[BRES__RACE_REFERENCE] = options->reference_revision;
    race->revisions[BRES__RACE_CANDIDATE] = options->candidate_revision;
    status = bres__race_open(&race->race, options->race != NULL ? options->race : &own);
    if (status == BRES_OK && race->collects && race->race.options.max_pairs == 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_race_options.max_pairs is 0 (expected the "
                                                  "number of runs to collect)");
    if (status == BRES_OK && options->prepare != NULL)
        status = bres__argv_split(options->prepare, BRES__ARGV_HINT, &race->prepare);
    return status;
}

/* A race without rows measures all sides until its pairs are over. */
static bool collect_wants(void *user, unsigned side)
{
    (void)user;
    (void)side;
    return true;
}

static bres_status command_take(bres_command_race *race, unsigned side, const char *command)
{
    char *program = NULL;
    bres_status status;

    race->commands[side] = bres__strdup(command);
    if (race->commands[side] == NULL)
        return bres__error_memory();
    status = bres__argv_split(command, BRES__ARGV_HINT, &race->argv[side]);
    /* A relative path is relative to the directory of the command, where its start will tell. */
    if (status == BRES_OK && race->directories[side] == NULL)
        status = bres__program_find(race->argv[side].items[0], &program);
    bres__free(program);
    return status;
}

static bres_status commands_take(bres_command_race *race, const char *reference,
                                 const char *candidate)
{
    bres_status status = command_take(race, BRES__RACE_REFERENCE, reference);
    bool writes;

    if (status == BRES_OK && race->collects) {
        race->race.is_wanted = collect_wants;
        status = bres__race_set_sides(&race->race, candidate != NULL ? 2 : 1);
    }
    if (status == BRES_OK && candidate != NULL)
        status = command_take(race, BRES__RACE_CANDIDATE, candidate);
    if (status != BRES_OK)
        return status;
    writes = bres__argv_has_placeholder(&race->argv[BRES__RACE_REFERENCE]);
    if (candidate != NULL &&
        writes != bres__argv_has_placeholder(&race->argv[BRES__RACE_CANDIDATE]))
        return bres__error(
            BRES_ERROR_ARGUMENT,
            "the %s has no '{}' for its result file, but the %s has one: both must, "
            "or none",
            bres__race_side_names[writes ? BRES__RACE_CANDIDATE : BRES__RACE_REFERENCE],
            bres__race_side_names[writes ? BRES__RACE_REFERENCE : BRES__RACE_CANDIDATE]);
    race->whole = !writes;
    return bres__race_command_check_clock(race);
}

static const char *const revision_keys[] = { "reference_revision", "candidate_revision" };

/* One line that says whose race it is. */
static void put_header(const bres_command_race *race, bres__text *header)
{
    bres__json_writer json = { .text = header, .empty = true, .compact = true };
    bres__text scratch = { 0 };
    char seed[BRES__NUMBER_SIZE];

    bres__format(seed, sizeof(seed), "%" PRIu64, race->race.options.seed);
    bres__json_begin(&json, '{');
    bres__json_put_count(&json, "benchresult_race", FORMAT_VERSION);
    if (race->collects)
        bres__json_put_bool(&json, "collects", true);
    for (unsigned side = 0; side < race->race.side_count; side++) {
        if (bres__json_put_path(&json, bres__race_side_names[side], race->commands[side],
                                &scratch) != BRES_OK)
            header->failed = true;
        if (race->revisions[side] != NULL &&
            bres__json_put_path(&json, revision_keys[side], race->revisions[side], &scratch) !=
                BRES_OK)
            header->failed = true;
    }
    bres__json_put_text(&json, "seed", seed);
    if (race->race.options.clock_kind != BRES_CLOCK_WALL)
        bres__json_put_text(&json, "clock",
                            bres_clock_kind_name((bres_clock_kind)race->race.options.clock_kind));
    bres__json_end(&json, '}');
    bres__text_free(&scratch);
}

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

/* What ends the race instead of failing it: a command that has failed, or was ended. */
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
    const bres_status status = bres__race_directory_add(&race->directory, letter);

    return status == BRES_OK ? pair_keep(race, letter) : status;
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

/* true: the outcome of the row is to be brought up to date. */
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

/* Pairs that are run, or loaded from the directory when an earlier race has run them. */
static bres__race_source race_source(bres_command_race *race, bool stored)
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

/* The order of pairs follows from the seed, which the journal has been asked for. */
static bres_status race_resume(bres_command_race *race, size_t pairs)
{
    const bres__race_source source = race_source(race, true);
    bres_status status = BRES_OK;

    race->loaded_pairs = pairs;
    for (size_t i = 0; i < pairs && status == BRES_OK; i++)
        status = bres__race_run_round(&race->race, &source);
    return status;
}

/* Runs that do not count. */
static bres_status race_warm_up(bres_command_race *race)
{
    bres__race *base = &race->race;
    bres_status status = BRES_OK;
    bool taken;

    for (int64_t i = 0; i < base->options.warmup_runs && base->stop_reason == 0; i++) {
        for (unsigned side = 0; side < base->side_count && base->stop_reason == 0; side++) {
            status = source_run(race, side, &taken);
            if (status != BRES_OK)
                return status;
        }
    }
    return status;
}

static void race_put_message(bres_command_race *race)
{
    size_t verdicts[BRES_AMBIGUOUS + 1] = { 0 };

    if (race->race.stop_reason == BRES_RACE_FAILED)
        return;
    for (size_t i = 0; i < race->race.row_count; i++)
        verdicts[race->race.rows[i].outcome.verdict]++;
    bres__race_message(bres_race_stop_name(race->race.stop_reason), race->race.rounds,
                       bres_command_race_seconds(race), verdicts, race->message,
                       sizeof race->message);
}

static bres_status race_open(bres_command_race *race, bres__text *order)
{
    const bool resume = (race->options.flags & BRES_COMMAND_RACE_RESUME) != 0;
    bres__text header = { 0 };
    bres_status status = bres__random_secret(&race->id);

    if (status != BRES_OK)
        return status;
    put_header(race, &header);
    status = header.failed ? bres__error_memory()
                           : bres__race_directory_open(&race->directory, race->options.directory,
                                                       resume, header.data, order);
    bres__text_free(&header);
    return status;
}

static bres_status race_run(bres_command_race *race)
{
    const bres__race_source source = race_source(race, false);
    bres__text order = { 0 };
    bres_status status = race_open(race, &order);

    if (status == BRES_OK)
        bres__race_running_kill(race->directory.path);
    if (status == BRES_OK)
        status = race_resume(race, order.length);
    if (status == BRES_OK && !bres__race_is_over(&race->race))
        status = race_warm_up(race);
    race->place = 0;
    if (status == BRES_OK)
        status = bres__race_run(&race->race, &source);
    if (race->collects && race->directory.path != NULL)
        bres__race_running_kill(race->directory.path);
    for (size_t i = 0; i < race->race.row_count && status == BRES_OK; i++) {
        bres__race_row_set_verdict(&race->race.rows[i]);
        status = bres__race_row_set_times(&race->race.rows[i]);
    }
    if (status == BRES_OK && !race->collects) {
        bres__command_rows_warn(race);
        status = bres__command_rows_check(race);
    }
    if (status == BRES_OK)
        race_put_message(race);
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
    if (reference == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_race_commands: the reference is NULL");
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->directory.journal = -1;
    status = options_load(made, options);
    if (status == BRES_OK && candidate == NULL && !made->collects)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_race_commands: the candidate is NULL");
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
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        for (size_t i = 0; i < race->race.rounds && race->runs[side] != NULL; i++)
            bres_result_unref(race->runs[side][i]);
        bres__free(race->runs[side]);
        current_release(race, side);
        bres__argv_free(&race->argv[side]);
        bres__free(race->commands[side]);
    }
    bres__argv_free(&race->prepare);
    bres__text_free(&race->order);
    bres__index_free(&race->name_index);
    bres__index_free(&race->warnings);
    bres__free(race->warning_loads);
    bres__free(race->names);
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
