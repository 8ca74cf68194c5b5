/* SPDX-License-Identifier: MIT */
/*
 * Allocation. Every allocation of the library goes through here, so that a test can fail each of
 * them in turn (base/fault.h). All return NULL, with errno ENOMEM, without touching the error
 * record.
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
/* Like bres__malloc(), in as many whole large pages as there is room for, if the kernel has them:
 * faults of small pages would take half of the time that filling them takes. */
void *bres__malloc_pages(size_t size);

/* Makes room for `need` elements of `size` bytes, growing geometrically; `array` points to the
 * pointer to the elements. Returns false without memory, or if the size overflows; nothing has then
 * changed. */
bool bres__array_reserve(void *array, size_t *capacity, size_t need, size_t size);
/* The same for the elements that the pointer is declared with. */
#define BRES__RESERVE(array, capacity, need)                                                       \
    bres__array_reserve((array), (capacity), (need), sizeof(**(array)))
/* The same; elements beyond the former capacity are zero. */
bool bres__array_reserve_zeroed(void *array, size_t *capacity, size_t need, size_t size);
/* The same for doubles. */
bool bres__doubles_reserve(double **array, size_t *capacity, size_t need);

#endif
