/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include "support/invoked.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static bres_suite *suite_make(void)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *copy = bres_suite_add(suite, "copy", body, NULL);
    bres_bench *sort = bres_suite_add(suite, "sort", body, NULL);

    bres_bench_add_int64_axis(copy, "N", (const int64_t[]){ 1, 2 }, 2);
    bres_bench_add_string_axis(copy, "T", (const char *const[]){ "a", "b" }, 2);
    bres_bench_add_int64_pow2_axis(sort, "N", (const int64_t[]){ 10, 20 }, 2);
    bres_bench_add_float64_axis(sort, "x", (const double[]){ 0.5 }, 1);
    bres_suite_add(suite, "3d", body, NULL);
    cr_assert_eq(suite->status, BRES_OK, "%s", bres_last_error());
    return suite;
}

typedef struct invoked_row {
    const char *line;
    const char *expected;
} invoked_row;

static void check_rows(bres_suite *suite, const invoked_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = bres_test_invoked(suite, rows[i].line);

        cr_expect_str_eq(text, rows[i].expected, "'%s': %s", rows[i].line, text);
        free(text);
    }
}

#define CHECK_ROWS(suite, rows) check_rows(suite, rows, sizeof(rows) / sizeof((rows)[0]))

Test(harness, arguments_that_are_taken)
{
    static const invoked_row rows[] = {
        { "", "copy; sort; 3d" },
        /* Options that only print. */
        { "--help", "; help" },
        { "-h", "; help" },
        { "--help-axes", "; help axes" },
        { "--help-axis", "; help axes" },
        { "--version", "; version" },
        { "--help --nonsense", "; help" },
        { "--list --help", "; help" },
        { "--list", "copy; sort; 3d; list" },
        { "-l -b sort", "sort; list" },
        { "--jsonlist-benches -a N=1", "BRES_ERROR_KEY: option '--axis': 'N=1': benchmark '3d' has "
                                       "no axis 'N'; the list of names is empty" },
        { "--jsonlist-benches --list", "copy; sort; 3d; json benches" },
        { "--jsonlist-devices", "copy; sort; 3d; json devices" },
        /* Outputs apply to the whole program, wherever the options stand. */
        { "--json a.json -b 3d --csv stdout", "3d; json a.json; csv stdout" },
        { "--markdown=stderr --md x --md stdout",
          "copy; sort; 3d; markdown stderr; markdown x; markdown stdout" },
        { "--jsonbin dir/r.json", "copy; sort; 3d; jsonbin dir/r.json" },
        { "-q --color", "copy; sort; 3d; quiet; color" },
        { "--quiet", "copy; sort; 3d; quiet" },
        { "--json=a=b", "copy; sort; 3d; json a=b" },
        { "--columns median,ci --columns=min", "copy; sort; 3d; columns median ci min" },
        { "--json --csv", "copy; sort; 3d; json --csv" },
        /* Benchmarks. */
        { "-b sort -b copy -b sort", "sort; copy; sort" },
        { "--benchmark 1", "sort" },
        { "--benchmark=02", "3d" },
        { "-b3d", "3d" },
        { "-b 0 -b 3d", "copy; 3d" },
        /* Options for the whole run. */
        { "--shard 0/1", "copy; sort; 3d" },
        { "--shard 2/7 --repeat 3 --shuffle 42",
          "copy; sort; 3d; shard 2 of 7; repeat 3; shuffle 42" },
        { "--shard 1/2 --shard 4294967294/4294967295",
          "copy; sort; 3d; shard 4294967294 of 4294967295" },
        { "--shuffle 0", "copy; sort; 3d; shuffle 0" },
        { "--shuffle 9223372036854775807", "copy; sort; 3d; shuffle 9223372036854775807" },
        { "--resume --no-isolate", "copy; sort; 3d; resume; not isolated" },
        { "--no-isolate --isolate", "copy; sort; 3d" },
        /* Settings: before the first benchmark they apply to all, else to one benchmark. */
        { "--min-samples 5", "copy min_samples=5; sort min_samples=5; 3d min_samples=5" },
        { "--min-samples 5 -b 3d --min-samples=7 -b sort", "3d min_samples=7; sort min_samples=5" },
        { "-b 3d --timeout 2.5 -b 3d", "3d timeout=2.5; 3d" },
        { "-b 3d --cold-warmup-runs 0 --cold-max-warmup-walltime 1e-3 --skip-time -2",
          "3d max_warmup_time=0.001 skip_time=-2" },
        /* As in NVBench, fewer than one warm-up counts as one. */
        { "-b 3d --cold-warmup-runs 3 -b 3d --cold-warmup-runs 3 --cold-warmup-runs -7",
          "3d warmup_runs=3; 3d" },
        { "-b 3d --cold-warmup-runs -9223372036854775808", "3d" },
        { "-b 3d --run-once", "3d run_once=1" },
        { "--profile -b 3d", "3d run_once=1" },
        { "--clock process -b 3d --clock thread -b sort", "3d clock=1; sort clock=2" },
        { "-b 3d --clock thread --clock wall", "3d" },
        { "-b 3d --batch-target-time 2 --no-batch", "3d batch_target_time=2" },
        { "-b 3d --timeout ~5~", "3d timeout=5" },
        /* Device lists are accepted, although the machine has no device. */
        { "-d 0", "copy; sort; 3d" },
        { "-b 3d --devices all --device 0,1 -d [0,1] --devices=[0:3] -d [0:6:2]", "3d" },
    };
    bres_suite *suite = suite_make();

    CHECK_ROWS(suite, rows);
    bres_suite_free(suite);
}

