/* SPDX-License-Identifier: MIT */
/*
 * Runs a state in a separate process. The child sends frames through a pipe: a header, then as many
 * bytes as the header says. Both ends are the same program, so numbers are sent in their memory
 * representation. The parent still validates the input, because the body may have written to any
 * descriptor.
 */
#include "harness/run/isolate.h"
#include "base/process/forked.h"
#include "harness/run/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FRAME_MAGIC       UINT32_C(0x42524653)
/* Largest size of a frame, except records. */
#define FRAME_MAX         2048
#define READ_CHUNK        ((size_t)64 << 10)
/* Seconds of the measurement between two messages about its progress. */
#define PROGRESS_INTERVAL 0.1
/* Milliseconds between two checks whether the child has ended: a process that it has started may
 * keep the pipe open. */
#define LOOK_MS           1000

enum frame_type { FRAME_PROGRESS, FRAME_LOG, FRAME_RECORD, FRAME_ERROR };

/* Flags of a record. */
#define FRAME_CUT    1u
#define FRAME_FAILED 2u

typedef struct frame_head {
    uint32_t magic;
    uint16_t type;
    uint16_t flags;
    uint64_t size; /* of the data after the header */
} frame_head;

typedef struct frame_progress {
    int64_t samples;
    double elapsed;
    double noise;
} frame_progress;

typedef struct child_side {
    int fd;
    pid_t pid;   /* a process that the body forks must not send */
    double last; /* elapsed time at the last progress frame; negative: none */
    bool cut;
} child_side;

static void child_send(const child_side *child, enum frame_type type, unsigned flags,
                       const void *data, size_t size)
{
    const frame_head head = { FRAME_MAGIC, (uint16_t)type, (uint16_t)flags, size };

    /* Exits without a reason: the body has forked this process, or the parent has ended. */
    if (getpid() != child->pid || bres__write_full(child->fd, &head, sizeof head) != 0 ||
        bres__write_full(child->fd, data, size) != 0)
        _exit(BRES__FORKED_LOST);
}

static void child_progress(void *user, int64_t samples, double elapsed, double noise)
{
    const frame_progress progress = { samples, elapsed, noise };
    child_side *child = user;

    if (child->last >= 0 && elapsed - child->last < PROGRESS_INTERVAL)
        return;
    child->last = elapsed;
    child_send(child, FRAME_PROGRESS, 0, &progress, sizeof progress);
}

static bool child_interrupted(void *user)
{
    child_side *child = user;

    child->cut = child->cut || bres__signals_caught() != 0;
    return child->cut;
}

/* The level is the first byte. */
static void child_log(void *user, bres_log_level level, const char *message)
{
    char frame[FRAME_MAX];
    const size_t length = strnlen(message, sizeof frame - 1);

    frame[0] = (char)level;
    memcpy(frame + 1, message, length);
    child_send(user, FRAME_LOG, 0, frame, length + 1);
}

static _Noreturn void child_run(int fd, pid_t parent, bres__isolate_fn fn, void *context,
                                const bres__measure_hooks *hooks)
{
    child_side child = { .fd = fd, .pid = getpid(), .last = -1 };
    const bres__measure_hooks own = {
        .progress = hooks->progress != NULL ? child_progress : NULL,
        .interrupted = child_interrupted,
        .log = child_log,
        .user = &child,
    };
    bres__text record = { 0 };
    bool failed = false;

    bres__forked_begin(parent);
    if (fn(context, &own, &record, &failed) == BRES_OK)
        child_send(&child, FRAME_RECORD, (child.cut ? FRAME_CUT : 0) | (failed ? FRAME_FAILED : 0),
                   record.data, record.length);
    else
        child_send(&child, FRAME_ERROR, 0, bres_last_error(),
                   strnlen(bres_last_error(), FRAME_MAX));
    fflush(NULL);
    _exit(0);
}

typedef struct parent_side {
    const bres__measure_hooks *hooks;
    bres__isolated *isolated;
    int fd;
    pid_t child;
    bres__text input; /* received, but not parsed yet */
    char *chunk;
    bool ended;   /* the child sends nothing more */
    bool garbage; /* the child has sent an invalid frame */
} parent_side;

static void take_log(const parent_side *parent, const char *data, size_t size)
{
    char message[FRAME_MAX];

    if (parent->hooks->log == NULL || size == 0)
        return;
    memcpy(message, data + 1, size - 1);
    message[size - 1] = '\0';
    parent->hooks->log(parent->hooks->user, (bres_log_level)data[0], message);
}

static void take_progress(const parent_side *parent, const char *data, size_t size)
{
    frame_progress progress;

    if (parent->hooks->progress == NULL || size != sizeof progress)
        return;
    memcpy(&progress, data, sizeof progress);
    parent->hooks->progress(parent->hooks->user, progress.samples, progress.elapsed,
                            progress.noise);
}

/* Truncates at the end of a character, because the reason becomes part of the result. */
static void take_error(bres__isolated *isolated, const char *data, size_t size)
{
    const size_t room = sizeof isolated->reason - 1;
    const size_t length = bres__utf8_valid(data, size < room ? size : room);

    memcpy(isolated->reason, data, length);
    isolated->reason[length] = '\0';
}

