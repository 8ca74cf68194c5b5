/* SPDX-License-Identifier: MIT */
/*
 * Loading and importing: opens the input, detects its format, and delegates.
 */
#include "formats/formats.h"
#include "formats/lines.h"
#include "formats/table.h"
#include "nvbench/journal.h"
#include "nvbench/nvbench.h"

#include <stdio.h>

#define KNOWN_FLAGS                                                                                \
    (BRES_IMPORT_VERBATIM_NAMES | BRES_IMPORT_CPU_TIME | BRES_IMPORT_OMIT_HOST | BRES_IMPORT_SHA256)
/* Size of the first published layout, which has all members. */
#define FIRST_SIZE sizeof(bres_import_options)

static bool nvbench_detect(const bres__input *input)
{
    return bres__journal_is(input->text.data, input->text.length) ||
           bres__shape_has(&input->text, "benchmarks/0/states") ||
           bres__shape_has(&input->text, "benchmarks/0/axes");
}

/* NVBench's files have their own loader, which does not use a draft. */
static const bres__file_format nvbench = { .name = "nvbench",
                                           .tool = "NVBench",
                                           .detect = nvbench_detect };

static const bres__file_format *const formats[] = { &nvbench,
#define FORMAT_ADDRESS(name) &bres__format_of_##name,
                                                    BRES__FORMATS(FORMAT_ADDRESS)
#undef FORMAT_ADDRESS
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(*formats))

const char *bres_import_format_name(size_t index)
{
    return index < FORMAT_COUNT ? formats[index]->name : NULL;
}

void bres_import_options_init(bres_import_options *options)
{
    if (options != NULL)
        *options = (bres_import_options){ .size = sizeof(*options) };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_import_options, flags, KNOWN_FLAGS),
    BRES__OPTION_RESERVED(bres_import_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_import_options, FIRST_SIZE, option_fields);

static bres_status format_find(const char *name, const bres__file_format **format)
{
    bres__names names = { .nearest.unknown = name };

    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            *format = formats[i];
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        bres__names_add(&names, formats[i]->name);
    return bres__names_error(&names, "unknown format '%s'", name);
}

bres_status bres__import_check_format(const char *name)
{
    const bres__file_format *format;

    return format_find(name, &format);
}

/* The first format that recognizes the input. An unrecognized input goes to NVBench's loader, whose
 * error says what is wrong with the file. */
static const bres__file_format *format_detect(const bres__input *input)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        if (formats[i]->detect(input))
            return formats[i];
    }
    return &nvbench;
}

/* The call of a public function. */
typedef struct import_call {
    const char *function;
    const bres_import_options *options; /* of bres_result_import...() */
    const bres_load_options *load;      /* of bres_result_load...() */
    bres_result **result;
} import_call;

