/* SPDX-License-Identifier: MIT */
/*
 * Reads the words of a command line: options, their values, operands.
 */
#include "base/command/command.h"

#include "base/number/number.h"
#include "base/text/nearest.h"

#include <string.h>

/* Messages truncate longer words. */
#define SHOWN_MAX 200

bres_status bres__command_refuse(bres__command *command, bres_status status, const char *format,
                                 ...)
{
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(command->message, sizeof(command->message), format, arguments);
    va_end(arguments);
    return status;
}

/* Writes the name of an option for a message. */
static const char *option_name(const bres__command *command, const bres__option *option,
                               char name[SHOWN_MAX + 3])
{
    const char *word = option == command->option ? command->word : NULL;

    if (!command->as_given || word == NULL)
        bres__format(name, SHOWN_MAX + 3, "--%s", option->name);
    else if (word[1] == '-')
        bres__format(name, SHOWN_MAX + 3, "%.*s", (int)strcspn(word, "="), word);
    else
        bres__format(name, SHOWN_MAX + 3, "-%c", word[1]);
    return name;
}

bres_status bres__option_refuse(bres__command *command, const bres__option *option,
                                bres_status status, const char *format, ...)
{
    const size_t size = sizeof(command->message);
    char name[SHOWN_MAX + 3];
    va_list arguments;
    int length;

    length =
        bres__format(command->message, size, "option '%s': ", option_name(command, option, name));
    if (length < 0 || (size_t)length >= size)
        return status;
    va_start(arguments, format);
    bres__vformat(command->message + length, size - (size_t)length, format, arguments);
    va_end(arguments);
    return status;
}

static bool name_is(const char *name, const char *text, size_t length)
{
    return name != NULL && strlen(name) == length && memcmp(name, text, length) == 0;
}

const bres__option *bres__option_find(const bres__option *options, const char *name, size_t length)
{
    for (; options != NULL && options->name != NULL; options++) {
        if (name_is(options->name, name, length) || name_is(options->alias, name, length))
            return options;
    }
    return NULL;
}

static const bres__option *find_letter(const bres__option *options, char letter)
{
    for (; letter != '\0' && options->name != NULL; options++) {
        if (options->letter == letter)
            return options;
    }
    return NULL;
}

static void nearest_in(bres__nearest *nearest, const bres__option *options)
{
    for (; options != NULL && options->name != NULL; options++) {
        bres__nearest_add(nearest, options->name);
        if (options->alias != NULL)
            bres__nearest_add(nearest, options->alias);
    }
}

static bres_status refuse_unknown(bres__command *command, const char *word, size_t length)
{
    char name[SHOWN_MAX + 1] = "";
    bres__nearest nearest = { .unknown = name };

    if (length > SHOWN_MAX)
        length = SHOWN_MAX;
    memcpy(name, word, length);
    nearest.unknown += strspn(name, "-");
    nearest_in(&nearest, command->options);
    nearest_in(&nearest, command->more);
    if (nearest.name == NULL)
        return bres__command_refuse(command, BRES_ERROR_KEY, "unknown option '%s'", name);
    return bres__command_refuse(command, BRES_ERROR_KEY,
                                "unknown option '%s' (did you mean '--%s'?)", name, nearest.name);
}

/* Takes the value from the option's own word (`attached`), or the next word if that is NULL. */
static bres_status take_value(bres__command *command, const bres__option *option,
                              const char *attached, const char **value)
{
    char name[SHOWN_MAX + 3];

    *value = attached;
    if (option->operand == NULL) {
        if (attached == NULL)
            return BRES_OK;
        return bres__command_refuse(command, BRES_ERROR_ARGUMENT,
                                    "option '%s' takes no value, but '%.*s' was given",
                                    option_name(command, option, name), SHOWN_MAX, attached);
    }
    if (attached == NULL && option->is_optional)
        return BRES_OK;
    if (attached == NULL && command->next != command->end)
        *value = *command->next++;
    if (*value != NULL)
        return BRES_OK;
    return bres__command_refuse(command, BRES_ERROR_ARGUMENT, "option '%s' needs a value: %s",
                                option_name(command, option, name), option->operand);
}

static bres_status take_option(bres__command *command, const char *word,
                               const bres__option **option, const char **value)
{
    const char *const equals = strchr(word, '=');
    const char *attached = word[1] != '\0' && word[2] != '\0' ? word + 2 : NULL;
    size_t length = strlen(word);

    if (word[1] == '-') {
        attached = equals != NULL ? equals + 1 : NULL;
        length = equals != NULL ? (size_t)(equals - word) : length;
        *option = bres__option_find(command->options, word + 2, length - 2);
        if (*option == NULL)
            *option = bres__option_find(command->more, word + 2, length - 2);
    } else {
        *option = find_letter(command->options, word[1]);
    }
    if (*option == NULL)
        return refuse_unknown(command, word, length);
    command->option = *option;
    command->word = word;
    return take_value(command, *option, attached, value);
}

static bool is_operand(const bres__command *command, const char *word)
{
    return word[0] != '-' || (command->operand != NULL && (command->only_operands || word[1] == 0));
}

static bres_status take_operand(bres__command *command, const char *word, void *target)
{
    if (command->operand != NULL)
        return command->operand(command, word, target);
    return bres__command_refuse(command, BRES_ERROR_ARGUMENT, "'%.*s' is not an option", SHOWN_MAX,
                                word);
}

bres_status bres__command_next(bres__command *command, const bres__option **option,
                               const char **value, void *target)
{
    bres_status status = BRES_OK;

    *option = NULL;
    *value = NULL;
    command->message[0] = '\0';
    while (status == BRES_OK && *option == NULL && command->next != command->end) {
        const char *const word = *command->next++;

        if (is_operand(command, word))
            status = take_operand(command, word, target);
        else if (command->operand != NULL && strcmp(word, "--") == 0)
            command->only_operands = true;
        else
            status = take_option(command, word, option, value);
    }
    if (status != BRES_OK)
        *option = NULL;
    else if (*option != NULL && ((*option)->is_last || (*option)->kind == BRES__OPTION_HELP))
        command->next = command->end;
    return status;
}

bres_status bres__command_parse(bres__command *command, void *target)
{
    const bres__option *option;
    const char *value;
    bres_status status;

    do {
        status = bres__command_next(command, &option, &value, target);
        if (status == BRES_OK && option != NULL)
            status = bres__option_apply(command, option, value, target);
    } while (status == BRES_OK && option != NULL);
    return status;
}
