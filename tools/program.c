/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <stdlib.h>
#include <string.h>

int tool_write_text(bres__text *text)
{
    const int status =
        text->failed ? tool_error("out of memory") : tool_write(NULL, text->data, text->length);

    bres__text_free(text);
    return status;
}

static int print_help(const struct tool_program *program)
{
    bres__text text = { 0 };

    for (size_t i = 0; program->forms[i] != NULL; i++)
        bres__text_printf(&text, "%s benchresult %s %s\n", i == 0 ? "usage:" : "      ",
                          program->name, program->forms[i]);
    bres__help_put_wrapped(&text, 0, 0, program->about);
    bres__help_put_options(&text, program->options);
    if (program->notes != NULL)
        bres__text_printf(&text, "\n%s", program->notes);
    if (program->put_more != NULL)
        program->put_more(&text);
    return tool_write_text(&text);
}

bool tool_wants_words(char **arguments)
{
    return arguments[0] != NULL && strcmp(arguments[0], "--print-words") == 0;
}

static int print_words(const struct tool_program *program)
{
    bres__text text = { 0 };

    bres__words_put_options(&text, program->options);
    return tool_write_text(&text);
}

bool tool_parse(const struct tool_program *program, char **arguments, void *target, int *status)
{
    bres__command command = {
        .options = program->options,
        .next = arguments,
        .end = arguments,
        .operand = program->operand,
        .as_given = true,
    };

    while (*command.end != NULL)
        command.end++;
    *status = TOOL_DONE;
    if (tool_wants_words(arguments))
        *status = print_words(program);
    else if (bres__command_parse(&command, target) != BRES_OK)
        *status = tool_usage_error(program->name, "%s", command.message);
    else if (command.help)
        *status = print_help(program);
    else if (program->needs_operand && command.only_operands)
        *status = tool_usage_error(program->name, "'--' is the last argument (expected a COMMAND "
                                                  "after it)");
    else
        return true;
    return false;
}

bres_status tool_take_file(bres__command *command, const char *text, void *target)
{
    struct tool_input *input = target;
    const char **files = realloc(input->files, (input->count + 1) * sizeof *files);

    if (files == NULL)
        return bres__command_refuse(command, BRES_ERROR_MEMORY, "out of memory");
    input->files = files;
    files[input->count++] = text;
    return BRES_OK;
}

static bres_status filter_add(bres__command *command, const bres__option *option, const char *value,
                              bres_filter **filter,
                              bres_status (*add)(bres_filter *filter, const char *text))
{
    bres_status status = BRES_OK;

    if (*filter == NULL)
        status = bres_filter_new(filter);
    if (status == BRES_OK)
        status = add(*filter, value);
    return status == BRES_OK
               ? BRES_OK
               : bres__option_refuse(command, option, status, "%s", bres_last_error());
}

bres_status tool_take_benchmark(bres__command *command, const bres__option *option,
                                const char *value, void *target)
{
    return filter_add(command, option, value, target, bres_filter_add_benchmark);
}

bres_status tool_take_axis(bres__command *command, const bres__option *option, const char *value,
                           void *target)
{
    return filter_add(command, option, value, target, bres_filter_add_axis);
}

bres_status tool_take_regex(bres__command *command, const bres__option *option, const char *value,
                            void *target)
{
    return filter_add(command, option, value, target, bres_filter_add_regex);
}

const char *tool_format_name(uint32_t format)
{
    return bres_format_name((bres_format)format);
}

uint32_t tool_report_formats(uint32_t report)
{
    return bres_report_formats((bres_report_kind)report);
}

const char *tool_verdict_word(uint32_t verdict)
{
    static const char *const words[] = {
        [BRES_SAME] = "same",           [BRES_FAST] = "fast",       [BRES_SLOW] = "slow",
        [BRES_AMBIGUOUS] = "ambiguous", [BRES_UNKNOWN] = "unknown",
    };

    return words[verdict];
}

const char *tool_column_name(uint32_t column)
{
    return bres_column_name((bres_column)column);
}

uint32_t tool_columns(uint32_t set)
{
    (void)set;
    return bres_summary_columns();
}

static const char *import_name(uint32_t format)
{
    return bres_import_format_name(format);
}

uint32_t tool_count_formats(const char *(*name_of)(size_t index))
{
    uint32_t set = 0;

    for (uint32_t i = 0; i < 32 && name_of(i) != NULL; i++)
        set |= UINT32_C(1) << i;
    return set;
}

static uint32_t import_set(uint32_t unused)
{
    (void)unused;
    return tool_count_formats(bres_import_format_name);
}

const bres__choices tool_import_formats = { .noun = "format",
                                            .name_of = import_name,
                                            .set_of = import_set };

bres_status tool_take_import_format(bres__command *command, const bres__option *option,
                                    const char *value, void *target)
{
    uint32_t format;
    const bres_status status = bres__choices_store(command, option, value, &format);

    if (status == BRES_OK)
        *(const char **)target = bres_import_format_name(format);
    return status;
}

uint32_t tool_sort_columns(uint32_t set)
{
    const uint32_t unsorted =
        BRES_COLUMN_BIT(BRES_COLUMN_DEFAULT) | BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES) |
        BRES_COLUMN_BIT(BRES_COLUMN_PHASES) | BRES_COLUMN_BIT(BRES_COLUMN_HISTOGRAM);

    return tool_columns(set) & ~unsorted;
}
