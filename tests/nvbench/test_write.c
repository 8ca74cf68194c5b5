/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "support/describe.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static bres_result *write_new_result(void)
{
    bres_result *result;

    OK(bres_result_new(&result));
    return result;
}

static void write_check(bres_result *result, const char *expected, const char *what)
{
    char *text = bres_test_written(result);

    bres_test_same_text(text, expected, what);
    free(text);
    bres_result_unref(result);
}

#define META                                                                                       \
    "  \"meta\": {\n"                                                                              \
    "    \"version\": {\n"                                                                         \
    "      \"json\": {\n"                                                                          \
    "        \"major\": 1,\n"                                                                      \
    "        \"minor\": 0,\n"                                                                      \
    "        \"patch\": 0,\n"                                                                      \
    "        \"string\": \"1.0.0\"\n"                                                              \
    "      }\n"                                                                                    \
    "    }\n"                                                                                      \
    "  },\n"

Test(nvbench, write_empty_lists)
{
    bres_result *result = write_new_result();
    bres_subbench *bench;
    bres_state *state;

    write_check(result, "{\n" META "  \"devices\": [],\n  \"benchmarks\": []\n}\n", "no benchmark");

    result = write_new_result();
    OK(bres_result_add_subbench(result, "idle", &bench));
    OK(bres_result_add_subbench(result, "cpu", &bench));
    OK(bres_subbench_add_int64_axis(bench, "N", NULL, 0));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_skipped(state, "not today"));
    write_check(result,
                "{\n" META "  \"devices\": [],\n"
                "  \"benchmarks\": [\n"
                "    {\n"
                "      \"name\": \"idle\",\n"
                "      \"index\": 0,\n"
                "      \"devices\": null,\n"
                "      \"axes\": null,\n"
                "      \"states\": []\n"
                "    },\n"
                "    {\n"
                "      \"name\": \"cpu\",\n"
                "      \"index\": 1,\n"
                "      \"devices\": null,\n"
                "      \"axes\": [\n"
                "        {\n"
                "          \"name\": \"N\",\n"
                "          \"type\": \"int64\",\n"
                "          \"flags\": \"\",\n"
                "          \"values\": []\n"
                "        }\n"
                "      ],\n"
                "      \"states\": [\n"
                "        {\n"
                "          \"name\": \"\",\n"
                "          \"device\": null,\n"
                "          \"axis_values\": null,\n"
                "          \"summaries\": null,\n"
                "          \"is_skipped\": true,\n"
                "          \"skip_reason\": \"not today\"\n"
                "        }\n"
                "      ]\n"
                "    }\n"
                "  ]\n"
                "}\n",
                "a skipped state");
}

/* Every kind of axis, named value and text, against the rules of nvbench-json 1.1 to 1.7. */
static void write_build_full(bres_result *result)
{
    static const char *const types[] = { "F32", "F64" };
    static const char *const descriptions[] = { "float", NULL };
    static const int64_t exponents[] = { 20, 63 };
    static const double reals[] = { 0.1, 15, 1e15, INFINITY };
    static const char *const strings[] = { "a \"b\"\\\n\x01/\x7f\xc3\xa9" };
    bres_subbench *bench;
    bres_summary *summary;
    bres_state *state;

    OK(bres_result_set_meta_json(result, "{\"argv\":[\"p\",\"--x\"],\"n\":1e5}"));
    OK(bres_result_add_device(result, 1, "GPU", "{\"ecc_state\":true,\"sm_version\":900}", NULL));
    OK(bres_result_add_subbench(result, "copy", &bench));
    OK(bres_subbench_add_device(bench, 1));
    OK(bres_subbench_set_int64(bench, "min_samples", 10));
    OK(bres_subbench_set_float64(bench, "skip_time", -1));
    OK(bres_subbench_add_type_axis(bench, "T", types, descriptions, 2));
    OK(bres_subbench_add_pow2_axis(bench, "N", exponents, 2));
    OK(bres_subbench_add_float64_axis(bench, "R", reals, 4));
    OK(bres_subbench_add_string_axis(bench, "S", strings, 1));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_device(state, 1));
    OK(bres_state_set_type_config_index(state, 1));
    OK(bres_state_set_float64(state, "timeout", 15));
    OK(bres_state_add_axis_string(state, "T", "F64"));
    OK(bres_state_add_axis_int64(state, "N", 1 << 20));
    OK(bres_state_add_axis_float64(state, "R", 1e15));
    OK(bres_state_set_run(state, 2));
    OK(bres_state_add_summary(state, "x/all", &summary));
    OK(bres_summary_set_texts(summary, "All", "Every kind", "duration", "Hidden by default."));
    OK(bres_summary_set_int64(summary, "i", INT64_MIN));
    OK(bres_summary_set_float64(summary, "one", 1));
    OK(bres_summary_set_float64(summary, "small", 1.25e-6));
    OK(bres_summary_set_float64(summary, "large", 1e16));
    OK(bres_summary_set_float64(summary, "zero", -0.0));
    OK(bres_summary_set_float64(summary, "inf", -INFINITY));
    OK(bres_summary_set_float64(summary, "nan", copysign(NAN, -1)));
    OK(bres_summary_set_string(summary, "s", "t\t"));
    OK(bres_state_add_summary(state, "x/none", &summary));
}

static char *write_full_text(void)
{
    return bres_test_read_file(bres_test_source("tests/nvbench/written.json"), NULL);
}

Test(nvbench, write_encoding)
{
    bres_result *result = write_new_result();

    char *expected = write_full_text();

    write_build_full(result);
    write_check(result, expected, "all kinds");
    free(expected);
}

