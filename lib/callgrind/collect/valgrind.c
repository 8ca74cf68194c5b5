/* SPDX-License-Identifier: MIT */
/*
 * Checks the version of valgrind, and removes files that valgrind leaves.
 */
#include "callgrind/collect/collect.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

void bres__valgrind_files_remove(pid_t pid)
{
    const char *path = getenv("TMPDIR");
    const int directory =
        bres__open(path != NULL ? path : "/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    DIR *listing = directory >= 0 ? fdopendir(directory) : NULL;
    const struct dirent *entry;
    char prefix[48];

    bres__format(prefix, sizeof prefix, "valgrind_proc_%lld_", (long long)pid);
    while (listing != NULL && (entry = readdir(listing)) != NULL) {
        if (strncmp(entry->d_name, prefix, strlen(prefix)) == 0)
            (void)unlinkat(directory, entry->d_name, 0);
    }
    if (listing != NULL)
        closedir(listing);
    else if (directory >= 0)
        bres__close(directory);
}
