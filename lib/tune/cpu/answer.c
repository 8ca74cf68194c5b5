/* SPDX-License-Identifier: MIT */
/*
 * Waits for the answer of an isolated process, which may send anything, or nothing.
 */
#include "tune/cpu/answer.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

/* Milliseconds between two checks of a process that does not answer. */
#define LOOK_MS    250
/* Checks in a row at which a process may be stopped, or silent after an interruption. The processes
 * of a job are not all stopped and continued at the same time. */
#define LOOKS_MAX  4u
#define NS_PER_MS  UINT64_C(1000000)
#define READ_CHUNK ((size_t)64 << 10)

typedef struct listener {
    const bres__isolated_wait *wait;
    bres__isolated_answer *answer;
    bres__text input;
    char *chunk;
    bool done;
    uint64_t beats;   /* of the process at the last check */
    uint64_t looked;  /* time of the last check */
    uint64_t silent;  /* nanoseconds without a beat */
    unsigned stopped; /* checks in a row at which the process was stopped */
    unsigned asked;   /* checks since the process was asked to end its batch */
} listener;

void bres__isolated_answer_free(bres__isolated_answer *answer)
{
    bres__free(answer->samples);
    bres__text_free(&answer->text);
}

static bres_status listener_end(listener *self, bres__isolated_outcome outcome, const char *reason)
{
    self->done = true;
    self->answer->outcome = outcome;
    bres__text_puts(&self->answer->text, reason);
    return self->answer->text.failed ? bres__error_memory() : BRES_OK;
}

static bres_status listener_lose(listener *self)
{
    return listener_end(self, BRES__ISOLATED_LOST, "its process sent data that are not a result");
}

static bool head_is_valid(const listener *self, const bres__isolation_answer *head)
{
    const bres__isolation_request *request = self->wait->request;
    const bool samples = head->kind == BRES__ISOLATION_SAMPLES;

    if (head->magic != BRES__ISOLATION_MAGIC || head->id != request->id || head->reserved != 0 ||
        head->kind > BRES__ISOLATION_ERROR || head->stopped > 1)
        return false;
    if (!samples)
        return head->size <= BRES__ISOLATION_TEXT &&
               (head->kind != BRES__ISOLATION_ERROR || head->status > 0);
    return head->size % sizeof(double) == 0 && head->size / sizeof(double) <= request->samples &&
           isfinite(head->walltime) && head->walltime >= 0 &&
           (head->size == 0 || head->block_size > 0);
}

/* Takes the samples from the answer; false if one of them is not a valid time. */
static bool take_samples(bres__isolated_answer *answer, const char *data)
{
    answer->count = (size_t)answer->head.size / sizeof(double);
    memcpy(answer->samples, data, (size_t)answer->head.size);
    for (size_t i = 0; i < answer->count; i++) {
        /* A larger time would be infinite in the file. */
        if (!isfinite((float)answer->samples[i]) || answer->samples[i] < 0)
            return false;
    }
    return true;
}

static bres_status take_whole(listener *self, const char *data)
{
    bres__isolated_answer *answer = self->answer;
    const size_t size = (size_t)answer->head.size;

    if (bres__crc32c(data, size) != answer->head.checksum)
        return listener_lose(self);
    self->done = true;
    if (answer->head.kind != BRES__ISOLATION_SAMPLES) {
        answer->outcome = answer->head.kind == BRES__ISOLATION_FAILED ? BRES__ISOLATED_FAILED
                                                                      : BRES__ISOLATED_ERROR;
        bres__text_append(&answer->text, data, size);
        return answer->text.failed ? bres__error_memory() : BRES_OK;
    }
    answer->outcome = BRES__ISOLATED_SAMPLES;
    answer->samples = bres__calloc(size / sizeof(double) + 1, sizeof(double));
    if (answer->samples == NULL)
        return bres__error_memory();
    return take_samples(answer, data) ? BRES_OK : listener_lose(self);
}

