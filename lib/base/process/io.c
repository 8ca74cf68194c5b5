/* SPDX-License-Identifier: MIT */
/* The standard streams of a running program. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file/file.h"
#include "base/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define CHUNK ((size_t)64 << 10)

void bres__child_close(int *fd)
{
    if (*fd >= 0)
        bres__close(*fd);
    *fd = -1;
}

static bres_status pipe_open(bres__child *child, int stream)
{
    int pair[2] = { -1, -1 };
    bool opened = false;

    if (BRES__FAULT(BRES__FAULT_IO))
        errno = EMFILE;
    /* A socket for the input, because sending to a socket can avoid SIGPIPE. */
    else if (stream == BRES__IN)
        opened = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0;
    else
        opened = pipe2(pair, O_CLOEXEC) == 0;
    child->ours[stream] = pair[0];
    child->theirs[stream] = pair[1];
    if (!opened || fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0)
        return bres__error_system("start", child->spawn->arguments[0]);
    return BRES_OK;
}

static bres_status file_open(bres__child *child, int stream, const char *path, int flags)
{
    child->theirs[stream] = bres__open(path, flags, 0666);
    return child->theirs[stream] >= 0 ? BRES_OK : bres__error_system("open", path);
}

static bres_status stream_open(bres__child *child, int stream, bres__stream_kind kind,
                               const char *path)
{
    bres_status status = BRES_OK;

    switch (kind) {
    case BRES__STREAM_PIPE:
    case BRES__STREAM_DISCARD:
        status = pipe_open(child, stream);
        break;
    case BRES__STREAM_NULL:
        status = file_open(child, stream, "/dev/null", O_RDWR);
        break;
    case BRES__STREAM_FILE:
        status = file_open(child, stream, path,
                           stream == BRES__IN ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC);
        break;
    case BRES__STREAM_INHERIT:
        return BRES_OK;
    }
    return status;
}

bres_status bres__child_open_streams(bres__child *child)
{
    const bres__spawn *spawn = child->spawn;
    bres_status status = stream_open(child, BRES__IN, spawn->input_kind, spawn->input_path);

    if (status == BRES_OK)
        status = stream_open(child, BRES__OUT, spawn->output_kind, spawn->output_path);
    if (status == BRES_OK)
        status = stream_open(child, BRES__ERR, spawn->errors_kind, spawn->errors_path);
    if (status != BRES_OK || (child->ours[BRES__OUT] < 0 && child->ours[BRES__ERR] < 0))
        return status;
    child->chunk = bres__malloc(CHUNK);
    return child->chunk != NULL ? BRES_OK : bres__error_memory();
}

/* Drops input that the child no longer reads; its exit status shows whether that is an error. */
static void child_send(bres__child *child)
{
    const bres__spawn *spawn = child->spawn;

    if (child->sent < spawn->input_size) {
        const ssize_t sent = send(child->ours[BRES__IN], spawn->input + child->sent,
                                  spawn->input_size - child->sent, MSG_NOSIGNAL);

        if (sent > 0)
            child->sent += (size_t)sent;
        else if (sent < 0 && errno != EAGAIN && errno != EINTR)
            child->sent = spawn->input_size;
    }
    if (child->sent == spawn->input_size)
        bres__child_close(&child->ours[BRES__IN]);
}

/* Keeps only the end of the standard error. `size` is at most CHUNK. */
static void child_take_errors(bres__child *child, const char *data, size_t size)
{
    char *errors = child->spawned->errors;
    const size_t room = sizeof(child->spawned->errors) - 1;
    const size_t taken = size < room ? size : room;
    const size_t kept = child->error_length < room - taken ? child->error_length : room - taken;

    memmove(errors, errors + (child->error_length - kept), kept);
    memcpy(errors + kept, data + (size - taken), taken);
    child->error_length = kept + taken;
    errors[child->error_length] = '\0';
}

static bres_status child_take_output(bres__child *child, const char *data, size_t size)
{
    bres__text *output = &child->spawned->output;

    if (size > child->spawn->max_output - output->length)
        return bres__error(BRES_ERROR_LIMIT, "'%s' prints more than %zu bytes",
                           child->spawn->arguments[0], child->spawn->max_output);
    bres__text_append(output, data, size);
    return output->failed ? bres__error_memory() : BRES_OK;
}

/* Processes `size` bytes of the chunk, read from `stream`. */
static bres_status child_take(bres__child *child, int stream, size_t size)
{
    const bres__spawn *spawn = child->spawn;
    const bres__stream_kind kind = stream == BRES__OUT ? spawn->output_kind : spawn->errors_kind;

    if (kind == BRES__STREAM_DISCARD)
        return BRES_OK;
    if (stream == BRES__OUT)
        return child_take_output(child, child->chunk, size);
    child_take_errors(child, child->chunk, size);
    return BRES_OK;
}

/* Reads up to `size` bytes from a stream; `size` is at most CHUNK. */
static bres_status child_receive(bres__child *child, int stream, size_t size)
{
    const bool fault = BRES__FAULT(BRES__FAULT_IO);
    const ssize_t got = fault ? -1 : read(child->ours[stream], child->chunk, size);

    if (fault)
        errno = EIO;
    if (got < 0)
        return errno == EAGAIN || errno == EINTR
                   ? BRES_OK
                   : bres__error_system("read what is printed by", child->spawn->arguments[0]);
    if (got == 0) {
        bres__child_close(&child->ours[stream]);
        return BRES_OK;
    }
    return child_take(child, stream, (size_t)got);
}

void bres__child_poll_streams(const bres__child *child, struct pollfd polled[BRES__STREAMS])
{
    for (int i = 0; i < BRES__STREAMS; i++) {
        polled[i] = (struct pollfd){
            .fd = child->ours[i],
            .events = i == BRES__IN ? POLLOUT : POLLIN,
        };
    }
}

bres_status bres__child_serve_streams(bres__child *child, const struct pollfd polled[BRES__STREAMS])
{
    bres_status status = BRES_OK;

    if (polled[BRES__IN].revents != 0)
        child_send(child);
    for (int i = BRES__OUT; status == BRES_OK && i < BRES__STREAMS; i++) {
        if (polled[i].revents != 0)
            status = child_receive(child, i, CHUNK);
    }
    return status;
}

bres_status bres__child_drain(bres__child *child)
{
    bres_status status = BRES_OK;

    for (int i = BRES__OUT; i < BRES__STREAMS; i++) {
        int left = 0;

        if (child->ours[i] < 0 || ioctl(child->ours[i], FIONREAD, &left) != 0)
            continue;
        while (status == BRES_OK && left > 0 && child->ours[i] >= 0) {
            const size_t size = (size_t)left < CHUNK ? (size_t)left : CHUNK;

            status = child_receive(child, i, size);
            left -= (int)size;
        }
    }
    return status;
}
