/* SPDX-License-Identifier: MIT */
/*
 * The properties of the terminal, and the environment variables that control color.
 */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

uint32_t tool_terminal_width(int fd)
{
    struct winsize size = { .ws_col = 0 };

    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static bool is_set(const char *name, const char *without)
{
    const char *value = getenv(name);

    return value != NULL && value[0] != '\0' && strcmp(value, without) != 0;
}

bool tool_terminal_has_color(int fd)
{
    if (is_set("NO_COLOR", ""))
        return false;
    return fd >= 0 && (is_set("CLICOLOR_FORCE", "0") || isatty(fd));
}
