/* SPDX-License-Identifier: MIT */
/*
 * The tuner's side of isolated configurations: manages their processes and handles their answers.
 */
#include "tune/cpu/isolation.h"
#include "base/process/forked.h"
#include "cuda/cuda.h"
#include "tune/batch.h"
#include "tune/callbacks.h"
#include "tune/cpu/answer.h"
#include "tune/journal.h"
#include "tune/trial.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

/* Milliseconds that a process that has closed its connection may take to end. */
#define END_WAIT_MS 1000u

#define SHARED_SIZE (BRES__ISOLATION_MAX * sizeof(bres__isolation_slot))

/* The process of a configuration. */
typedef struct isolated_process {
    const bres_trial *trial; /* NULL: the slot is free */
    bres__forked forked;
    uint64_t used; /* number of its last request */
} isolated_process;

struct bres__isolation {
    bres__cpu_run *run;
    bres__fork_server server;
    bres__isolation_slot *slots; /* shared memory */
    isolated_process processes[BRES__ISOLATION_MAX];
    uint64_t requests;
    uint64_t salt; /* makes the numbers of requests differ from run to run */
};

bres_status bres__isolation_check(void)
{
    return bres__cuda_is_initialized()
               ? bres__error(BRES_ERROR_UNSUPPORTED,
                             "cannot isolate: the process uses the NVIDIA driver, which does not "
                             "work in a forked process")
               : BRES_OK;
}

/* Runs in the helper process: the lock of the journal must not outlive the tuner. */
static void server_begin(void *context)
{
    const struct bres__isolation *isolation = context;
    bres_tuner *tuner = isolation->run->tuner;

    bres__journal_close(tuner->journal);
    tuner->journal = NULL;
}

static void process_run(void *context, int fd, unsigned slot)
{
    const struct bres__isolation *isolation = context;

    bres__isolated_serve(isolation->run, &isolation->slots[slot], fd);
}

/* Milliseconds that the release of a configuration may take. */
static uint32_t release_wait(const bres_tuner *tuner)
{
    const double limit = tuner->options.execution_timeout * 1e3;

    return limit == 0 || limit >= BRES__FORKED_WAIT ? BRES__FORKED_WAIT : (uint32_t)ceil(limit);
}

/* Closes the connection and collects the process. */
static bres_status process_end(struct bres__isolation *isolation, isolated_process *process,
                               uint32_t wait_ms, bres__forked_end *end)
{
    process->trial = NULL;
    bres__close(process->forked.fd);
    return bres__fork_server_end(&isolation->server, process->forked.pid, wait_ms, end);
}

static isolated_process *process_find(struct bres__isolation *isolation, const bres_trial *trial)
{
    for (size_t i = 0; i < BRES__ISOLATION_MAX; i++) {
        if (isolation->processes[i].trial == trial)
            return &isolation->processes[i];
    }
    return NULL;
}

/* Releases a configuration and ends its process. */
static void isolation_release(bres_trial *trial)
{
    struct bres__isolation *isolation = trial->tuner->isolation;
    isolated_process *process = process_find(isolation, trial);
    bres__error_record record;
    bres__forked_end end;

    if (process == NULL)
        return;
    bres__error_save(&record);
    (void)process_end(isolation, process, release_wait(trial->tuner), &end);
    bres__error_restore(&record);
}

