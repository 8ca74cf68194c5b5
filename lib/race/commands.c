/* SPDX-License-Identifier: MIT */
/*
 * A race of two commands.
 */
#include "race/commands.h"

#include "race/program/program.h"
#include "race/program/running.h"
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

#define FORMAT_VERSION 1

/* A collection has no rows: it measures all sides until max_pairs is reached. */
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
    /* With a directory, a relative path is relative to that directory; a missing program is then
     * reported when the command starts. */
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

/* Appends the line that identifies the race in the journal. */
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

/* The order of the pairs follows from the seed, which the journal's first line has confirmed. */
static bres_status race_resume(bres_command_race *race, size_t pairs)
{
    const bres__race_source source = bres__race_commands_source(race, true);
    bres_status status = BRES_OK;

    race->loaded_pairs = pairs;
    for (size_t i = 0; i < pairs && status == BRES_OK; i++)
        status = bres__race_run_round(&race->race, &source);
    return status;
}

/* Runs that do not count. */
static bres_status race_warm_up(bres_command_race *race)
{
    const bres__race_source source = bres__race_commands_source(race, false);
    bres__race *base = &race->race;
    bres_status status = BRES_OK;
    bool taken;

    for (int64_t i = 0; i < base->options.warmup_runs && base->stop_reason == 0; i++) {
        for (unsigned side = 0; side < base->side_count && base->stop_reason == 0; side++) {
            status = source.measure(race, side, &taken);
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
    const bres__race_source source = bres__race_commands_source(race, false);
    bres__text order = { 0 };
    bool has_resumed;
    bres_status status = race_open(race, &order);

    if (status == BRES_OK)
        bres__race_running_kill(race->directory.path);
    if (status == BRES_OK)
        status = race_resume(race, order.length);
    has_resumed = status == BRES_OK;
    if (status == BRES_OK && !bres__race_is_over(&race->race))
        status = race_warm_up(race);
    race->place = 0;
    if (status == BRES_OK)
        status = bres__race_run(&race->race, &source);
    if (race->collects && race->directory.path != NULL)
        bres__race_running_kill(race->directory.path);
    if (race->collects && has_resumed)
        bres__race_command_set_aside(race);
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
    status = bres__race_commands_load_options(made, options);
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
        bres_result_unref(race->current[side]);
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
