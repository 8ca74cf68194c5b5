/* SPDX-License-Identifier: MIT */
/*
 * A run that tunes a command.
 */
#include "report/json.h"
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/command/arguments.h"
#include "tune/command/sample.h"
#include "tune/trial.h"

#include <string.h>

#define COMMAND_FIRST_SIZE (offsetof(bres_tuner_command, signal_user) + sizeof(void *))

_Static_assert(COMMAND_FIRST_SIZE == sizeof(bres_tuner_command),
               "bres_tuner_command has no padding");

typedef struct command_run {
    bres_tuner *tuner;
    bres_tuner_command command;
    bres__command_executor executor;
    double *seconds; /* of a batch */
    size_t capacity;
} command_run;

void bres_tuner_command_init(bres_tuner_command *command)
{
    if (command != NULL)
        *command = (bres_tuner_command){ .size = sizeof(*command) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_tuner_command, flags, BRES_TUNER_COMMAND_SHOW_OUTPUT),
    BRES__OPTION_RESERVED(bres_tuner_command, reserved),
    BRES__OPTION_AT_LEAST(bres_tuner_command, warmup_runs, 0),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_tuner_command, COMMAND_FIRST_SIZE, option_fields);

/* Loads a command and checks that its placeholders fit the parameters of the tuner. */
static bres_status command_load(command_run *run, const bres_tuner_command *given,
                                const char *function)
{
    bres_tuner_command *command = &run->command;
    bres_status status = bres__tuner_check(run->tuner, false, function);

    if (status != BRES_OK)
        return status;
    if (given == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: command is NULL", function);
    bres_tuner_command_init(command);
    status = bres__options_take(command, given, &options_type);
    if (status == BRES_OK && (command->arguments == NULL || command->arguments[0] == NULL))
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_command: arguments names no program");
    if (status == BRES_OK)
        status = bres__tuner_status(run->tuner);
    return status == BRES_OK ? bres__command_arguments_check(run->tuner->bench, command->arguments,
                                                             &run->executor.writes_result)
                             : status;
}

/* Checks the clock of the tuner. A command that writes a result file measures its own times. */
static bres_status check_clock(const command_run *run)
{
    const bres_clock_kind kind = (bres_clock_kind)run->tuner->options.clock_kind;

    if (kind == BRES_CLOCK_WALL || (kind == BRES_CLOCK_PROCESS && !run->executor.writes_result))
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT,
                       run->executor.writes_result
                           ? "the clock is %s, but the command measures itself (expected wall; "
                             "benchmark programs have the option --clock)"
                           : "the clock is %s, but a command is a process (expected wall or "
                             "process)",
                       bres_clock_kind_name(kind));
}

static bres_status check_program(const command_run *run)
{
    const char *program = run->command.arguments[0];
    char *path = NULL;
    bres_status status;

    if (bres__command_arguments_vary(run->tuner->bench, program))
        return BRES_OK;
    status = bres__program_find(program, &path);
    bres__free(path);
    return status;
}

/* Keeps the command line as valid UTF-8, because file names can have any bytes. */
static bres_status keep_command_line(command_run *run)
{
    bres_tuner *tuner = run->tuner;
    bres__text line = { 0 };
    bres__text valid = { 0 };

    bres__command_arguments_put(&line, run->command.arguments);
    if (!line.failed)
        bres__put_valid(&valid, line.data);
    if (!line.failed && !valid.failed)
        tuner->command = bres__arena_strdup(&tuner->texts, valid.data);
    bres__text_free(&line);
    bres__text_free(&valid);
    return tuner->command != NULL ? BRES_OK : bres__error_memory();
}

static bres_status warm_up(const command_run *run, const bres_trial *trial,
                           const char *const *arguments, bres_status *failed)
{
    bres_status status = BRES_OK;
    double seconds;

    for (int64_t i = 0; i < run->command.warmup_runs && trial->count == 0 && status == BRES_OK &&
                        *failed == BRES_OK && !bres__tuner_is_over(run->tuner);
         i++)
        status = bres__command_execute(&run->executor, arguments, &seconds, failed);
    return status;
}

/* Measures at least one sample, and no further sample after the end of the budget. */
static bres_status batch_measure(command_run *run, const char *const *arguments, size_t samples,
                                 bres__batch *batch, bres_status *failed)
{
    const double begin = bres__tuner_elapsed(run->tuner);
    bres_status status = BRES_OK;

    while (batch->count < samples && status == BRES_OK && *failed == BRES_OK &&
           (batch->count == 0 || !bres__tuner_is_over(run->tuner))) {
        status =
            bres__command_execute(&run->executor, arguments, &run->seconds[batch->count], failed);
        if (status == BRES_OK && *failed == BRES_OK)
            batch->count++;
    }
    batch->walltime = bres__tuner_elapsed(run->tuner) - begin;
    return status;
}

