/* SPDX-License-Identifier: MIT */
/*
 * Timers of commands.
 */
#include "timer/command.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COMMAND_FIRST_SIZE (offsetof(bres_command, signal_user) + sizeof(void *))

_Static_assert(COMMAND_FIRST_SIZE == sizeof(bres_command), "bres_command has no padding");

/* Size of the variable that holds a command's number of threads. */
#define VARIABLE_SIZE 48

void bres_command_init(bres_command *command)
{
    if (command != NULL)
        *command = (bres_command){ .size = sizeof(*command) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_command, flags, BRES_COMMAND_ANY_STATUS),
    BRES__OPTION_RESERVED(bres_command, reserved),
    BRES__OPTION_REAL(bres_command, timeout, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_command, COMMAND_FIRST_SIZE, option_fields);

static bres_status command_load(bres_command *full, const bres_command *given)
{
    bres_status status;

    bres_command_init(full);
    if (given == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_new_command: command is NULL");
    status = bres__options_take(full, given, &options_type);
    if (status != BRES_OK)
        return status;
    if (full->arguments == NULL || full->arguments[0] == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command: arguments names no program");
    if (full->prepare != NULL && full->prepare[0] == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_command: prepare names no program");
    return BRES_OK;
}

/* Appends an argument, quoted for a shell. */
static void put_argument(bres__text *text, const char *argument)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";

    if (argument[0] != '\0' && argument[strspn(argument, plain)] == '\0') {
        bres__text_puts(text, argument);
        return;
    }
    bres__text_putc(text, '\'');
    for (; *argument != '\0'; argument++) {
        if (*argument == '\'')
            bres__text_puts(text, "'\\''");
        else
            bres__text_putc(text, *argument);
    }
    bres__text_putc(text, '\'');
}

static const char *put_line(bres__text *text, const char *const *arguments)
{
    for (size_t i = 0; arguments[i] != NULL; i++) {
        if (i > 0)
            bres__text_putc(text, ' ');
        put_argument(text, arguments[i]);
    }
    return text->failed ? "" : text->data;
}

static bres_status timer_make(const bres_command *command, const bres_task_spec *spec,
                              bres_timer **timer)
{
    bres__text stmt = { 0 };
    bres__text setup = { 0 };
    bres_task_spec full;
    bres_task_spec checked;
    bres_status status = bres__spec_load(&full, spec);

    if (status == BRES_OK && full.stmt[0] == '\0')
        full.stmt = put_line(&stmt, command->arguments);
    if (status == BRES_OK && command->prepare != NULL && strcmp(full.setup, "pass") == 0)
        full.setup = put_line(&setup, command->prepare);
    if (status == BRES_OK && (stmt.failed || setup.failed))
        status = bres__error_memory();
    if (status == BRES_OK)
        status = bres__spec_load(&checked, &full);
    if (status == BRES_OK)
        status = bres__timer_make(&checked, timer);
    bres__text_free(&stmt);
    bres__text_free(&setup);
    return status;
}

static size_t list_count(const char *const *list)
{
    size_t count = 0;

    while (list != NULL && list[count] != NULL)
        count++;
    return count;
}

/* Copies a list, with room for `more` further items; NULL: out of memory. */
static const char **list_copy(bres__arena *arena, const char *const *list, size_t more)
{
    const size_t count = list_count(list);
    const char **copy = bres__arena_calloc(arena, count + more + 1, sizeof(*copy));

    for (size_t i = 0; copy != NULL && i < count; i++) {
        copy[i] = bres__arena_strdup(arena, list[i]);
        if (copy[i] == NULL)
            copy = NULL;
    }
    return copy;
}

/* The numbers of threads come last and override the caller's. */
static const char **environment_make(bres__arena *arena, const char *const *given, int32_t threads)
{
    static const char *const names[] = { "OMP_NUM_THREADS", "BENCHRESULT_NUM_THREADS" };
    const size_t more = sizeof(names) / sizeof(*names);
    const size_t count = list_count(given);
    const char **environment = list_copy(arena, given, more);

    for (size_t i = 0; environment != NULL && i < more; i++) {
        char variable[VARIABLE_SIZE];

        snprintf(variable, sizeof(variable), "%s=%d", names[i], (int)threads);
        environment[count + i] = bres__arena_strdup(arena, variable);
        if (environment[count + i] == NULL)
            environment = NULL;
    }
    return environment;
}

/* Rounds up, so that every time above 0 is a limit. */
static uint64_t milliseconds(double seconds)
{
    const double rounded = ceil(seconds * 1e3);

    return rounded < (double)UINT64_MAX ? (uint64_t)rounded : UINT64_MAX;
}

static bool timer_take(bres_timer *timer, const bres_command *given)
{
    bres__arena *arena = &timer->arena;
    bres__command *command = bres__arena_calloc(arena, 1, sizeof(*command));

    if (command == NULL)
        return false;
    command->any_status = (given->flags & BRES_COMMAND_ANY_STATUS) != 0;
    command->timeout_ms = milliseconds(given->timeout);
    command->signal = given->signal;
    command->signal_user = given->signal_user;
    command->arguments = list_copy(arena, given->arguments, 0);
    command->environment = environment_make(arena, given->environment, timer->spec.num_threads);
    if (given->prepare != NULL)
        command->prepare = list_copy(arena, given->prepare, 0);
    if (given->output_path != NULL)
        command->output_path = bres__arena_strdup(arena, given->output_path);
    timer->command = command;
    return command->arguments != NULL && command->environment != NULL &&
           (given->prepare == NULL || command->prepare != NULL) &&
           (given->output_path == NULL || command->output_path != NULL);
}

bres_status bres_timer_new_command(const bres_command *command, const bres_task_spec *spec,
                                   bres_timer **timer)
{
    bres_command full;
    bres_status status;

    if (timer == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timer_new_command: timer is NULL");
    *timer = NULL;
    status = command_load(&full, command);
    if (status == BRES_OK)
        status = timer_make(&full, spec, timer);
    if (status != BRES_OK || timer_take(*timer, &full))
        return status;
    bres_timer_free(*timer);
    *timer = NULL;
    return bres__error_memory();
}
