/* SPDX-License-Identifier: MIT */
/*
 * Room nvbench: reads and writes NVBench's result files.
 *
 * Reading takes three steps. The splitter checks everything outside the states and splits it into
 * parts (read/document.c); it separates the states by following quotes and brackets only. Small
 * parts and axes are read next (parts.c, bench.c, axes.c). Last, several threads decode the states
 * strictly and straight into the model (decode.c, state.c, summary.c).
 *
 * The parts of the room, from the bottom: sidecar, read, write, journal; load.c and journal.c use
 * all of them.
 */
#ifndef BRES_NVBENCH_NVBENCH_H
#define BRES_NVBENCH_NVBENCH_H

#include "base/base.h"
#include "base/json/ends.h"
#include "model/model.h"

#include <benchresult/nvbench.h>
#include <string.h>

/* One load, which all threads share. It does not change while states are decoded. */
typedef struct bres__load {
    bres_load_options options;
    bres_result *result;
    const char *name;        /* of the file, in messages */
    const char *directory;   /* absolute, where sidecars are; NULL: no sidecars */
    const char *sidecar_dir; /* "<file name>-bin" */
    const char *rates_dir;   /* "<file name>-freqs-bin" */
    const char *confinement; /* real path of `directory` when confined, else NULL */
    const char *text;
    size_t size;
    size_t complete; /* of a journal: bytes up to the end of its last complete record */
} bres__load;

/* The text of one state, not checked yet. */
typedef struct bres__state_text {
    const char *begin;
    size_t length;
} bres__state_text;

/* One benchmark, split into its parts. A part that is missing has a NULL slice. */
typedef struct bres__bench_text {
    const char *begin; /* of the benchmark's object */
    bres__slice name;
    bres__slice devices;
    bres__slice axes;
    const char *extra; /* other members as an object text in the document's arena, or NULL */
    bool has_states;
    bres__state_text *states; /* bres__free() */
    size_t state_count;
    size_t state_capacity;
} bres__bench_text;

/* The whole file, split into its parts. */
typedef struct bres__document {
    bres__arena arena;
    bres__json_ends ends;
    bres__slice meta;
    bres__slice devices;
    const char *extra;
    bool has_benchmarks;
    size_t state_count;        /* of all benchmarks */
    bres__bench_text *benches; /* bres__free() */
    size_t bench_count;
    size_t bench_capacity;
} bres__document;

/* Splits a result file. `text` is the loaded text or a part of it. Errors: syntax, limits, and a
 * layout that a result file cannot have. */
bres_status bres__document_split(bres__document *document, const bres__load *load,
                                 const bres__slice *text);
/* Adds a state to a benchmark of the document. BRES_ERROR_LIMIT for too many states. */
bres_status bres__document_add_state(bres__document *document, bres__bench_text *bench,
                                     const bres__load *load, const bres__slice *text);
/* Splits a journal: its head, and the states of its complete records. Sets load->complete. */
bres_status bres__journal_split(bres__document *document, bres__load *load);
/* Gives the decoded states of a journal the samples of their records. */
bres_status bres__journal_take_samples(const bres__load *load, const bres__document *document);
void bres__document_free(bres__document *document);

/* Collects members into the text of an object. All zero is an object without members. */
typedef struct bres__unknown_members {
    bres__text text;
} bres__unknown_members;

void bres__unknown_members_add(bres__unknown_members *members, const bres__slice *key,
                               const bres__slice *value);
/* Whether no member was added. */
bool bres__unknown_members_is_empty(const bres__unknown_members *members);
/* Completes the object. Returns its text with a NUL, valid until it is cleared; NULL: no memory. */
const char *bres__unknown_members_text(bres__unknown_members *members, size_t *length);
/* Removes all members; keeps the memory for the next object. */
void bres__unknown_members_clear(bres__unknown_members *members);
void bres__unknown_members_free(bres__unknown_members *members);

/*
 * Loads load->text. The sidecars are in folders of `directory` that are named after `base`; NULL:
 * no sidecars. A journal contains its samples.
 */
bres_status bres__load_text(bres__load *load, const char *base, const char *directory,
                            bres_result **result);

/*
 * Reports a fault in the values of a file. A strict load sets the error, with its status, file,
 * JSON path, offset and expectation. A lenient load logs a warning and returns BRES_OK. Only for
 * the calling thread of the load; decoders use bres__decoder_fault().
 */