static bres_status trial_measure(command_run *run, bres_trial *trial, size_t samples,
                                 bres__batch *batch, bres_status *failed)
{
    bres__argv argv = { 0 };
    bres_status status = bres__command_arguments_fill(
        run->tuner->bench, trial->index, run->command.arguments, run->executor.result, &argv);

    if (status == BRES_OK)
        status = warm_up(run, trial, (const char *const *)argv.items, failed);
    if (status == BRES_OK && *failed == BRES_OK)
        status = batch_measure(run, (const char *const *)argv.items, samples, batch, failed);
    bres__argv_free(&argv);
    return status;
}

static bres_status run_batch(void *user, bres_trial *trial, size_t samples)
{
    command_run *run = user;
    bres_tuner *tuner = run->tuner;
    bres__batch batch = { .block_size = run->executor.writes_result ? 0 : 1 };
    bres__error_record record;
    bres_status failed = BRES_OK;
    bres_status status;

    if (!bres__doubles_reserve(&run->seconds, &run->capacity, samples))
        return bres__error_memory();
    batch.seconds = run->seconds;
    tuner->busy = true;
    status = trial_measure(run, trial, samples, &batch, &failed);
    tuner->busy = false;
    if (status != BRES_OK)
        return status;
    bres__error_save(&record);
    /* The signal of an interruption may have ended the command. */
    if (failed == BRES_OK || bres__tuner_is_interrupted(tuner))
        return bres__tuner_take(tuner, trial, &batch);
    bres__error_restore(&record);
    return bres__tuner_fail(tuner, trial, bres__tuner_reason(failed));
}

static bres_status run_open(command_run *run)
{
    const bres_tuner *tuner = run->tuner;

    run->executor.tuner = run->tuner;
    run->executor.settings = (bres__program_settings){
        .shows_output = (run->command.flags & BRES_TUNER_COMMAND_SHOW_OUTPUT) != 0,
        .timeout_ms = bres__program_timeout_ms(tuner->options.execution_timeout),
        .signal = run->command.signal,
        .signal_user = run->command.signal_user,
        .clock = &tuner->clock,
    };
    return bres__command_executor_open(&run->executor);
}

bres_status bres_tuner_run_command(bres_tuner *tuner, const bres_tuner_command *command)
{
    command_run run = { .tuner = tuner };
    bres_status status = command_load(&run, command, "bres_tuner_run_command");

    if (status == BRES_OK)
        status = check_clock(&run);
    if (status == BRES_OK)
        status = check_program(&run);
    if (status == BRES_OK)
        status = keep_command_line(&run);
    if (status != BRES_OK)
        return status;
    status = run_open(&run);
    if (status == BRES_OK)
        status = bres__tuner_begin(tuner);
    if (status == BRES_OK && tuner->phase == BRES__TUNER_RUNS)
        status = bres__tuner_run(tuner, run_batch, &run);
    bres__tuner_release_all(tuner);
    bres__command_executor_close(&run.executor);
    bres__free(run.seconds);
    return bres__tuner_keep(tuner, status);
}

static bres_status put_command(const command_run *run, uint64_t index, bres__text *text)
{
    bres__argv argv = { 0 };
    const bres_status status =
        bres__command_arguments_fill(run->tuner->bench, index, run->command.arguments, NULL, &argv);

    if (status == BRES_OK) {
        bres__command_arguments_put(text, (const char *const *)argv.items);
        bres__text_putc(text, '\n');
    }
    bres__argv_free(&argv);
    return status;
}

/* Makes the space only for the list, and frees it. */
static bres_status put_commands(const command_run *run, bres__text *text)
{
    bres_tuner *tuner = run->tuner;
    bres_status status = bres__space_make(tuner);

    for (size_t i = 0; i < tuner->config_count && status == BRES_OK; i++)
        status = put_command(run, tuner->indices[i], text);
    bres__free(tuner->trials);
    bres__free(tuner->listed);
    tuner->trials = NULL;
    tuner->listed = NULL;
    tuner->index_count = 0;
    tuner->config_count = 0;
    return status;
}

bres_status bres_tuner_list_commands(bres_tuner *tuner, const bres_tuner_command *command,
                                     char **text, size_t *length)
{
    command_run run = { .tuner = tuner };
    bres__text made = { 0 };
    bres_status status;

    if (text == NULL || length == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_list_commands: %s is NULL",
                           text == NULL ? "text" : "length");
    *text = NULL;
    *length = 0;
    status = command_load(&run, command, "bres_tuner_list_commands");
    if (status == BRES_OK)
        status = put_commands(&run, &made);
    if (status == BRES_OK && made.failed)
        status = bres__error_memory();
    if (status == BRES_OK) {
        *length = made.length;
        *text = bres__text_steal(&made);
        if (*text == NULL)
            status = bres__error_memory();
    }
    bres__text_free(&made);
    return status;
}
