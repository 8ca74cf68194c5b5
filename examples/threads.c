/* SPDX-License-Identifier: MIT */
/*
 * A benchmark on several threads: they increment one shared counter, or a counter each.
 *
 *     $ ./threads -a Shared=1
 */
#include <benchresult.h>
#include <stdalign.h>
#include <stdatomic.h>

#define THREADS_MAX 1024

/* Each counter has its own cache lines. */
struct counter {
    alignas(128) atomic_uint_fast64_t value;
};

static struct counter counters[THREADS_MAX];

static void count_up(void *context, uint32_t thread, uint64_t count)
{
    const bool *shared = context;
    struct counter *counter = &counters[*shared ? 0 : thread % THREADS_MAX];

    for (uint64_t i = 0; i < count; i++)
        atomic_fetch_add_explicit(&counter->value, 1, memory_order_relaxed);
}

static bres_status body(bres_run *run, void *context)
{
    const int64_t threads = bres_run_int64(run, "Threads");
    bool shared = bres_run_int64(run, "Shared") != 0;

    (void)context;
    bres_run_add_elements(run, (uint64_t)threads, NULL);
    return bres_run_exec_cpu_threads(run, count_up, &shared, threads);
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "count", body, NULL);

    bres_bench_add_threads_axis(bench, 1, 0);
    bres_bench_add_int64_axis(bench, "Shared", (const int64_t[]){ 0, 1 }, 2);
}

BRES_MAIN(declare)
