/* SPDX-License-Identifier: MIT */
/*
 * The values of options that are applied to benchmarks: numbers, lists, ranges, device ids.
 */
#ifndef BRES_HARNESS_CLI_OPERAND_H
#define BRES_HARNESS_CLI_OPERAND_H

#include "base/base.h"

/* A text without the blanks around it. */
bres__slice bres__trim(const char *begin, const char *end);
/* Numbers; the whole text must be a number. Errors: BRES_ERROR_VALUE. */
bres_status bres__operand_int64(bres__slice text, int64_t *value);
bres_status bres__operand_float64(bres__slice text, double *value);

/* The values of an operand: `v`, `v,v`, `[v]`, `[v,v]`, and for numbers also `[first:last]` and
 * `[first:last:stride]`. In lists of texts, a comma within a value is written twice. */
typedef struct bres__operand_list {
    bres__slice *items; /* non-empty parts of the operand, without surrounding blanks */
    size_t count;       /* at least 1; for a range 2 or 3 */
    size_t capacity;
    bool range;
} bres__operand_list;

/* Errors: BRES_ERROR_VALUE, BRES_ERROR_MEMORY. The caller frees the list even after a failure. */
bres_status bres__operand_list_read(bres__operand_list *list, bres__slice text, bool numbers);
void bres__operand_list_free(bres__operand_list *list);

/* Device ids in the order of the command line; none for "all". The caller frees `ids`. */
typedef struct bres__device_ids {
    int *ids;
    size_t count;
    size_t capacity;
} bres__device_ids;

bres_status bres__device_ids_read(bres__device_ids *devices, const char *operand);

#endif
