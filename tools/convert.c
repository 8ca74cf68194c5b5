/* SPDX-License-Identifier: MIT */
/*
 * benchresult convert: converts files of other benchmark tools to a result file, or a result to a
 * file of another tool.
 */
#include "program.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* The value of `to` for a result file. */
#define NONE UINT32_MAX

struct convert {
    struct tool_input input; /* first, for tool_take_file() */
    bres_import_options import;
    bres_write_options write;
    const char *output;
    uint32_t to;
    bool keeps_host;
};

/* The functions of `exports`. */
static const char *export_name(uint32_t format)
{
    return bres_export_format_name(format);
}

static uint32_t export_set(uint32_t unused)
{
    (void)unused;
    return tool_count_formats(bres_export_format_name);
}

static const bres__choices exports = { .noun = "format",
                                       .name_of = export_name,
                                       .set_of = export_set };
static const bres__choice names[] = { { "structured", 0 },
                                      { "verbatim", BRES_IMPORT_VERBATIM_NAMES },
                                      { NULL, 0 } };
static const bres__choice clocks[] = { { "wall", 0 },
                                       { "cpu", BRES_IMPORT_CPU_TIME },
                                       { NULL, 0 } };

static bres_status take_flag(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    const bres__choice *choice = option->data;
    uint32_t *flags = target;

    for (; choice->name != NULL; choice++) {
        if (strcmp(choice->name, value) == 0) {
            *flags = (*flags & ~option->value) | choice->value;
            return BRES_OK;
        }
    }
    choice = option->data;
    return bres__option_refuse(command, option, BRES_ERROR_VALUE, "'%s' is not %s or %s", value,
                               choice[0].name, choice[1].name);
}

#define AT(member) .target = offsetof(struct convert, member)

static const bres__option options[] = {
    TOOL_OPTION_OUTPUT("write the result to this file; '-': the standard output",
                       .heading = "Output", AT(output)),
    { .name = "to",
      .operand = "FORMAT",
      .help = "write a file of this format:",
      .initial = "a result file",
      .kind = BRES__OPTION_CHOICE,
      .choices = &exports,
      AT(to) },
    { .name = "no-sidecars",
      .help = "write no samples",
      .kind = BRES__OPTION_BITS,
      .value = BRES_WRITE_NO_SIDECARS,
      AT(write.flags) },
    TOOL_OPTION_FROM("read the files as", .heading = "Input", AT(import.format)),
    { .name = "names",
      .operand = "HOW",
      .help = "structured: make axes of the parts of a name; verbatim: keep each name whole",
      .initial = "structured",
      .action = take_flag,
      .value = BRES_IMPORT_VERBATIM_NAMES,
      .data = names,
      AT(import.flags) },
    { .name = "import-time",
      .operand = "CLOCK",
      .help = "take wall or cpu times as samples",
      .initial = "wall",
      .action = take_flag,
      .value = BRES_IMPORT_CPU_TIME,
      .data = clocks,
      AT(import.flags) },
    { .name = "bench",
      .operand = "NAME",
      .help = "name the benchmark of a format without such names",
      .kind = BRES__OPTION_TEXT,
      AT(import.bench) },
    { .name = "host",
      .help = "keep what the file says about its machine",
      .kind = BRES__OPTION_FLAG,
      AT(keeps_host) },
    { .name = "baseline",
      .operand = "NAME",
      .help = "read this baseline of a criterion directory",
      .initial = "new",
      .kind = BRES__OPTION_TEXT,
      AT(import.baseline) },
    { .name = "max-unpacked",
      .operand = "BYTES",
      .help = "refuse a gzip file that unpacks to more",
      .initial = "200 times the file, at most 256M",
      .kind = BRES__OPTION_BYTES,
      .min = 1,
      AT(import.max_unpacked) },
    { .name = "lenient",
      .help = "drop malformed records, with warnings",
      .kind = BRES__OPTION_BITS,
      .value = BRES_LOAD_LENIENT,
      AT(input.load_flags) },
    TOOL_OPTION_CONFINE(AT(input.load_flags)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static const struct tool_program program = {
    .name = "convert",
    .forms = (const char *const[]){ "[OPTION]... -o FILE FILE...", NULL },
    .about = "Convert results of other benchmark tools to a result file, or a result to a file of "
             "another tool. Several files become runs "
             "of the same benchmarks. '-' as FILE is the standard input.",
    .options = options,
    .notes = "With '-o -', only the JSON is written, without samples.\n",
    .operand = tool_take_file,
};

static int convert_load(struct convert *convert)
{
    convert->import.flags |= BRES_IMPORT_SHA256;
    if (!convert->keeps_host)
        convert->import.flags |= BRES_IMPORT_OMIT_HOST;
    convert->input.import = &convert->import;
    if (convert->to != NONE)
        convert->input.outputs.files[0] = convert->output;
    else
        convert->input.outputs.results[0] = convert->output;
    return tool_input_load(&convert->input);
}

/* Writes the result in the format of another tool. */
static int convert_export(const struct convert *convert, const bres_result *result)
{
    bres_export_options export;
    char *text = NULL;
    int status = TOOL_DONE;

    bres_export_options_init(&export);
    export.log = tool_warn;
    if (bres_result_export(result, bres_export_format_name(convert->to), &export, &text) != BRES_OK)
        return tool_library_error();
    status = tool_write(convert->output, text, strlen(text));
    bres_string_free(text);
    return status;
}

static int convert_write(const struct convert *convert, const bres_result *result)
{
    bres_status status;

    if (convert->to != NONE)
        return convert_export(convert, result);
    if (strcmp(convert->output, "-") == 0)
        status = bres_result_write_fd(result, STDOUT_FILENO, &convert->write);
    else
        status = bres_result_write(result, convert->output, &convert->write);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int convert_run(struct convert *convert)
{
    struct tool_input *input = &convert->input;
    bres_result *merged = NULL;
    int status;

    if (convert->output == NULL)
        return tool_usage_error(program.name, "no output given: -o FILE is needed");
    if (input->count == 0)
        return tool_usage_error(program.name, "no FILE given");
    status = convert_load(convert);
    if (status != TOOL_DONE)
        return status;
    if (input->count > 1 && bres_result_merge(input->results, input->count, &merged) != BRES_OK)
        return tool_library_error();
    status = convert_write(convert, merged != NULL ? merged : input->results[0]);
    bres_result_unref(merged);
    return status;
}

int convert_main(char **arguments)
{
    struct convert convert = { .to = NONE };
    int status;

    bres_import_options_init(&convert.import);
    bres_write_options_init(&convert.write);
    if (tool_parse(&program, arguments, &convert, &status))
        status = convert_run(&convert);
    tool_input_free(&convert.input);
    return status;
}
