/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "model/model.h"
#include "support/describe.h"
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

/* A directory for one test, and the paths in it. */
typedef struct sidecar_place {
    char top[2048];
    char json[2200];
    char times[2200];
    char rates[2200];
} sidecar_place;

static void sidecar_set_up(sidecar_place *place)
{
    snprintf(place->top, sizeof(place->top), "%s", bres_test_directory());
    snprintf(place->json, sizeof(place->json), "%s/r.json", place->top);
    snprintf(place->times, sizeof(place->times), "%s/r.json-bin", place->top);
    snprintf(place->rates, sizeof(place->rates), "%s/r.json-freqs-bin", place->top);
}

static void sidecar_check_tree(const sidecar_place *place, const char *expected, const char *what)
{
    char *tree = bres_test_tree(place->top);
    char *names = tree;

    /* The names alone. */
    for (const char *line = tree; *line != '\0'; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, " \n");

        memmove(names, line, length);
        names[length] = ' ';
        names += length + 1;
        if (line[length] == ' ')
            line += length;
    }
    *names = '\0';
    cr_assert_str_eq(tree, expected, "%s: %s", what, tree);
    free(tree);
}

/* One benchmark and one state for each pair of arrays, with a summary of each tag. */
typedef struct sidecar_state {
    const char *tags[4];
    const float *times; /* NULL: none */
    size_t time_count;
    const float *rates;
    size_t rate_count;
} sidecar_state;

static bres_result *sidecar_build(const sidecar_state *states, size_t count)
{
    bres_result *result;
    bres_subbench *bench;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, "b", &bench));
    for (size_t i = 0; i < count; i++) {
        bres_summary *summary;
        bres_state *state;

        OK(bres_subbench_add_state(bench, &state));
        for (size_t k = 0; k < 4 && states[i].tags[k] != NULL; k++)
            OK(bres_state_add_summary(state, states[i].tags[k], &summary));
        if (states[i].times != NULL)
            OK(bres_state_set_samples(state, states[i].times, states[i].time_count));
        if (states[i].rates != NULL)
            OK(bres_state_set_frequencies(state, states[i].rates, states[i].rate_count));
    }
    return result;
}

static const float sidecar_values[] = { 1.0F, -2.5F, 0.0F };

static const bres_state *sidecar_state_at(const bres_result *result, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

/* The tags of a state's summaries, separated by blanks. */
static void sidecar_check_tags(const bres_state *state, const char *expected, size_t row)
{
    char tags[512] = "";

    for (size_t i = 0; i < bres_state_summary_count(state); i++) {
        strcat(tags, bres_summary_tag(bres_state_summary_at(state, i)));
        strcat(tags, " ");
    }
    cr_assert_str_eq(tags, expected, "row %zu: %s", row, tags);
}

Test(nvbench, write_sidecar_summaries)
{
    static const struct {
        sidecar_state state;
        const char *tags;
    } rows[] = {
        { { { NULL }, NULL, 0, NULL, 0 }, "" },
        { { { NULL }, sidecar_values, 3, NULL, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, sidecar_values, 0, NULL, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, sidecar_values, 3, sidecar_values, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, NULL, 0, sidecar_values, 3 }, BRES__TAG_COLD_RATES " " },
        { { { "x", "nv/cold/walltime" }, sidecar_values, 3, sidecar_values, 3 },
          "x nv/cold/walltime " BRES__TAG_COLD_TIMES " " BRES__TAG_COLD_RATES " " },
        { { { "nv/cold/a", "nv/batch/a", "nv/batch/b" }, sidecar_values, 3, sidecar_values, 3 },
          "nv/cold/a " BRES__TAG_COLD_TIMES " " BRES__TAG_COLD_RATES " nv/batch/a nv/batch/b " },
        { { { "nv/batch/a", "x" }, sidecar_values, 3, NULL, 0 },
          "nv/batch/a x " BRES__TAG_COLD_TIMES " " },
        { { { "x", "nv/cpu_only/walltime" }, sidecar_values, 3, NULL, 0 },
          "x nv/cpu_only/walltime " BRES__TAG_CPU_TIMES " " },
        { { { "nv/cpu_only/a", "nv/cold/a" }, sidecar_values, 3, NULL, 0 },
          "nv/cpu_only/a nv/cold/a " BRES__TAG_COLD_TIMES " " },
        { { { BRES__TAG_CPU_TIMES, "nv/cold/a" }, sidecar_values, 3, sidecar_values, 3 },
          BRES__TAG_CPU_TIMES " nv/cold/a " BRES__TAG_COLD_RATES " " },
        { { { BRES__TAG_COLD_RATES, "x", BRES__TAG_COLD_TIMES },
            sidecar_values,
            3,
            sidecar_values,
            3 },
          BRES__TAG_COLD_RATES " x " BRES__TAG_COLD_TIMES " " },
    };
    sidecar_place place;

    sidecar_set_up(&place);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const sidecar_state *state = &rows[i].state;
        bres_result *result = sidecar_build(state, 1);
        bres_result *again = NULL;
        const float *values;
        size_t count;

        OK(bres_result_write(result, place.json, NULL));
        OK(bres_result_load(place.json, NULL, &again));
        sidecar_check_tags(sidecar_state_at(again, 0), rows[i].tags, i);
        OK(bres_state_samples(sidecar_state_at(again, 0), &values, &count));
        cr_assert_eq(values != NULL, state->times != NULL, "row %zu", i);
        cr_assert(count == state->time_count &&
                      (count == 0 || memcmp(values, sidecar_values, count * sizeof(float)) == 0),
                  "row %zu", i);
        OK(bres_state_frequencies(sidecar_state_at(again, 0), &values, &count));
        cr_assert(count == state->rate_count &&
                      (count == 0 || memcmp(values, sidecar_values, count * sizeof(float)) == 0),
                  "row %zu", i);
        bres_result_unref(again);
        bres_result_unref(result);
    }
}

