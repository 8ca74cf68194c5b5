/* SPDX-License-Identifier: MIT */
/*
 * The file of a solution: its kind, and the definition of `solution` in its text.
 */
#ifndef BRES_JUDGE_COMPILE_SOURCE_H
#define BRES_JUDGE_COMPILE_SOURCE_H

#include <benchresult/base.h>
#include <stddef.h>

typedef enum bres__source_kind {
    BRES__SOURCE_OBJECT = 0,
    BRES__SOURCE_C,
    BRES__SOURCE_CXX,
    BRES__SOURCE_CUDA
} bres__source_kind;

/* Finds the kind from the file name extension. BRES_ERROR_ARGUMENT for an unknown extension. */
bres_status bres__source_kind_of(const char *path, bres__source_kind *kind);

/* How a source defines `solution`. */
typedef enum bres__signature {
    BRES__SIGNATURE_MISSING = 0,
    BRES__SIGNATURE_VARIADIC,
    BRES__SIGNATURE_FOUND
} bres__signature;

/* Finds the definition of `solution` in a source: a definition with the expected number of
 * parameters, or else the first one. A source can have other definitions that are not compiled, or
 * methods of this name. If the first definition has macros among its parameters, it counts as
 * missing. *parameters is the number of parameters in the text; `(void)` and `()` count as one.
 * Comments and literals in `text` become blanks. */
bres__signature bres__source_signature(char *text, size_t length, size_t expected,
                                       size_t *parameters);

#endif
