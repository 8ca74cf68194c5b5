/* SPDX-License-Identifier: MIT */
/* Actions that a solution cannot perform, if the system supports the defence. */
#include "judge/solutions/probe.h"
#include "support/called.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FILTER     BRES__SANDBOX_FILTER
#define FILES      BRES__SANDBOX_FILES
#define READING    BRES__SANDBOX_READING
#define PRIVILEGES BRES__SANDBOX_PRIVILEGES
/* A system with a process namespace also has a network namespace. */
#define NAMESPACES (BRES__SANDBOX_PROCESSES | BRES__SANDBOX_NETWORK)
#define MEMORY     BRES__SANDBOX_MEMORY
#define THREADS    BRES__SANDBOX_THREADS

static const struct {
    const char *name;
    int probe;
    unsigned defence; /* 0: none, the action must succeed */
    int error;
    int other_error;
} probes[] = {
    { "socket", PROBE_SOCKET, FILTER, EPERM, EPERM },
    { "local socket", PROBE_SOCKET_LOCAL, FILTER, EPERM, EPERM },
    { "the judge's memory", PROBE_JUDGE_MEMORY, PRIVILEGES, EACCES, ENOENT },
    { "the parent's memory", PROBE_PARENT_MEMORY, PRIVILEGES, EACCES, ENOENT },
    { "ptrace", PROBE_PTRACE, FILTER, EPERM, EPERM },
    { "process_vm_readv", PROBE_VM_READ, FILTER, EPERM, EPERM },
    { "kill the judge", PROBE_KILL_JUDGE, FILTER, EPERM, EPERM },
    { "kill the parent", PROBE_KILL_PARENT, FILTER, EPERM, EPERM },
    { "prlimit", PROBE_LIMIT_JUDGE, FILTER, EPERM, EPERM },
    { "make a file", PROBE_FILE_MADE, FILES, EACCES, EACCES },
    { "write a file", PROBE_FILE_WRITTEN, FILES, EACCES, EACCES },
    { "empty a file", PROBE_FILE_EMPTIED, FILES | FILTER, EACCES, EPERM },
    { "cut a file", PROBE_FILE_CUT, FILES | FILTER, EPERM, EACCES },
    { "change the mode of a file", PROBE_FILE_MODE, FILES | FILTER, EPERM, EPERM },
    { "change the owner of a file", PROBE_FILE_OWNER, FILES | FILTER, EPERM, EPERM },
    { "change the times of a file", PROBE_FILE_TIMES, FILES | FILTER, EPERM, EPERM },
    { "change an attribute of a file", PROBE_FILE_ATTRIBUTE, FILES | FILTER, EPERM, EPERM },
    { "write to a file of the devices", PROBE_DEVICE, FILES, EACCES, ENOENT },
    { "root", PROBE_ROOT, BRES__SANDBOX_USER, EPERM, EPERM },
    { "read a file", PROBE_FILE_READ, READING, EACCES, EACCES },
    { "list a directory", PROBE_DIRECTORY, READING, EACCES, EACCES },
    { "the judge's command line", PROBE_JUDGE_COMMAND, READING, EACCES, ENOENT },
    { "run a program that is not of the system", PROBE_PROGRAM, READING, EACCES, EACCES },
    { "shmget", PROBE_SHARED_MEMORY, FILTER, EPERM, EPERM },
    { "unshare", PROBE_NAMESPACE, FILTER, EPERM, EPERM },
    { "clone", PROBE_NAMESPACE_CLONED, FILTER, EPERM, EPERM },
    { "fork", PROBE_FORK, FILTER, EPERM, EPERM },
    { "posix_spawn", PROBE_SPAWN, FILTER, EPERM, EPERM },
    { "io_uring", PROBE_URING, FILTER, EPERM, EPERM },
    { "perf events", PROBE_PERF, FILTER, EPERM, EPERM },
    { "a second view", PROBE_SECOND_VIEW, FILTER, EPERM, EPERM },
    { "the death signal", PROBE_DEATH_SIGNAL, FILTER, EPERM, EPERM },
    { "the clock", PROBE_CLOCK, FILTER, EPERM, EPERM },
    { "memory", PROBE_MEMORY, MEMORY, ENOMEM, ENOMEM },
    { "threads", PROBE_THREADS, THREADS, EAGAIN, EAGAIN },
    { "memory in a pipe", PROBE_PIPE_MEMORY, FILTER, EPERM, EPERM },
    { "a copy of a pipe", PROBE_PIPE_COPY, FILTER, EPERM, EPERM },
    { "a filter of its own", PROBE_OWN_FILTER, FILTER, EPERM, EPERM },
    { "a filter of its own by prctl", PROBE_OLD_FILTER, FILTER, EPERM, EPERM },
    { "rules of its own", PROBE_OWN_RULES, FILTER, EPERM, EPERM },
    { "descriptors of its own", PROBE_OWN_DESCRIPTORS, FILTER, EPERM, EPERM },
    { "a thread with descriptors", PROBE_THREAD_DESCRIPTORS, FILTER, EPERM, EPERM },
    { "a thread that waits", PROBE_VFORK, FILTER, EPERM, EPERM },
    { "a lock", PROBE_FILE_LOCK, FILTER, EPERM, EPERM },
    { "a lock of an open file", PROBE_OPEN_FILE_LOCK, FILTER, EPERM, EPERM },
    { "a timer", PROBE_TIMER, FILTER, EPERM, EPERM },
    { "large pages", PROBE_LARGE_PAGES, FILTER, EPERM, EPERM },
    { "privileges", PROBE_PRIVILEGES, PRIVILEGES, EPERM, EPERM },
    { "capabilities", PROBE_CAPABILITIES, PRIVILEGES, EPERM, EPERM },
    { "routes", PROBE_INTERFACES, NAMESPACES, EPERM, EPERM },
    { "the null device", PROBE_NULL_DEVICE, 0, 0, 0 },
    { "its own maps", PROBE_OWN_MAPS, 0, 0, 0 },
    { "the processors", PROBE_PROCESSORS, 0, 0, 0 },
    { "the libraries", PROBE_LIBRARIES, 0, 0, 0 },
    { "raise", PROBE_RAISE, 0, 0, 0 },
    { "realloc", PROBE_REALLOC, 0, 0, 0 },
};