/* Text and bytes of one sidecar. */
Test(nvbench, write_sidecar_encoding)
{
    static const unsigned char bytes[] = { 0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0, 0, 0, 0, 0 };
    const sidecar_state state = { { NULL }, sidecar_values, 3, NULL, 0 };
    bres_result *result = sidecar_build(&state, 1);
    sidecar_place place;
    char path[2300];
    char *text;
    size_t size;

    sidecar_set_up(&place);
    OK(bres_result_write(result, place.json, NULL));
    sidecar_check_tree(&place, "r.json r.json-bin/ r.json-bin/0.bin ", "one sidecar");
    snprintf(path, sizeof(path), "%s/0.bin", place.times);
    text = bres_test_read_file(path, &size);
    cr_assert(size == sizeof(bytes) && memcmp(text, bytes, size) == 0);
    free(text);
    text = bres_test_read_file(place.json, NULL);
    cr_assert_not_null(strstr(text, "\"summaries\": [\n"
                                    "            {\n"
                                    "              \"tag\": \"nv/json/bin:nv/cold/sample_times\",\n"
                                    "              \"name\": \"Sample Times File\",\n"),
                       "%s", text);
    cr_assert_not_null(strstr(text, "              \"hint\": \"file/sample_times\",\n"
                                    "              \"hide\": \"Not needed in table.\",\n"
                                    "              \"data\": [\n"
                                    "                {\n"
                                    "                  \"name\": \"filename\",\n"
                                    "                  \"type\": \"string\",\n"
                                    "                  \"value\": \"r.json-bin/0.bin\"\n"
                                    "                },\n"
                                    "                {\n"
                                    "                  \"name\": \"size\",\n"
                                    "                  \"type\": \"int64\",\n"
                                    "                  \"value\": \"3\"\n"
                                    "                }\n"
                                    "              ]\n"),
                       "%s", text);
    free(text);
    bres_result_unref(result);
}

/* Every bit of a float survives, and so does a set that is larger than the buffers. */
Test(nvbench, write_sidecar_bits)
{
    const size_t count = 20000;
    float *values = malloc(count * sizeof(float));
    const sidecar_state state = { { NULL }, values, count, values, count };
    bres_result *again = NULL;
    bres_result *result;
    sidecar_place place;
    const float *times;
    size_t found;

    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)i * UINT32_C(2654435761);

        memcpy(&values[i], &bits, sizeof(bits));
    }
    sidecar_set_up(&place);
    result = sidecar_build(&state, 1);
    OK(bres_result_write(result, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &again));
    OK(bres_state_samples(sidecar_state_at(again, 0), &times, &found));
    cr_assert(found == count && memcmp(times, values, count * sizeof(float)) == 0);
    bres_result_unref(again);
    bres_result_unref(result);
    free(values);
}

static const sidecar_state two_states[] = {
    { { "x" }, sidecar_values, 3, sidecar_values, 3 },
    { { NULL }, sidecar_values + 1, 2, NULL, 0 },
};