/* Takes the answer once it has arrived completely. No further bytes may follow it. */
static bres_status take_input(listener *self)
{
    bres__isolation_answer *head = &self->answer->head;
    const bres__text *input = &self->input;

    if (input->failed)
        return bres__error_memory();
    if (input->length < sizeof(*head))
        return BRES_OK;
    memcpy(head, input->data, sizeof(*head));
    if (!head_is_valid(self, head) || input->length - sizeof(*head) > head->size)
        return listener_lose(self);
    return input->length - sizeof(*head) == head->size
               ? take_whole(self, input->data + sizeof(*head))
               : BRES_OK;
}

/* Reads the available bytes without blocking. */
static bres_status read_input(listener *self)
{
    const ssize_t got = recv(self->wait->forked->fd, self->chunk, READ_CHUNK, MSG_DONTWAIT);

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return BRES_OK;
    if (got <= 0)
        return listener_end(self, BRES__ISOLATED_CLOSED, "");
    bres__text_append(&self->input, self->chunk, (size_t)got);
    return take_input(self);
}

/* Milliseconds until the next check. */
static int look_interval(const listener *self)
{
    const double limit = self->wait->tuner->options.execution_timeout * 1e3;

    return limit == 0 || limit >= LOOK_MS ? LOOK_MS : (int)ceil(limit);
}

/* Whether the process has made no progress for the time limit. Between two checks, at most two
 * intervals count, because the tuner itself may have been stopped. */
static bool is_overdue(listener *self)
{
    const double limit = self->wait->tuner->options.execution_timeout;
    const uint64_t most = 2 * (uint64_t)look_interval(self) * NS_PER_MS;
    const uint64_t beats = atomic_load(&self->wait->slot->beats);
    const uint64_t now = bres__steady_now();
    const uint64_t passed = now - self->looked;

    self->silent = beats == self->beats ? self->silent + (passed < most ? passed : most) : 0;
    self->beats = beats;
    self->looked = now;
    return limit != 0 && (double)self->silent * 1e-9 >= limit;
}

static bres_status end_overdue(listener *self)
{
    char reason[128];

    bres__format(reason, sizeof(reason), "one execution exceeded the limit of %g s",
                 self->wait->tuner->options.execution_timeout);
    return listener_end(self, BRES__ISOLATED_LOST, reason);
}

/* Checks a process that does not answer. A process that has ended may have left the connection open
 * in a child process. */
static bres_status listener_look(listener *self)
{
    bres__forked_state state;
    bres_status status;

    if (is_overdue(self))
        return end_overdue(self);
    if (bres__tuner_is_stopped(self->wait->tuner)) {
        atomic_store(&self->wait->slot->stop, true);
        if (++self->asked > LOOKS_MAX)
            return listener_end(self, BRES__ISOLATED_INTERRUPTED, "");
    }
    status = bres__fork_server_look(self->wait->server, self->wait->forked->pid, &state);
    if (status != BRES_OK)
        return status;
    self->stopped = state == BRES__FORKED_STOPPED ? self->stopped + 1 : 0;
    if (self->stopped > LOOKS_MAX)
        return listener_end(self, BRES__ISOLATED_LOST, "its process was stopped by a signal");
    if (state != BRES__FORKED_ENDED)
        return BRES_OK;
    /* An answer may have arrived just before the end. */
    status = read_input(self);
    return status != BRES_OK || self->done ? status : listener_end(self, BRES__ISOLATED_CLOSED, "");
}

static bres_status listener_run(listener *self)
{
    const int interval = look_interval(self);
    bres_status status = BRES_OK;

    while (status == BRES_OK && !self->done) {
        struct pollfd polled = { .fd = self->wait->forked->fd, .events = POLLIN };
        const int ready = poll(&polled, 1, interval);

        if (ready < 0 && errno != EINTR)
            status = bres__error_system("wait for an isolated process", NULL);
        else if (ready > 0)
            status = read_input(self);
        else if (ready == 0)
            status = listener_look(self);
    }
    return status;
}

bres_status bres__isolated_answer_wait(const bres__isolated_wait *wait,
                                       bres__isolated_answer *answer)
{
    listener self = {
        .wait = wait,
        .answer = answer,
        .chunk = bres__malloc(READ_CHUNK),
        .beats = atomic_load(&wait->slot->beats),
        .looked = bres__steady_now(),
    };
    const bres_status status = self.chunk != NULL ? listener_run(&self) : bres__error_memory();

    bres__free(self.chunk);
    bres__text_free(&self.input);
    return status;
}
