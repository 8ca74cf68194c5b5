/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tool_is_standard_output(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

/* The path without symbolic links, or as much of it as exists. */
static bool real_path(const char *path, char real[PATH_MAX])
{
    char part[PATH_MAX];

    snprintf(part, sizeof(part), "%s", path);
    while (realpath(part, real) == NULL) {
        char *slash = strrchr(part, '/');

        if (slash == NULL || slash == part)
            return realpath(slash == NULL ? "." : "/", real) != NULL;
        *slash = '\0';
    }
    return true;
}

/* Whether a file is, or will be, somewhere below a directory. */
static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX];
    char above[PATH_MAX];
    size_t length;

    if (realpath(directory, above) == NULL || !real_path(path, real))
        return false;
    length = strlen(above);
    return strncmp(real, above, length) == 0 && (real[length] == '/' || real[length] == '\0');
}

static bool input_stat(const char *file, struct stat *status)
{
    return (strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, status) : stat(file, status)) == 0;
}

static bool output_stat(const char *output, struct stat *status)
{
    return (tool_is_standard_output(output) ? fstat(STDOUT_FILENO, status)
                                            : stat(output, status)) == 0 &&
           S_ISREG(status->st_mode);
}

int tool_output_check(const char *output, const char *const *files, size_t count, bool in_place)
{
    const bool to_standard = tool_is_standard_output(output);
    struct stat written;
    const bool replaces = output_stat(output, &written) && (to_standard || !in_place);

    for (size_t i = 0; i < count; i++) {
        struct stat read;

        if (!input_stat(files[i], &read))
            continue;
        if (replaces && read.st_dev == written.st_dev && read.st_ino == written.st_ino)
            return tool_error("the output '%s' is the input '%s'; choose another file",
                              to_standard ? "-" : output, files[i]);
        if (!to_standard && S_ISDIR(read.st_mode) && is_below(output, files[i]))
            return tool_error("the output '%s' is in the input directory '%s'; choose another file",
                              output, files[i]);
    }
    return TOOL_DONE;
}

int tool_write(const char *path, const char *text, size_t length)
{
    if (!tool_is_standard_output(path))
        return bres_write_file(path, text, length) == BRES_OK ? TOOL_DONE : tool_library_error();
    if (fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0)
        return TOOL_DONE;
    return tool_error("cannot write to the standard output: %s", strerror(errno));
}