/* New numbers each time, the old files gone, whatever else is there untouched. */
Test(nvbench, write_replaces_sidecars)
{
    bres_result *result = sidecar_build(two_states, 2);
    bres_write_options options;
    sidecar_place place;
    char path[2300];

    sidecar_set_up(&place);
    OK(bres_result_write(result, place.json, NULL));
    sidecar_check_tree(&place,
                       "r.json r.json-bin/ r.json-bin/0.bin r.json-bin/1.bin r.json-freqs-bin/ "
                       "r.json-freqs-bin/0.bin ",
                       "first");
    OK(bres_result_write(result, place.json, NULL));
    sidecar_check_tree(&place,
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
    sidecar_check_tree(&place,
                       "r.json r.json-bin/ r.json-bin/4.bin r.json-bin/5.bin r.json-freqs-bin/ "
                       "r.json-freqs-bin/.bin r.json-freqs-bin/007.bin r.json-freqs-bin/4.bin.txt "
                       "r.json-freqs-bin/42.bin r.json-freqs-bin/9999999999999999999999.bin "
                       "r.json-freqs-bin/note r.json-freqs-bin/x5.bin ",
                       "third");
    bres_write_options_init(&options);
    options.flags = BRES_WRITE_NO_SIDECARS;
    OK(bres_result_write(result, place.json, &options));
    sidecar_check_tree(&place,
                       "r.json r.json-bin/ r.json-freqs-bin/ "
                       "r.json-freqs-bin/.bin r.json-freqs-bin/007.bin r.json-freqs-bin/4.bin.txt "
                       "r.json-freqs-bin/9999999999999999999999.bin "
                       "r.json-freqs-bin/note r.json-freqs-bin/x5.bin ",
                       "without sidecars");
    bres_result_unref(result);
}

/* Without sidecars nothing speaks of them. */
Test(nvbench, write_without_sidecars)
{
    bres_result *result = sidecar_build(two_states, 2);
    bres_result *loaded = NULL;
    bres_write_options options;
    sidecar_place place;
    char *built;
    char *again;
    char *file;

    sidecar_set_up(&place);
    OK(bres_result_write(result, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &loaded));
    built = bres_test_written(result);
    again = bres_test_written(loaded);
    cr_assert_null(strstr(built, "nv/json/"), "%s", built);
    cr_assert_null(strstr(again, "nv/json/"), "%s", again);
    bres_write_options_init(&options);
    options.flags = BRES_WRITE_NO_SIDECARS;
    OK(bres_result_write(loaded, place.json, &options));
    sidecar_check_tree(&place, "r.json r.json-bin/ r.json-freqs-bin/ ", "without sidecars");
    file = bres_test_read_file(place.json, NULL);
    bres_test_same_text(file, again, "file and descriptor");
    free(built);
    free(again);
    free(file);
    bres_result_unref(loaded);
    bres_result_unref(result);
}

/* Over the file that the result comes from: its samples are there afterwards, even when they are
 * given back. The path may be another one that leads to the same place. */
Test(nvbench, write_over_its_own_file)
{
    const char *links = bres_test_directory();
    bres_result *built = sidecar_build(two_states, 2);
    sidecar_place place;
    char link[2200];

    sidecar_set_up(&place);
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
        bres_state_release_samples(sidecar_state_at(loaded, 0));
        OK(bres_result_write(loaded, place.json, NULL));
        bres_state_release_samples(sidecar_state_at(loaded, 0));
        bres_state_release_samples(sidecar_state_at(loaded, 1));
        after = bres_test_describe(loaded);
        bres_test_same_text(after, before, path);
        free(after);
        after = bres_test_describe_file(place.json);
        bres_test_hide_numbers(before);
        bres_test_hide_numbers(after);
        bres_test_same_text(after, before, "the file");
        free(after);
        free(before);
        bres_result_unref(loaded);
    }
    bres_result_unref(built);
}

