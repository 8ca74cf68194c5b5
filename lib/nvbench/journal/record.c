/* SPDX-License-Identifier: MIT */
/*
 * Records: a header, a JSON text, and samples.
 *
 * The header has its own checksum. A damaged length is therefore not mistaken for the length of an
 * incomplete record, and the complete records after it are not lost.
 */
#include "nvbench/journal/record.h"

#include "base/bytes.h"

#include <string.h>

/* Offsets of the little-endian fields of a header. AT_JSON and AT_COUNT have eight bytes, others
 * four. */
#define AT_BENCH    0
#define AT_KINDS    4
#define AT_JSON     8  /* bytes of the JSON text */
#define AT_COUNT    16 /* samples of each kind */
#define AT_CONTENT  24 /* checksum of what follows the header */
#define AT_CHECKSUM 28 /* checksum of the header up to here */

#define KINDS_MASK ((1U << BRES__SIDECAR_KINDS) - 1)

/* Fills in the header of the record that extends from `begin` to the end of the text. */
static bres_status record_seal(bres__text *text, size_t begin, const bres__record *record)
{
    const size_t content = begin + BRES__RECORD_HEADER;
    char *header;

    if (text->failed)
        return bres__error_memory();
    header = text->data + begin;
    bres__half_store(header + AT_BENCH, record->bench);
    bres__half_store(header + AT_KINDS, record->kinds);
    bres__word_store(header + AT_JSON, record->json.length);
    bres__word_store(header + AT_COUNT, record->count);
    bres__half_store(header + AT_CONTENT,
                     bres__crc32c(text->data + content, text->length - content));
    bres__half_store(header + AT_CHECKSUM, bres__crc32c(header, AT_CHECKSUM));
    return BRES_OK;
}

/* Initializes a write that appends compact JSON to the text and makes no files. The write owns the
 * text until the caller takes it back. */
static void record_init_write(bres__write *write, const bres_result *result, bres__text *text)
{
    bres__write_init(write, result);
    write->text = *text;
    write->sidecars = BRES__SIDECARS_ASIDE;
    write->json.compact = true;
}

static void record_put_samples(bres__text *text, const bres__samples *samples)
{
    const size_t at = text->length;

    if (samples->count > SIZE_MAX / sizeof(float)) {
        text->failed = true;
        return;
    }
    bres__text_repeat(text, '\0', samples->count * sizeof(float));
    if (!text->failed && samples->count != 0)
        bres__floats_store(text->data + at, samples->values, samples->count);
}

/* Finds the index of the state's benchmark in its result. */
static bres_status record_find_bench(const bres_state *state, uint32_t *number)
{
    const bres_result *result = state->bench->result;

    for (size_t i = 0; i < result->subbench_count && i < BRES__RECORD_HEAD; i++) {
        if (result->subbenches[i] == state->bench) {
            *number = (uint32_t)i;
            return BRES_OK;
        }
    }
    return bres__error(BRES_ERROR_LIMIT, "a journal holds fewer than %u benchmarks",
                       BRES__RECORD_HEAD);
}

bres_status bres__journal_encode(const bres_state *state, bres__text *record)
{
    bres__record made = { 0 };
    bres__sample_set set;
    bres__write write;
    bres_status status = record_find_bench(state, &made.bench);

    if (status != BRES_OK)
        return status;
    bres__text_clear(record);
    bres__text_repeat(record, '\0', BRES__RECORD_HEADER);
    record_init_write(&write, state->bench->result, record);
    status = bres__write_state(&write, state);
    *record = write.text;
    if (status != BRES_OK)
        return status;
    made.json.length = record->length - BRES__RECORD_HEADER;
    status = bres__sample_set_read(state, &set);
    for (int kind = 0; kind < BRES__SIDECAR_KINDS && status == BRES_OK; kind++) {
        if (set.samples[kind] == NULL)
            continue;
        made.kinds |= 1U << kind;
        made.count = set.samples[kind]->count;
        record_put_samples(record, set.samples[kind]);
    }
    bres__sample_set_free(&set);
    return status == BRES_OK ? record_seal(record, 0, &made) : status;
}