Test(harness, arguments_that_are_refused)
{
    static const invoked_row rows[] = {
        { "copy", "BRES_ERROR_ARGUMENT: 'copy' is not an option; --help lists the options" },
        { "-b 3d more", "BRES_ERROR_ARGUMENT: 'more' is not an option; --help lists the options" },
        { "--", "BRES_ERROR_KEY: unknown option '--'; --help lists the options" },
        { "-", "BRES_ERROR_KEY: unknown option '-'; --help lists the options" },
        { "-x", "BRES_ERROR_KEY: unknown option '-x'; --help lists the options" },
        { "--jsn a", "BRES_ERROR_KEY: unknown option '--jsn' (did you mean '--json'?); --help "
                     "lists the options" },
        { "--bench=copy", "BRES_ERROR_KEY: unknown option '--bench'; --help lists the options" },
        { "--tiemout=1", "BRES_ERROR_KEY: unknown option '--tiemout' (did you mean '--timeout'?); "
                         "--help lists the options" },
        { "--max-nosie 1", "BRES_ERROR_KEY: unknown option '--max-nosie' (did you mean "
                           "'--max-noise'?); --help lists the options" },
        { "--json",
          "BRES_ERROR_ARGUMENT: option '--json' needs a value: FILE; --help lists the options" },
        { "--json=", "BRES_ERROR_VALUE: option '--json': the file name is empty" },
        { "--quiet=1", "BRES_ERROR_ARGUMENT: option '--quiet' takes no value, but '1' was given; "
                       "--help lists the options" },
        { "-qq", "BRES_ERROR_ARGUMENT: option '--quiet' takes no value, but 'q' was given; --help "
                 "lists the options" },
        { "--columns median,", "BRES_ERROR_VALUE: option '--columns': unknown column '' (expected "
                               "default, summaries, samples, executions, mean, median, ci, min, "
                               "max, noise, wall-time, cpu-time, preempted, phases, p5, p95, p99, "
                               "histogram, set-up, warm-up, measuring or total)" },
        { "--jsonbin stdout", "BRES_ERROR_VALUE: option '--jsonbin': 'stdout' is not a file (the "
                              "samples go to files beside it)" },
        { "--jsonbin stderr", "BRES_ERROR_VALUE: option '--jsonbin': 'stderr' is not a file (the "
                              "samples go to files beside it)" },
        /* Benchmarks. */
        { "-b Sort", "BRES_ERROR_KEY: option '--benchmark': unknown benchmark 'Sort' (did you mean "
                     "'sort'?); expected copy, sort, 3d" },
        { "-b 3",
          "BRES_ERROR_KEY: option '--benchmark': unknown benchmark '3'; expected copy, sort, 3d" },
        { "-b -1",
          "BRES_ERROR_KEY: option '--benchmark': unknown benchmark '-1'; expected copy, sort, 3d" },
        { "-b 0x0", "BRES_ERROR_KEY: option '--benchmark': unknown benchmark '0x0'; expected copy, "
                    "sort, 3d" },
        { "-b 99999999999999999999", "BRES_ERROR_KEY: option '--benchmark': unknown benchmark "
                                     "'99999999999999999999'; expected copy, sort, 3d" },
        { "--benchmark=",
          "BRES_ERROR_KEY: option '--benchmark': unknown benchmark ''; expected copy, sort, 3d" },
        /* Plans. */
        { "--shard 1", "BRES_ERROR_VALUE: option '--shard': '1' is not a shard (expected I/N, "
                       "whole numbers with I from 0 to N-1)" },
        { "--shard 2/2", "BRES_ERROR_VALUE: option '--shard': '2/2' is not a shard (expected I/N, "
                         "whole numbers with I from 0 to N-1)" },
        { "--shard 0/0", "BRES_ERROR_VALUE: option '--shard': '0/0' is not a shard (expected I/N, "
                         "whole numbers with I from 0 to N-1)" },
        { "--shard -1/2", "BRES_ERROR_VALUE: option '--shard': '-1/2' is not a shard (expected "
                          "I/N, whole numbers with I from 0 to N-1)" },
        { "--shard 0/4294967296", "BRES_ERROR_VALUE: option '--shard': '0/4294967296' is not a "
                                  "shard (expected I/N, whole numbers with I from 0 to N-1)" },
        { "--shard 0/1x", "BRES_ERROR_VALUE: option '--shard': '0/1x' is not a shard (expected "
                          "I/N, whole numbers with I from 0 to N-1)" },
        { "--shard /1", "BRES_ERROR_VALUE: option '--shard': '/1' is not a shard (expected I/N, "
                        "whole numbers with I from 0 to N-1)" },
        { "--repeat 0",
          "BRES_ERROR_VALUE: option '--repeat': '0' is out of range (expected 1 to 4294967295)" },
        { "--repeat 2.0", "BRES_ERROR_VALUE: option '--repeat': '2.0' is not a whole number" },
        { "--repeat=", "BRES_ERROR_VALUE: option '--repeat': '' is not a whole number" },
        { "--shuffle -1", "BRES_ERROR_VALUE: option '--shuffle': '-1' is not a whole number" },
        { "--shuffle 9223372036854775808",
          "BRES_ERROR_VALUE: option '--shuffle': '9223372036854775808' is out of range (expected 0 "
          "to 9223372036854775807)" },
        /* Settings. */
        { "--min-samples 12abc",
          "BRES_ERROR_VALUE: option '--min-samples': '12abc' is not a whole number" },
        { "--min-samples 1e3",
          "BRES_ERROR_VALUE: option '--min-samples': '1e3' is not a whole number" },
        { "--min-samples 9223372036854775808", "BRES_ERROR_VALUE: option '--min-samples': "
                                               "'9223372036854775808' does not fit in 64 bits" },
        { "-b 3d --min-samples=",
          "BRES_ERROR_VALUE: option '--min-samples': '' is not a whole number" },
        { "--min-samples 0",
          "BRES_ERROR_ARGUMENT: option '--min-samples': min_samples is 0 (expected at least 1)" },
        { "--timeout 5s", "BRES_ERROR_VALUE: option '--timeout': '5s' is not a number" },
        { "--timeout nan", "BRES_ERROR_ARGUMENT: option '--timeout': timeout is nan (expected a "
                           "finite number of at least 0)" },
        { "--batch-target-time 0", "BRES_ERROR_ARGUMENT: option '--batch-target-time': "
                                   "batch_target_time is 0 (expected a finite number above 0)" },
        /* Devices. */
        { "-d gpu", "BRES_ERROR_VALUE: option '--devices': 'gpu' is not a device id; expected an "
                    "id, a list such as 0,1, a range such as [0:3], or all" },
        { "-d -1", "BRES_ERROR_VALUE: option '--devices': '-1' is not a device id; expected an id, "
                   "a list such as 0,1, a range such as [0:3], or all" },
        { "-d 0,,1", "BRES_ERROR_VALUE: option '--devices': a value is missing; expected an id, a "
                     "list such as 0,1, a range such as [0:3], or all" },
        { "--device=", "BRES_ERROR_VALUE: option '--devices': no value given; expected an id, a "
                       "list such as 0,1, a range such as [0:3], or all" },
        /* Options of a GPU. */
        { "--clock cpu", "BRES_ERROR_VALUE: option '--clock': unknown clock 'cpu' (expected wall, "
                         "thread or process)" },
        { "--lgc fast", "BRES_ERROR_VALUE: option '--lock-gpu-clocks': unknown rate 'fast' "
                        "(expected base, max or reset)" },
        { "--pm=2",
          "BRES_ERROR_VALUE: option '--persistence-mode': unknown mode '2' (expected 0 or 1)" },
        { "--throttle-threshold -1",
          "BRES_ERROR_ARGUMENT: option '--throttle-threshold': throttle_threshold is -0.01 "
          "(expected a finite number of at least 0)" },
        { "--blocking-limit=-1", "BRES_ERROR_ARGUMENT: option '--blocking-limit': blocking_limit "
                                 "is -1 (expected a finite number of at least 0)" },
    };
    bres_suite *suite = suite_make();

    CHECK_ROWS(suite, rows);
    bres_suite_free(suite);
}

