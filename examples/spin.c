/* SPDX-License-Identifier: MIT */
/* A benchmark program that only computes, for trying out `benchresult race`. The environment
 * variable SPIN_SLOWDOWN makes its work longer by a percentage, for example:
 *     benchresult race --ref './spin --jsonbin {}' --cmp 'env SPIN_SLOWDOWN=3 ./spin --jsonbin {}'
 * Run as: spin -q --stopping-criterion sample-count --jsonbin build/spin-example.json */
#include <benchresult.h>
#include <stdlib.h>

static uint64_t longer(uint64_t count)
{
    const char *percent = getenv("SPIN_SLOWDOWN");

    return percent == NULL ? count : count + (uint64_t)((double)count * atof(percent) / 100);
}

/* Random numbers, each computed from the previous number. */
static void shift(void *count)
{
    uint64_t number = UINT64_C(88172645463325252);

    for (uint64_t i = *(const uint64_t *)count; i > 0; i--) {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
    }
    BRES_KEEP(number);
}

/* A polynomial, by Horner's rule. */
static void evaluate(void *count)
{
    double value = 1;

    for (uint64_t i = *(const uint64_t *)count; i > 0; i--)
        value = value * 0.999 + 0.002;
    BRES_KEEP(value);
}

static bres_status run_shift(bres_run *run, void *context)
{
    uint64_t count = longer((uint64_t)bres_run_int64(run, "Count"));

    (void)context;
    return bres_run_exec_cpu(run, shift, &count);
}

static bres_status run_evaluate(bres_run *run, void *context)
{
    uint64_t count = longer((uint64_t)bres_run_int64(run, "Count"));

    (void)context;
    return bres_run_exec_cpu(run, evaluate, &count);
}

static void declare(bres_suite *suite)
{
    bres_bench *bench = bres_suite_add(suite, "shift", run_shift, NULL);

    bres_bench_add_int64_pow2_range(bench, "Count", 14, 18, 2);
    bench = bres_suite_add(suite, "evaluate", run_evaluate, NULL);
    bres_bench_add_int64_pow2_range(bench, "Count", 14, 16, 2);
}

BRES_MAIN(declare)
