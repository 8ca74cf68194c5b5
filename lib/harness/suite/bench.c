/* SPDX-License-Identifier: MIT */
/*
 * Benchmarks: their settings, and copies for a command line to change.
 */
#include "harness/suite/suite.h"

bres_status bres__bench_keep(bres_bench *bench, bres_status status)
{
    if (bench == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the benchmark is NULL");
    if (status != BRES_OK)
        bres__error_prefix("benchmark '%s'", bench->name);
    return bres__suite_keep(bench->suite, status);
}

void bres__bench_free(bres_bench *bench)
{
    if (bench == NULL)
        return;
    for (size_t i = 0; i < bench->axis_count; i++)
        bres__axis_clear(&bench->axes[i]);
    bres__free(bench->axes);
    bres__free(bench->chosen);
    bres__settings_free(&bench->settings);
    bres__free(bench->devices);
    bres__free(bench->name);
    bres__free(bench);
}

bres_status bres__bench_copy(const bres_bench *bench, bres_bench **copy)
{
    bres_bench *made = bres__calloc(1, sizeof(*made));
    bres_status status;

    *copy = NULL;
    if (made == NULL)
        return bres__error_memory();
    made->suite = bench->suite;
    made->body = bench->body;
    made->context = bench->context;
    made->cuda = bench->cuda;
    made->lenient = bench->lenient;
    made->name = bres__strdup(bench->name);
    made->axes = bres__calloc(bench->axis_count, sizeof(*made->axes));
    made->axis_capacity = bench->axis_count;
    status = made->name != NULL && made->axes != NULL ? BRES_OK : bres__error_memory();
    if (status == BRES_OK)
        status = bres__settings_copy(&made->settings, &bench->settings);
    for (size_t i = 0; i < bench->axis_count && status == BRES_OK; i++) {
        status = bres__axis_copy(&made->axes[i], &bench->axes[i]);
        made->axis_count += status == BRES_OK;
    }
    if (status != BRES_OK) {
        bres__bench_free(made);
        return status;
    }
    *copy = made;
    return BRES_OK;
}

static bres_status bench_set_int64(bres_bench *bench, const char *key, int64_t value)
{
    bres_status status = BRES_OK;

    if (bench != NULL)
        status = bres__settings_set_int64(&bench->settings, key, value);
    return bres__bench_keep(bench, status);
}

static bres_status bench_set_float64(bres_bench *bench, const char *key, double value)
{
    bres_status status = BRES_OK;

    if (bench != NULL)
        status = bres__settings_set_float64(&bench->settings, key, value);
    return bres__bench_keep(bench, status);
}

bres_status bres_bench_set_min_samples(bres_bench *bench, int64_t count)
{
    return bench_set_int64(bench, "min_samples", count);
}

bres_status bres_bench_set_warmup_runs(bres_bench *bench, int64_t count)
{
    return bench_set_int64(bench, "cold_warmup_runs", count);
}

bres_status bres_bench_set_max_warmup_time(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "cold_max_warmup_walltime", seconds);
}

bres_status bres_bench_set_skip_time(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "skip_time", seconds);
}

bres_status bres_bench_set_timeout(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "timeout", seconds);
}

bres_status bres_bench_set_batch_target_time(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "batch_target_time", seconds);
}

bres_status bres_bench_set_throttle_threshold(bres_bench *bench, double fraction)
{
    return bench_set_float64(bench, "throttle_threshold", fraction);
}

bres_status bres_bench_set_throttle_recovery_delay(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "throttle_recovery_delay", seconds);
}

bres_status bres_bench_set_blocking_limit(bres_bench *bench, double seconds)
{
    return bench_set_float64(bench, "blocking_limit", seconds);
}

bres_status bres_bench_set_run_once(bres_bench *bench, bool run_once)
{
    if (bench != NULL)
        bench->settings.run_once = run_once;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_clock_kind(bres_bench *bench, bres_clock_kind kind)
{
    if ((unsigned)kind > BRES_CLOCK_PROCESS)
        return bres__bench_keep(bench,
                                bres__error(BRES_ERROR_ARGUMENT, "unknown clock %d", (int)kind));
    if (bench != NULL)
        bench->settings.clock_kind = (uint32_t)kind;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_no_batch(bres_bench *bench, bool no_batch)
{
    if (bench != NULL)
        bench->settings.no_batch = no_batch;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_strict_streams(bres_bench *bench, bool strict)
{
    if (bench != NULL)
        bench->settings.strict_streams = strict;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_lenient(bres_bench *bench, bool lenient)
{
    if (bench != NULL)
        bench->lenient = lenient;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_cuda(bres_bench *bench, bool cuda)
{
    if (bench != NULL)
        bench->cuda = cuda;
    return bres__bench_keep(bench, BRES_OK);
}

bres_status bres_bench_set_criterion(bres_bench *bench, bres_criterion *criterion)
{
    bres_status status;

    if (bench == NULL) {
        bres_criterion_free(criterion);
        return bres__bench_keep(bench, BRES_OK);
    }
    status = bres__settings_take_criterion(&bench->settings, criterion);
    return bres__bench_keep(bench, status);
}