/* The file has the same text; missing directories are created, and an old file is replaced. */
Test(nvbench, write_path)
{
    const char *top = bres_test_directory();
    bres_result *result = write_new_result();
    char *expected = write_full_text();
    char path[2200];
    char *text;

    snprintf(path, sizeof(path), "%s/not/there/yet/r.json", top);
    write_build_full(result);
    OK(bres_result_write(result, path, NULL));
    OK(bres_result_write(result, path, NULL));
    text = bres_test_read_file(path, NULL);
    bres_test_same_text(text, expected, path);
    free(expected);
    free(text);
    text = bres_test_tree(top);
    bres_test_hide_numbers(text);
    cr_assert(strncmp(text, "not/\nnot/there/\nnot/there/yet/\nnot/there/yet/r.json ", 51) == 0 &&
                  strchr(text + 52, '\n')[1] == '\0',
              "%s", text);
    free(text);
    bres_result_unref(result);
}

Test(nvbench, write_options)
{
    const char *top = bres_test_directory();
    bres_result *result = write_new_result();
    bres_write_options options;
    char path[2200];
    char *before = bres_test_tree(top);
    char *after;

    snprintf(path, sizeof(path), "%s/r.json", top);
    bres_write_options_init(NULL);
    bres_write_options_init(&options);
    cr_assert_eq(bres_result_write(NULL, path, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_write(result, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_write_fd(NULL, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_write_fd(result, -1, NULL), BRES_ERROR_ARGUMENT);
    options.flags = 2;
    cr_assert_eq(bres_result_write(result, path, &options), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_write_fd(result, 1, &options), BRES_ERROR_ARGUMENT);
    bres_write_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(bres_result_write(result, path, &options), BRES_ERROR_ARGUMENT);
    bres_write_options_init(&options);
    options.size--;
    cr_assert_eq(bres_result_write(result, path, &options), BRES_ERROR_VERSION);
    cr_assert_eq(bres_result_write_fd(result, 1, &options), BRES_ERROR_VERSION);
    after = bres_test_tree(top);
    cr_assert_str_eq(after, before);
    free(after);
    free(before);
    bres_result_unref(result);
}

/* Paths that cannot be written, and their errors. */
Test(nvbench, write_bad_places)
{
    const char *top = bres_test_directory();
    bres_result *result = write_new_result();
    char path[2300];
    int fd;

    OK(bres_result_add_subbench(result, "b", &(bres_subbench *){ NULL }));
    cr_assert_eq(bres_result_write(result, "/dev/full", NULL), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), ENOSPC);
    cr_assert_str_eq(bres_last_error_file(), "/dev/full");
    cr_assert_eq(bres_result_write(result, "", NULL), BRES_ERROR_NO_FILE);
    cr_assert_eq(bres_result_write(result, top, NULL), BRES_ERROR_IO);
    snprintf(path, sizeof(path), "%s/file", top);
    bres_test_write_file(path, "x", 1);
    snprintf(path, sizeof(path), "%s/file/r.json", top);
    cr_assert_neq(bres_result_write(result, path, NULL), BRES_OK);
    cr_assert_not_null(strstr(bres_last_error(), "/file"), "%s", bres_last_error());
    fd = open("/dev/full", O_WRONLY);
    cr_assert_eq(bres_result_write_fd(result, fd, NULL), BRES_ERROR_IO);
    close(fd);
    cr_assert_eq(bres_result_write_fd(result, fd, NULL), BRES_ERROR_IO);
    cr_assert_eq(bres_last_error_errno(), EBADF);
    bres_result_unref(result);
}

/* A result that is larger than every buffer of the writer reads back unchanged. */
Test(nvbench, write_large)
{
    bres_result *result = write_new_result();
    bres_result *again;
    bres_subbench *bench;
    char *first;
    char *second;

    OK(bres_result_add_subbench(result, "many", &bench));
    for (int i = 0; i < 3000; i++) {
        bres_summary *summary;
        bres_state *state;
        char text[64];

        snprintf(text, sizeof(text), "state %d", i);
        OK(bres_subbench_add_state(bench, &state));
        OK(bres_state_add_summary(state, text, &summary));
        OK(bres_summary_set_int64(summary, "value", i));
    }
    first = bres_test_written(result);
    again = bres_test_load_strict(first);
    cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(again, 0)), 3000);
    second = bres_test_written(again);
    cr_assert_str_eq(second, first);
    free(second);
    free(first);
    bres_result_unref(again);
    bres_result_unref(result);
}

/* A limit on the size of files stands in for a full disk. */
Test(nvbench, write_file_too_large)
{
    const char *top = bres_test_directory();
    bres_result *result;
    struct rlimit limit;
    struct rlimit small;
    char path[2200];
    char *before;
    char *after;

    OK(bres_test_build_small(&result));
    snprintf(path, sizeof(path), "%s/r.json", top);
    OK(bres_result_write(result, path, NULL));
    before = bres_test_tree(top);
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    /* First too small for a sidecar, then enough for sidecars but not for the document. */
    for (rlim_t size = 4; size <= 1024; size *= 256) {
        bres_status status;

        small = limit;
        small.rlim_cur = size;
        setrlimit(RLIMIT_FSIZE, &small);
        status = bres_result_write(result, path, NULL);
        setrlimit(RLIMIT_FSIZE, &limit);
        cr_assert_eq(status, BRES_ERROR_IO, "limit %d: %s", (int)size, bres_last_error());
        cr_assert_eq(bres_last_error_errno(), EFBIG);
        after = bres_test_tree(top);
        bres_test_same_text(after, before, "after a failed write");
        free(after);
    }
    signal(SIGXFSZ, SIG_DFL);
    free(before);
    bres_result_unref(result);
}
