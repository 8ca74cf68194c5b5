/* SPDX-License-Identifier: MIT */
/*
 * The file of a journal: begins with the head, and grows by whole records only.
 */
#include "nvbench/journal/place.h"
#include "nvbench/journal/record.h"

#include <errno.h>
#include <unistd.h>

struct bres__journal {
    bres__journal_place place;
    off_t end;          /* of the last complete record: where the next one goes */
    bool provisional;   /* a provisional record follows `end` */
    size_t bench_count; /* in the head */
    bool unflushed;     /* appends do not wait for the disk */
    bool failed;        /* an append has failed: the bytes after `end` are unknown */
    bres__text record;  /* being appended */
};

void bres__journal_close(bres__journal *journal)
{
    if (journal == NULL)
        return;
    bres__journal_place_free(&journal->place);
    bres__text_free(&journal->record);
    bres__free(journal);
}

/* The caller closes *journal in any case. */
static bres_status journal_new(const char *path, bres__journal **journal)
{
    bres__journal *made = bres__calloc(1, sizeof(*made));

    *journal = made;
    return made != NULL ? bres__journal_place_init(&made->place, path) : bres__error_memory();
}

bres_status bres__journal_restart(bres__journal *journal, const bres_result *head)
{
    const bres__journal_place *place = &journal->place;
    bres_status status = bres__journal_encode_head(head, &journal->record);
    bool own = false;

    if (status != BRES_OK)
        return status;
    if (bres__ftruncate(place->file.fd, 0) == 0 && lseek(place->file.fd, 0, SEEK_SET) == 0 &&
        bres__write_full(place->file.fd, journal->record.data, journal->record.length) == 0 &&
        bres__fsync(place->file.fd) == 0) {
        journal->end = (off_t)journal->record.length;
        journal->bench_count = head->subbench_count;
        return BRES_OK;
    }
    status = bres__error_system("begin the journal", place->path);
    /* Removes a file without a complete head. */
    if (bres__journal_place_is_own(place, &own) == BRES_OK && own)
        bres__unlink(place->path);
    return status;
}

bres_status bres__journal_make(const char *path, const bres_result *head, bres__journal **journal)
{
    bres__journal *made;
    bres_status status = journal_new(path, &made);

    *journal = NULL;
    if (status == BRES_OK)
        status = bres__journal_place_make(&made->place);
    if (status == BRES_OK)
        status = bres__journal_restart(made, head);
    if (status == BRES_OK)
        *journal = made;
    else
        bres__journal_close(made);
    return status;
}

/* Undoes a failed append; the error says whether this succeeded. */
static bres_status journal_fail(bres__journal *journal)
{
    const int number = errno;
    const bool undone = bres__ftruncate(journal->place.file.fd, journal->end) == 0;

    journal->failed = true;
    errno = number;
    return bres__error_system(undone ? "append to the journal, which is as it was before"
                                     : "append to the journal, which may end with an incomplete "
                                       "record now",
                              journal->place.path);
}

bres_status bres__journal_publish(bres__journal *journal)
{
    if (journal->unflushed && bres__fdatasync(journal->place.file.fd) != 0)
        return journal_fail(journal);
    return bres__journal_place_publish(&journal->place);
}

bres_status bres__journal_open(const char *path, bres__journal **journal)
{
    bres__journal *made;
    bres_status status = journal_new(path, &made);

    *journal = NULL;
    if (status == BRES_OK)
        status = bres__journal_place_open(&made->place);
    if (status == BRES_OK)
        *journal = made;
    else
        bres__journal_close(made);
    return status;
}

bres_status bres__journal_read(const bres__journal *journal, bres__buffer *buffer)
{
    const bres__journal_place *place = &journal->place;

    *buffer = (bres__buffer){ .data = NULL };
    if (lseek(place->file.fd, 0, SEEK_SET) != 0)
        return bres__error_system("read the journal", place->path);
    return bres__read_fd(place->file.fd, place->path, UINT64_MAX, buffer);
}

static bres_status journal_replace(const char *path, const bres_result *head,
                                   bres__journal **journal)
{
    bres__journal *made;
    bres_status status = bres__journal_open(path, &made);

    if (status == BRES_OK)
        status = bres__journal_restart(made, head);
    if (status == BRES_OK)
        *journal = made;
    else
        bres__journal_close(made);
    return status;
}

bres_status bres__journal_create(const char *path, const bres_result *head, bool replace,
                                 bres__journal **journal)
{
    bres_status status = BRES_ERROR_NO_FILE;
    bres__journal *made;

    *journal = NULL;
    if (replace)
        status = journal_replace(path, head, journal);
    if (status != BRES_ERROR_NO_FILE)
        return status;
    status = bres__journal_make(path, head, &made);
    if (status == BRES_OK)
        status = bres__journal_publish(made);
    if (status == BRES_OK)
        *journal = made;
    else
        bres__journal_close(made);
    return status;
}

bres_status bres__journal_remove(bres__journal *journal)
{
    const bres__journal_place *place = &journal->place;
    bool own = false;
    bres_status status = bres__journal_place_is_own(place, &own);

    if (status == BRES_OK && own && bres__unlink(place->path) != 0)
        status = bres__error_system("remove", place->path);
    bres__journal_close(journal);
    return status;
}

