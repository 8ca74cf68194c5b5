/* SPDX-License-Identifier: MIT */
/*
 * benchresult-compile-supervisor PARENT DIRECTORY MEMORY FILE DISK PROCESSES [READABLE]... --
 *     COMPILER [ARGUMENT]...
 *
 * bres_judge() runs a compiler through this supervisor. The supervisor ends with the exit status of
 * the compiler, or with the status of the limit that the compiler has exceeded
 * (judge/compile/limits.h). No process of the compiler survives the supervisor. The compiler can
 * write only to DIRECTORY, and read the files and directories READABLE in addition to those of the
 * system. If the process PARENT ends before the supervisor, even by a signal, the supervisor
 * removes DIRECTORY.
 */
#include "base/base.h"
#include "judge/compile/helper/files.h"
#include "judge/compile/helper/limits.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define FAILED BRES__COMPILE_EXIT_FAILED

/* Interval in nanoseconds between checks of the limits that the kernel does not enforce. */
#define CHECK_NS 50000000

static int fail(const char *message)
{
    fprintf(stderr, "benchresult-compile-supervisor: %s\n", message);
    return FAILED;
}

static void directory_remove(const char *path)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;

    while (directory != NULL && (entry = readdir(directory)) != NULL)
        unlinkat(dirfd(directory), entry->d_name, 0);
    if (directory != NULL)
        closedir(directory);
    rmdir(path);
}

/* Executes the compiler in this process. Returns only on failure, with the exit status. */
static int compiler_run(const char *path, char **argv, char **arguments,
                        const bres__compile_limits *limits)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    compile_limits_set(limits);
    compile_files_confine(path, argv[2], argv + 7, arguments - 1);
    compile_user_drop(argv[2]);
    execv(path, arguments);
    return fail(strerror(errno));
}

static bres_status compiler_start(char **argv, char **arguments, const bres__compile_limits *limits,
                                  pid_t *compiler)
{
    char *path = NULL;
    bres_status status = bres__program_find(arguments[0], &path);

    if (status != BRES_OK)
        return status;
    *compiler = fork();
    if (*compiler == 0)
        _exit(compiler_run(path, argv, arguments, limits));
    if (*compiler < 0)
        status = bres__error_system("start", arguments[0]);
    bres__free(path);
    return status;
}

/* Reaps children that have ended. Returns true, with the wait status in *status, if the compiler
 * has ended. */
static bool children_collect(pid_t compiler, int *status)
{
    bool has_ended = false;
    int ended;
    pid_t child;

    while ((child = waitpid(-1, &ended, WNOHANG)) > 0) {
        if (child == compiler) {
            *status = ended;
            has_ended = true;
        }
    }
    return has_ended;
}

/* Waits until the compiler ends or exceeds a limit, or the parent ends. Returns the exit status of
 * this program. */
static int compiler_watch(pid_t parent, pid_t compiler, const bres__compile_limits *limits,
                          const char *directory, const sigset_t *signals)
{
    const struct timespec interval = { .tv_nsec = CHECK_NS };
    bool has_ended = false;
    int exceeded = 0;
    int status = 0;

    while (!has_ended && exceeded == 0) {
        if (getppid() != parent)
            return FAILED;
        has_ended = children_collect(compiler, &status);
        exceeded = compile_limits_check(limits, directory);
        if (!has_ended && exceeded == 0)
            sigtimedwait(signals, NULL, &interval);
    }
    if (exceeded != 0)
        return exceeded;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Finds the compiler in the arguments; NULL if it is missing. */
static char **compiler_find(char **argv)
{
    while (*argv != NULL && strcmp(*argv, "--") != 0)
        argv++;
    return argv[0] != NULL && argv[1] != NULL ? argv + 1 : NULL;
}

int main(int argc, char **argv)
{
    bres__compile_limits limits;
    char **arguments = NULL;
    sigset_t signals;
    pid_t compiler;
    pid_t parent;
    int status;

    /* The compiler must not inherit open descriptors of the judge's caller. */
    closefrom(STDERR_FILENO + 1);
    if (argc >= 9)
        arguments = compiler_find(argv + 7);
    if (arguments == NULL)
        return fail("expected PARENT DIRECTORY MEMORY FILE DISK PROCESSES [READABLE]... -- "
                    "COMPILER [ARGUMENT]...");
    parent = (pid_t)strtol(argv[1], NULL, 10);
    limits = (bres__compile_limits){
        .memory = strtoull(argv[3], NULL, 10),
        .file = strtoull(argv[4], NULL, 10),
        .disk = strtoull(argv[5], NULL, 10),
        .processes = strtoull(argv[6], NULL, 10),
    };
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
        return fail(strerror(errno));
    if (compiler_start(argv, arguments, &limits, &compiler) != BRES_OK)
        return fail(bres_last_error());
    status = compiler_watch(parent, compiler, &limits, argv[2], &signals);
    compile_children_end();
    if (getppid() != parent)
        directory_remove(argv[2]);
    return status;
}