/* Runs all probes, and copies their results. Returns the active defences. */
static unsigned probe_all(bres_test_called *called, float *results)
{
    float *in;
    unsigned sandbox;

    bres_test_called_start(called, BRES__RUNNER_RETURNED);
    in = bres__runner_array(called->runner, 0, 1);
    in[0] = (float)getpid();
    cr_assert_eq(bres__runner_call(called->runner, 0, 1, &called->report), BRES_OK);
    cr_assert_eq(called->report.outcome, BRES__RUNNER_RETURNED, "%s", called->report.message);
    memcpy(results, bres__runner_array(called->runner, 0, 2), PROBE_COUNT * sizeof(*results));
    sandbox = bres__runner_sandbox(called->runner);
    bres_test_called_end(called);
    return sandbox;
}

#define DEVICE_FILE "/dev/shm/benchresult-judge-probed"

/* If the directory is missing, no file is made, and the probe does not find it. */
static void file_make(const char *path)
{
    const int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0700);

    if (fd >= 0)
        close(fd);
}

Test(judge, runner_keeps_a_solution_from_what_is_not_its_own)
{
    float results[PROBE_COUNT];
    bres_test_called called;
    unsigned sandbox;

    bres_test_called_begin(&called, "probe", 0);
    file_make(PROBE_FILE);
    file_make(DEVICE_FILE);
    sandbox = probe_all(&called, results);
    unlink(DEVICE_FILE);
    unlink(PROBE_FILE);
    for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
        const int error = (int)results[probes[i].probe];

        if ((sandbox & probes[i].defence) != probes[i].defence)
            fprintf(stderr, "not refused here, for the system cannot: %s\n", probes[i].name);
        else
            cr_expect(error == probes[i].error || error == probes[i].other_error,
                      "%s gives error %d", probes[i].name, error);
    }
    cr_expect_neq(access("/tmp/benchresult-judge-probe", F_OK), 0);
}

/* A defence that was not requested is neither reported nor active. */
Test(judge, runner_has_no_limits_that_were_not_asked_for)
{
    /* The probe makes its file for reading and writing, so reading must be allowed. */
    static const char *const readable[] = { "/tmp", NULL };
    float results[PROBE_COUNT];
    bres_test_called called;
    unsigned sandbox;

    bres_test_called_begin(&called, "probe", 0);
    called.judge.memory_limit = 0;
    called.judge.file_size_limit = 4096;
    called.judge.allow_read = readable;
    sandbox = probe_all(&called, results);
    cr_expect_eq(sandbox & (MEMORY | FILES), 0);
    cr_expect_eq((int)results[PROBE_MEMORY], 0);
    cr_expect_eq((int)results[PROBE_FILE_MADE], 0);
    cr_expect_eq(unlink("/tmp/benchresult-judge-probe"), 0);
}

Test(judge, runner_gives_a_solution_little_to_see)
{
    static const char *const allowed[] = {
        "PATH", "HOME", "LANG", "LD_LIBRARY_PATH", "OMP_WAIT_POLICY", BRES_TEST_CALLED_TOKEN, "0",
        "1",    "2",    "3",    "read 0"
    };
    bres_test_called called;
    char output[4096];
    char *rest = NULL;
    size_t lines = 0;

    bres_test_called_begin(&called, "surroundings", 0);
    cr_assert_eq(setenv("BRES_TEST_SECRET", "expected", 1), 0);
    cr_assert_geq(dup2(2, 100), 0);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    snprintf(output, sizeof(output), "%s", bres__runner_output(called.runner));
    for (char *line = strtok_r(output, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        size_t i = 0;

        while (i < sizeof allowed / sizeof *allowed && strcmp(line, allowed[i]) != 0)
            i++;
        cr_expect_lt(i, sizeof allowed / sizeof *allowed, "it sees %s", line);
        lines++;
    }
    cr_expect_geq(lines, 7);
    close(100);
    unsetenv("BRES_TEST_SECRET");
    bres_test_called_end(&called);
}
