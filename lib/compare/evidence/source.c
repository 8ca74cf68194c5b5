/* SPDX-License-Identifier: MIT */
/*
 * Locates the samples of a state, and reads them.
 *
 * Files are read into separate memory, not into the state: other threads may share the state, so
 * its arrays could not be freed.
 */
#include "compare/evidence/source.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

/* The file and the size that a sidecar's summary records. */
typedef struct source_record {
    const char *filename; /* NULL: no file was written */
    int64_t size;
} source_record;

static bres_status record_error(const bres_state *state, const bres_summary *summary,
                                bres_status status, const char *field, const char *expected)
{
    bres__error(status,
                "benchmark '%s', state '%s': summary '%s': the entry '%s' is missing or "
                "malformed",
                state->bench->name, state->name, summary->shape->tag, field);
    bres__error_set_file(state->bench->result->path);
    bres__error_set_expected(expected);
    return status;
}

static const bres_value *record_find(const bres_summary *summary, const char *name)
{
    for (uint32_t i = 0; i < summary->field_count; i++) {
        const bres_value *value = &summary->fields[i];

        if (value->field->name != NULL && strcmp(value->field->name, name) == 0)
            return value;
    }
    return NULL;
}

static bool record_type_is(const bres_value *value, const char *type)
{
    const char *declared = bres__scalar_string(&value->field->type);

    return declared != NULL && strcmp(declared, type) == 0;
}

/* A size beyond 64 bits becomes the largest value: no file is that large. */
static bool record_parse_size(const bres_value *value, int64_t *size)
{
    return record_type_is(value, "int64") &&
           (value->json == BRES__JSON_INTEGER || value->json == BRES__JSON_STRING) &&
           bres__parse_int64(value->text, strlen(value->text), size) != BRES__PARSE_MALFORMED;
}

static bres_status record_read(const bres_state *state, const bres_summary *summary,
                               source_record *record)
{
    const bres_value *filename = record_find(summary, "filename");
    const bres_value *size = record_find(summary, "size");

    *record = (source_record){ .filename = NULL };
    if (filename == NULL && size == NULL)
        return BRES_OK;
    if (filename == NULL || size == NULL)
        return record_error(state, summary, BRES_ERROR_KEY, filename == NULL ? "filename" : "size",
                            "'filename' and 'size'");
    if (!record_type_is(filename, "string") || filename->json != BRES__JSON_STRING)
        return record_error(state, summary, BRES_ERROR_VALUE, "filename", "a string");
    if (!record_parse_size(size, &record->size))
        return record_error(state, summary, BRES_ERROR_VALUE, "size", "an int64");
    record->filename = filename->text;
    return BRES_OK;
}

static bres_status source_warn(const bres_state *state, bres__warning_list *warnings,
                               const char *what, const char *message)
{
    const char *path = state->bench->result->path;

    return bres__warn(warnings, "%s%sbenchmark '%s', state '%s': %s %s", path != NULL ? path : "",
                      path != NULL ? ": " : "", state->bench->name, state->name, what, message);
}

/* Declares the source if the summary records a file. */
static bres_status source_declare(const bres_state *state, const bres_summary *summary,
                                  bres__source *source, bres__warning_list *warnings)
{
    source_record record;
    bres_status status = record_read(state, summary, &record);

    if (status != BRES_OK)
        return status;
    if (record.filename == NULL)
        return source_warn(state, warnings, source->what,
                           "name no file and are treated as unavailable");
    if (record.size < 0)
        return source_warn(state, warnings, source->what,
                           "have a negative recorded number and are treated as unavailable");
    source->declared = true;
    source->filename = record.filename;
    source->size = (uint64_t)record.size;
    return BRES_OK;
}

/* Whether the state's samples belong to the metric. A state has one set of samples: of its isolated
 * measurement if it has one, otherwise of its CPU-only measurement. */
static bool model_samples_belong(const bres_state *state, const bres__metric *metric)
{
    bool cpu_only;

    if (metric->times == NULL)
        return false;
    if (bres_state_summary(state, BRES__TAG_COLD_TIMES) != NULL)
        cpu_only = false;
    else if (bres_state_summary(state, BRES__TAG_CPU_TIMES) != NULL)
        cpu_only = true;
    else
        cpu_only =
            bres__state_has_tags(state, "nv/cpu_only/") && !bres__state_has_tags(state, "nv/cold/");
    return cpu_only == (strcmp(metric->times, BRES__TAG_CPU_TIMES) == 0);
}

/* Uses the samples in memory, otherwise the path of their file. */
static void source_take_model(bres__source *source, const bres__samples *samples,
                              const bres__sidecar *sidecar)
{
    if (samples != NULL) {
        source->in_memory = true;
        source->values = samples->values;
        source->count = samples->count;
        if (!source->declared)
            source->size = samples->count;
        source->declared = true;
    } else if (sidecar != NULL) {
        source->path = sidecar->path;
    }
}

