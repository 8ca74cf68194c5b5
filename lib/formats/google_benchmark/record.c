/* SPDX-License-Identifier: MIT */
/*
 * The records of a file. Of a key that repeats the first one counts, because a counter may have the
 * name of a known key; later ones are counters.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum member_kind { MEMBER_TEXT, MEMBER_NUMBER, MEMBER_FLAG } member_kind;

/* The known members, in the order in which files have them. */
static const struct member {
    const char *key;
    size_t length;
    member_kind kind;
    size_t offset;
} members[] = {
#define MEMBER(key, kind, field)                                                                   \
    {                                                                                              \
        key, sizeof(key) - 1, kind, offsetof(bres__google_record, field)                           \
    }
    MEMBER("name", MEMBER_TEXT, name),
    MEMBER("family_index", MEMBER_NUMBER, family),
    MEMBER("per_family_instance_index", MEMBER_NUMBER, instance),
    MEMBER("run_name", MEMBER_TEXT, run_name),
    MEMBER("run_type", MEMBER_TEXT, run_type),
    MEMBER("repetitions", MEMBER_NUMBER, repetitions),
    MEMBER("repetition_index", MEMBER_NUMBER, repetition),
    MEMBER("threads", MEMBER_NUMBER, threads),
    MEMBER("aggregate_name", MEMBER_TEXT, aggregate_name),
    MEMBER("aggregate_unit", MEMBER_TEXT, aggregate_unit),
    MEMBER("error_occurred", MEMBER_FLAG, failed),
    MEMBER("error_message", MEMBER_TEXT, error_message),
    MEMBER("skipped", MEMBER_FLAG, skipped),
    MEMBER("skip_message", MEMBER_TEXT, skip_message),
    MEMBER("iterations", MEMBER_NUMBER, iterations),
    MEMBER("real_time", MEMBER_NUMBER, real_time),
    MEMBER("cpu_time", MEMBER_NUMBER, cpu_time),
    MEMBER("cpu_coefficient", MEMBER_NUMBER, cpu_coefficient),
    MEMBER("real_coefficient", MEMBER_NUMBER, real_coefficient),
    MEMBER("big_o", MEMBER_TEXT, big_o),
    MEMBER("time_unit", MEMBER_TEXT, time_unit),
    MEMBER("rms", MEMBER_NUMBER, rms),
    MEMBER("label", MEMBER_TEXT, label),
#undef MEMBER
};

#define MEMBER_COUNT (sizeof(members) / sizeof(*members))

/* The record that is being read. */
typedef struct record_reader {
    bres__import *import;
    bres__google_records *records;
    bres__cursor *cursor;
    bres__google_record record;
    bres__google_counter **last;
    uint32_t seen;   /* bits of the known members that were read */
    size_t expected; /* the known member that comes next, if the file has the usual order */
} record_reader;

static bres_status reader_fault(const record_reader *reader, bres_status status, const char *at,
                                const char *expected, const char *message)
{
    char path[64];

    bres__format(path, sizeof(path), "benchmarks[%zu]", reader->record.index);
    return bres__import_fault(reader->import, status, path, at, expected, "%s", message);
}

/* MEMBER_COUNT: the key is unknown. */
static size_t reader_find_member(const record_reader *reader, const bres__slice *key)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        const size_t number = (reader->expected + i) % MEMBER_COUNT;

        if (members[number].length == key->length &&
            memcmp(members[number].key, key->data, key->length) == 0)
            return number;
    }
    return MEMBER_COUNT;
}

/* Passes a value; *value is the text of a scalar. A negative NaN, which the files have and JSON
 * lacks, is a number. */
