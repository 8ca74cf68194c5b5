/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"

#include "base/fault.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ARRAY_FIRST_CAPACITY 8u

/* Refuses sizes above PTRDIFF_MAX, as the C library does: a sanitizer would abort the process that
 * asks for such a size. */
static bool allocation_fails(size_t count, size_t size)
{
    if ((size == 0 || count <= PTRDIFF_MAX / size) && !BRES__FAULT(BRES__FAULT_ALLOC))
        return false;
    errno = ENOMEM;
    return true;
}

/* The functions below allocate one byte for size 0, so that NULL always means "out of memory". */

void *bres__malloc(size_t size)
{
    return allocation_fails(1, size) ? NULL : malloc(size == 0 ? 1 : size);
}

void *bres__calloc(size_t count, size_t size)
{
    if (allocation_fails(count, size))
        return NULL;
    return count == 0 || size == 0 ? calloc(1, 1) : calloc(count, size);
}

void *bres__realloc(void *pointer, size_t size)
{
    return allocation_fails(1, size) ? NULL : realloc(pointer, size == 0 ? 1 : size);
}

void bres__free(void *pointer)
{
    free(pointer);
}

char *bres__strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = bres__malloc(size);

    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

void *bres__malloc_pages(size_t size)
{
    void *data;

    if (size < BRES__LARGE_PAGE || size > PTRDIFF_MAX)
        return bres__malloc(size);
    if (allocation_fails(1, size) || posix_memalign(&data, BRES__LARGE_PAGE, size) != 0) {
        errno = ENOMEM;
        return NULL;
    }
    /* Whole large pages only: in a partial page, memory past the block would be resident, too. */
    (void)madvise(data, size - size % BRES__LARGE_PAGE, MADV_HUGEPAGE);
    return data;
}

bool bres__array_reserve(void *array, size_t *capacity, size_t need, size_t size)
{
    size_t grown = *capacity;
    void *moved;

    if (need <= *capacity)
        return true;
    if (grown < ARRAY_FIRST_CAPACITY)
        grown = ARRAY_FIRST_CAPACITY;
    else if (grown <= SIZE_MAX - grown / 2)
        grown += grown / 2;
    if (grown < need)
        grown = need;
    if (size != 0 && grown > SIZE_MAX / size)
        return false;
    /* The caller's pointer has some other type, so its bytes are copied. */
    memcpy(&moved, array, sizeof(moved));
    moved = bres__realloc(moved, grown * size);
    if (moved == NULL)
        return false;
    memcpy(array, &moved, sizeof(moved));
    *capacity = grown;
    return true;
}

bool bres__array_reserve_zeroed(void *array, size_t *capacity, size_t need, size_t size)
{
    const size_t before = *capacity;
    char *bytes;

    if (!bres__array_reserve(array, capacity, need, size))
        return false;
    memcpy(&bytes, array, sizeof(bytes));
    memset(bytes + before * size, 0, (*capacity - before) * size);
    return true;
}

bool bres__doubles_reserve(double **array, size_t *capacity, size_t need)
{
    return BRES__RESERVE(array, capacity, need);
}
