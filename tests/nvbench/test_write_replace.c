/* SPDX-License-Identifier: MIT */
/*
 * Writing to a path that already has files.
 */
#include "support/describe.h"
#include "support/sidecars.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* Each write uses new numbers, removes its old files, and leaves all other files alone. */
Test(nvbench, write_replaces_sidecars)
{
    bres_result *result = bres_test_build_sampled(bres_test_two_states, 2);
    bres_write_options options;
    bres_test_place place;
    char path[2300];

    bres_test_place_init(&place);
    OK(bres_result_write(result, place.json, NULL));
    bres_test_check_names(&place,
                          "r.json r.json-bin/ r.json-bin/0.bin r.json-bin/1.bin r.json-freqs-bin/ "
                          "r.json-freqs-bin/0.bin ",
                          "first");
    OK(bres_result_write(result, place.json, NULL));
    bres_test_check_names(&place,
                          "r.json r.json-bin/ r.json-bin/2.bin r.json-bin/3.bin r.json-freqs-bin/ "
                          "r.json-freqs-bin/1.bin ",
                          "second");
    static const char *const others[] = { "007.bin", "note",   "4.bin.txt",
                                          ".bin",    "x5.bin", "9999999999999999999999.bin" };
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        snprintf(path, sizeof(path), "%s/%s", place.rates, others[i]);
        bres_test_write_file(path, "", 0);
    }
    snprintf(path, sizeof(path), "%s/41.bin", place.rates);
    bres_test_write_file(path, "abc", 3);
    snprintf(path, sizeof(path), "%s/40.bin", place.rates);
    cr_assert_eq(symlink("nowhere", path), 0);
    OK(bres_result_write(result, place.json, NULL));
    bres_test_check_names(
        &place,
        "r.json r.json-bin/ r.json-bin/4.bin r.json-bin/5.bin r.json-freqs-bin/ "
        "r.json-freqs-bin/.bin r.json-freqs-bin/007.bin r.json-freqs-bin/4.bin.txt "
        "r.json-freqs-bin/42.bin r.json-freqs-bin/9999999999999999999999.bin "
        "r.json-freqs-bin/note r.json-freqs-bin/x5.bin ",
        "third");
    bres_write_options_init(&options);
    options.flags = BRES_WRITE_NO_SIDECARS;
    OK(bres_result_write(result, place.json, &options));
    bres_test_check_names(
        &place,
        "r.json r.json-freqs-bin/ "
        "r.json-freqs-bin/.bin r.json-freqs-bin/007.bin r.json-freqs-bin/4.bin.txt "
        "r.json-freqs-bin/9999999999999999999999.bin "
        "r.json-freqs-bin/note r.json-freqs-bin/x5.bin ",
        "without sidecars");
    bres_result_unref(result);
}

/* Writing over the file that the result was loaded from: its samples stay readable, even after a
 * release. The result may have been loaded through another path to the same file. */
Test(nvbench, write_over_its_own_file)
{
    const char *links = bres_test_directory();
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_test_place place;
    char link[2200];

    bres_test_place_init(&place);
    snprintf(link, sizeof(link), "%s/link", links);
    cr_assert_eq(symlink(place.top, link), 0);
    for (int by_link = 0; by_link < 2; by_link++) {
        bres_result *loaded = NULL;
        char path[2300];
        char *before;
        char *after;

        snprintf(path, sizeof(path), "%s/r.json", by_link ? link : place.top);
        OK(bres_result_write(built, place.json, NULL));
        OK(bres_result_load(path, NULL, &loaded));
        before = bres_test_describe(loaded);
        bres_state_release_samples(bres_test_state_at(loaded, 0));
        OK(bres_result_write(loaded, place.json, NULL));
        bres_state_release_samples(bres_test_state_at(loaded, 0));
        bres_state_release_samples(bres_test_state_at(loaded, 1));
        after = bres_test_describe(loaded);
        bres_test_same_text(after, before, path);
        free(after);
        bres_test_same_file(place.json, before, "the file");
        free(before);
        bres_result_unref(loaded);
    }
    bres_result_unref(built);
}

