/* SPDX-License-Identifier: MIT */
/*
 * The journal of a running benchmark, OUT.partial: a head (a result without states) and a record
 * for each finished state, samples included. A record counts once it is complete: its length and
 * its checksum stand before it, so that what a killed process has begun to write is told apart.
 * bres_result_load() takes a journal for a result; what is incomplete at its end is left out, with
 * a warning. benchresult-json(5) describes the file.
 *
 * A journal belongs to one thread. The process that has it open holds an advisory lock on the file:
 * a journal that another run has open is BRES_ERROR_CONFLICT, and the lock is tried before anything
 * is said about a journal that exists. A process removes only its own file, even if another one has
 * its path meanwhile. A forked child shares that lock and closes its copy of the journal as soon as
 * it can; the lock stays with the parent.
 */
#ifndef BRES_NVBENCH_JOURNAL_H
#define BRES_NVBENCH_JOURNAL_H

#include "base/base.h"

#include <benchresult/build.h>

typedef struct bres__journal bres__journal;

/* Begins a journal for the benchmarks of `head`, whose states are left out. A file of that name is
 * BRES_ERROR_CONFLICT unless `replace`. When it returns, the head is on disk. After a failure a new
 * file is gone again, and one that was to be replaced is as it was, or gone. */
bres_status bres__journal_create(const char *path, const bres_result *head, bool replace,
                                 bres__journal **journal);
/* The same in two steps: makes a journal that takes records, but does not have its path yet, and
 * gives it the path. BRES_ERROR_CONFLICT if a file is there by then. */
bres_status bres__journal_make(const char *path, const bres_result *head, bres__journal **journal);
bres_status bres__journal_publish(bres__journal *journal);
/* Opens and locks the journal of an earlier run, and leaves its content alone. It takes records
 * only after bres__journal_continue() or bres__journal_restart(). BRES_ERROR_NO_FILE,
 * BRES_ERROR_CONFLICT. */
bres_status bres__journal_open(const char *path, bres__journal **journal);
/* Reads the whole file of an open journal; bres__free() the data in any case. */
bres_status bres__journal_read(const bres__journal *journal, bres__buffer *buffer);
/* Replaces the content of an open journal by the head of a result. */
bres_status bres__journal_restart(bres__journal *journal, const bres_result *head);
/*
 * Goes on with a journal. Its head must be that of `result`, which is under construction, but for
 * `meta`, of which the stopping criteria count (BRES_ERROR_CONFLICT, naming the first difference).
 * The states that it holds are added to `result`, for each benchmark in the journal's order, and
 * what is incomplete at its end is cut off. A file that ends within its head holds nothing: it is
 * begun again. A failure leaves `result` and the complete records as they were. Errors: also those
 * of bres_result_load(), such as BRES_ERROR_SYNTAX for a file that is no journal or is damaged, and
 * BRES_ERROR_VERSION.
 */
bres_status bres__journal_resume(const char *path, bres_result *result, bres__journal **journal);
/* Does the same with a journal that bres__journal_open() has opened. */
bres_status bres__journal_continue(bres__journal *journal, bres_result *result);
/* Appends a state of a benchmark that the head has. When it returns, the state is on disk. After a
 * failure to write, nothing more can be appended (BRES_ERROR_STATE), and the message says whether
 * the file is as it was before; what was complete stays so in any case. */
bres_status bres__journal_append(bres__journal *journal, const bres_state *state);
/* Appends a record that bres__journal_encode() has made. BRES_ERROR_SYNTAX for bytes that are no
 * record; the journal is as it was then. */
bres_status bres__journal_append_record(bres__journal *journal, const char *record, size_t size);
/* Whether an append waits until the record is on the disk; at first it does. Without that a record
 * outlives the process, but perhaps not the system. */
void bres__journal_set_flushed(bres__journal *journal, bool flushed);
/* Appends a record that the next record replaces; it is not flushed. A provisional record that is
 * still there when the journal is read again says that the process has ended meanwhile. */
bres_status bres__journal_append_provisional(bres__journal *journal, const bres_state *state);
/* Removes the provisional record, if there is one. */
bres_status bres__journal_drop_provisional(bres__journal *journal);
/* Gives the lock back; NULL does nothing. The file stays. */
void bres__journal_close(bres__journal *journal);
/* Closes the journal and removes its file, unless another file has its path by now. Releases the
 * journal in any case. */
bres_status bres__journal_remove(bres__journal *journal);

/* A state as a record, for a pipe; it replaces what `record` held. */
bres_status bres__journal_encode(const bres_state *state, bres__text *record);
/* Adds the state of a record to its benchmark in a result under construction that has the same
 * benchmarks. The state can be changed as if it had been built there. BRES_ERROR_SYNTAX for bytes
 * that are no record; a failure leaves the result as it was. */
bres_status bres__journal_decode(const char *record, size_t size, bres_result *result,
                                 bres_state **state);

/* The text begins as a journal does. */
bool bres__journal_is(const char *text, size_t size);

#endif