/* Elsewhere the samples pass through memory and do not stay; those in memory do. */
Test(nvbench, write_keeps_memory_as_it_was)
{
    bres_result *built = sidecar_build(two_states, 2);
    bres_result *loaded = NULL;
    sidecar_place place;
    const float *times;
    char path[2200];
    size_t count;

    sidecar_set_up(&place);
    snprintf(path, sizeof(path), "%s/other.json", place.top);
    OK(bres_result_write(built, place.json, NULL));
    OK(bres_result_write(built, path, NULL));
    OK(bres_result_load(place.json, NULL, &loaded));
    OK(bres_state_samples(sidecar_state_at(loaded, 1), &times, &count));
    OK(bres_result_write(loaded, path, NULL));
    cr_assert_null(atomic_load(&sidecar_state_at(loaded, 0)->times));
    cr_assert_null(atomic_load(&sidecar_state_at(loaded, 0)->rates));
    cr_assert_not_null(atomic_load(&sidecar_state_at(loaded, 1)->times));
    cr_assert_eq(memcmp(times, sidecar_values + 1, sizeof(float) * 2), 0);
    bres_state_release_samples(sidecar_state_at(loaded, 1));
    cr_assert_null(atomic_load(&sidecar_state_at(loaded, 1)->times));
    bres_result_unref(loaded);
    bres_result_unref(built);
}

/* A sidecar summary keeps its texts, its place and what is unknown in it. */
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
    sidecar_place place;
    char path[2300];
    char json[1024];
    char *after;
    int length;

    sidecar_set_up(&place);
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

/* Samples that were missing at load stay missing: the number in their summary is not used again. */
Test(nvbench, write_keeps_missing_sidecars)
{
    static const char *const fates[] = { "%s/0.bin", "%s/1.bin" };

    for (size_t i = 0; i < 2; i++) {
        bres_result *built = sidecar_build(two_states, 2);
        bres_result *loaded = NULL;
        sidecar_place place;
        const float *times;
        char path[2300];
        char *before;
        char *after;
        size_t count;

        sidecar_set_up(&place);
        OK(bres_result_write(built, place.json, NULL));
        snprintf(path, sizeof(path), fates[i], place.times);
        cr_assert_eq(unlink(path), 0);
        OK(bres_result_load(place.json, NULL, &loaded));
        /* Somebody else's file that has come meanwhile is in its place. */
        bres_test_write_file(path, "not the same", 12);
        before = bres_test_describe(loaded);
        OK(bres_result_write(loaded, place.json, NULL));
        sidecar_check_tree(&place,
                           i == 0 ? "r.json r.json-bin/ r.json-bin/0.bin r.json-bin/2.bin "
                                    "r.json-freqs-bin/ r.json-freqs-bin/1.bin "
                                  : "r.json r.json-bin/ r.json-bin/1.bin r.json-bin/2.bin "
                                    "r.json-freqs-bin/ r.json-freqs-bin/2.bin ",
                           "kept");
        cr_assert_eq(unlink(path), 0);
        after = bres_test_describe_file(place.json);
        bres_test_hide_numbers(before);
        bres_test_hide_numbers(after);
        bres_test_same_text(after, before, "missing");
        bres_result_unref(loaded);
        OK(bres_result_load(place.json, NULL, &loaded));
        OK(bres_state_samples(sidecar_state_at(loaded, i), &times, &count));
        cr_assert_null(times);
        /* In an empty place its number is not given away either. */
        snprintf(path, sizeof(path), "%s/elsewhere/r.json", place.top);
        OK(bres_result_write(loaded, path, NULL));
        free(after);
        after = bres_test_describe_file(path);
        bres_test_hide_numbers(after);
        bres_test_same_text(after, before, "elsewhere");
        free(after);
        free(before);
        bres_result_unref(loaded);
        bres_result_unref(built);
    }
}

/* The summary of an empty frequency file, and that of a CPU-only measurement beside a cold one,
 * have no samples of the model behind them: they and their files stay. */
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
    sidecar_place place;
    char path[2300];
    char *before;
    char *after;

    sidecar_set_up(&place);
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
    sidecar_check_tree(&place,
                       "r.json r.json-bin/ r.json-bin/1.bin r.json-bin/2.bin r.json-freqs-bin/ "
                       "r.json-freqs-bin/0.bin ",
                       "kept files");
    after = bres_test_describe_file(place.json);
    bres_test_hide_numbers(before);
    bres_test_hide_numbers(after);
    bres_test_same_text(after, before, "kept summaries");
    free(after);
    free(before);
    bres_result_unref(loaded);
}