bres_status bres__load_fault(const bres__load *load, bres_status status, const char *at,
                             const char *expected, const char *path, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
void bres__load_warn(const bres__load *load, const char *path, const char *message);
/* Logs one warning if the text has halves of surrogate pairs, which a lenient load reads as U+FFFD.
 */
void bres__load_warn_of_surrogates(const bres__load *load);
/* A cursor over the loaded text, with the limits and the strictness of the load. */
bres__cursor bres__load_cursor(const bres__load *load);
/* The number of bytes of a value that a message quotes. */
static inline int bres__quoted_part(const bres__slice *value)
{
    return value->length < 80 ? (int)value->length : 80;
}
/* Sets BRES_ERROR_VERSION for an object where a list is expected, in strict and lenient loads.
 * `format` makes the path. */
bres_status bres__load_old_layout(const bres__load *load, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Completes the caller's options with defaults. Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION. */
bres_status bres__load_options_take(bres_load_options *options, const bres_load_options *given);
/* Sets the folders of the sidecars of the file `base` in `directory`; NULL: the load ignores
 * sidecars. */
bres_status bres__sidecar_places_set(bres__load *load, const char *base, const char *directory);
/* Adds benchmark number `index` without its states to the result. */
bres_status bres__read_bench(const bres__load *load, const bres__bench_text *text, size_t index);

/* Reads meta, file version and devices of the document into the result. */
bres_status bres__read_parts(const bres__load *load, const bres__document *document);
/* Reads the axes of benchmark number `index` into `bench`. */
bres_status bres__read_axes(const bres__load *load, const bres__bench_text *text, size_t index,
                            bres_subbench *bench);
/* Decodes the states of all benchmarks into the result, in the order of the document. */
bres_status bres__decode_states(const bres__load *load, const bres__document *document);

/* Containers that are open where a state begins: root, benchmarks, a benchmark, states. */
#define BRES__STATE_DEPTH 4

/* Keeps one copy of each text, field and shape. */
typedef struct bres__intern {
    bres__map texts;
    bres__map fields;
    bres__map shapes;
} bres__intern;

/* A warning of a lenient load, kept until all threads are done. */
typedef struct bres__warning {
    size_t order; /* number of the state in the document */
    char *path;
    char *message;
    bool of_missing_file; /* only the first one is reported, with the number of the others */
} bres__warning;

/*
 * A cached prefix: the members of an object up to the value that differs from state to state, and
 * the decoded members. An object that begins with the same bytes as the last object at its index
 * has the same members; comparing the bytes takes a tenth of the time of decoding. Without a text,
 * nothing is cached.
 */
typedef struct bres__summary_prefix {
    bres__slice text; /* from the brace to the colon of `data` */
    bres__summary_shape shape;
} bres__summary_prefix;

typedef struct bres__field_prefix {
    bres__slice text; /* from the brace to the colon of `value` */
    bres__field field;
} bres__field_prefix;

#define BRES__SUMMARY_PREFIXES 64

/* One thread's decoder. */
typedef struct bres__decoder {
    const bres__load *load;
    bres__arena arena; /* what the model keeps */
    bres__intern intern;
    bres__arena scratch; /* decoded keys; emptied after each state */
    bres__cursor cursor;
    bres__unknown_members
        state_members; /* unknown keys of the object that is being read, by its level */
    bres__unknown_members summary_members;
    bres__unknown_members field_members;
    /* Where the decoder is, for messages: -1 for a level that it is not in. */
    size_t bench_index;
    size_t state_index;
    size_t order;
    long summary_index;
    long field_index;
    const char *list; /* "data" or "axis_values": the list that field_index refers to */
    const char *tag;  /* of the summary, NULL while unknown */
    /* Elements of the list that is being read. */
    bres_value *values;
    size_t value_count;
    size_t value_capacity;
    const char **inputs; /* input strings of axis values; NULL: none */
    size_t input_capacity;
    bres_summary *summaries;
    size_t summary_count;
    size_t summary_capacity;
    bres__warning *warnings;
    bres__arena warning_texts;
    size_t warning_count;
    size_t warning_capacity;
    bres__summary_prefix summary_prefixes[BRES__SUMMARY_PREFIXES]; /* by index in the state */
    bres__field_prefix field_prefix;
} bres__decoder;

/* If the object at the cursor begins with the cached prefix, enters the object and moves the cursor
 * past the prefix. */
static inline bool bres__decoder_pass_prefix(bres__decoder *decoder, const bres__slice *head)
{
    bres__cursor *cursor = &decoder->cursor;

    if (head->length == 0 || (size_t)(cursor->end - cursor->next) < head->length ||
        memcmp(cursor->next, head->data, head->length) != 0)
        return false;
    cursor->next += head->length;
    cursor->depth++;
    return true;
}

/* Initializes a decoder of the load's text. */
void bres__decoder_init(bres__decoder *decoder, const bres__load *load);
/* Frees the decoder, except memory that another arena has adopted. */
void bres__decoder_free(bres__decoder *decoder);
/* Decodes one state into *state, which lives in the decoder's arena. */
bres_status bres__decode_state(bres__decoder *decoder, const bres_subbench *bench,
                               const bres__state_text *text, bres_state **state);
/* Reads the `summaries` list at the cursor into the state. */
bres_status bres__decode_summaries(bres__decoder *decoder, bres_state *state);
/*
 * Reads a list of named values at the cursor into decoder->values. Values in the `data` of a
 * summary (judge = true) are checked against their declared types. For `axis_values`, the input
 * strings are kept in decoder->inputs.
 */
bres_status bres__decode_values(bres__decoder *decoder, bool judge);
/* Reads a value of any kind; containers are kept as text. */
bres_status bres__decode_scalar(bres__decoder *decoder, bres__scalar *scalar);
/* Keeps a member that the model does not have. */
bres_status bres__decode_extra(bres__decoder *decoder, bres__unknown_members *members,
                               const bres__slice *key);
/* *extra: the members kept since the last call, as one shared text; NULL: none. */
bres_status bres__decode_take_extra(bres__decoder *decoder, bres__unknown_members *members,
                                    const char **extra);
/* As bres__load_fault(), for the state being decoded. `member`: the faulty key in the innermost
 * object, or NULL. */
bres_status bres__decoder_fault(bres__decoder *decoder, bres_status status, const char *at,
                                const char *expected, const char *member, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

/* Records a warning that a file of the state does not exist. */
bres_status bres__decoder_warn_missing(bres__decoder *decoder, const char *file);
/* Records a warning about the state that is not a fault, even in a strict load. */
bres_status bres__decoder_warn(bres__decoder *decoder, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Reads any value: its kind, and the content of a string or the text of another value. */
bres_status bres__decode_any(bres__decoder *decoder, bres__json_kind *kind, bres__slice *slice);

/* Where the next value begins. */
static inline const char *bres__value_at(bres__decoder *decoder)
{
    bres__json_peek(&decoder->cursor);
    return decoder->cursor.next;
}

/* Walks to the next object of a list. *index: its index; begin with -1. Elements of another kind
 * are faults. */
bool bres__decode_next_object(bres__decoder *decoder, bres__json_walk *walk, long *index);

/* The shared copy of a text, a field or a shape; NULL without memory. */
const char *bres__intern_text(bres__decoder *decoder, const char *text, size_t length);
const bres__field *bres__intern_field(bres__decoder *decoder, const bres__field *field);
const bres__summary_shape *bres__intern_shape(bres__decoder *decoder,
                                              const bres__summary_shape *shape);
void bres__intern_free(bres__intern *intern);

/* The first summary with a tag, which is the one that names a sidecar; NULL: none. */
const bres_summary *bres__first_summary(const bres_state *state, const char *tag);
/* Finds the files of the state's samples and checks their sizes; sets state->sources. */
bres_status bres__attach_sidecars(bres__decoder *decoder, bres_state *state);
/* A file of samples as it is when the result is loaded. */
typedef struct bres__sidecar_file {
    const char *path; /* in the arena */
    int error;        /* errno of its examination; 0: `status` is valid */
    struct stat status;
} bres__sidecar_file;

/* Finds the file with a recorded name. If it exists nowhere, its path is the first path that was
 * examined. false: no memory. */
bool bres__sidecar_find(const bres__load *load, const char *recorded, bres__arena *arena,
                        bres__sidecar_file *file);
/* Whether a path lies in the directory, symbolic links followed. Both must exist. */
bool bres__path_is_inside(const char *path, const char *real_directory);
/* The model's callback that loads the samples of a sidecar. */
bres_status bres__load_samples(const bres_result *result, const bres__sidecar *sidecar,
                               bres__samples **samples);

#endif
