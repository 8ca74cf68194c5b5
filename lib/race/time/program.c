/* SPDX-License-Identifier: MIT */
/*
 * Runs of the programs of a timing: commands, hooks and the empty command of the shell.
 */
#include "base/process/spawn.h"
#include "race/time/time.h"
#include "stats/stats.h"

#include <string.h>
#include <sys/wait.h>

#define HOOK_SHELL   "sh"
/* Runs of an empty command that count, and warm-up runs before them. */
#define SHELL_RUNS   40u
#define SHELL_WARMUP 4u

static const bres__stream_kind output_kinds[] = {
    [BRES_TIMING_OUTPUT_NULL] = BRES__STREAM_NULL,
    [BRES_TIMING_OUTPUT_INHERIT] = BRES__STREAM_INHERIT,
    [BRES_TIMING_OUTPUT_FILE] = BRES__STREAM_FILE,
    [BRES_TIMING_OUTPUT_PIPE] = BRES__STREAM_DISCARD,
};

/* A run without input, whose output is discarded. */
static bres__spawn spawn_of(const bres_timing *timing, const char *const *arguments)
{
    const bres_timing_options *options = &timing->options;

    return (bres__spawn){
        .arguments = arguments,
        .environment = (const char *const *)timing->environment,
        .input_kind = BRES__STREAM_NULL,
        .output_kind = BRES__STREAM_NULL,
        .directory = options->directory,
        .signal = options->signal,
        .signal_user = options->signal_user,
        .clock = &timing->race.clock,
    };
}

static bres_status spawn_run(const bres__spawn *spawn, bres__time_run *run, bres__spawned *spawned)
{
    const bres_status status = bres__spawn_run(spawn, spawned);

    *run = (bres__time_run){
        .wall = (double)spawned->wall_ns * 1e-9,
        .user = (double)spawned->user_ns * 1e-9,
        .system = (double)spawned->system_ns * 1e-9,
        .peak_memory = spawned->max_rss_bytes,
        .voluntary_switches = spawned->voluntary_switches,
        .involuntary_switches = spawned->involuntary_switches,
        .status = WIFSIGNALED(spawned->wait_status)
                      ? 128u + (unsigned)WTERMSIG(spawned->wait_status)
                      : (unsigned)WEXITSTATUS(spawned->wait_status),
    };
    return status;
}

bres_status bres__time_run_command(bres_timing *timing, const bres__time_row *row,
                                   bres__time_run *run)
{
    const bres_timing_options *options = &timing->options;
    bres__spawn spawn = spawn_of(timing, (const char *const *)row->argv.items);
    bres__spawned spawned;
    bres_status status;

    spawn.input_kind = options->input != NULL ? BRES__STREAM_FILE : BRES__STREAM_NULL;
    spawn.input_path = options->input;
    spawn.output_kind = output_kinds[options->output];
    spawn.output_path = options->output_file;
    if (options->output == BRES_TIMING_OUTPUT_INHERIT)
        spawn.errors_kind = BRES__STREAM_INHERIT;
    spawn.timeout_ms = timing->timeout_ms;
    status = spawn_run(&spawn, run, &spawned);
    if (status == BRES_OK && run->status != 0 && !timing->ignored[run->status] &&
        (options->flags & BRES_TIMING_IGNORE_FAILURE) == 0)
        status = bres__spawned_error(&spawned, row->text);
    /* The signal may have ended the program early, with an exit status of 0. */
    if (status == BRES_OK && spawned.signalled)
        status = bres__error(BRES_ERROR_INTERRUPTED, "'%s' was interrupted", row->text);
    bres__spawned_free(&spawned);
    return status;
}

static bres_status hook_run(const bres_timing *timing, const bres__time_hook *hook,
                            const bres__time_row *row)
{
    bres__text text = { 0 };
    bres__spawned spawned;
    bres__time_run run;
    bres_status status;

    bres__time_put_filled(timing, row, hook->text, &text);
    if (text.failed) {
        bres__text_free(&text);
        return bres__error_memory();
    } else {
        const char *const arguments[] = { HOOK_SHELL, "-c", text.data != NULL ? text.data : "",
                                          NULL };
        bres__spawn spawn = spawn_of(timing, arguments);

        /* A signal that ends the timing between two programs must not end the cleanup. */
        if (hook->kind == BRES_TIMING_CLEANUP)
            spawn.signal = NULL;
        status = spawn_run(&spawn, &run, &spawned);
        if (status == BRES_OK && run.status != 0)
            status = bres__spawned_error(&spawned, arguments[2]);
        bres__spawned_free(&spawned);
    }
    bres__text_free(&text);
    return status;
}

bres_status bres__time_run_hooks(bres_timing *timing, bres_timing_hook kind,
                                 const bres__time_row *row)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < timing->hook_count && status == BRES_OK; i++) {
        const bres__time_hook *hook = &timing->hooks[i];

        if (hook->kind == kind &&
            (hook->name == NULL || strcmp(hook->name, row->command->name) == 0))
            status = hook_run(timing, hook, row);
    }
    return status;
}

bres_status bres__time_measure_shell(bres_timing *timing)
{
    const char *const arguments[] = { timing->options.shell, "-c", "", NULL };
    const bres__spawn spawn = spawn_of(timing, arguments);
    double times[3][SHELL_RUNS];
    bres_status status = BRES_OK;

    for (unsigned i = 0; i < SHELL_WARMUP + SHELL_RUNS && status == BRES_OK; i++) {
        const unsigned place = i < SHELL_WARMUP ? 0 : i - SHELL_WARMUP;
        bres__spawned spawned;
        bres__time_run run;

        status = spawn_run(&spawn, &run, &spawned);
        if (status == BRES_OK && run.status != 0)
            status = bres__spawned_error(&spawned, arguments[0]);
        bres__spawned_free(&spawned);
        times[0][place] = run.wall;
        times[1][place] = run.user;
        times[2][place] = run.system;
    }
    if (status == BRES_OK)
        timing->shell = (bres__time_run){
            .wall = bres__median(times[0], SHELL_RUNS),
            .user = bres__median(times[1], SHELL_RUNS),
            .system = bres__median(times[2], SHELL_RUNS),
        };
    return status;
}