bres_status bres__journal_encode_head(const bres_result *result, bres__text *text)
{
    const size_t begin = strlen(BRES__JOURNAL_SIGNATURE);
    bres__record made = { .bench = BRES__RECORD_HEAD };
    bres__write write;
    bres_status status;

    bres__text_clear(text);
    bres__text_puts(text, BRES__JOURNAL_SIGNATURE);
    bres__text_repeat(text, '\0', BRES__RECORD_HEADER);
    record_init_write(&write, result, text);
    write.without_states = true;
    status = bres__write_document(&write);
    *text = write.text;
    if (status != BRES_OK)
        return status;
    made.json.length = text->length - begin - BRES__RECORD_HEADER;
    return record_seal(text, begin, &made);
}

static size_t record_kind_count(uint32_t kinds)
{
    return (kinds >> BRES__TIMES & 1) + (kinds >> BRES__RATES & 1);
}

/* Computes the size of the whole record; false if the fields of the header are invalid. */
static bool record_size(const char *data, size_t *size)
{
    const uint32_t kinds = bres__half_load(data + AT_KINDS);
    const uint64_t json = bres__word_load(data + AT_JSON);
    const uint64_t count = bres__word_load(data + AT_COUNT);
    const size_t width = record_kind_count(kinds) * sizeof(float);

    if ((kinds & ~KINDS_MASK) != 0 || (width == 0 && count != 0) ||
        json > SIZE_MAX - BRES__RECORD_HEADER ||
        (width != 0 && count > (SIZE_MAX - BRES__RECORD_HEADER - json) / width))
        return false;
    *size = BRES__RECORD_HEADER + (size_t)json + (size_t)count * width;
    return true;
}

void bres__record_fields(const char *data, bres__record *record)
{
    record->bench = bres__half_load(data + AT_BENCH);
    record->kinds = bres__half_load(data + AT_KINDS);
    record->count = (size_t)bres__word_load(data + AT_COUNT);
    record->json.data = data + BRES__RECORD_HEADER;
    record->json.length = (size_t)bres__word_load(data + AT_JSON);
    record->samples = record->json.data + record->json.length;
    record->size = BRES__RECORD_HEADER + record->json.length +
                   record_kind_count(record->kinds) * record->count * sizeof(float);
}

/* Whether all bytes are zero, which a file system leaves if it has allocated space but not written
 * the data. */
static bool record_is_blank(const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] != '\0')
            return false;
    }
    return true;
}

bres__record_state bres__record_read(const char *data, size_t size, bres__record *record)
{
    size_t whole;

    if (size < BRES__RECORD_HEADER)
        return BRES__RECORD_INCOMPLETE;
    if (bres__crc32c(data, AT_CHECKSUM) != bres__half_load(data + AT_CHECKSUM))
        return record_is_blank(data, size) ? BRES__RECORD_INCOMPLETE : BRES__RECORD_DAMAGED;
    if (!record_size(data, &whole))
        return BRES__RECORD_DAMAGED;
    if (whole > size)
        return BRES__RECORD_INCOMPLETE;
    if (bres__crc32c(data + BRES__RECORD_HEADER, whole - BRES__RECORD_HEADER) !=
        bres__half_load(data + AT_CONTENT))
        return whole == size ? BRES__RECORD_INCOMPLETE : BRES__RECORD_DAMAGED;
    bres__record_fields(data, record);
    return BRES__RECORD_COMPLETE;
}

bres_status bres__record_take_samples(const bres__record *record, bres_state *state)
{
    const char *next = record->samples;

    for (int kind = 0; kind < BRES__SIDECAR_KINDS; kind++) {
        bres__samples *samples;

        /* An empty list of frequencies counts as no list. */
        if ((record->kinds >> kind & 1) == 0 || (kind == BRES__RATES && record->count == 0))
            continue;
        samples = bres__samples_new(NULL, record->count);
        if (samples == NULL)
            return bres__error_memory();
        bres__floats_load(samples->values, next, record->count);
        next += record->count * sizeof(float);
        atomic_store(kind == BRES__TIMES ? &state->times : &state->rates, samples);
        atomic_store(&state->keep_samples, true);
    }
    return BRES_OK;
}