/* Loads the complete records as a separate result. *complete: the offset at which they end. */
static bres_status resume_load(const char *path, const bres__buffer *buffer, off_t *complete,
                               bres_result **loaded)
{
    bres__load load = { .name = path, .text = buffer->data, .size = buffer->size };
    bres_status status;

    if (!bres__journal_is(buffer->data, buffer->size)) {
        bres__error(BRES_ERROR_SYNTAX, "the file is not a journal");
        bres__error_set_file(path);
        return BRES_ERROR_SYNTAX;
    }
    /* Lifts the limits of a load, because the program itself has written the journal. */
    bres_load_options_init(&load.options);
    load.options.max_states = UINT64_MAX;
    load.options.max_string = UINT64_MAX;
    load.options.max_depth = BRES__JSON_MAX_DEPTH;
    status = bres__load_text(&load, path, NULL, loaded);
    *complete = (off_t)load.complete;
    return status;
}

/* Removes the bytes after the last complete record. */
static int journal_truncate(const bres__journal *journal)
{
    return bres__ftruncate(journal->place.file.fd, journal->end) == 0 &&
                   lseek(journal->place.file.fd, journal->end, SEEK_SET) >= 0
               ? 0
               : -1;
}

static bres_status resume_records(bres__journal *journal, const bres__buffer *buffer,
                                  bres_result *result)
{
    const char *path = journal->place.path;
    bres_result *loaded = NULL;
    bres_status status = resume_load(path, buffer, &journal->end, &loaded);

    if (status == BRES_OK)
        status = bres__journal_compare_heads(loaded, result);
    if (status == BRES_OK && journal_truncate(journal) != 0)
        status = bres__error_system("truncate the journal", path);
    if (status == BRES_OK)
        status = bres__journal_move_states(loaded, result);
    if (status == BRES_OK)
        journal->bench_count = result->subbench_count;
    bres_result_unref(loaded);
    return status;
}

bres_status bres__journal_continue(bres__journal *journal, bres_result *result)
{
    bres__buffer buffer = { 0 };
    bres_status status = bres__result_check_open(result);

    if (status == BRES_OK)
        status = bres__journal_read(journal, &buffer);
    if (status == BRES_OK && bres__journal_lacks_head(buffer.data, buffer.size))
        status = bres__journal_restart(journal, result);
    else if (status == BRES_OK)
        status = resume_records(journal, &buffer, result);
    bres__free(buffer.data);
    return status;
}

bres_status bres__journal_resume(const char *path, bres_result *result, bres__journal **journal)
{
    bres__journal *made = NULL;
    bres_status status = bres__result_check_open(result);

    *journal = NULL;
    if (status == BRES_OK)
        status = bres__journal_open(path, &made);
    if (status == BRES_OK)
        status = bres__journal_continue(made, result);
    if (status == BRES_OK)
        *journal = made;
    else
        bres__journal_close(made);
    return status;
}

void bres__journal_set_flushed(bres__journal *journal, bool flushed)
{
    journal->unflushed = !flushed;
}

static bres_status journal_check(const bres__journal *journal, const char *record, size_t size)
{
    bres__record fields;

    if (journal->failed) {
        bres__error(BRES_ERROR_STATE, "an earlier append to the journal has failed");
        bres__error_set_file(journal->place.path);
        return BRES_ERROR_STATE;
    }
    if (bres__record_read(record, size, &fields) != BRES__RECORD_COMPLETE || fields.size != size)
        return bres__error(BRES_ERROR_SYNTAX, "the %zu bytes are not a complete record", size);
    if (fields.bench >= journal->bench_count) {
        bres__error(BRES_ERROR_ARGUMENT, "the journal has %zu benchmarks, the state is of another",
                    journal->bench_count);
        bres__error_set_file(journal->place.path);
        return BRES_ERROR_ARGUMENT;
    }
    return BRES_OK;
}

/* Writes a record after the last complete one, in place of a provisional record. */
static bres_status journal_write(bres__journal *journal, const char *record, size_t size,
                                 bool flush)
{
    const int fd = journal->place.file.fd;

    if ((journal->provisional && journal_truncate(journal) != 0) ||
        bres__write_full(fd, record, size) != 0 || (flush && bres__fdatasync(fd) != 0))
        return journal_fail(journal);
    journal->provisional = false;
    return BRES_OK;
}

bres_status bres__journal_append_record(bres__journal *journal, const char *record, size_t size)
{
    bres_status status = journal_check(journal, record, size);

    if (status == BRES_OK)
        status = journal_write(journal, record, size, !journal->unflushed);
    if (status == BRES_OK)
        journal->end += (off_t)size;
    return status;
}

bres_status bres__journal_append(bres__journal *journal, const bres_state *state)
{
    const bres_status status = bres__journal_encode(state, &journal->record);

    if (status != BRES_OK)
        return status;
    return bres__journal_append_record(journal, journal->record.data, journal->record.length);
}

bres_status bres__journal_append_provisional(bres__journal *journal, const bres_state *state)
{
    const bres__text *record = &journal->record;
    bres_status status = bres__journal_encode(state, &journal->record);

    if (status == BRES_OK)
        status = journal_check(journal, record->data, record->length);
    if (status == BRES_OK)
        status = journal_write(journal, record->data, record->length, false);
    if (status == BRES_OK)
        journal->provisional = true;
    return status;
}

bres_status bres__journal_drop_provisional(bres__journal *journal)
{
    if (!journal->provisional || journal->failed)
        return BRES_OK;
    journal->provisional = false;
    return journal_truncate(journal) == 0 ? BRES_OK : journal_fail(journal);
}
