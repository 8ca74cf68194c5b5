/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define COLLAPSE 25 /* MADV_COLLAPSE, which older headers lack */
#define UNSHARE  2  /* CLOSE_RANGE_UNSHARE, likewise */

void solution(int what, const float *in, float *out, size_t n);

static float outcome(long result)
{
    return result == -1 ? (float)errno : 0.0f;
}

static float opened(const char *path, int flags)
{
    return outcome(open(path, flags, 0600));
}

static float process_opened(int process, const char *name)
{
    char path[64];

    snprintf(path, sizeof(path), "/proc/%d/%s", process, name);
    return opened(path, O_RDONLY);
}

static float memory_read(int process)
{
    char byte;
    const struct iovec here = { &byte, 1 };
    const struct iovec there = { (void *)(uintptr_t)&solution, 1 };

    return outcome(process_vm_readv(process, &here, 1, &there, 1, 0));
}

static void *thread_await(void *lock)
{
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* Starts one more thread than the limit. Their stacks are small: memory is limited, too. */
static float threads_started(void)
{
    static pthread_t threads[16384];
    struct rlimit limit = { .rlim_cur = RLIM_INFINITY };
    const size_t most = sizeof(threads) / sizeof(*threads);
    const size_t count = getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur < most
                             ? (size_t)limit.rlim_cur + 1
                             : 1;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_attr_t attributes;
    size_t started = 0;
    int error = 0;

    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 65536);
    pthread_mutex_lock(&lock);
    while (error == 0 && started < count) {
        error = pthread_create(&threads[started], &attributes, thread_await, &lock);
        started += error == 0;
    }
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_attr_destroy(&attributes);
    return (float)error;
}

static float process_forked(void)
{
    const pid_t child = fork();

    if (child == 0)
        _exit(0);
    return outcome(child);
}

static float process_spawned(void)
{
    char *const arguments[] = { "true", NULL };
    pid_t child;

    return (float)posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL);
}

static float clock_set(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return outcome(clock_settime(CLOCK_REALTIME, &now));
}

static float limit_set(int process)
{
    struct rlimit limit;

    return outcome(prlimit(process, RLIMIT_NOFILE, NULL, &limit));
}

static float memory_taken(void)
{
    void *memory = mmap(NULL, (size_t)2 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return memory == MAP_FAILED ? (float)errno : 0.0f;
}

static float memory_in_pipe(const float *array)
{
    const struct iovec memory = { (void *)(uintptr_t)array, sizeof(*array) };
    int ends[2];

    return pipe(ends) == 0 ? outcome(vmsplice(ends[1], &memory, 1, 0)) : 0.0f;
}

static float pipe_copied(void)
{
    int ends[2];
    int other[2];

    return pipe(ends) == 0 && pipe(other) == 0
               ? outcome(tee(ends[0], other[1], 1, SPLICE_F_NONBLOCK))
               : 0.0f;
}

/* A filter without instructions: if the call is permitted, the kernel fails with another error. */
static float filter_set(void)
{
    return outcome(
        syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, NULL));
}

static float timer_made(void)
{
    timer_t timer;

    return outcome(timer_create(CLOCK_MONOTONIC, NULL, &timer));
}

static float pages_collapsed(const float *array)
{
    return outcome(madvise((void *)((uintptr_t)array & ~(uintptr_t)4095), 4096, COLLAPSE));
}

static float memory_seen_twice(const float *array)
{
    void *page = (void *)((uintptr_t)array & ~(uintptr_t)4095);
    void *view = mremap(page, 0, 4096, MREMAP_MAYMOVE);

    return view == MAP_FAILED ? (float)errno : 0.0f;
}

static float capability_held(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

    memset(data, 0, sizeof(data));
    if (syscall(SYS_capget, &header, data) != 0)
        return 0.0f;
    return data[0].permitted == 0 && data[1].permitted == 0 ? (float)EPERM : 0.0f;
}

/* After a heading, each line of the file is a route through an interface. */
static float interfaces_seen(void)
{
    FILE *file = fopen("/proc/self/net/route", "r");
    char line[256];
    int lines = 0;

    while (file != NULL && fgets(line, sizeof(line), file) != NULL)
        lines++;
    if (file != NULL)
        fclose(file);
    return lines > 1 ? 0.0f : (float)EPERM;
}

static float memory_grown(void)
{
    char *memory = malloc(1 << 20);
    char *grown = memory != NULL ? realloc(memory, 1 << 24) : NULL;
    const float result = grown != NULL ? 0.0f : (float)ENOMEM;

    free(grown != NULL ? grown : memory);
    return result;
}

