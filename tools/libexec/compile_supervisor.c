/* SPDX-License-Identifier: MIT */
/*
 * benchresult-compile-supervisor PARENT DIRECTORY COMPILER [ARGUMENT]...
 *
 * The program by which bres_judge() runs a compiler that works in DIRECTORY. It ends as the
 * compiler does. When the process PARENT ends first, however that happens, it ends the compiler and
 * what that has started, and removes the directory.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAILED 125

extern char **environ;

static int fail(const char *what)
{
    fprintf(stderr, "benchresult-compile-supervisor: %s: %s\n", what, strerror(errno));
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

/* Signals that are waited for are as a new program expects them. */
static int compiler_start(char **arguments, pid_t *compiler)
{
    posix_spawnattr_t attributes;
    sigset_t none;
    int error;

    sigemptyset(&none);
    error = posix_spawnattr_init(&attributes);
    if (error != 0)
        return error;
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &none);
    error = posix_spawnp(compiler, arguments[0], NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Collects what has ended. Whether anything is left; *status is that of the compiler. */
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

/* The compiler's status, or that it was ended because the parent has. */
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
        return fail("prctl");
    errno = compiler_start(argv + 3, &compiler);
    if (errno != 0)
        return fail(argv[3]);
    status = compiler_wait(parent, compiler, &signals, &orphaned);
    if (orphaned)
        directory_remove(argv[2]);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
