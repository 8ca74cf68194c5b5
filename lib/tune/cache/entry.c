/* SPDX-License-Identifier: MIT */
/*
 * The line of an entry: a JSON object, whose first member is the checksum of the rest of the line.
 */
#include "tune/cache/cache.h"

#include <benchresult/tune.h>
#include <stddef.h>

#define PREFIX_LENGTH (sizeof(BRES__CACHE_PREFIX) - 1)
#define DIGITS        8
/* The first byte that the checksum covers, after the quote that follows the digits. */
#define CONTENT_BEGIN (PREFIX_LENGTH + DIGITS + 1)

static void put_text(bres__json_writer *json, const char *key, const char *text)
{
    bres__json_key(json, key);
    bres__json_write_string(json, text);
}

static void put_integer(bres__json_writer *json, const char *key, uint64_t value)
{
    bres__json_key(json, key);
    bres__json_write_int64(json, (int64_t)value);
}

static void put_real(bres__json_writer *json, const char *key, double value)
{
    bres__json_key(json, key);
    bres__json_write_float64(json, value);
}

static void put_key(bres__json_writer *json, const bres_tuner_key *key)
{
    put_text(json, "kernel", key->kernel);
    put_text(json, "kernel_hash", key->kernel_hash);
    put_text(json, "device", key->device);
    put_text(json, "driver", key->driver);
    bres__json_key(json, "problem_size");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < key->problem_size_count; i++)
        bres__json_write_int64(json, key->problem_size[i]);
    bres__json_end(json, ']');
    put_text(json, "space", key->space);
}

static void put_value(bres__json_writer *json, const bres_tuner_value *value)
{
    bres__json_key(json, value->name);
    if (value->kind == BRES_KIND_INT64)
        bres__json_write_int64(json, value->int64);
    else if (value->kind == BRES_KIND_FLOAT64)
        bres__json_write_float64(json, value->float64);
    else
        bres__json_write_string(json, value->string);
}

static void put_answer(bres__json_writer *json, const bres_tuner_answer *answer)
{
    bres__json_key(json, "values");
    bres__json_begin(json, '{');
    for (size_t i = 0; i < answer->value_count; i++)
        put_value(json, &answer->values[i]);
    bres__json_end(json, '}');
    put_real(json, "seconds", answer->seconds);
    put_integer(json, "samples", answer->samples);
    put_integer(json, "remaining", answer->remaining);
    put_integer(json, "unmeasured", answer->unmeasured);
    put_integer(json, "trial_samples", answer->trial_samples);
    put_real(json, "elapsed", answer->elapsed);
    put_real(json, "error_rate", answer->error_rate);
    put_real(json, "equivalence_margin", answer->equivalence_margin);
    put_text(json, "stop_reason", bres_tuner_stop_name((bres_tuner_stop)answer->stop_reason));
    bres__json_key(json, "order");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < answer->order_count; i++)
        bres__json_write_int64(json, (int64_t)answer->order[i]);
    bres__json_end(json, ']');
}

static void put_checksum(char *digits, const char *content, size_t size)
{
    uint32_t checksum = bres__crc32c(content, size);

    for (size_t i = DIGITS; i-- > 0; checksum >>= 4)
        digits[i] = "0123456789abcdef"[checksum & 15];
}

bres_status bres__cache_entry_write(const bres_tuner_key *key, const bres_tuner_answer *answer,
                                    bres__text *text)
{
    const size_t begin = text->length;
    bres__json_writer json = { .text = text, .depth = 1, .compact = true };

    bres__text_puts(text, BRES__CACHE_PREFIX "00000000\"");
    put_key(&json, key);
    put_answer(&json, answer);
    bres__json_end(&json, '}');
    if (text->failed)
        return bres__error_memory();
    put_checksum(text->data + begin + PREFIX_LENGTH, text->data + begin + CONTENT_BEGIN,
                 text->length - begin - CONTENT_BEGIN);
    bres__text_putc(text, '\n');
    return text->failed ? bres__error_memory() : BRES_OK;
}

static bool checksum_is_right(const bres__slice *line)
{
    char digits[DIGITS];

    if (line->length <= CONTENT_BEGIN || memcmp(line->data, BRES__CACHE_PREFIX, PREFIX_LENGTH) != 0)
        return false;
    put_checksum(digits, line->data + CONTENT_BEGIN, line->length - CONTENT_BEGIN);
    return memcmp(line->data + PREFIX_LENGTH, digits, DIGITS) == 0;
}

/* A line that is being read. */
typedef struct reading {
    bres__arena *arena;
    bres__cursor cursor;
    const bres__cache_entry *before; /* its texts are shared; may be empty */
    bres__cache_entry *entry;
} reading;

static bres_status entry_wrong(void)
{
    return bres__error(BRES_ERROR_VALUE, "a member of an entry has a value that no entry has");
}