Test(harness, arguments_of_axes)
{
    static const invoked_row rows[] = {
        { "-b copy -a N=7", "copy N=7" },
        { "-b copy -a N=[7]", "copy N=7" },
        { "-b copy -a N=3,1,3", "copy N=3,1,3" },
        { "-b copy --axis=N=[3,1]", "copy N=3,1" },
        { "-b copy -a N=[-1:5:3]", "copy N=-1,2,5" },
        { "-b copy -a N=[1:3]", "copy N=1,2,3" },
        { "-b copy -a ~N~[~]~=~[~4~,~5~]~", "copy N=4,5" },
        { "-b copy -a N=5 -a N=6", "copy N=6" },
        { "-b copy -a N[pow2]=3", "copy N=2^3" },
        { "-b copy -a N[~pow2~]=[0:62:31]", "copy N=2^0,2^31,2^62" },
        { "-b copy -a T=b", "copy T=b" },
        { "-b copy -a T=x,~y~z", "copy T=x,y z" },
        { "-b copy -a T=[a:b]", "copy T=a:b" },
        { "-b copy -a T=3,,4", "copy T=3<comma>4" },
        { "-b copy -a T=[3,,4,~5,,,,6~]", "copy T=3<comma>4,5<comma><comma>6" },
        { "-b copy -a T=[,,,a,,]", "copy T=<comma>,a<comma>" },
        { "-b copy -a T=a=b", "copy T=a=b" },
        { "-b copy -a T=f[0]", "copy T=f[0]" },
        { "-b sort -a N=1000", "sort N=1000" },
        { "-b sort -a N[]=1000", "sort N=1000" },
        { "-b sort -a N[pow2]=30", "sort N=2^30" },
        { "-b sort -a x=1e-3,.5,-2", "sort x=0.001,0.5,-2" },
        { "-b sort -a x=[0:1:0.5]", "sort x=0,0.5,1" },
        { "-b sort -a x=[0.5:2.5]", "sort x=0.5,1.5,2.5" },
        { "-a N=5 -b copy -a T=b -b sort -a x=1 -b copy", "copy N=5 T=b; sort N=5 x=1; copy N=5" },
        { "-a N=5 -b copy -a N=6", "copy N=6" },
        /* Refused. */
        { "-b copy -a N",
          "BRES_ERROR_VALUE: option '--axis': 'N': expected NAME=VALUE or NAME[pow2]=EXPONENT" },
        { "-b copy -a =1",
          "BRES_ERROR_VALUE: option '--axis': '=1': expected NAME=VALUE or NAME[pow2]=EXPONENT" },
        { "-b copy -a N[pow2=1", "BRES_ERROR_VALUE: option '--axis': 'N[pow2=1': expected "
                                 "NAME=VALUE or NAME[pow2]=EXPONENT" },
        { "-b copy -a N[pow2]1", "BRES_ERROR_VALUE: option '--axis': 'N[pow2]1': expected "
                                 "NAME=VALUE or NAME[pow2]=EXPONENT" },
        { "-b copy -a N[pow3]=1", "BRES_ERROR_VALUE: option '--axis': 'N[pow3]=1': axis 'N': "
                                  "unknown flag 'pow3' (expected pow2)" },
        { "-b copy -a n=1", "BRES_ERROR_KEY: option '--axis': 'n=1': benchmark 'copy' has no axis "
                            "'n'; expected N, T" },
        { "-b copy -a a:N=1", "BRES_ERROR_KEY: option '--axis': 'a:N=1': benchmark 'copy' has no "
                              "axis 'a:N'; expected N, T" },
        { "-b copy -a N~M=1", "BRES_ERROR_KEY: option '--axis': 'N M=1': benchmark 'copy' has no "
                              "axis 'N M'; expected N, T" },
        { "-b copy -a N=", "BRES_ERROR_VALUE: option '--axis': 'N=': no value given" },
        { "-b copy -a N=[]", "BRES_ERROR_VALUE: option '--axis': 'N=[]': no value given" },
        { "-b copy -a N=[",
          "BRES_ERROR_VALUE: option '--axis': 'N=[': the list has no closing ']'" },
        { "-b copy -a N=[0",
          "BRES_ERROR_VALUE: option '--axis': 'N=[0': the list has no closing ']'" },
        { "-b copy -a T=[a",
          "BRES_ERROR_VALUE: option '--axis': 'T=[a': the list has no closing ']'" },
        { "-b copy -a N=0]",
          "BRES_ERROR_VALUE: option '--axis': 'N=0]': '0]' is not a whole number" },
        { "-b copy -a N=[1,,2]",
          "BRES_ERROR_VALUE: option '--axis': 'N=[1,,2]': a value is missing" },
        { "-b copy -a N=[,1,2]",
          "BRES_ERROR_VALUE: option '--axis': 'N=[,1,2]': a value is missing" },
        { "-b copy -a N=[1,]", "BRES_ERROR_VALUE: option '--axis': 'N=[1,]': a value is missing" },
        { "-b copy -a T=a,,,", "BRES_ERROR_VALUE: option '--axis': 'T=a,,,': a value is missing" },
        { "-b copy -a T=a,~,b",
          "BRES_ERROR_VALUE: option '--axis': 'T=a, ,b': a value is missing" },
        { "-b copy -a T=a,", "BRES_ERROR_VALUE: option '--axis': 'T=a,': a value is missing" },
        { "-b copy -a N=1:5",
          "BRES_ERROR_VALUE: option '--axis': 'N=1:5': a range needs brackets, as in [1:5]" },
        { "-b copy -a N=[1:2,3]",
          "BRES_ERROR_VALUE: option '--axis': 'N=[1:2,3]': a range cannot be a part of a list" },
        { "-b copy -a N=[1:2:3:4]", "BRES_ERROR_VALUE: option '--axis': 'N=[1:2:3:4]': the range "
                                    "has 4 parts (expected [first:last] or "
                                    "[first:last:stride])" },
        { "-b copy -a N=[1:]", "BRES_ERROR_VALUE: option '--axis': 'N=[1:]': a value is missing" },
        { "-b copy -a N=[5:1]",
          "BRES_ERROR_VALUE: option '--axis': 'N=[5:1]': the range has no values" },
        { "-b copy -a N=[1:5:0]", "BRES_ERROR_ARGUMENT: option '--axis': 'N=[1:5:0]': the stride "
                                  "of a range is 0 (expected above 0)" },
        { "-b copy -a N=[0:1000000]", "BRES_ERROR_ARGUMENT: option '--axis': 'N=[0:1000000]': the "
                                      "range has more than 1000000 values" },
        { "-b copy -a N=[-9223372036854775808:9223372036854775807]",
          "BRES_ERROR_ARGUMENT: option '--axis': 'N=[-9223372036854775808:9223372036854775807]': "
          "the range has more than 1000000 values" },
        { "-b sort -a x=[0:1:1e-9]", "BRES_ERROR_ARGUMENT: option '--axis': 'x=[0:1:1e-9]': the "
                                     "range has more than 1000000 values" },
        { "-b sort -a x=[0:inf]", "BRES_ERROR_ARGUMENT: option '--axis': 'x=[0:inf]': a range "
                                  "needs finite numbers and a stride above 0" },
        { "-b sort -a x=nan", "BRES_ERROR_ARGUMENT: option '--axis': 'x=nan': axis 'x': a value is "
                              "not a finite number" },
        { "-b sort -a x=0x10",
          "BRES_ERROR_VALUE: option '--axis': 'x=0x10': '0x10' is not a number" },
        { "-b sort -a x[pow2]=1", "BRES_ERROR_KIND: option '--axis': 'x[pow2]=1': axis 'x': only "
                                  "int64 axes can be [pow2]" },
        { "-b copy -a T[pow2]=1", "BRES_ERROR_KIND: option '--axis': 'T[pow2]=1': axis 'T': only "
                                  "int64 axes can be [pow2]" },
        { "-b copy -a N[pow2]=63", "BRES_ERROR_ARGUMENT: option '--axis': 'N[pow2]=63': axis 'N': "
                                   "the exponent 63 of a power of two is not between 0 and 62" },
        { "-b copy -a N[pow2]=-1", "BRES_ERROR_ARGUMENT: option '--axis': 'N[pow2]=-1': axis 'N': "
                                   "the exponent -1 of a power of two is not between 0 and 62" },
        { "-b copy -a N=1.5",
          "BRES_ERROR_VALUE: option '--axis': 'N=1.5': '1.5' is not a whole number" },
        { "-b copy -a T=\xff", "BRES_ERROR_ARGUMENT: option '--axis': 'T=\xff': axis 'T': the "
                               "value '\xff' is not UTF-8" },
        { "-a x=1 -b copy", "BRES_ERROR_KEY: option '--axis': 'x=1': benchmark 'copy' has no axis "
                            "'x'; expected N, T" },
        { "-a T=a", "BRES_ERROR_KEY: option '--axis': 'T=a': benchmark 'sort' has no axis 'T'; "
                    "expected N, x" },
    };
    bres_suite *suite = suite_make();

    CHECK_ROWS(suite, rows);
    bres_suite_free(suite);
}

