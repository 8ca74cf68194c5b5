/* SPDX-License-Identifier: MIT */
/*
 * Whether there is a valgrind, and which.
 */
#include "callgrind/collect/collect.h"

#include <stdio.h>
#include <sys/wait.h>

#define VERSION_MAJOR      3
#define VERSION_MINOR      15
#define VERSION_TIMEOUT_MS UINT64_C(60000)
#define VERSION_MAX        ((size_t)1 << 16)

static bres_status version_check(const char *program, const bres__spawned *spawned)
{
    const char *printed = spawned->output.length > 0 ? spawned->output.data : "";
    unsigned major;
    unsigned minor;

    if (!WIFEXITED(spawned->wait_status) || WEXITSTATUS(spawned->wait_status) != 0 ||
        sscanf(printed, "valgrind-%u.%u", &major, &minor) != 2)
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "'%s --version' does not print the version of a valgrind: %.200s%.500s",
                           program, printed, spawned->errors);
    if (major < VERSION_MAJOR || (major == VERSION_MAJOR && minor < VERSION_MINOR))
        return bres__error(BRES_ERROR_UNSUPPORTED,
                           "'%s' is of version %u.%u: %d.%d or later is needed", program, major,
                           minor, VERSION_MAJOR, VERSION_MINOR);
    return BRES_OK;
}

bres_status bres__valgrind_check(const char *program)
{
    const char *const arguments[] = { program, "--version", NULL };
    const bres__spawn spawn = {
        .arguments = arguments,
        .input_kind = BRES__STREAM_NULL,
        .max_output = VERSION_MAX,
        .timeout_ms = VERSION_TIMEOUT_MS,
    };
    bres__spawned spawned;
    bres_status status = bres__spawn_run(&spawn, &spawned);

    if (status == BRES_OK)
        status = version_check(program, &spawned);
    else if (status == BRES_ERROR_NO_FILE)
        status = bres__error(BRES_ERROR_UNSUPPORTED,
                             "Missing: %s: instructions are counted by valgrind, which is not "
                             "installed",
                             program);
    bres__spawned_free(&spawned);
    return status;
}
