/* SPDX-License-Identifier: MIT */
/*
 * The destinations of a program's results, and checks that they can be written.
 */
#include "harness/run/outputs.h"

#include <benchresult/nvbench.h>
#include <benchresult/report.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL_SUFFIX ".partial"
#define SIDECAR_SUFFIX "-bin"

/* The descriptor of a standard stream; -1 for a file. */
static int stream_of(const char *path)
{
    if (strcmp(path, "stdout") == 0)
        return STDOUT_FILENO;
    return strcmp(path, "stderr") == 0 ? STDERR_FILENO : -1;
}

static bool is_json(const bres__output_request *request)
{
    return request->format == BRES__OUTPUT_JSON || request->format == BRES__OUTPUT_JSONBIN;
}

/* path + suffix; NULL: no memory. */
static char *path_with(const char *path, const char *suffix)
{
    const size_t size = strlen(path) + strlen(suffix) + 1;
    char *joined = bres__malloc(size);

    if (joined != NULL)
        snprintf(joined, size, "%s%s", path, suffix);
    return joined;
}

/* The target of a path: an existing file, or a name in a directory. */
typedef struct place {
    const char *path;
    bool exists;
    bool unique;  /* a regular file, existing or new: two outputs would overwrite each other */
    dev_t device; /* of the file or of the directory */
    ino_t inode;
    const char *base; /* the name in the directory */
} place;

/* The parent directories exist. */
static bres_status place_find(const char *path, place *found)
{
    struct stat status;
    char *directory;
    char *base;
    int result;

    *found = (place){ .path = path, .unique = true };
    if (bres__stat(path, &status) == 0) {
        found->exists = true;
        found->unique = S_ISREG(status.st_mode);
        errno = EISDIR;
        if (S_ISDIR(status.st_mode))
            return bres__error_system("write", path);
    } else {
        if (errno != ENOENT)
            return bres__error_system("write", path);
        if (!bres__split_path(path, &directory, &base))
            return bres__error_memory();
        found->base = path + strlen(path) - strlen(base);
        result = bres__stat(directory[0] != '\0' ? directory : ".", &status);
        bres__free(directory);
        bres__free(base);
        if (result != 0)
            return bres__error_system("write", path);
    }
    found->device = status.st_dev;
    found->inode = status.st_ino;
    return BRES_OK;
}

static bool place_is(const place *one, const place *other)
{
    return one->unique && other->unique && one->exists == other->exists &&
           one->device == other->device && one->inode == other->inode &&
           (one->exists || strcmp(one->base, other->base) == 0);
}

/* A regular file is replaced through a temporary file beside it; creating that file shows whether
 * the output is writable. Another kind of file is not opened before there are data to write,
 * because its reader would see the end of the file. */
static bres_status place_try(const place *found)
{
    bres__output *output = NULL;
    bres_status status;

    if (!found->unique)
        return access(found->path, W_OK) == 0 ? BRES_OK : bres__error_system("write", found->path);
    status = bres__output_open(found->path, &output);
    bres__output_discard(output);
    return status;
}

/* The directory of the sidecars is created later; an existing one must be writable. */
static bres_status try_sidecars(const char *path)
{
    char *directory = path_with(path, SIDECAR_SUFFIX);
    bres_status status = BRES_OK;
    struct stat found;

    if (directory == NULL)
        return bres__error_memory();
    errno = ENOTDIR;
    if (bres__stat(directory, &found) == 0 &&
        (!S_ISDIR(found.st_mode) || access(directory, W_OK | X_OK) != 0))
        status = bres__error_system("write", directory);
    bres__free(directory);
    return status;
}

static bres_status request_try(const bres__output_request *request, place *found)
{
    bres_status status = bres__make_parents(request->path);

    if (status == BRES_OK)
        status = place_find(request->path, found);
    if (status == BRES_OK)
        status = place_try(found);
    if (status == BRES_OK && request->format == BRES__OUTPUT_JSONBIN && found->unique)
        status = try_sidecars(request->path);
    return status;
}

static bres_status refuse_twice(const char *one, const char *other)
{
    if (strcmp(one, other) == 0)
        return bres__error(BRES_ERROR_CONFLICT, "two outputs go to '%s'", one);
    return bres__error(BRES_ERROR_CONFLICT, "two outputs go to one file: '%s' and '%s'", one,
                       other);
}

static bres_status check_streams(const bres__outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (stream_of(outputs->requests[i].path) >= 0 &&
                strcmp(outputs->requests[i].path, outputs->requests[k].path) == 0)
                return refuse_twice(outputs->requests[k].path, outputs->requests[i].path);
        }
    }
    return BRES_OK;
}

