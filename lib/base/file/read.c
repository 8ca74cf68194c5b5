/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define READ_FIRST_CAPACITY ((size_t)64 << 10)

static bres_status read_too_large(const char *name, uint64_t max)
{
    char expected[64];

    snprintf(expected, sizeof(expected), "at most %" PRIu64 " bytes", max);
    bres__error(BRES_ERROR_LIMIT, "the file is too large");
    bres__error_set_file(name);
    bres__error_set_expected(expected);
    return BRES_ERROR_LIMIT;
}

/* Bytes from where a regular file stands to its end; 0 when that is not known. What read() gives
 * counts in the end, for a file can change meanwhile. */
static bres_status read_expected_size(int fd, const char *name, uint64_t *size)
{
    struct stat status;
    off_t place;

    *size = 0;
    if (bres__fstat(fd, &status) != 0)
        return bres__error_system("read", name);
    if (!S_ISREG(status.st_mode))
        return BRES_OK;
    place = lseek(fd, 0, SEEK_CUR);
    if (place >= 0 && place < status.st_size)
        *size = (uint64_t)(status.st_size - place);
    return BRES_OK;
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

/* Fills the buffer up to the end of the file. One byte is kept for the NUL; another one, beyond
 * the expected size, lets one call see both the bytes and the end. */
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

bres_status bres__read_fd(int fd, const char *name, uint64_t max, bres__buffer *buffer)
{
    bres__buffer filled = { 0 };
    size_t capacity = READ_FIRST_CAPACITY;
    bres_status status;
    uint64_t size;

    *buffer = (bres__buffer){ 0 };
    status = read_expected_size(fd, name, &size);
    if (status != BRES_OK)
        return status;
    if (size > max)
        return read_too_large(name, max);
    if (size > SIZE_MAX - 2)
        return bres__error_memory();
    if (size != 0)
        capacity = (size_t)size + 2;
    filled.data = bres__malloc(capacity);
    if (filled.data == NULL)
        return bres__error_memory();
    status = read_rest(fd, name, max, &filled, capacity);
    if (status != BRES_OK) {
        bres__free(filled.data);
        return status;
    }
    *buffer = filled;
    return BRES_OK;
}

bres_status bres__read_file(const char *path, uint64_t max, bres__buffer *buffer)
{
    bres_status status;
    int fd;

    *buffer = (bres__buffer){ 0 };
    fd = bres__open(path, O_RDONLY | O_NOCTTY, 0);
    if (fd < 0)
        return bres__error_system("open", path);
    status = bres__read_fd(fd, path, max, buffer);
    bres__close(fd);
    return status;
}
