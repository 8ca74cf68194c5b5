/* SPDX-License-Identifier: MIT */
/*
 * Directories of criterion.rs: recognition of benchmarks, and incomplete benchmarks.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct {
    const char *name;
    const char *text; /* the %s is the group */
} files[] = {
    { "benchmark.json", "{\"group_id\": \"%s\", \"full_id\": \"%s\"}" },
    { "sample.json", "{\"iters\": [1, 2], \"times\": [10, 20]}" },
    { "estimates.json", "{\"slope\": null}" },
};

/* Makes a directory and its parents. */
static void make_directory(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    mkdir(path, 0777);
}

/* Makes the directory of a baseline, without the file `missing`. The group's name is its path. */
static void make_baseline(const char *root, const char *baseline, const char *missing)
{
    char path[8192];
    char file[8192 + 32];

    snprintf(path, sizeof path, "%s/%s", root, baseline);
    make_directory(path);
    for (size_t i = 0; i < COUNT(files); i++) {
        char text[8192];

        if (strcmp(missing, files[i].name) == 0 || strcmp(missing, "*") == 0)
            continue;
        snprintf(text, sizeof text, files[i].text, baseline, baseline);
        snprintf(file, sizeof file, "%s/%s", path, files[i].name);
        bres_test_write_file(file, text, strlen(text));
    }
}

/* The work of one execution of 10 ns; criterion.rs since 0.8 has elements together with bytes. */
Test(formats, criterion_throughput_is_read)
{
    static const struct {
        const char *throughput;
        const char *tag;
        double value;
    } rows[] = {
        { "{\"ElementsAndBytes\":{\"elements\":5,\"bytes\":7}}", "nv/cpu_only/bw/item_rate", 5e8 },
        { "{\"ElementsAndBytes\":{\"elements\":5,\"bytes\":7}}",
          "nv/cpu_only/bw/global/bytes_per_second", 7e8 },
        { "{\"Bits\":16}", "nv/cpu_only/bw/global/bytes_per_second", 2e8 },
        { "{\"Bits\":12}", "bres/import/counter/Bits", 12 },
        { "{\"Bytes\":2.5}", "bres/import/counter/Bytes", 2.5 },
        { "{\"Elements\":18446744073709551615}", "bres/import/counter/Elements", 0x1p64 },
    };
    const char *root = bres_test_directory();
    char path[4096];

    make_baseline(root, "g/new", "");
    snprintf(path, sizeof path, "%s/g/new/benchmark.json", root);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_result *result;
        const bres_state *state;
        char text[256];

        snprintf(text, sizeof text, "{\"group_id\":\"g\",\"throughput\":%s}", rows[i].throughput);
        bres_test_write_file(path, text, strlen(text));
        cr_assert_eq(bres_result_import(root, NULL, &result), BRES_OK, "%s", bres_last_error());
        state = bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
        cr_expect_float_eq(bres_test_import_value(state, rows[i].tag), rows[i].value,
                           1e-6 * rows[i].value, "%s", text);
        bres_result_unref(result);
    }
}

