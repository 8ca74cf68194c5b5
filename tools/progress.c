/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include "base/text/cut.h"
#include "base/text/text.h"
#include "base/text/visible.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Smallest interval in nanoseconds between two lines without a terminal. */
#define INTERVAL      UINT64_C(60000000000)
#define USUAL_COLUMNS 80

void progress_clear(struct progress *progress)
{
    if (progress->drawn)
        fputs("\r\033[K", stderr);
    progress->drawn = false;
}

static bool is_terminal(void)
{
    const char *terminal = getenv("TERM");

    return isatty(STDERR_FILENO) && terminal != NULL && terminal[0] != '\0' &&
           strcmp(terminal, "dumb") != 0;
}

/* Whether to print a line without a terminal. Unless `verbose` is set, the first line is due after
 * a minute. */
static bool is_due(struct progress *progress)
{
    bres_clock clock;
    uint64_t now;

    bres_clock_init(&clock);
    now = clock.now(clock.user);
    if (progress->printed == 0)
        progress->printed = now;
    if (!progress->verbose && now - progress->printed < INTERVAL)
        return false;
    progress->printed = now;
    return true;
}

/* Leaves the last column free, because some terminals begin a new line after it. */
static void line_draw(struct progress *progress, const char *message)
{
    const uint32_t width = tool_terminal_width(STDERR_FILENO);
    const size_t columns = width > 1 ? width : USUAL_COLUMNS;
    bres__text visible = { 0 };
    bres__text line = { 0 };

    bres__text_puts_visible(&visible, message);
    if (!visible.failed)
        bres__text_put_cut(&line, visible.data, columns - 1);
    progress_clear(progress);
    if (!visible.failed && !line.failed) {
        fputs(line.data, stderr);
        progress->drawn = true;
    }
    bres__text_free(&line);
    bres__text_free(&visible);
}

void progress_show(struct progress *progress, const char *format, ...)
{
    const bool draws = is_terminal();
    va_list arguments;
    char *message;
    int length;

    if (progress->quiet || (!draws && !is_due(progress)))
        return;
    va_start(arguments, format);
    length = vasprintf(&message, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    if (draws)
        line_draw(progress, message);
    else
        tool_say("%s", message);
    free(message);
}

void progress_log(void *user, bres_log_level level, const char *message)
{
    progress_clear(user);
    tool_say("%s%s", level == BRES_LOG_WARNING ? "warning: " : "", message);
}

void progress_warn(void *user, bres_log_level level, const char *message)
{
    if (level == BRES_LOG_WARNING)
        progress_log(user, level, message);
}
