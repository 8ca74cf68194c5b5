/* SPDX-License-Identifier: MIT */
/*
 * Looks for an answer in files and in the memory of processes.
 */
#ifndef BRES_TEST_CHEATS_SEARCH_H
#define BRES_TEST_CHEATS_SEARCH_H

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SEARCH_KNOWN 4u
#define SEARCH_PIECE (1u << 20)

/* The first elements of the answer, which are known, and where to put the whole answer. */
typedef struct search {
    float known[SEARCH_KNOWN];
    float *answer;
    size_t count;
} search;

static inline int search_matches(const search *wanted, const float *numbers)
{
    for (size_t i = 0; i < SEARCH_KNOWN; i++) {
        if (!(fabsf(numbers[i] - wanted->known[i]) <= 1e-5F))
            return 0;
    }
    return 1;
}

/* Searches from `first` to `last`. Returns 1 if it found the answer. */
static inline int search_range(const search *wanted, int fd, off_t first, off_t last)
{
    static float piece[SEARCH_PIECE / sizeof(float)];
    const ssize_t size = (ssize_t)(wanted->count * sizeof(float));

    for (off_t at = first; at < last; at += (off_t)(SEARCH_PIECE - sizeof(wanted->known))) {
        const ssize_t got = pread(fd, piece, SEARCH_PIECE, at);

        for (size_t i = 0; got > 0 && i + SEARCH_KNOWN <= (size_t)got / sizeof(float); i++) {
            const off_t place = at + (off_t)(i * sizeof(float));

            if (search_matches(wanted, piece + i) &&
                pread(fd, wanted->answer, (size_t)size, place) == size)
                return 1;
        }
    }
    return 0;
}

/* Searches the memory of a process, except for mappings of the kernel. */
static inline int search_process(const search *wanted, const char *process)
{
    char path[64];
    char line[512];
    FILE *maps;
    int fd;
    int found = 0;

    snprintf(path, sizeof(path), "/proc/%s/maps", process);
    maps = fopen(path, "r");
    snprintf(path, sizeof(path), "/proc/%s/mem", process);
    fd = open(path, O_RDONLY);
    while (!found && maps != NULL && fd >= 0 && fgets(line, sizeof(line), maps) != NULL) {
        unsigned long first;
        unsigned long last;
        char mode;

        if (sscanf(line, "%lx-%lx %c", &first, &last, &mode) == 3 && mode == 'r' &&
            strstr(line, "[v") == NULL)
            found = search_range(wanted, fd, (off_t)first, (off_t)last);
    }
    if (maps != NULL)
        fclose(maps);
    if (fd >= 0)
        close(fd);
    return found;
}

/* Searches the open files of a process. */
static inline int search_files(const search *wanted, const char *process)
{
    char path[64];
    int found = 0;

    for (int number = 0; !found && number < 64; number++) {
        struct stat facts;
        int fd;

        snprintf(path, sizeof(path), "/proc/%s/fd/%d", process, number);
        fd = open(path, O_RDONLY | O_NONBLOCK);
        if (fd < 0)
            continue;
        if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode))
            found = search_range(wanted, fd, 0, facts.st_size);
        close(fd);
    }
    return found;
}

#endif
