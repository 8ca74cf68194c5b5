/* SPDX-License-Identifier: MIT */
/*
 * The defences against a solution that a system may support, as bits.
 */
#ifndef BRES_JUDGE_VERDICT_SANDBOX_H
#define BRES_JUDGE_VERDICT_SANDBOX_H

#define BRES__SANDBOX_FILTER     1u   /* a filter of system calls */
#define BRES__SANDBOX_PRIVILEGES 2u   /* no new privileges */
#define BRES__SANDBOX_NETWORK    4u   /* no network */
#define BRES__SANDBOX_PROCESSES  8u   /* a process namespace of its own */
#define BRES__SANDBOX_MEMORY     16u  /* a limit of address space */
#define BRES__SANDBOX_FILES      32u  /* a ban on writing files */
#define BRES__SANDBOX_READING    64u  /* a ban on reading files of others */
#define BRES__SANDBOX_PROC       128u /* a /proc of its own */
#define BRES__SANDBOX_USER       256u /* not root */
#define BRES__SANDBOX_THREADS    512u /* a limit of threads */

typedef struct bres__sandbox_defence {
    unsigned bit;
    const char *key;  /* in the verdict's JSON */
    const char *name; /* for people; completes "the solution ran without" */
} bres__sandbox_defence;

#define BRES__SANDBOX_COUNT 10
/* All defences, in the order in which the verdict lists them. */
extern const bres__sandbox_defence bres__sandbox_defences[BRES__SANDBOX_COUNT];

#endif
