/* SPDX-License-Identifier: MIT */
/*
 * Measurements from JSON. The last of repeated keys counts; unknown keys are skipped.
 */
#include "timer/measurement/measurement.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The members read so far. */
typedef struct measurement_draft {
    bres__cursor cursor;
    bres__arena arena; /* texts */
    bres_task_spec spec;
    int64_t number_per_run;
    double *raw_times;
    size_t count;
    size_t capacity;
    const char *metadata;
    bool has_times;
} measurement_draft;

/* BRES_OK if a value of this kind comes next. The text is malformed if no value can begin here. */
static bres_status expect_kind(measurement_draft *draft, bres__json_kind kind, const char *path)
{
    const bres__json_kind found = bres__json_peek(&draft->cursor);

    if (found == kind || (kind == BRES__JSON_INTEGER && found == BRES__JSON_REAL))
        return BRES_OK;
    if (found == BRES__JSON_MISSING)
        return bres__json_skip(&draft->cursor, NULL);
    bres__error(BRES_ERROR_KIND, "expected %s, found %s", bres__json_kind_name(kind),
                bres__json_kind_name(found));
    bres__error_set_path("%s", path);
    bres__error_set_offset(draft->cursor.next - draft->cursor.start);
    bres__error_set_expected(bres__json_kind_name(kind));
    return BRES_ERROR_KIND;
}

/* Reads a number, in its original text form. */
static bres_status read_number(measurement_draft *draft, const char *path, bres__json_kind *kind,
                               bres__slice *slice)
{
    const bres_status status = expect_kind(draft, BRES__JSON_INTEGER, path);

    return status == BRES_OK ? bres__json_scalar(&draft->cursor, &draft->arena, kind, slice)
                             : status;
}

static bres_status wrong_number(const measurement_draft *draft, const bres__slice *slice,
                                const char *path, const char *expected)
{
    bres__error(BRES_ERROR_VALUE, "'%.*s' is not %s",
                (int)(slice->length < 64 ? slice->length : 64), slice->data, expected);
    bres__error_set_path("%s", path);
    bres__error_set_offset(slice->data - draft->cursor.start);
    bres__error_set_expected(expected);
    return BRES_ERROR_VALUE;
}

/* An integer from 1 to `max`. */
static bres_status read_count(measurement_draft *draft, const char *path, int64_t max,
                              const char *expected, int64_t *value)
{
    bres__json_kind kind;
    bres__slice slice;
    const bres_status status = read_number(draft, path, &kind, &slice);

    if (status != BRES_OK)
        return status;
    if (kind != BRES__JSON_INTEGER ||
        bres__parse_int64(slice.data, slice.length, value) != BRES__PARSE_OK || *value < 1 ||
        *value > max)
        return wrong_number(draft, &slice, path, expected);
    return BRES_OK;
}

static bres_status read_time(measurement_draft *draft)
{
    bres__json_kind kind;
    bres__slice slice;
    bres_status status;
    double seconds;
    char path[48];

    snprintf(path, sizeof(path), "raw_times[%zu]", draft->count);
    status = read_number(draft, path, &kind, &slice);
    if (status != BRES_OK)
        return status;
    if (bres__parse_float64(slice.data, slice.length, &seconds) != BRES__PARSE_OK ||
        !isfinite(seconds) || seconds < 0)
        return wrong_number(draft, &slice, path, "a finite time that is not negative");
    if (!BRES__RESERVE(&draft->raw_times, &draft->capacity, draft->count + 1))
        return bres__error_memory();
    draft->raw_times[draft->count++] = seconds;
    return BRES_OK;
}

static bres_status read_times(measurement_draft *draft)
{
    const bres_status status = expect_kind(draft, BRES__JSON_ARRAY, "raw_times");
    bres__json_walk walk;

    draft->count = 0;
    if (status != BRES_OK)
        return status;
    walk = bres__json_walk_list(&draft->cursor);
    while (bres__json_walk_next(&walk))
        walk.status = read_time(draft);
    return walk.status;
}

/* Accepts null for texts whose default is NULL. */
static bres_status read_text(measurement_draft *draft, const bres__spec_text *text)
{
    const bool may_be_null = text->null == NULL;
    const char *value = NULL;
    bres__slice slice;
    bres_status status;
    char path[48];

    snprintf(path, sizeof(path), "task_spec.%s", text->name);
    if (may_be_null && bres__json_peek(&draft->cursor) == BRES__JSON_NULL) {
        status = bres__json_skip(&draft->cursor, NULL);
        bres__spec_set(&draft->spec, text, NULL);
        return status;
    }
    status = expect_kind(draft, BRES__JSON_STRING, path);
    if (status == BRES_OK)
        status = bres__json_string(&draft->cursor, &draft->arena, &slice);
    if (status != BRES_OK)
        return status;
    value = bres__arena_copy(&draft->arena, slice.data, slice.length);
    if (value == NULL)
        return bres__error_memory();
    bres__spec_set(&draft->spec, text, value);
    return BRES_OK;
}

