/* SPDX-License-Identifier: MIT */
/*
 * A directory of criterion.rs. A sample is the total time of several iterations, whose number grows
 * from sample to sample. Names come from benchmark.json, because directory names are truncated.
 */
#include "formats/criterion/tree.h"
#include "formats/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>

/* A file of a benchmark as a tree. */
typedef struct criterion_file {
    bres__text path;
    bres__node root;
} criterion_file;

/* Reports a missing file, for example of a benchmark whose measurement was interrupted. */
static bres_status fault_of_missing(const bres__import *import, const char *path, const char *name)
{
    const bres_status status =
        bres__import_fault(import, BRES_ERROR_KEY, NULL, NULL, NULL,
                           "this is a baseline of criterion.rs without '%s'", name);

    bres__error_set_file(path);
    return status;
}

/* Reads a regular file of the directory. Call file_close() in any case. */
static bres_status file_open(const bres__import *import, int directory, const char *path,
                             const char *name, criterion_file *file)
{
    bres__buffer buffer = { 0 };
    struct stat status;
    bres_status read;
    int fd;

    *file = (criterion_file){ 0 };
    bres__text_printf(&file->path, "%s/%s", path, name);
    if (file->path.failed)
        return bres__error_memory();
    fd = bres__openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0);
    if (fd < 0)
        return errno == ENOENT ? fault_of_missing(import, path, name)
                               : bres__error_system("open", file->path.data);
    if (bres__fstat(fd, &status) != 0)
        read = bres__error_system("read", file->path.data);
    else if (!S_ISREG(status.st_mode))
        read = bres__error(BRES_ERROR_IO, "%s: not a regular file", file->path.data);
    else
        read = bres__read_fd(fd, file->path.data, import->load.max_bytes, &buffer);
    bres__close(fd);
    if (read == BRES_OK)
        read = bres__tree_parse(import, &(bres__slice){ buffer.data, buffer.size }, file->path.data,
                                &file->root);
    bres__free(buffer.data);
    return read;
}

static void file_close(criterion_file *file)
{
    bres__tree_close(&file->root);
    bres__text_free(&file->path);
}

/* Reads one kind of throughput: the elements or bytes that one execution processes. A number that
 * is not whole or out of range, or bits that are not whole bytes, become a counter. */
static bres_status read_work(const bres__node *member, bres__draft_state *state, int64_t *elements,
                             int64_t *bytes)
{
    double number = 0;
    const bres_status status = bres__node_float64(member, &number);
    const bool has_bits = strcmp(member->key, "Bits") == 0;

    if (status != BRES_OK)
        return status;
    if (!(number >= 1 && number < 9e15) || number != floor(number) ||
        (has_bits && (int64_t)number % 8 != 0))
        bres__draft_counter(state, member->key, NULL, BRES__BETTER_UNKNOWN, number);
    else if (strncmp(member->key, "Bytes", strlen("Bytes")) == 0 ||
             strcmp(member->key, "bytes") == 0)
        *bytes = (int64_t)number;
    else if (has_bits)
        *bytes = (int64_t)number / 8;
    else if (strcmp(member->key, "Elements") == 0 || strcmp(member->key, "elements") == 0)
        *elements = (int64_t)number;
    return BRES_OK;
}

/* Reads what one execution processes, from {"Bytes": N} or
 * {"ElementsAndBytes": {"elements": N, "bytes": N}}. */
static bres_status put_throughput(const bres__node *benchmark, bres__draft_state *state)
{
    bres__members_walk walk = { 0 };
    bres__node throughput;
    bres__node entry;
    bres__node both;
    bres_status status = BRES_OK;
    int64_t elements = 0;
    int64_t bytes = 0;

    if (!bres__node_find(benchmark, "throughput", &throughput))
        return BRES_OK;
    entry = throughput;
    if (bres__node_kind(&throughput) == BRES__JSON_ARRAY && bres__node_count(&throughput) != 0)
        entry = bres__node_at(&throughput, 0);
    walk.object = bres__node_find(&entry, "ElementsAndBytes", &both) ? &both : &entry;
    while (status == BRES_OK && bres__members_next(&walk))
        status = read_work(&walk.member, state, &elements, &bytes);
    bres__draft_work(state, elements, bytes);
    return status;
}

/* Reads names, axis and throughput from benchmark.json. *bench becomes GROUP/FUNCTION. */
static bres_status put_benchmark(const bres__node *root, bres__draft_state *state,
                                 bres__text *bench)
{
    const char *group = NULL;
    bres__node member;
    bres_status status = bres__node_read_text(root, "group_id", &group);

    if (status != BRES_OK)
        return status;
    bres__text_puts(bench, group);
    if (bres__node_find(root, "function_id", &member))
        bres__text_printf(bench, "/%s", bres__node_as_text(&member));
    if (bres__node_find(root, "value_str", &member))
        bres__draft_axis_value(state, "value", BRES__AXIS_TYPED, bres__node_as_text(&member));
    if (bres__node_find(root, "full_id", &member))
        bres__draft_name(state, bres__node_as_text(&member));
    return bench->failed ? bres__error_memory() : put_throughput(root, state);
}

