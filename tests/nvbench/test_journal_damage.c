/* SPDX-License-Identifier: MIT */
/*
 * Journals that end early, are damaged, or are malicious.
 */
#include "support/describe.h"
#include "support/journaled.h"
#include "support/loading.h"
#include "support/reseal.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A small journal, the ends of its parts, and a description of the result loaded up to each end. */
typedef struct damage_journal {
    bres__text text;
    size_t ends[4]; /* of the head, and of each of the three records */
    char *loaded[4];
} damage_journal;

static char *damage_load(const char *data, size_t size, bres_test_log *log)
{
    bres_load_options options = bres_test_options(0, log);
    bres_result *result = NULL;
    char *text = NULL;

    if (bres_result_load_memory(data, size, &options, &result) == BRES_OK)
        text = bres_test_describe(result);
    bres_result_unref(result);
    return text;
}

static void damage_begin(damage_journal *journal)
{
    bres_result *built = bres_test_build_tiny(true);
    size_t at = strlen(BRES__JOURNAL_SIGNATURE);
    bres__record record;

    *journal = (damage_journal){ .ends = { 0 } };
    bres_test_encode_journal(built, &journal->text);
    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(bres__record_read(journal->text.data + at, journal->text.length - at, &record),
                     BRES__RECORD_COMPLETE);
        at += record.size;
        journal->ends[i] = at;
        journal->loaded[i] = damage_load(journal->text.data, at, NULL);
        cr_assert_not_null(journal->loaded[i], "%s", bres_last_error());
    }
    cr_assert_eq(at, journal->text.length);
    bres_result_unref(built);
}

static void damage_end(damage_journal *journal)
{
    for (size_t i = 0; i < 4; i++)
        free(journal->loaded[i]);
    bres__text_free(&journal->text);
}

/* The number of complete states in the first `size` bytes; -1 if the head is incomplete. */
static int damage_complete(const damage_journal *journal, size_t size)
{
    int count = -1;

    while (count < 3 && journal->ends[count + 1] <= size)
        count++;
    return count;
}

Test(nvbench, journal_cut_anywhere_loads_what_is_complete)
{
    damage_journal journal;

    damage_begin(&journal);
    for (size_t size = 0; size <= journal.text.length; size++) {
        const int count = damage_complete(&journal, size);
        bres_test_log log = { 0 };
        char *found = damage_load(journal.text.data, size, &log);

        if (count < 0) {
            cr_assert_null(found, "%zu bytes", size);
            cr_assert_eq(bres_last_error_status(), BRES_ERROR_SYNTAX, "%zu bytes: %s", size,
                         bres_last_error());
            continue;
        }
        cr_assert_not_null(found, "%zu bytes: %s", size, bres_last_error());
        bres_test_same_text(found, journal.loaded[count], "cut");
        cr_assert_eq(log.count, size != journal.ends[count], "%zu bytes: %s", size,
                     bres_test_log_text(&log));
        bres_test_log_clear(&log);
        free(found);
    }
    damage_end(&journal);
}

/* Resumes the journal, which was cut to `size` bytes, and appends the missing states. */
static void damage_go_on(const damage_journal *journal, const char *path, const bres_result *whole,
                         size_t size)
{
    const int complete = damage_complete(journal, size);
    const size_t states = complete > 0 ? (size_t)complete : 0;
    bres_result *result = bres_test_build_tiny(false);
    bres__journal *resumed = NULL;
    size_t left;

    OK(bres__journal_resume(path, result, &resumed));
    cr_assert_eq(bres_test_state_count(result), states, "cut at %zu", size);
    free(bres_test_read_file(path, &left));
    cr_assert_eq(left, journal->ends[states], "cut at %zu", size);
    for (size_t i = states; i < 3; i++)
        OK(bres__journal_append(resumed, bres_test_journal_state(whole, i)));
    bres__journal_close(resumed);
    bres_result_unref(result);
}

