/* SPDX-License-Identifier: MIT */
/*
 * Lists of CPUs or NUMA nodes, as the kernel writes them: 0-3,8.
 */
#ifndef BRES_SYSTEM_CPU_LIST_H
#define BRES_SYSTEM_CPU_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BRES__CPU_RANGES 64
/* More CPUs than Linux supports. */
#define BRES__CPU_MAX    1000000

/* All zero is an empty list. */
typedef struct bres__cpu_list {
    struct {
        int32_t first;
        int32_t last;
    } ranges[BRES__CPU_RANGES]; /* ascending, without overlap */
    size_t count;
} bres__cpu_list;

/* Reads a list; blanks and "(null)" are an empty list. Returns false if the text is not a list or
 * has too many ranges. */
bool bres__cpu_list_parse(bres__cpu_list *list, const char *text, size_t length);
/* Adds a CPU after the last one. Returns false if the list has too many ranges. */
bool bres__cpu_list_add(bres__cpu_list *list, int32_t cpu);
bool bres__cpu_list_has(const bres__cpu_list *list, int32_t cpu);
int64_t bres__cpu_list_length(const bres__cpu_list *list);
/* Writes the list as text, without a NUL; returns the length, or 0 if it does not fit. */
size_t bres__cpu_list_format(const bres__cpu_list *list, char *text, size_t size);

#endif
