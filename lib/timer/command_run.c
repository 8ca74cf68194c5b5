/* SPDX-License-Identifier: MIT */
/*
 * Runs commands that are timed.
 */
#include "timer/command.h"

#include <sys/wait.h>

static bool execution_is_right(const bres__spawned *spawned, bool any_status)
{
    return WIFEXITED(spawned->wait_status) &&
           (any_status || WEXITSTATUS(spawned->wait_status) == 0);
}

static int signal_ask(void *user)
{
    bres__command *command = user;
    const int number = command->signal(command->signal_user);

    if (number != 0)
        command->signal_sent = number;
    return number;
}

/* Runs a program to its end. Free the result even after a failure. */
static bres_status execute(bres__command *command, bres__spawn *spawn, bool any_status,
                           bres__spawned *spawned)
{
    bres_status status;

    spawn->environment = command->environment;
    spawn->input_kind = BRES__STREAM_NULL;
    spawn->signal = command->signal != NULL ? signal_ask : NULL;
    spawn->signal_user = command;
    command->signal_sent = 0;
    status = bres__spawn_run(spawn, spawned);
    if (status == BRES_OK && !execution_is_right(spawned, any_status))
        return bres__spawned_error(spawned, spawn->arguments[0]);
    /* The program may have caught the signal. */
    if (status == BRES_OK && command->signal_sent != 0)
        return bres__error(BRES_ERROR_VALUE, "'%s' was sent signal %d by the caller",
                           spawn->arguments[0], command->signal_sent);
    return status;
}

bres_status bres__command_prepare(bres__command *command)
{
    bres__spawn spawn = { .arguments = command->prepare, .output_kind = BRES__STREAM_NULL };
    bres__spawned spawned;
    bres_status status;

    if (command->prepare == NULL)
        return BRES_OK;
    status = execute(command, &spawn, false, &spawned);
    bres__spawned_free(&spawned);
    if (status != BRES_OK)
        bres__error_prefix("the prepare command");
    return status;
}

static void command_account(bres__command *command, const bres__spawned *spawned)
{
    command->exit_status = WEXITSTATUS(spawned->wait_status);
    command->user_ns += spawned->user_ns;
    command->system_ns += spawned->system_ns;
    if (spawned->max_rss_bytes > command->max_rss_bytes)
        command->max_rss_bytes = spawned->max_rss_bytes;
}

bres_status bres__command_run(bres__command *command, const bres_clock *clock, uint64_t number,
                              bres__command_time *time)
{
    bres__spawn spawn = {
        .arguments = command->arguments,
        .output_kind = command->output_path != NULL ? BRES__STREAM_FILE : BRES__STREAM_NULL,
        .output_path = command->output_path,
        .timeout_ms = command->timeout_ms,
        .clock = clock,
    };
    bres_status status = BRES_OK;

    *time = (bres__command_time){ 0 };
    for (uint64_t i = 0; status == BRES_OK && i < number; i++) {
        bres__spawned spawned;

        status = execute(command, &spawn, command->any_status, &spawned);
        if (status == BRES_OK)
            command_account(command, &spawned);
        time->wall_ns += spawned.wall_ns;
        time->processor_ns += spawned.user_ns + spawned.system_ns;
        bres__spawned_free(&spawned);
    }
    return status;
}

void bres__command_reset(bres__command *command)
{
    command->exit_status = 0;
    command->user_ns = 0;
    command->system_ns = 0;
    command->max_rss_bytes = 0;
}

void bres__command_put(const bres__command *command, bres__json_writer *writer)
{
    bres__json_key(writer, "exit_status");
    bres__json_write_int64(writer, command->exit_status);
    bres__json_key(writer, "user_time");
    bres__json_write_float64(writer, (double)command->user_ns / 1e9);
    bres__json_key(writer, "system_time");
    bres__json_write_float64(writer, (double)command->system_ns / 1e9);
    bres__json_key(writer, "max_rss");
    bres__json_write_int64(writer, (int64_t)command->max_rss_bytes);
}
