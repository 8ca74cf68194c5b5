/* SPDX-License-Identifier: MIT */
/*
 * Writing results. The document is made piece by piece and handed to the output, so that neither
 * its text nor the samples are ever held whole.
 *
 * What is written is decided by the model alone: each list remembers whether it was missing, null
 * or a list, and the builders set what NVBench would write. So a state is written alike whether it
 * was built, loaded, or merged from other results, and keeps what it was in each of them.
 */
#ifndef BRES_NVBENCH_WRITE_WRITE_H
#define BRES_NVBENCH_WRITE_WRITE_H

#include "nvbench/nvbench.h"
#include "nvbench/sidecar/lock.h"
#include "nvbench/sidecar/set.h"

/* Bytes of text that are collected before they go to the output. */
#define BRES__WRITE_TEXT ((size_t)64 << 10)

/* The two kinds of samples, as an index. */
#define BRES__TIMES         0
#define BRES__RATES         1
#define BRES__SIDECAR_KINDS 2

/* What becomes of samples, and of the summaries that name their files. */
typedef enum bres__sidecar_mode {
    BRES__SIDECARS_NONE, /* neither is written */
    BRES__SIDECARS_MAKE, /* new files, and summaries that name them */
    BRES__SIDECARS_ASIDE /* summaries are written as they are, samples are somebody else's task */
} bres__sidecar_mode;

typedef struct bres__write {
    const bres_result *result;
    bres__output *output; /* NULL: the document stays in `text` */
    bres__text text;      /* of the document, as far as it was not handed to the output */
    bres__json_writer json;
    bres__sidecar_mode sidecars;
    bool without_states;
    uint32_t threads;        /* that write states; 0: one for each CPU */
    bres__sidecar_lock lock; /* of the sets */
    bres__sidecar_set sets[BRES__SIDECAR_KINDS];
} bres__write;

/* A write of everything into `text`, which the caller frees. */
void bres__write_init(bres__write *write, const bres_result *result);

/* Writes the whole document. */
bres_status bres__write_document(bres__write *write);
/* Hands the text to the output when there is enough of it, if there is an output. */
bres_status bres__write_flush(bres__write *write, size_t threshold);
/* The elements of the list of states. Several threads write many of them. */
bres_status bres__write_bench_states(bres__write *write, const bres_subbench *bench);
bres_status bres__write_state(bres__write *write, const bres_state *state);
/* A scalar under its key; nothing when it is missing. */
void bres__write_scalar(bres__json_writer *json, const char *key, const bres__scalar *scalar);
/* Writes the members of an object text, which may be NULL, but for those `except` lists. */
void bres__write_extra(bres__json_writer *json, const char *extra, const char *const *except);
/* Begins the list under its key. false when it has no element: it is then written, or left out, as
 * `empty` says, which is MISSING, NULL or ARRAY. */
bool bres__write_begin_list(bres__json_writer *json, const char *key, size_t count, uint8_t empty);

/* The members of a benchmark's object but for its states; `index` is its place in the result. */
void bres__write_bench_facts(bres__json_writer *json, const bres_subbench *bench, size_t index);
/* The members of a state's object before and behind its summaries. */
void bres__write_state_head(bres__json_writer *json, const bres_state *state);
void bres__write_state_tail(bres__json_writer *json, const bres_state *state);
/* A summary as the model has it. */
void bres__write_summary(bres__json_writer *json, const bres_summary *summary);
/* The axes of a benchmark under their key; `empty` is for none, as above. */
void bres__write_axes(bres__json_writer *json, const bres_subbench *bench, uint8_t empty);

/* One kind of samples of a state. */
typedef struct bres__sidecar_entry {
    const char *tag;             /* of the summary; NULL: there are no samples */
    const bres_summary *summary; /* the summary that names the file; NULL: there is none yet */
    uint64_t number;             /* these are known when the sidecar has been made */
    size_t count;
} bres__sidecar_entry;

/* Whether a summary names a file of samples, of whatever measurement. */
bool bres__is_sidecar_summary(const bres_summary *summary);
/* Whether any state has samples. */
bool bres__bench_has_samples(const bres_subbench *bench);
bool bres__has_samples(const bres_result *result);
/* Before anything is written: keeps the numbers that stay recorded in summaries of the state, and
 * in memory those samples whose files will be removed. */
bres_status bres__prepare_sidecars(bres__write *write, const bres_state *state);
/* The samples of a state by their kind, NULL where there are none: its own, or copies of what is
 * in a file, so that a large result does not stay in memory, and nobody who uses the samples of the
 * state meanwhile is disturbed. */
typedef struct bres__sample_set {
    const bres__samples *samples[BRES__SIDECAR_KINDS];
    bres__samples *copies[BRES__SIDECAR_KINDS];
} bres__sample_set;

/* BRES_ERROR_SIDECAR when samples cannot be read, or the kinds differ in number. The caller frees
 * the set in any case. */
bres_status bres__sample_set_read(const bres_state *state, bres__sample_set *set);
void bres__sample_set_free(bres__sample_set *set);
/* Makes the sidecars of a state and says what to record of them. */
bres_status bres__make_sidecars(bres__write *write, const bres_state *state,
                                bres__sidecar_entry entries[BRES__SIDECAR_KINDS]);

#endif
