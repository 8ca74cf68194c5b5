/* SPDX-License-Identifier: MIT */
/*
 * Runs configurations in separate processes. A configuration has one process from its first batch
 * until it is released, which prepares it, measures its batches, checks and releases it. A helper
 * process, which was forked before the first batch, forks these processes.
 *
 * A process receives requests and sends answers through a socket, as structs in their memory
 * layout, because both ends are the same program. The tuner nevertheless does not trust an answer:
 * the caller's function may have written to any descriptor. The process counts its executions in
 * shared memory, which shows its progress to the tuner without a message for each sample.
 */
#ifndef BRES_TUNE_CPU_ISOLATION_H
#define BRES_TUNE_CPU_ISOLATION_H

#include "base/process/fork_server.h"
#include "tune/cpu/batch.h"

#define BRES__ISOLATION_MAGIC UINT32_C(0x42525455)
/* Maximum size of the text of an answer. */
#define BRES__ISOLATION_TEXT  2048
/* Maximum number of configurations that have a process at the same time. */
#define BRES__ISOLATION_MAX   64

/* What a process shares with the tuner. */
typedef struct bres__isolation_slot {
    _Alignas(64) _Atomic uint64_t beats; /* changes while executions begin and end */
    _Atomic bool stop;                   /* ends the batch after its current sample */
} bres__isolation_slot;

typedef struct bres__isolation_request {
    uint64_t id;
    uint64_t config; /* the same in all requests of a process */
    uint64_t samples;
    uint64_t block_size; /* 0: not known yet */
    double timeout;
    uint64_t check; /* not 0: check the configuration after this batch */
} bres__isolation_request;

typedef enum bres__isolation_kind {
    BRES__ISOLATION_SAMPLES, /* seconds of each sample follow */
    BRES__ISOLATION_FAILED,  /* the configuration has failed; its reason follows */
    BRES__ISOLATION_ERROR    /* the run fails with `status`; its message follows */
} bres__isolation_kind;

typedef struct bres__isolation_answer {
    uint32_t magic;
    uint32_t kind;
    uint64_t id;   /* of the request */
    uint64_t size; /* bytes that follow */
    uint64_t block_size;
    double walltime;
    int32_t status;
    uint32_t stopped;  /* a callback has ended the batch, not `stop` */
    uint32_t checksum; /* of what follows */
    uint32_t reserved; /* 0 */
} bres__isolation_answer;

/* Serves the requests for one configuration until the connection ends. */
void bres__isolated_serve(bres__cpu_run *run, bres__isolation_slot *slot, int fd);

/* BRES_ERROR_UNSUPPORTED if this process uses a GPU, which does not work in a forked process. */
bres_status bres__isolation_check(void);
/* Starts the helper process. */
bres_status bres__isolation_open(bres__cpu_run *run);
/* Ends the helper process, if there is one. Keeps the thread's error. */
void bres__isolation_close(bres_tuner *tuner);
/* Measures a batch in the process of its configuration: a bres__tuner_batch_fn. */
bres_status bres__isolation_batch(void *run, bres_trial *trial, size_t samples);

#endif
