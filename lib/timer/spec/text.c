/* SPDX-License-Identifier: MIT */
/*
 * Task specs as text: the title, the summary, and statements without the blanks that their place in
 * a source file has added.
 */
#include "timer/spec/spec.h"

#include <string.h>

/* One line of a text, without its newline. */
typedef struct text_line {
    const char *begin;
    size_t length;
    bool ended; /* by a newline */
} text_line;

/* Gets the line at *next, and advances *next past it; false: end of the text. */
static bool line_next(const char **next, text_line *line)
{
    if (**next == '\0')
        return false;
    line->begin = *next;
    line->length = strcspn(*next, "\n");
    line->ended = line->begin[line->length] == '\n';
    *next += line->length + line->ended;
    return true;
}

/* Blanks that the line begins with. */
static size_t line_indent(const text_line *line)
{
    const size_t blanks = strspn(line->begin, " \t");

    return blanks < line->length ? blanks : line->length;
}

static bool line_is_blank(const text_line *line)
{
    return strspn(line->begin, " \t\r\v\f") >= line->length;
}

static void put_indented(bres__text *text, const char *string)
{
    text_line line;

    while (line_next(&string, &line)) {
        if (!line_is_blank(&line))
            bres__text_puts(text, "  ");
        bres__text_append(text, line.begin, line.length + line.ended);
    }
}

/* The number of leading blanks that all lines have in common, except blank lines. */
static size_t common_indent(const char *text)
{
    const char *margin = NULL;
    size_t common = 0;
    text_line line;

    while (line_next(&text, &line)) {
        const size_t indent = line_indent(&line);

        if (line_is_blank(&line))
            continue;
        if (margin == NULL) {
            margin = line.begin;
            common = indent;
        }
        common = indent < common ? indent : common;
        while (memcmp(margin, line.begin, common) != 0)
            common--;
    }
    return common;
}

bres_status bres_task_spec_normalize(const char *text, char **normalized)
{
    bres__text made = { 0 };
    text_line line;
    size_t indent;

    if (text == NULL || normalized == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_task_spec_normalize: text or normalized is NULL");
    *normalized = NULL;
    indent = common_indent(text);
    for (bool first = true; line_next(&text, &line); first = false) {
        if (first && line.ended && line_is_blank(&line))
            continue;
        if (!line_is_blank(&line))
            bres__text_append(&made, line.begin + indent, line.length - indent);
        bres__text_puts(&made, line.ended ? "\n" : "");
    }
    while (made.length > 0 && strchr(" \t\r\v\f\n", made.data[made.length - 1]) != NULL)
        made.length--;
    if (made.data != NULL)
        made.data[made.length] = '\0';
    *normalized = bres__text_steal(&made);
    return *normalized != NULL ? BRES_OK : bres__error_memory();
}

void bres__spec_put_title(bres__text *text, const bres_task_spec *spec)
{
    const char *name = spec->label != NULL ? spec->label : spec->stmt;

    if (spec->label == NULL && strchr(spec->stmt, '\n') != NULL) {
        bres__text_puts(text, "stmt:");
        if (bres__or_empty(spec->sub_label)[0] != '\0')
            bres__text_printf(text, " (%s)", spec->sub_label);
        bres__text_putc(text, '\n');
        put_indented(text, spec->stmt);
        return;
    }
    bres__text_puts(text, name);
    if (bres__or_empty(spec->sub_label)[0] != '\0')
        bres__text_printf(text, ": %s", spec->sub_label);
}

static void put_setup(bres__text *text, const bres_task_spec *spec)
{
    const char *setup = spec->setup;

    if (setup[0] == '\0' || strcmp(setup, "pass") == 0)
        return;
    if (strchr(setup, '\n') == NULL) {
        bres__text_printf(text, "setup: %s", setup);
        return;
    }
    bres__text_puts(text, "setup:\n");
    put_indented(text, setup);
}

/* Ends the section that begins at `begin`. A section of several lines is followed by a blank line,
 * even if it is the last section. */
static void end_section(bres__text *text, size_t begin)
{
    if (text->failed || text->length == begin)
        return;
    if (strchr(text->data + begin, '\n') != NULL)
        bres__text_putc(text, '\n');
    bres__text_putc(text, '\n');
}

void bres__spec_put_summary(bres__text *text, const bres_task_spec *spec)
{
    size_t begin = text->length;

    bres__spec_put_title(text, spec);
    end_section(text, begin);
    begin = text->length;
    bres__text_puts(text, bres__or_empty(spec->description));
    end_section(text, begin);
    begin = text->length;
    put_setup(text, spec);
    end_section(text, begin);
}

bres_status bres_task_spec_summary(const bres_task_spec *spec, char **text)
{
    bres__text summary = { 0 };
    bres__text shown = { 0 };
    bres_task_spec full;
    bres_status status;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_task_spec_summary: text is NULL");
    *text = NULL;
    status = bres__spec_load(&full, spec);
    if (status != BRES_OK)
        return status;
    bres__spec_put_summary(&summary, &full);
    /* Newlines only separate lines: the last line has none. */
    if (summary.length > 0 && !summary.failed) {
        summary.data[--summary.length] = '\0';
        bres__text_puts_visible_lines(&shown, summary.data);
    }
    if (!summary.failed)
        *text = bres__text_steal(&shown);
    bres__text_free(&summary);
    bres__text_free(&shown);
    return *text != NULL ? BRES_OK : bres__error_memory();
}
