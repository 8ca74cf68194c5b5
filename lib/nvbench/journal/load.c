/* SPDX-License-Identifier: MIT */
/*
 * Splits a journal into a document: the head is a document without states, and the records have the
 * texts of the states. States are therefore decoded like those of a result file, and faults are
 * reported with their offset in the journal.
 */
#include "nvbench/journal/record.h"

#include <string.h>

#define NAME_LENGTH      (sizeof(BRES__JOURNAL_NAME) - 1)
#define SIGNATURE_LENGTH (sizeof(BRES__JOURNAL_SIGNATURE) - 1)

bool bres__journal_is(const char *text, size_t size)
{
    return size >= NAME_LENGTH && memcmp(text, BRES__JOURNAL_NAME, NAME_LENGTH) == 0;
}

/* Whether the file begins with the signature, or is a part of it. */
static bool has_signature(const char *text, size_t size)
{
    return memcmp(text, BRES__JOURNAL_SIGNATURE,
                  size < SIGNATURE_LENGTH ? size : SIGNATURE_LENGTH) == 0;
}

/* Reads the head, which follows the signature. */
static bres__record_state read_head(const char *text, size_t size, bres__record *head)
{
    if (size < SIGNATURE_LENGTH)
        return BRES__RECORD_INCOMPLETE;
    return bres__record_read(text + SIGNATURE_LENGTH, size - SIGNATURE_LENGTH, head);
}

bool bres__journal_lacks_head(const char *text, size_t size)
{
    bres__record head;

    return has_signature(text, size) && read_head(text, size, &head) == BRES__RECORD_INCOMPLETE;
}

static bres_status syntax_error(const bres__load *load, const char *at, const char *message)
{
    bres__error(BRES_ERROR_SYNTAX, "%s", message);
    bres__error_set_file(load->name);
    bres__error_set_offset(at - load->text);
    return BRES_ERROR_SYNTAX;
}

/* Reports a signature that has the right name, but not this version. */
static bres_status version_error(const bres__load *load)
{
    const char *version = load->text + NAME_LENGTH;
    const char *end = load->text + load->size;
    const char *next = version;

    while (next < end && next - version < 10 && *next >= '0' && *next <= '9')
        next++;
    if (next == version || next == end || *next != '\n')
        return syntax_error(load, version, "the signature of the journal is damaged");
    bres__error(BRES_ERROR_VERSION, "the journal is of version %.*s", (int)(next - version),
                version);
    bres__error_set_file(load->name);
    bres__error_set_expected("version " BRES__JOURNAL_VERSION);
    return BRES_ERROR_VERSION;
}

static bres_status split_head(bres__document *document, const bres__load *load, bres__record *head)
{
    const char *at = load->text + SIGNATURE_LENGTH;
    bres_status status;

    if (!has_signature(load->text, load->size))
        return version_error(load);
    switch (read_head(load->text, load->size, head)) {
    case BRES__RECORD_INCOMPLETE:
        return syntax_error(load, load->text + load->size, "the journal ends within its head");
    case BRES__RECORD_DAMAGED:
        return syntax_error(load, at, "the head of the journal is damaged");
    case BRES__RECORD_COMPLETE:
        break;
    }
    if (head->bench != BRES__RECORD_HEAD || head->kinds != 0)
        return syntax_error(load, at, "the journal does not begin with a head");
    status = bres__document_split(document, load, &head->json);
    if (status == BRES_OK && document->state_count != 0)
        return syntax_error(load, at, "the head of the journal has states");
    return status;
}

static bres_status add_record(bres__document *document, const bres__load *load,
                              const bres__record *record)
{
    bres_status status;

    if (record->bench >= document->bench_count)
        return syntax_error(load, load->text + load->complete,
                            "the record is of a benchmark that the head of the journal lacks");
    status =
        bres__document_add_state(document, &document->benches[record->bench], load, &record->json);
    if (status != BRES_OK)
        bres__error_set_file(load->name);
    return status;
}

bres_status bres__journal_split(bres__document *document, bres__load *load)
{
    bres__record record;
    bres_status status;

    *document = (bres__document){ 0 };
    status = split_head(document, load, &record);
    load->complete = SIGNATURE_LENGTH;
    while (status == BRES_OK) {
        const char *next;

        load->complete += record.size;
        next = load->text + load->complete;
        switch (bres__record_read(next, load->size - load->complete, &record)) {
        case BRES__RECORD_INCOMPLETE: /* or the end of the journal */
            return BRES_OK;
        case BRES__RECORD_DAMAGED:
            return syntax_error(load, next, "a record of the journal is damaged");
        case BRES__RECORD_COMPLETE:
            status = add_record(document, load, &record);
        }
    }
    return status;
}

bres_status bres__journal_take_samples(const bres__load *load, const bres__document *document)
{
    bres_status status = BRES_OK;

    for (size_t b = 0; b < document->bench_count; b++) {
        const bres__bench_text *bench = &document->benches[b];

        for (size_t s = 0; s < bench->state_count && status == BRES_OK; s++) {
            bres__record record;

            bres__record_fields(bench->states[s].begin - BRES__RECORD_HEADER, &record);
            status = bres__record_take_samples(&record, load->result->subbenches[b]->states[s]);
        }
    }
    return status;
}
