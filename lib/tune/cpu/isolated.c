/* SPDX-License-Identifier: MIT */
/*
 * The process of one configuration.
 */
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/cpu/isolation.h"
#include "tune/trial.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct isolated {
    bres__cpu_run *run;
    bres__isolation_slot *slot;
    int fd;
    pid_t pid;
} isolated;

/* Ends a child process: a function that forks may return in both processes, but only the parent may
 * answer for the configuration. */
static void isolated_check_process(const isolated *self)
{
    if (getpid() != self->pid)
        _exit(1);
}

static bool isolated_is_stopped(void *user)
{
    const isolated *self = user;

    isolated_check_process(self);
    return atomic_load(&self->slot->stop) || bres__tuner_is_stopped(self->run->tuner);
}

static bool receive(const isolated *self, bres__isolation_request *request)
{
    char *next = (char *)request;
    size_t left = sizeof(*request);

    while (left > 0) {
        const ssize_t got = recv(self->fd, next, left, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        next += got;
        left -= (size_t)got;
    }
    return true;
}

/* Ends the process if the tuner does not receive the data. */
static void send_all(const isolated *self, const void *data, size_t size)
{
    const char *next = data;

    while (size > 0) {
        const ssize_t sent = send(self->fd, next, size, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            _exit(1);
        next += sent;
        size -= (size_t)sent;
    }
}

static void answer_send(const isolated *self, bres__isolation_answer *answer, const void *data)
{
    isolated_check_process(self);
    answer->checksum = bres__crc32c(data, (size_t)answer->size);
    send_all(self, answer, sizeof(*answer));
    send_all(self, data, (size_t)answer->size);
}

static void answer_text(const isolated *self, bres__isolation_answer *answer, const char *text)
{
    answer->size = strnlen(text, BRES__ISOLATION_TEXT);
    answer_send(self, answer, text);
}

/* Whether the process has children, running or ended. Orphans of its children become its own
 * children. */
static bool has_children(void)
{
    siginfo_t info;

    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/* Measures and checks. *reason: why the configuration has failed. Returns the status of the run. */
static bres_status batch_measure(isolated *self, const bres__isolation_request *request,
                                 bres__cpu_batch *batch, const char **reason)
{
    bres__cpu_run *run = self->run;
    const bool had_children = has_children();
    bool failed = false;
    bres_status refused = BRES_OK;
    bres_status status = bres__cpu_batch_measure(run, batch, &failed);

    isolated_check_process(self);
    if (status == BRES_OK && !had_children && has_children()) {
        *reason = "its function left a process behind";
        return BRES_OK;
    }
    run->trial->checked = !request->check;
    atomic_fetch_add(&self->slot->beats, 1);
    if (status == BRES_OK && batch->sampling.count != 0)
        status = bres__trial_check(run->trial, &refused);
    if (failed || refused != BRES_OK)
        *reason = bres__tuner_reason(failed ? status : refused);
    return failed ? BRES_OK : status;
}

static void serve_batch(isolated *self, const bres__isolation_request *request)
{
    bres__cpu_batch batch = {
        .samples = (size_t)request->samples,
        .timeout = request->timeout,
        .block_size = request->block_size,
    };
    bres__isolation_answer answer = { .magic = BRES__ISOLATION_MAGIC, .id = request->id };
    const char *reason = NULL;
    bres_status refused = BRES_OK;
    bres_status status;

    atomic_fetch_add(&self->slot->beats, 1);
    status = bres__trial_prepare(self->run->trial, &refused);
    isolated_check_process(self);
    if (refused != BRES_OK)
        reason = bres__tuner_reason(refused);
    atomic_fetch_add(&self->slot->beats, 1);
    if (status == BRES_OK && reason == NULL)
        status = batch_measure(self, request, &batch, &reason);
    if (status != BRES_OK) {
        answer.kind = BRES__ISOLATION_ERROR;
        answer.status = (int32_t)status;
        answer_text(self, &answer, bres_last_error());
    } else if (reason != NULL) {
        answer.kind = BRES__ISOLATION_FAILED;
        answer_text(self, &answer, reason);
    } else {
        answer.kind = BRES__ISOLATION_SAMPLES;
        answer.size = batch.sampling.count * sizeof(double);
        answer.block_size = batch.block_size;
        answer.walltime = bres__seconds(batch.sampling.elapsed);
        answer.stopped = self->run->tuner->interrupted && !atomic_load(&self->slot->stop);
        answer_send(self, &answer, batch.sampling.samples);
    }
    bres__free(batch.sampling.samples);
}

/* Ends the process if memory runs out: an error message needs memory, too, and the tuner sees that
 * the process has ended. */
static bres_trial *find_trial(const isolated *self, uint64_t config)
{
    bres_trial *trial;

    if (bres__tuner_trial(self->run->tuner, (size_t)config, &trial) != BRES_OK)
        _exit(1);
    return trial;
}

void bres__isolated_serve(bres__cpu_run *run, bres__isolation_slot *slot, int fd)
{
    isolated self = { .run = run, .slot = slot, .fd = fd, .pid = getpid() };
    bres__isolation_request request;

    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
        _exit(1);
    run->tuner->isolation = NULL;
    run->beats = &slot->beats;
    run->hooks = (bres__measure_hooks){ .interrupted = isolated_is_stopped, .user = &self };
    while (receive(&self, &request)) {
        run->trial = find_trial(&self, request.config);
        serve_batch(&self, &request);
    }
    bres__tuner_release_all(run->tuner);
    fflush(NULL);
}
