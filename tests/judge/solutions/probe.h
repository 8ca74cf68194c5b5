/* SPDX-License-Identifier: MIT */
/*
 * void solution(int what, const float *in, float *out, size_t n) tries all these actions: out[i] is
 * the error number, 0 if action i succeeded. in[0] is the process number of the judge.
 */
#ifndef BRES_TEST_PROBE_H
#define BRES_TEST_PROBE_H

#define PROBE_FILE "/tmp/benchresult-judge-probed"

enum {
    PROBE_SOCKET,
    PROBE_SOCKET_LOCAL,
    PROBE_JUDGE_MEMORY, /* through its file in /proc */
    PROBE_PARENT_MEMORY,
    PROBE_PTRACE,
    PROBE_VM_READ,
    PROBE_KILL_JUDGE,
    PROBE_KILL_PARENT,
    PROBE_LIMIT_JUDGE,
    PROBE_FILE_MADE,
    PROBE_FILE_WRITTEN,
    PROBE_FILE_EMPTIED, /* this and the next five change PROBE_FILE, which exists */
    PROBE_FILE_CUT,
    PROBE_FILE_MODE,
    PROBE_FILE_OWNER,
    PROBE_FILE_TIMES,
    PROBE_FILE_ATTRIBUTE,
    PROBE_ROOT, /* 0: it is root */
    PROBE_FILE_READ,
    PROBE_DIRECTORY,
    PROBE_JUDGE_COMMAND,
    PROBE_PROGRAM, /* PROBE_FILE, which is executable */
    PROBE_SHARED_MEMORY,
    PROBE_NAMESPACE,
    PROBE_NAMESPACE_CLONED,
    PROBE_FORK,
    PROBE_SPAWN,
    PROBE_URING,
    PROBE_PERF,
    PROBE_SECOND_VIEW,
    PROBE_DEATH_SIGNAL,
    PROBE_CLOCK,
    PROBE_MEMORY,
    PROBE_THREADS,
    PROBE_PIPE_MEMORY, /* in a pipe, by vmsplice() */
    PROBE_PIPE_COPY,
    PROBE_OWN_FILTER,
    PROBE_OLD_FILTER,
    PROBE_OWN_RULES,
    PROBE_OWN_DESCRIPTORS,
    PROBE_THREAD_DESCRIPTORS,
    PROBE_VFORK,
    PROBE_FILE_LOCK,
    PROBE_OPEN_FILE_LOCK,
    PROBE_TIMER,
    PROBE_LARGE_PAGES, /* for an array */
    PROBE_DEVICE,      /* a file in /dev/shm, which exists */
    PROBE_PRIVILEGES,  /* 0: it could gain privileges */
    PROBE_CAPABILITIES,
    PROBE_INTERFACES, /* of the network; 0: an interface has a route */
    /* Actions that must succeed. */
    PROBE_NULL_DEVICE,
    PROBE_OWN_MAPS,
    PROBE_PROCESSORS,
    PROBE_LIBRARIES,
    PROBE_RAISE,
    PROBE_REALLOC,
    PROBE_COUNT
};

#endif
