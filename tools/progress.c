/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdarg.h>
#include <unistd.h>

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}

void progress_draw(struct progress *progress, const char *format, ...)
{
    va_list arguments;

    if (progress->quiet || !isatty(STDERR_FILENO))
        return;
    progress_clear(progress);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    progress->drawn = true;
}

void progress_log(void *user, bres_log_level level, const char *message)
{
    progress_clear(user);
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}
