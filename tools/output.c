/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool tool_is_standard_output(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

int tool_write(const char *path, const char *text, size_t length)
{
    if (!tool_is_standard_output(path))
        return bres_write_file(path, text, length) == BRES_OK ? TOOL_DONE : tool_library_error();
    if (fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0)
        return TOOL_DONE;
    return tool_error("cannot write to the standard output: %s", strerror(errno));
}
