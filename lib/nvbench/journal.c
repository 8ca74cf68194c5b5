/* SPDX-License-Identifier: MIT */
/*
 * The file of a journal: it begins, it grows by whole records, and only by those.
 */
#include "nvbench/journal/record.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

struct bres__journal {
    int fd;
    char *path;
    off_t end;          /* of the last complete record: where the next one goes */
    size_t bench_count; /* in the head */
    bool unflushed;     /* appends do not wait for the disk */
    bool failed;        /* an append has failed: what is behind `end` is not known */
    bres__text record;  /* the one that is being appended */
};

void bres__journal_close(bres__journal *journal)
{
    if (journal == NULL)
        return;
    if (journal->fd >= 0)
        bres__close(journal->fd);
    bres__text_free(&journal->record);
    bres__free(journal->path);
    bres__free(journal);
}

static bres_status journal_conflict(const char *path, const char *message)
{
    bres__error(BRES_ERROR_CONFLICT, "%s", message);
    bres__error_set_file(path);
    return BRES_ERROR_CONFLICT;
}

/* The caller closes what was made, in any case. */
static bres_status journal_new(const char *path, bres__journal **journal)
{
    bres__journal *made = bres__calloc(1, sizeof(*made));

    *journal = made;
    if (made == NULL)
        return bres__error_memory();
    made->fd = -1;
    made->path = bres__strdup(path);
    return made->path != NULL ? BRES_OK : bres__error_memory();
}

/* Without waiting, whatever is there. */
static bres_status journal_open(bres__journal *journal, int flags)
{
    journal->fd = bres__open(journal->path, O_RDWR | O_NONBLOCK | O_NOCTTY | flags, 0666);
    if (journal->fd >= 0)
        return BRES_OK;
    if (errno == EEXIST)
        return journal_conflict(journal->path, "the journal of another run is there already");
    return bres__error_system("open the journal", journal->path);
}

/* A file system without locks is no reason to lose what is measured. */
static bool journal_has_no_locks(int number)
{
    return number == ENOLCK || number == ENOSYS || number == EOPNOTSUPP;
}

static bres_status journal_lock(const bres__journal *journal)
{
    struct stat status;

    if (bres__fstat(journal->fd, &status) != 0)
        return bres__error_system("examine the journal", journal->path);
    if (!S_ISREG(status.st_mode)) {
        bres__error(BRES_ERROR_IO, "the journal is not a regular file");
        bres__error_set_file(journal->path);
        return BRES_ERROR_IO;
    }
    if (bres__lock(journal->fd) != 0) {
        if (errno == EWOULDBLOCK)
            return journal_conflict(journal->path, "the journal is in use by another run");
        if (!journal_has_no_locks(errno))
            return bres__error_system("lock the journal", journal->path);
    }
    /* The run that had the lock may have come to its end between the opening and the lock. */
    if (bres__fstat(journal->fd, &status) != 0)
        return bres__error_system("examine the journal", journal->path);
    return status.st_nlink != 0
               ? BRES_OK
               : journal_conflict(journal->path, "the journal was removed by another run");
}

/* Makes the file one that holds the head alone, whose text is in `journal->record`. One that does
 * not come to hold it is removed. */
static bres_status journal_begin(bres__journal *journal, size_t bench_count)
{
    const bres__text *head = &journal->record;
    bres_status status;

    if (bres__ftruncate(journal->fd, 0) != 0 || lseek(journal->fd, 0, SEEK_SET) < 0 ||
        bres__write_full(journal->fd, head->data, head->length) != 0 ||
        bres__fsync(journal->fd) != 0) {
        status = bres__error_system("begin the journal", journal->path);
        bres__unlink(journal->path);
        return status;
    }
    bres__sync_parent(journal->path);
    journal->end = (off_t)head->length;
    journal->bench_count = bench_count;
    return BRES_OK;
}

bres_status bres__journal_create(const char *path, const bres_result *head, bool replace,
                                 bres__journal **journal)
{
    bres__journal *made;
    bres_status status = journal_new(path, &made);

    *journal = NULL;
    if (status == BRES_OK)
        status = bres__journal_encode_head(head, &made->record);
    if (status == BRES_OK)
        status = journal_open(made, O_CREAT | (replace ? 0 : O_EXCL));
    if (status != BRES_OK)
        goto out;
    status = journal_lock(made);
    /* A new file that another run has locked is that run's by now. */
    if (status != BRES_OK && status != BRES_ERROR_CONFLICT && !replace)
        bres__unlink(path);
    if (status == BRES_OK)
        status = journal_begin(made, head->subbench_count);
    if (status != BRES_OK)
        goto out;
    *journal = made;
    made = NULL;
out:
    bres__journal_close(made);
    return status;
}

