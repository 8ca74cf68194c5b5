/* SPDX-License-Identifier: MIT */
/*
 * Texts of Go benchmarks: failures, processors, numbers that are not finite.
 */
#include "support/imported.h"
#include "support/loading.h"

#include "base/text/text.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bres_result *import(const char *text)
{
    bres_result *result;

    cr_assert_eq(bres_result_load_memory(text, strlen(text), NULL, &result), BRES_OK, "%s: %s",
                 text, bres_last_error());
    return result;
}

/* "NAME: number of samples" or "NAME: skip reason" for each state, with line breaks between. */
static void describe(const bres_result *result, bres__text *text)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
            const bres_state *state = bres_subbench_state_at(bench, i);
            const char *reason = bres_state_skip_reason(state);
            const float *values;
            size_t count = 0;

            if (text->length != 0)
                bres__text_putc(text, '\n');
            bres__text_printf(text, "%s: ", bres_state_name(state));
            if (reason == NULL)
                bres_state_samples(state, &values, &count);
            if (reason != NULL)
                bres__text_puts(text, reason);
            else
                bres__text_printf(text, "%zu", count);
        }
    }
}

/* A benchmark that failed in one of its runs has no results, in any order of the lines. */
Test(formats, go_failures_are_skipped_states)
{
    static const struct {
        const char *text;
        const char *states;
    } rows[] = {
        /* In the first trial: a line of its own, without the processors. */
        { "--- FAIL: BenchmarkA\n    a_test.go:5: boom\nBenchmarkB-8 1 5 ns/op\n",
          "BenchmarkA-8: a_test.go:5: boom\nBenchmarkB-8: 1" },
        { "BenchmarkB 1 5 ns/op\nBenchmarkB-8 1 5 ns/op\n--- FAIL: BenchmarkA\n",
          "BenchmarkB: 1\nBenchmarkB-8: 1\nBenchmarkA: the benchmark has failed" },
        { "BenchmarkB-2 1 5 ns/op\nBenchmarkB-8 1 5 ns/op\n--- FAIL: BenchmarkA\n",
          "BenchmarkB-2: 1\nBenchmarkB-8: 1\nBenchmarkA: the benchmark has failed" },
        /* In a later trial: after the name. */
        { "BenchmarkA-8         \t--- FAIL: BenchmarkA-8\n    boom\nBenchmarkB-8 1 5 ns/op\n",
          "BenchmarkA-8: boom\nBenchmarkB-8: 1" },
        { "BenchmarkA-8 \t--- SKIP: BenchmarkA-8\n", "BenchmarkA-8: skipped by the benchmark" },
        { "BenchmarkA-8 1 5 ns/op\nBenchmarkA-8 1 6 ns/op\n--- FAIL: BenchmarkA-8\n    boom\n",
          "BenchmarkA-8: boom" },
        { "--- FAIL: BenchmarkA-8\n    boom\nBenchmarkA-8 1 5 ns/op\n", "BenchmarkA-8: boom" },
        { "--- FAIL: BenchmarkA\nFAIL\n", "BenchmarkA: the benchmark has failed" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, NULL);
}

Test(formats, go_metrics_that_are_not_finite_are_left_out)
{
    bres_test_log log = { 0 };
    const bres_load_options options = bres_test_options(0, &log);
    bres_result *result;
    const bres_state *state;

    cr_assert_eq(
        bres_test_load_text("BenchmarkA 1 5 ns/op NaN hits/op +Inf x/op -Inf y/op 3 z/op\n",
                            &options, &result),
        BRES_OK, "%s", bres_last_error());
    state = bres_test_import_state(result, "A", "BenchmarkA");
    cr_expect_str_eq(bres_test_log_text(&log),
                     "r.json: values that are not finite are left out: 'hits/op'\n"
                     "r.json: values that are not finite are left out: 'x/op'\n"
                     "r.json: values that are not finite are left out: 'y/op'\n");
    cr_expect_eq(bres_test_import_value(state, "bres/import/counter/z/op"), 3);
    cr_expect_null(bres_state_summary(state, "bres/import/counter/x/op"));
    bres_test_log_clear(&log);
    bres_result_unref(result);
}

/* Go prints lines that look like configuration. */
Test(formats, go_output_is_no_axis)
{
    bres_result *result = import("pkg: p\nBenchmarkA 1 5 ns/op\ncoverage: 10.0% of statements\n"
                                 "panic: boom\nsignal: killed\ngo: downloading x v1\n"
                                 "testing: warning: no tests to run\n"
                                 "pkg: q\nBenchmarkB 1 5 ns/op\ncoverage: 20.0% of statements\n");

    for (size_t i = 0; i < 2; i++)
        cr_expect_eq(bres_state_axis_value_count(
                         bres_subbench_state_at(bres_result_subbench_at(result, i), 0)),
                     1);
    bres_result_unref(result);
}

/* A key separates states if results have different values of the key, or some results lack it. */
Test(formats, go_keys_separate_states_where_they_change)
{
    static const struct {
        const char *text;
        const char *states;
    } rows[] = {
        { "BenchmarkA 1 5 ns/op\nx: new\nBenchmarkA 1 6 ns/op\n", "BenchmarkA: 1\nBenchmarkA: 1" },
        { "x: old\nBenchmarkA 1 5 ns/op\nx:\nBenchmarkA 1 6 ns/op\n",
          "BenchmarkA: 1\nBenchmarkA: 1" },
        { "--- FAIL: BenchmarkA\nx: new\nBenchmarkA 1 6 ns/op\n",
          "BenchmarkA: the benchmark has failed\nBenchmarkA: 1" },
        { "x: old\nx: new\nBenchmarkA 1 5 ns/op\nx: new\nBenchmarkA 1 6 ns/op\nx: next\n",
          "BenchmarkA: 2" },
        { "BenchmarkA 1 5 ns/op\nx: new\nx:\nBenchmarkA 1 6 ns/op\n", "BenchmarkA: 2" },
        { "x: 1\nBenchmarkA 1 5 ns/op\nx: 2\nBenchmarkA 1 6 ns/op\nx: 1\nBenchmarkA 1 5 ns/op\n",
          "BenchmarkA: 2\nBenchmarkA: 1" },
        { "x: 1\ny: 1\nBenchmarkA 1 5 ns/op\nx:\nBenchmarkA 1 6 ns/op\ny:\ny: 1\nx: 1\n"
          "BenchmarkA 1 5 ns/op\n",
          "BenchmarkA: 2\nBenchmarkA: 1" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, NULL);
}

/* A number at the end of a name is a number of processors only if every function has a line with
 * it. */
Test(formats, go_processors_are_told_from_names)
{
    static const struct {
        const char *text;
        const char *processors;
        const char *bench;
    } rows[] = {
        { "BenchmarkA-8 1 1 ns/op\nBenchmarkB-8 1 1 ns/op\n", "8", "A" },
        { "BenchmarkA-8 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", "1", "A-8" },
        { "BenchmarkA 1 1 ns/op\nBenchmarkA-2 1 1 ns/op\n", "1", "A" },
        { "BenchmarkA/n-12 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", "1", "A" },
        { "BenchmarkA/n-12-4 1 1 ns/op\nBenchmarkB-4 1 1 ns/op\n", "4", "A" },
        { "Benchmark/n-12-4 1 1 ns/op\n", "4", "Benchmark" },
        { "Benchmark-4 1 1 ns/op\n", "4", "Benchmark" },
        { "Benchmark 1 1 ns/op\n", "1", "Benchmark" },
        { "--- SKIP: BenchmarkA-8\n", "8", "A" },
        { "BenchmarkB 1 1 ns/op\n--- SKIP: BenchmarkA-8\n", "1", "B" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_subbench *bench;
        const bres_value *value;
        bres_result *result;

        cr_assert_eq(bres_result_load_memory(rows[i].text, strlen(rows[i].text), NULL, &result),
                     BRES_OK, "%s: %s", rows[i].text, bres_last_error());
        bench = bres_result_subbench_at(result, 0);
        cr_assert_str_eq(bres_subbench_name(bench), rows[i].bench, "%s", rows[i].text);
        value = bres_state_axis_value(bres_subbench_state_at(bench, 0), "GOMAXPROCS");
        cr_assert_str_eq(bres_value_text(value), rows[i].processors, "%s", rows[i].text);
        bres_result_unref(result);
    }
}

/* Go prints the name, the output of the benchmark, and then the result. */
Test(formats, go_results_are_found_after_output)
{
    static const struct {
        const char *text;
        const char *states;
        const char *log;
    } rows[] = {
        { "BenchmarkA-8 \thello\nhello\n 100\t 10 ns/op\nBenchmarkB-8 1 5 ns/op\n",
          "BenchmarkA-8: 1\nBenchmarkB-8: 1", "" },
        { "BenchmarkA-8\n     100\t 10 ns/op\t 3 B/op\n", "BenchmarkA-8: 1", "" },
        { "BenchmarkA-8 \t100 rows inserted\n 100\t 10 ns/op\n", "BenchmarkA-8: 1",
          "r.json: line 1: 'BenchmarkA-8 \\t100 rows inserted' is not a result: the line is "
          "ignored\n" },
        { "BenchmarkA-8 \t100\t10 ns/op2024 log\nBenchmarkB-8 1 5 ns/op\n", "BenchmarkB-8: 1",
          "r.json: line 1: 'BenchmarkA-8 \\t100\\t10 ns/op2024 log' is not a result, and no result "
          "follows: the result of the benchmark is lost\n" },
        { "BenchmarkB-8 1 5 ns/op\nBenchmarkA-8 \thello\nPASS\n", "BenchmarkB-8: 1",
          "r.json: line 2: 'BenchmarkA-8 \\thello' is not a result, and no result follows: the "
          "result of the benchmark is lost\n" },
        { "BenchmarkB-8 1 5 ns/op\nBenchmarkA-8 \thello\n", "BenchmarkB-8: 1",
          "r.json: line 2: 'BenchmarkA-8 \\thello' is not a result, and no result follows: the "
          "result of the benchmark is lost\n" },
        { "BenchmarkB-8 1 5 ns/op\n 100\t 10 ns/op\n 100\t 10 apples\n", "BenchmarkB-8: 1",
          "r.json: line 2: a result without a name is left out\n" },
        { "BenchmarkB-8 1 5 ns/op\nBenchmarkA-8 \thello\n--- FAIL: BenchmarkA-8\n",
          "BenchmarkB-8: 1\nBenchmarkA-8: the benchmark has failed", "" },
        { "BenchmarkB-8 1 5 ns/op\nBenchmarkA-8 \t\npanic: x\nexit status 2\nFAIL\tp\t0.1s\n",
          "BenchmarkB-8: 1",
          "r.json: line 2: 'BenchmarkA-8 \\t' is not a result, and no result follows: the "
          "result of the benchmark is lost\n" },
        { "BenchmarkA\nBenchmarkA-8 1 5 ns/op\nBenchmark is a log\n", "BenchmarkA-8: 1", "" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, rows[i].log);
}

/* A process has measured a package if results of this package follow its end. */
Test(formats, go_processes_are_runs)
{
    static const struct {
        const char *text;
        const char *runs;
    } rows[] = {
        { "pkg: p\nBenchmarkA 1 5 ns/op\nBenchmarkA 1 5 ns/op\nPASS\nok  \tp\t1s\n"
          "pkg: q\nBenchmarkB 1 5 ns/op\nPASS\nok  \tq\t1s\n"
          "pkg: p\nBenchmarkA 1 5 ns/op\nFAIL\nFAIL\tp\t1s\n"
          "pkg: p\nBenchmarkA 1 5 ns/op\n",
          "p.A 0 2, p.A 1 1, p.A 2 1, q.B 0 1, " },
        { "BenchmarkA 1 5 ns/op\nPASS\nBenchmarkA 1 5 ns/op\n", "A 0 1, A 1 1, " },
        { "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA 1 5 "
          "ns/op\\nPASS\\n\"}\n"
          "{\"Action\":\"output\",\"Package\":\"p\",\"Output\":\"BenchmarkA 1 5 ns/op\\n\"}\n",
          "p.A 0 1, p.A 1 1, " },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result = import(rows[i].text);
        bres__text runs = { 0 };

        for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
            const bres_subbench *bench = bres_result_subbench_at(result, b);

            for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
                const bres_state *state = bres_subbench_state_at(bench, s);
                const float *times;
                size_t count;

                cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
                bres__text_printf(&runs, "%s %u %zu, ", bres_subbench_name(bench),
                                  bres_state_run(state), count);
            }
        }
        cr_expect_str_eq(runs.data, rows[i].runs, "%s", rows[i].text);
        bres__text_free(&runs);
        bres_result_unref(result);
    }
}

#define OUTPUT(package, text)                                                                      \
    "{\"Action\":\"output\",\"Package\":\"" package "\",\"Output\":\"" text "\"}\n"

/* "BENCHMARK KEY=VALUE...: number of samples" for each state, with line breaks between. */
static void describe_axes(const bres_result *result, bres__text *text)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
            const bres_state *state = bres_subbench_state_at(bench, i);

            bres__text_puts(text, text->length != 0 ? "\n" : "");
            bres__text_puts(text, bres_subbench_name(bench));
            for (size_t a = 0; a < bres_state_axis_value_count(state); a++) {
                const bres_value *value = bres_state_axis_value_at(state, a);

                bres__text_printf(text, " %s=%s", bres_value_name(value), bres_value_text(value));
            }
        }
    }
}

