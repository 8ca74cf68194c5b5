/* SPDX-License-Identifier: MIT */
/*
 * One run of a command in a race.
 */
#include "base/file/file.h"
#include "base/process/spawn.h"
#include "race/commands.h"

#include <benchresult/nvbench.h>
#include <errno.h>
#include <sys/wait.h>

static bool command_is_right(const bres__spawned *spawned)
{
    return WIFEXITED(spawned->wait_status) && WEXITSTATUS(spawned->wait_status) == 0;
}

/* Runs a program; *seconds is the time that it took as a whole. */
static bres_status argv_run(const bres_command_race *race, const bres__argv *argv, double *seconds)
{
    const bool shown = (race->options.flags & BRES_RACE_SHOW_OUTPUT) != 0;
    const bres__spawn spawn = {
        .arguments = (const char *const *)argv->items,
        .input_kind = BRES__STREAM_NULL,
        .output_kind = shown ? BRES__STREAM_INHERIT : BRES__STREAM_NULL,
        .timeout_ms = race->timeout_ms,
        .signal = race->options.signal,
        .signal_user = race->options.signal_user,
        .clock = &race->race.clock,
    };
    bres__spawned spawned = { .pid = 0 };
    bres_status status = bres__spawn_run(&spawn, &spawned);

    if (status == BRES_OK && !command_is_right(&spawned))
        status = bres__spawned_error(&spawned, argv->items[0]);
    *seconds = (double)spawned.wall_ns * 1e-9;
    bres__spawned_free(&spawned);
    return status;
}

static bres_status result_fill(bres_result *result, double seconds)
{
    bres_subbench *bench;
    bres_state *state;
    bres_times times;
    bres_status status = bres_result_add_subbench(result, "command", &bench);

    bres_times_init(&times);
    times.count = 1;
    times.cpu = &seconds;
    times.walltime = seconds;
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &state);
    return status == BRES_OK ? bres_state_add_cpu_only_summaries(state, &times) : status;
}

static bres_status result_write_time(const char *path, double seconds)
{
    bres_result *result = NULL;
    bres_status status;

    if (!(seconds > 0))
        return bres__error(BRES_ERROR_VALUE, "a run took no time by this clock");
    status = bres_result_new(&result);
    if (status == BRES_OK)
        status = result_fill(result, seconds);
    if (status == BRES_OK)
        status = bres_result_write(result, path, NULL);
    bres_result_unref(result);
    return status;
}

static bres_status result_load(const bres_command_race *race, const char *path, size_t pair,
                               bres_result **result)
{
    bres_load_options options;
    bres_status status;

    bres_load_options_init(&options);
    options.log = race->race.options.log;
    options.log_user = race->race.options.log_user;
    status = bres_result_load(path, &options, result);
    if (status != BRES_OK)
        return status;
    status = bres__race_number(*result, pair);
    if (status != BRES_OK) {
        bres_result_unref(*result);
        *result = NULL;
    }
    return status;
}

bres_status bres__race_command_load(const bres_command_race *race, unsigned side, size_t pair,
                                    bres_result **result)
{
    char *path = bres__race_directory_file(&race->directory, side, pair);
    bres_status status;

    *result = NULL;
    if (path == NULL)
        return bres__error_memory();
    status = result_load(race, path, pair, result);
    bres__free(path);
    return status;
}

bres_status bres__race_command_run(bres_command_race *race, unsigned side, size_t pair,
                                   bres_result **result)
{
    char *path = bres__race_directory_file(&race->directory, side, pair);
    bres__argv argv = { 0 };
    double seconds;
    bres_status status = BRES_OK;

    *result = NULL;
    if (path == NULL)
        return bres__error_memory();
    /* A warm-up, or a pair that was not completed, may have left a result. */
    if (bres__unlink(path) != 0 && errno != ENOENT)
        status = bres__error_system("remove", path);
    if (status == BRES_OK)
        status = bres__argv_fill(&race->argv[side], path, &argv);
    if (status == BRES_OK)
        status = argv_run(race, &argv, &seconds);
    if (status == BRES_OK && race->whole)
        status = result_write_time(path, seconds);
    if (status == BRES_OK)
        status = result_load(race, path, pair, result);
    bres__argv_free(&argv);
    bres__free(path);
    return status;
}