/* Names may contain characters that have a meaning in a spec. */
Test(harness, arguments_of_axes_with_odd_names)
{
    static const invoked_row rows[] = {
        { "-a Size~[KiB]=3", "b Size [KiB]=3" },
        { "-a Size~[KiB][pow2]=3", "b Size [KiB]=2^3" },
        { "-a Size=4", "b Size=4" },
        { "-a Size[pow2]=4", "b Size=2^4" },
        { "-a a=b=5", "b a=b=5" },
        { "-a a=5", "b a=5" },
    };
    bres_suite *suite = bres_suite_new();
    bres_bench *bench = bres_suite_add(suite, "b", body, NULL);
    static const char *const names[] = { "Size", "Size [KiB]", "a", "a=b" };

    for (size_t i = 0; i < 4; i++)
        bres_bench_add_int64_axis(bench, names[i], (const int64_t[]){ 1 }, 1);
    CHECK_ROWS(suite, rows);
    bres_suite_free(suite);
}

Test(harness, arguments_without_words_or_benchmarks)
{
    static const invoked_row rows[] = {
        { "", "" },
        { "--list --timeout 1", "; list" },
        { "-b 0", "BRES_ERROR_KEY: option '--benchmark': unknown benchmark '0'; the list of names "
                  "is empty" },
    };
    bres_suite *suite = bres_suite_new();
    bres__invocation invocation;

    CHECK_ROWS(suite, rows);
    cr_assert_eq(bres__arguments_read(suite, 0, NULL, &invocation), BRES_OK);
    cr_assert(invocation.isolate && invocation.mode == BRES__MODE_RUN);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}

