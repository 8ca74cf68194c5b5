/* SPDX-License-Identifier: MIT */
/* The log, and the texts that a test can query. */
#include "fake.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_add_list(struct text *text, const char *format, va_list arguments)
{
    char piece[512];
    int length = vsnprintf(piece, sizeof(piece), format, arguments);

    if (length >= (int)sizeof(piece))
        length = (int)sizeof(piece) - 1;
    text->data = realloc(text->data, text->length + (size_t)length + 1);
    if (text->data == NULL)
        fake_abort("no memory", "text_add");
    memcpy(text->data + text->length, piece, (size_t)length + 1);
    text->length += (size_t)length;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}

static void line_add(const char *format, va_list arguments)
{
    const struct device *device = thread_device();
    struct text text = { 0 };

    text_add_list(&text, format, arguments);
    if (world.line_count == world.line_room) {
        world.line_room = world.line_room * 2 + 64;
        world.lines = realloc(world.lines, world.line_room * sizeof(*world.lines));
        if (world.lines == NULL)
            fake_abort("no memory", "log");
    }
    world.lines[world.line_count].text = text.data;
    world.lines[world.line_count].device = device != NULL ? device->ordinal : -1;
    world.line_count++;
}

void log_line(const char *format, ...)
{
    va_list arguments;

    if (!world.logging)
        return;
    va_start(arguments, format);
    line_add(format, arguments);
    va_end(arguments);
}

void log_append(size_t line, const char *format, ...)
{
    va_list arguments;
    struct text text;

    if (line >= world.line_count)
        return;
    text.data = world.lines[line].text;
    text.length = strlen(text.data);
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    world.lines[line].text = text.data;
}

void log_misuse(const char *format, ...)
{
    char sentence[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof(sentence), format, arguments);
    va_end(arguments);
    text_add(&world.misuse, "%s\n", sentence);
    log_line("misuse %s", sentence);
}

/* Whether `words`, see lines(), select lines that begin with this word. */
static bool words_take(const char *words, const char *word, size_t length)
{
    bool any = false;
    bool wanted = false;

    while (words != NULL && *words != '\0') {
        const size_t skip = strspn(words, " ");
        const bool refused = words[skip] == '-';
        const char *name = words + skip + refused;
        const size_t size = strcspn(name, " ");
        const bool same = size == length && memcmp(name, word, length) == 0;

        if (refused && same)
            return false;
        any = any || (!refused && size > 0);
        wanted = wanted || (!refused && same);
        words = name + size;
    }
    return wanted || !any;
}

char *log_lines(const char *words, int device)
{
    struct text text = { 0 };

    text_add(&text, "%s", "");
    for (size_t i = 0; i < world.line_count; i++) {
        const struct line *line = &world.lines[i];

        if ((device == -1 || device == line->device) &&
            words_take(words, line->text, strcspn(line->text, " ")))
            text_add(&text, "%s\n", line->text);
    }
    return text.data;
}

void log_clear(void)
{
    for (size_t i = 0; i < world.line_count; i++)
        free(world.lines[i].text);
    free(world.lines);
    world.lines = NULL;
    world.line_count = 0;
    world.line_room = 0;
}
