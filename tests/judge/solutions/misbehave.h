/* SPDX-License-Identifier: MIT */
/*
 * void solution(int what, const float *in, float *out, size_t n), which does one of these. What
 * returns has also written out[i] = in[i] + 1.
 */
#ifndef BRES_TEST_MISBEHAVE_H
#define BRES_TEST_MISBEHAVE_H

enum {
    BEHAVE,
    /* Does not come back. */
    CRASH,
    ABORT,
    EXIT_WELL,
    EXIT_SEVEN,
    SLEEP_FOREVER,
    SPIN_FOREVER,
    STOP_ITSELF,
    PRINT_FOREVER,
    KILL_ITS_GROUP,
    EXECUTE_TRUE,
    CLOSE_EVERYTHING,
    DAEMON_AND_EXIT,
    /* Comes back. */
    PRINT_MEGABYTES,
    WRITE_BEFORE_OUT,
    WRITE_AFTER_OUT,
    WRITE_AFTER_IN,
    KILL_OTHERS, /* or tries to */
    TAKE_ALL_MEMORY,
    THREAD_JOINED,
    THREAD_POOL, /* from the first call on */
    CHILD_JOINED,
    THREADS_DETACHED, /* they tell when they have done their work, and end */
    POOL_GROWS,       /* by one thread in each of the first calls */
    THREADS_CROWD,    /* eight for each processor, which end */
    /* Comes back, and goes on. */
    POOL_SPINS,
    CHILD_LEFT,
    DAEMON_LEFT,
    /* Answers in the place of its process. */
    FORGE_ANSWER,
    FORGE_NOTHING,
    FORGE_BY_CHILD
};

#endif
