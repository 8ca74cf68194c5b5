/* SPDX-License-Identifier: MIT */
/*
 * Writes results. The document is made and output piece by piece, so that neither the whole text
 * nor all samples are ever in memory.
 *
 * The model alone determines the output: each list records whether it was missing, null or a list,
 * and the builders set the form that NVBench would write. A state is therefore written in the same
 * form whether it was built, loaded, or merged from other results.
 */
#ifndef BRES_NVBENCH_WRITE_WRITE_H
#define BRES_NVBENCH_WRITE_WRITE_H

#include "nvbench/nvbench.h"
#include "nvbench/sidecar/lock.h"
#include "nvbench/sidecar/set.h"

/* Bytes of text that are collected before they are output. */
#define BRES__WRITE_TEXT ((size_t)64 << 10)

/* The two kinds of samples, as an index. */
#define BRES__TIMES         0
#define BRES__RATES         1
#define BRES__SIDECAR_KINDS 2

/* How to write samples, and the summaries that name their files. */
typedef enum bres__sidecar_mode {
    BRES__SIDECARS_NONE, /* neither is written */
    BRES__SIDECARS_MAKE, /* new files, and summaries that name them */
    BRES__SIDECARS_ASIDE /* summaries are written unchanged; the caller writes the samples */
} bres__sidecar_mode;

typedef struct bres__write {
    const bres_result *result;
    bres__output *output; /* NULL: the document stays in `text` */
    bres__text text;      /* of the document, as far as it was not output yet */
    bres__json_writer json;
    bres__sidecar_mode sidecars;
    bool without_states;
    uint32_t threads;        /* that write states; 0: one for each CPU */
    bres__sidecar_lock lock; /* of the sets */
    bres__sidecar_set sets[BRES__SIDECAR_KINDS];
} bres__write;

/* Initializes a write of everything into `text`, which the caller frees. */
void bres__write_init(bres__write *write, const bres_result *result);

/* Writes the whole document. */
bres_status bres__write_document(bres__write *write);
/* Outputs the text if it has `threshold` bytes or more and the write has an output. */
bres_status bres__write_flush(bres__write *write, size_t threshold);
/* Writes the elements of the list of states, on several threads if there are many. */
bres_status bres__write_bench_states(bres__write *write, const bres_subbench *bench);
bres_status bres__write_state(bres__write *write, const bres_state *state);
/* Writes a scalar under its key; nothing if it is missing. */
void bres__write_scalar(bres__json_writer *json, const char *key, const bres__scalar *scalar);
/* Writes the members of an object text, which may be NULL, except those listed in `except`. */
void bres__write_extra(bres__json_writer *json, const char *extra, const char *const *except);
/* Begins the list under its key. false if it has no element: the list was then written, or left
 * out, according to `empty`, which is MISSING, NULL or ARRAY. */
bool bres__write_begin_list(bres__json_writer *json, const char *key, size_t count, uint8_t empty);

/* Writes the members of a benchmark's object except its states; `index`: its position in the
 * result. */
void bres__write_bench_facts(bres__json_writer *json, const bres_subbench *bench, size_t index);
/* Write the members of a state's object before and after its summaries. */
void bres__write_state_head(bres__json_writer *json, const bres_state *state);
void bres__write_state_tail(bres__json_writer *json, const bres_state *state);
/* Writes a summary as the model has it. */
void bres__write_summary(bres__json_writer *json, const bres_summary *summary);
/* Writes the axes of a benchmark under their key; `empty` as above. */
void bres__write_axes(bres__json_writer *json, const bres_subbench *bench, uint8_t empty);

/* One kind of samples of a state. */
typedef struct bres__sidecar_entry {
    const char *tag;             /* of the summary; NULL: no samples */
    const bres_summary *summary; /* the summary that names the file; NULL: none yet */
    uint64_t number;             /* of the file; set when the sidecar has been made */
    size_t count;                /* of the samples; likewise */
} bres__sidecar_entry;

/* Whether a summary names a file of samples, of any measurement. */
bool bres__is_sidecar_summary(const bres_summary *summary);
/* Whether any state has samples. */
bool bres__bench_has_samples(const bres_subbench *bench);
bool bres__has_samples(const bres_result *result);
/* Call it before anything is written. Reserves the file numbers that summaries of the state still
 * record, and keeps samples in memory if their files will be removed. */
bres_status bres__prepare_sidecars(bres__write *write, const bres_state *state);
/* The samples of a state by their kind; NULL: none. They are the state's own samples in memory, or
 * copies of those in a file. Copies keep a large result out of memory, and do not affect other
 * users of the state's samples. */
typedef struct bres__sample_set {
    const bres__samples *samples[BRES__SIDECAR_KINDS];
    bres__samples *copies[BRES__SIDECAR_KINDS];
} bres__sample_set;

/* BRES_ERROR_SIDECAR when samples cannot be read, or the kinds differ in number. The caller frees
 * the set in any case. */
bres_status bres__sample_set_read(const bres_state *state, bres__sample_set *set);
void bres__sample_set_free(bres__sample_set *set);
/* Makes the sidecars of a state and fills the entries to record for them. */
bres_status bres__make_sidecars(bres__write *write, const bres_state *state,
                                bres__sidecar_entry entries[BRES__SIDECAR_KINDS]);

#endif