Test(nvbench, journal_cut_anywhere_continues)
{
    const char *top = bres_test_directory();
    bres_result *whole = bres_test_build_tiny(true);
    damage_journal journal;
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    damage_begin(&journal);
    for (size_t size = 0; size <= journal.text.length; size++) {
        char *written;
        size_t length;

        bres_test_write_file(path, journal.text.data, size);
        damage_go_on(&journal, path, whole, size);
        written = bres_test_read_file(path, &length);
        cr_assert(length == journal.text.length && memcmp(written, journal.text.data, length) == 0,
                  "cut at %zu", size);
        free(written);
    }
    damage_end(&journal);
    bres_result_unref(whole);
}

/* A file system may have allocated the last record without writing all of its bytes. */
Test(nvbench, journal_with_a_blank_end)
{
    damage_journal journal;

    damage_begin(&journal);
    for (size_t size = journal.ends[0]; size < journal.text.length; size++) {
        const int count = damage_complete(&journal, size);
        bres__text text = { 0 };
        bres_test_log log = { 0 };
        char *found;

        bres__text_append(&text, journal.text.data, size);
        bres__text_repeat(&text, '\0', journal.ends[count + 1] - size);
        found = damage_load(text.data, text.length, &log);
        if (found != NULL) {
            /* The record is complete if the cut bytes were zeros. */
            bres_test_same_text(found, journal.loaded[log.count == 0 ? count + 1 : count], "blank");
        } else {
            cr_assert_eq(bres_last_error_status(), BRES_ERROR_SYNTAX, "%s", bres_last_error());
            cr_assert(size > journal.ends[count] &&
                          size < journal.ends[count] + BRES__RECORD_HEADER,
                      "%zu: %s", size, bres_last_error());
        }
        free(found);
        bres_test_log_clear(&log);
        bres__text_free(&text);
    }
    damage_end(&journal);
}

/* A journal with one wrong byte gives an error, or loses its last state with a warning. */
static void damage_check_flip(const damage_journal *journal, const char *data, size_t at,
                              unsigned bits)
{
    const size_t size = journal->text.length;
    bres_test_log log = { 0 };
    char *found = damage_load(data, size, &log);

    if (found == NULL) {
        const bres_status status = bres_last_error_status();

        cr_assert(status == BRES_ERROR_SYNTAX || status == BRES_ERROR_VERSION,
                  "byte %zu, bits %x: %s", at, bits, bres_last_error());
    } else {
        cr_assert(at >= journal->ends[2] + BRES__RECORD_HEADER, "byte %zu, bits %x", at, bits);
        cr_assert_eq(log.count, 1, "byte %zu, bits %x", at, bits);
        bres_test_same_text(found, journal->loaded[2], "flipped");
    }
    free(found);
    bres_test_log_clear(&log);
}

Test(nvbench, journal_with_a_wrong_byte_is_never_wrong)
{
    static const unsigned patterns[] = { 0x01, 0x80, 0xFF };
    damage_journal journal;
    char *data;

    damage_begin(&journal);
    data = malloc(journal.text.length);
    for (size_t at = 0; at < journal.text.length; at++) {
        for (size_t i = 0; i < 3; i++) {
            memcpy(data, journal.text.data, journal.text.length);
            data[at] = (char)((unsigned char)data[at] ^ patterns[i]);
            damage_check_flip(&journal, data, at, patterns[i]);
        }
    }
    free(data);
    damage_end(&journal);
}

/* A failed attempt to resume a damaged journal does not change the journal. */
Test(nvbench, journal_that_is_damaged_is_left_alone)
{
    bres_result *result = bres_test_build_tiny(false);
    const char *top = bres_test_directory();
    bres__journal *journal = NULL;
    damage_journal damaged;
    char path[2200];
    char *after;
    size_t size;

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    damage_begin(&damaged);
    damaged.text.data[damaged.ends[1] - 1] ^= 1;
    bres_test_write_file(path, damaged.text.data, damaged.text.length);
    cr_assert_eq(bres__journal_resume(path, result, &journal), BRES_ERROR_SYNTAX);
    cr_assert_null(journal);
    cr_assert_eq(bres_last_error_offset(), (int64_t)damaged.ends[0]);
    cr_assert(strstr(bres_last_error(), path) != NULL &&
                  strstr(bres_last_error(), "a record of the journal is damaged") != NULL,
              "%s", bres_last_error());
    cr_assert_eq(bres_test_state_count(result), 0);
    after = bres_test_read_file(path, &size);
    cr_assert(size == damaged.text.length && memcmp(after, damaged.text.data, size) == 0);
    free(after);
    damage_end(&damaged);
    bres_result_unref(result);
}

