/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include "base/visible.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *tool_put_character(FILE *stream, const char *string)
{
    char escape[BRES__ESCAPE_SIZE];
    const size_t escaped = bres__visible_escape(string, string[1] != '\0' ? 2 : 1, escape);

    if (escaped > 0)
        fputs(escape, stream);
    else
        fputc(string[0], stream);
    return string + (escaped > 0 ? escaped : 1);
}

void tool_put(FILE *stream, const char *string)
{
    while (*string != '\0')
        string = tool_put_character(stream, string);
}

static void message_print(const char *format, va_list arguments)
{
    char *message;

    fputs("benchresult: ", stderr);
    if (vasprintf(&message, format, arguments) < 0) {
        fputs("out of memory\n", stderr);
        return;
    }
    tool_put(stderr, message);
    fputc('\n', stderr);
    free(message);
}

void tool_say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_print(format, arguments);
    va_end(arguments);
}

int tool_error(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_print(format, arguments);
    va_end(arguments);
    return TOOL_REFUSED;
}

int tool_library_error(void)
{
    return tool_error("%s", bres_last_error());
}

void tool_warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    if (level == BRES_LOG_WARNING)
        tool_say("warning: %s", message);
}

int tool_usage_error(const char *command, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_print(format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try 'benchresult%s%s --help'.\n", command != NULL ? " " : "",
            command != NULL ? command : "");
    return TOOL_REFUSED;
}
