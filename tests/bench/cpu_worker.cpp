/* SPDX-License-Identifier: MIT */
/*
 * The worker of bench_cpu.py: measures the functions of functions.h by four methods in one process.
 * For each function it prints a line with the number of the function and, for each WAY in the order
 * of the arguments, the median in nanoseconds. A WAY is `harness`, `timer`, `google` or `loop`.
 *
 * usage: cpu_worker wall|thread SECONDS WAY...
 */
#include "functions.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <benchresult.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#define BLOCKS 5

struct settings {
    bres_clock_kind clock;
    double seconds; /* of one measurement */
};

static void check(bres_status status)
{
    if (status == BRES_OK)
        return;
    std::fprintf(stderr, "%s\n", bres_last_error());
    std::exit(2);
}

static double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

static bres_criterion *criterion_make(bres_criteria *criteria, double seconds)
{
    bres_criterion *criterion;

    check(bres_criterion_new(criteria, "stdrel", &criterion));
    check(bres_criterion_set_float64(criterion, "max-noise", 1e9));
    check(bres_criterion_set_float64(criterion, "min-time", seconds));
    return criterion;
}

/* Measures by the engine of bres_run_exec_cpu(). */
static double by_harness(const function &measured, const settings &how)
{
    bres_measure_options options;
    bres_criteria *criteria;
    bres_criterion *criterion;
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    double value = 0;

    bres_measure_options_init(&options);
    check(bres_criteria_new(&criteria));
    criterion = criterion_make(criteria, how.seconds);
    options.criterion = criterion;
    options.min_samples = BLOCKS;
    options.clock_kind = how.clock;
    check(bres_result_new(&result));
    check(bres_result_add_subbench(result, "functions", &bench));
    check(bres_measure_cpu(measured.run, (void *)&measured.context, &options, bench, &state));
    if (!bres_state_median(state, &value)) {
        std::fprintf(stderr, "%s has no median\n", measured.name);
        std::exit(2);
    }
    bres_result_unref(result);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
    return 1e9 * value;
}

static double by_timer(const function &measured, const settings &how)
{
    bres_timer_options options;
    bres_measurement *measurement;
    bres_timer *timer;
    double value = 0;

    bres_timer_options_init(&options);
    options.min_run_time = how.seconds;
    options.clock_kind = how.clock;
    check(bres_timer_new(measured.run, (void *)&measured.context, NULL, &timer));
    check(bres_timer_measure(timer, BRES_TIMING_BLOCKED, &options, &measurement));
    bres_measurement_median(measurement, &value);
    bres_measurement_free(measurement);
    bres_timer_free(timer);
    return 1e9 * value;
}

static double clock_read(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* The nanoseconds of `count` executions. */
static double loop_once(const function &measured, clockid_t clock, uint64_t count)
{
    bres_cpu_fn volatile run = measured.run;
    void *const context = (void *)&measured.context;
    const bres_cpu_fn called = run;
    const double begin = clock_read(clock);

    for (uint64_t i = 0; i < count; i++)
        called(context);
    return clock_read(clock) - begin;
}

/* The median of BLOCKS blocks, which share the time equally. */
static double by_loop(const function &measured, const settings &how)
{
    const clockid_t clock =
        how.clock == BRES_CLOCK_WALL ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const double wanted = 1e9 * how.seconds / BLOCKS;
    std::vector<double> times;
    uint64_t count = 1;

    while (loop_once(measured, CLOCK_MONOTONIC, count) < wanted)
        count *= 2;
    for (int i = 0; i < BLOCKS; i++)
        times.push_back(loop_once(measured, clock, count) / (double)count);
    return median(times);
}

/* Stores the times of the repetitions. */
class keeper : public benchmark::BenchmarkReporter
{
  public:
    std::vector<double> times[2]; /* wall, thread */

    bool ReportContext(const Context &) override
    {
        return true;
    }
    void ReportRuns(const std::vector<Run> &runs) override
    {
        for (const Run &run : runs) {
            if (run.run_type != Run::RT_Iteration)
                continue;
            times[0].push_back(run.GetAdjustedRealTime());
            times[1].push_back(run.GetAdjustedCPUTime());
        }
    }
};

static double by_google(const function &measured, const settings &how)
{
    bres_cpu_fn volatile run = measured.run;
    const bres_cpu_fn called = run;
    void *const context = (void *)&measured.context;
    keeper kept;

    benchmark::ClearRegisteredBenchmarks();
    benchmark::RegisterBenchmark(measured.name,
                                 [called, context](benchmark::State &state) {
                                     for (auto _ : state)
                                         called(context);
                                 })
        ->Unit(benchmark::kNanosecond)
        ->MinTime(how.seconds / BLOCKS)
        ->Repetitions(BLOCKS)
        ->UseRealTime();
    benchmark::RunSpecifiedBenchmarks(&kept);
    return median(kept.times[how.clock == BRES_CLOCK_WALL ? 0 : 1]);
}

struct way {
    const char *name;
    double (*measure)(const function &measured, const settings &how);
};

static const way ways[] = {
    { "harness", by_harness },
    { "timer", by_timer },
    { "loop", by_loop },
    { "google", by_google },
};

static const way &way_find(const char *name)
{
    for (const way &known : ways) {
        if (std::strcmp(known.name, name) == 0)
            return known;
    }
    std::fprintf(stderr, "unknown way '%s'\n", name);
    std::exit(2);
}

int main(int argc, char **argv)
{
    settings how;

    if (argc < 4) {
        std::fprintf(stderr, "usage: cpu_worker wall|thread SECONDS WAY...\n");
        return 2;
    }
    how.clock = std::strcmp(argv[1], "wall") == 0 ? BRES_CLOCK_WALL : BRES_CLOCK_THREAD;
    how.seconds = std::atof(argv[2]);
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        if (how.clock != BRES_CLOCK_WALL && functions[i].run == function_sleep)
            continue;
        if (!function_prepare(&functions[i])) {
            std::fprintf(stderr, "out of memory\n");
            return 2;
        }
        std::printf("%zu", i);
        for (int w = 3; w < argc; w++)
            std::printf(" %.4f", way_find(argv[w]).measure(functions[i], how));
        std::printf("\n");
    }
    return 0;
}
