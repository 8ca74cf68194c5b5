/* SPDX-License-Identifier: MIT */
/* A benchmark program: copies numbers, and sorts numbers that are in order or not.
 * Run as: bench -q --stopping-criterion sample-count --jsonbin build/bench-example.json */
#include <benchresult.h>
#include <stdlib.h>
#include <string.h>

#define MOST ((size_t)1 << 20)

static int from[MOST], to[MOST];

static void copy(void *bytes)
{
    memcpy(to, from, *(const size_t *)bytes);
    BRES_CLOBBER();
}

static int compare(const void *one, const void *other)
{
    return (*(const int *)one > *(const int *)other) - (*(const int *)one < *(const int *)other);
}

static void sort(bres_stopwatch *watch, void *bytes)
{
    copy(bytes); /* makes the input; not timed */
    bres_stopwatch_start(watch);
    qsort(to, *(const size_t *)bytes / sizeof *to, sizeof *to, compare);
    bres_stopwatch_stop(watch);
}

/* The body of both benchmarks: prepares and measures a state. */
static bres_status copy_or_sort(bres_run *run, void *context)
{
    const size_t count = (size_t)bres_run_int64(run, "Elements");
    const char *order = bres_run_string_or(run, "Order", "");
    size_t bytes = count * sizeof *to;

    (void)context;
    for (size_t i = 0; i < count && i < MOST; i++)
        from[i] = strcmp(order, "sorted") == 0 ? (int)i : rand();
    bres_run_add_elements(run, count, NULL);
    if (count > MOST)
        bres_run_skip(run, "more elements than there is room for");
    return order[0] == '\0' ? bres_run_exec_cpu(run, copy, &bytes)
                            : bres_run_exec_cpu_timed(run, sort, &bytes);
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "copy", copy_or_sort, NULL);

    bres_bench_add_int64_pow2_range(bench, "Elements", 14, 20, 3);
    bench = bres_suite_add(suite, "sort", copy_or_sort, NULL);
    bres_bench_add_int64_pow2_range(bench, "Elements", 8, 12, 4);
    bres_bench_add_string_axis(bench, "Order", (const char *const[]){ "random", "sorted" }, 2);
}

BRES_MAIN(declare)
