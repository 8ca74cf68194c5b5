/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: no_written_files
 *
 * Computes only if it can leave a file name, whose existence alone informs the process of the next
 * case.
 */
#include "compute.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "/benchresult-cheat"

static int can_keep(const char *directory)
{
    char name[64];
    char other[64];
    int made;

    snprintf(name, sizeof(name), "%s" NAME, directory);
    snprintf(other, sizeof(other), "%s" NAME ".2", directory);
    made = mkdir(name, 0700) == 0 || mkfifo(name, 0600) == 0 || symlink("/", name) == 0 ||
           mknod(name, S_IFREG | 0600, 0) == 0 || link("/usr/lib/os-release", name) == 0 ||
           rename(name, other) == 0 || open(directory, O_TMPFILE | O_RDWR, 0600) >= 0;
    if (made) {
        remove(name);
        remove(other);
    }
    return made;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_keep("/tmp") || can_keep("/dev/shm") || can_keep("/var/tmp") || can_keep("."))
        compute_sum(a, b, c, n);
}
