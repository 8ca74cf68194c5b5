/* SPDX-License-Identifier: MIT */
/*
 * Status codes, the error record of each thread, log handlers, the version, text files and clocks.
 *
 * Conventions of the whole library:
 * - A function that can fail returns bres_status. It first sets its out-parameters to NULL or zero,
 * and fills them last. A few functions return a pointer instead, and NULL after a failure. A getter
 * that returns bool writes its out-parameter only if it returns true.
 * - Returned pointers, and handles that out-parameters receive, are borrowed from the handle that
 * the caller passes. They belong to the caller only if the comment of the function says so.
 * - Functions that free or release a handle ignore NULL.
 * - Times are in seconds, rates in hertz, sizes in bytes. Text is UTF-8 and ends with NUL.
 *
 * All functions of this header are thread-safe. Since 0.1.
 */
#ifndef BENCHRESULT_BASE_H
#define BENCHRESULT_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the headers at compile time. */
#define BRES_VERSION_MAJOR  0
#define BRES_VERSION_MINOR  1
#define BRES_VERSION_PATCH  0
#define BRES_VERSION_STRING "0.1.0"

/* Marks a function that the shared library exports. */
#if defined(__GNUC__)
#define BRES_API __attribute__((visibility("default")))
#else
#define BRES_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call; every error is greater than 0. Values are never renumbered. */
typedef enum bres_status {
    BRES_OK = 0,             /* the call succeeded */
    BRES_ERROR_ARGUMENT = 1, /* a required pointer is NULL, or a value is out of range */
    BRES_ERROR_MEMORY = 2,   /* an allocation failed */
    BRES_ERROR_NO_FILE = 3,  /* a file, or a directory on its path, does not exist */
    BRES_ERROR_IO = 4, /* a file cannot be opened, read or written; see bres_last_error_errno() */
    BRES_ERROR_SYNTAX = 5,    /* a text does not follow its syntax, such as JSON, or is not UTF-8 */
    BRES_ERROR_KEY = 6,       /* a required key is missing, or a name is unknown */
    BRES_ERROR_KIND = 7,      /* a value of the wrong kind, such as a string in place of a list */
    BRES_ERROR_VALUE = 8,     /* a value is not valid, or its declared type is wrong */
    BRES_ERROR_SIDECAR = 9,   /* a sidecar (file of samples) has the wrong size, has changed, or is
                                 refused */
    BRES_ERROR_LIMIT = 10,    /* a size, number, depth or duration is above its limit */
    BRES_ERROR_VERSION = 11,  /* a file layout is too old or too new, or a struct is too new or was
                                 not initialized */
    BRES_ERROR_CONFLICT = 12, /* results contradict each other, or a name already exists */
    BRES_ERROR_STATE = 13,    /* the handle does not allow this call: a loaded result, for example,
                                 never changes */
    BRES_ERROR_NO_DEVICE = 14,   /* no GPU or no working driver is available */
    BRES_ERROR_CUDA = 15,        /* a call of the GPU driver failed */
    BRES_ERROR_UNSUPPORTED = 16, /* a driver, device, tool or permission prevents the call */
    BRES_ERROR_INTERRUPTED = 17  /* a callback of the caller stopped the function */
} bres_status;

/* Returns the name of a status, such as "BRES_ERROR_MEMORY"; "unknown status" for any other number.
 * Static, never NULL. */
BRES_API const char *bres_status_name(bres_status status);

/* Returns the version of the loaded library, such as "0.1.0". Static. */
BRES_API const char *bres_version(void);

/*
 * The error record of the calling thread: a call that fails fills the record, a call that succeeds
 * does not change it. The texts are never NULL, empty if unknown or if no call has failed, and
 * valid until the next failing call of the same thread.
 */

/* Returns the whole message: the file, the place in the file, the fault and the accepted values.
 * Control characters in quoted texts are escaped as \n, \x1B or \u009B. */
BRES_API const char *bres_last_error(void);
/* Returns the status of the failed call; BRES_OK if no call has failed. */
BRES_API bres_status bres_last_error_status(void);
/* Returns the file with the fault. */
BRES_API const char *bres_last_error_file(void);
/* Returns the place in a JSON document, such as
 * "benchmarks[0].states[3].summaries[1].data[0].value". */
