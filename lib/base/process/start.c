/* SPDX-License-Identifier: MIT */
#include "base/process/start.h"

#include "base/fault.h"
#include "base/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <unistd.h>

/* Duplicates the descriptors to numbers above those of the program, so that dup2() does not
 * overwrite a descriptor that is still needed. A caller that has closed its standard streams may
 * have descriptors there. Returns an errno. */
static int fds_lift(const bres__start *start, int lifted[BRES__START_FDS])
{
    for (int i = 0; i < start->fd_count; i++) {
        if (start->fds[i] < 0)
            continue;
        lifted[i] = fcntl(start->fds[i], F_DUPFD_CLOEXEC, start->fd_count);
        if (lifted[i] < 0)
            return errno;
    }
    return 0;
}

static int actions_fill(posix_spawn_file_actions_t *actions, const char *directory,
                        const int lifted[BRES__START_FDS])
{
    int error = 0;

    if (directory != NULL)
        error = posix_spawn_file_actions_addchdir_np(actions, directory);
    for (int i = 0; error == 0 && i < BRES__START_FDS; i++) {
        if (lifted[i] >= 0)
            error = posix_spawn_file_actions_adddup2(actions, lifted[i], i);
    }
    return error;
}

static int attributes_fill(posix_spawnattr_t *attributes, bool shares_group)
{
    const int group = shares_group ? 0 : POSIX_SPAWN_SETPGROUP;
    sigset_t none;
    sigset_t all;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setflags(attributes,
                             (short)(group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    return posix_spawnattr_setsigdefault(attributes, &all);
}

static int process_make(bres__start *start, const int lifted[BRES__START_FDS])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawnattr_init(&attributes);

    if (error != 0)
        return error;
    error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        posix_spawnattr_destroy(&attributes);
        return error;
    }
    error = attributes_fill(&attributes, start->shares_group);
    if (error == 0)
        error = actions_fill(&actions, start->directory, lifted);
    if (start->clock != NULL)
        start->begin = start->clock->now(start->clock->user);
    /* posix_spawn() does not modify the arguments; its prototype only lacks const. */
    if (error == 0)
        error = posix_spawn(&start->pid, start->path, &actions, &attributes,
                            (char *const *)(uintptr_t)start->arguments, start->environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

/* Returns an errno if the program cannot be started in its directory, else 0. posix_spawn() also
 * reports this, but only if the new process shares memory with the caller, which valgrind
 * prevents. */
static int directory_refusal(const bres__start *start)
{
    const int directory = open(start->directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int refusal = errno;

    if (directory < 0)
        return refusal;
    refusal = faccessat(directory, start->path, X_OK, 0) == 0 ? 0 : errno;
    close(directory);
    return refusal;
}

int bres__start_program(bres__start *start)
{
    int lifted[BRES__START_FDS] = { -1, -1, -1, -1, -1, -1 };
    int error;

    start->pid = 0;
    if (BRES__FAULT(BRES__FAULT_IO))
        return EAGAIN;
    error = start->directory != NULL ? directory_refusal(start) : 0;
    if (error == 0)
        error = fds_lift(start, lifted);
    if (error == 0)
        error = process_make(start, lifted);
    if (error != 0)
        start->pid = 0;
    for (int i = 0; i < BRES__START_FDS; i++)
        bres__child_close(&lifted[i]);
    return error;
}