Test(formats, criterion_benchmarks_have_any_name)
{
    static const char *const names[] = {
        "report/new", "g/report/new", "report/report/new",          "g/.push()/new", ".hidden/new",
        "new/f/new",  "g/new/new",    "target/criterion/g/f/8/new", "new/new",
    };
    const char *root = bres_test_directory();
    bres_result *result;
    char path[4096];

    for (size_t i = 0; i < COUNT(names); i++)
        make_baseline(root, names[i], "");
    snprintf(path, sizeof path, "%s/g/f/report/both", root);
    make_directory(path);
    snprintf(path, sizeof path, "%s/g/.DS_Store", root);
    bres_test_write_file(path, "x", 1);
    cr_assert_eq(bres_result_load(root, NULL, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_result_subbench_count(result), COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++)
        cr_assert_not_null(bres_result_subbench(result, names[i]), "%s", names[i]);
    bres_result_unref(result);
}

/* Each of the files is needed; for an empty directory, the error names the first one. */
Test(formats, criterion_names_a_missing_file)
{
    static const char *const missing[] = { "benchmark.json", "sample.json", "estimates.json", "*" };

    for (size_t i = 0; i < COUNT(missing); i++) {
        const char *name = missing[i][0] == '*' ? files[0].name : missing[i];
        const char *root = bres_test_directory();
        bres_test_log log = { 0 };
        bres_load_options load = bres_test_options(0, &log);
        const bres_import_options options = bres_test_import_options(&load);
        bres_result *result;
        char expected[4096];

        make_baseline(root, "a/new", "");
        make_baseline(root, "b/new", missing[i]);
        snprintf(expected, sizeof expected,
                 "%s/b/new: this is a baseline of criterion.rs without '%s'", root, name);
        cr_assert_eq(bres_result_import(root, &options, &result), BRES_ERROR_KEY, "%s", missing[i]);
        cr_assert_str_eq(bres_last_error(), expected);
        load.flags = BRES_LOAD_LENIENT;
        cr_assert_eq(bres_result_import(root, &options, &result), BRES_OK, "%s", bres_last_error());
        cr_assert_not_null(strstr(bres_test_log_text(&log), expected), "%s",
                           bres_test_log_text(&log));
        cr_assert_eq(bres_result_subbench_count(result), 1);
        bres_result_unref(result);
        bres_test_log_clear(&log);
    }
}

/* A file that is cut off, or lacks what a benchmark needs. */
Test(formats, criterion_drops_a_benchmark_with_a_malformed_file)
{
    static const char *const texts[] = { "{\"iters\": [1, 2], \"tim", "", "{}" };

    for (size_t i = 0; i < COUNT(texts); i++) {
        /* The estimates may be empty. */
        for (size_t k = 0; k < (i < 2 ? COUNT(files) : 2); k++) {
            const char *root = bres_test_directory();
            bres_test_log log = { 0 };
            bres_load_options load = bres_test_options(0, &log);
            const bres_import_options options = bres_test_import_options(&load);
            bres_result *result;
            char path[4096];

            make_baseline(root, "a/new", "");
            make_baseline(root, "b/new", "");
            snprintf(path, sizeof path, "%s/b/new/%s", root, files[k].name);
            bres_test_write_file(path, texts[i], strlen(texts[i]));
            cr_assert_neq(bres_result_import(root, &options, &result), BRES_OK, "%s", path);
            load.flags = BRES_LOAD_LENIENT;
            cr_assert_eq(bres_result_import(root, &options, &result), BRES_OK, "%s",
                         bres_last_error());
            cr_assert_not_null(strstr(bres_test_log_text(&log), path), "%s",
                               bres_test_log_text(&log));
            cr_assert_eq(bres_result_subbench_count(result), 1);
            cr_assert_not_null(bres_result_subbench(result, "a/new"));
            bres_result_unref(result);
            bres_test_log_clear(&log);
        }
    }
}

Test(formats, criterion_depth_is_limited)
{
    const char *root = bres_test_directory();
    bres_result *result;
    char path[4096];
    size_t length = 0;

    make_baseline(root, "a/new", "");
    for (size_t i = 0; i < 40; i++)
        length += (size_t)snprintf(path + length, sizeof path - length, "d/");
    snprintf(path + length, sizeof path - length, "new");
    make_baseline(root, path, "");
    cr_assert_eq(bres_result_load(root, NULL, &result), BRES_ERROR_LIMIT);
    cr_assert_not_null(strstr(bres_last_error(), "more than 32 levels of directories"), "%s",
                       bres_last_error());
    /* The directory is detected even without another benchmark. */
    snprintf(path, sizeof path, "%s/d", root);
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_ERROR_LIMIT);
}
