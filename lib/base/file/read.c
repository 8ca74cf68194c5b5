/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/threads/parallel.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define READ_FIRST_CAPACITY ((size_t)64 << 10)
/* Bytes of one part, which one thread reads. */
#define READ_PART           ((size_t)1 << 20)

static bres_status read_too_large(const char *name, uint64_t max)
{
    char expected[64];

    snprintf(expected, sizeof(expected), "at most %" PRIu64 " bytes", max);
    bres__error(BRES_ERROR_LIMIT, "the file is too large");
    bres__error_set_file(name);
    bres__error_set_expected(expected);
    return BRES_ERROR_LIMIT;
}

/* Sets `place` to the position in a regular file and `size` to the bytes from there to its end;
 * `size` is 0 if unknown. Only an estimate, because the file can change before it is read. */
static bres_status read_expected_size(int fd, const char *name, off_t *place, uint64_t *size)
{
    struct stat status;

    *size = 0;
    if (bres__fstat(fd, &status) != 0)
        return bres__error_system("read", name);
    if (!S_ISREG(status.st_mode))
        return BRES_OK;
    *place = lseek(fd, 0, SEEK_CUR);
    if (*place >= 0 && *place < status.st_size)
        *size = (uint64_t)(status.st_size - *place);
    return BRES_OK;
}

typedef struct read_parts {
    int fd;
    const char *name;
    off_t place; /* of the first byte */
    char *data;
    size_t size;
    atomic_size_t end; /* bytes before the first missing byte */
} read_parts;

static bres_status read_part(void *context, size_t worker, size_t number)
{
    read_parts *parts = context;
    const size_t begin = number * READ_PART;
    const size_t size = parts->size - begin < READ_PART ? parts->size - begin : READ_PART;
    const ssize_t got =
        bres__pread_full(parts->fd, parts->data + begin, size, parts->place + (off_t)begin);
    size_t end = atomic_load(&parts->end);

    (void)worker;
    if (got < 0)
        return bres__error_system("read", parts->name);
    while ((size_t)got < size && begin + (size_t)got < end)
        if (atomic_compare_exchange_weak(&parts->end, &end, begin + (size_t)got))
            break;
    return BRES_OK;
}

/* Reads the parts of a file into the buffer and moves the file position to their end. If the file
 * has become shorter, the data ends at the first missing byte. */
static bres_status read_parallel(read_parts *parts, size_t threads, bres__buffer *buffer)
{
    const size_t count = parts->size / READ_PART + (parts->size % READ_PART != 0);
    const bres__ordered_job job = {
        .work = read_part,
        .context = parts,
        .count = count,
        .batch = 1,
        .workers = bres__ordered_workers(threads, count, 1),
    };
    bres_status status;
    size_t end;

    if (count < 2)
        return BRES_OK;
    atomic_init(&parts->end, parts->size);
    status = bres__ordered_run(&job, &end);
    if (status != BRES_OK)
        return status;
    buffer->size = atomic_load(&parts->end);
    return lseek(parts->fd, parts->place + (off_t)buffer->size, SEEK_SET) < 0
               ? bres__error_system("read", parts->name)
               : BRES_OK;
}

static bool read_grow(bres__buffer *buffer, size_t *capacity)
{
    const size_t grown = *capacity * 2;
    char *data;

    if (*capacity > SIZE_MAX / 2)
        return false;
    data = bres__realloc(buffer->data, grown);
    if (data == NULL)
        return false;
    buffer->data = data;
    *capacity = grown;
    return true;
}

/* Fills the buffer up to the end of the file. Reserves one byte for the NUL. The caller allocates
 * one more byte than expected, so that a single read both gets the bytes and detects the end. */
static bres_status read_rest(int fd, const char *name, uint64_t max, bres__buffer *buffer,
                             size_t capacity)
{
    for (;;) {
        size_t room = capacity - 1 - buffer->size;
        char probe;
        ssize_t got;

        if (room > max - buffer->size)
            room = (size_t)(max - buffer->size);
        got = room != 0 ? bres__read_full(fd, buffer->data + buffer->size, room)
                        : bres__read_full(fd, &probe, 1);
        if (got < 0)
            return bres__error_system("read", name);
        if (room == 0 && got != 0)
            return read_too_large(name, max);
        buffer->size += (size_t)got;
        if ((size_t)got < room || room == 0)
            break;
        if (buffer->size < max && !read_grow(buffer, &capacity))
            return bres__error_memory();
    }
    buffer->data[buffer->size] = '\0';
    return BRES_OK;
}

bres_status bres__read_fd_parallel(int fd, const char *name, uint64_t max, size_t threads,
                                   bres__buffer *buffer)
{
    read_parts parts = { .fd = fd, .name = name };
    bres__buffer filled = { 0 };
    size_t capacity = READ_FIRST_CAPACITY;
    bres_status status;
    uint64_t size;

    *buffer = (bres__buffer){ 0 };
    status = read_expected_size(fd, name, &parts.place, &size);
    if (status != BRES_OK)
        return status;
    if (size > max)
        return read_too_large(name, max);
    if (size > SIZE_MAX - 2)
        return bres__error_memory();
    if (size != 0)
        capacity = (size_t)size + 2;
    filled.data = bres__malloc_pages(capacity);
    if (filled.data == NULL)
        return bres__error_memory();
    parts.data = filled.data;
    parts.size = (size_t)size;
    status = read_parallel(&parts, threads, &filled);
    if (status == BRES_OK)
        status = read_rest(fd, name, max, &filled, capacity);
    if (status != BRES_OK) {
        bres__free(filled.data);
        return status;
    }
    *buffer = filled;
    return BRES_OK;
}

bres_status bres__read_fd(int fd, const char *name, uint64_t max, bres__buffer *buffer)
{
    return bres__read_fd_parallel(fd, name, max, 1, buffer);
}

bres_status bres__read_file_parallel(const char *path, uint64_t max, size_t threads,
                                     bres__buffer *buffer)
{
    bres_status status;
    int fd;

    *buffer = (bres__buffer){ 0 };
    fd = bres__open(path, O_RDONLY | O_NOCTTY, 0);
    if (fd < 0)
        return bres__error_system("open", path);
    status = bres__read_fd_parallel(fd, path, max, threads, buffer);
    bres__close(fd);
    return status;
}

bres_status bres__read_file(const char *path, uint64_t max, bres__buffer *buffer)
{
    return bres__read_file_parallel(path, max, 1, buffer);
}
