/* SPDX-License-Identifier: MIT */
#include "judge/runner_census.h"

#include "base/file.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_SECOND UINT64_C(1000000000)
/* Of the kernel: the thread is ending (PF_EXITING). */
#define FLAG_EXITING  0x4ul

/* --- Times ---------------------------------------------------------------------------------- */

bool bres__process_cpu(pid_t process, uint64_t *ns)
{
    struct timespec time;
    clockid_t clock;

    *ns = 0;
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return false;
    *ns = (uint64_t)time.tv_sec * NS_PER_SECOND + (uint64_t)time.tv_nsec;
    return true;
}

/* Reads a small file into a string; false when there is none. */
static bool text_read(const char *path, char *text, size_t size)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got;

    if (fd < 0)
        return false;
    got = bres__read_full(fd, text, size - 1);
    close(fd);
    text[got > 0 ? got : 0] = '\0';
    return got > 0;
}

bool bres__thread_times(pid_t process, uint64_t *ran_ns, uint64_t *waited_ns)
{
    char path[64] = "/proc/thread-self/schedstat";
    char text[128];

    *ran_ns = 0;
    *waited_ns = 0;
    if (process != 0)
        snprintf(path, sizeof(path), "/proc/%d/task/%d/schedstat", (int)process, (int)process);
    return text_read(path, text, sizeof(text)) &&
           sscanf(text, "%" SCNu64 " %" SCNu64, ran_ns, waited_ns) == 2;
}

/* --- Threads -------------------------------------------------------------------------------- */

/* Calls `thread` with the directory of each until it returns false. */
static void threads_visit(pid_t process, bool (*thread)(void *user, const char *directory),
                          void *user)
{
    char path[64];
    DIR *directory;
    const struct dirent *entry;

    snprintf(path, sizeof(path), "/proc/%d/task", (int)process);
    directory = opendir(path);
    if (directory == NULL)
        return;
    while ((entry = readdir(directory)) != NULL) {
        char task[64 + sizeof(entry->d_name)];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(task, sizeof(task), "%s/%s", path, entry->d_name);
        if (!thread(user, task))
            break;
    }
    closedir(directory);
}

typedef struct thread_state {
    char letter; /* 'R': it runs, or would if it were let */
    unsigned long flags;
} thread_state;

/* false when it has ended, or is about to. The name of a thread, in parentheses, may have anything
 * in it. */
static bool thread_read(const char *directory, thread_state *state)
{
    char path[512];
    char text[1024];
    const char *at;

    snprintf(path, sizeof(path), "%s/stat", directory);
    if (!text_read(path, text, sizeof(text)))
        return false;
    at = strrchr(text, ')');
    return at != NULL &&
           sscanf(at + 1, " %c %*s %*s %*s %*s %*s %lu", &state->letter, &state->flags) == 2 &&
           (state->flags & FLAG_EXITING) == 0;
}

static bool thread_count(void *user, const char *directory)
{
    unsigned *count = user;
    thread_state state;

    if (thread_read(directory, &state))
        ++*count;
    return true;
}

unsigned bres__process_threads(pid_t process)
{
    unsigned count = 0;

    threads_visit(process, thread_count, &count);
    return count;
}

static bool thread_rests(void *user, const char *directory)
{
    bool *at_rest = user;
    thread_state state;

    if (thread_read(directory, &state) && state.letter == 'R')
        *at_rest = false;
    return *at_rest;
}

bool bres__process_is_at_rest(pid_t process)
{
    bool at_rest = true;

    threads_visit(process, thread_rests, &at_rest);
    return at_rest;
}

/* --- Children ------------------------------------------------------------------------------- */

typedef struct child_visit {
    bool (*child)(void *user, pid_t pid);
    void *user;
} child_visit;

static bool thread_children(void *user, const char *directory)
{
    const child_visit *visit = user;
    char path[512];
    FILE *file;
    int pid;
    bool goes_on = true;

    snprintf(path, sizeof(path), "%s/children", directory);
    file = fopen(path, "re");
    if (file == NULL)
        return true;
    while (goes_on && fscanf(file, "%d", &pid) == 1)
        goes_on = visit->child(visit->user, (pid_t)pid);
    fclose(file);
    return goes_on;
}

void bres__process_children(pid_t process, bool (*child)(void *user, pid_t pid), void *user)
{
    child_visit visit = { child, user };

    threads_visit(process, thread_children, &visit);
}