static bres_status call_begin(const import_call *call, bres__import *import)
{
    bres_status status;

    if (call->result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: result is NULL", call->function);
    *call->result = NULL;
    import->input.directory = -1;
    bres_import_options_init(&import->options);
    import->options.load = call->load;
    status = bres__options_take(&import->options, call->options, &options_type);
    if (status == BRES_OK)
        status = bres__load_options_take(&import->load, import->options.load);
    if (status == BRES_OK && import->options.format != NULL)
        status = format_find(import->options.format, &import->format);
    return status;
}

/* For a text without benchmarks, names the accepted formats: NVBench's reader, which gets every
 * unrecognized file, does not name them. */
static void hint_at_formats(const bres__import *import)
{
    if (import->options.format == NULL && !bres__shape_has(&import->input.text, "benchmarks"))
        bres__error_set_expected("a file of NVBench, or one that benchresult-formats(7) describes");
}

static bres_status load_nvbench(const bres__import *import, const char *base, const char *directory,
                                bres_result **result)
{
    bres__load load = { .options = import->load,
                        .name = import->input.name,
                        .text = import->input.text.data,
                        .size = import->input.text.length };
    const bres_status status = bres__load_text(&load, base, directory, result);

    if (status == BRES_ERROR_SYNTAX || status == BRES_ERROR_KIND || status == BRES_ERROR_KEY)
        hint_at_formats(import);
    return status;
}

/* Hides a byte order mark from all readers except NVBench's, which is strict about JSON. */
static void input_pass_mark(bres__input *input)
{
    static const char mark[] = "\xef\xbb\xbf";

    if (!bres__slice_begins(&input->text, mark))
        return;
    input->mark = strlen(mark);
    input->text.data += input->mark;
    input->text.length -= input->mark;
}

static void input_keep_mark(bres__input *input)
{
    input->text.data -= input->mark;
    input->text.length += input->mark;
    input->mark = 0;
}

/* Rejects UTF-16, which Windows PowerShell 5 writes when it redirects the output of a program. */
static bres_status check_encoding(const bres__import *import)
{
    const bres__slice *text = &import->input.text;

    if (bres__journal_is(text->data, text->length) || text->length < 2 ||
        (!bres__slice_begins(text, "\xff\xfe") && !bres__slice_begins(text, "\xfe\xff") &&
         text->data[1] != '\0'))
        return BRES_OK;
    return bres__import_fault(import, BRES_ERROR_SYNTAX, NULL, text->data, "UTF-8",
                              "the encoding of the text is UTF-16");
}

/* Explains why an unrecognized file has no benchmarks. Call it only for unrecognized files, because
 * it reads the whole text. */
static bres_status check_benchmarks(const bres__import *import)
{
    const bres__slice *text = &import->input.text;

    if (text->length == 0)
        return bres__import_fault(import, BRES_ERROR_SYNTAX, NULL, text->data, NULL,
                                  "the file is empty: the filter of the benchmark program may "
                                  "match no benchmark, or the program may have ended before it "
                                  "wrote its results");
    if (bres__shape_is_empty_list(text, ""))
        return bres__import_fault(import, BRES_ERROR_KIND, NULL, NULL, NULL,
                                  "the list is empty: JMH leaves out benchmarks that failed");
    if (bres__shape_is_empty_list(text, "results"))
        return bres__import_fault(import, BRES_ERROR_VALUE, "results", NULL,
                                  "at least one result of hyperfine, nanobench or T4",
                                  "the list is empty");
    return BRES_OK;
}

static bres_status import_read(bres__import *import, bres_result **result)
{
    bres_status status = import->format->read(import);

    if (status != BRES_OK && import->input.mark != 0 && bres_last_error_offset() >= 0)
        bres__error_set_offset(bres_last_error_offset() + (int64_t)import->input.mark);
    if (status == BRES_OK && import->draft.state_count == 0)
        bres__import_warn(import, "%s: the file has no benchmarks", import->input.name);
    bres__input_free_text(&import->input);
    if (status == BRES_OK)
        status = bres__draft_finish(import, result);
    bres__draft_free(&import->draft);
    return status;
}

/* Reads the opened input. `directory` and `base` locate NVBench's sidecars. */
static bres_status call_read(const import_call *call, bres__import *import, const char *base,
                             const char *directory)
{
    bres_status status = check_encoding(import);

    if (status != BRES_OK)
        return status;
    input_pass_mark(&import->input);
    if (import->format == NULL)
        import->format = format_detect(&import->input);
    if (import->format != &nvbench) {
        /* bres_result_load() is never lenient here: a comparison loads leniently because it checks
         * the values itself, but it cannot check records that an import dropped. */
        if (call->options == NULL)
            import->load.flags &= ~BRES_LOAD_LENIENT;
        return import_read(import, call->result);
    }
    input_keep_mark(&import->input);
    if (import->input.directory >= 0)
        return bres__import_fault(import, BRES_ERROR_IO, NULL, NULL,
                                  "a file, or a directory that "
                                  "criterion.rs has written",
                                  "a directory without benchmarks");
    if (!nvbench_detect(&import->input))
        status = check_benchmarks(import);
    if (status != BRES_OK)
        return status;
    return load_nvbench(import, base, directory, call->result);
}

static bres_status call_path(const import_call *call, const char *path)
{
    bres__import import = { 0 };
    char *directory = NULL;
    char *base = NULL;
    bres_status status = call_begin(call, &import);

    if (status == BRES_OK && path == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s: path is NULL", call->function);
    if (status != BRES_OK)
        return status;
    if (!bres__split_path(path, &directory, &base))
        return bres__error_memory();
    status = bres__input_open(&import, path);
    if (status == BRES_OK)
        status = call_read(call, &import, base, directory);
    bres__input_close(&import.input);
    bres__free(directory);
    bres__free(base);
    return status;
}

/* Reads an input that does not have a path, and closes it. */
static bres_status call_read_named(const import_call *call, bres__import *import,
                                   bres_status status)
{
    const char *slash = strrchr(import->input.name, '/');

    if (status == BRES_OK)
        status = call_read(call, import, slash != NULL ? slash + 1 : import->input.name,
                           import->load.directory);
    bres__input_close(&import->input);
    return status;
}

static bres_status call_memory(const import_call *call, const void *data, size_t size)
{
    bres__import import = { 0 };
    bres_status status = call_begin(call, &import);

    if (status == BRES_OK && data == NULL && size > 0)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s: data is NULL", call->function);
    if (status != BRES_OK)
        return status;
    status = bres__input_open_memory(&import, data, size,
                                     import.load.name != NULL ? import.load.name : "<memory>");
    return call_read_named(call, &import, status);
}

static bres_status call_fd(const import_call *call, int fd)
{
    bres__import import = { 0 };
    char name[32];
    bres_status status = call_begin(call, &import);

    if (status != BRES_OK)
        return status;
    snprintf(name, sizeof(name), "<fd %d>", fd);
    status = bres__input_open_fd(&import, fd, import.load.name != NULL ? import.load.name : name);
    return call_read_named(call, &import, status);
}

bres_status bres_result_import(const char *path, const bres_import_options *options,
                               bres_result **result)
{
    return call_path(&(import_call){ "bres_result_import", options, NULL, result }, path);
}

bres_status bres_result_import_memory(const void *data, size_t size,
                                      const bres_import_options *options, bres_result **result)
{
    return call_memory(&(import_call){ "bres_result_import_memory", options, NULL, result }, data,
                       size);
}

bres_status bres_result_import_fd(int fd, const bres_import_options *options, bres_result **result)
{
    return call_fd(&(import_call){ "bres_result_import_fd", options, NULL, result }, fd);
}

bres_status bres_result_load(const char *path, const bres_load_options *options,
                             bres_result **result)
{
    return call_path(&(import_call){ "bres_result_load", NULL, options, result }, path);
}

bres_status bres_result_load_memory(const void *data, size_t size, const bres_load_options *options,
                                    bres_result **result)
{
    return call_memory(&(import_call){ "bres_result_load_memory", NULL, options, result }, data,
                       size);
}

bres_status bres_result_load_fd(int fd, const bres_load_options *options, bres_result **result)
{
    return call_fd(&(import_call){ "bres_result_load_fd", NULL, options, result }, fd);
}
