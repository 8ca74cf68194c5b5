/* SPDX-License-Identifier: MIT */
#include "judge/runner/helper/sandbox.h"

#include "judge/confine/confine.h"
#include "judge/confine/user.h"

#include <benchresult/judge.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Limit of open descriptors: enough for a solution, and too few to keep the judge's system busy. */
#define DESCRIPTORS           256
/* Limit of threads at the same time: THREADS, or THREADS_PER_PROCESSOR per processor if more. */
#define THREADS               1024
#define THREADS_PER_PROCESSOR 8

/* Under a sanitizer a process reserves more address space than any limit allows. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED true
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED false
#endif

bool sandbox_may_write(const bres__wire_setup *setup)
{
    return setup->backend == BRES_BACKEND_CUDA || setup->file_size_limit > 0;
}

static void file_write(const char *path, const char *text)
{
    const int fd = open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    /* A file that cannot be written is not an error: the process keeps its state. */
    if (write(fd, text, strlen(text)) < 0)
        (void)text;
    close(fd);
}

/* Whether the process is in a user namespace that users_enter() has made. */
static bool has_own_users;

/* Enters a user namespace that keeps the user's identity. Inside it, any user may make other
 * namespaces. */
static void users_enter(void)
{
    const unsigned user = getuid();
    const unsigned group = getgid();
    char map[64];

    if (unshare(CLONE_NEWUSER) != 0)
        return;
    has_own_users = true;
    file_write("/proc/self/setgroups", "deny");
    snprintf(map, sizeof(map), "%u %u 1", user, user);
    file_write("/proc/self/uid_map", map);
    snprintf(map, sizeof(map), "%u %u 1", group, group);
    file_write("/proc/self/gid_map", map);
}

unsigned sandbox_namespaces(void)
{
    bool has_processes = unshare(CLONE_NEWPID) == 0;
    bool has_network;

    if (!has_processes) {
        users_enter();
        has_processes = unshare(CLONE_NEWPID) == 0;
    }
    has_network = unshare(CLONE_NEWNET) == 0;
    /* Shared memory and queues of System V outlive the processes that make them. */
    unshare(CLONE_NEWIPC);
    return (has_processes ? BRES__SANDBOX_PROCESSES : 0u) |
           (has_network ? BRES__SANDBOX_NETWORK : 0u);
}

/* The mounts are private to this namespace. A container that hides parts of /proc does not permit
 * mounting a new /proc. */
unsigned sandbox_own_proc(void)
{
    const bool is_mounted =
        unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;

    return is_mounted ? BRES__SANDBOX_PROC : 0;
}

/* Sets a limit, unless the existing limit is lower. */
static bool limit_set(int resource, uint64_t value)
{
    struct rlimit limit;

    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0)
        return false;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    if (limit.rlim_cur > value)
        limit.rlim_cur = value;
    return setrlimit((__rlimit_resource_t)resource, &limit) == 0;
}

/* Bytes of address space that the process uses; 0 if unknown. */
static uint64_t address_space(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    unsigned long long pages = 0;

    if (file == NULL)
        return 0;
    if (fscanf(file, "%llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool memory_limit_set(const bres__wire_setup *setup)
{
    const uint64_t used = address_space() + setup->sets_size;

    return setup->memory_limit != 0 && !IS_SANITIZED && setup->backend == BRES_BACKEND_CPU &&
           setup->memory_limit < UINT64_MAX - used &&
           limit_set(RLIMIT_AS, used + setup->memory_limit);
}

/* If root started the process, it becomes a user that owns no files. The change of user clears the
 * death signal, so it is set again: the process must still die with its parent. */
static unsigned user_drop(void)
{
    const pid_t parent = getppid();

    if (!bres__user_drop(false))
        return 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    return BRES__SANDBOX_USER;
}

/* Whether the kernel counts threads per user namespace, as Linux does since 5.14. */
static bool threads_are_counted_apart(void)
{
    struct utsname system;
    unsigned major;
    unsigned minor;

    return uname(&system) == 0 && sscanf(system.release, "%u.%u", &major, &minor) == 2 &&
           (major > 5 || (major == 5 && minor >= 14));
}

/* The limit counts the threads of one user, and does not apply to root. All judgements that root
 * starts run as the same user: each gets its own user namespace, so that no judgement uses up the
 * threads of the others. */
static unsigned threads_limit_set(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t limit = THREADS;

    if (geteuid() == 0 || !threads_are_counted_apart() ||
        !(has_own_users || unshare(CLONE_NEWUSER) == 0))
        return 0;
    if (processors > 0 && (uint64_t)processors * THREADS_PER_PROCESSOR > limit)
        limit = (uint64_t)processors * THREADS_PER_PROCESSOR;
    return limit_set(RLIMIT_NPROC, limit) ? BRES__SANDBOX_THREADS : 0;
}

/* Landlock also denies access to the memory of processes without the same rules. The driver of a
 * GPU reads and writes files that are not documented. */
static unsigned files_confine(const bres__wire_setup *setup, char *const *readable)
{
    const bool on_device = setup->backend == BRES_BACKEND_CUDA;
    const bool may_write = sandbox_may_write(setup);
    bres__confine confine =
        bres__confine_begin(BRES__CONFINE_DEVICES | (on_device ? 0u : BRES__CONFINE_READ) |
                            (may_write ? 0u : BRES__CONFINE_WRITE | BRES__CONFINE_MAKE));

    bres__confine_allow_system(&confine);
    bres__confine_allow(&confine, "/proc/self", BRES__CONFINE_READ);
    bres__confine_allow_fd(&confine, BRES__WIRE_OBJECT, BRES__CONFINE_READ);
    bres__confine_allow_list(&confine, getenv("LD_LIBRARY_PATH"), BRES__CONFINE_READ);
    for (; *readable != NULL; readable++)
        bres__confine_allow(&confine, *readable, BRES__CONFINE_READ);
    if (!bres__confine_enter(&confine))
        return 0;
    return (may_write ? 0u : BRES__SANDBOX_FILES) | (on_device ? 0u : BRES__SANDBOX_READING);
}

unsigned sandbox_limits(const bres__wire_setup *setup, char *const *readable)
{
    const bool on_device = setup->backend == BRES_BACKEND_CUDA;
    unsigned on = 0;

    /* When memory is short, the kernel kills this process first. */
    file_write("/proc/self/oom_score_adj", "1000");
    limit_set(RLIMIT_CORE, 0);
    limit_set(RLIMIT_FSIZE, setup->file_size_limit);
    signal(SIGXFSZ, SIG_IGN);
    if (!on_device)
        limit_set(RLIMIT_NOFILE, DESCRIPTORS);
    if (memory_limit_set(setup))
        on |= BRES__SANDBOX_MEMORY;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        on |= BRES__SANDBOX_PRIVILEGES;
    on |= files_confine(setup, readable);
    /* The driver of a GPU may need the user's files. */
    if (!on_device) {
        on |= user_drop();
        on |= threads_limit_set();
    }
    bres__capabilities_drop();
    return on;
}
