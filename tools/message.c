/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>

static void message_print(const char *format, va_list arguments)
{
    fputs("benchresult: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int tool_error(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_print(format, arguments);
    va_end(arguments);
    return TOOL_REFUSED;
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
