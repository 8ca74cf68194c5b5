/* SPDX-License-Identifier: MIT */
/*
 * Reads the records of a file. If a key repeats in a record, the first member counts and later ones
 * are counters, because a counter may have the name of a known key.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <stdalign.h>
#include <stddef.h>
#include <string.h>

typedef enum member_kind { MEMBER_TEXT, MEMBER_NUMBER, MEMBER_FLAG } member_kind;

/* The known members, in their usual order in files. */
static const struct member {
    const char *key;
    size_t length;
    member_kind kind;
    bool is_rare;
    /* A counter may have this name, because not every record has the member. A number under the key
     * of a text or a flag is a counter, and so is any number of a record without a complexity. */
    bool may_be_counter;
    size_t offset; /* offset of the field in the record, or in its rare members */
} members[] = {
#define MEMBER(key, kind, field)                                                                   \
    {                                                                                              \
        key, sizeof(key) - 1, kind, false, false, offsetof(bres__google_record, field)             \
    }
#define OPTIONAL(key, kind, field)                                                                 \
    {                                                                                              \
        key, sizeof(key) - 1, kind, false, true, offsetof(bres__google_record, field)              \
    }
#define RARE(key, kind, field)                                                                     \
    {                                                                                              \
        key, sizeof(key) - 1, kind, true, true, offsetof(bres__google_rare, field)                 \
    }
    MEMBER("name", MEMBER_TEXT, name),
    MEMBER("family_index", MEMBER_NUMBER, family),
    MEMBER("per_family_instance_index", MEMBER_NUMBER, instance),
    MEMBER("run_name", MEMBER_TEXT, run_name),
    MEMBER("run_type", MEMBER_TEXT, run_type),
    MEMBER("repetitions", MEMBER_NUMBER, repetitions),
    MEMBER("repetition_index", MEMBER_NUMBER, repetition),
    MEMBER("threads", MEMBER_NUMBER, threads),
    RARE("aggregate_name", MEMBER_TEXT, aggregate_name),
    RARE("aggregate_unit", MEMBER_TEXT, aggregate_unit),
    OPTIONAL("error_occurred", MEMBER_FLAG, failed),
    RARE("error_message", MEMBER_TEXT, error_message),
    OPTIONAL("skipped", MEMBER_FLAG, skipped),
    RARE("skip_message", MEMBER_TEXT, skip_message),
    MEMBER("iterations", MEMBER_NUMBER, iterations),
    MEMBER("real_time", MEMBER_NUMBER, real_time),
    MEMBER("cpu_time", MEMBER_NUMBER, cpu_time),
    RARE("cpu_coefficient", MEMBER_NUMBER, cpu_coefficient),
    RARE("real_coefficient", MEMBER_NUMBER, real_coefficient),
    RARE("big_o", MEMBER_TEXT, big_o),
    MEMBER("time_unit", MEMBER_TEXT, time_unit),
    RARE("rms", MEMBER_NUMBER, rms),
    OPTIONAL("label", MEMBER_TEXT, label),
#undef RARE
#undef OPTIONAL
#undef MEMBER
};

#define MEMBER_COUNT (sizeof(members) / sizeof(*members))

/* Whether the member is a number that only a complexity has. */
static bool is_of_complexity(const struct member *member)
{
    return member->kind == MEMBER_NUMBER && member->may_be_counter;
}

bool bres__google_has_member(const char *key)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        if (strcmp(members[i].key, key) == 0)
            return !is_of_complexity(&members[i]);
    }
    return false;
}

static const bres__google_rare no_rare = {
    .real_coefficient = NAN,
    .cpu_coefficient = NAN,
    .rms = NAN,
};

