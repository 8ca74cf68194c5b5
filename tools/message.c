/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void tool_put(const char *string)
{
    for (; *string != '\0'; string++) {
        const unsigned char byte = (unsigned char)string[0];
        const unsigned char next = (unsigned char)string[1];

        if (byte < 0x20 || byte == 0x7F)
            fprintf(stderr, "\\x%02X", byte);
        else if (byte == 0xC2 && next >= 0x80 && next <= 0x9F)
            fprintf(stderr, "\\u%04X", (unsigned char)*++string);
        else
            fputc(byte, stderr);
    }
}

static void message_print(const char *format, va_list arguments)
{
    char *message;

    fputs("benchresult: ", stderr);
    if (vasprintf(&message, format, arguments) < 0) {
        fputs("out of memory\n", stderr);
        return;
    }
    tool_put(message);
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