/* Takes the text `before` of another entry, which may be NULL, if it is the same. */
static bres_status keep_text(const reading *self, const bres__slice *slice, const char *before,
                             const char **text)
{
    *text = before != NULL && bres__slice_is(slice, before)
                ? before
                : bres__arena_copy(self->arena, slice->data, slice->length);
    return *text != NULL ? BRES_OK : bres__error_memory();
}

static bres_status read_text(reading *self, const char *before, const char **text)
{
    bres__slice slice;
    const bres_status status = bres__json_string(&self->cursor, self->arena, &slice);

    return status == BRES_OK ? keep_text(self, &slice, before, text) : status;
}

static bres_status read_integer(reading *self, int64_t *value)
{
    bres__json_kind kind;
    bres__slice slice;
    const bres_status status = bres__json_scalar(&self->cursor, self->arena, &kind, &slice);

    if (status != BRES_OK)
        return status;
    if (kind != BRES__JSON_INTEGER ||
        bres__parse_int64(slice.data, slice.length, value) != BRES__PARSE_OK)
        return entry_wrong();
    return BRES_OK;
}

static bres_status read_count(reading *self, uint64_t *count)
{
    int64_t value;
    const bres_status status = read_integer(self, &value);

    if (status == BRES_OK && value < 0)
        return entry_wrong();
    if (status == BRES_OK)
        *count = (uint64_t)value;
    return status;
}