/* Output of packages interleaves; a key that a package prints is not set for another package. */
Test(formats, go_packages_have_their_own_keys)
{
    static const struct {
        const char *text;
        const char *states;
        const char *log;
    } rows[] = {
        { OUTPUT("a", "BenchmarkA 1 5 ns/op\\n") OUTPUT("b", "BenchmarkB 1 5 ns/op\\n")
              OUTPUT("a", "note: slow\\n") OUTPUT("a", "BenchmarkC 1 5 ns/op\\n"),
          "a.A GOMAXPROCS=1\na.C GOMAXPROCS=1 note=slow\nb.B GOMAXPROCS=1", "" },
        { OUTPUT("a", "goos: linux\\nx: 1\\n") OUTPUT("b", "goos: linux\\nx: 2\\n")
              OUTPUT("a", "BenchmarkA 1 5 ns/op\\n") OUTPUT("b", "BenchmarkB 1 5 ns/op\\n"),
          "a.A GOMAXPROCS=1 x=1\nb.B GOMAXPROCS=1 x=2", "" },
        { OUTPUT("a", "x: 1\\nBenchmarkA 1 5 ns/op\\n") OUTPUT("b", "BenchmarkB 1 5 ns/op\\n")
              OUTPUT("c", "x: 1\\nBenchmarkC 1 5 ns/op\\n"),
          "a.A GOMAXPROCS=1 x=1\nb.B GOMAXPROCS=1\nc.C GOMAXPROCS=1 x=1", "" },
        { OUTPUT("a", "BenchmarkA 1 5 ns/op\\n")
              OUTPUT("b", "BenchmarkB 1 5 ns/op\\nBenchmarkC \\thello\\n"),
          "a.A GOMAXPROCS=1\nb.B GOMAXPROCS=1",
          "r.json: output of 'b': line 2: 'BenchmarkC \\thello' is not a result, and no result "
          "follows: the result of the benchmark is lost\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe_axes, rows[i].states, rows[i].log);
}

/* A program may bypass the go command, and write without a line break at the end. */
Test(formats, go_events_are_found_after_output)
{
    static const struct {
        const char *text;
        const char *states;
        const char *log;
    } rows[] = {
        { OUTPUT("p", "BenchmarkA 1 5 ns/op\\n") "x" OUTPUT("p", "BenchmarkB 1 5 ns/op\\n"),
          "BenchmarkA: 1\nBenchmarkB: 1", "" },
        { "{not json\n{\"a\":" OUTPUT("p", "BenchmarkA 1 5 ns/op\\n"), "BenchmarkA: 1", "" },
        { OUTPUT("p", "BenchmarkA 1 5 ns/op\\n")
              OUTPUT("p", "BenchmarkB/{ 1 5 ns/op\\n") "{\"Action\":\"x\",\"Package\":\"p\"}\n",
          "BenchmarkA: 1\nBenchmarkB/{: 1", "" },
        { OUTPUT("p", "BenchmarkA 1 5 ns/op\\n") "x{\"Action\":\"output\",\"Pa", "BenchmarkA: 1",
          "r.json: line 2: an event that is not complete is left out\n" },
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        bres_test_check_import(rows[i].text, describe, rows[i].states, rows[i].log);
}

/* The go command prints lines before the first event. */
Test(formats, go_events_are_detected_after_other_lines)
{
    bres_result *result = import("go: downloading example.org/x v1.0.0\n"
                                 "{\"Action\":\"output\",\"Package\":\"p\","
                                 "\"Output\":\"BenchmarkA 1 5 ns/op\\n\"}\n");

    cr_expect_str_eq(bres_subbench_name(bres_result_subbench_at(result, 0)), "p.A");
    bres_result_unref(result);
}