Test(harness, arguments_and_colors_of_the_environment)
{
    static const struct {
        const char *wanted, *refused, *line, *expected;
    } rows[] = {
        { "1", NULL, "-b 3d", "3d; color" }, { "10", "", "-b 3d", "3d; color" },
        { "0", NULL, "-b 3d", "3d" },        { "", NULL, "-b 3d", "3d" },
        { "1", "1", "-b 3d", "3d" },         { NULL, "1", "-b 3d --color", "3d; color" },
    };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *text;

        unsetenv("NVBENCH_COLOR");
        unsetenv("NO_COLOR");
        if (rows[i].wanted != NULL)
            setenv("NVBENCH_COLOR", rows[i].wanted, 1);
        if (rows[i].refused != NULL)
            setenv("NO_COLOR", rows[i].refused, 1);
        text = bres_test_invoked(suite, rows[i].line);
        cr_expect_str_eq(text, rows[i].expected, "row %zu: %s", i, text);
        free(text);
    }
    bres_suite_free(suite);
}

typedef struct sweep {
    bres_suite *suite;
    const char *const *words;
} sweep;

static bres_status read_once(void *context)
{
    const sweep *swept = context;
    bres__invocation invocation;
    int count = 0;
    bres_status status;

    while (swept->words[count] != NULL)
        count++;
    status = bres__arguments_read(swept->suite, count, (char *const *)swept->words, &invocation);
    cr_assert(status == BRES_OK || (invocation.benches == NULL && invocation.outputs == NULL));
    if (status == BRES_OK)
        bres__invocation_free(&invocation);
    return status;
}

