/* SPDX-License-Identifier: MIT */
/*
 * Status codes, the error record of a thread, log handlers, the version, files of text, and clocks.
 *
 * Conventions of the whole library:
 * - A function that can fail returns bres_status. It sets its out-parameters to NULL or zero on
 *   entry and fills them last. A getter that returns bool writes its out-parameter only when it
 *   returns true.
 * - A pointer that a function returns is borrowed from the handle it was asked of; a handle that
 *   comes through an out-parameter belongs to the caller only where the comment says so.
 * - Releasing NULL does nothing.
 * - Times are seconds, rates are hertz, sizes are bytes. Text is UTF-8, ended by NUL.
 */
#ifndef BENCHRESULT_BASE_H
#define BENCHRESULT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BRES_VERSION_MAJOR  0
#define BRES_VERSION_MINOR  1
#define BRES_VERSION_PATCH  0
#define BRES_VERSION_STRING "0.1.0"

#if defined(__GNUC__)
#define BRES_API __attribute__((visibility("default")))
#else
#define BRES_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. Values are never renumbered. */
typedef enum bres_status {
    BRES_OK = 0,
    BRES_ERROR_ARGUMENT = 1, /* a NULL handle, an index or option out of its range */
    BRES_ERROR_MEMORY = 2,   /* an allocation failed */
    BRES_ERROR_NO_FILE = 3,  /* a file or a directory on its path does not exist */
    BRES_ERROR_IO = 4, /* the system refused to open, read or write; see bres_last_error_errno() */
    BRES_ERROR_SYNTAX = 5,  /* not JSON, not UTF-8, or text after the document */
    BRES_ERROR_KEY = 6,     /* a required key is missing, or a name stands for nothing */
    BRES_ERROR_KIND = 7,    /* a JSON value of the wrong kind, such as a string for a list */
    BRES_ERROR_VALUE = 8,   /* a value that does not parse, or has the wrong declared type */
    BRES_ERROR_SIDECAR = 9, /* a sidecar of the wrong size, changed, or refused by confinement */
    BRES_ERROR_LIMIT = 10,  /* larger, longer or deeper than the load options allow */
    BRES_ERROR_VERSION =
        11, /* a file layout that is too old, or an option struct that is too new */
    BRES_ERROR_CONFLICT = 12, /* results that contradict each other cannot be merged */
    BRES_ERROR_STATE = 13, /* the handle does not allow this now: a loaded result never changes */
    BRES_ERROR_NO_DEVICE = 14,  /* no driver that works, or no GPU */
    BRES_ERROR_CUDA = 15,       /* a call of the GPU's driver failed */
    BRES_ERROR_UNSUPPORTED = 16 /* not with this driver or device, or not with these permissions */
} bres_status;

/* The name of a status as in this header ("BRES_ERROR_MEMORY"), "unknown status" for any other
 * number. Never NULL, static, thread-safe. */
BRES_API const char *bres_status_name(bres_status status);

/* The version of the library that is loaded, such as "0.1.0"; BRES_VERSION_STRING is the one that
 * was compiled against. Static, thread-safe. */
BRES_API const char *bres_version(void);

/*
 * The error record of the calling thread: what its last failing call said. Every text is never
 * NULL, empty when unknown or when nothing has failed, and valid until the next failing call of
 * the same thread. A call that succeeds leaves the record alone.
 */

/* The whole sentence: file, place, what is wrong and what was expected. Control characters of what
 * it quotes are shown as \x1B or \u009B. */
BRES_API const char *bres_last_error(void);
/* BRES_OK when nothing has failed. */
BRES_API bres_status bres_last_error_status(void);
/* The file that the error is about. */
BRES_API const char *bres_last_error_file(void);
/* The place in a JSON document, such as "benchmarks[0].states[3].summaries[1].data[0].value". */
BRES_API const char *bres_last_error_path(void);
/* Byte offset in the file or text, counted from 0; -1 when unknown. */
BRES_API int64_t bres_last_error_offset(void);
/* What would have been right, such as "int64". */
BRES_API const char *bres_last_error_expected(void);
/* The system's errno behind BRES_ERROR_IO and BRES_ERROR_NO_FILE, otherwise 0. */
BRES_API int bres_last_error_errno(void);

/* How serious a log message is. Values are never renumbered. */
typedef enum bres_log_level {
    BRES_LOG_WARNING = 1, /* something is missing or odd; the call goes on without it */
    BRES_LOG_INFO = 2     /* what is being done */
} bres_log_level;

/*
 * Receives messages that are no failures. `user` is the pointer given beside the handler,
 * `message` one sentence without a newline, valid during the call. Called on the thread that
 * called the library, only while that call runs; it must not call back into the same handle.
 */
typedef void (*bres_log_fn)(void *user, bres_log_level level, const char *message);

/*
 * Replaces a file as a whole by `size` bytes, such as a report: they are written beside it, flushed
 * and renamed over it, so that there is the old file or the new one, never a part. A symbolic link
 * is followed and the permissions of a file are kept. What is no regular file, such as a pipe or
 * /dev/stdout, is written to directly. Thread-safe.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_MEMORY.
 */
BRES_API bres_status bres_write_file(const char *path, const char *data, size_t size);

/*
 * A clock and a way to pass time, for measurements: replace it to test in virtual time. Functions
 * are called on the thread that measures.
 */
typedef struct bres_clock {
    size_t size;                 /* set by bres_clock_init() */
    uint64_t (*now)(void *user); /* nanoseconds since any fixed moment */
    void (*sleep)(void *user, uint64_t nanoseconds);
    void *user; /* handed to both */
} bres_clock;

/* The system's: CLOCK_MONOTONIC_RAW, and clock_nanosleep(), which signals do not cut short. */
BRES_API void bres_clock_init(bres_clock *clock);

/* What a named value holds: in a result, or a parameter. Values are never renumbered. */
typedef enum bres_kind {
    BRES_KIND_ABSENT = 0, /* no such value, or (lenient load) a malformed one */
    BRES_KIND_NULL = 1,   /* JSON null: known to be unknown */
    BRES_KIND_INT64 = 2,
    BRES_KIND_FLOAT64 = 3, /* in a result it may be infinite or NaN */
    BRES_KIND_STRING = 4
} bres_kind;

/* Releases a text that a function gave away (its comment says so). Thread-safe. */
BRES_API void bres_string_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
