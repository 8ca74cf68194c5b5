/* SPDX-License-Identifier: MIT */
/*
 * Formats the help of a table of options.
 */
#include "base/command/command.h"

#include <string.h>

void bres__help_put_wrapped(bres__text *text, size_t column, size_t indent, const char *words)
{
    bool begins = true;

    while (*words != '\0') {
        const size_t length = strcspn(words, " ");

        if (!begins && column + 1 + length > BRES__HELP_WIDTH) {
            bres__text_putc(text, '\n');
            bres__text_repeat(text, ' ', indent);
            column = indent;
        } else if (!begins) {
            bres__text_putc(text, ' ');
            column++;
        }
        bres__text_append(text, words, length);
        column += length;
        words += length + strspn(words + length, " ");
        begins = false;
    }
    bres__text_putc(text, '\n');
}

void bres__help_put_row(bres__text *text, size_t indent, const char *left, const char *help)
{
    size_t width = bres__text_width(left);

    bres__text_puts(text, left);
    if (help[0] == '\0') {
        bres__text_putc(text, '\n');
        return;
    }
    if (width + 2 > indent) {
        bres__text_putc(text, '\n');
        width = 0;
    }
    bres__text_repeat(text, ' ', indent - width);
    bres__help_put_wrapped(text, indent, indent, help);
}

static void put_left(bres__text *text, const bres__option *option)
{
    if (option->letter != '\0')
        bres__text_printf(text, "  -%c, ", option->letter);
    else
        bres__text_puts(text, "      ");
    bres__text_printf(text, "--%s", option->name);
    if (option->alias != NULL)
        bres__text_printf(text, ", --%s", option->alias);
    if (option->operand != NULL)
        bres__text_printf(text, option->is_optional ? "[=%s]" : " %s", option->operand);
}

static void put_option(bres__text *text, const bres__option *option)
{
    bres__text left = { 0 };
    bres__text help = { 0 };

    put_left(&left, option);
    bres__text_puts(&help, option->help);
    if (option->choices != NULL) {
        bres__text_putc(&help, ' ');
        bres__choices_put(&help, option->choices, ", ", " or ");
    }
    if (option->initial != NULL)
        bres__text_printf(&help, " (default %s)", option->initial);
    if (left.failed || help.failed)
        text->failed = true;
    else
        bres__help_put_row(text, BRES__HELP_INDENT, left.data, help.data);
    bres__text_free(&left);
    bres__text_free(&help);
}

void bres__help_put_options(bres__text *text, const bres__option *options)
{
    for (; options->name != NULL; options++) {
        if (options->heading != NULL)
            bres__text_printf(text, "\n%s:\n", options->heading);
        if (options->help != NULL)
            put_option(text, options);
    }
}
