/* SPDX-License-Identifier: MIT */
/*
 * Loading and writing the JSON files of NVBench and their sidecars, which hold samples.
 * benchresult-json(5) describes the format of these files and of journals.
 *
 * Thread safety: loading is thread-safe. Only one thread at a time may write to a path.
 *
 * Errors: after an error, *result and *json are NULL. For an error in a file, bres_last_error()
 * names the file, the place in the document, the found value and the accepted values. Since 0.1.
 */
#ifndef BENCHRESULT_NVBENCH_H
#define BENCHRESULT_NVBENCH_H

#include <benchresult/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A malformed value becomes absent, and samples in a sidecar of the wrong size are unreadable, each
 * with a warning. Without this flag, the first such fault fails the load. Invalid JSON, a wrong
 * layout and an exceeded limit always fail the load. For a file of another tool, only
 * bres_result_import() obeys this flag: it drops malformed records. */
#define BRES_LOAD_LENIENT      UINT32_C(1)
/* If a sidecar is not found elsewhere, search the working directory. */
#define BRES_LOAD_CWD_FALLBACK UINT32_C(2)
/* Resolve symbolic links, and fail with BRES_ERROR_SIDECAR if a sidecar is outside the directory of
 * the JSON file. Use this flag for results from untrusted sources. */
#define BRES_LOAD_CONFINE      UINT32_C(4)

/* Options of a load. Initialize them with bres_load_options_init(), then change members. */
typedef struct bres_load_options {
    size_t size;           /* set by bres_load_options_init() */
    uint32_t flags;        /* BRES_LOAD_* bits; default 0: a strict load */
    uint32_t threads;      /* threads that decode states; default 0: one per online CPU */
    bres_log_fn log;       /* receives warnings during the load; default NULL: no handler */
    void *log_user;        /* pointer that `log` receives */
    const char *name;      /* for memory and descriptors: file name in messages; the directories of
                              sidecars are then NAME-bin and NAME-freqs-bin; default NULL:
                              "<memory>" or "<fd N>" */
    const char *directory; /* for memory and descriptors: directory of the sidecars; default NULL:
                              the states have no samples */
    uint64_t max_bytes;    /* size of the JSON text or of the journal in bytes; default 4 GiB */
    uint64_t max_states;   /* number of states in all benchmarks; default 10,000,000 */
    uint64_t max_string;   /* length of a string in bytes; default 16 MiB */
    uint32_t max_depth;    /* depth of nested lists and objects; default 256, at most 1024 */
    uint32_t reserved;     /* 0 */
} bres_load_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_load_options_init(bres_load_options *options);

/*
 * Loads a file. `options` may be NULL for the defaults. The caller owns *result, which has one
 * reference, and releases it with bres_result_unref(). A load either succeeds as a whole or fails.
 * Thread-safe.
 *
 * The load checks the whole text, each value against its declared type, and the size of each
 * sidecar against the recorded size. The text must follow RFC 8259; the literals NaN, Infinity and
 * -Infinity are also accepted. If a key repeats in an object, the last value counts. The first use
 * of samples reads them from the sidecar. A missing sidecar is not an error: the state has no
 * samples, and the log handler receives a warning.
 *
 * Also loads the journal of an unfinished benchmark ("OUT.partial"), recognized by its first bytes.
 * A journal contains its samples. An incomplete last record is dropped with a warning, also in a
 * strict load; any other damage is BRES_ERROR_SYNTAX.
 *
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_SYNTAX, BRES_ERROR_KEY, BRES_ERROR_KIND,
 * BRES_ERROR_VALUE, BRES_ERROR_SIDECAR, BRES_ERROR_LIMIT, BRES_ERROR_MEMORY, BRES_ERROR_ARGUMENT;
 * BRES_ERROR_VERSION for the layout from before 2022, a journal of a later version, or an option
 * struct that this library does not know.
 */
BRES_API bres_status bres_result_load(const char *path, const bres_load_options *options,
                                      bres_result **result);
/* Loads from `size` bytes of memory. The function does not read this memory after the call.
 * Otherwise works like bres_result_load(). */
BRES_API bres_status bres_result_load_memory(const void *data, size_t size,
                                             const bres_load_options *options,
                                             bres_result **result);
/* Loads from a file descriptor, which may be a pipe, from the current position to the end. Leaves
 * the descriptor open. Otherwise works like bres_result_load(). */
BRES_API bres_status bres_result_load_fd(int fd, const bres_load_options *options,
                                         bres_result **result);

/* Omit samples and frequencies, and the summaries that name their files. */
#define BRES_WRITE_NO_SIDECARS UINT32_C(1)

/* Options of a write. Initialize them with bres_write_options_init(), then change members. */
typedef struct bres_write_options {
    size_t size;       /* set by bres_write_options_init() */
    uint32_t flags;    /* BRES_WRITE_* bits; default 0: samples are written to sidecars */
    uint32_t reserved; /* 0 */
} bres_write_options;

/* Sets the size of the struct and the defaults. */
BRES_API void bres_write_options_init(bres_write_options *options);

/*
 * Writes the result to a file (NVBench JSON 1.0.0), and the samples to sidecars in the same
 * directory. Creates missing parent directories. `options` may be NULL for the defaults.
 *
 * Replaces the old result as a whole: writes the new sidecars under file names with unused
 * numbers, writes the JSON to a temporary file in the same directory, flushes and renames this
 * file, and removes the old sidecars. If a step fails, the old result does not change, and the
 * function removes the new files.
 *
 * If the path is a symbolic link, replaces the target of the link; the sidecars are beside the
 * link, so load the result by the path of the link. Writes directly and without sidecars to a
 * path that is not a regular file, such as a terminal or a pipe. A loaded result may be written
 * over its own file; its samples are then kept in memory. Only one thread at a time may write to a
 * path.
 *
 * Errors: BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_MEMORY, BRES_ERROR_SIDECAR if the samples
 * are no longer readable, BRES_ERROR_CONFLICT if other processes repeatedly removed the directory
 * of sidecars, BRES_ERROR_ARGUMENT, BRES_ERROR_VERSION.
 */
BRES_API bres_status bres_result_write(const bres_result *result, const char *path,
                                       const bres_write_options *options);
/* Writes the JSON to a file descriptor, without sidecars. After an error, the output may be
 * incomplete. */
BRES_API bres_status bres_result_write_fd(const bres_result *result, int fd,
                                          const bres_write_options *options);

/* Stores a benchmark without its states as the text of a JSON object, as bres_result_write() writes
 * it, including unknown members. The caller frees *json with bres_string_free(). Errors:
 * BRES_ERROR_ARGUMENT, BRES_ERROR_MEMORY. */
BRES_API bres_status bres_subbench_json(const bres_subbench *bench, char **json);
/* Stores a state without its summaries as JSON text; see bres_subbench_json(). */
BRES_API bres_status bres_state_json(const bres_state *state, char **json);
/* Stores a summary as JSON text; see bres_subbench_json(). */
BRES_API bres_status bres_summary_json(const bres_summary *summary, char **json);

#ifdef __cplusplus
}
#endif

#endif
