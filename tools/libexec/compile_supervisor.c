/* SPDX-License-Identifier: MIT */
/*
 * benchresult-compile-supervisor PARENT DIRECTORY COMPILER [ARGUMENT]...
 *
 * bres_judge() runs a compiler through this program, which ends with the compiler's exit status. If
 * the process PARENT ends first, even by a signal, it terminates the compiler and all processes
 * that the compiler has started, and removes DIRECTORY.
 */
#include "base/base.h"
#include "base/process/start.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILED 125

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

static bres_status compiler_start(char **arguments, pid_t *compiler)
{
    bres__start start = {
        .arguments = (const char *const *)(uintptr_t)arguments,
        .environment = environ,
        .shares_group = true,
    };
    char *path = NULL;
    bres_status status = bres__program_find(arguments[0], &path);

    if (status != BRES_OK)
        return status;
    start.path = path;
    errno = bres__start_program(&start);
    if (errno != 0)
        status = bres__error_system("start", arguments[0]);
    *compiler = start.pid;
    bres__free(path);
    return status;
}

/* Collects children that have ended, and the compiler's status. Returns whether any are left. */
static bool children_collect(pid_t compiler, int *status, bool *has_ended)
{
    int ended;
    pid_t child;

    while ((child = waitpid(-1, &ended, WNOHANG)) > 0) {
        if (child != compiler)
            continue;
        *status = ended;
        *has_ended = true;
    }
    return child == 0;
}

/* Returns the compiler's status; *orphaned: the parent has ended, and so all children were
 * terminated. */
static int compiler_wait(pid_t parent, pid_t compiler, const sigset_t *signals, bool *orphaned)
{
    bool has_ended = false;
    bool has_more = true;
    int status = 0;

    *orphaned = false;
    while (has_more && (*orphaned || !has_ended)) {
        if (!*orphaned && getppid() != parent) {
            *orphaned = true;
            kill(0, SIGTERM);
        }
        has_more = children_collect(compiler, &status, &has_ended);
        if (has_more && (*orphaned || !has_ended))
            sigwaitinfo(signals, NULL);
    }
    return status;
}

int main(int argc, char **argv)
{
    sigset_t signals;
    pid_t compiler;
    pid_t parent;
    bool orphaned;
    int status;

    if (argc < 4)
        return fail("expected PARENT DIRECTORY COMPILER [ARGUMENT]...");
    parent = (pid_t)strtol(argv[1], NULL, 10);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) != 0)
        return fail(strerror(errno));
    if (compiler_start(argv + 3, &compiler) != BRES_OK)
        return fail(bres_last_error());
    status = compiler_wait(parent, compiler, &signals, &orphaned);
    if (orphaned)
        directory_remove(argv[2]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
