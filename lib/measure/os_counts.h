/* SPDX-License-Identifier: MIT */
/*
 * What the system counts about the calling thread: context switches, page faults, migrations.
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

/* Begins to count how often the calling thread moves to another CPU. -1: the system does not allow
 * it. Close the descriptor. */
int bres__migrations_open(void);
/* The number since the beginning; false: it cannot be read. */
bool bres__migrations_read(int fd, uint64_t *count);

#ifdef BRES__FAULTS
/* Replaces both functions by one of a test, which is asked for one of the two and returns false for
 * unknown; NULL: the system's again. */
typedef bool (*bres__os_counts_fn)(void *user, bres__os_counts *counts, uint64_t *migrations);
void bres__os_counts_set(bres__os_counts_fn read, void *user);
#endif

#endif