bres_status bres__sources_find(const bres_state *state, const bres__metric *metric,
                               const bres__sidecar_summaries *sidecars, bres__source *times,
                               bres__source *rates, bres__warning_list *warnings)
{
    const bres_state *holder = state->origin != NULL ? state->origin : state;
    const bres__sources *sources = holder->sources;
    bres_status status = BRES_OK;

    times->what = "sample times";
    rates->what = "sample frequencies";
    times->result = rates->result = holder->bench->result;
    if (sidecars->times != NULL)
        status = source_declare(state, sidecars->times, times, warnings);
    if (status == BRES_OK && sidecars->rates != NULL)
        status = source_declare(state, sidecars->rates, rates, warnings);
    if (status != BRES_OK)
        return status;
    if (model_samples_belong(state, metric)) {
        source_take_model(times, atomic_load_explicit(&holder->times, memory_order_acquire),
                          sources != NULL ? &sources->times : NULL);
        if (metric->rates != NULL)
            source_take_model(rates, atomic_load_explicit(&holder->rates, memory_order_acquire),
                              sources != NULL ? &sources->rates : NULL);
    }
    /* Under a profiler, NVBench writes an empty file of frequencies: it counts as no file. */
    if (rates->size == 0)
        rates->declared = false;
    if (!times->declared || !rates->declared || times->size == rates->size)
        return BRES_OK;
    times->declared = rates->declared = false;
    return source_warn(state, warnings, "sample times and frequencies",
                       "have different recorded numbers and are treated as unavailable");
}

bool bres__source_is_readable(const bres__source *source)
{
    struct stat status;

    if (!source->declared || source->size == 0)
        return false;
    if (source->in_memory)
        return source->count > 0;
    return source->path != NULL && bres__stat(source->path, &status) == 0 && status.st_size > 0;
}

static bool values_are_positive(const float *values, size_t count)
{
    unsigned others = 0;

    for (size_t i = 0; i < count; i++)
        others |= !(values[i] > 0 && values[i] <= FLT_MAX);
    return others == 0;
}

/* The warning names the path of the file, or the name as recorded. */
static bres_status source_fail(bres__source *source, bres__source_state state, const char *reason,
                               bres__warning_list *warnings)
{
    const char *directory = source->result->directory;
    const char *path = source->path != NULL ? source->path : source->filename;
    const bool relative = path[0] != '/' && directory != NULL;

    source->state = state;
    return (state == BRES__SOURCE_MISSING ? bres__warn_missing : bres__warn)(
        warnings, "%s%s%s: the %s are treated as unavailable: %s", relative ? directory : "",
        relative ? "/" : "", path, source->what, reason);
}

/* Reads the file with the reader that loaded the result. Restores the error record of the thread,
 * because nothing has failed for the caller. */
static bres_status source_load(bres__source *source, bres__warning_list *warnings)
{
    const bres__sidecar sidecar = { .path = source->path, .count = source->size, .loose = true };
    bres__error_record kept;
    bres__error_record failure;
    bres_status status;

    bres__error_save(&kept);
    status = source->result->load_samples(source->result, &sidecar, &source->loaded);
    if (status == BRES_OK) {
        source->values = source->loaded->values;
        source->count = source->loaded->count;
        return BRES_OK;
    }
    if (status == BRES_ERROR_MEMORY)
        return status;
    bres__error_save(&failure);
    bres__error_restore(&kept);
    return source_fail(source, BRES__SOURCE_UNREADABLE, failure.message, warnings);
}

bres_status bres__source_read(bres__source *source, bres__warning_list *warnings)
{
    bres_status status = BRES_OK;

    if (!source->declared || source->state != BRES__SOURCE_UNREAD)
        return BRES_OK;
    if (!source->in_memory && source->path == NULL)
        status = source_fail(source, BRES__SOURCE_MISSING, "the file is missing", warnings);
    else if (!source->in_memory)
        status = source_load(source, warnings);
    if (status != BRES_OK || source->state != BRES__SOURCE_UNREAD)
        return status;
    if (source->count == 0)
        source->state = BRES__SOURCE_EMPTY;
    else if (!values_are_positive(source->values, source->count))
        source->state = BRES__SOURCE_INVALID;
    else
        source->state = BRES__SOURCE_USABLE;
    return BRES_OK;
}

/* Whether the file does not exist. `path` is NULL if the reader could not examine the file; then
 * this looks for the recorded name. */
static bool source_is_missing(const bres__source *source)
{
    const char *directory = source->result->directory;
    const char *file = source->path != NULL ? source->path : source->filename;
    const bool relative = source->path == NULL && file[0] != '/' && directory != NULL;
    char path[PATH_MAX];
    struct stat status;

    bres__format(path, sizeof(path), "%s%s%s", relative ? directory : "", relative ? "/" : "",
                 file);
    return bres__stat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bres_status bres__source_require(bres__source *source, bres__warning_list *warnings)
{
    bres_status status = bres__source_read(source, warnings);

    if (status != BRES_OK || !source->declared)
        return status;
    if (source->state != BRES__SOURCE_INVALID &&
        (source->in_memory || source->state == BRES__SOURCE_USABLE ||
         source->state == BRES__SOURCE_EMPTY || source_is_missing(source)))
        return BRES_OK;
    status = bres__error(BRES_ERROR_SIDECAR, "the %s %s, and they are required", source->what,
                         source->state == BRES__SOURCE_INVALID ? bres__source_fault(source)
                                                               : "cannot be read");
    bres__error_set_file(source->path != NULL ? source->path : source->filename);
    return status;
}

const char *bres__source_fault(const bres__source *source)
{
    if (!source->declared)
        return "are not recorded";
    switch (source->state) {
    case BRES__SOURCE_MISSING:
        return "are missing";
    case BRES__SOURCE_UNREADABLE:
        return "cannot be read";
    case BRES__SOURCE_EMPTY:
        return "are empty";
    case BRES__SOURCE_INVALID:
        return "are not all finite and positive";
    case BRES__SOURCE_UNREAD:
    case BRES__SOURCE_USABLE:
        break;
    }
    return NULL;
}

void bres__source_free(bres__source *source)
{
    bres__free(source->loaded);
    source->loaded = NULL;
}