void solution(int what, const float *in, float *out, size_t n)
{
    const int judge = (int)in[0];

    (void)what;
    (void)n;
    out[PROBE_SOCKET] = outcome(socket(AF_INET, SOCK_STREAM, 0));
    out[PROBE_SOCKET_LOCAL] = outcome(socket(AF_UNIX, SOCK_STREAM, 0));
    out[PROBE_JUDGE_MEMORY] = process_opened(judge, "mem");
    out[PROBE_PARENT_MEMORY] = process_opened(getppid(), "mem");
    out[PROBE_PTRACE] = outcome(ptrace(PTRACE_ATTACH, judge, NULL, NULL));
    out[PROBE_VM_READ] = memory_read(judge);
    out[PROBE_KILL_JUDGE] = outcome(kill(judge, 0));
    out[PROBE_KILL_PARENT] = outcome(kill(getppid(), 0));
    out[PROBE_LIMIT_JUDGE] = limit_set(judge);
    out[PROBE_FILE_MADE] = opened("/tmp/benchresult-judge-probe", O_CREAT | O_EXCL | O_RDWR);
    out[PROBE_FILE_WRITTEN] = opened("/proc/self/comm", O_WRONLY);
    out[PROBE_FILE_EMPTIED] = opened(PROBE_FILE, O_RDONLY | O_TRUNC);
    out[PROBE_FILE_CUT] = outcome(truncate(PROBE_FILE, 0));
    out[PROBE_FILE_MODE] = outcome(chmod(PROBE_FILE, 0777));
    out[PROBE_FILE_OWNER] = outcome(chown(PROBE_FILE, getuid(), getgid()));
    out[PROBE_FILE_TIMES] = outcome(utimensat(AT_FDCWD, PROBE_FILE, NULL, 0));
    out[PROBE_FILE_ATTRIBUTE] = outcome(setxattr(PROBE_FILE, "user.probe", "1", 1, 0));
    out[PROBE_DEVICE] = opened("/dev/shm/benchresult-judge-probed", O_WRONLY);
    out[PROBE_ROOT] = getuid() == 0 || geteuid() == 0 || getgid() == 0 ? 0.0f : (float)EPERM;
    out[PROBE_FILE_READ] = opened(PROBE_FILE, O_RDONLY);
    out[PROBE_DIRECTORY] = opened("/tmp", O_RDONLY | O_DIRECTORY);
    out[PROBE_JUDGE_COMMAND] = process_opened(judge, "cmdline");
    out[PROBE_PROGRAM] = outcome(execl(PROBE_FILE, PROBE_FILE, (char *)NULL));
    out[PROBE_SHARED_MEMORY] = outcome(syscall(SYS_shmget, 0, 4096, 0600));
    out[PROBE_NAMESPACE] = outcome(unshare(CLONE_NEWUSER));
    out[PROBE_NAMESPACE_CLONED] = outcome(syscall(SYS_clone, CLONE_NEWUSER, 0, 0, 0, 0));
    out[PROBE_FORK] = process_forked();
    out[PROBE_SPAWN] = process_spawned();
    out[PROBE_URING] = outcome(syscall(SYS_io_uring_setup, 1, NULL));
    out[PROBE_PERF] = outcome(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    out[PROBE_SECOND_VIEW] = memory_seen_twice(out);
    out[PROBE_DEATH_SIGNAL] = outcome(prctl(PR_SET_PDEATHSIG, 0));
    out[PROBE_CLOCK] = clock_set();
    out[PROBE_MEMORY] = memory_taken();
    out[PROBE_THREADS] = threads_started();
    out[PROBE_PIPE_MEMORY] = memory_in_pipe(in);
    out[PROBE_PIPE_COPY] = pipe_copied();
    out[PROBE_OWN_FILTER] = filter_set();
    out[PROBE_OWN_RULES] = outcome(syscall(SYS_landlock_create_ruleset, NULL, 0, 0));
    out[PROBE_OWN_DESCRIPTORS] = outcome(syscall(SYS_close_range, UINT_MAX, UINT_MAX, UNSHARE));
    /* If the call is permitted, the kernel refuses these flags with another error. */
    out[PROBE_VFORK] =
        outcome(syscall(SYS_clone, CLONE_THREAD | CLONE_FILES | CLONE_VFORK, NULL, NULL, NULL, 0));
    out[PROBE_FILE_LOCK] = outcome(fcntl(-1, F_SETLK, NULL));
    out[PROBE_OPEN_FILE_LOCK] = outcome(fcntl(-1, F_OFD_SETLK, NULL));
    out[PROBE_THREAD_DESCRIPTORS] = outcome(syscall(SYS_clone, CLONE_THREAD, NULL, NULL, NULL, 0));
    out[PROBE_TIMER] = timer_made();
    out[PROBE_OLD_FILTER] = outcome(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL));
    out[PROBE_LARGE_PAGES] = pages_collapsed(out);
    out[PROBE_PRIVILEGES] = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? (float)EPERM : 0.0f;
    out[PROBE_CAPABILITIES] = capability_held();
    out[PROBE_INTERFACES] = interfaces_seen();
    out[PROBE_NULL_DEVICE] = opened("/dev/null", O_RDWR);
    out[PROBE_OWN_MAPS] = opened("/proc/self/maps", O_RDONLY);
    out[PROBE_PROCESSORS] = opened("/sys/devices/system/cpu/online", O_RDONLY);
    out[PROBE_LIBRARIES] = opened("/usr/lib", O_RDONLY | O_DIRECTORY);
    signal(SIGUSR1, SIG_IGN);
    out[PROBE_RAISE] = raise(SIGUSR1) == 0 ? 0.0f : (float)EPERM;
    out[PROBE_REALLOC] = memory_grown();
}