Test(harness, arguments_without_memory)
{
    static const char *const words[] = { "program",
                                         "--json",
                                         "a.json",
                                         "--max-noise",
                                         "1",
                                         "-a",
                                         "N=[1:9]",
                                         "-b",
                                         "copy",
                                         "-a",
                                         "T=x,y",
                                         "--stopping-criterion",
                                         "any-of(entropy,sample-count)",
                                         "--target-samples",
                                         "7",
                                         "-b",
                                         "sort",
                                         "-a",
                                         "x=1,2",
                                         "-d",
                                         "0,1",
                                         NULL };
    sweep swept = { .suite = suite_make(), .words = words };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_once, &swept);
    bres_suite_free(swept.suite);
}

/* Messages about names are allocated, too. */
Test(harness, arguments_refused_without_memory)
{
    static const char *const lines[][6] = {
        { "program", "--jsn", NULL },
        { "program", "-b", "none", NULL },
        { "program", "-b", "copy", "-a", "M=1", NULL },
        { "program", "-b", "copy", "--target-samples", "1", NULL },
    };
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        sweep swept = { .suite = suite, .words = lines[i] };
        bool hit = true;

        for (size_t n = 1; hit; n++) {
            bres_status status;

            bres__faults_arm(BRES__FAULT_ALLOC, n, false);
            status = read_once(&swept);
            hit = bres__faults_hit();
            bres__faults_arm(0, 0, false);
            cr_assert(hit || n > 1, "line %zu allocates", i);
            cr_assert_eq(status, hit ? BRES_ERROR_MEMORY : BRES_ERROR_KEY, "line %zu, fault %zu", i,
                         n);
        }
    }
    bres_suite_free(suite);
}
