/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool tool_is_standard_output(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

int tool_output_check(const char *output, const char *const *files, size_t count)
{
    struct stat written;
    struct stat read;

    if (tool_is_standard_output(output) || stat(output, &written) != 0 || !S_ISREG(written.st_mode))
        return TOOL_DONE;
    for (size_t i = 0; i < count; i++) {
        if (stat(files[i], &read) == 0 && read.st_dev == written.st_dev &&
            read.st_ino == written.st_ino)
            return tool_error("the output '%s' is the input '%s'; choose another file", output,
                              files[i]);
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
