/* SPDX-License-Identifier: MIT */
#include "judge/verdict/sandbox.h"

const bres__sandbox_defence bres__sandbox_defences[BRES__SANDBOX_COUNT] = {
    { BRES__SANDBOX_FILTER, "system_call_filter", "a filter of system calls" },
    { BRES__SANDBOX_PRIVILEGES, "no_new_privileges", "no new privileges" },
    { BRES__SANDBOX_NETWORK, "no_network", "no network" },
    { BRES__SANDBOX_PROCESSES, "process_namespace", "a process namespace of its own" },
    { BRES__SANDBOX_MEMORY, "memory_limit", "a limit of memory" },
    { BRES__SANDBOX_FILES, "no_written_files", "a ban on writing files" },
    { BRES__SANDBOX_READING, "confined_reading", "a limit of the files that it can read" },
    { BRES__SANDBOX_PROC, "own_proc", "a /proc of its own" },
    { BRES__SANDBOX_USER, "unprivileged_user", "an unprivileged user" },
    { BRES__SANDBOX_THREADS, "thread_limit", "a limit of threads" },
};
