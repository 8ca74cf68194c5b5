/* SPDX-License-Identifier: MIT */
/* The shared object whose symbols the tests count: counted.S, and the functions below. */
#include "counted.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 1000

static uint32_t *numbers;

void counted_setup(void)
{
    uint32_t number = 1;

    numbers = malloc(SIZE * sizeof *numbers);
    if (numbers == NULL)
        abort();
    for (size_t i = 0; i < SIZE; i++) {
        number = number * 1664525 + 1013904223;
        numbers[i] = number;
    }
}

static int number_compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a;
    const uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void counted_sort(void)
{
    uint32_t copy[SIZE];

    if (numbers == NULL)
        abort();
    memcpy(copy, numbers, sizeof copy);
    qsort(copy, SIZE, sizeof *copy, number_compare);
}

void counted_fail(void);
void counted_fail(void)
{
    for (int i = 0; i < 500; i++)
        fprintf(stderr, "line %d of many\n", i);
    fputs("the last line\n", stderr);
    exit(9);
}

void counted_environment(void);
void counted_environment(void)
{
    const char *openmp = getenv("OMP_NUM_THREADS");
    const char *own = getenv("BENCHRESULT_NUM_THREADS");
    const char *task = getenv("BENCHRESULT_CALLGRIND_TASK");

    fprintf(stderr, "threads: %s %s, task: %s\n", openmp != NULL ? openmp : "none",
            own != NULL ? own : "none", task != NULL ? task : "none");
    exit(9);
}

#if !defined(__x86_64__)
void counted_three(void)
{
}

void counted_loop(void)
{
}

void counted_tree(void)
{
}
#endif
