/* SPDX-License-Identifier: MIT */
/*
 * The limits of a compiler, and other definitions that the judge and the compile supervisor share.
 * If a compiler is stopped because of a limit, all processes that it has started are stopped, too.
 */
#ifndef BRES_JUDGE_COMPILE_LIMITS_H
#define BRES_JUDGE_COMPILE_LIMITS_H

#include <stdint.h>

typedef struct bres__compile_limits {
    uint64_t memory;    /* bytes of private writable memory of each process */
    uint64_t file;      /* bytes of a file that the compiler writes */
    uint64_t disk;      /* bytes on the disk of all files in the temporary directory */
    uint64_t processes; /* number of the compiler's processes at the same time */
} bres__compile_limits;

/* The limits of each compiler. */
extern const bres__compile_limits bres__compile_usual_limits;

/* Exit statuses of the supervisor, in place of the compiler's. */
typedef enum bres__compile_exit {
    BRES__COMPILE_EXIT_DISK = 120,
    BRES__COMPILE_EXIT_PROCESSES = 121,
    BRES__COMPILE_EXIT_FAILED = 125 /* the compiler did not start; the reason is in its messages */
} bres__compile_exit;

/* A file that the supervisor makes in the temporary directory if the compiler runs as root. */
#define BRES__COMPILE_AS_ROOT "as-root"

#endif
