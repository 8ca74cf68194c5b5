/* SPDX-License-Identifier: MIT */
/*
 * The contents of a journal, as benchresult-json(5) describes them: a signature, a record with the
 * head, and a record for each state.
 */
#ifndef BRES_NVBENCH_JOURNAL_RECORD_H
#define BRES_NVBENCH_JOURNAL_RECORD_H

#include "nvbench/journal.h"
#include "nvbench/write/write.h"

/* The signature is the name, the version, and a newline. */
#define BRES__JOURNAL_NAME      "benchresult-journal "
#define BRES__JOURNAL_VERSION   "1"
#define BRES__JOURNAL_SIGNATURE BRES__JOURNAL_NAME BRES__JOURNAL_VERSION "\n"

/* Bytes before the JSON text of a record. */
#define BRES__RECORD_HEADER 32
/* The benchmark of the record with the head. */
#define BRES__RECORD_HEAD   UINT32_MAX

typedef struct bres__record {
    uint32_t bench;
    uint32_t kinds; /* of its samples: bits 1 << BRES__TIMES and 1 << BRES__RATES */
    size_t count;   /* of the samples of each kind */
    bres__slice json;
    const char *samples; /* the kinds one after the other, not aligned */
    size_t size;         /* of the whole record */
} bres__record;

/* The state of the bytes at an offset of a journal. */
typedef enum bres__record_state {
    BRES__RECORD_COMPLETE,
    BRES__RECORD_INCOMPLETE, /* the journal ends here, or within a record that begins here */
    BRES__RECORD_DAMAGED     /* neither of these */
} bres__record_state;

/* Checks and reads the record at `data`, where `size` bytes are left. */
bres__record_state bres__record_read(const char *data, size_t size, bres__record *record);
/* Reads the header of a complete record. */
void bres__record_fields(const char *data, bres__record *record);
/* Gives the samples of a record to a state that has none. */
bres_status bres__record_take_samples(const bres__record *record, bres_state *state);

/*
 * Returns BRES_ERROR_CONFLICT, naming the first difference, unless the loaded journal and the
 * result have the same devices, and the same benchmarks with the same settings and axes. If the
 * meta sections of both name stopping criteria and clocks, these must be the same, too.
 */
bres_status bres__journal_compare_heads(const bres_result *journal, const bres_result *result);

/* Moves the states of a loaded journal to the end of the same benchmarks of a result under
 * construction, which takes over the journal's memory. After that, `from` can only be freed. */
bres_status bres__journal_move_states(bres_result *from, bres_result *result);

/* Whether a file is a journal that ends within its head. */
bool bres__journal_lacks_head(const char *text, size_t size);

/* Replaces `text` by the beginning of a journal: the signature and the head of a result. */
bres_status bres__journal_encode_head(const bres_result *result, bres__text *text);

#endif
