/* SPDX-License-Identifier: MIT */
#include "judge/runner/process_stats.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The kernel's flag PF_EXITING: the thread is ending. */
#define FLAG_EXITING 0x4ul

bool bres__process_cpu(pid_t process, uint64_t *ns)
{
    clockid_t clock;

    *ns = 0;
    return clock_getcpuclockid(process, &clock) == 0 && bres__cpu_clock_ns(clock, ns);
}

/* A missing file means that the process or the thread has ended. */
static bres_status read_failed(void)
{
    return errno == ENOENT || errno == ESRCH
               ? BRES_OK
               : bres__error_system("inspect the solution's process", NULL);
}

/* Reads a file of a thread into a string, at most `size` - 1 bytes; "" if the file is missing. */
static bres_status text_read(const char *directory, const char *name, char *text, size_t size)
{
    char path[512];
    int fd;
    ssize_t got;
    bres_status status = BRES_OK;

    text[0] = '\0';
    snprintf(path, sizeof(path), "%s/%s", directory, name);
    fd = bres__open(path, O_RDONLY, 0);
    if (fd < 0)
        return read_failed();
    got = bres__read_full(fd, text, size - 1);
    if (got < 0)
        status = read_failed();
    text[got > 0 ? got : 0] = '\0';
    bres__close(fd);
    return status;
}

/* Calls `thread` with the directory of each thread. */
static bres_status threads_visit(pid_t process,
                                 bres_status (*thread)(void *user, const char *directory),
                                 void *user)
{
    char path[64];
    DIR *directory;
    const struct dirent *entry;
    bres_status status = BRES_OK;

    snprintf(path, sizeof(path), "/proc/%d/task", (int)process);
    directory = opendir(path);
    if (directory == NULL)
        return read_failed();
    while (status == BRES_OK && (entry = readdir(directory)) != NULL) {
        char task[sizeof(path) + sizeof(entry->d_name)];

        snprintf(task, sizeof(task), "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            status = thread(user, task);
    }
    closedir(directory);
    return status;
}

/* The directory of a thread ends with its number. */
static uint64_t thread_number(const char *directory)
{
    const char *slash = strrchr(directory, '/');

    return strtoull(slash != NULL ? slash + 1 : "", NULL, 10);
}

static bres_status waits_add(bres__thread_waits *waits, uint64_t thread, uint64_t waited_ns)
{
    if (!BRES__RESERVE(&waits->items, &waits->capacity, waits->count + 1))
        return bres__error_memory();
    waits->items[waits->count++] = (bres__thread_wait){ thread, waited_ns };
    return BRES_OK;
}

typedef struct scheduled_visit {
    bres__scheduled *sum;
    bres__thread_waits *waits; /* NULL: only the sum is wanted */
} scheduled_visit;

static bres_status scheduled_add(void *user, const char *directory)
{
    const scheduled_visit *visit = user;
    bres__scheduled *sum = visit->sum;
    bres__scheduled one = { 0 };
    uint64_t facts[2] = { thread_number(directory) };
    char text[128];
    const bres_status status = text_read(directory, "schedstat", text, sizeof(text));

    if (sscanf(text, "%" SCNu64 " %" SCNu64 " %" SCNu64, &one.ran_ns, &one.waited_ns,
               &one.slices) != 3)
        return status;
    facts[1] = one.slices;
    sum->ran_ns += one.ran_ns;
    sum->waited_ns += one.waited_ns;
    sum->slices += one.slices;
    sum->trace += bres__hash(facts, sizeof(facts));
    if (status != BRES_OK || visit->waits == NULL)
        return status;
    return waits_add(visit->waits, facts[0], one.waited_ns);
}

bres_status bres__process_scheduled(pid_t process, bres__scheduled *sum, bres__thread_waits *waits)
{
    scheduled_visit visit = { sum, waits };

    *sum = (bres__scheduled){ 0 };
    if (waits != NULL)
        waits->count = 0;
    return threads_visit(process, scheduled_add, &visit);
}

void bres__thread_waits_free(bres__thread_waits *waits)
{
    bres__free(waits->items);
    *waits = (bres__thread_waits){ 0 };
}

/* Both lists are in the order in which the threads were started. A new thread has not waited
 * before. */
bres__waited bres__waited_between(const bres__thread_waits *begin, const bres__thread_waits *end)
{
    bres__waited waited = { 0 };
    size_t at = 0;

    for (size_t i = 0; i < end->count; i++) {
        uint64_t ns = end->items[i].waited_ns;
        size_t found = at;

        while (found < begin->count && begin->items[found].thread != end->items[i].thread)
            found++;
        if (found < begin->count) {
            ns -= begin->items[found].waited_ns < ns ? begin->items[found].waited_ns : ns;
            at = found + 1;
        }
        waited.sum_ns += ns;
        waited.longest_ns = ns > waited.longest_ns ? ns : waited.longest_ns;
        waited.first_ns = i == 0 ? ns : waited.first_ns;
    }
    return waited;
}

bres_status bres__thread_scheduled(pid_t process, bres__scheduled *thread)
{
    char directory[64] = "/proc/thread-self";
    scheduled_visit visit = { thread, NULL };

    if (process != 0)
        snprintf(directory, sizeof(directory), "/proc/%d/task/%d", (int)process, (int)process);
    *thread = (bres__scheduled){ 0 };
    return scheduled_add(&visit, directory);
}

/* The thread's name is in parentheses and may contain any character, including parentheses. */
static bres_status thread_add(void *user, const char *directory)
{
    bres__thread_states *states = user;
    char text[1024];
    const bres_status status = text_read(directory, "stat", text, sizeof(text));
    const char *at = strrchr(text, ')');
    unsigned long flags;
    char letter;

    if (at == NULL || sscanf(at + 1, " %c %*s %*s %*s %*s %*s %lu", &letter, &flags) != 2)
        return status;
    if ((flags & FLAG_EXITING) != 0) {
        states->ending++;
        return status;
    }
    states->all++;
    states->stopped += letter == 'T';
    states->ready += letter == 'R';
    return status;
}

bres_status bres__process_threads(pid_t process, bres__thread_states *states)
{
    *states = (bres__thread_states){ 0 };
    return threads_visit(process, thread_add, states);
}

typedef struct child_visit {
    void (*child)(void *user, pid_t pid);
    void *user;
} child_visit;

/* Visits only as many children as fit into the text, which is enough to count them roughly and to
 * kill them step by step. */
static bres_status thread_children(void *user, const char *directory)
{
    const child_visit *visit = user;
    char text[4096];
    const bres_status status = text_read(directory, "children", text, sizeof(text));
    const char *at = text;
    const char *end;

    /* Each number is followed by a blank; the last one may be cut. */
    while ((end = strchr(at, ' ')) != NULL) {
        visit->child(visit->user, (pid_t)strtol(at, NULL, 10));
        at = end + 1;
    }
    return status;
}

bres_status bres__process_children(pid_t process, void (*child)(void *user, pid_t pid), void *user)
{
    child_visit visit = { child, user };

    return threads_visit(process, thread_children, &visit);
}
