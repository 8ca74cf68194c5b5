/* SPDX-License-Identifier: MIT */
#include "race/program/program.h"
#include "base/base.h"
#include "base/process/spawn.h"
#include "benchresult/formats.h"

#include <math.h>
#include <sys/wait.h>

uint64_t bres__program_timeout_ms(double seconds)
{
    const double rounded = ceil(seconds * 1e3);

    return rounded < (double)UINT64_MAX ? (uint64_t)rounded : UINT64_MAX;
}

static bool program_is_right(const bres__spawned *spawned)
{
    return WIFEXITED(spawned->wait_status) && WEXITSTATUS(spawned->wait_status) == 0;
}

bres_status bres__program_run(const bres__program_settings *settings, const char *const *arguments,
                              bres__program_times *times)
{
    const bres__spawn spawn = {
        .arguments = arguments,
        .input_kind = BRES__STREAM_NULL,
        .output_kind = settings->shows_output ? BRES__STREAM_INHERIT : BRES__STREAM_NULL,
        .timeout_ms = settings->timeout_ms,
        .signal = settings->signal,
        .signal_user = settings->signal_user,
        .started = settings->started,
        .started_user = settings->started_user,
        .clock = settings->clock,
        .directory = settings->directory,
    };
    bres__spawned spawned = { .pid = 0 };
    bres_status status = bres__spawn_run(&spawn, &spawned);

    if (status == BRES_OK && !program_is_right(&spawned))
        status = bres__spawned_error(&spawned, arguments[0]);
    /* The signal may have ended the program early, with an exit status of 0. */
    if (status == BRES_OK && spawned.signalled)
        status = bres__error(BRES_ERROR_INTERRUPTED, "'%s' was interrupted", arguments[0]);
    times->wall = (double)spawned.wall_ns * 1e-9;
    times->processor = (double)(spawned.user_ns + spawned.system_ns) * 1e-9;
    bres__spawned_free(&spawned);
    return status;
}

bres_status bres__program_load(const char *path, const char *format,
                               const bres_load_options *options, bres_result **result)
{
    bres_import_options import;
    struct stat status;

    if (bres__stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return bres__error(BRES_ERROR_VALUE, "its result %s is not a regular file or a directory",
                           path);
    bres_import_options_init(&import);
    import.format = format;
    import.load = options;
    return bres_result_import(path, &import, result);
}
