/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int tool_write(const char *path, const char *text, size_t length)
{
    if (path != NULL && strcmp(path, "-") != 0)
        return bres_write_file(path, text, length) == BRES_OK ? TOOL_DONE : tool_library_error();
    if (fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0)
        return TOOL_DONE;
    return tool_error("cannot write to the standard output: %s", strerror(errno));
}
