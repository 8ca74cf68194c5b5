/* SPDX-License-Identifier: MIT */
/*
 * Allocation. The library allocates only through these functions, so that a test can make each
 * allocation fail in turn (base/fault.h). On failure they return NULL, set errno to ENOMEM and
 * leave the error record alone.
 */
#ifndef BRES_BASE_ALLOC_H
#define BRES_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes. */
#define BRES__LARGE_PAGE ((size_t)2 << 20)

void *bres__malloc(size_t size);
void *bres__calloc(size_t count, size_t size);
void *bres__realloc(void *pointer, size_t size);
void bres__free(void *pointer);
char *bres__strdup(const char *text);
/* Like bres__malloc(), but asks the kernel to back every whole large page of the block with a huge
 * page: the faults of small pages would take half as long as filling the pages. */
void *bres__malloc_pages(size_t size);

/* Makes room for `need` elements of `size` bytes, growing geometrically; `array` points to the
 * pointer to the elements. Returns false, with nothing changed, if memory runs out or the size
 * overflows. */
bool bres__array_reserve(void *array, size_t *capacity, size_t need, size_t size);
/* The same, with the element size taken from the pointer's type. */
#define BRES__RESERVE(array, capacity, need)                                                       \
    bres__array_reserve((array), (capacity), (need), sizeof(**(array)))
/* Like bres__array_reserve(), but zeroes the elements beyond the old capacity. */
bool bres__array_reserve_zeroed(void *array, size_t *capacity, size_t need, size_t size);
/* bres__array_reserve() for doubles. */
bool bres__doubles_reserve(double **array, size_t *capacity, size_t need);

#endif
