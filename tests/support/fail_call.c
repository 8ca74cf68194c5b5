/* SPDX-License-Identifier: MIT */
/*
 * Runs a program and makes one of its system calls fail.
 *
 * usage: fail-call REPORT N once|lasting|killed PROGRAM [ARGUMENT...]
 *
 * Call N fails (counted from 1; 0: none); with `lasting`, each later call of the same kind fails,
 * too. With `killed` the program is killed before call N, which any of its processes may make. A
 * call counts if a process that executes PROGRAM makes it: its threads and the processes that it
 * forks, but not the programs that they execute. The calls of the dynamic loader before the program
 * starts do not count, nor do the calls in `exempt`. PROGRAM is a path.
 *
 * The file REPORT receives the number of calls, and the name of the failed call or "-". The exit
 * status is that of PROGRAM, or 128 plus the number of the signal that has ended it.
 *
 * The kernel asks this program about each call (seccomp). This depends on no processor's registers
 * and does not trace the program, so that sanitizers work as usual.
 */
#include <errno.h>
#include <inttypes.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_CALL   (-1)
#define CANNOT    125
#define PATH_SIZE 64

static char **program;
static struct stat program_file;
static unsigned long target;
static enum { ONCE, LASTING, KILLED, MODES } mode;
static const char *const mode_names[MODES] = { "once", "lasting", "killed" };

static unsigned long count;
static int failing = NO_CALL; /* the number of the call that fails */
static pid_t program_pid;     /* 0: the dynamic loader is still running */

static atomic_int listener;

/* Calls that cannot fail, or whose failure the C library treats as an internal error. A failed
 * close() still closes the file, which cannot be imitated. */
static const int exempt[] = {
    SYS_exit,          SYS_exit_group,  SYS_rt_sigreturn,    SYS_restart_syscall,
    SYS_futex,         SYS_close,       SYS_rt_sigprocmask,  SYS_rt_sigaction,
    SYS_getpid,        SYS_gettid,      SYS_getuid,          SYS_geteuid,
    SYS_getgid,        SYS_getegid,     SYS_getppid,         SYS_set_robust_list,
    SYS_rseq,          SYS_sched_yield, SYS_set_tid_address, SYS_munmap,
    SYS_clock_gettime,
};

static const struct {
    int number;
    int error;
} errors[] = {
    { SYS_write, ENOSPC }, { SYS_mmap, ENOMEM },   { SYS_mremap, ENOMEM }, { SYS_brk, ENOMEM },
    { SYS_clone, EAGAIN }, { SYS_clone3, EAGAIN }, { SYS_openat, EMFILE }, { SYS_flock, ENOLCK },
};

static void fail(const char *what)
{
    perror(what);
    exit(CANNOT);
}

static bool is_exempt(int number)
{
    for (size_t i = 0; i < sizeof(exempt) / sizeof(exempt[0]); i++)
        if (exempt[i] == number)
            return true;
    return false;
}

static int error_of(int number)
{
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (errors[i].number == number)
            return errors[i].error;
    return EIO;
}

static bool executes_program(unsigned pid)
{
    char path[PATH_SIZE];
    struct stat file;

    snprintf(path, sizeof(path), "/proc/%u/exe", pid);
    return stat(path, &file) == 0 && file.st_dev == program_file.st_dev &&
           file.st_ino == program_file.st_ino;
}

/* Whether an instruction belongs to the dynamic loader. */
static bool is_loader(unsigned pid, uint64_t instruction)
{
    char path[PATH_SIZE];
    char line[4096];
    bool found = false;
    FILE *maps;

    snprintf(path, sizeof(path), "/proc/%u/maps", pid);
    maps = fopen(path, "re");
    if (maps == NULL)
        return false;
    while (!found && fgets(line, sizeof(line), maps) != NULL) {
        uint64_t begin;
        uint64_t end;

        found = sscanf(line, "%" SCNx64 "-%" SCNx64, &begin, &end) == 2 && instruction >= begin &&
                instruction < end && strstr(line, "/ld-") != NULL;
    }
    fclose(maps);
    return found;
}

static bool is_failing(const struct seccomp_notif *call)
{
    if (is_exempt(call->data.nr) || !executes_program(call->pid))
        return false;
    if (program_pid == 0 && !is_loader(call->pid, call->data.instruction_pointer))
        program_pid = (pid_t)call->pid;
    if (program_pid == 0)
        return false;
    count++;
    if (count == target)
        failing = call->data.nr;
    if (count == target && mode == KILLED)
        kill(program_pid, SIGKILL);
    return count == target || (mode == LASTING && failing == call->data.nr);
}

static void answer(void)
{
    struct seccomp_notif call = { 0 };
    struct seccomp_notif_resp response = { 0 };

    /* A signal may have cancelled the call. */
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
        if (errno == ENOENT || errno == EINTR)
            return;
        fail("fail-call: receive");
    }
    response.id = call.id;
    if (!is_failing(&call))
        response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    else if (call.data.nr != SYS_brk) /* brk() returns 0 if it fails */
        response.error = -error_of(call.data.nr);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response) != 0 && errno != ENOENT)
        fail("fail-call: send");
}

/* Only this thread and the program that it starts have the filter. It must not hold a lock while
 * the main thread answers its calls; fork() would hold those of malloc(). */
static void *run(void *status)
{
    struct sock_filter filter[] = { BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF) };
    const struct sock_fprog code = { 1, filter };
    pid_t child;

    atomic_store(&listener, (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                         SECCOMP_FILTER_FLAG_NEW_LISTENER, &code));
    if (listener < 0)
        return NULL;
    errno = posix_spawn(&child, program[0], NULL, NULL, program, environ);
    if (errno != 0 || waitpid(child, status, 0) != child)
        fail(program[0]);
    return NULL;
}

/* Answers calls until no process has the filter. */
static void answer_all(void)
{
    struct pollfd event = { .fd = listener, .events = POLLIN };

    while ((event.revents & POLLHUP) == 0) {
        if (poll(&event, 1, -1) < 0 && errno != EINTR)
            fail("fail-call: poll");
        if ((event.revents & POLLIN) != 0)
            answer();
    }
}

static void report(const char *path)
{
    char *name =
        failing != NO_CALL ? seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, failing) : NULL;
    FILE *file = fopen(path, "we");

    if (file == NULL || fprintf(file, "%lu %s\n", count, name != NULL ? name : "-") < 0 ||
        fclose(file) != 0)
        fail(path);
    free(name);
}

static bool take_mode(const char *name)
{
    mode = ONCE;
    while (mode < MODES && strcmp(mode_names[mode], name) != 0)
        mode++;
    return mode < MODES;
}

int main(int argc, char **argv)
{
    pthread_t runner;
    int status = 0;

    if (argc < 5 || !take_mode(argv[3])) {
        fputs("usage: fail-call REPORT N once|lasting|killed PROGRAM [ARGUMENT...]\n", stderr);
        return CANNOT;
    }
    target = strtoul(argv[2], NULL, 10);
    program = argv + 4;
    if (stat(program[0], &program_file) != 0)
        fail(program[0]);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        pthread_create(&runner, NULL, run, &status) != 0)
        fail("fail-call");
    while (atomic_load(&listener) == 0)
        sched_yield();
    if (listener < 0)
        fail("fail-call: seccomp");
    answer_all();
    pthread_join(runner, NULL);
    report(argv[1]);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
