/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "model/model.h"
#include "support/describe.h"
#include "support/sidecars.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

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
        bres_test_sampled state;
        const char *tags;
    } rows[] = {
        { { { NULL }, NULL, 0, NULL, 0 }, "" },
        { { { NULL }, bres_test_values, 3, NULL, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, bres_test_values, 0, NULL, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, bres_test_values, 3, bres_test_values, 0 }, BRES__TAG_COLD_TIMES " " },
        { { { NULL }, NULL, 0, bres_test_values, 3 }, BRES__TAG_COLD_RATES " " },
        { { { "x", "nv/cold/walltime" }, bres_test_values, 3, bres_test_values, 3 },
          "x nv/cold/walltime " BRES__TAG_COLD_TIMES " " BRES__TAG_COLD_RATES " " },
        { { { "nv/cold/a", "nv/batch/a", "nv/batch/b" }, bres_test_values, 3, bres_test_values, 3 },
          "nv/cold/a " BRES__TAG_COLD_TIMES " " BRES__TAG_COLD_RATES " nv/batch/a nv/batch/b " },
        { { { "nv/batch/a", "x" }, bres_test_values, 3, NULL, 0 },
          "nv/batch/a x " BRES__TAG_COLD_TIMES " " },
        { { { "x", "nv/cpu_only/walltime" }, bres_test_values, 3, NULL, 0 },
          "x nv/cpu_only/walltime " BRES__TAG_CPU_TIMES " " },
        { { { "nv/cpu_only/a", "nv/cold/a" }, bres_test_values, 3, NULL, 0 },
          "nv/cpu_only/a nv/cold/a " BRES__TAG_COLD_TIMES " " },
        { { { BRES__TAG_CPU_TIMES, "nv/cold/a" }, bres_test_values, 3, bres_test_values, 3 },
          BRES__TAG_CPU_TIMES " nv/cold/a " BRES__TAG_COLD_RATES " " },
        { { { BRES__TAG_COLD_RATES, "x", BRES__TAG_COLD_TIMES },
            bres_test_values,
            3,
            bres_test_values,
            3 },
          BRES__TAG_COLD_RATES " x " BRES__TAG_COLD_TIMES " " },
    };
    bres_test_place place;

    bres_test_place_init(&place);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_test_sampled *state = &rows[i].state;
        bres_result *result = bres_test_build_sampled(state, 1);
        bres_result *again = NULL;
        const float *values;
        size_t count;

        OK(bres_result_write(result, place.json, NULL));
        OK(bres_result_load(place.json, NULL, &again));
        sidecar_check_tags(bres_test_state_at(again, 0), rows[i].tags, i);
        OK(bres_state_samples(bres_test_state_at(again, 0), &values, &count));
        cr_assert_eq(values != NULL, state->times != NULL, "row %zu", i);
        cr_assert(count == state->time_count &&
                      (count == 0 || memcmp(values, bres_test_values, count * sizeof(float)) == 0),
                  "row %zu", i);
        OK(bres_state_frequencies(bres_test_state_at(again, 0), &values, &count));
        cr_assert(count == state->rate_count &&
                      (count == 0 || memcmp(values, bres_test_values, count * sizeof(float)) == 0),
                  "row %zu", i);
        bres_result_unref(again);
        bres_result_unref(result);
    }
}

