/* SPDX-License-Identifier: MIT */
/*
 * Files that tools have written: the imported values, which an export and another import keep.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"
#include "support/walk.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define MEAN   "nv/cpu_only/time/cpu/mean"
#define MIN    "nv/cpu_only/time/cpu/min"
#define MAX    "nv/cpu_only/time/cpu/max"
#define STDEV  "nv/cpu_only/time/cpu/stdev/absolute"
#define MEDIAN "nv/cpu_only/time/cpu/median"

static const struct {
    const char *name;
    const char *format;
    size_t benches;
    size_t states;
    size_t samples;
} files[] = {
    { "google-head-full.json", "google-benchmark", 16, 27, 28 },
    { "google-head-interleaved-a.json", "google-benchmark", 1, 4, 40 },
    { "google-head-aggregates-only.json", "google-benchmark", 1, 4, 0 },
    { "google-head-list.json", "google-benchmark", 16, 27, 0 },
    { "hyperfine-params.json", "hyperfine", 1, 3, 15 },
    { "hyperfine-single.json", "hyperfine", 1, 1, 1 },
    { "hyperfine-failing.json", "hyperfine", 1, 2, 8 },
    { "hyperfine-list.json", "hyperfine", 1, 4, 12 },
    { "hyperfine-signal.json", "hyperfine", 1, 1, 3 },
    { "pyperf-suite.json", "pyperf", 3, 9, 36 },
    { "pyperf-one.json", "pyperf", 1, 2, 6 },
    { "pyperf-memory.json", "pyperf", 1, 2, 0 },
    { "pyperf-gz.json.gz", "pyperf", 1, 2, 6 },
    { "pytest-rounds.json", "pytest-benchmark", 1, 1, 6 },
    { "pytest-no-rounds.json", "pytest-benchmark", 6, 10, 0 },
    { "go-count-6.txt", "go", 4, 10, 60 },
    { "go-failing.txt", "go", 6, 7, 6 },
    { "go-events.jsonl", "go-json", 1, 2, 4 },
    { "libtest.txt", "libtest", 6, 6, 0 },
    { "libtest.jsonl", "libtest-json", 6, 6, 0 },
    { "jmh.json", "jmh", 4, 20, 18956 },
    { "nanobench.json", "nanobench", 1, 2, 14 },
    { "criterion", "criterion", 2, 2, 30 },
    { "catch2-v2.xml", "catch2", 3, 7, 0 },
    { "catch2-v3.xml", "catch2", 3, 7, 0 },
    { "catch2-no-analysis.xml", "catch2", 1, 4, 0 },
    { "kernel-tuner.json", "kernel-tuner", 1, 3, 0 },
    { "t4.json", "t4", 1, 3, 0 },
};

static void count_states(const bres_result *result, size_t *states, size_t *samples)
{
    *states = *samples = 0;
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++, ++*states) {
            const float *times;
            size_t count;

            cr_assert_eq(bres_state_samples(bres_subbench_state_at(bench, s), &times, &count),
                         BRES_OK);
            *samples += count;
        }
    }
}

Test(formats, files_of_tools_are_read)
{
    for (size_t i = 0; i < COUNT(files); i++) {
        bres_result *result = bres_test_import(files[i].name);
        char expected[64];
        size_t states;
        size_t samples;

        count_states(result, &states, &samples);
        snprintf(expected, sizeof expected, "\"format\":\"%s\"", files[i].format);
        cr_assert_not_null(strstr(bres_result_meta_json(result), expected), "%s: %s", files[i].name,
                           bres_result_meta_json(result));
        cr_assert_eq(bres_result_subbench_count(result), files[i].benches, "%s: %zu benchmarks",
                     files[i].name, bres_result_subbench_count(result));
        cr_assert_eq(states, files[i].states, "%s: %zu states", files[i].name, states);
        cr_assert_eq(samples, files[i].samples, "%s: %zu samples", files[i].name, samples);
        bres_result_unref(result);
    }
}

/* Values that the tool itself has written for the same quantity. */
static const struct {
    const char *file;
    const char *bench;
    const char *state;
    const char *tag;
    double value;
} golden[] = {
    { "google-head-full.json", "reps", "reps/repeats:5", MEAN, 5.924082163526695e-06 },
    { "google-head-full.json", "reps", "reps/repeats:5", MEDIAN, 5.827382485511493e-06 },
    { "google-head-full.json", "reps", "reps/repeats:5", STDEV, 3.5626706845017295e-07 },
    { "google-head-full.json", "reps", "reps/repeats:5", "nv/cpu_only/time/cpu/stdev/relative",
      0.06013877907427298 },
    { "google-head-full.json", "copy_", "copy_/1024", MEAN, 3.4079250360708528e-08 },
    { "google-head-full.json", "copy_", "copy_/1024", "bres/import/cpu_time",
      1.3338934385901723e-08 },
    { "google-head-full.json", "copy_", "copy_/1024", "bres/import/rate/items_per_second",
      7.4968507308719262e+07 },
    { "google-head-full.json", "named", "named/rows:1/cols:10", "bres/import/counter/real_time2",
      7 },
    { "google-head-full.json", "reps_aggregates_only", "reps_aggregates_only/repeats:4",
      "bres/import/time/cv", 0.050580399612587604 },
    { "hyperfine-params.json", "hyperfine", "named 1", MEAN, 0.0033733271999999994 },
    { "hyperfine-params.json", "hyperfine", "named 1", MIN, 0.002018153 },
    { "hyperfine-params.json", "hyperfine", "named 1", MAX, 0.007707932000000001 },
    { "hyperfine-params.json", "hyperfine", "named 1", MEDIAN, 0.002161356 },
    { "hyperfine-params.json", "hyperfine", "named 1", STDEV, 0.0024483340674703075 },
    { "hyperfine-single.json", "hyperfine", "true", MEAN, 0.0006612100000000001 },
    { "hyperfine-failing.json", "hyperfine", "sh -c \"exit 3\"", MEAN, 0.00074996225 },
    { "pyperf-memory.json", "timeit", "timeit", "bres/import/counter/value", 11882496 },
    { "pytest-rounds.json", "test_sample.py::test_pedantic", "test_sample.py::test_pedantic", MEAN,
      0.0005711779998970693 },
    { "pytest-rounds.json", "test_sample.py::test_pedantic", "test_sample.py::test_pedantic", STDEV,
      5.28965271351175e-06 },
    { "pytest-rounds.json", "test_sample.py::test_pedantic", "test_sample.py::test_pedantic",
      "bres/cpu_batch/block_size", 2 },
    { "pytest-no-rounds.json", "test_sample.py::test_params",
      "test_sample.py::test_params[list-10]", "bres/import/sample_size", 5003 },
    { "go-failing.txt", "example.org/sample.Sort", "BenchmarkSort/size=1000/kind=rev-2", MEAN,
      4300e-9 },
    { "go-failing.txt", "example.org/sample.Alloc", "BenchmarkAlloc-2",
      "bres/import/counter/widgets/op", 3.5 },
    { "go-failing.txt", "example.org/sample.Sort", "BenchmarkSort/size=1000/kind=rev-2",
      "bres/import/rate/bytes_per_second", 1860.64e6 },
    { "libtest.txt", "slow", "slow", "bres/import/time/median", 1583065e-9 },
    { "libtest.jsonl", "with_bytes", "with_bytes", "bres/import/rate/bytes_per_second", 1767e6 },
    { "jmh.json", "org.example.Sample.counted", "size=10 mode=avgt", "bres/import/counter/hits",
      42388929 },
    { "nanobench.json", "sorting", "sort 100", MEDIAN, 2.76730055435045e-07 },
    { "criterion", "flat/sleepy", "flat/sleepy", MEAN, 408679.18435374147e-9 },
    { "criterion", "fib 20/odd:name", "fib 20/odd:name", "bres/import/time/slope",
      45191.96359213727e-9 },
    { "catch2-v3.xml", "plain <fib> & more", "fib 10", "bres/import/time/mean", 326.577e-9 },
    { "catch2-v3.xml", "plain <fib> & more", "fib 10", "bres/import/time/ci_upper", 448.58e-9 },
    { "kernel-tuner.json", "vector_add", "block_size_x=128", "bres/import/gpu_time", 0.02e-3 },
    { "t4.json", "t4", "tile=8", "bres/import/gpu_time", 1.5e-3 },
};

