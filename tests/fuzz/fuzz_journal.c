/* SPDX-License-Identifier: MIT */
/*
 * A result that loads from a journal must be equal after it is encoded and decoded, as a whole and
 * state by state. Each input is tried unchanged, and with corrected checksums.
 */
#include "support/reseal.h"

#include <benchresult.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, bres_last_error());
    abort();
}

/* NULL if the input does not load. */
static bres_result *load(const char *data, size_t size, uint32_t flags)
{
    bres_load_options options;
    bres_result *result = NULL;

    bres_load_options_init(&options);
    options.flags = flags;
    options.threads = 1;
    options.max_states = 1000;
    if (bres_result_load_memory(data, size, &options, &result) != BRES_OK)
        return NULL;
    return result;
}

/* The next state of a result, in order; NULL after the last state. */
static const bres_state *next_state(const bres_result *result, size_t *bench, size_t *number)
{
    for (; *bench < bres_result_subbench_count(result); ++*bench, *number = 0) {
        const bres_subbench *at = bres_result_subbench_at(result, *bench);

        if (*number < bres_subbench_state_count(at))
            return bres_subbench_state_at(at, (*number)++);
    }
    return NULL;
}

static void encode(const bres_result *result, bres__text *journal)
{
    const bres_state *state;
    bres__text record = { 0 };
    size_t bench = 0;
    size_t number = 0;

    if (bres__journal_encode_head(result, journal) != BRES_OK)
        die("the head is not encoded");
    while ((state = next_state(result, &bench, &number)) != NULL) {
        if (bres__journal_encode(state, &record) != BRES_OK)
            die("a state is not encoded");
        bres__text_append(journal, record.data, record.length);
    }
    bres__text_free(&record);
}

static void check_values(const float *a, size_t a_count, const float *b, size_t b_count)
{
    if (a_count != b_count || (a_count != 0 && memcmp(a, b, a_count * sizeof(*a)) != 0))
        die("samples differ");
}

static void check_samples(const bres_result *before, const bres_result *after)
{
    const bres_state *state;
    size_t at[4] = { 0 };

    while ((state = next_state(before, &at[0], &at[1])) != NULL) {
        const bres_state *other = next_state(after, &at[2], &at[3]);
        const float *values[4];
        size_t counts[4];

        if (bres_state_samples(state, &values[0], &counts[0]) != BRES_OK ||
            bres_state_samples(other, &values[1], &counts[1]) != BRES_OK ||
            bres_state_frequencies(state, &values[2], &counts[2]) != BRES_OK ||
            bres_state_frequencies(other, &values[3], &counts[3]) != BRES_OK)
            die("samples are not there");
        check_values(values[0], counts[0], values[1], counts[1]);
        check_values(values[2], counts[2], values[3], counts[3]);
    }
}

/* Decodes each record of a journal into a result under construction, and encodes it again. */
static void check_records(const char *journal, size_t size)
{
    size_t at = strlen(BRES__JOURNAL_SIGNATURE);
    bres__text again = { 0 };
    bres__record record;
    bres_result *result;

    bres__record_read(journal + at, size - at, &record);
    at += record.size;
    result = load(journal, at, 0);
    if (result == NULL)
        die("the head does not load");
    result->frozen = false;
    while (bres__record_read(journal + at, size - at, &record) == BRES__RECORD_COMPLETE) {
        bres_state *state;

        if (bres__journal_decode(journal + at, record.size, result, &state) != BRES_OK ||
            bres__journal_encode(state, &again) != BRES_OK)
            die("a record is not decoded");
        if (again.length != record.size || memcmp(again.data, journal + at, again.length) != 0)
            die("a record comes back as another");
        at += record.size;
    }
    bres__text_free(&again);
    bres_result_unref(result);
}

static void check(const char *data, size_t size, uint32_t flags)
{
    bres_result *before = load(data, size, flags);
    bres__text first = { 0 };
    bres__text second = { 0 };
    bres_result *after;

    if (before == NULL)
        return;
    encode(before, &first);
    after = load(first.data, first.length, flags);
    if (after == NULL)
        die("what was encoded does not load");
    check_samples(before, after);
    encode(after, &second);
    if (first.length != second.length || memcmp(first.data, second.data, first.length) != 0)
        die("the second journal differs from the first");
    if (flags == 0)
        check_records(first.data, first.length);
    bres_result_unref(after);
    bres_result_unref(before);
    bres__text_free(&first);
    bres__text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *sealed = malloc(size + 1);

    if (!bres__journal_is((const char *)data, size) || sealed == NULL) {
        free(sealed);
        return 0;
    }
    check((const char *)data, size, 0);
    memcpy(sealed, data, size);
    bres_test_reseal(sealed, size);
    check(sealed, size, 0);
    check(sealed, size, BRES_LOAD_LENIENT);
    free(sealed);
    return 0;
}