static bres_status reader_pass(record_reader *reader, bres__json_kind *kind, bres__slice *value)
{
    bres__cursor *cursor = reader->cursor;

    *kind = bres__json_peek(cursor);
    if (*kind == BRES__JSON_OBJECT || *kind == BRES__JSON_ARRAY)
        return bres__json_skip(cursor, value);
    if (cursor->end - cursor->next >= 4 && memcmp(cursor->next, "-NaN", 4) == 0) {
        *value = (bres__slice){ cursor->next + 1, 3 };
        *kind = BRES__JSON_REAL;
        cursor->next += 4;
        return BRES_OK;
    }
    return bres__json_scalar(cursor, reader->records->arena, kind, value);
}

static bool value_is_number(bres__json_kind kind, const bres__slice *value, double *number)
{
    return (kind == BRES__JSON_INTEGER || kind == BRES__JSON_REAL) &&
           bres__parse_float64(value->data, value->length, number) == BRES__PARSE_OK;
}

static bres_status reader_set(record_reader *reader, const struct member *member,
                              bres__json_kind kind, const bres__slice *value, const char *at)
{
    char *record = (char *)&reader->record;
    const char *text;
    double number;

    switch (member->kind) {
    case MEMBER_TEXT:
        if (kind != BRES__JSON_STRING)
            return reader_fault(reader, BRES_ERROR_KIND, at, "a string", member->key);
        text = bres__arena_copy(reader->records->arena, value->data, value->length);
        if (text == NULL)
            return bres__error_memory();
        memcpy(record + member->offset, &text, sizeof(text));
        return BRES_OK;
    case MEMBER_NUMBER:
        if (!value_is_number(kind, value, &number))
            return reader_fault(reader, BRES_ERROR_KIND, at, "a number", member->key);
        memcpy(record + member->offset, &number, sizeof(number));
        return BRES_OK;
    case MEMBER_FLAG:
    default:
        if (kind != BRES__JSON_TRUE && kind != BRES__JSON_FALSE)
            return reader_fault(reader, BRES_ERROR_KIND, at, "true or false", member->key);
        *(bool *)(record + member->offset) = kind == BRES__JSON_TRUE;
        return BRES_OK;
    }
}

static bres_status reader_add_counter(record_reader *reader, const bres__slice *key, double value)
{
    bres__google_counter *counter = bres__arena_calloc(reader->records->arena, 1, sizeof(*counter));

    if (counter == NULL)
        return bres__error_memory();
    /* The key may stand in the text, without a NUL. */
    counter->key.data = bres__arena_copy(reader->records->arena, key->data, key->length);
    counter->key.length = key->length;
    counter->value = value;
    if (counter->key.data == NULL)
        return bres__error_memory();
    *reader->last = counter;
    reader->last = &counter->next;
    return BRES_OK;
}

/* The first fault of the record's values is kept, while the record is read to its end. */
static bres_status reader_read_member(record_reader *reader, const bres__slice *key,
                                      bres_status *fault)
{
    const size_t number = reader_find_member(reader, key);
    const char *at = reader->cursor->next;
    bres_status status = BRES_OK;
    bres__json_kind kind;
    bres__slice value;
    double counter;

    status = reader_pass(reader, &kind, &value);
    if (status != BRES_OK)
        return status;
    if (number < MEMBER_COUNT && (reader->seen & UINT32_C(1) << number) == 0) {
        reader->seen |= UINT32_C(1) << number;
        reader->expected = number + 1;
        if (*fault == BRES_OK)
            *fault = reader_set(reader, &members[number], kind, &value, at);
        return *fault == BRES_ERROR_MEMORY ? *fault : BRES_OK;
    }
    if (value_is_number(kind, &value, &counter))
        return reader_add_counter(reader, key, counter);
    bres__import_warn(
        reader->import,
        "%s: unknown members of records that do not have a number are dropped: '%.*s'",
        reader->import->input.name, (int)(key->length < 80 ? key->length : 80), key->data);
    return BRES_OK;
}

