/* SPDX-License-Identifier: MIT */
/*
 * What each CPU has done, and which CPUs are quiet.
 */
#ifndef BRES_SYSTEM_CPU_USAGE_H
#define BRES_SYSTEM_CPU_USAGE_H

#include "system/cpu_list.h"
#include "system/system.h"

typedef struct bres__cpu_ticks {
    int32_t cpu;
    int32_t core; /* the lowest number of a CPU on the same core */
    int64_t busy; /* ticks since the start */
    int64_t total;
} bres__cpu_ticks;

/* All zero: no CPU is known. */
typedef struct bres__cpu_usage {
    bres__cpu_ticks *items; /* ascending */
    size_t count;
    size_t capacity;
} bres__cpu_usage;

/* Reads the CPUs of /proc/stat; none if it cannot be read. Errors: BRES_ERROR_MEMORY. */
bres_status bres__cpu_usage_read(const char *root, bres__cpu_usage *usage);
void bres__cpu_usage_free(bres__cpu_usage *usage);

/* Chooses CPUs by the rule of bres_machine_quiet_cpus(); `end` may be NULL. Sets `chosen` to true
 * for each index of `begin`, which has as many elements. Returns the number of chosen CPUs. */
size_t bres__quiet_cpus_choose(const bres__cpu_usage *begin, const bres__cpu_usage *end,
                               const bres__cpu_list *allowed, const bres__cpu_list *isolated,
                               bool *chosen);

#endif