/* A sidecar summary keeps its texts, its position and its unknown members. */
Test(nvbench, write_keeps_sidecar_summary)
{
    static const char text[] =
        "{\"benchmarks\":[{\"name\":\"b\",\"states\":[{\"name\":\"s\",\"summaries\":["
        "{\"tag\":\"nv/json/bin:nv/cold/sample_times\",\"name\":\"Samples Times File\","
        "\"hint\":\"h\",\"data\":[{\"name\":\"note\",\"type\":\"string\",\"value\":\"n\"},"
        "{\"name\":\"size\",\"type\":\"int64\",\"value\":\" 2 \",\"u\":1},"
        "{\"name\":\"filename\",\"type\":\"string\",\"value\":\"%s\",\"v\":[]}],\"w\":2},"
        "{\"tag\":\"nv/cold/walltime\"}]}]}]}";
    bres_result *loaded = NULL;
    bres_test_place place;
    char path[2300];
    char json[1024];
    char *after;
    int length;

    bres_test_place_init(&place);
    mkdir(place.times, 0777);
    snprintf(path, sizeof(path), "%s/7.bin", place.times);
    bres_test_write_file(path, "\0\0\0\0\0\0\0\0", 8);
    length = snprintf(json, sizeof(json), text, "x/../r.json-bin/7.bin");
    snprintf(path, sizeof(path), "%s/x", place.top);
    mkdir(path, 0777);
    bres_test_write_file(place.json, json, (size_t)length);
    OK(bres_result_load(place.json, NULL, &loaded));
    OK(bres_result_write(loaded, place.json, NULL));
    after = bres_test_read_file(place.json, NULL);
    cr_assert_null(strstr(after, "7.bin"));
    cr_assert_not_null(strstr(after, "\"value\": \"2\",\n                  \"u\": 1"), "%s", after);
    cr_assert_not_null(strstr(after, "\"r.json-bin/8.bin\",\n                  \"v\": []"));
    cr_assert_not_null(strstr(after, "\"Samples Times File\""));
    cr_assert_not_null(strstr(after, "\"note\""));
    cr_assert_not_null(strstr(after, "\"w\": 2"));
    cr_assert(strstr(after, "sample_times") < strstr(after, "walltime"));
    free(after);
    bres_result_unref(loaded);
}

/* Samples that were missing at load stay missing: the writer does not reuse their file number. */
Test(nvbench, write_keeps_missing_sidecars)
{
    static const char *const fates[] = { "%s/0.bin", "%s/1.bin" };

    for (size_t i = 0; i < 2; i++) {
        bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
        bres_result *loaded = NULL;
        bres_test_place place;
        const float *times;
        char path[2300];
        char *before;
        size_t count;

        bres_test_place_init(&place);
        OK(bres_result_write(built, place.json, NULL));
        snprintf(path, sizeof(path), fates[i], place.times);
        cr_assert_eq(unlink(path), 0);
        OK(bres_result_load(place.json, NULL, &loaded));
        /* After the load, an unrelated file appears under the name of the missing one. */
        bres_test_write_file(path, "not the same", 12);
        before = bres_test_describe(loaded);
        OK(bres_result_write(loaded, place.json, NULL));
        bres_test_check_names(&place,
                              i == 0 ? "r.json r.json-bin/ r.json-bin/0.bin r.json-bin/2.bin "
                                       "r.json-freqs-bin/ r.json-freqs-bin/1.bin "
                                     : "r.json r.json-bin/ r.json-bin/1.bin r.json-bin/2.bin "
                                       "r.json-freqs-bin/ r.json-freqs-bin/2.bin ",
                              "kept");
        cr_assert_eq(unlink(path), 0);
        bres_test_same_file(place.json, before, "missing");
        bres_result_unref(loaded);
        OK(bres_result_load(place.json, NULL, &loaded));
        OK(bres_state_samples(bres_test_state_at(loaded, i), &times, &count));
        cr_assert_null(times);
        /* In a new directory, the writer does not reuse the number either. */
        snprintf(path, sizeof(path), "%s/elsewhere/r.json", place.top);
        OK(bres_result_write(loaded, path, NULL));
        bres_test_same_file(path, before, "elsewhere");
        free(before);
        bres_result_unref(loaded);
        bres_result_unref(built);
    }
}

/* The model has no samples for the summary of an empty frequency file, or for a CPU-only summary
 * beside a cold one: these summaries and their files stay. */
Test(nvbench, write_keeps_what_the_reader_passes_over)
{
    static const char text[] =
        "{\"benchmarks\":[{\"name\":\"b\",\"states\":[{\"name\":\"s\",\"summaries\":["
        "{\"tag\":\"nv/json/bin:nv/cold/sample_times\",\"data\":["
        "{\"name\":\"filename\",\"type\":\"string\",\"value\":\"r.json-bin/0.bin\"},"
        "{\"name\":\"size\",\"type\":\"int64\",\"value\":\"1\"}]},"
        "{\"tag\":\"nv/json/bin:nv/cpu_only/sample_times\",\"data\":["
        "{\"name\":\"filename\",\"type\":\"string\",\"value\":\"r.json-bin/1.bin\"},"
        "{\"name\":\"size\",\"type\":\"int64\",\"value\":\"1\"}]},"
        "{\"tag\":\"nv/json/freqs-bin:nv/cold/sample_freqs\",\"data\":["
        "{\"name\":\"filename\",\"type\":\"string\",\"value\":\"r.json-freqs-bin/0.bin\"},"
        "{\"name\":\"size\",\"type\":\"int64\",\"value\":\"0\"}]},"
        "{\"tag\":\"nv/json/bin:nv/cold/sample_times\"}]}]}]}";
    bres_result *loaded = NULL;
    bres_test_place place;
    char path[2300];
    char *before;

    bres_test_place_init(&place);
    mkdir(place.times, 0777);
    mkdir(place.rates, 0777);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof(path), "%s/%d.bin", i < 2 ? place.times : place.rates, i % 2);
        bres_test_write_file(path, "abcd", i < 2 ? 4 : 0);
    }
    bres_test_write_file(place.json, text, sizeof(text) - 1);
    OK(bres_result_load(place.json, NULL, &loaded));
    before = bres_test_describe(loaded);
    OK(bres_result_write(loaded, place.json, NULL));
    bres_test_check_names(&place,
                          "r.json r.json-bin/ r.json-bin/1.bin r.json-bin/2.bin r.json-freqs-bin/ "
                          "r.json-freqs-bin/0.bin ",
                          "kept files");
    bres_test_same_file(place.json, before, "kept summaries");
    free(before);
    bres_result_unref(loaded);
}

