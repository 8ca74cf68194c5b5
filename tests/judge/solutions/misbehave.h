/* SPDX-License-Identifier: MIT */
/*
 * void solution(int what, const float *in, float *out, size_t n) does one of these actions. If it
 * returns, it has also written out[i] = in[i] + 1.
 */
#ifndef BRES_TEST_MISBEHAVE_H
#define BRES_TEST_MISBEHAVE_H

enum {
    BEHAVE,
    /* Actions that do not return. */
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
    /* Actions that return. */
    PRINT_MEGABYTES,
    WRITE_BEFORE_OUT,
    WRITE_AFTER_OUT,
    WRITE_AFTER_IN,
    KILL_OTHERS, /* or tries to kill them */
    TAKE_ALL_MEMORY,
    THREAD_JOINED,
    THREAD_POOL, /* which the first call starts */
    CHILD_JOINED,
    THREADS_DETACHED, /* which report that they run, and end soon */
    POOL_GROWS,       /* by one thread in each of the first eight calls */
    THREADS_CROWD,    /* eight threads for each processor, which the call joins */
    /* Actions that return and leave something running. */
    POOL_SPINS,
    CHILD_LEFT,
    DAEMON_LEFT,
    /* Messages in place of the answer of the runner. */
    FORGE_ANSWER,
    FORGE_NOTHING,
    FORGE_BY_CHILD
};

#endif