/* A change of one number of the journal, with a new checksum. The offset counts from the beginning
 * of the part. */
typedef struct damage_case {
    int part; /* 0: the head, 1 to 3: a record */
    size_t offset;
    size_t width;
    uint64_t value;
    bres_status status; /* BRES_OK: something is left out */
    const char *message;
} damage_case;

Test(nvbench, journal_with_false_fields)
{
    static const damage_case cases[] = {
        { 0, 0, 4, 0, BRES_ERROR_SYNTAX, "does not begin with a head" },
        { 0, 4, 4, 1, BRES_ERROR_SYNTAX, "does not begin with a head" },
        { 0, 4, 4, 4, BRES_ERROR_SYNTAX, "the head of the journal is damaged" },
        { 0, 8, 8, 0, BRES_ERROR_SYNTAX, "the file is empty" },
        { 0, 8, 8, 1, BRES_ERROR_SYNTAX, "not JSON" },
        { 0, 8, 8, UINT64_MAX, BRES_ERROR_SYNTAX, "the head of the journal is damaged" },
        { 0, 8, 8, UINT64_C(1) << 60, BRES_ERROR_SYNTAX, "ends within its head" },
        { 0, 16, 8, 1, BRES_ERROR_SYNTAX, "the head of the journal is damaged" },
        { 1, 0, 4, 2, BRES_ERROR_SYNTAX, "a benchmark that the head of the journal lacks" },
        { 1, 0, 4, UINT32_MAX, BRES_ERROR_SYNTAX, "a benchmark that the head of the journal" },
        { 1, 0, 4, 1, BRES_ERROR_KEY, "the benchmark has no axis 'N'" },
        { 1, 4, 4, 0, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 4, 4, 4, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 4, 4, 3, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 8, 8, 0, BRES_ERROR_SYNTAX, NULL },
        { 1, 8, 8, UINT64_MAX, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 8, 8, UINT64_MAX - 31, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 8, 8, UINT64_MAX - 32, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 8, 8, UINT64_C(1) << 40, BRES_OK, NULL },
        { 1, 16, 8, 1, BRES_ERROR_SYNTAX, NULL },
        { 1, 16, 8, UINT64_MAX, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 16, 8, UINT64_MAX / 4, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 1, 16, 8, UINT64_MAX / 4 - 1000, BRES_OK, NULL },
        { 2, 16, 8, 1, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 3, 16, 8, UINT64_C(1) << 62, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
        { 3, 16, 8, UINT64_C(1) << 60, BRES_OK, NULL },
        { 3, 8, 8, 2, BRES_ERROR_SYNTAX, "a record of the journal is damaged" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const damage_case *row = &cases[i];
        damage_journal journal;
        char *header;
        char *found;

        damage_begin(&journal);
        header = journal.text.data +
                 (row->part == 0 ? strlen(BRES__JOURNAL_SIGNATURE) : journal.ends[row->part - 1]);
        if (row->width == 4)
            bres__half_store(header + row->offset, (uint32_t)row->value);
        else
            bres__word_store(header + row->offset, row->value);
        bres__half_store(header + 28, bres__crc32c(header, 28));
        if (row->part == 0 && row->width == 8)
            bres_test_reseal(journal.text.data, journal.text.length);
        found = damage_load(journal.text.data, journal.text.length, NULL);
        if (row->status == BRES_OK) {
            cr_assert_not_null(found, "row %zu: %s", i, bres_last_error());
            bres_test_same_text(found, journal.loaded[row->part - 1], "lies");
        } else {
            cr_assert(found == NULL && bres_last_error_status() == row->status, "row %zu: %s", i,
                      found == NULL ? bres_last_error() : found);
            cr_assert(row->message == NULL || strstr(bres_last_error(), row->message) != NULL,
                      "row %zu: %s", i, bres_last_error());
        }
        free(found);
        damage_end(&journal);
    }
}

/* A journal with one record of this text and kind. */
static void damage_make(bres__text *text, const char *head, const char *state)
{
    bres__text_clear(text);
    bres__text_puts(text, BRES__JOURNAL_SIGNATURE);
    for (int part = 0; part < 2; part++) {
        const char *json = part == 0 ? head : state;
        char header[BRES__RECORD_HEADER] = { 0 };

        bres__half_store(header, part == 0 ? BRES__RECORD_HEAD : 0);
        bres__word_store(header + 8, strlen(json));
        bres__text_append(text, header, sizeof(header));
        bres__text_puts(text, json);
    }
    bres_test_reseal(text->data, text->length);
}

#define HEAD "{\"benchmarks\":[{\"name\":\"b\",\"states\":[]}]}"

/* Faults in the JSON texts give the same errors as in result files, with the offset in the journal.
 */
Test(nvbench, journal_with_faulty_texts)
{
    static const struct {
        const char *head;
        const char *state;
        bres_status status;
        const char *message;
    } rows[] = {
        { HEAD, "{\"name\":\"s\"}", BRES_OK, NULL },
        { HEAD, " {\"name\":\"s\"} ", BRES_OK, NULL },
        { HEAD, "", BRES_ERROR_SYNTAX, NULL },
        { HEAD, "{\"name\":\"s\"}]", BRES_ERROR_SYNTAX, "byte 139" },
        { HEAD, "{\"name\":\"s\"", BRES_ERROR_SYNTAX, "byte 138" },
        { HEAD, "{}", BRES_ERROR_KEY, "benchmarks[0].states[0]" },
        { HEAD, "[]", BRES_ERROR_KIND, "expected an object" },
        { HEAD, "{\"name\":\"s\",\"device\":true}", BRES_ERROR_KIND, "byte 148" },
        { HEAD, "{\"name\":\"s\",\"axis_values\":[{\"name\":\"x\"}]}", BRES_ERROR_KEY, "'x'" },
        { "{\"benchmarks\":[{\"name\":\"b\",\"states\":[{\"name\":\"s\"}]}]}", "{\"name\":\"s\"}",
          BRES_ERROR_SYNTAX, "the head of the journal has states" },
        { "{\"benchmarks\":[{\"name\":\"b\"}]}", "{\"name\":\"s\"}", BRES_ERROR_KEY, "states" },
        { "{\"benchmarks\":[]}", "{\"name\":\"s\"}", BRES_ERROR_SYNTAX, "a benchmark that" },
        { "{\"benchmarks\":[]}x", "{\"name\":\"s\"}", BRES_ERROR_SYNTAX, "byte 71" },
        { "[]", "{\"name\":\"s\"}", BRES_ERROR_KIND, "byte 54" },
        { "\xef\xbb\xbf{}", "{\"name\":\"s\"}", BRES_ERROR_SYNTAX, "byte order mark" },
    };
    bres__text text = { 0 };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        char *found;

        damage_make(&text, rows[i].head, rows[i].state);
        found = damage_load(text.data, text.length, NULL);
        cr_assert_eq(found != NULL, rows[i].status == BRES_OK, "row %zu: %s", i, bres_last_error());
        if (found == NULL) {
            cr_assert_eq(bres_last_error_status(), rows[i].status, "row %zu: %s", i,
                         bres_last_error());
            cr_assert(rows[i].message == NULL || strstr(bres_last_error(), rows[i].message) != NULL,
                      "row %zu: %s", i, bres_last_error());
        }
        free(found);
    }
    bres__text_free(&text);
}

Test(nvbench, journal_of_another_version)
{
    static const struct {
        const char *text;
        bres_status status;
        const char *message;
    } rows[] = {
        { "benchresult-journal 2\nsomething else", BRES_ERROR_VERSION, "version 2" },
        { "benchresult-journal 10\n", BRES_ERROR_VERSION, "version 10" },
        { "benchresult-journal 1", BRES_ERROR_SYNTAX, "ends within its head" },
        { "benchresult-journal ", BRES_ERROR_SYNTAX, "ends within its head" },
        { "benchresult-journal 2", BRES_ERROR_SYNTAX, "signature" },
        { "benchresult-journal \n", BRES_ERROR_SYNTAX, "signature" },
        { "benchresult-journal 1\r\n", BRES_ERROR_SYNTAX, "signature" },
    };
    const char *top = bres_test_directory();
    bres_result *result = bres_test_build_tiny(false);
    char path[2200];

    snprintf(path, sizeof(path), "%s/r.json.partial", top);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const size_t size = strlen(rows[i].text);
        bres__journal *journal = NULL;

        cr_assert_null(damage_load(rows[i].text, size, NULL));
        cr_assert(bres_last_error_status() == rows[i].status &&
                      strstr(bres_last_error(), rows[i].message) != NULL,
                  "%s: %s", rows[i].text, bres_last_error());
        if (strcmp(rows[i].message, "ends within its head") == 0)
            continue;
        bres_test_write_file(path, rows[i].text, size);
        cr_assert_eq(bres__journal_resume(path, result, &journal), rows[i].status, "%s",
                     rows[i].text);
        cr_assert_null(journal);
    }
    bres_result_unref(result);
}

