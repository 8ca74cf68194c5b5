/* SPDX-License-Identifier: MIT */
#include "report/wrap.h"

#include <string.h>

/* Bytes of the first character; a byte that is not UTF-8 counts alone. */
static size_t character_length(const char *text)
{
    size_t length = 1;

    while (((unsigned char)text[length] & 0xC0) == 0x80)
        length++;
    return length;
}

/* A line that is being filled. */
typedef struct line {
    bres__text *text;
    size_t width;
    size_t column;
    size_t indent;
    bool blank; /* the line has only its indent */
} line;

static void line_break(line *current)
{
    bres__text_putc(current->text, '\n');
    bres__text_repeat(current->text, ' ', current->indent);
    current->column = current->indent;
    current->blank = true;
}

/* The columns that the first character takes; its bytes are in *size. */
static size_t character_width(const char *text, size_t *size)
{
    char character[8];

    *size = character_length(text);
    if (*size >= sizeof(character))
        return 0;
    memcpy(character, text, *size);
    character[*size] = '\0';
    return bres__text_width(character);
}

static size_t word_width(const char *word, size_t length)
{
    size_t width = 0;
    size_t size;

    for (size_t i = 0; i < length; i += size)
        width += character_width(word + i, &size);
    return width;
}

/* Divides the word if it is longer than the rest of the line. */
static void line_put_word(line *current, const char *word, size_t length)
{
    size_t size;

    for (size_t i = 0; i < length; i += size) {
        const size_t width = character_width(word + i, &size);

        if (current->column + width > current->width && !current->blank)
            line_break(current);
        bres__text_append(current->text, word + i, size);
        current->column += width;
        current->blank = false;
    }
}

void bres__put_wrapped(bres__text *text, size_t width, const char *lead, size_t indent,
                       const char *words)
{
    line current = {
        .text = text, .width = width, .column = bres__text_width(lead), .indent = indent
    };
    bres__text visible = { 0 };
    bool first = true;

    bres__text_puts(text, lead);
    bres__text_puts_visible(&visible, words);
    for (const char *word = visible.length > 0 ? visible.data : ""; *word != '\0';) {
        const size_t length = strcspn(word, " ");

        if (!first && length > 0) {
            if (current.column + 1 + word_width(word, length) > width) {
                line_break(&current);
            } else {
                bres__text_putc(text, ' ');
                current.column++;
            }
        }
        line_put_word(&current, word, length);
        first = first && length == 0;
        word += length;
        word += strspn(word, " ");
    }
    bres__text_putc(text, '\n');
    text->failed = text->failed || visible.failed;
    bres__text_free(&visible);
}