/* The complete records, as a result of their own; `*complete` is where they end. */
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
    /* What this program has written may be as large as it has become. */
    bres_load_options_init(&load.options);
    load.options.max_states = UINT64_MAX;
    load.options.max_string = UINT64_MAX;
    load.options.max_depth = BRES__JSON_MAX_DEPTH;
    status = bres__load_text(&load, path, NULL, loaded);
    *complete = (off_t)load.complete;
    return status;
}

/* Makes the next record come right behind the complete ones. */
static bres_status resume_truncate(bres__journal *journal, size_t size)
{
    if ((off_t)size != journal->end && bres__ftruncate(journal->fd, journal->end) != 0)
        return bres__error_system("truncate the journal", journal->path);
    if (lseek(journal->fd, journal->end, SEEK_SET) < 0)
        return bres__error_system("find the end of the journal", journal->path);
    return BRES_OK;
}

static bres_status resume_records(bres__journal *journal, const bres__buffer *buffer,
                                  bres_result *result)
{
    bres_result *loaded = NULL;
    bres_status status = resume_load(journal->path, buffer, &journal->end, &loaded);

    if (status == BRES_OK)
        status = bres__journal_compare_heads(loaded, result);
    if (status == BRES_OK)
        status = resume_truncate(journal, buffer->size);
    if (status == BRES_OK)
        status = bres__journal_move_states(loaded, result);
    if (status == BRES_OK)
        journal->bench_count = result->subbench_count;
    bres_result_unref(loaded);
    return status;
}

bres_status bres__journal_resume(const char *path, bres_result *result, bres__journal **journal)
{
    bres__buffer buffer = { 0 };
    bres__journal *made = NULL;
    bres_status status;

    *journal = NULL;
    status = bres__result_check_open(result);
    if (status == BRES_OK)
        status = journal_new(path, &made);
    if (status == BRES_OK)
        status = journal_open(made, 0);
    if (status == BRES_OK)
        status = journal_lock(made);
    if (status == BRES_OK)
        status = bres__read_fd(made->fd, path, UINT64_MAX, &buffer);
    if (status != BRES_OK)
        goto out;
    if (!bres__journal_lacks_head(buffer.data, buffer.size)) {
        status = resume_records(made, &buffer, result);
    } else {
        status = bres__journal_encode_head(result, &made->record);
        if (status == BRES_OK)
            status = journal_begin(made, result->subbench_count);
    }
    if (status != BRES_OK)
        goto out;
    *journal = made;
    made = NULL;
out:
    bres__free(buffer.data);
    bres__journal_close(made);
    return status;
}

void bres__journal_set_flushed(bres__journal *journal, bool flushed)
{
    journal->unflushed = !flushed;
}

/* Takes back what a failed append has written, and says whether that went well. */
static bres_status journal_fail(bres__journal *journal)
{
    const int number = errno;
    const bool undone = bres__ftruncate(journal->fd, journal->end) == 0;

    journal->failed = true;
    errno = number;
    return bres__error_system(undone ? "append to the journal, which is as it was before"
                                     : "append to the journal, which may end with an incomplete "
                                       "record now",
                              journal->path);
}

bres_status bres__journal_append_record(bres__journal *journal, const char *record, size_t size)
{
    bres__record fields;

    if (journal->failed) {
        bres__error(BRES_ERROR_STATE, "an earlier append to the journal has failed");
        bres__error_set_file(journal->path);
        return BRES_ERROR_STATE;
    }
    if (bres__record_read(record, size, &fields) != BRES__RECORD_COMPLETE || fields.size != size)
        return bres__error(BRES_ERROR_SYNTAX, "the %zu bytes are not a complete record", size);
    if (fields.bench >= journal->bench_count) {
        bres__error(BRES_ERROR_ARGUMENT, "the journal has %zu benchmarks, the state is of another",
                    journal->bench_count);
        bres__error_set_file(journal->path);
        return BRES_ERROR_ARGUMENT;
    }
    if (bres__write_full(journal->fd, record, size) != 0 ||
        (!journal->unflushed && bres__fdatasync(journal->fd) != 0))
        return journal_fail(journal);
    journal->end += (off_t)size;
    return BRES_OK;
}

bres_status bres__journal_append(bres__journal *journal, const bres_state *state)
{
    const bres_status status = bres__journal_encode(state, &journal->record);

    if (status != BRES_OK)
        return status;
    return bres__journal_append_record(journal, journal->record.data, journal->record.length);
}
