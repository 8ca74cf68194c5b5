/* SPDX-License-Identifier: MIT */
/*
 * What the judge and its helper program say to each other: packets, over sockets that keep them
 * apart. The two are of one version, and of one host.
 *
 * On the channel the judge gives the runner orders, and each is answered by a message of the same
 * kind, nonce and number. On the leash the keeper's side tells what it knows by itself, and the
 * judge says nothing: the leash ends when the judge does.
 */
#ifndef BRES_JUDGE_RUNNER_WIRE_H
#define BRES_JUDGE_RUNNER_WIRE_H

#include <stdint.h>

#define BRES__RUNNER_PROGRAM "benchresult-judge-runner"

/* The descriptors that the helper program is started with, beside the standard ones. */
#define BRES__WIRE_CHANNEL 3
#define BRES__WIRE_LEASH   4

/* What the runner ends with when its channel is gone. */
#define BRES__WIRE_LOST 125

/* Random bytes before and behind each array; those behind go on to the end of the page. */
#define BRES__GUARD_SIZE 4096u

typedef enum bres__wire_kind {
    /* On the leash. */
    BRES__WIRE_ADOPTED = 1, /* from the process that adopts; value: sandbox bits */
    BRES__WIRE_ENDED = 2,   /* the runner has; value: its wait status */
    /* On the channel. */
    BRES__WIRE_SETUP = 3,   /* the first order, a bres__wire_setup; value: sandbox bits */
    BRES__WIRE_LOAD = 4,    /* the solution; value: 0, or it cannot be, and the text says why */
    BRES__WIRE_PREPARE = 5, /* the caches are streamed through; a GPU gets the memory now */
    BRES__WIRE_PING = 6,    /* comes with the memory of a set: a call without the solution */
    BRES__WIRE_CALL = 7,    /* likewise, but for a GPU. Answered when it has returned, */
    BRES__WIRE_RELEASE = 8, /* and, without an order, when it has its arrays no more */
    BRES__WIRE_FAILED = 9   /* in place of an answer; value: a bres_status, with its text */
} bres__wire_kind;

typedef struct bres__wire_message {
    uint32_t kind;
    int32_t value;
    uint64_t nonce;
    uint64_t number;
    uint64_t ns;        /* what a call has taken, on the host's clock */
    uint64_t device_ns; /* and on that of the GPU */
    char text[216];
} bres__wire_message;

/* A value, or an array at an offset of the memory of each set. */
typedef struct bres__wire_argument {
    uint32_t type; /* a bres_data_type */
    uint8_t is_array;
    uint8_t on_host;
    uint8_t reserved[2];
    uint64_t value;
    uint64_t offset;
} bres__wire_argument;

typedef struct bres__wire_setup {
    uint32_t kind;
    uint32_t backend;
    int32_t device;
    uint32_t argument_count;
    uint64_t set_size;
    uint64_t memory_limit;
    uint64_t file_size_limit;
    uint64_t cache_size;
    bres__wire_argument arguments[];
} bres__wire_setup;

#endif