/* `places` has room for the outputs and the journal. */
static bres_status check_files(bres__outputs *outputs, place *places)
{
    bres_status status = BRES_OK;
    size_t count = 0;

    for (size_t i = 0; i < outputs->count && status == BRES_OK; i++) {
        const bres__output_request *request = &outputs->requests[i];

        if (stream_of(request->path) >= 0)
            continue;
        status = request_try(request, &places[count]);
        if (status == BRES_OK && outputs->journal == NULL && is_json(request) &&
            places[count].unique) {
            outputs->journaled = request->path;
            outputs->journal = path_with(request->path, JOURNAL_SUFFIX);
            if (outputs->journal == NULL)
                status = bres__error_memory();
        }
        count++;
    }
    if (status == BRES_OK && outputs->journal != NULL)
        status = place_find(outputs->journal, &places[count++]);
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        for (size_t k = 0; k < i && status == BRES_OK; k++) {
            if (place_is(&places[k], &places[i]))
                status = refuse_twice(places[k].path, places[i].path);
        }
    }
    return status;
}

/* Markdown goes to the standard output, unless another output does or --quiet is given. */
static bres_status take_requests(bres__outputs *outputs, const bres__invocation *invocation)
{
    bool wanted = !invocation->quiet;

    outputs->requests = bres__calloc(invocation->output_count + 1, sizeof(*outputs->requests));
    if (outputs->requests == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < invocation->output_count; i++) {
        outputs->requests[outputs->count++] = invocation->outputs[i];
        wanted = wanted && strcmp(invocation->outputs[i].path, "stdout") != 0;
    }
    if (wanted)
        outputs->requests[outputs->count++] =
            (bres__output_request){ BRES__OUTPUT_MARKDOWN, "stdout" };
    return BRES_OK;
}

bres_status bres__outputs_open(bres__outputs *outputs, const bres__invocation *invocation)
{
    bres_status status;
    place *places;

    *outputs = (bres__outputs){ .columns = invocation->columns };
    status = take_requests(outputs, invocation);
    if (status == BRES_OK)
        status = check_streams(outputs);
    if (status != BRES_OK)
        return status;
    places = bres__calloc(outputs->count + 1, sizeof(*places));
    status = places != NULL ? check_files(outputs, places) : bres__error_memory();
    bres__free(places);
    return status;
}

void bres__outputs_free(bres__outputs *outputs)
{
    bres__free(outputs->journal);
    bres__free(outputs->requests);
    *outputs = (bres__outputs){ .count = 0 };
}

static bres_status write_stream(int fd, const char *text, size_t length)
{
    fflush(stdout);
    if (bres__write_full(fd, text, length) != 0)
        return bres__error_system(fd == STDOUT_FILENO ? "write to the standard output"
                                                      : "write to the standard error",
                                  NULL);
    return BRES_OK;
}

static bres_status write_report(const bres__output_request *request, uint32_t columns,
                                bres_result *result)
{
    const int fd = stream_of(request->path);
    bres_summary_options options;
    bres_status status;
    char *text;
    size_t length;

    bres_summary_options_init(&options);
    if (request->format == BRES__OUTPUT_CSV)
        options.format = BRES_FORMAT_CSV;
    if (columns != 0)
        options.columns = columns;
    status = bres_summary_report(&result, 1, &options, &text, &length);
    if (status != BRES_OK)
        return status;
    status =
        fd >= 0 ? write_stream(fd, text, length) : bres_write_file(request->path, text, length);
    bres_string_free(text);
    return status;
}

static bres_status write_json(const bres__output_request *request, const bres_result *result)
{
    const int fd = stream_of(request->path);
    bres_write_options options;

    bres_write_options_init(&options);
    if (request->format == BRES__OUTPUT_JSON)
        options.flags = BRES_WRITE_NO_SIDECARS;
    if (fd < 0)
        return bres_result_write(result, request->path, &options);
    fflush(stdout);
    return bres_result_write_fd(result, fd, &options);
}

static bres_status write_some(const bres__outputs *outputs, bres_result *result, bool streams)
{
    bres_status status = BRES_OK;
    bres__error_record first;

    for (size_t i = 0; i < outputs->count; i++) {
        const bres__output_request *request = &outputs->requests[i];
        bres_status written;

        if ((stream_of(request->path) >= 0) != streams)
            continue;
        written = is_json(request) ? write_json(request, result)
                                   : write_report(request, outputs->columns, result);
        if (written == BRES_OK || bres_last_error_errno() == EPIPE || status != BRES_OK)
            continue;
        status = written;
        bres__error_save(&first);
    }
    if (status != BRES_OK)
        bres__error_restore(&first);
    return status;
}

bres_status bres__outputs_write_files(const bres__outputs *outputs, bres_result *result)
{
    return write_some(outputs, result, false);
}

bres_status bres__outputs_write_streams(const bres__outputs *outputs, bres_result *result)
{
    return write_some(outputs, result, true);
}

bres_status bres__outputs_print(const bres__text *text)
{
    bres_status status;

    if (text->failed)
        return bres__error_memory();
    status = write_stream(STDOUT_FILENO, text->data, text->length);
    return status == BRES_OK || bres_last_error_errno() == EPIPE ? BRES_OK : status;
}
