/* SPDX-License-Identifier: MIT */
/*
 * The choices that an option accepts.
 */
#include "base/command/command.h"

#include <string.h>

/* Messages truncate longer words. */
#define SHOWN_MAX 200

/* The name and the value of choice number `index`; NULL after the last choice. */
static const char *choices_at(const bres__choices *choices, size_t index, uint32_t *value)
{
    uint32_t set = choices->set_of != NULL ? choices->set_of(choices->set) : choices->set;

    if (choices->list != NULL) {
        *value = choices->list[index].value;
        return choices->list[index].name;
    }
    while (index-- > 0 && set != 0)
        set &= set - 1;
    *value = set != 0 ? (uint32_t)__builtin_ctz(set) : 0;
    return set != 0 ? choices->name_of(*value) : NULL;
}

/* The next name to show: the first of the choices with the same number. */
static const char *choices_next(const bres__choices *choices, size_t *index)
{
    uint32_t before = 0;
    uint32_t value = 0;
    const char *name;

    if (*index > 0)
        choices_at(choices, *index - 1, &before);
    do
        name = choices_at(choices, (*index)++, &value);
    while (name != NULL && *index > 1 && value == before);
    return name;
}

void bres__choices_put(bres__text *text, const bres__choices *choices, const char *between,
                       const char *before_last)
{
    size_t index = 0;
    const char *next = choices_next(choices, &index);
    bool is_first = true;

    while (next != NULL) {
        const char *const name = next;

        next = choices_next(choices, &index);
        if (!is_first)
            bres__text_puts(text, next != NULL ? between : before_last);
        bres__text_puts(text, name);
        is_first = false;
    }
}

static bool choices_find(const bres__choices *choices, const char *text, size_t length,
                         uint32_t *value)
{
    const char *name;

    for (size_t i = 0; (name = choices_at(choices, i, value)) != NULL; i++) {
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return true;
    }
    return false;
}

static bres_status refuse_choice(bres__command *command, const bres__option *option,
                                 const char *text, size_t length)
{
    bres__text list = { 0 };
    bres_status status = BRES_ERROR_MEMORY;

    bres__choices_put(&list, option->choices, ", ", " or ");
    if (!list.failed)
        status = bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                     "unknown %s '%.*s' (expected %s)", option->choices->noun,
                                     length < SHOWN_MAX ? (int)length : SHOWN_MAX, text, list.data);
    else
        bres__command_refuse(command, status, "out of memory");
    bres__text_free(&list);
    return status;
}

bres_status bres__choices_store(bres__command *command, const bres__option *option,
                                const char *text, void *target)
{
    uint32_t value;

    if (!choices_find(option->choices, text, strlen(text), &value))
        return refuse_choice(command, option, text, strlen(text));
    memcpy(target, &value, sizeof(value));
    return BRES_OK;
}

bres_status bres__choices_store_bits(bres__command *command, const bres__option *option,
                                     const char *text, void *target)
{
    uint32_t bits;
    size_t length;

    memcpy(&bits, target, sizeof(bits));
    do {
        uint32_t value;

        length = strcspn(text, ",");
        if (!choices_find(option->choices, text, length, &value))
            return refuse_choice(command, option, text, length);
        bits |= UINT32_C(1) << value;
        text += length + 1;
    } while (text[-1] == ',');
    memcpy(target, &bits, sizeof(bits));
    return BRES_OK;
}
