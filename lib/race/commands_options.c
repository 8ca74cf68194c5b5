/* SPDX-License-Identifier: MIT */
/*
 * The options of a race of two commands.
 */
#include "formats/formats.h"
#include "race/commands.h"
#include "race/program/program.h"

#include <stddef.h>

/* Size of the struct in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_command_race_options, progress_user) + sizeof(void *))

_Static_assert(offsetof(bres_command_race_options, result_format) + sizeof(char *) ==
                   sizeof(bres_command_race_options),
               "the options have no padding");

/* Default of max_time, in seconds. */
#define COMMANDS_MAX_TIME 600

/* A timeout is less than this number of seconds. */
#define TIMEOUT_END 1e9

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

bres_status bres__race_commands_load_options(bres_command_race *race,
                                             const bres_command_race_options *given)
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
