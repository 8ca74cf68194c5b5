/* SPDX-License-Identifier: MIT */
/*
 * The bodies of bench_harness.py in Google Benchmark; a benchmark is named after its steps.
 *
 * usage: google_worker STEPS... -- --benchmark_OPTION...
 */
#include "bodies.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <cstring>

static void run(benchmark::State &state, uint64_t steps)
{
    struct body body = { steps, 1 };

    if (steps != 0)
        for (auto _ : state)
            body_execute(&body);
    else
        for (auto _ : state)
            body_execute_empty();
}

int main(int argc, char **argv)
{
    int at = 1;

    for (; at < argc && std::strcmp(argv[at], "--") != 0; at++)
        benchmark::RegisterBenchmark(argv[at], run, std::strtoull(argv[at], nullptr, 10));
    argc -= at;
    argv += at;
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
