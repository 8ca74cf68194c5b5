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

const char *tool_output_name(const char *path)
{
    return path != NULL ? path : "-";
}

/* Whether a file that exists is somewhere below a directory. */
static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX];
    char above[PATH_MAX];
    size_t length;

    if (realpath(directory, above) == NULL || realpath(path, real) == NULL)
        return false;
    length = strlen(above);
    return strncmp(real, above, length) == 0 && real[length] == '/';
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

static int output_check(const char *output, const char *file, bool in_place)
{
    struct stat written;
    struct stat read;

    if (output == NULL || !output_stat(output, &written) || !input_stat(file, &read))
        return TOOL_DONE;
    if (read.st_dev == written.st_dev && read.st_ino == written.st_ino)
        return in_place && !tool_is_standard_output(output)
                   ? TOOL_DONE
                   : tool_error("the output '%s' is the input '%s'; choose another file", output,
                                file);
    if (S_ISDIR(read.st_mode) && !tool_is_standard_output(output) && is_below(output, file))
        return tool_error("the output '%s' is a file of the input directory '%s'; choose another "
                          "file",
                          output, file);
    return TOOL_DONE;
}

int tool_outputs_check(const struct tool_outputs *outputs, const char *file)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < sizeof outputs->files / sizeof *outputs->files && status == TOOL_DONE;
         i++)
        status = output_check(outputs->files[i], file, false);
    for (size_t i = 0;
         i < sizeof outputs->results / sizeof *outputs->results && status == TOOL_DONE; i++)
        status = output_check(outputs->results[i], file, outputs->in_place);
    return status;
}

int tool_write(const char *path, const char *text, size_t length)
{
    if (!tool_is_standard_output(path))
        return bres_write_file(path, text, length) == BRES_OK ? TOOL_DONE : tool_library_error();
    if (fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0)
        return TOOL_DONE;
    return tool_error("cannot write to the standard output: %s", strerror(errno));
}
