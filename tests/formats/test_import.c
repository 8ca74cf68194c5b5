/* SPDX-License-Identifier: MIT */
/*
 * Inputs of an import, its options, compressed files, and files that no tool has written.
 */
#include "base/fault.h"
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char small[] = "{\"results\": [{\"command\": \"c\", \"mean\": 2, \"times\": [1, 3]}]}";

static void assert_small(bres_result *result, const char *bench)
{
    bres_result_subbench(result, bench);
    cr_assert_eq(bres_test_import_value(bres_test_import_state(result, bench, "c"),
                                        "nv/cpu_only/time/cpu/mean"),
                 2);
    bres_result_unref(result);
}

Test(formats, imports_come_from_paths_memory_and_descriptors)
{
    char path[4096];
    bres_result *result;
    int fd;

    snprintf(path, sizeof path, "%s/r.txt", bres_test_directory());
    bres_test_write_file(path, small, strlen(small));
    cr_assert_eq(bres_result_import(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(bres_result_path(result), path);
    assert_small(result, "hyperfine");
    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK);
    assert_small(result, "hyperfine");
    cr_assert_eq(bres_result_import_memory(small, strlen(small), NULL, &result), BRES_OK);
    assert_small(result, "hyperfine");
    fd = open(path, O_RDONLY);
    cr_assert_eq(bres_result_import_fd(fd, NULL, &result), BRES_OK);
    assert_small(result, "hyperfine");
    close(fd);
}

/* As soon as a format fits, the members of other formats are not checked. */
Test(formats, members_of_other_formats_belong_to_the_file)
{
    static const char text[] =
        "{\"benchmarks\": [{\"name\": \"b\", \"axes\": [], \"states\": []}], "
        "\"results\": []}";
    bres_result *result;

    cr_assert_eq(bres_result_load_memory(text, strlen(text), NULL, &result), BRES_OK, "%s",
                 bres_last_error());
    cr_assert_not_null(bres_result_subbench(result, "b"));
    bres_result_unref(result);
}

Test(formats, options_are_checked)
{
    bres_import_options options = bres_test_import_options(NULL);
    bres_result *result = (bres_result *)&options;

    cr_assert_eq(bres_result_import(NULL, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_null(result);
    cr_assert_eq(bres_result_import("x", NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_import_memory(NULL, 1, NULL, &result), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_import_memory(small, 1, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_import_fd(-1, NULL, &result), BRES_ERROR_IO);
    cr_assert_eq(bres_result_import_fd(-1, NULL, NULL), BRES_ERROR_ARGUMENT);
    options.flags = UINT32_C(1) << 31;
    cr_assert_eq(bres_result_import("x", &options, &result), BRES_ERROR_ARGUMENT);
    options = bres_test_import_options(NULL);
    options.reserved = 1;
    cr_assert_eq(bres_result_import("x", &options, &result), BRES_ERROR_ARGUMENT);
    options.size = 1;
    cr_assert_eq(bres_result_import("x", &options, &result), BRES_ERROR_VERSION);
    options = bres_test_import_options(NULL);
    options.format = "pyref";
    cr_assert_eq(bres_result_import("x", &options, &result), BRES_ERROR_KEY);
    cr_assert_not_null(strstr(bres_last_error(), "did you mean 'pyperf'"), "%s", bres_last_error());
    bres_import_options_init(NULL);
}

Test(formats, names_of_formats_are_listed)
{
    size_t count = 0;

    cr_assert_str_eq(bres_import_format_name(0), "nvbench");
    while (bres_import_format_name(count) != NULL)
        count++;
    cr_assert_gt(count, 4);
    cr_assert_null(bres_import_format_name(SIZE_MAX));
}

Test(formats, options_change_what_is_read)
{
    bres_import_options options = bres_test_import_options(NULL);
    const char *path = bres_test_source("tests/formats/data/google-head-full.json");
    const bres_state *state;
    bres_result *result;

    options.flags = BRES_IMPORT_VERBATIM_NAMES | BRES_IMPORT_CPU_TIME;
    options.bench = "all";
    cr_assert_eq(bres_result_import(path, &options, &result), BRES_OK, "%s", bres_last_error());
    state = bres_test_import_state(result, "all", "copy_/1024");
    cr_assert_str_eq(bres_value_string(bres_state_axis_value(state, "Name")), "copy_/1024");
    cr_assert_float_eq(bres_test_import_value(state, "nv/cpu_only/time/cpu/mean"),
                       1.3338934385901723e-08, 1e-20);
    cr_assert_float_eq(bres_test_import_value(state, "bres/import/wall_time"),
                       3.4079250360708528e-08, 1e-20);
    bres_result_unref(result);
    /* A named format is not detected. */
    options = bres_test_import_options(NULL);
    options.format = "pyperf";
    cr_assert_eq(bres_result_import(path, &options, &result), BRES_ERROR_KEY);
    cr_assert_not_null(strstr(bres_last_error(), "this is a pyperf file without 'version'"), "%s",
                       bres_last_error());
}

static bool has_host(const bres_import_options *options, const char *file)
{
    bres_result *result;
    bool has;

    cr_assert_eq(
        bres_result_import(bres_test_source("tests/formats/data/%s", file), options, &result),
        BRES_OK, "%s", bres_last_error());
    has = strstr(bres_result_meta_json(result), "\"host\":") != NULL;
    bres_result_unref(result);
    return has;
}

Test(formats, a_byte_order_mark_is_passed_over)
{
    static const struct {
        const char *text; /* ' stands for " */
        const char *fault;
        int64_t offset;
    } rows[] = {
        { "\xef\xbb\xbf"
          "BenchmarkA 1 5 ns/op\n",
          NULL, 0 },
        { "\xef\xbb\xbf{'context':{},'benchmarks':[{'name':'A','real_time':1}]}", NULL, 0 },
        { "\xef\xbb\xbf{'context':{},'benchmarks':[{'name':'A','real_time':x}]}", "not JSON", 55 },
        { "\xef\xbb\xbf{'meta':{},'benchmarks':[]}", "it begins with a byte order mark", 0 },
        { "\xef\xbb\xbf\xef\xbb\xbf"
          "BenchmarkA 1 5 ns/op\n",
          "not JSON", 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres_load_options options = bres_test_options(0, NULL);
        bres_result *result;
        const bres_status status = bres_test_load_text(rows[i].text, &options, &result);

        cr_expect_eq(status, rows[i].fault == NULL ? BRES_OK : BRES_ERROR_SYNTAX, "row %zu: %s", i,
                     bres_last_error());
        if (rows[i].fault != NULL) {
            cr_expect(strstr(bres_last_error(), rows[i].fault) != NULL, "row %zu: %s", i,
                      bres_last_error());
            cr_expect_eq(bres_last_error_offset(), rows[i].offset, "row %zu", i);
        } else {
            cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), 1,
                         "row %zu", i);
        }
        bres_result_unref(result);
    }
}

Test(formats, the_host_can_be_left_out)
{
    static const char *const files[] = { "go-count-6.txt", "google-head-full.json",
                                         "kernel-tuner.json", "pyperf-one.json",
                                         "pytest-rounds.json" };
    bres_import_options options = bres_test_import_options(NULL);

    options.flags = BRES_IMPORT_OMIT_HOST;
    for (size_t i = 0; i < COUNT(files); i++) {
        cr_assert(has_host(NULL, files[i]), "%s", files[i]);
        cr_assert_not(has_host(&options, files[i]), "%s", files[i]);
    }
}

Test(formats, compressed_files_have_limits)
{
    bres_import_options options = bres_test_import_options(NULL);
    bres_load_options load = bres_test_options(0, NULL);
    bres_result *result;
    size_t size;
    char *packed = bres_test_import_data("pyperf-gz.json.gz", &size);
    char *twice = malloc(2 * size);

    for (size_t length = 2; length < size; length++)
        cr_assert_eq(bres_result_import_memory(packed, length, NULL, &result), BRES_ERROR_SYNTAX,
                     "%zu", length);
    options.max_unpacked = 100;
    cr_assert_eq(bres_result_import_memory(packed, size, &options, &result), BRES_ERROR_LIMIT);
    options = bres_test_import_options(&load);
    load.max_bytes = size + 10;
    cr_assert_eq(bres_result_import_memory(packed, size, &options, &result), BRES_ERROR_LIMIT);
    packed[size / 2] ^= 1;
    cr_assert_eq(bres_result_import_memory(packed, size, NULL, &result), BRES_ERROR_SYNTAX);
    packed[size / 2] ^= 1;
    /* A second gzip member continues the text, here after the end of the document. */
    memcpy(twice, packed, size);
    memcpy(twice + size, packed, size);
    cr_assert_eq(bres_result_import_memory(twice, 2 * size, NULL, &result), BRES_ERROR_SYNTAX);
    free(packed);
    free(twice);
}

Test(formats, data_of_no_known_format_are_refused)
{
    char path[4096];
    bres_result *result;

    cr_assert_eq(bres_result_import_memory("", 0, NULL, &result), BRES_ERROR_SYNTAX);
    cr_assert_not_null(strstr(bres_last_error(), "the file is empty: the filter"), "%s",
                       bres_last_error());
    snprintf(path, sizeof path, "%s", bres_test_directory());
    cr_assert_eq(bres_result_import(path, NULL, &result), BRES_ERROR_IO);
    cr_assert_not_null(strstr(bres_last_error(), "a directory without benchmarks"), "%s",
                       bres_last_error());
    cr_assert_eq(bres_result_import_memory("{}", 2, NULL, &result), BRES_ERROR_KEY);
    cr_assert_eq(bres_result_import_memory("[1]", 3, NULL, &result), BRES_ERROR_KIND);
}

static bres_status import_once(void *context)
{
    const char *const *file = context;
    size_t size;
    char *data = bres_test_import_data(*file, &size);
    bres_result *result;
    const bres_status status = bres_result_import_memory(data, size, NULL, &result);

    cr_assert_eq(status == BRES_OK, result != NULL);
    bres_result_unref(result);
    free(data);
    return status;
}

/* Only this format is swept, because json-c does not survive failing allocations. */
Test(formats, allocations_may_fail)
{
    const char *file = "google-head-aggregates-only.json";

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, import_once, &file);
}