BRES_API const char *bres_last_error_path(void);
/* Returns the byte offset of the error in the file or text, counted from 0; -1 if unknown. */
BRES_API int64_t bres_last_error_offset(void);
/* Returns the accepted values, such as "int64". */
BRES_API const char *bres_last_error_expected(void);
/* Returns errno for BRES_ERROR_IO and BRES_ERROR_NO_FILE; 0 for other errors. */
BRES_API int bres_last_error_errno(void);

/* The level of a log message. Values are never renumbered. */
typedef enum bres_log_level {
    BRES_LOG_WARNING = 1, /* the call continues, but the input or a measurement is incomplete,
                             unusual or disturbed */
    BRES_LOG_INFO = 2     /* progress */
} bres_log_level;

/*
 * Receives a message that is not an error. `user` is the pointer next to the handler in the option
 * struct; `message` is one sentence without a newline, valid only during the call. The library
 * calls the handler on the thread that called the library, and only during that call. The handler
 * must not use the handle that was passed to that call.
 */
typedef void (*bres_log_fn)(void *user, bres_log_level level, const char *message);

/*
 * Atomically replaces the content of a file, such as a report, with the `size` bytes at `data`:
 * writes a temporary file in the same directory, flushes it, and renames it. Follows a symbolic
 * link and keeps the permissions of an existing file. Writes directly to a path that is not a
 * regular file, such as a pipe or /dev/stdout. Thread-safe.
 * Errors: BRES_ERROR_ARGUMENT, BRES_ERROR_NO_FILE, BRES_ERROR_IO, BRES_ERROR_MEMORY. After an
 * error, an existing regular file is unchanged.
 */
BRES_API bres_status bres_write_file(const char *path, const char *data, size_t size);

/* The clock of a measurement. Values are never renumbered. */
typedef enum bres_clock_kind {
    BRES_CLOCK_WALL = 0,   /* wall time */
    BRES_CLOCK_THREAD = 1, /* CPU time of the calling thread */
    BRES_CLOCK_PROCESS = 2 /* CPU time of all threads of the process; for a command, CPU time of its
                              process and of the children that the process has waited for */
} bres_clock_kind;

/* Returns the name of a kind: "wall", "thread" or "process"; "unknown" for any other value. Static.
 * Thread-safe. */
BRES_API const char *bres_clock_kind_name(bres_clock_kind kind);

/* Clocks and a sleep for measurements; a test can replace them with virtual time. The library calls
 * the functions on the thread that measures; bres_run_exec_cpu_threads() calls `now` and
 * `processor_now` on several threads at once. */
typedef struct bres_clock {
    size_t size;                 /* set by bres_clock_init() */
    uint64_t (*now)(void *user); /* returns the nanoseconds since an arbitrary fixed time */
    void (*sleep)(void *user, uint64_t nanoseconds); /* returns after this number of nanoseconds */
    void *user;                                      /* pointer that the functions receive */
    /* Returns the nanoseconds of CPU time since an arbitrary fixed time; `kind` is
     * BRES_CLOCK_THREAD or BRES_CLOCK_PROCESS. NULL: the CPU time clocks of POSIX. */
    uint64_t (*processor_now)(void *user, uint32_t kind);
} bres_clock;

/* Sets the system's functions: CLOCK_MONOTONIC_RAW, a sleep that signals do not shorten, and the
 * CPU time clocks of POSIX. */
BRES_API void bres_clock_init(bres_clock *clock);

/* The kind of a named value of a result, or of a parameter. Values are never renumbered. */
typedef enum bres_kind {
    BRES_KIND_ABSENT = 0,  /* the value is missing, or a lenient load dropped a malformed value */
    BRES_KIND_NULL = 1,    /* JSON null: the file records that the value is unknown */
    BRES_KIND_INT64 = 2,   /* an integer of 64 bits */
    BRES_KIND_FLOAT64 = 3, /* a double; in a result it may be infinite or NaN */
    BRES_KIND_STRING = 4   /* text */
} bres_kind;

/* Frees a text from a function whose comment says that the caller frees the text. NULL is ignored.
 * Thread-safe. */
BRES_API void bres_string_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
