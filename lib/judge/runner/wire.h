/* SPDX-License-Identifier: MIT */
/*
 * The protocol between the judge and its helper program: packets over SOCK_SEQPACKET sockets. Both
 * ends have the same version and run on the same host.
 *
 * On the channel the judge sends orders to the runner, which answers each with a message of the
 * same kind, nonce and number. On the control socket only the subreaper sends; the socket closes
 * when the judge ends.
 */
#ifndef BRES_JUDGE_RUNNER_WIRE_H
#define BRES_JUDGE_RUNNER_WIRE_H

#include <stdint.h>

#define BRES__RUNNER_PROGRAM "benchresult-judge-runner"

/* The descriptors with which the helper program starts, in addition to the standard ones. */
#define BRES__WIRE_CHANNEL 3
#define BRES__WIRE_CONTROL 4
#define BRES__WIRE_OBJECT  5 /* the solution; closed when it is loaded */

/* The runner's exit status when its channel is closed. */
#define BRES__WIRE_LOST 125

/* Size of the guards, random bytes before and after each array. The guard after an array extends to
 * the end of the page. */
#define BRES__GUARD_SIZE 4096u

typedef enum bres__wire_kind {
    /* On the control socket. */
    BRES__WIRE_SUBREAPER = 1, /* from the subreaper; value: sandbox bits */
    BRES__WIRE_ENDED = 2,     /* the runner has ended; value: its wait status */
    /* On the channel. */
    BRES__WIRE_SETUP = 3,   /* the first order, a bres__wire_setup; value: sandbox bits */
    BRES__WIRE_MAP = 4,     /* map the file of the sets, whose descriptor comes with the order */
    BRES__WIRE_LOAD = 5,    /* load the solution; value: 0, or not 0 and the reason in the text */
    BRES__WIRE_PREPARE = 6, /* on a GPU: copy the set `first` to it, and flush its caches */
    BRES__WIRE_CALL = 7,    /* call the solution with each of the sets */
    BRES__WIRE_COPIED = 8,  /* on a GPU, a second answer to CALL: the set is back on the host */
    BRES__WIRE_WORK = 9,    /* use `ns` of CPU time, before the solution is loaded */
    BRES__WIRE_FAILED = 10  /* in place of an answer; value: a bres_status, with its text */
} bres__wire_kind;

typedef struct bres__wire_message {
    uint32_t kind;
    int32_t value;
    uint64_t nonce;
    uint64_t number;
    uint32_t first; /* set of a CALL or PREPARE */
    uint32_t count; /* of sets */
    uint64_t ns;    /* duration of the calls on the runner's clock, a claim; of WORK: CPU time */
    uint64_t device_ns; /* duration of a call on the GPU's clock, a claim */
    char text[208];
} bres__wire_message;

/* A value, or an array at an offset in the memory of each set. */
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
    uint64_t sets_size; /* maximum number of bytes of all sets together */
    uint64_t memory_limit;
    uint64_t file_size_limit;
    uint64_t cache_size;
    bres__wire_argument arguments[];
} bres__wire_setup;

#endif
