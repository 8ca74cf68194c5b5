/* SPDX-License-Identifier: MIT */
/*
 * The options of a timing.
 */
#include "race/program/program.h"
#include "race/time/time.h"

#include <stddef.h>
#include <string.h>

/* Size of the struct in its first published version. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_timing_options, progress_user) + sizeof(void *))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_timing_options), "the options have no padding");

#define DEFAULT_ERROR_RATE 0.05
#define DEFAULT_MAX_TIME   60
#define DEFAULT_PRECISION  0.01
/* A timeout is less than this number of seconds. */
#define TIMEOUT_END        1e9

void bres_timing_options_init(bres_timing_options *options)
{
    if (options != NULL)
        *options = (bres_timing_options){
            .size = sizeof(*options),
            .precision = DEFAULT_PRECISION,
        };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_timing_options, flags, BRES_TIMING_IGNORE_FAILURE),
    BRES__OPTION_ENUM(bres_timing_options, output, BRES_TIMING_OUTPUT_PIPE),
    BRES__OPTION_REAL(bres_timing_options, precision, BRES__RANGE_POSITIVE),
    BRES__OPTION_AT_LEAST(bres_timing_options, runs, 0),
    BRES__OPTION_REAL(bres_timing_options, timeout, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_timing_options, OPTIONS_FIRST_SIZE, option_fields);

/* Replaces borrowed texts by copies; after a failure, texts that were not copied are NULL. */
static bool texts_keep(bres_timing_options *options)
{
    const char **const texts[] = { &options->shell, &options->input, &options->output_file,
                                   &options->directory, &options->reference };
    bool done = true;

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const char *text = *texts[i];

        *texts[i] = done && text != NULL ? bres__strdup(text) : NULL;
        done = done && (text == NULL || *texts[i] != NULL);
    }
    return done;
}

static bool environment_keep(bres_timing *timing, const char *const *environment)
{
    size_t count = 0;

    while (environment != NULL && environment[count] != NULL)
        count++;
    timing->environment = bres__calloc(count + 1, sizeof(*timing->environment));
    for (size_t i = 0; timing->environment != NULL && i < count; i++) {
        timing->environment[i] = bres__strdup(environment[i]);
        if (timing->environment[i] == NULL)
            return false;
    }
    return timing->environment != NULL;
}

static bres_status options_check(const bres_timing_options *options)
{
    if (options->timeout >= TIMEOUT_END)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_timing_options.timeout is %g (expected less than 1e9 seconds)",
                           options->timeout);
    if ((options->output == BRES_TIMING_OUTPUT_FILE) != (options->output_file != NULL))
        return bres__error(BRES_ERROR_ARGUMENT, options->output_file == NULL
                                                    ? "bres_timing_options.output_file is NULL"
                                                    : "bres_timing_options.output_file is given, "
                                                      "but `output` is not a file");
    for (size_t i = 0; options->environment != NULL && options->environment[i] != NULL; i++) {
        const char *variable = options->environment[i];

        if (variable[0] == '=' || strchr(variable, '=') == NULL)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "'%s' is not a variable of the environment (expected NAME=VALUE)",
                               variable);
    }
    return BRES_OK;
}

static bres_status statuses_take(bres_timing *timing)
{
    const bres_timing_options *options = &timing->options;

    if (options->ignored_status_count > 0 && options->ignored_statuses == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_options.ignored_statuses is NULL");
    for (size_t i = 0; i < options->ignored_status_count; i++) {
        const int status = options->ignored_statuses[i];

        if (status < 1 || status >= BRES__TIME_STATUSES)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "the ignored exit status is %d (expected 1 to 255)", status);
        timing->ignored[status] = true;
    }
    timing->options.ignored_statuses = NULL;
    timing->options.ignored_status_count = 0;
    return BRES_OK;
}

static bres_status options_take(bres_timing *timing, const bres_timing_options *given)
{
    bres_timing_options *options = &timing->options;
    bres_race_options *race = &timing->race_options;
    bres_timing_options taken;
    bres_status status;

    bres_timing_options_init(&taken);
    bres_race_options_init(race);
    race->error_rate = DEFAULT_ERROR_RATE;
    race->max_time = DEFAULT_MAX_TIME;
    race->max_pairs = 0;
    race->warmup_runs = 0;
    status = bres__options_take(&taken, given, &options_type);
    if (status == BRES_OK)
        status = options_check(&taken);
    if (status != BRES_OK)
        return status;
    if (taken.race != NULL)
        *race = *taken.race;
    /* A limit of rounds is a limit of runs: every round runs each command that lacks runs. */
    if (taken.runs > 0)
        race->max_pairs = taken.runs;
    *options = taken;
    options->race = NULL;
    options->environment = NULL;
    if (!texts_keep(options) || !environment_keep(timing, taken.environment))
        return bres__error_memory();
    status = statuses_take(timing);
    timing->timeout_ms = bres__program_timeout_ms(options->timeout);
    /* Checks the options; bres_timing_run() opens the race for its number of comparisons. */
    if (status == BRES_OK)
        status = bres__race_open(&timing->race, race);
    if (status != BRES_OK)
        return status;
    *race = timing->race.options;
    timing->error_rate = race->error_rate;
    if (race->clock_kind != BRES_CLOCK_WALL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the clock is %s, but a timing measures both kinds of time (expected "
                           "wall)",
                           bres_clock_kind_name((bres_clock_kind)race->clock_kind));
    return BRES_OK;
}

bres_status bres_timing_new(const bres_timing_options *options, bres_timing **timing)
{
    bres_timing *made;
    bres_status status;

    if (timing == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_new: timing is NULL");
    *timing = NULL;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    status = options_take(made, options);
    if (status == BRES_OK)
        *timing = made;
    else
        bres_timing_free(made);
    return status;
}

static void options_free(bres_timing_options *options)
{
    /* The texts are copies; they are const only because the public struct declares them so. */
    bres__free((void *)(uintptr_t)options->shell);
    bres__free((void *)(uintptr_t)options->input);
    bres__free((void *)(uintptr_t)options->output_file);
    bres__free((void *)(uintptr_t)options->directory);
    bres__free((void *)(uintptr_t)options->reference);
}

static void inputs_free(bres_timing *timing)
{
    for (size_t i = 0; i < timing->axis_count; i++)
        bres__time_axis_free(&timing->axes[i]);
    bres__free(timing->axes);
    for (size_t i = 0; i < timing->command_count; i++) {
        bres__free(timing->commands[i].name);
        bres__free(timing->commands[i].text);
    }
    bres__free(timing->commands);
    for (size_t i = 0; i < timing->hook_count; i++) {
        bres__free(timing->hooks[i].name);
        bres__free(timing->hooks[i].text);
    }
    bres__free(timing->hooks);
}

void bres_timing_free(bres_timing *timing)
{
    bres__error_record record;

    if (timing == NULL)
        return;
    bres__error_save(&record);
    for (size_t i = 0; i < timing->row_count; i++)
        bres__time_row_free(&timing->rows[i]);
    bres__free(timing->rows);
    inputs_free(timing);
    for (size_t i = 0; timing->environment != NULL && timing->environment[i] != NULL; i++)
        bres__free(timing->environment[i]);
    bres__free(timing->environment);
    options_free(&timing->options);
    bres__race_free(&timing->race);
    bres__free(timing);
    bres__error_restore(&record);
}