Test(formats, statistics_are_those_of_the_tool)
{
    for (size_t i = 0; i < COUNT(golden); i++) {
        bres_result *result = bres_test_import(golden[i].file);
        const double value = bres_test_import_value(
            bres_test_import_state(result, golden[i].bench, golden[i].state), golden[i].tag);

        cr_assert(fabs(value - golden[i].value) <= 1e-12 * golden[i].value, "%s: %s: %s: %.17g",
                  golden[i].file, golden[i].state, golden[i].tag, value);
        bres_result_unref(result);
    }
}

Test(formats, an_import_survives_being_written)
{
    char directory[2048];

    snprintf(directory, sizeof directory, "%s", bres_test_directory());
    for (size_t i = 0; i < COUNT(files); i++) {
        bres_result *imported = bres_test_import(files[i].name);
        bres_test_log log = { 0 };
        bres_load_options options = bres_test_options(0, &log);
        bres_result *loaded;
        char path[4096];

        snprintf(path, sizeof path, "%s/%zu.json", directory, i);
        cr_assert_eq(bres_result_write(imported, path, NULL), BRES_OK, "%s", bres_last_error());
        cr_assert_eq(bres_result_load(path, &options, &loaded), BRES_OK, "%s", bres_last_error());
        cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
        cr_assert_str_eq(bres_result_file_version(loaded), "1.0.0");
        for (size_t b = 0; b < bres_result_subbench_count(imported); b++) {
            const bres_subbench *before = bres_result_subbench_at(imported, b);
            const bres_subbench *after = bres_result_subbench_at(loaded, b);

            cr_assert_str_eq(bres_subbench_name(after), bres_subbench_name(before));
            for (size_t s = 0; s < bres_subbench_state_count(before); s++) {
                const bres_state *one = bres_subbench_state_at(before, s);
                const bres_state *two = bres_subbench_state_at(after, s);

                cr_assert_str_eq(bres_state_name(two), bres_state_name(one));
                cr_assert_str_eq(bres_state_point_name(two), bres_state_point_name(one));
                cr_assert_eq(bres_state_run(two), bres_state_run(one));
                cr_assert_eq(bres_state_is_skipped(two), bres_state_is_skipped(one));
            }
        }
        bres_result_unref(imported);
        bres_result_unref(loaded);
    }
}

