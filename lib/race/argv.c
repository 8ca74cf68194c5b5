/* SPDX-License-Identifier: MIT */
/*
 * Splits a command into arguments at blanks. ' quotes everything, " everything except a backslash
 * before ", \, $ or `, and a backslash the next character.
 */
#include "race/argv.h"

#include <string.h>

#define PLACEHOLDER     "{}"
#define NAME_CHARACTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_"
#define BLANKS          " \t\n"
/* Characters that a shell interprets unless they are quoted: anywhere, and as the first character
 * of a word. Braces are not among them, because they mark placeholders. */
#define SHELLS          "|&;<>()$`*?["
#define SHELL_FIRST     "~#"

void bres__argv_free(bres__argv *argv)
{
    bres__free(argv->items);
    bres__free(argv->text);
    *argv = (bres__argv){ 0 };
}

/* Keeps the NULL at the end. */
static bool argv_add(bres__argv *argv, char *word)
{
    void *items = argv->items;
    const bool done =
        bres__array_reserve(&items, &argv->capacity, argv->count + 2, sizeof(*argv->items));

    argv->items = items;
    if (!done)
        return false;
    argv->items[argv->count++] = word;
    argv->items[argv->count] = NULL;
    return true;
}

static bres_status quote_error(const char *command, char quote)
{
    return bres__error(BRES_ERROR_SYNTAX, "the command \"%s\" ends %s", command,
                       quote == '\\' ? "with a backslash" : "within quotes");
}

/* `what` points to a shell character, or to a doubled one such as "&&". */
static bres_status shell_error(const char *command, const char *what, const char *hint)
{
    const int length = what[0] == what[1] && strchr("|&<>", what[0]) != NULL ? 2 : 1;

    return bres__error(BRES_ERROR_SYNTAX,
                       "the command \"%s\" needs a shell for '%.*s': %s, or quote the '%.*s'",
                       command, length, what, hint, length, what);
}

/* The length of an assignment, NAME=, at the beginning of a word; 0: the word does not begin with
 * an assignment. */
static size_t assignment_length(const char *word)
{
    const size_t length = strspn(word, NAME_CHARACTERS);

    return length > 0 && strchr("0123456789", word[0]) == NULL && word[length] == '=' ? length + 1
                                                                                      : 0;
}

/* Copies quoted text to *end and returns the position after the closing quote; `next` is after the
 * opening quote. NULL: the closing quote is missing. */
static const char *quoted_pass(const char *next, char quote, char **end)
{
    for (; *next != quote; next++) {
        if (*next == '\0')
            return NULL;
        if (quote == '"' && *next == '\\' && next[1] != '\0' && strchr("\"\\$`", next[1]) != NULL)
            next++;
        *(*end)++ = *next;
    }
    return next + 1;
}

/* Advances *next past a word, and copies the word without its quotes, and a NUL, to *end. */
static bres_status word_pass(const char *command, const char *hint, const char **next, char **end)
{
    if (strchr(SHELL_FIRST, **next) != NULL)
        return shell_error(command, *next, hint);
    while (**next != '\0' && strchr(BLANKS, **next) == NULL) {
        const char character = *(*next)++;

        if (character == '\'' || character == '"') {
            *next = quoted_pass(*next, character, end);
            if (*next == NULL)
                return quote_error(command, character);
        } else if (character == '\\') {
            if (**next == '\0')
                return quote_error(command, character);
            *(*end)++ = *(*next)++;
        } else if (strchr(SHELLS, character) != NULL) {
            return shell_error(command, *next - 1, hint);
        } else {
            *(*end)++ = character;
        }
    }
    *(*end)++ = '\0';
    return BRES_OK;
}

bres_status bres__argv_split(const char *command, const char *hint, bres__argv *argv)
{
    const char *next = command + strspn(command, BLANKS);
    const size_t assigned = assignment_length(next);
    char *end;

    if (assigned > 0)
        return bres__error(BRES_ERROR_SYNTAX,
                           "the command \"%s\" needs a shell for '%.*s': %s, or quote it", command,
                           (int)assigned, next, hint);
    argv->text = bres__malloc(strlen(command) + 1);
    if (argv->text == NULL)
        return bres__error_memory();
    end = argv->text;
    while (*next != '\0') {
        char *word = end;
        const bres_status status = word_pass(command, hint, &next, &end);

        if (status != BRES_OK)
            return status;
        if (!argv_add(argv, word))
            return bres__error_memory();
        next += strspn(next, BLANKS);
    }
    if (argv->count == 0)
        return bres__error(BRES_ERROR_SYNTAX, "the command is empty");
    return BRES_OK;
}

bres_status bres__argv_take(bres__argv *argv, bres__text *text, size_t count)
{
    char *next;

    argv->text = bres__text_steal(text);
    next = argv->text;
    for (size_t i = 0; i < count && next != NULL; i++) {
        if (!argv_add(argv, next))
            return bres__error_memory();
        next += strlen(next) + 1;
    }
    return argv->text != NULL ? BRES_OK : bres__error_memory();
}

bool bres__argv_has_placeholder(const bres__argv *argv)
{
    for (size_t i = 0; i < argv->count; i++) {
        if (strstr(argv->items[i], PLACEHOLDER) != NULL)
            return true;
    }
    return false;
}

/* Appends a word, with `path` in place of each placeholder, and a NUL. */
static void text_put_word(bres__text *text, const char *word, const char *path)
{
    const char *placeholder;

    while ((placeholder = strstr(word, PLACEHOLDER)) != NULL) {
        bres__text_append(text, word, (size_t)(placeholder - word));
        bres__text_puts(text, path);
        word = placeholder + strlen(PLACEHOLDER);
    }
    bres__text_append(text, word, strlen(word) + 1);
}

bres_status bres__argv_fill(const bres__argv *argv, const char *path, bres__argv *filled)
{
    bres__text text = { 0 };

    for (size_t i = 0; i < argv->count; i++)
        text_put_word(&text, argv->items[i], path);
    return bres__argv_take(filled, &text, argv->count);
}