/* Text and bytes of one sidecar. */
Test(nvbench, write_sidecar_encoding)
{
    static const unsigned char bytes[] = { 0, 0, 0x80, 0x3f, 0, 0, 0x20, 0xc0, 0, 0, 0, 0 };
    const bres_test_sampled state = { { NULL }, bres_test_values, 3, NULL, 0 };
    bres_result *result = bres_test_build_sampled(&state, 1);
    bres_test_place place;
    char path[2300];
    char *text;
    size_t size;

    bres_test_place_init(&place);
    OK(bres_result_write(result, place.json, NULL));
    bres_test_check_names(&place, "r.json r.json-bin/ r.json-bin/0.bin ", "one sidecar");
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

/* Every bit of a float survives, also in arrays that are larger than the buffers. */
Test(nvbench, write_sidecar_bits)
{
    const size_t count = 20000;
    float *values = malloc(count * sizeof(float));
    const bres_test_sampled state = { { NULL }, values, count, values, count };
    bres_result *again = NULL;
    bres_result *result;
    bres_test_place place;
    const float *times;
    size_t found;

    for (size_t i = 0; i < count; i++) {
        uint32_t bits = (uint32_t)i * UINT32_C(2654435761);

        memcpy(&values[i], &bits, sizeof(bits));
    }
    bres_test_place_init(&place);
    result = bres_test_build_sampled(&state, 1);
    OK(bres_result_write(result, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &again));
    OK(bres_state_samples(bres_test_state_at(again, 0), &times, &found));
    cr_assert(found == count && memcmp(times, values, count * sizeof(float)) == 0);
    bres_result_unref(again);
    bres_result_unref(result);
    free(values);
}

/* Without sidecars, the document does not mention any. */
Test(nvbench, write_without_sidecars)
{
    bres_result *result = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *loaded = NULL;
    bres_write_options options;
    bres_test_place place;
    char *built;
    char *again;
    char *file;

    bres_test_place_init(&place);
    OK(bres_result_write(result, place.json, NULL));
    OK(bres_result_load(place.json, NULL, &loaded));
    built = bres_test_written(result);
    again = bres_test_written(loaded);
    cr_assert_null(strstr(built, "nv/json/"), "%s", built);
    cr_assert_null(strstr(again, "nv/json/"), "%s", again);
    bres_write_options_init(&options);
    options.flags = BRES_WRITE_NO_SIDECARS;
    OK(bres_result_write(loaded, place.json, &options));
    bres_test_check_names(&place, "r.json ", "without sidecars");
    file = bres_test_read_file(place.json, NULL);
    bres_test_same_text(file, again, "file and descriptor");
    free(built);
    free(again);
    free(file);
    bres_result_unref(loaded);
    bres_result_unref(result);
}

/* A write to another path keeps no additional samples in memory, and releases no samples. */
Test(nvbench, write_keeps_memory_as_it_was)
{
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *loaded = NULL;
    bres_test_place place;
    const float *times;
    char path[2200];
    size_t count;

    bres_test_place_init(&place);
    snprintf(path, sizeof(path), "%s/other.json", place.top);
    OK(bres_result_write(built, place.json, NULL));
    OK(bres_result_write(built, path, NULL));
    OK(bres_result_load(place.json, NULL, &loaded));
    OK(bres_state_samples(bres_test_state_at(loaded, 1), &times, &count));
    OK(bres_result_write(loaded, path, NULL));
    cr_assert_null(atomic_load(&bres_test_state_at(loaded, 0)->times));
    cr_assert_null(atomic_load(&bres_test_state_at(loaded, 0)->rates));
    cr_assert_not_null(atomic_load(&bres_test_state_at(loaded, 1)->times));
    cr_assert_eq(memcmp(times, bres_test_values + 1, sizeof(float) * 2), 0);
    bres_state_release_samples(bres_test_state_at(loaded, 1));
    cr_assert_null(atomic_load(&bres_test_state_at(loaded, 1)->times));
    bres_result_unref(loaded);
    bres_result_unref(built);
}

/* A write fails if samples cannot be read, or if the numbers of samples and frequencies differ. */
Test(nvbench, write_refuses_bad_samples)
{
    const bres_test_sampled mismatch = { { NULL }, bres_test_values, 3, bres_test_values, 2 };
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *wrong = bres_test_build_sampled(&mismatch, 1);
    bres_result *loaded = NULL;
    bres_test_place place;
    char path[2300];
    char other[2300];
    char *before;
    char *after;

    bres_test_place_init(&place);
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

/* JSON cannot name the sidecars of a path that is not UTF-8. */
Test(nvbench, write_name_is_not_utf8)
{
    const bres_test_sampled none = { { NULL }, NULL, 0, NULL, 0 };
    bres_result *with = bres_test_build_sampled(bres_test_two_states, 2);
    bres_result *without = bres_test_build_sampled(&none, 1);
    bres_test_place place;
    char path[2200];
    char *tree;

    bres_test_place_init(&place);
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
    const bres_test_place *place;
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
            bres_state_samples(bres_test_state_at(job->result, i), &values, &count);
        for (size_t k = 0; k < count; k++)
            sum += values[k];
        if (sum > 0)
            job->statuses[index] = BRES_ERROR_VALUE;
    }
}

Test(nvbench, write_while_others_read)
{
    bres_result *built = bres_test_build_sampled(bres_test_two_states, 2);
    bres_test_place place;

    bres_test_place_init(&place);
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