/* A merged result has the samples of its inputs, and may overwrite an input. Each state is written
 * as in its input; the benchmarks get new numbers. */
Test(nvbench, write_merged)
{
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *inputs[2];
    bres_result *merged = NULL;
    bres_subbench *bench;
    bres_test_place place;
    const float *values;
    size_t count;
    char *before;
    char *after;
    char *text;

    bres_test_place_init(&place);
    OK(bres_result_write(built, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &inputs[0]));
    inputs[1] = built;
    OK(bres_result_add_subbench(built, "c", &bench));
    OK(bres_result_merge(inputs, 2, &merged));
    before = bres_test_describe_body(merged);
    OK(bres_result_write(merged, place.json, NULL));
    bres_test_check_names(&place,
                          "r.json r.json-bin/ r.json-bin/2.bin r.json-bin/3.bin r.json-bin/4.bin "
                          "r.json-bin/5.bin r.json-freqs-bin/ r.json-freqs-bin/1.bin "
                          "r.json-freqs-bin/2.bin ",
                          "merged");
    bres_state_release_samples(bres_test_state_at(inputs[0], 1));
    after = bres_test_describe_body(merged);
    bres_test_same_text(after, before, "in memory");
    free(after);
    free(before);
    bres_result_unref(inputs[0]);
    text = bres_test_read_file(place.json, NULL);
    cr_assert_not_null(strstr(text, "\"name\": \"b\",\n      \"index\": 0,\n"), "%s", text);
    cr_assert_not_null(strstr(text, "\"name\": \"c\",\n      \"index\": 1,\n"), "%s", text);
    cr_assert_not_null(strstr(text, "\"run\": 1\n"), "%s", text);
    free(text);
    OK(bres_result_load(place.json, NULL, &inputs[0]));
    cr_assert_eq(bres_subbench_state_count(bres_result_subbench_at(inputs[0], 0)), 4);
    for (size_t i = 0; i < 4; i++) {
        OK(bres_state_samples(bres_test_state_at(inputs[0], i), &values, &count));
        cr_assert(count == 3 - i % 2 &&
                      memcmp(values, bres_test_values + i % 2, count * sizeof(float)) == 0,
                  "state %zu", i);
    }
    bres_result_unref(inputs[0]);
    bres_result_unref(merged);
    bres_result_unref(built);
}

/* A link to a result stays a link; the sidecars are beside the link, where its readers look. */
Test(nvbench, write_through_a_link)
{
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_test_place place;
    char path[2200];
    char *text;

    bres_test_place_init(&place);
    snprintf(path, sizeof(path), "%s/elsewhere", place.top);
    mkdir(path, 0777);
    cr_assert_eq(symlink("elsewhere/real.json", place.json), 0);
    for (int i = 0; i < 2; i++)
        OK(bres_result_write(built, place.json, NULL));
    bres_test_check_names(&place,
                          "elsewhere/ elsewhere/real.json r.json r.json-bin/ r.json-bin/2.bin "
                          "r.json-bin/3.bin r.json-freqs-bin/ r.json-freqs-bin/1.bin ",
                          "a link");
    text = bres_test_describe_file(place.json);
    cr_assert_not_null(strstr(text, "samples BRES_OK 1 -2.5 0\n"), "%s", text);
    free(text);
    bres_result_unref(built);
}

/* A file has the name of the sidecar directory. */
Test(nvbench, write_obstacle)
{
    static const char *const names[] = { "r.json-bin", "r.json-freqs-bin" };
    const bres_test_sampled none = { { NULL }, NULL, 0, NULL, 0 };
    bres_result *with = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *without = bres_test_build_sampled(&none, 1);

    for (size_t i = 0; i < 2; i++) {
        bres_test_place place;
        char path[2200];
        char *before;
        char *after;

        bres_test_place_init(&place);
        snprintf(path, sizeof(path), "%s/%s", place.top, names[i]);
        bres_test_write_file(path, "mine", 4);
        before = bres_test_tree(place.top);
        cr_assert_eq(bres_result_write(with, place.json, NULL), BRES_ERROR_IO);
        cr_assert_eq(bres_last_error_errno(), EEXIST);
        cr_assert_str_eq(bres_last_error_file(), path);
        after = bres_test_tree(place.top);
        bres_test_same_text(after, before, "an obstacle");
        free(after);
        free(before);
        OK(bres_result_write(without, place.json, NULL));
        after = bres_test_read_file(path, NULL);
        cr_assert_str_eq(after, "mine");
        free(after);
    }
    bres_result_unref(without);
    bres_result_unref(with);
}
