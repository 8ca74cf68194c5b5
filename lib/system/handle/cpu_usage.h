/* SPDX-License-Identifier: MIT */
/*
 * The busy time of each CPU, and the choice of quiet CPUs.
 */
#ifndef BRES_SYSTEM_CPU_USAGE_H
#define BRES_SYSTEM_CPU_USAGE_H

#include "system/cpu_list.h"
#include "system/system.h"

typedef struct bres__cpu_ticks {
    int32_t cpu;
    int32_t core; /* the lowest CPU number on the same core */
    int64_t busy; /* ticks since boot */
    int64_t total;
} bres__cpu_ticks;

/* All zero: no CPU is known. */
typedef struct bres__cpu_usage {
    bres__cpu_ticks *items; /* ascending */
    size_t count;
    size_t capacity;
} bres__cpu_usage;

/* Reads the CPUs of /proc/stat; *usage is empty if the file cannot be read. Errors:
 * BRES_ERROR_MEMORY. */
bres_status bres__cpu_usage_read(const char *root, bres__cpu_usage *usage);
void bres__cpu_usage_free(bres__cpu_usage *usage);

/* Chooses CPUs by the rule of bres_machine_quiet_cpus(); `end` may be NULL. `chosen` has
 * begin->count elements; element i is set to whether begin->items[i] is chosen. Returns the number
 * of chosen CPUs. */
size_t bres__quiet_cpus_choose(const bres__cpu_usage *begin, const bres__cpu_usage *end,
                               const bres__cpu_list *allowed, const bres__cpu_list *isolated,
                               bool *chosen);

#endif