/* What must not be written: samples that cannot be read any more, or do not fit together. */
Test(nvbench, write_refuses_bad_samples)
{
    const sidecar_state mismatch = { { NULL }, sidecar_values, 3, sidecar_values, 2 };
    bres_result *built = sidecar_build(two_states, 2);
    bres_result *wrong = sidecar_build(&mismatch, 1);
    bres_result *loaded = NULL;
    sidecar_place place;
    char path[2300];
    char other[2300];
    char *before;
    char *after;

    sidecar_set_up(&place);
    OK(bres_result_write(built, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &loaded));
    before = bres_test_tree(place.top);
    cr_assert_eq(bres_result_write(wrong, place.json, NULL), BRES_ERROR_SIDECAR);
    cr_assert_not_null(strstr(bres_last_error(), "3 samples, but 2 frequencies"));
    after = bres_test_tree(place.top);
    bres_test_same_text(after, before, "3 samples and 2 frequencies");
    free(after);
    free(before);
    snprintf(path, sizeof(path), "%s/1.bin", place.times);
    bres_test_write_file(path, "abc", 3);
    before = bres_test_tree(place.top);
    snprintf(other, sizeof(other), "%s/other.json", place.top);
    cr_assert_eq(bres_result_write(loaded, place.json, NULL), BRES_ERROR_SIDECAR);
    cr_assert_eq(bres_result_write(loaded, other, NULL), BRES_ERROR_SIDECAR);
    cr_assert_str_eq(bres_last_error_file(), path);
    after = bres_test_tree(place.top);
    bres_test_same_text(after, before, "a sidecar that was changed");
    free(after);
    free(before);
    bres_result_unref(loaded);
    bres_result_unref(wrong);
    bres_result_unref(built);
}

/* Something else has the name of the sidecar directory. */
Test(nvbench, write_obstacle)
{
    static const char *const names[] = { "r.json-bin", "r.json-freqs-bin" };
    const sidecar_state none = { { NULL }, NULL, 0, NULL, 0 };
    bres_result *with = sidecar_build(two_states, 2);
    bres_result *without = sidecar_build(&none, 1);

    for (size_t i = 0; i < 2; i++) {
        sidecar_place place;
        char path[2200];
        char *before;
        char *after;

        sidecar_set_up(&place);
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

/* JSON could not name the sidecars of such a file. */
Test(nvbench, write_name_is_not_utf8)
{
    const sidecar_state none = { { NULL }, NULL, 0, NULL, 0 };
    bres_result *with = sidecar_build(two_states, 2);
    bres_result *without = sidecar_build(&none, 1);
    sidecar_place place;
    char path[2200];
    char *tree;

    sidecar_set_up(&place);
    snprintf(path, sizeof(path), "%s/\xff.json", place.top);
    cr_assert_eq(bres_result_write(with, path, NULL), BRES_ERROR_ARGUMENT);
    tree = bres_test_tree(place.top);
    cr_assert_str_eq(tree, "");
    free(tree);
    OK(bres_result_write(without, path, NULL));
    bres_result_unref(without);
    bres_result_unref(with);
}

/* While a result is written, other threads read it. */
typedef struct sidecar_job {
    const sidecar_place *place;
    const bres_result *result;
    bres_status statuses[3];
} sidecar_job;

static void sidecar_work(void *context, size_t index)
{
    sidecar_job *job = context;
    char path[2300];

    if (index == 0) {
        snprintf(path, sizeof(path), "%s/copy.json", job->place->top);
        job->statuses[0] = bres_result_write(job->result, path, NULL);
        return;
    }
    for (size_t i = 0; i < 2 && job->statuses[index] == BRES_OK; i++) {
        const float *values;
        float sum = 0;
        size_t count;

        job->statuses[index] =
            bres_state_samples(sidecar_state_at(job->result, i), &values, &count);
        for (size_t k = 0; k < count; k++)
            sum += values[k];
        if (sum > 0)
            job->statuses[index] = BRES_ERROR_VALUE;
    }
}

Test(nvbench, write_while_others_read)
{
    bres_result *built = sidecar_build(two_states, 2);
    sidecar_place place;

    sidecar_set_up(&place);
    OK(bres_result_write(built, place.json, NULL));
    for (int i = 0; i < 20; i++) {
        sidecar_job job = { .place = &place };
        bres_result *loaded = NULL;

        OK(bres_result_load(place.json, NULL, &loaded));
        job.result = loaded;
        bres__parallel(3, sidecar_work, &job);
        for (size_t k = 0; k < 3; k++)
            cr_assert_eq(job.statuses[k], BRES_OK, "thread %zu", k);
        bres_result_unref(loaded);
    }
    bres_result_unref(built);
}
