/* SPDX-License-Identifier: MIT */
/*
 * The sample files beside a result file: packed little-endian binary32, without a header.
 */
#include "nvbench/nvbench.h"

#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The contents of a sidecar's summary. */
typedef struct sidecar_record {
    const char *filename; /* NULL: no file */
    uint64_t count;
    bool found; /* the file exists */
} sidecar_record;

/* Checks that a field of a sidecar's summary exists, has the declared type, and is not null. */
static bres_status check_field(bres__decoder *decoder, const bres_summary *summary,
                               const char *name, const char *type, bres_kind kind,
                               const bres_value **field)
{
    const bres_value *value = bres_summary_field(summary, name);
    const char *declared = bres_value_type(value);

    *field = NULL;
    if (value == NULL)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, NULL, name, NULL,
                                   "summary '%s': the field '%s' is missing",
                                   bres_summary_tag(summary), name);
    if (declared == NULL || strcmp(declared, type) != 0)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, NULL, type, NULL,
                                   "summary '%s': the field '%s' has the type '%s' instead of %s",
                                   bres_summary_tag(summary), name,
                                   declared != NULL ? declared : "", type);
    if (bres_value_kind(value) == BRES_KIND_NULL)
        return bres__decoder_fault(decoder, BRES_ERROR_VALUE, NULL, type, NULL,
                                   "summary '%s': the field '%s' holds null instead of %s",
                                   bres_summary_tag(summary), name, type);
    /* A value without a kind is malformed; a lenient load has logged a warning for it. */
    *field = bres_value_kind(value) == kind ? value : NULL;
    return BRES_OK;
}

static bres_status read_record(bres__decoder *decoder, const bres_summary *summary,
                               sidecar_record *record)
{
    const bres_value *filename;
    const bres_value *size = NULL;
    int64_t count = 0;
    bres_status status;

    *record = (sidecar_record){ 0 };
    /* NVBench leaves out the data when it could not write the file. */
    if (summary->data_json != BRES__JSON_ARRAY)
        return bres__decoder_warn(decoder, "summary '%s' names no file: its samples are lost",
                                  bres_summary_tag(summary));
    status = check_field(decoder, summary, "filename", "string", BRES_KIND_STRING, &filename);
    if (status == BRES_OK && filename != NULL)
        status = check_field(decoder, summary, "size", "int64", BRES_KIND_INT64, &size);
    if (status != BRES_OK || size == NULL)
        return status;
    bres_value_int64(size, &count);
    record->filename = bres_value_string(filename);
    /* A negative count matches no file, as the check of the file reports. */
    record->count = count < 0 ? UINT64_MAX : (uint64_t)count;
    return BRES_OK;
}

static bres_status fault_of_file(bres__decoder *decoder, const char *path, const char *message)
{
    return bres__decoder_fault(decoder, BRES_ERROR_SIDECAR, NULL, NULL, NULL, "%s: %s", path,
                               message);
}

/* Checks the type and the size of the file. *usable: whether it may be read at first use, which may
 * report a fault again. */
static bres_status check_file(bres__decoder *decoder, const bres__sidecar_file *file,
                              sidecar_record *record, bool *usable)
{
    const char *confinement = decoder->load->confinement;
    const char *path = file->path;
    uint64_t size;

    *usable = false;
    if (file->error == ENOENT || file->error == ENOTDIR)
        return bres__decoder_warn_missing(decoder, path);
    if (file->error != 0)
        return fault_of_file(decoder, path, strerrordesc_np(file->error));
    if (confinement != NULL && !bres__path_is_inside(path, confinement))
        return fault_of_file(decoder, path, "the file is outside the directory of the result");
    record->found = true;
    *usable = true;
    size = (uint64_t)file->status.st_size;
    if (!S_ISREG(file->status.st_mode))
        return fault_of_file(decoder, path, "this is not a regular file");
    if (size % sizeof(float) != 0)
        return fault_of_file(decoder, path, "the size is not a multiple of 4 bytes");
    if (size / sizeof(float) == record->count)
        return BRES_OK;
    if (record->count == UINT64_MAX)
        return fault_of_file(decoder, path, "the recorded number of values is negative");
    return bres__decoder_fault(
        decoder, BRES_ERROR_SIDECAR, NULL, NULL, NULL, "%s: expected %llu values, found %llu", path,
        (unsigned long long)record->count, (unsigned long long)size / sizeof(float));
}

static bres_status attach(bres__decoder *decoder, const bres_summary *summary,
                          sidecar_record *record, bres__sidecar *sidecar)
{
    bres__sidecar_file file;
    bool usable;
    bres_status status = read_record(decoder, summary, record);

    if (status != BRES_OK || record->filename == NULL)
        return status;
    if (!bres__sidecar_find(decoder->load, record->filename, &decoder->arena, &file))
        return bres__error_memory();
    status = check_file(decoder, &file, record, &usable);
    if (status == BRES_OK && usable)
        *sidecar = (bres__sidecar){ .path = file.path,
                                    .count = record->count,
                                    .is_known = true,
                                    .inode = file.status.st_ino,
                                    .modified = file.status.st_mtim };
    return status;
}