static bres_status read_spec_member(measurement_draft *draft, const bres__slice *key)
{
    int64_t threads = 1;
    bres_status status;

    for (size_t i = 0; i < BRES__SPEC_TEXT_COUNT; i++) {
        if (bres__slice_is(key, bres__spec_texts[i].name))
            return read_text(draft, &bres__spec_texts[i]);
    }
    if (!bres__slice_is(key, "num_threads"))
        return bres__json_skip(&draft->cursor, NULL);
    status = read_count(draft, "task_spec.num_threads", INT32_MAX, "an integer from 1 to 2^31-1",
                        &threads);
    draft->spec.num_threads = (int32_t)threads;
    return status;
}

/* BRES_ERROR_KEY if a required key is missing. */
static bres_status require(bool present, const char *path)
{
    if (present)
        return BRES_OK;
    bres__error(BRES_ERROR_KEY, "the key is missing");
    bres__error_set_path("%s", path);
    return BRES_ERROR_KEY;
}

/* Walks an object and calls `read` for the value of each key. */
static bres_status read_object(measurement_draft *draft, const char *path,
                               bres_status (*read)(measurement_draft *draft,
                                                   const bres__slice *key))
{
    const bres_status status = expect_kind(draft, BRES__JSON_OBJECT, path);
    bres__json_walk walk;

    if (status != BRES_OK)
        return status;
    walk = bres__json_walk_object(&draft->cursor, &draft->arena);
    while (bres__json_walk_next(&walk))
        walk.status = read(draft, &walk.key);
    return walk.status;
}

static bres_status read_spec(measurement_draft *draft)
{
    bres_status status;

    bres_task_spec_init(&draft->spec);
    draft->spec.stmt = NULL;
    status = read_object(draft, "task_spec", read_spec_member);
    return status == BRES_OK ? require(draft->spec.stmt != NULL, "task_spec.stmt") : status;
}

static bres_status read_metadata(measurement_draft *draft)
{
    bres__slice slice;
    bres_status status;

    draft->metadata = NULL;
    if (bres__json_peek(&draft->cursor) == BRES__JSON_NULL)
        return bres__json_skip(&draft->cursor, NULL);
    status = expect_kind(draft, BRES__JSON_OBJECT, "metadata");
    if (status == BRES_OK)
        status = bres__json_skip(&draft->cursor, &slice);
    if (status != BRES_OK)
        return status;
    draft->metadata = bres__arena_copy(&draft->arena, slice.data, slice.length);
    return draft->metadata != NULL ? BRES_OK : bres__error_memory();
}

static bres_status read_member(measurement_draft *draft, const bres__slice *key)
{
    if (bres__slice_is(key, "task_spec"))
        return read_spec(draft);
    if (bres__slice_is(key, "number_per_run"))
        return read_count(draft, "number_per_run", INT64_MAX, "an integer from 1 to 2^63-1",
                          &draft->number_per_run);
    if (bres__slice_is(key, "raw_times")) {
        draft->has_times = true;
        return read_times(draft);
    }
    if (bres__slice_is(key, "metadata"))
        return read_metadata(draft);
    return bres__json_skip(&draft->cursor, NULL);
}

static bres_status read_all(measurement_draft *draft)
{
    bres_status status = read_object(draft, "", read_member);

    if (status == BRES_OK)
        status = bres__json_finish(&draft->cursor);
    if (status == BRES_OK)
        status = require(draft->spec.size != 0, "task_spec");
    if (status == BRES_OK)
        status = require(draft->number_per_run != 0, "number_per_run");
    return status == BRES_OK ? require(draft->has_times, "raw_times") : status;
}

bres_status bres_measurement_parse(const char *text, size_t size, bres_measurement **measurement)
{
    measurement_draft draft = { 0 };
    bres_measurement *made = NULL;
    bres_status status;

    if (measurement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_parse: measurement is NULL");
    *measurement = NULL;
    if (text == NULL && size != 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_measurement_parse: text is NULL");
    draft.cursor = bres__json_cursor(text, size);
    /* The parser reads every measurement that the library writes, so its texts have no limit of
     * length. Metadata has its own limits, and is one level deeper here. */
    draft.cursor.max_string = UINT64_MAX;
    draft.cursor.max_depth = BRES__JSON_MAX_DEPTH;
    status = read_all(&draft);
    if (status == BRES_OK)
        status = bres_measurement_new(&draft.spec, (uint64_t)draft.number_per_run, draft.raw_times,
                                      draft.count, &made);
    if (status == BRES_OK && draft.metadata != NULL)
        status = bres_measurement_set_metadata_json(made, draft.metadata);
    if (status == BRES_OK) {
        *measurement = made;
        made = NULL;
    }
    bres_measurement_free(made);
    bres__free(draft.raw_times);
    bres__arena_free(&draft.arena);
    return status;
}