/* Reads a list of integers of at least 0. */
static bres_status read_counts(reading *self, const uint64_t **list, size_t *count)
{
    bres__cursor ahead = self->cursor;
    bres__json_walk walk = bres__json_walk_list(&ahead);
    bres__slice slice;
    uint64_t *made;

    *count = 0;
    while (bres__json_walk_pass(&walk, &slice))
        ++*count;
    if (walk.status != BRES_OK)
        return walk.status;
    made = bres__arena_calloc(self->arena, *count, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    walk = bres__json_walk_list(&self->cursor);
    for (size_t i = 0; bres__json_walk_next(&walk); i++)
        walk.status = read_count(self, &made[i]);
    *list = made;
    return walk.status;
}

static bres_status read_sizes(reading *self)
{
    bres_tuner_key *key = &self->entry->key;
    const uint64_t *sizes = NULL;
    const bres_status status = read_counts(self, &sizes, &key->problem_size_count);

    /* read_counts() has refused sizes above INT64_MAX. */
    key->problem_size = (const int64_t *)sizes;
    if (status == BRES_OK && key->problem_size_count > BRES_TUNER_KEY_SIZES_MAX)
        return entry_wrong();
    return status;
}

static bres_status read_order(reading *self)
{
    return read_counts(self, &self->entry->answer.order, &self->entry->answer.order_count);
}

static bres_status read_value(reading *self, const bres__slice *name,
                              const bres_tuner_value *before, bres_tuner_value *value)
{
    bres__json_kind kind;
    bres__slice slice;
    bres_status status = bres__json_scalar(&self->cursor, self->arena, &kind, &slice);

    if (status == BRES_OK)
        status = keep_text(self, name, before->name, &value->name);
    if (status != BRES_OK)
        return status;
    if (kind == BRES__JSON_STRING) {
        value->kind = BRES_KIND_STRING;
        return keep_text(self, &slice, before->string, &value->string);
    }
    value->kind = kind == BRES__JSON_INTEGER ? BRES_KIND_INT64 : BRES_KIND_FLOAT64;
    if (kind == BRES__JSON_INTEGER &&
        bres__parse_int64(slice.data, slice.length, &value->int64) == BRES__PARSE_OK)
        return BRES_OK;
    if (kind == BRES__JSON_REAL &&
        bres__parse_float64(slice.data, slice.length, &value->float64) == BRES__PARSE_OK &&
        bres__range_has(BRES__RANGE_FINITE, value->float64))
        return BRES_OK;
    return entry_wrong();
}

static bres_status read_values(reading *self)
{
    static const bres_tuner_value none = { .name = NULL };
    const bres_tuner_answer *before = &self->before->answer;
    bres_tuner_answer *answer = &self->entry->answer;
    bres__cursor ahead = self->cursor;
    bres__json_walk walk = bres__json_walk_object(&ahead, self->arena);
    bres__slice slice;
    bres_tuner_value *made;

    answer->value_count = 0;
    while (bres__json_walk_pass(&walk, &slice))
        answer->value_count++;
    if (walk.status != BRES_OK)
        return walk.status;
    made = bres__arena_calloc(self->arena, answer->value_count, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    walk = bres__json_walk_object(&self->cursor, self->arena);
    for (size_t i = 0; bres__json_walk_next(&walk); i++)
        walk.status = read_value(self, &walk.key,
                                 i < before->value_count ? &before->values[i] : &none, &made[i]);
    answer->values = made;
    return walk.status;
}

static bres_status read_real(reading *self, double *value)
{
    bres__json_kind kind;
    bres__slice slice;
    const bres_status status = bres__json_scalar(&self->cursor, self->arena, &kind, &slice);

    if (status != BRES_OK)
        return status;
    if ((kind != BRES__JSON_REAL && kind != BRES__JSON_INTEGER) ||
        bres__parse_float64(slice.data, slice.length, value) != BRES__PARSE_OK ||
        !bres__range_has(BRES__RANGE_NOT_NEGATIVE, *value))
        return entry_wrong();
    return BRES_OK;
}

/* Leaves the stop reason of a newer version unknown. */
static bres_status read_stop_reason(reading *self)
{
    bres__slice name;
    const bres_status status = bres__json_string(&self->cursor, self->arena, &name);

    for (uint32_t reason = 0; status == BRES_OK && reason <= BRES_TUNER_NONE_LEFT; reason++) {
        if (bres__slice_is(&name, bres_tuner_stop_name((bres_tuner_stop)reason)))
            self->entry->answer.stop_reason = reason;
    }
    return status;
}

/* A member of an entry: a text, a count, a real, or a value that a function reads. */
typedef struct member {
    const char *name;
    size_t text;  /* offset in the entry; 0: not a text, because a key begins with its size */
    size_t count; /* likewise */
    size_t real;  /* likewise */
    bres_status (*read)(reading *self);
} member;

#define TEXT(field)                                                                                \
    {                                                                                              \
        .name = #field, .text = offsetof(bres__cache_entry, key.field)                             \
    }
#define COUNT(field)                                                                               \
    {                                                                                              \
        .name = #field, .count = offsetof(bres__cache_entry, answer.field)                         \
    }

#define REAL(field)                                                                                \
    {                                                                                              \
        .name = #field, .real = offsetof(bres__cache_entry, answer.field)                          \
    }

/* An entry must have this many of the first members. */
#define MEMBERS_REQUIRED 7u

static const member members[] = {
    TEXT(kernel),
    TEXT(kernel_hash),
    TEXT(device),
    TEXT(driver),
    TEXT(space),
    { .name = "problem_size", .read = read_sizes },
    { .name = "values", .read = read_values },
    REAL(seconds),
    COUNT(samples),
    COUNT(remaining),
    COUNT(unmeasured),
    COUNT(trial_samples),
    REAL(elapsed),
    REAL(error_rate),
    REAL(equivalence_margin),
    { .name = "stop_reason", .read = read_stop_reason },
    { .name = "order", .read = read_order },
};

static bres_status read_member(reading *self, const member *one)
{
    char *entry = (char *)self->entry;

    if (one->text != 0)
        return read_text(self, *(const char *const *)((const char *)self->before + one->text),
                         (const char **)(entry + one->text));
    if (one->count != 0)
        return read_count(self, (uint64_t *)(entry + one->count));
    if (one->real != 0)
        return read_real(self, (double *)(entry + one->real));
    return one->read(self);
}

static bres_status read_named(reading *self, const bres__slice *name, uint32_t *seen)
{
    for (size_t i = 0; i < sizeof(members) / sizeof(*members); i++) {
        if (bres__slice_is(name, members[i].name)) {
            *seen |= UINT32_C(1) << i;
            return read_member(self, &members[i]);
        }
    }
    /* Ignores a member of a newer version. */
    return bres__json_skip(&self->cursor, NULL);
}

bres_status bres__cache_entry_read(const bres__slice *line, bres__arena *arena,
                                   const bres__cache_entry *before, bres__cache_entry *entry)
{
    static const bres__cache_entry none = { .length = 0 };
    const uint32_t required = (UINT32_C(1) << MEMBERS_REQUIRED) - 1;
    reading self = { .arena = arena,
                     .cursor = bres__json_cursor(line->data, line->length),
                     .before = before != NULL ? before : &none,
                     .entry = entry };
    bres__json_walk walk;
    uint32_t seen = 0;
    bres_status status;

    *entry = (bres__cache_entry){ .length = line->length };
    bres_tuner_key_init(&entry->key);
    bres_tuner_answer_init(&entry->answer);
    if (!checksum_is_right(line))
        return bres__error(BRES_ERROR_SYNTAX, "the checksum of an entry is wrong");
    walk = bres__json_walk_object(&self.cursor, arena);
    while (bres__json_walk_next(&walk))
        walk.status = read_named(&self, &walk.key, &seen);
    status = walk.status == BRES_OK ? bres__json_finish(&self.cursor) : walk.status;
    if (status != BRES_OK)
        return status;
    return (seen & required) == required ? BRES_OK : entry_wrong();
}
