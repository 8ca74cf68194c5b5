/* SPDX-License-Identifier: MIT */
#include "nvbench/journal/journal.h"
#include "nvbench/nvbench.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KNOWN_FLAGS (BRES_LOAD_LENIENT | BRES_LOAD_CWD_FALLBACK | BRES_LOAD_CONFINE)
/* Size of the first published layout: all members of today. */
#define FIRST_SIZE  sizeof(bres_load_options)

void bres_load_options_init(bres_load_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_load_options){
        .size = sizeof *options,
        .max_bytes = UINT64_C(4) << 30,
        .max_states = 10000000,
        .max_string = UINT64_C(16) << 20,
        .max_depth = 256,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_load_options, flags, KNOWN_FLAGS),
    BRES__OPTION_COUNT(bres_load_options, max_depth, 0, BRES__JSON_MAX_DEPTH),
    BRES__OPTION_RESERVED(bres_load_options, reserved),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_load_options, FIRST_SIZE, option_fields);

static bres_status load_options(bres_load_options *full, const bres_load_options *user)
{
    bres_load_options_init(full);
    return bres__options_take(full, user, &options_type);
}

/* --- Where sidecars are
 * ------------------------------------------------------------------------------- */

/* Removes empty and "." components of an absolute path, in place, so that its parent is what comes
 * before the last component. ".." stays: what it leads to is up to the file system. */
static void tidy(char *path)
{
    const char *in = path;
    char *out = path;

    while (*in != '\0') {
        size_t length = strcspn(in, "/");

        if (length > 1 || (length == 1 && *in != '.')) {
            *out++ = '/';
            memmove(out, in, length);
            out += length;
        }
        in += length;
        in += *in == '/';
    }
    if (out == path)
        *out++ = '/';
    *out = '\0';
}

/* The directory as an absolute path. One that does not exist is taken as typed: there can be no
 * sidecars in it, but messages name it. */
