/* SPDX-License-Identifier: MIT */
#include "base/process/children.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>

/* After this many rounds, gives up on children that fork faster than they are killed. */
#define ROUNDS_MAX 1000

static bool is_kept(pid_t child, const pid_t *kept, size_t kept_count)
{
    for (size_t i = 0; i < kept_count; i++) {
        if (kept[i] == child)
            return true;
    }
    return false;
}

/* Kills and collects the listed children. Returns false if no child was left to end. */
static bool end_listed(const pid_t *kept, size_t kept_count)
{
    FILE *list = fopen("/proc/thread-self/children", "re");
    bool found = false;
    int child;

    if (list == NULL)
        return false;
    while (fscanf(list, "%d", &child) == 1) {
        if (is_kept(child, kept, kept_count))
            continue;
        found = true;
        kill(child, SIGKILL);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    fclose(list);
    return found;
}

void bres__children_end(const pid_t *kept, size_t kept_count)
{
    for (int round = 0; round < ROUNDS_MAX; round++) {
        if (!end_listed(kept, kept_count))
            return;
    }
}