static bres_status check_counts(bres__decoder *decoder, const bres__sources *sources,
                                const sidecar_record *times, const sidecar_record *rates)
{
    if (!times->found || !rates->found || sources->rates.path == NULL ||
        times->count == rates->count)
        return BRES_OK;
    return bres__decoder_fault(decoder, BRES_ERROR_SIDECAR, NULL, NULL, NULL,
                               "%llu sample times, but %llu frequencies",
                               (unsigned long long)times->count, (unsigned long long)rates->count);
}

bres_status bres__attach_sidecars(bres__decoder *decoder, bres_state *state)
{
    const bres_summary *times_summary = bres__first_summary(state, BRES__TAG_COLD_TIMES);
    const bres_summary *rates_summary = bres__first_summary(state, BRES__TAG_COLD_RATES);
    bres__sources sources = { 0 };
    sidecar_record times = { 0 };
    sidecar_record rates = { 0 };
    bres__sources *kept;
    bres_status status = BRES_OK;

    if (times_summary == NULL)
        times_summary = bres__first_summary(state, BRES__TAG_CPU_TIMES);
    if (decoder->load->directory == NULL || (times_summary == NULL && rates_summary == NULL))
        return BRES_OK;
    if (times_summary != NULL)
        status = attach(decoder, times_summary, &times, &sources.times);
    if (status == BRES_OK && rates_summary != NULL)
        status = attach(decoder, rates_summary, &rates, &sources.rates);
    if (status != BRES_OK)
        return status;
    /* Under a profiler, NVBench writes an empty frequency file, which means no frequencies. */
    if (sources.rates.count == 0)
        sources.rates.path = NULL;
    status = check_counts(decoder, &sources, &times, &rates);
    if (status != BRES_OK || (sources.times.path == NULL && sources.rates.path == NULL))
        return status;
    kept = bres__arena_calloc(&decoder->arena, 1, sizeof *kept);
    if (kept == NULL)
        return bres__error_memory();
    *kept = sources;
    state->sources = kept;
    return BRES_OK;
}

static bres_status sidecar_error(const char *path, const char *message)
{
    bres__error(BRES_ERROR_SIDECAR, "%s", message);
    bres__error_set_file(path);
    return BRES_ERROR_SIDECAR;
}

/* Whether the file has changed since the load: new samples would not match the loaded summaries. */
static bool has_changed(const bres__sidecar *sidecar, const struct stat *status)
{
    return sidecar->is_known && (status->st_ino != sidecar->inode ||
                                 status->st_mtim.tv_sec != sidecar->modified.tv_sec ||
                                 status->st_mtim.tv_nsec != sidecar->modified.tv_nsec);
}

static bres_status read_values(int fd, const bres__sidecar *sidecar, bres__samples **samples)
{
    size_t size = (size_t)sidecar->count * sizeof(float);
    struct stat status;
    bres__samples *read;
    uint64_t stray;
    ssize_t got;

    if (bres__fstat(fd, &status) != 0)
        return bres__error_system("examine", sidecar->path);
    if (!S_ISREG(status.st_mode))
        return sidecar_error(sidecar->path, "this is not a regular file");
    stray = sidecar->loose ? (uint64_t)status.st_size % sizeof(float) : 0;
    if (sidecar->count > SIZE_MAX / sizeof(float) - sizeof *read ||
        (uint64_t)status.st_size - stray != size) {
        bres__error(BRES_ERROR_SIDECAR, "expected %llu values in %llu bytes, found %llu bytes",
                    (unsigned long long)sidecar->count, (unsigned long long)sidecar->count * 4,
                    (unsigned long long)status.st_size);
        bres__error_set_file(sidecar->path);
        return BRES_ERROR_SIDECAR;
    }
    if (has_changed(sidecar, &status))
        return sidecar_error(sidecar->path, "the file has changed since the result was loaded");
    read = bres__malloc(sizeof *read + size);
    if (read == NULL)
        return bres__error_memory();
    read->count = (size_t)sidecar->count;
    got = bres__read_full(fd, read->values, size);
    if (got < 0 || (size_t)got != size) {
        bres_status failed =
            got < 0 ? bres__error_system("read", sidecar->path)
                    : sidecar_error(sidecar->path, "the file shrank while it was read");

        bres__free(read);
        return failed;
    }
    bres__floats_load(read->values, (const char *)read->values, read->count);
    *samples = read;
    return BRES_OK;
}

bres_status bres__load_samples(const bres_result *result, const bres__sidecar *sidecar,
                               bres__samples **samples)
{
    bres_status status;
    int fd;

    *samples = NULL;
    if (result->confinement != NULL && !bres__path_is_inside(sidecar->path, result->confinement))
        return sidecar_error(sidecar->path, "the file has gone, or is outside the directory of the "
                                            "result");
    /* A pipe that has replaced the file must not block the caller. */
    fd = bres__open(sidecar->path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR
                   ? sidecar_error(sidecar->path, "the file has gone since the result was loaded")
                   : bres__error_system("open", sidecar->path);
    status = read_values(fd, sidecar, samples);
    bres__close(fd);
    return status;
}