/* Before version 1.5.0 the name alone tells. */
static bool record_is_aggregate(const bres__google_record *record)
{
    static const char *const suffixes[] = { "_mean", "_median", "_stddev", "_BigO", "_RMS" };
    size_t length;

    if (record->run_type != NULL)
        return strcmp(record->run_type, "aggregate") == 0;
    length = strlen(record->name);
    for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
        const size_t suffix = strlen(suffixes[i]);

        if (length > suffix && strcmp(record->name + length - suffix, suffixes[i]) == 0)
            return true;
    }
    return false;
}

static bres_status reader_check(record_reader *reader, const char *at)
{
    if (reader->record.name == NULL)
        return reader_fault(reader, BRES_ERROR_KEY, at, NULL,
                            "this is a google-benchmark file without 'name'");
    reader->record.is_aggregate = record_is_aggregate(&reader->record);
    return BRES_OK;
}

static bres_status reader_read(record_reader *reader)
{
    bres__google_records *records = reader->records;
    bres__json_walk walk = bres__json_walk_object(reader->cursor, records->arena);
    const char *at = reader->cursor->next;
    bres_status fault = BRES_OK;

    reader->last = &reader->record.counters;
    while (bres__json_walk_next(&walk))
        walk.status = reader_read_member(reader, &walk.key, &fault);
    if (walk.status != BRES_OK)
        return walk.status;
    if (fault == BRES_OK)
        fault = reader_check(reader, at);
    if (fault != BRES_OK)
        return bres__import_tolerate(reader->import, fault);
    if (!BRES__RESERVE(&records->list, &records->capacity, records->count + 1))
        return bres__error_memory();
    records->list[records->count++] = reader->record;
    return BRES_OK;
}

static bres_status read_list(bres__import *import, bres__cursor *cursor,
                             bres__google_records *records)
{
    static const bres__google_record none = {
        .family = NAN,
        .instance = NAN,
        .repetitions = NAN,
        .repetition = NAN,
        .threads = NAN,
        .iterations = NAN,
        .real_time = NAN,
        .cpu_time = NAN,
        .real_coefficient = NAN,
        .cpu_coefficient = NAN,
        .rms = NAN,
    };
    bres__json_walk walk = bres__json_walk_list(cursor);

    for (size_t index = 0; bres__json_walk_next(&walk); index++) {
        record_reader reader = {
            .import = import, .records = records, .cursor = cursor, .record = none
        };

        reader.record.index = index;
        walk.status = reader_read(&reader);
    }
    return walk.status;
}

/* Whether the status is the end of the text before the end of the document. */
static bool text_has_ended(const bres__import *import, bres_status status)
{
    return status == BRES_ERROR_SYNTAX &&
           bres_last_error_offset() == (int64_t)import->input.text.length;
}

bres_status bres__google_records_read(bres__import *import, bres__google_records *records)
{
    const bres__slice *text = &import->input.text;
    bres__cursor cursor = bres__json_cursor(text->data, text->length);
    bool found = false;
    bres__json_walk walk;

    cursor.max_depth = import->load.max_depth;
    cursor.max_string = import->load.max_string;
    walk = bres__json_walk_object(&cursor, records->arena);
    while (bres__json_walk_next(&walk)) {
        const bool is_list = bres__slice_is(&walk.key, "benchmarks");

        found |= is_list;
        if (is_list)
            walk.status = read_list(import, &cursor, records);
        else if (bres__slice_is(&walk.key, "context"))
            walk.status = bres__json_skip(&cursor, &records->context);
        else
            walk.status = bres__json_skip(&cursor, NULL);
    }
    if (walk.status == BRES_OK)
        walk.status = bres__json_finish(&cursor);
    if (walk.status == BRES_OK && !found)
        return bres__import_fault(import, BRES_ERROR_KEY, NULL, NULL, NULL,
                                  "this is a google-benchmark file without 'benchmarks'");
    if (walk.status != BRES_OK)
        bres__error_set_file(import->input.name);
    if (!text_has_ended(import, walk.status) || !bres__import_is_lenient(import))
        return walk.status;
    bres__import_warn(import, "%s: the file ends early; its first %zu records are read",
                      import->input.name, records->count);
    return BRES_OK;
}
