/* SPDX-License-Identifier: MIT */
/*
 * The thread's error record. Setting the record never allocates: it consists of fixed buffers in
 * thread-local storage, and a text that does not fit is truncated at a character boundary.
 */
#ifndef BRES_BASE_ERROR_H
#define BRES_BASE_ERROR_H

#include <benchresult/base.h>

/* A copy of a record, to pass an error from a worker thread to the caller's thread. */
typedef struct bres__error_record {
    bres_status status;
    int error_number;
    int64_t offset;
    char file[1024];
    char path[512];
    char expected[256];
    char message[1024];
} bres__error_record;

/* Starts a new record with this status and message (a printf format) and returns the status, so
 * that a function can `return bres__error(...)`. File, path, offset and expectation are empty until
 * the functions below set them. */
bres_status bres__error(bres_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "out of memory". */
bres_status bres__error_memory(void);
/* Starts a record from errno: BRES_ERROR_NO_FILE for ENOENT and ENOTDIR, BRES_ERROR_MEMORY for
 * ENOMEM, else BRES_ERROR_IO. The message is "cannot <action>: <the system's description>", for
 * example bres__error_system("open", path). `file` may be NULL. */
bres_status bres__error_system(const char *action, const char *file);

/* These functions add to the record that was started last; NULL leaves a text unchanged. */
void bres__error_set_file(const char *file);
void bres__error_set_path(const char *format, ...) __attribute__((format(printf, 1, 2)));
void bres__error_set_offset(int64_t offset);
void bres__error_set_expected(const char *expected);
/* Prepends a text (a printf format) and ": " to the message. */
void bres__error_prefix(const char *format, ...) __attribute__((format(printf, 1, 2)));

void bres__error_save(bres__error_record *record);
void bres__error_restore(const bres__error_record *record);

#endif