/* The text has a member that begins like this. */
static void assert_has(const char *json, const char *part)
{
    cr_assert(json != NULL && strstr(json, part) != NULL, "%s lacks %s", json, part);
}

Test(formats, failures_are_skipped_states_without_times)
{
    static const char *const rows[][3] = {
        { "fails", "fails", "no such device" },
        { "fails_some", "fails_some/2/repeats:2", "only two fails" },
        { "skips", "skips", "not on this machine" },
    };
    bres_result *result = bres_test_import("google-head-full.json");

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_state *state = bres_test_import_state(result, rows[i][0], rows[i][1]);
        double median;

        cr_assert(bres_state_is_skipped(state), "%s", rows[i][1]);
        cr_assert_str_eq(bres_state_skip_reason(state), rows[i][2]);
        cr_assert_eq(bres_state_summary_count(state), 0);
        cr_assert_not(bres_state_median(state, &median));
    }
    bres_result_unref(result);
}

Test(formats, what_has_no_tag_is_kept)
{
    bres_result *result = bres_test_import("google-head-full.json");

    assert_has(bres_state_extra_json(bres_test_import_state(result, "copy_", "copy_/1024")),
               "\"bres/import/label\":\"a label with");
    assert_has(bres_subbench_extra_json(bres_result_subbench(result, "cplx")),
               "\"bres/import/BigO\":{\"big_o\":\"N\"");
    bres_result_unref(result);
    result = bres_test_import("pyperf-one.json");
    assert_has(bres_state_extra_json(bres_test_import_state(result, "timeit", "timeit")),
               "\"bres/import/warmups\":[[16384");
    bres_result_unref(result);
    result = bres_test_import("hyperfine-signal.json");
    assert_has(bres_state_extra_json(bres_subbench_state_at(bres_result_subbench_at(result, 0), 0)),
               "\"bres/import/exit_status\":[137,137,137]");
    bres_result_unref(result);
    result = bres_test_import("pytest-rounds.json");
    assert_has(bres_result_meta_json(result), "\"revision\":{\"id\":");
    bres_result_unref(result);
}

