/* SPDX-License-Identifier: MIT */
/*
 * Loads a result: from a file, memory or a descriptor; a result file or a journal.
 */
#include "nvbench/journal.h"
#include "nvbench/nvbench.h"

#include <stdio.h>
#include <string.h>

/* Comes last: it tells what the load has left out. */
static void warn_incomplete(const bres__load *load)
{
    char message[128];

    snprintf(message, sizeof message,
             "the %zu bytes after byte %zu are an incomplete record and are ignored",
             load->size - load->complete, load->complete);
    bres__load_warn(load, "", message);
}

static bres_status read_document(bres__load *load)
{
    const bres__slice text = { load->text, load->size };
    const bool journal = bres__journal_is(load->text, load->size);
    bres_result *result = load->result;
    bres__document document;
    bres_status status = journal ? bres__journal_split(&document, load)
                                 : bres__document_split(&document, load, &text);

    if (status == BRES_OK)
        status = bres__read_parts(load, &document);
    if (status == BRES_OK && document.extra != NULL) {
        result->extra = bres__arena_strdup(&result->arena, document.extra);
        status = result->extra == NULL ? bres__error_memory() : BRES_OK;
    }
    for (size_t i = 0; i < document.bench_count && status == BRES_OK; i++)
        status = bres__read_bench(load, &document.benches[i], i);
    if (status == BRES_OK)
        status = bres__decode_states(load, &document);
    if (status == BRES_OK && !journal && (load->options.flags & BRES_LOAD_LENIENT) != 0)
        bres__load_warn_of_surrogates(load);
    if (status == BRES_OK && journal)
        status = bres__journal_take_samples(load, &document);
    if (status == BRES_OK && journal && load->complete < load->size)
        warn_incomplete(load);
    bres__document_free(&document);
    return status;
}

bres_status bres__load_text(bres__load *load, const char *base, const char *directory,
                            bres_result **result)
{
    bres_result *made = bres__result_new();
    bres_status status;

    if (made == NULL)
        return BRES_ERROR_MEMORY;
    if (bres__journal_is(load->text, load->size))
        directory = NULL;
    load->result = made;
    made->load_samples = bres__load_samples;
    made->path = bres__arena_strdup(&made->arena, load->name);
    status =
        made->path == NULL ? bres__error_memory() : bres__sidecar_places_set(load, base, directory);
    if (status == BRES_OK)
        status = read_document(load);
    if (status != BRES_OK) {
        bres_result_unref(made);
        return status;
    }
    made->frozen = true;
    *result = made;
    return BRES_OK;
}

bres_status bres_result_load(const char *path, const bres_load_options *options,
                             bres_result **result)
{
    bres__load load = { .name = path };
    bres__buffer buffer = { 0 };
    char *directory = NULL;
    char *base = NULL;
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_load: result is NULL");
    *result = NULL;
    if (path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_load: path is NULL");
    status = bres__load_options_take(&load.options, options);
    if (status != BRES_OK)
        return status;
    if (!bres__split_path(path, &directory, &base))
        return bres__error_memory();
    status = bres__read_file(path, load.options.max_bytes, &buffer);
    if (status == BRES_OK) {
        load.text = buffer.data;
        load.size = buffer.size;
        status = bres__load_text(&load, base, directory, result);
    }
    bres__free(buffer.data);
    bres__free(directory);
    bres__free(base);
    return status;
}

static bres_status load_named_text(bres__load *load, bres_result **result)
{
    const char *slash = strrchr(load->name, '/');

    return bres__load_text(load, slash != NULL ? slash + 1 : load->name, load->options.directory,
                           result);
}

bres_status bres_result_load_memory(const void *data, size_t size, const bres_load_options *options,
                                    bres_result **result)
{
    bres__load load = { .text = data, .size = size };
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_load_memory: result is NULL");
    *result = NULL;
    if (data == NULL && size > 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_load_memory: data is NULL");
    status = bres__load_options_take(&load.options, options);
    if (status != BRES_OK)
        return status;
    load.name = load.options.name != NULL ? load.options.name : "<memory>";
    if (size > load.options.max_bytes) {
        bres__error(BRES_ERROR_LIMIT, "larger than %llu bytes",
                    (unsigned long long)load.options.max_bytes);
        bres__error_set_file(load.name);
        return BRES_ERROR_LIMIT;
    }
    if (size == 0)
        load.text = "";
    return load_named_text(&load, result);
}

bres_status bres_result_load_fd(int fd, const bres_load_options *options, bres_result **result)
{
    bres__load load = { 0 };
    bres__buffer buffer = { 0 };
    char name[32];
    bres_status status;

    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_load_fd: result is NULL");
    *result = NULL;
    status = bres__load_options_take(&load.options, options);
    if (status != BRES_OK)
        return status;
    snprintf(name, sizeof name, "<fd %d>", fd);
    load.name = load.options.name != NULL ? load.options.name : name;
    status = bres__read_fd(fd, load.name, load.options.max_bytes, &buffer);
    if (status == BRES_OK) {
        load.text = buffer.data;
        load.size = buffer.size;
        status = load_named_text(&load, result);
    }
    bres__free(buffer.data);
    return status;
}
