/* SPDX-License-Identifier: MIT */
/*
 * The input of an import: a file, a directory, a descriptor or bytes in memory, unpacked.
 */
#include "formats/formats.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <zlib.h>

/* Default limits of the unpacked size: bytes, and a multiple of the packed size. */
#define UNPACKED_MAX    (UINT64_C(256) << 20)
#define UNPACKED_FACTOR UINT64_C(200)
#define FIRST_CAPACITY  ((size_t)64 << 10)
/* Window bits of zlib, plus 16 for the gzip format. */
#define GZIP_WINDOW     (15 + 16)

static uint64_t unpacked_limit(const bres__import *import)
{
    uint64_t limit = import->options.max_unpacked;

    if (limit == 0) {
        limit = import->input.text.length <= UNPACKED_MAX / UNPACKED_FACTOR
                    ? import->input.text.length * UNPACKED_FACTOR
                    : UNPACKED_MAX;
    }
    return limit < import->load.max_bytes ? limit : import->load.max_bytes;
}

static void *stream_alloc(void *unused, unsigned count, unsigned size)
{
    (void)unused;
    return bres__calloc(count, size);
}

static void stream_free(void *unused, void *pointer)
{
    (void)unused;
    bres__free(pointer);
}

static bres_status unpack_too_large(const bres__import *import, uint64_t limit)
{
    char expected[64];

    bres__format(expected, sizeof(expected), "at most %" PRIu64 " bytes", limit);
    return bres__import_fault(import, BRES_ERROR_LIMIT, NULL, NULL, expected,
                              "the compressed file unpacks to too many bytes");
}

/* Inflates into the buffer until the input or the room is used up. Returns zlib's code. */
static int unpack_some(z_stream *stream, const bres__slice *packed, size_t *used,
                       bres__buffer *buffer, size_t capacity)
{
    const size_t left = packed->length - *used;
    const size_t room = capacity - buffer->size;
    int code;

    stream->next_in = (z_const Bytef *)(packed->data + *used);
    stream->avail_in = left < UINT32_MAX / 2 ? (uInt)left : UINT32_MAX / 2;
    stream->next_out = (Bytef *)buffer->data + buffer->size;
    stream->avail_out = room < UINT32_MAX / 2 ? (uInt)room : UINT32_MAX / 2;
    code = inflate(stream, Z_NO_FLUSH);
    *used = (size_t)((const char *)stream->next_in - packed->data);
    buffer->size = (size_t)((char *)stream->next_out - buffer->data);
    return code;
}

/* Unpacks the members of a gzip file one after the other. */
static bres_status unpack_members(const bres__import *import, z_stream *stream,
                                  bres__buffer *buffer)
{
    const bres__slice *packed = &import->input.text;
    const uint64_t limit = unpacked_limit(import);
    size_t capacity = 0;
    size_t used = 0;

    for (;;) {
        int code;

        if (buffer->size == capacity &&
            !BRES__RESERVE(&buffer->data, &capacity,
                           capacity == 0 ? FIRST_CAPACITY : buffer->size + 1))
            return bres__error_memory();
        code = unpack_some(stream, packed, &used, buffer, capacity);
        if (buffer->size > limit)
            return unpack_too_large(import, limit);
        if (code == Z_MEM_ERROR)
            return bres__error_memory();
        if (code == Z_STREAM_END && used == packed->length)
            break;
        if (code == Z_STREAM_END)
            code = inflateReset(stream);
        else if (code == Z_OK && used == packed->length && buffer->size < capacity)
            code = Z_BUF_ERROR;
        if (code != Z_OK)
            return bres__import_fault(import, BRES_ERROR_SYNTAX, NULL, packed->data + used, NULL,
                                      code == Z_BUF_ERROR ? "the gzip file is incomplete"
                                                          : "the gzip file is damaged");
    }
    if (!BRES__RESERVE(&buffer->data, &capacity, buffer->size + 1))
        return bres__error_memory();
    buffer->data[buffer->size] = '\0';
    return BRES_OK;
}

static bres_status input_unpack(bres__import *import)
{
    bres__input *input = &import->input;
    z_stream stream = { .zalloc = stream_alloc, .zfree = stream_free };
    bres__buffer buffer = { 0 };
    bres_status status;

    input->size = input->text.length;
    if ((import->options.flags & BRES_IMPORT_SHA256) != 0)
        bres__sha256(input->text.data, input->text.length, input->sha256);
    if (input->text.length < 2 || memcmp(input->text.data, "\x1f\x8b", 2) != 0)
        return BRES_OK;
    if (inflateInit2(&stream, GZIP_WINDOW) != Z_OK)
        return bres__error_memory();
    status = unpack_members(import, &stream, &buffer);
    inflateEnd(&stream);
    if (status != BRES_OK) {
        bres__free(buffer.data);
        return status;
    }
    bres__free(input->buffer.data);
    input->buffer = buffer;
    input->text = (bres__slice){ buffer.data, buffer.size };
    return BRES_OK;
}

static bres_status input_take_buffer(bres__import *import, bres_status status)
{
    bres__input *input = &import->input;

    if (status != BRES_OK)
        return status;
    input->text = (bres__slice){ input->buffer.data, input->buffer.size };
    return input_unpack(import);
}

bres_status bres__input_open(bres__import *import, const char *path)
{
    bres__input *input = &import->input;
    bres_status status;

    *input = (bres__input){ .name = path, .text = { "", 0 }, .directory = -1 };
    status = bres__read_file_parallel(path, import->load.max_bytes, import->load.threads,
                                      &input->buffer);
    if (status != BRES_ERROR_IO || bres_last_error_errno() != EISDIR)
        return input_take_buffer(import, status);
    input->directory = bres__openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0);
    return input->directory >= 0 ? BRES_OK : bres__error_system("open", path);
}

bres_status bres__input_open_fd(bres__import *import, int fd, const char *name)
{
    bres__input *input = &import->input;

    *input = (bres__input){ .name = name, .text = { "", 0 }, .directory = -1 };
    return input_take_buffer(import, bres__read_fd_parallel(fd, name, import->load.max_bytes,
                                                            import->load.threads, &input->buffer));
}

bres_status bres__input_open_memory(bres__import *import, const void *data, size_t size,
                                    const char *name)
{
    bres__input *input = &import->input;

    *input = (bres__input){ .name = name, .text = { size > 0 ? data : "", size }, .directory = -1 };
    if (size > import->load.max_bytes) {
        bres__error(BRES_ERROR_LIMIT, "larger than %" PRIu64 " bytes", import->load.max_bytes);
        bres__error_set_file(name);
        return BRES_ERROR_LIMIT;
    }
    return input_unpack(import);
}

void bres__input_free_text(bres__input *input)
{
    bres__free(input->buffer.data);
    input->buffer = (bres__buffer){ 0 };
    input->text = (bres__slice){ 0 };
}

void bres__input_close(bres__input *input)
{
    if (input->directory >= 0)
        bres__close(input->directory);
    bres__input_free_text(input);
}