Test(formats, a_file_that_ends_early_is_read_leniently)
{
    const char *path = bres_test_source("tests/formats/data/google-head-killed.json");
    bres_test_log log = { 0 };
    bres_load_options load = bres_test_options(BRES_LOAD_LENIENT, &log);
    bres_import_options options = bres_test_import_options(&load);
    bres_result *result;

    cr_assert_eq(bres_result_import(path, NULL, &result), BRES_ERROR_SYNTAX);
    cr_assert_eq(bres_last_error_offset(), 1930);
    cr_assert_eq(bres_result_import(path, &options, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_subbench_state_count(bres_result_subbench(result, "copy_")), 2);
    cr_assert_not_null(strstr(bres_test_log_text(&log), "its first 2 records are read"));
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* The times of all states of both results are equal. */
static void assert_same_times(const bres_result *one, const bres_result *two, const char *format)
{
    cr_assert_eq(bres_result_subbench_count(one), bres_result_subbench_count(two), "%s", format);
    for (size_t b = 0; b < bres_result_subbench_count(one); b++) {
        const bres_subbench *left = bres_result_subbench_at(one, b);
        const bres_subbench *right = bres_result_subbench_at(two, b);

        cr_assert_eq(bres_subbench_state_count(left), bres_subbench_state_count(right), "%s",
                     format);
        for (size_t s = 0; s < bres_subbench_state_count(left); s++) {
            const float *times[2];
            size_t count[2];

            cr_assert_eq(bres_state_samples(bres_subbench_state_at(left, s), &times[0], &count[0]),
                         BRES_OK);
            cr_assert_eq(bres_state_samples(bres_subbench_state_at(right, s), &times[1], &count[1]),
                         BRES_OK);
            cr_assert_eq(count[0], count[1], "%s", format);
            for (size_t i = 0; i < count[0]; i++)
                cr_assert_eq(times[0][i], times[1][i], "%s: %zu", format, i);
        }
    }
}

Test(formats, exports_are_imported_again)
{
    static const char *const formats[] = { "google-benchmark", "hyperfine", "go" };

    for (size_t i = 0; i < COUNT(formats); i++) {
        bres_result *imported = bres_test_import("nanobench.json");
        bres_import_options options = bres_test_import_options(NULL);
        bres_result *again;
        char *text;

        options.format = formats[i];
        options.bench = "sorting";
        cr_assert_eq(bres_result_export(imported, formats[i], NULL, &text), BRES_OK, "%s",
                     bres_last_error());
        cr_assert_eq(bres_result_import_memory(text, strlen(text), &options, &again), BRES_OK,
                     "%s: %s", formats[i], bres_last_error());
        if (strcmp(formats[i], "google-benchmark") != 0)
            assert_same_times(imported, again, formats[i]);
        bres_string_free(text);
        bres_result_unref(imported);
        bres_result_unref(again);
    }
}

Test(formats, every_format_is_exported)
{
    static const char *const parts[] = {
        "\"error_message\": \"s_test.go:43: broken\"",
        "\"command\": \"example.org/sample.Sort/size=10/kind=rev/GOMAXPROCS=2\"",
        "BenchmarkSort/size=10/kind=rev-2\t94862\t",
        "\"invalidity\": \"runtime\"",
        "\"latency\": {",
        "\"extra\": \"1 sample\"",
        "example.org/sample.Fail,BenchmarkFail-2,GOMAXPROCS=2,,0,skipped,,,",
        "\"metric\":\"time\",\"sample\":0,",
    };
    bres_result *result = bres_test_import("go-failing.txt");
    char *text = (char *)result;

    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *format = bres_export_format_name(i);

        cr_assert_eq(bres_result_export(result, format, NULL, &text), BRES_OK, "%s", format);
        cr_assert_not_null(strstr(text, parts[i]), "%s: %s", format, text);
        bres_string_free(text);
    }
    cr_assert_null(bres_export_format_name(COUNT(parts)));
    cr_assert_eq(bres_result_export(result, "goo", NULL, &text), BRES_ERROR_KEY);
    cr_assert_null(text);
    cr_assert_not_null(strstr(bres_last_error(), "unknown format 'goo'"));
    cr_assert_eq(bres_result_export(NULL, "go", NULL, &text), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_export(result, NULL, NULL, &text), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_export(result, "go", NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_result_unref(result);
}
