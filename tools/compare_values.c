/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: the values of its options.
 */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct compare_word *word_find(const struct compare_word *words, const char *name,
                                            size_t length)
{
    for (; words->name != NULL; words++) {
        if (strlen(words->name) == length && memcmp(words->name, name, length) == 0)
            return words;
    }
    return NULL;
}

/* The names of the words, for messages. */
static void word_list(const struct compare_word *words, char *list, size_t size)
{
    size_t length = 0;

    list[0] = '\0';
    for (; words->name != NULL && length < size; words++)
        length += (size_t)snprintf(list + length, size - length, "%s%s", length > 0 ? ", " : "",
                                   words->name);
}

static int word_unknown(const char *option, const struct compare_word *words, const char *name,
                        size_t length)
{
    char list[128];

    word_list(words, list, sizeof list);
    return tool_usage_error("compare", "option '--%s': unknown value '%.*s', expected %s", option,
                            (int)length, name, list);
}

int compare_take_word(const char *option, const struct compare_word *words, const char *name,
                      uint32_t *value)
{
    const struct compare_word *word = word_find(words, name, strlen(name));

    if (word == NULL)
        return word_unknown(option, words, name, strlen(name));
    *value = word->value;
    return TOOL_DONE;
}

int compare_take_words(const char *option, const struct compare_word *words, const char *names,
                       uint32_t *value)
{
    for (;;) {
        const size_t length = strcspn(names, ",");
        const struct compare_word *word = word_find(words, names, length);

        if (word == NULL)
            return word_unknown(option, words, names, length);
        *value |= word->value;
        if (names[length] == '\0')
            return TOOL_DONE;
        names += length + 1;
    }
}

int compare_take_percent(const char *option, const char *text, double *value)
{
    char *end;

    *value = strtod(text, &end);
    if (end == text || *end != '\0' || strpbrk(text, "xX(") != NULL)
        return tool_usage_error("compare", "option '--%s': '%s' is no number", option, text);
    if (!(isfinite(*value) && *value >= 0))
        return tool_error("--%s is %g: expected a finite number of at least 0", option, *value);
    return TOOL_DONE;
}