/* The rare members of the current record, for writing. NULL: no memory. */
static bres__google_rare *reader_rare(bres__google_reader *reader)
{
    if (reader->rare != NULL)
        return reader->rare;
    reader->rare =
        bres__arena_alloc(reader->records->arena, sizeof(no_rare), alignof(bres__google_rare));
    if (reader->rare != NULL) {
        *reader->rare = no_rare;
        reader->record->rare = reader->rare;
    }
    return reader->rare;
}

static bres_status reader_fault(const bres__google_reader *reader, bres_status status,
                                const char *at, const char *expected, const char *message)
{
    char path[64];

    bres__format(path, sizeof(path), "benchmarks[%zu]", reader->record->index);
    return bres__import_fault(reader->import, status, path, at, expected, "%s", message);
}

/* The index of the known member with this key; MEMBER_COUNT: unknown key. */
static size_t reader_find_member(const bres__google_reader *reader, const bres__slice *key)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        const size_t number = (reader->expected + i) % MEMBER_COUNT;

        if (members[number].length == key->length &&
            memcmp(members[number].key, key->data, key->length) == 0)
            return number;
    }
    return MEMBER_COUNT;
}

static bres_status reader_set(bres__google_reader *reader, const struct member *known,
                              bres__google_member *member)
{
    char *fields = known->is_rare ? (char *)reader_rare(reader) : (char *)reader->record;
    const char *at = member->text.data;

    if (fields == NULL)
        return bres__error_memory();
    switch (known->kind) {
    case MEMBER_TEXT:
        if (member->kind != BRES__JSON_STRING)
            return reader_fault(reader, BRES_ERROR_KIND, at, "a string", known->key);
        if (member->string == NULL)
            member->string =
                bres__arena_copy(reader->records->arena, member->value.data, member->value.length);
        if (member->string == NULL)
            return bres__error_memory();
        memcpy(fields + known->offset, &member->string, sizeof(member->string));
        return BRES_OK;
    case MEMBER_NUMBER:
        if (!member->is_number)
            return reader_fault(reader, BRES_ERROR_KIND, at, "a number", known->key);
        memcpy(fields + known->offset, &member->number, sizeof(member->number));
        return BRES_OK;
    case MEMBER_FLAG:
    default:
        if (member->kind != BRES__JSON_TRUE && member->kind != BRES__JSON_FALSE)
            return reader_fault(reader, BRES_ERROR_KIND, at, "true or false", known->key);
        *(bool *)(fields + known->offset) = member->kind == BRES__JSON_TRUE;
        return BRES_OK;
    }
}

static bres_status reader_add_counter(bres__google_reader *reader, const char *key, double value)
{
    bres__google_counter *counter = bres__arena_calloc(reader->records->arena, 1, sizeof(*counter));

    if (counter == NULL)
        return bres__error_memory();
    counter->key = key;
    counter->value = value;
    *reader->last = counter;
    reader->last = &counter->next;
    return BRES_OK;
}

/* Whether a member is a known member that was not read yet, not a counter with its name. */
static bool reader_expects(const bres__google_reader *reader, const bres__google_member *member)
{
    return member->known < MEMBER_COUNT && (reader->seen & UINT32_C(1) << member->known) == 0 &&
           !(member->is_number && members[member->known].may_be_counter &&
             members[member->known].kind != MEMBER_NUMBER);
}

/* Stores a member. *fault keeps the first fault, while the rest of the record is still read. */
static bres_status reader_take(bres__google_reader *reader, bres__google_member *member,
                               bres_status *fault)
{
    if (member->known == BRES__GOOGLE_KEY_NEW)
        member->known = reader_find_member(reader, &member->key);
    if (reader_expects(reader, member)) {
        reader->seen |= UINT32_C(1) << member->known;
        reader->expected = member->known + 1;
        if (*fault == BRES_OK)
            *fault = reader_set(reader, &members[member->known], member);
        return *fault == BRES_ERROR_MEMORY ? *fault : BRES_OK;
    }
    if (member->is_number)
        return reader_add_counter(reader, member->key.data, member->number);
    if (reader->is_trial)
        return BRES_ERROR_KIND;
    bres__import_warn(
        reader->import,
        "%s: unknown members of records that do not have a number are dropped: '%.*s'",
        reader->import->input.name, (int)(member->key.length < 80 ? member->key.length : 80),
        member->key.data);
    return BRES_OK;
}