bres_status bres__isolation_open(bres__cpu_run *run)
{
    struct bres__isolation *made = bres__calloc(1, sizeof(*made));
    bres_tuner *tuner = run->tuner;
    bres__fork_task task = { .begin = server_begin, .run = process_run, .context = made };

    if (made == NULL)
        return bres__error_memory();
    made->run = run;
    made->server.control = -1;
    made->salt = bres__steady_now();
    tuner->isolation = made;
    tuner->release_isolated = isolation_release;
    made->slots = BRES__FAULT(BRES__FAULT_ALLOC) ? MAP_FAILED
                                                 : mmap(NULL, SHARED_SIZE, PROT_READ | PROT_WRITE,
                                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (made->slots == MAP_FAILED) {
        made->slots = NULL;
        return bres__error_memory();
    }
    return bres__fork_server_start(&made->server, &task);
}

void bres__isolation_close(bres_tuner *tuner)
{
    struct bres__isolation *isolation = tuner->isolation;

    if (isolation == NULL)
        return;
    tuner->isolation = NULL;
    bres__fork_server_stop(&isolation->server);
    for (size_t i = 0; i < BRES__ISOLATION_MAX; i++) {
        if (isolation->processes[i].trial != NULL)
            bres__close(isolation->processes[i].forked.fd);
    }
    if (isolation->slots != NULL)
        munmap(isolation->slots, SHARED_SIZE);
    bres__free(isolation);
}

/* Finds a free slot, or ends the process that was used longest ago to free its slot. */
static bres_status process_free_slot(struct bres__isolation *isolation, isolated_process **process)
{
    isolated_process *oldest = &isolation->processes[0];
    bres__forked_end end;

    *process = process_find(isolation, NULL);
    if (*process != NULL)
        return BRES_OK;
    for (size_t i = 1; i < BRES__ISOLATION_MAX; i++) {
        if (isolation->processes[i].used < oldest->used)
            oldest = &isolation->processes[i];
    }
    *process = oldest;
    return process_end(isolation, oldest, release_wait(isolation->run->tuner), &end);
}

/* Finds the process of a trial, or makes it. */
static bres_status process_get(struct bres__isolation *isolation, const bres_trial *trial,
                               isolated_process **process)
{
    bres_status status;
    size_t slot;

    *process = process_find(isolation, trial);
    if (*process != NULL)
        return BRES_OK;
    status = process_free_slot(isolation, process);
    if (status != BRES_OK)
        return status;
    slot = (size_t)(*process - isolation->processes);
    atomic_store(&isolation->slots[slot].stop, false);
    status = bres__fork_server_make(&isolation->server, (unsigned)slot, &(*process)->forked);
    if (status == BRES_OK)
        (*process)->trial = trial;
    return status;
}

/* Sends a request to a process and waits for its answer. */
static bres_status process_ask(struct bres__isolation *isolation, isolated_process *process,
                               const bres_trial *trial, size_t samples,
                               bres__isolated_answer *answer)
{
    bres_tuner *tuner = trial->tuner;
    const size_t slot = (size_t)(process - isolation->processes);
    const bres__isolation_request request = {
        .id = isolation->salt ^ ++isolation->requests,
        .config = trial->config,
        .samples = samples,
        .block_size = trial->block_size,
        .timeout = bres__tuner_batch_timeout(tuner, isolation->run->settings.timeout),
        .check = !trial->checked,
    };
    const bres__isolated_wait wait = {
        .tuner = tuner,
        .server = &isolation->server,
        .forked = &process->forked,
        .slot = &isolation->slots[slot],
        .request = &request,
    };

    process->used = isolation->requests;
    /* After a failure to send, the wait ends without an answer. */
    (void)send(process->forked.fd, &request, sizeof(request), MSG_NOSIGNAL | MSG_DONTWAIT);
    return bres__isolated_answer_wait(&wait, answer);
}

/* Ends a process that cannot answer any more. *reason: why the configuration has failed. */
static bres_status process_lose(struct bres__isolation *isolation, isolated_process *process,
                                const bres__isolated_answer *answer, bres__text *reason)
{
    const bool closed = answer->outcome == BRES__ISOLATED_CLOSED;
    bres__forked_end end;
    char how[128];
    bres_status status = process_end(isolation, process, closed ? END_WAIT_MS : 0, &end);

    if (status != BRES_OK)
        return status;
    if (closed && end.by_itself) {
        bres__forked_describe(end.wait_status, how, sizeof(how));
        bres__text_printf(reason, "its process ended: %s", how);
    } else if (closed) {
        bres__text_puts(reason, "its process closed the connection to the tuner");
    } else {
        bres__text_puts(reason, answer->text.data);
    }
    return reason->failed ? bres__error_memory() : BRES_OK;
}

static bres_status take_samples(bres_trial *trial, const bres__isolated_answer *answer)
{
    bres_tuner *tuner = trial->tuner;
    const bres__batch batch = {
        .seconds = answer->samples,
        .count = answer->count,
        .walltime = answer->head.walltime,
        .block_size = answer->head.block_size,
    };

    if (answer->head.stopped != 0 && !bres__tuner_is_interrupted(tuner))
        return bres__tuner_fail(tuner, trial, "a callback interrupted the run in its process");
    return bres__tuner_take_cpu(tuner, trial, &batch);
}

static bres_status answer_take(struct bres__isolation *isolation, isolated_process *process,
                               bres_trial *trial, const bres__isolated_answer *answer)
{
    bres__text reason = { 0 };
    bres__forked_end end;
    bres_status status = BRES_OK;

    switch (answer->outcome) {
    case BRES__ISOLATED_SAMPLES:
        return take_samples(trial, answer);
    case BRES__ISOLATED_FAILED:
        return bres__tuner_fail(trial->tuner, trial, answer->text.data);
    case BRES__ISOLATED_ERROR:
        return bres__error((bres_status)answer->head.status, "%s", answer->text.data);
    case BRES__ISOLATED_INTERRUPTED:
        return process_end(isolation, process, 0, &end);
    case BRES__ISOLATED_CLOSED:
    case BRES__ISOLATED_LOST:
        status = process_lose(isolation, process, answer, &reason);
        if (status == BRES_OK)
            status = bres__tuner_fail(trial->tuner, trial, reason.data);
        break;
    }
    bres__text_free(&reason);
    return status;
}

bres_status bres__isolation_batch(void *user, bres_trial *trial, size_t samples)
{
    const bres__cpu_run *run = user;
    struct bres__isolation *isolation = run->tuner->isolation;
    bres__isolated_answer answer = { .count = 0 };
    isolated_process *process;
    bres_status status = process_get(isolation, trial, &process);

    if (status == BRES_OK)
        status = process_ask(isolation, process, trial, samples, &answer);
    if (status == BRES_OK)
        status = answer_take(isolation, process, trial, &answer);
    bres__isolated_answer_free(&answer);
    return status;
}
