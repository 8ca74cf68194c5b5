/* SPDX-License-Identifier: MIT */
/*
 * NVBench's JSON result files and their sidecars: load and write. The format, and that of the
 * journals that are loaded, is described in benchresult-json(5).
 */
#ifndef BENCHRESULT_NVBENCH_H
#define BENCHRESULT_NVBENCH_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A malformed value, or a sidecar of the wrong size, becomes absent with a warning instead of
 * failing the load. Text that is not JSON, a wrong layout and a crossed limit fail it all the same.
 */
#define BRES_LOAD_LENIENT      UINT32_C(1)
/* A sidecar that is found nowhere else is looked for in the working directory. */
#define BRES_LOAD_CWD_FALLBACK UINT32_C(2)
/* Refuse sidecars outside the directory of the JSON file (BRES_ERROR_SIDECAR), symbolic links
 * followed. For results from people you do not know. */
#define BRES_LOAD_CONFINE      UINT32_C(4)

/* How to load. Initialise with bres_load_options_init(), then change what you need. */
typedef struct bres_load_options {
    size_t size;           /* set by bres_load_options_init() */
    uint32_t flags;        /* BRES_LOAD_* bits; default 0: strict */
    uint32_t threads;      /* threads that decode states; default 0: one per online CPU */
    bres_log_fn log;       /* receives warnings during the load; default NULL: nobody */
    void *log_user;        /* handed to `log` */
    const char *name;      /* for memory and descriptors: the file name in messages, and what the
                              sidecar folders are named after; default NULL: "<memory>", "<fd N>" */
    const char *directory; /* for memory and descriptors: where sidecars are looked for; default
                              NULL: the states have none */
    uint64_t max_bytes;    /* size of the JSON text, or of the journal; default 4 GiB */
    uint64_t max_states;   /* states in all benchmarks; default 10,000,000 */
    uint64_t max_string;   /* bytes of one string; default 16 MiB */
    uint32_t max_depth;    /* nested lists and objects; default 256, at most 1024 */
    uint32_t reserved;     /* 0 */
} bres_load_options;

BRES_API void bres_load_options_init(bres_load_options *options);

/*
 * Loads a result file. `options` may be NULL for the defaults. The caller owns *result (one
 * reference); give it back with bres_result_unref(). Thread-safe.
 *
 * The whole text is checked: RFC 8259, and the literals NaN, Infinity and -Infinity, as Python
 * writes them; of repeated keys the last counts. Values are checked against their declared type,
 * and the size of each sidecar against the recorded one; the samples are read on first use. A
 * missing sidecar is no error, but a warning.
 *
 * The journal of a benchmark that has not come to its end ("OUT.partial") is loaded like a result:
 * it is known by its first bytes, and holds its samples itself. An incomplete record at its end is
 * left out with a warning, in a strict load, too; damage is BRES_ERROR_SYNTAX with its offset.
 *
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_SYNTAX, BRES_ERROR_KEY, BRES_ERROR_KIND,
 * BRES_ERROR_VALUE, BRES_ERROR_SIDECAR, BRES_ERROR_LIMIT, BRES_ERROR_MEMORY; BRES_ERROR_VERSION for
 * the layout of before 2022, a later journal and an option struct that this library does not know;
 * BRES_ERROR_ARGUMENT. Nothing is loaded in part.
 */
BRES_API bres_status bres_result_load(const char *path, const bres_load_options *options,
                                      bres_result **result);
/* The same from `size` bytes of memory, which are read during the call only. */
BRES_API bres_status bres_result_load_memory(const void *data, size_t size,
                                             const bres_load_options *options,
                                             bres_result **result);
/* The same from a descriptor (a pipe, too), read to its end from where it stands; it stays open. */
BRES_API bres_status bres_result_load_fd(int fd, const bres_load_options *options,
                                         bres_result **result);

/* Leave out samples and frequencies, and the summaries that name their files. */
#define BRES_WRITE_NO_SIDECARS UINT32_C(1)

/* How to write. Initialise with bres_write_options_init(), then change what you need. */
typedef struct bres_write_options {
    size_t size;       /* set by bres_write_options_init() */
    uint32_t flags;    /* BRES_WRITE_* bits; default 0: samples go into sidecars */
    uint32_t reserved; /* 0 */
} bres_write_options;

BRES_API void bres_write_options_init(bres_write_options *options);

/*
 * Writes NVBench JSON 1.0.0. `options` may be NULL. Missing parent directories are made.
 *
 * A file is replaced as a whole: new sidecars under unused numbers, then the JSON through a
 * temporary file in the same directory (flushed, renamed), then the old sidecars are removed. When
 * anything fails, the old result is as it was and nothing new stays behind. A symbolic link is
 * followed; something that is no regular file (a terminal, a pipe) is written to directly, without
 * sidecars. One writer at a time may write to a path.
 *
 * Writing over the file that the result was loaded from is fine: its samples are then kept in
 * memory.
 *
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO (a full disk, too), BRES_ERROR_MEMORY,
 * BRES_ERROR_SIDECAR when samples cannot be read any more, BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_result_write(const bres_result *result, const char *path,
                                       const bres_write_options *options);
/* Writes the JSON to a descriptor, without sidecars, as with BRES_WRITE_NO_SIDECARS. What was
 * written before an error stays written. */
BRES_API bres_status bres_result_write_fd(const bres_result *result, int fd,
                                          const bres_write_options *options);

/*
 * One part of a result as the text of a JSON object, as bres_result_write() has it: each value of
 * the kind that it has in the file, and unknown keys, too. For what the getters of
 * benchresult/model.h do not tell apart. The caller frees *json with bres_string_free().
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY.
 */

/* A benchmark without its states. */
BRES_API bres_status bres_subbench_json(const bres_subbench *bench, char **json);
/* A state without its summaries. */
BRES_API bres_status bres_state_json(const bres_state *state, char **json);
BRES_API bres_status bres_summary_json(const bres_summary *summary, char **json);

#ifdef __cplusplus
}
#endif

#endif