/* In a record without a complexity, numbers under the keys of a complexity are counters. They are
 * added at the end, because the kind of the record may come after these numbers. */
static bres_status reader_take_counters(bres__google_reader *reader)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < MEMBER_COUNT && status == BRES_OK; i++) {
        const char *field = (const char *)reader->record->rare + members[i].offset;
        double value;

        if (!is_of_complexity(&members[i]) || (reader->seen & UINT32_C(1) << i) == 0)
            continue;
        memcpy(&value, field, sizeof(value));
        status = reader_add_counter(reader, members[i].key, value);
    }
    return status;
}

/* Before version 1.5.0, only the name shows whether a record is an aggregate. */
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

/* Sets the run name and the name of the aggregate. Before version 1.5.0, the name of a record ends
 * in the name of its aggregate. */
static bres_status reader_complete(bres__google_reader *reader)
{
    bres__google_record *record = reader->record;
    bres__google_rare *rare;
    const char *suffix;

    record->is_aggregate = record_is_aggregate(record);
    suffix = record->is_aggregate ? strrchr(record->name, '_') : NULL;
    if (record->run_name == NULL)
        record->run_name = suffix != NULL ? bres__arena_copy(reader->records->arena, record->name,
                                                             (size_t)(suffix - record->name))
                                          : record->name;
    if (record->run_name == NULL)
        return bres__error_memory();
    if (!record->is_aggregate || record->rare->aggregate_name != NULL)
        return BRES_OK;
    rare = reader_rare(reader);
    if (rare == NULL)
        return bres__error_memory();
    rare->aggregate_name = suffix != NULL ? suffix + 1 : record->name;
    return BRES_OK;
}

static bres_status reader_check(bres__google_reader *reader, const char *at)
{
    bres_status status;

    if (reader->record->name == NULL)
        return reader_fault(reader, BRES_ERROR_KEY, at, NULL,
                            "this is a google-benchmark file without 'name'");
    status = reader_complete(reader);
    if (status == BRES_OK && reader->rare != NULL && !bres__google_is_complexity(reader->record))
        status = reader_take_counters(reader);
    return status;
}

void bres__google_reader_init(bres__google_reader *reader, bres__import *import,
                              bres__google_records *records)
{
    *reader = (bres__google_reader){ .import = import, .records = records };
}

bres_status bres__google_record_read(bres__google_reader *reader, bres__cursor *cursor)
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
        .rare = &no_rare,
    };
    bres__google_records *records = reader->records;
    bres__google_members *all = &reader->members;
    const char *at = cursor->next;
    bres__google_member *member;
    bres_status fault = BRES_OK;

    reader->record = bres__arena_alloc(records->arena, sizeof(none), alignof(bres__google_record));
    if (reader->record == NULL)
        return bres__error_memory();
    *reader->record = none;
    reader->rare = NULL;
    reader->record->index = reader->index++;
    reader->last = &reader->record->counters;
    reader->seen = 0;
    reader->expected = 0;
    bres__google_members_begin(all, cursor, records->arena);
    while ((member = bres__google_members_next(all)) != NULL)
        all->walk.status = reader_take(reader, member, &fault);
    if (all->walk.status != BRES_OK)
        return all->walk.status;
    if (fault == BRES_OK)
        fault = reader_check(reader, at);
    if (fault != BRES_OK)
        return reader->is_trial ? fault : bres__import_tolerate(reader->import, fault);
    if (!BRES__RESERVE(&records->list, &records->capacity, records->count + 1))
        return bres__error_memory();
    records->list[records->count++] = reader->record;
    return BRES_OK;
}