Test(nvbench, journal_is_held_to_the_limits)
{
    damage_journal journal;
    bres_result *result = NULL;

    damage_begin(&journal);
    for (int row = 0; row < 4; row++) {
        bres_load_options options = bres_test_options(0, NULL);

        if (row == 0)
            options.max_bytes = journal.text.length - 1;
        else if (row == 1)
            options.max_states = 2;
        else if (row == 2)
            options.max_string = 3;
        else
            options.max_depth = 4;
        cr_assert_eq(
            bres_result_load_memory(journal.text.data, journal.text.length, &options, &result),
            BRES_ERROR_LIMIT, "row %d: %s", row, bres_last_error());
        cr_assert_null(result);
    }
    damage_end(&journal);
}

/* Records that come through a pipe are checked as strictly. */
Test(nvbench, journal_record_that_is_none)
{
    bres_result *built = bres_test_build_tiny(true);
    bres_result *result = bres_test_build_tiny(false);
    bres_result *loaded = bres_test_load_strict(HEAD);
    bres__text record = { 0 };
    bres_state *state;

    OK(bres__journal_encode(bres_subbench_state_at(bres_result_subbench_at(built, 0), 0), &record));
    for (size_t size = 0; size < record.length; size++)
        cr_assert_eq(bres__journal_decode(record.data, size, result, &state), BRES_ERROR_SYNTAX);
    for (size_t at = 0; at < record.length; at++) {
        record.data[at] ^= 4;
        cr_assert_eq(bres__journal_decode(record.data, record.length, result, &state),
                     BRES_ERROR_SYNTAX);
        record.data[at] ^= 4;
    }
    bres__half_store(record.data, 2);
    bres__half_store(record.data + 28, bres__crc32c(record.data, 28));
    cr_assert_eq(bres__journal_decode(record.data, record.length, result, &state),
                 BRES_ERROR_SYNTAX);
    bres__half_store(record.data, 1);
    bres__half_store(record.data + 28, bres__crc32c(record.data, 28));
    cr_assert_eq(bres__journal_decode(record.data, record.length, result, &state), BRES_ERROR_KEY);
    cr_assert(strstr(bres_last_error(), "<record>") != NULL, "%s", bres_last_error());
    cr_assert_eq(bres__journal_decode(record.data, record.length, loaded, &state),
                 BRES_ERROR_STATE);
    cr_assert_eq(bres__journal_decode(NULL, 0, result, &state), BRES_ERROR_ARGUMENT);
    cr_assert_null(state);
    cr_assert_eq(bres_test_state_count(result), 0);
    bres__text_free(&record);
    bres_result_unref(loaded);
    bres_result_unref(result);
    bres_result_unref(built);
}