static bres_status put_samples(const bres__node *root, bres__draft_state *state)
{
    bres__node times;
    bres__node iterations;
    bres_status status = bres__node_require(root, "times", BRES__JSON_ARRAY, &times);

    if (status == BRES_OK)
        status = bres__node_require(root, "iters", BRES__JSON_ARRAY, &iterations);
    if (status == BRES_OK && bres__node_count(&times) != bres__node_count(&iterations))
        status = bres__node_fault(root, BRES_ERROR_VALUE, NULL, "%zu times and %zu iters",
                                  bres__node_count(&times), bres__node_count(&iterations));
    if (status == BRES_OK && bres__node_count(&times) == 0)
        status =
            bres__node_fault(&times, BRES_ERROR_VALUE, "at least one time", "the list is empty");
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&times); i++) {
        const bres__node time = bres__node_at(&times, i);
        const bres__node count = bres__node_at(&iterations, i);
        double nanoseconds = 0;
        double executions = 0;

        status = bres__node_float64(&time, &nanoseconds);
        if (status == BRES_OK)
            status = bres__node_float64(&count, &executions);
        if (status == BRES_OK && !(nanoseconds >= 0 && nanoseconds < 1e300))
            status = bres__node_fault(&time, BRES_ERROR_VALUE,
                                      bres__range_text(BRES__RANGE_NOT_NEGATIVE), "%s",
                                      bres__node_as_text(&time));
        if (status == BRES_OK && !(executions >= 1 && executions < 1e300))
            status = bres__node_fault(&count, BRES_ERROR_VALUE, "at least 1", "%s",
                                      bres__node_as_text(&count));
        if (status == BRES_OK)
            bres__draft_sample(state, nanoseconds / executions * 1e-9, executions);
    }
    return status;
}

/* Adds the slope, which weights samples by their iterations. Flat sampling has no slope. */
static bres_status put_slope(const bres__node *root, bres__draft_state *state)
{
    bres__node slope;
    double nanoseconds = 0;
    bool found;
    bres_status status = bres__node_optional(root, "slope", BRES__JSON_OBJECT, &slope, &found);

    if (status == BRES_OK && found)
        status = bres__node_read_duration(&slope, "point_estimate", &nanoseconds);
    if (status == BRES_OK && found)
        bres__draft_time(state, "slope", nanoseconds * 1e-9);
    return status;
}

static bres_status read_files(bres__import *import, int directory, const char *path)
{
    bres__draft_state *state = bres__draft_begin(&import->draft);
    bres__text bench = { 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < BRES__CRITERION_FILES && status == BRES_OK; i++) {
        criterion_file file;

        status = file_open(import, directory, path, bres__criterion_files[i], &file);
        if (status == BRES_OK && i == 0)
            status = put_benchmark(&file.root, state, &bench);
        else if (status == BRES_OK && i == 1)
            status = put_samples(&file.root, state);
        else if (status == BRES_OK)
            status = put_slope(&file.root, state);
        if (status != BRES_OK && status != BRES_ERROR_MEMORY && file.root.value != NULL)
            bres__error_set_file(file.path.data);
        file_close(&file);
    }
    if (status == BRES_OK)
        bres__draft_add(state, import->options.bench != NULL ? import->options.bench : bench.data);
    bres__text_free(&bench);
    return status;
}

static bres_status read_benchmark(void *user, int directory, const char *path)
{
    bres__import *import = user;
    bres_status status = read_files(import, directory, path);

    /* Each benchmark has its own files, so a truncated file affects only its benchmark. */
    if (status == BRES_ERROR_SYNTAX && bres__import_is_lenient(import))
        status = BRES_ERROR_VALUE;
    return bres__import_tolerate(import, status);
}

static bres_status criterion_read(bres__import *import)
{
    const char *baseline = import->options.baseline != NULL ? import->options.baseline : "new";
    criterion_walk walk = { .baseline = baseline, .visit = read_benchmark, .user = import };
    bres_status status;

    if (import->input.directory < 0)
        return bres__import_fault(import, BRES_ERROR_IO, NULL, NULL, NULL,
                                  "not a directory, which criterion.rs writes");
    status = bres__criterion_walk(&walk, import->input.directory, import->input.name);
    if (status == BRES_OK && walk.visited == 0)
        status = bres__import_fault(import, BRES_ERROR_KEY, NULL, NULL, NULL,
                                    "no benchmark has the baseline '%s'", baseline);
    return status;
}

static bres_status stop_at(void *user, int directory, const char *path)
{
    (void)user;
    (void)directory;
    (void)path;
    return BRES_ERROR_LIMIT;
}

/* A failed walk also counts as detected: reading then fails again and reports the error. */
static bool criterion_detect(const bres__input *input)
{
    criterion_walk walk = { .baseline = "new", .visit = stop_at };
    bres__error_record kept;
    bres_status status;

    if (input->directory < 0)
        return false;
    bres__error_save(&kept);
    status = bres__criterion_walk(&walk, input->directory, input->name);
    bres__error_restore(&kept);
    return status != BRES_OK;
}

const bres__file_format bres__format_of_criterion = {
    .name = "criterion",
    .tool = "criterion.rs",
    .detect = criterion_detect,
    .read = criterion_read,
};
