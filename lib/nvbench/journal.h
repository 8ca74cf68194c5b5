/* SPDX-License-Identifier: MIT */
/*
 * The journal of a running benchmark, OUT.partial: a head (a result without states) and a record
 * for each finished state, samples included. A record is valid once it is complete: its length and
 * checksum precede it, so that a record that a killed process has not completed is recognized.
 * bres_result_load() loads a journal as a result; it leaves out an incomplete record at the end,
 * with a warning. benchresult-json(5) describes the file.
 *
 * A journal belongs to one thread. The process that has the journal open holds an advisory lock on
 * the file. A journal that another run has open is BRES_ERROR_CONFLICT; the lock is tried before
 * any other error is reported for an existing journal. A process removes only its own file, not
 * another file that has taken its path meanwhile. A forked child shares the lock and closes its
 * copy of the journal as soon as it can; the lock stays with the parent.
 */
#ifndef BRES_NVBENCH_JOURNAL_H
#define BRES_NVBENCH_JOURNAL_H

#include "base/base.h"

#include <benchresult/build.h>

typedef struct bres__journal bres__journal;

/* Begins a journal for the benchmarks of `head`, whose states are left out. An existing file is
 * BRES_ERROR_CONFLICT unless `replace`. When it returns, the head is on disk. After a failure, a
 * new file is removed, and an existing file is unchanged or removed. */
bres_status bres__journal_create(const char *path, const bres_result *head, bool replace,
                                 bres__journal **journal);
/* The same in two steps: makes a journal that takes records but does not have its path yet, then
 * gives the journal its path. BRES_ERROR_CONFLICT if the path exists by then. */
bres_status bres__journal_make(const char *path, const bres_result *head, bres__journal **journal);
bres_status bres__journal_publish(bres__journal *journal);
/* Opens and locks the journal of an earlier run, without changing its content. It takes records
 * only after bres__journal_continue() or bres__journal_restart(). BRES_ERROR_NO_FILE,
 * BRES_ERROR_CONFLICT. */
bres_status bres__journal_open(const char *path, bres__journal **journal);
/* Reads the whole file of an open journal; bres__free() the data in any case. */
bres_status bres__journal_read(const bres__journal *journal, bres__buffer *buffer);
/* Replaces the content of an open journal by the head of a result. */
bres_status bres__journal_restart(bres__journal *journal, const bres_result *head);
/*
 * Continues a journal. Its head must be that of `result`, which is under construction. Of `meta`,
 * only the stopping criteria must match. BRES_ERROR_CONFLICT names the first difference. Adds the
 * states of the journal to `result`, for each benchmark in the journal's order, and truncates an
 * incomplete record at the end. A file that ends within its head has no states and is begun again.
 * A failure leaves `result` and the complete records unchanged. Errors: also those of
 * bres_result_load(), such as BRES_ERROR_SYNTAX for a file that is damaged or not a journal, and
 * BRES_ERROR_VERSION.
 */
bres_status bres__journal_resume(const char *path, bres_result *result, bres__journal **journal);
/* Does the same with a journal that bres__journal_open() has opened. */
bres_status bres__journal_continue(bres__journal *journal, bres_result *result);
/* Appends a state of a benchmark that the head has. When it returns, the state is on disk. After a
 * failure to write, nothing more can be appended (BRES_ERROR_STATE), and the message says whether
 * the file is as it was before. Complete records stay complete in any case. */
bres_status bres__journal_append(bres__journal *journal, const bres_state *state);
/* Appends a record that bres__journal_encode() has made. BRES_ERROR_SYNTAX for bytes that are not a
 * record; the journal is then unchanged. */
bres_status bres__journal_append_record(bres__journal *journal, const char *record, size_t size);
/* Sets whether an append waits until the record is on the disk (default: true). Without the wait, a
 * record survives a crash of the process, but perhaps not of the system. */
void bres__journal_set_flushed(bres__journal *journal, bool flushed);
/* Appends a provisional record, which the next record replaces; it is not flushed. A provisional
 * record that a later run finds in the journal shows that the process ended unexpectedly. */
bres_status bres__journal_append_provisional(bres__journal *journal, const bres_state *state);
/* Removes the provisional record, if any. */
bres_status bres__journal_drop_provisional(bres__journal *journal);
/* Closes the journal, which releases the lock; NULL does nothing. The file stays. */
void bres__journal_close(bres__journal *journal);
/* Closes the journal and removes its file, unless another file has its path by now. Releases the
 * journal in any case. */
bres_status bres__journal_remove(bres__journal *journal);

/* Encodes a state as a record, for a pipe; replaces the content of `record`. */
bres_status bres__journal_encode(const bres_state *state, bres__text *record);
/* Adds the state of a record to its benchmark in a result under construction that has the same
 * benchmarks. The state can be changed as if it had been built there. BRES_ERROR_SYNTAX for bytes
 * that are not a record; a failure leaves the result unchanged. */
bres_status bres__journal_decode(const char *record, size_t size, bres_result *result,
                                 bres_state **state);

/* Whether the text begins like a journal. */
bool bres__journal_is(const char *text, size_t size);

#endif
