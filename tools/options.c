/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "tool.h"

#include <stdio.h>
#include <string.h>

/* Columns of the help that options and their values take. */
#define HELP_INDENT 26

static int option_find_name(const struct tool_options *options, const char *name, size_t length)
{
    for (size_t i = 0; i < options->count; i++) {
        if (strlen(options->known[i].name) == length &&
            memcmp(options->known[i].name, name, length) == 0)
            return (int)i;
    }
    return TOOL_OPTIONS_ERROR;
}

static int option_find_letter(const struct tool_options *options, char letter)
{
    for (size_t i = 0; i < options->count; i++) {
        if (options->known[i].letter == letter)
            return (int)i;
    }
    return TOOL_OPTIONS_ERROR;
}

static int option_unknown(const struct tool_options *options, const char *argument, size_t length)
{
    tool_usage_error(options->command, "unknown option '%.*s'", (int)length, argument);
    return TOOL_OPTIONS_ERROR;
}

/* The option `index` stands in `argument`, and `attached` is its value when that stands there, too;
 * else the value is the next argument. */
static int option_take(struct tool_options *options, int index, const char *argument,
                       const char *attached, const char **value)
{
    const struct tool_option *option = &options->known[index];

    if (option->value == NULL) {
        if (attached == NULL)
            return index;
        tool_usage_error(options->command, "option '%s' takes no value", argument);
        return TOOL_OPTIONS_ERROR;
    }
    *value = attached;
    if (attached == NULL && *options->next != NULL)
        *value = *options->next++;
    if (*value != NULL)
        return index;
    tool_usage_error(options->command, "option '%s' needs a value: %s", argument, option->value);
    return TOOL_OPTIONS_ERROR;
}

int tool_options_next(struct tool_options *options, const char **value)
{
    const char *argument = *options->next;
    const char *equals;
    size_t length;
    int index;

    *value = NULL;
    if (argument == NULL)
        return TOOL_OPTIONS_END;
    options->next++;
    if (options->ended || argument[0] != '-' || argument[1] == '\0') {
        *value = argument;
        return TOOL_OPTIONS_OPERAND;
    }
    if (strcmp(argument, "--") == 0) {
        options->ended = true;
        return tool_options_next(options, value);
    }
    if (argument[1] != '-') {
        index = option_find_letter(options, argument[1]);
        if (index < 0)
            return option_unknown(options, argument, 2);
        return option_take(options, index, argument, argument[2] != '\0' ? argument + 2 : NULL,
                           value);
    }
    equals = strchr(argument, '=');
    length = equals != NULL ? (size_t)(equals - argument) : strlen(argument);
    index = option_find_name(options, argument + 2, length - 2);
    if (index < 0)
        return option_unknown(options, argument, length);
    return option_take(options, index, argument, equals != NULL ? equals + 1 : NULL, value);
}

void tool_options_help(const struct tool_option *known, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int width = known[i].letter != '\0' ? printf("  -%c, ", known[i].letter) : printf("      ");

        width += printf("--%s", known[i].name);
        if (known[i].value != NULL)
            width += printf(" %s", known[i].value);
        /* A long option moves its text on; a blank stands before it in any case. */
        printf("%*s%s\n", width < HELP_INDENT ? HELP_INDENT - width : 1, "", known[i].help);
    }
}