static bres_status take_frame(parent_side *parent, const frame_head *head, const char *data)
{
    bres__isolated *isolated = parent->isolated;
    const size_t size = (size_t)head->size;

    switch (head->type) {
    case FRAME_PROGRESS:
        take_progress(parent, data, size);
        break;
    case FRAME_LOG:
        take_log(parent, data, size);
        break;
    case FRAME_ERROR:
        take_error(isolated, data, size);
        parent->ended = true;
        break;
    default:
        bres__text_append(&isolated->record, data, size);
        isolated->cut = (head->flags & FRAME_CUT) != 0;
        isolated->failed = (head->flags & FRAME_FAILED) != 0;
        parent->ended = true;
        break;
    }
    return isolated->record.failed ? bres__error_memory() : BRES_OK;
}

static bool head_is_valid(const frame_head *head)
{
    return head->magic == FRAME_MAGIC && head->type <= FRAME_ERROR &&
           (head->type == FRAME_RECORD ? head->size > 0 : head->size <= FRAME_MAX);
}

/* Handles the frames that have arrived completely. */
static bres_status take_frames(parent_side *parent)
{
    bres__text *input = &parent->input;
    bres_status status = BRES_OK;
    size_t at = 0;

    while (status == BRES_OK && !parent->ended && input->length - at >= sizeof(frame_head)) {
        frame_head head;

        memcpy(&head, input->data + at, sizeof head);
        if (!head_is_valid(&head)) {
            parent->garbage = true;
            parent->ended = true;
        }
        if (parent->ended || head.size > input->length - at - sizeof head)
            break;
        at += sizeof head;
        status = take_frame(parent, &head, input->data + at);
        at += (size_t)head.size;
    }
    if (at > 0) {
        memmove(input->data, input->data + at, input->length - at);
        input->length -= at;
    }
    return status;
}

/* Reads the available input, without waiting. */
static bres_status read_input(parent_side *parent)
{
    const ssize_t got = read(parent->fd, parent->chunk, READ_CHUNK);

    if (got < 0 && errno != EAGAIN && errno != EINTR)
        return bres__error_system("read from the process of a state", NULL);
    if (got == 0)
        parent->ended = true;
    if (got <= 0)
        return BRES_OK;
    bres__text_append(&parent->input, parent->chunk, (size_t)got);
    return parent->input.failed ? bres__error_memory() : take_frames(parent);
}

static bres_status listen_to_child(parent_side *parent)
{
    bres_status status = BRES_OK;
    bool gone = false;

    while (status == BRES_OK && !parent->ended) {
        struct pollfd polled = { .fd = parent->fd, .events = POLLIN };
        const int ready = poll(&polled, 1, gone ? 0 : LOOK_MS);

        if (ready < 0 && errno != EINTR)
            status = bres__error_system("wait for the process of a state", NULL);
        else if (ready > 0)
            status = read_input(parent);
        else if (ready == 0 && gone)
            parent->ended = true;
        else if (ready == 0)
            gone = bres__forked_has_ended(parent->child, WNOHANG);
    }
    return status;
}

/* Reaps the child and returns its wait status; 0 if the system reaps children automatically. */
static int collect_child(const parent_side *parent, bool end_it)
{
    int wait_status = 0;

    if (end_it)
        kill(parent->child, SIGKILL);
    bres__forked_has_ended(parent->child, 0);
    bres__signals_forget_child();
    while (waitpid(parent->child, &wait_status, 0) < 0 && errno == EINTR)
        ;
    return wait_status;
}

static bres_status parent_run(parent_side *parent)
{
    bres__isolated *isolated = parent->isolated;
    bres_status status;
    int wait_status;

    parent->chunk = bres__malloc(READ_CHUNK);
    status = parent->chunk != NULL ? listen_to_child(parent) : bres__error_memory();
    wait_status = collect_child(parent, status != BRES_OK || parent->garbage);
    if (parent->garbage)
        snprintf(isolated->reason, sizeof isolated->reason,
                 "its process sent data that are not a result");
    else if (status == BRES_OK && isolated->record.length == 0 && isolated->reason[0] == '\0' &&
             bres__forked_is_lost(wait_status))
        status = bres__error(BRES_ERROR_IO, "the process of a state cannot report its result");
    else if (isolated->record.length == 0 && isolated->reason[0] == '\0')
        bres__forked_describe(wait_status, isolated->reason, sizeof isolated->reason);
    bres__free(parent->chunk);
    bres__text_free(&parent->input);
    return status;
}

static int open_pipe(int ends[2])
{
    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EMFILE;
        return -1;
    }
    return pipe2(ends, O_CLOEXEC);
}

bres_status bres__isolate(bres__isolate_fn fn, void *context, const bres__measure_hooks *hooks,
                          bres__isolated *isolated)
{
    const pid_t self = getpid();
    parent_side parent = { .hooks = hooks, .isolated = isolated };
    bres_status status;
    int ends[2];

    *isolated = (bres__isolated){ .cut = false };
    if (open_pipe(ends) != 0)
        return bres__error_system("make a pipe", NULL);
    /* Otherwise both processes would write the buffered output. */
    fflush(NULL);
    parent.child = bres__signals_fork();
    if (parent.child == 0) {
        close(ends[0]);
        child_run(ends[1], self, fn, context, hooks);
    }
    close(ends[1]);
    if (parent.child < 0) {
        status = bres__error_system("start a process for a state", NULL);
    } else {
        parent.fd = ends[0];
        fcntl(parent.fd, F_SETFL, O_NONBLOCK);
        status = parent_run(&parent);
    }
    close(ends[0]);
    return status;
}

void bres__isolated_free(bres__isolated *isolated)
{
    bres__text_free(&isolated->record);
}
