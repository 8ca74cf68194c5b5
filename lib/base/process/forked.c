/* SPDX-License-Identifier: MIT */
#include "base/process/forked.h"

#include "base/number/number.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Keeps the program's exit functions from running: exit functions run in reverse order of
 * registration, and this one does not return. */
static void forked_exit(int status, void *unused)
{
    (void)unused;
    fflush(NULL);
    _exit(status);
}

void bres__forked_begin(pid_t parent)
{
    /* The parent may have died before prctl(). */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent ||
        on_exit(forked_exit, NULL) != 0)
        _exit(BRES__FORKED_LOST);
}

bool bres__forked_has_ended(pid_t child, int options)
{
    siginfo_t info = { .si_pid = 0 };
    int result;

    do {
        result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | options);
    } while (result != 0 && errno == EINTR);
    return result != 0 || info.si_pid != 0;
}

bool bres__forked_is_lost(int wait_status)
{
    return WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == BRES__FORKED_LOST;
}

void bres__forked_describe(int wait_status, char *text, size_t size)
{
    if (WIFSIGNALED(wait_status)) {
        const int number = WTERMSIG(wait_status);
        const char *name = sigdescr_np(number);

        bres__format(text, size, "killed by signal %d (%s)", number,
                     name != NULL ? name : "unknown signal");
    } else {
        bres__format(text, size, "exited with status %d", WEXITSTATUS(wait_status));
    }
}
