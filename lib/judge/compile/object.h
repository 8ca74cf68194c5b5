/* SPDX-License-Identifier: MIT */
/*
 * The file of a solution, and the shared object that is loaded.
 */
#ifndef BRES_JUDGE_COMPILE_OBJECT_H
#define BRES_JUDGE_COMPILE_OBJECT_H

#include "base/base.h"

/* The largest shared object in bytes. */
#define BRES__OBJECT_MAX (UINT64_C(1) << 30)

/* Opens the file of a solution for reading, without waiting for a pipe or touching a device.
 * BRES_ERROR_ARGUMENT unless it is a regular file; BRES_ERROR_NO_FILE, BRES_ERROR_IO. */
bres_status bres__solution_open(const char *path, int *fd);
/* Reads a file that the compiler has written. Does not follow a link, which could lead to a file
 * that only the judge can read. BRES_ERROR_LIMIT for more than `max` bytes; other errors as for
 * bres__solution_open(). */
bres_status bres__compiled_read(const char *path, uint64_t max, bres__buffer *content);
/* Stores a shared object in a sealed memory file, which cannot be modified, not even by the code
 * that is loaded from it. The file is freed when its last descriptor is closed. */
bres_status bres__object_store(const bres__buffer *content, int *fd);

#endif