static bres_status set_directory(bres__load *load, const char *directory)
{
    bres_result *result = load->result;
    char working[PATH_MAX] = "";
    bres__text text = { 0 };

    if (directory[0] != '/' && getcwd(working, sizeof working) == NULL)
        return bres__error_system("find the working directory of", load->name);
    bres__text_printf(&text, "%s/%s", working, directory);
    if (!text.failed) {
        tidy(text.data);
        result->directory = bres__arena_strdup(&result->arena, text.data);
    }
    bres__text_free(&text);
    load->directory = result->directory;
    return result->directory == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status set_confinement(bres__load *load)
{
    bres_result *result = load->result;
    char real[PATH_MAX];

    if ((load->options.flags & BRES_LOAD_CONFINE) == 0)
        return BRES_OK;
    if (realpath(load->directory, real) == NULL)
        return bres__error_system("resolve the directory", load->directory);
    result->confinement = bres__arena_strdup(&result->arena, real);
    load->confinement = result->confinement;
    return result->confinement == NULL ? bres__error_memory() : BRES_OK;
}

/* `directory` NULL: no sidecars. */
static bres_status set_places(bres__load *load, const char *base, const char *directory)
{
    bres__text text = { 0 };
    bres__arena *arena = &load->result->arena;
    bres_status status;

    bres__text_printf(&text, "%s-bin", base);
    load->sidecar_dir = text.failed ? NULL : bres__arena_strdup(arena, text.data);
    bres__text_clear(&text);
    bres__text_printf(&text, "%s-freqs-bin", base);
    load->rates_dir = text.failed ? NULL : bres__arena_strdup(arena, text.data);
    bres__text_free(&text);
    if (load->sidecar_dir == NULL || load->rates_dir == NULL)
        return bres__error_memory();
    if (directory == NULL)
        return BRES_OK;
    status = set_directory(load, directory);
    return status != BRES_OK ? status : set_confinement(load);
}

/* --- Putting the result together
 * -------------------------------------------------------------------- */

static bres_status read_bench_name(const bres__load *load, const bres__bench_text *text,
                                   size_t index, bres__arena *arena, const char **name)
{
    bres__cursor cursor = bres__json_cursor(load->text, load->size);
    bres__slice slice;
    bres__json_kind kind;
    char path[64];
    bres_status status;

    *name = "";
    snprintf(path, sizeof path, "benchmarks[%zu]", index);
    if (text->name.data == NULL)
        return bres__load_complain(load, BRES_ERROR_KEY, text->begin, "the key 'name'", path,
                                   "the benchmark has no name");
    snprintf(path, sizeof path, "benchmarks[%zu].name", index);
    cursor.next = text->name.data;
    cursor.end = cursor.next + text->name.length;
    cursor.max_string = load->options.max_string;
    kind = bres__json_peek(&cursor);
    if (kind != BRES__JSON_STRING)
        return bres__load_complain(load, BRES_ERROR_KIND, text->name.data, "a string", path,
                                   "expected a string, found %s", bres__json_kind_name(kind));
    status = bres__json_string(&cursor, arena, &slice);
    if (status != BRES_OK) {
        bres__error_set_file(load->name);
        return status;
    }
    *name = bres__arena_copy(arena, slice.data, slice.length);
    return *name == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status read_device_ids(const bres__load *load, const bres__bench_text *text,
                                   size_t index, bres_subbench *bench)
{
    bres__cursor cursor;
    bres__json_kind kind;
    char path[96];
    bool first = true;
    bool more = true;
    bres_status status;

    if (text->devices.data == NULL)
        return BRES_OK;
    cursor = bres__json_cursor(text->devices.data, text->devices.length);
    kind = bres__json_peek(&cursor);
    bench->devices_json = (uint8_t)kind;
    if (kind == BRES__JSON_NULL)
        return BRES_OK;
    if (kind != BRES__JSON_ARRAY) {
        bench->devices_json = BRES__JSON_MISSING;
        snprintf(path, sizeof path, "benchmarks[%zu].devices", index);
        return bres__load_complain(load, BRES_ERROR_KIND, text->devices.data, "a list", path,
                                   "expected a list, found %s", bres__json_kind_name(kind));
    }
    cursor.max_depth = load->options.max_depth;
    cursor.max_string = load->options.max_string;
    status = bres__json_enter(&cursor, '[');
    for (size_t i = 0; status == BRES_OK; i++) {
        bres__slice slice;
        int64_t id;

        status = bres__json_next_element(&cursor, &first, &more);
        if (status != BRES_OK || !more)
            break;
        kind = bres__json_peek(&cursor);
        status = bres__json_skip(&cursor, &slice);
        if (status != BRES_OK)
            break;
        if (kind != BRES__JSON_INTEGER ||
            bres__parse_int64(slice.data, slice.length, &id) != BRES__PARSE_OK) {
            snprintf(path, sizeof path, "benchmarks[%zu].devices[%zu]", index, i);
            status = bres__load_complain(load, BRES_ERROR_KIND, slice.data, "an int64", path,
                                         "the device id is no int64");
            continue;
        }
        if (!bres__array_reserve((void **)&bench->devices, &bench->device_capacity,
                                 bench->device_count + 1, sizeof *bench->devices))
            return bres__error_memory();
        bench->devices[bench->device_count++] = id;
    }
    return status;
}

static bres_status read_bench(const bres__load *load, const bres__bench_text *text, size_t index)
{
    bres_result *result = load->result;
    bres_subbench *bench;
    const char *name;
    char path[64];
    bres_status status;

    status = read_bench_name(load, text, index, &result->arena, &name);
    if (status != BRES_OK)
        return status;
    bench = bres__result_append_subbench(result, name);
    if (bench == NULL)
        return BRES_ERROR_MEMORY;
    bench->unnamed = text->name.data == NULL || text->name.data[0] != '"';
    if (text->extra != NULL) {
        bench->extra = bres__arena_strdup(&result->arena, text->extra);
        if (bench->extra == NULL)
            return bres__error_memory();
    }
    status = read_device_ids(load, text, index, bench);
    if (status == BRES_OK)
        status = bres__read_axes(load, text, index, bench);
    if (status != BRES_OK || text->has_states)
        return status;
    snprintf(path, sizeof path, "benchmarks[%zu]", index);
    return bres__load_complain(load, BRES_ERROR_KEY, text->begin, "the key 'states'", path,
                               "the benchmark has no states");
}

/* Said at the end, of what has been loaded. */
static void warn_incomplete(const bres__load *load)
{
    char message[128];

    snprintf(message, sizeof message,
             "the %zu bytes from byte %zu on are an incomplete record, which is left out",
             load->size - load->complete, load->complete);
    bres__load_warn(load, "", message);
}

static bres_status read_document(bres__load *load)
{
    const bres__slice text = { load->text, load->size };
    const bool journal = bres__journal_is(load->text, load->size);
    bres_result *result = load->result;
    bres__document document;
    bres_status status =
        journal ? bres__journal_cut(&document, load) : bres__document_cut(&document, load, &text);

    if (status == BRES_OK)
        status = bres__read_parts(load, &document);
    if (status == BRES_OK && document.extra != NULL) {
        result->extra = bres__arena_strdup(&result->arena, document.extra);
        status = result->extra == NULL ? bres__error_memory() : BRES_OK;
    }
    for (size_t i = 0; i < document.bench_count && status == BRES_OK; i++)
        status = read_bench(load, &document.benches[i], i);
    if (status == BRES_OK)
        status = bres__decode_states(load, &document);
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
    status = made->path == NULL ? bres__error_memory() : set_places(load, base, directory);
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

/* --- Entry points
 * ------------------------------------------------------------------------------------- */

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
    status = load_options(&load.options, options);
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
    status = load_options(&load.options, options);
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
    status = load_options(&load.options, options);
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
