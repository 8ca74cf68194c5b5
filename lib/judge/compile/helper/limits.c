/* SPDX-License-Identifier: MIT */
#include "judge/compile/helper/limits.h"

#include "judge/runner/process_stats.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Directories deeper than this are ignored. */
#define DEPTH_MAX 8

static void limit_set(int resource, uint64_t value)
{
    struct rlimit limit;

    if (getrlimit((__rlimit_resource_t)resource, &limit) != 0)
        return;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    if (limit.rlim_cur > limit.rlim_max)
        limit.rlim_cur = limit.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &limit);
}

/* Limits data instead of address space: the driver of a GPU, which nvcc may call, reserves much
 * address space without using it. */
void compile_limits_set(const bres__compile_limits *limits)
{
    limit_set(RLIMIT_DATA, limits->memory);
    limit_set(RLIMIT_FSIZE, limits->file);
    limit_set(RLIMIT_CORE, 0);
}

/* Bytes that a directory uses on the disk; holes in files do not count. Closes the descriptor. */
static uint64_t directory_size(int fd, int depth)
{
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    uint64_t size = 0;

    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        struct stat found;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            fstatat(dirfd(directory), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        size += (uint64_t)found.st_blocks * 512;
        if (S_ISDIR(found.st_mode) && depth > 0)
            size += directory_size(openat(dirfd(directory), entry->d_name,
                                          O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                                   depth - 1);
    }
    if (directory != NULL)
        closedir(directory);
    else if (fd >= 0)
        close(fd);
    return size;
}

typedef struct process_count {
    uint64_t count;
    uint64_t enough; /* stop counting above this */
} process_count;

static void child_count(void *user, pid_t pid)
{
    process_count *counted = user;

    if (++counted->count <= counted->enough)
        bres__process_children(pid, child_count, counted);
}

int compile_limits_check(const bres__compile_limits *limits, const char *directory)
{
    process_count counted = { .enough = limits->processes };

    bres__process_children(getpid(), child_count, &counted);
    if (counted.count > limits->processes)
        return BRES__COMPILE_EXIT_PROCESSES;
    if (directory_size(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC), DEPTH_MAX) >
        limits->disk)
        return BRES__COMPILE_EXIT_DISK;
    return 0;
}

static void child_kill(void *user, pid_t pid)
{
    (void)user;
    kill(pid, SIGKILL);
}

void compile_children_end(void)
{
    pid_t ended;

    do {
        bres__process_children(getpid(), child_kill, NULL);
        ended = waitpid(-1, NULL, 0);
    } while (ended > 0 || (ended < 0 && errno == EINTR));
}
