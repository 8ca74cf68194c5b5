/* SPDX-License-Identifier: MIT */
/*
 * What is written and read again has the same names, axes and counters, or a warning says what the
 * format has lost.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Imports a text, in which ' stands for ". */
static bres_result *import_text(const char *document)
{
    char *text = bres_test_json(document);
    bres_result *result;

    cr_assert_eq(bres_result_import_memory(text, strlen(text), NULL, &result), BRES_OK, "%s: %s",
                 document, bres_last_error());
    free(text);
    return result;
}

/* Imports one or two texts, and merges them. */
static bres_result *import_merged(const char *const documents[2])
{
    bres_result *results[2] = { import_text(documents[0]) };
    bres_result *merged;

    if (documents[1] == NULL)
        return results[0];
    results[1] = import_text(documents[1]);
    cr_assert_eq(bres_result_merge(results, 2, &merged), BRES_OK, "%s", bres_last_error());
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return merged;
}

static char *export_with_log(const bres_result *result, const char *format, bres_test_log *log)
{
    bres_export_options options;
    char *text;

    bres_export_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = log;
    cr_assert_eq(bres_result_export(result, format, &options, &text), BRES_OK, "%s",
                 bres_last_error());
    return text;
}

/* How many states of a benchmark differ in the axes from those of a second result. */
static size_t count_other_states(const bres_result *one, const bres_result *two)
{
    size_t others = 0;

    for (size_t b = 0; b < bres_result_subbench_count(one); b++) {
        const bres_subbench *bench = bres_result_subbench_at(one, b);
        const bres_subbench *same = bres_result_subbench(two, bres_subbench_name(bench));

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            const char *point = bres_state_point_name(bres_subbench_state_at(bench, s));
            size_t i = 0;

            while (i < bres_subbench_state_count(same) &&
                   strcmp(bres_state_point_name(bres_subbench_state_at(same, i)), point) != 0)
                i++;
            others += i == bres_subbench_state_count(same);
        }
    }
    return others;
}

/* A reader takes -8 for processors only if each function has it. */
Test(formats, a_state_that_is_read_with_other_processors_is_told_of)
{
    static const struct {
        const char *documents[2];
        size_t others;
        const char *warning; /* NULL: none */
    } rows[] = {
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkB-8 1 1 ns/op\n" }, 0, NULL },
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkA-4 1 1 ns/op\n" }, 0, NULL },
        { { "BenchmarkA/x=-8-4 1 1 ns/op\nBenchmarkA/x=-8 1 1 ns/op\nBenchmarkB-4 1 1 ns/op\n",
            NULL },
          0,
          NULL },
        { { "BenchmarkA-8 1 1 ns/op\n", "BenchmarkB-4 1 1 ns/op\n" },
          2,
          "2 states are read with another name and another GOMAXPROCS" },
        { { "BenchmarkA-1 1 1 ns/op\n", "BenchmarkB 1 1 ns/op\n" },
          1,
          "1 state is read with another name" },
        { { "BenchmarkA/x-1 1 1 ns/op\nBenchmarkB 1 1 ns/op\n", "BenchmarkB-1 1 1 ns/op\n" },
          1,
          "1 state is read with another name" },
        { { "--- SKIP: BenchmarkA\n", "BenchmarkB-4 1 1 ns/op\n" },
          1,
          "1 state is read with another name" },
        /* Of another tool. */
        { { "BenchmarkA-8 1 1 ns/op\n",
            "{'results':[{'command':'a','mean':1,'times':[1],'parameters':{'GOMAXPROCS':'4'}}]}" },
          2,
          "2 states are read with another name" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_test_log log = { 0 };
        bres_result *result = import_merged(rows[i].documents);
        char *text = export_with_log(result, "go", &log);
        bres_result *again = import_text(text);

        cr_expect_eq(count_other_states(result, again), rows[i].others, "%zu: %s", i, text);
        if (rows[i].warning == NULL)
            cr_expect_null(strstr(bres_test_log_text(&log), "GOMAXPROCS"), "%zu: %s", i,
                           bres_test_log_text(&log));
        else
            cr_expect_not_null(strstr(bres_test_log_text(&log), rows[i].warning), "%zu: %s", i,
                               bres_test_log_text(&log));
        bres_string_free(text);
        bres_result_unref(result);
        bres_result_unref(again);
        bres_test_log_clear(&log);
    }
}
