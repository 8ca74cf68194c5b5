/* SPDX-License-Identifier: MIT */
/*
 * The system's counts for the calling thread: context switches, page faults, migrations.
 */
#ifndef BRES_MEASURE_OS_COUNTS_H
#define BRES_MEASURE_OS_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* Since the thread began. */
typedef struct bres__os_counts {
    uint64_t involuntary_switches; /* another thread took the CPU */
    uint64_t voluntary_switches;   /* the thread waited */
    uint64_t page_faults;          /* with and without reading from a disk */
} bres__os_counts;

/* One system call. false: the system does not count. */
bool bres__os_counts_read(bres__os_counts *counts);

/* Begins to count how often the calling thread moves to another CPU. Returns a descriptor, which
 * the caller closes; -1: the system does not allow counting. */
int bres__migrations_open(void);
/* Gets the number of moves since bres__migrations_open(); false: it cannot be read. */
bool bres__migrations_read(int fd, uint64_t *count);

#ifdef BRES__FAULTS
/* Replaces both functions that read by a test's function. Each call passes NULL for the counts or
 * for the migrations; false: unknown. NULL restores the functions of the system. */
typedef bool (*bres__os_counts_fn)(void *user, bres__os_counts *counts, uint64_t *migrations);
void bres__os_counts_set(bres__os_counts_fn read, void *user);
#endif

#endif
