/* SPDX-License-Identifier: MIT */
/*
 * A journal returns the states that were written to it, as a loaded result or as states of a result
 * under construction.
 */
#include "support/describe.h"
#include "support/journaled.h"
#include "support/loading.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A path in a directory of its own, valid until the next call of this function. */
static const char *journal_path(void)
{
    static char path[2200];

    snprintf(path, sizeof(path), "%s/r.json.partial", bres_test_directory());
    return path;
}

/* Writes a result and returns its files as one text; free() the text. */
static char *journal_tree(const bres_result *result)
{
    char top[2048];
    char path[2200];

    snprintf(top, sizeof(top), "%s", bres_test_directory());
    snprintf(path, sizeof(path), "%s/r.json", top);
    OK(bres_result_write(result, path, NULL));
    return bres_test_tree(top);
}

/* Both results give the same files, including samples. */
static void journal_check_written(const bres_result *actual, const bres_result *expected,
                                  const char *what)
{
    char *found = journal_tree(actual);
    char *wanted = journal_tree(expected);

    bres_test_same_text(found, wanted, what);
    free(found);
    free(wanted);
}

/* Both results are under construction and have the same contents. */
static void journal_check_same(const bres_result *actual, const bres_result *expected,
                               const char *what)
{
    char *found = bres_test_describe(actual);
    char *wanted = bres_test_describe(expected);

    bres_test_same_text(found, wanted, what);
    free(found);
    free(wanted);
    journal_check_written(actual, expected, what);
}

/* Loads strictly; expects no warning. */
static bres_result *journal_load(const char *path)
{
    bres_test_log log = { 0 };
    bres_load_options options = bres_test_options(0, &log);
    bres_result *result = NULL;

    OK(bres_result_load(path, &options, &result));
    cr_assert_eq(log.count, 0, "%s", bres_test_log_text(&log));
    return result;
}

Test(nvbench, journal_holds_everything)
{
    bres_result *const built[] = { bres_test_build_rich(true), bres_test_build_tiny(true),
                                   bres_test_build_rich(false) };

    for (size_t i = 0; i < 3; i++) {
        const char *path = journal_path();
        bres_result *loaded;

        bres_test_write_journal(path, built[i]);
        loaded = journal_load(path);
        journal_check_written(loaded, built[i], "loaded");
        cr_assert_eq(bres_test_state_count(loaded), bres_test_state_count(built[i]));
        cr_assert_str_eq(bres_result_path(loaded), path);
        bres_result_unref(loaded);
        bres_result_unref(built[i]);
    }
}

/* A journal can also be loaded from memory or a descriptor, and merged. */
Test(nvbench, journal_is_loaded_like_a_result)
{
    bres_result *built = bres_test_build_rich(true);
    const char *path = journal_path();
    bres_result *from_memory = NULL;
    bres_result *from_fd = NULL;
    bres_result *merged = NULL;
    bres__text text = { 0 };
    int fd;

    bres_test_write_journal(path, built);
    bres_test_encode_journal(built, &text);
    cr_assert(bres__journal_is(text.data, text.length));
    OK(bres_result_load_memory(text.data, text.length, NULL, &from_memory));
    journal_check_written(from_memory, built, "from memory");
    fd = bres__open(path, O_RDONLY, 0);
    OK(bres_result_load_fd(fd, NULL, &from_fd));
    bres__close(fd);
    journal_check_written(from_fd, built, "from a descriptor");
    OK(bres_result_merge(&from_fd, 1, &merged));
    cr_assert_eq(bres_test_state_count(merged), bres_test_state_count(built));
    bres_result_unref(merged);
    bres_result_unref(from_fd);
    bres_result_unref(from_memory);
    bres_result_unref(built);
    bres__text_free(&text);
}

/* The samples of a journal stay in memory. */
Test(nvbench, journal_keeps_its_samples)
{
    bres_result *built = bres_test_build_tiny(true);
    const char *path = journal_path();
    const bres_state *state;
    bres_result *loaded;
    const float *times;
    size_t count;

    bres_test_write_journal(path, built);
    loaded = journal_load(path);
    state = bres_subbench_state_at(bres_result_subbench_at(loaded, 0), 0);
    cr_assert_eq(bres_state_set_samples((bres_state *)state, NULL, 0), BRES_ERROR_STATE);
    bres_state_release_samples(state);
    cr_assert_eq(remove(path), 0);
    OK(bres_state_samples(state, &times, &count));
    cr_assert(count == 2 && times[0] == 1.0F && times[1] == 2.0F);
    bres_result_unref(loaded);
    bres_result_unref(built);
}

#define UNKNOWN                                                                                    \
    "\"~\":{\"\":[1e5,-0,0.10,123456789012345678901234567890,NaN,[ ],{}, null ]},\"a\\\"b\":false"

/* Loaded states: unknown keys, nulls, values of unexpected types, and a sidecar summary without a
 * file. */
Test(nvbench, journal_holds_what_was_loaded)
{
    static const char text[] =
        "{" UNKNOWN ",\"devices\":[{\"id\":\"3\",\"name\":\"G\"," UNKNOWN "}],\"benchmarks\":[{"
        "\"name\":\"b\",\"index\":7," UNKNOWN ",\"devices\":null,\"axes\":[{\"name\":\"N\","
        "\"values\":[{\"input_string\":\"i\",\"value\":4.50," UNKNOWN "}]," UNKNOWN "}],"
        "\"states\":[{\"name\":\"s\"},{\"name\":\"t\"," UNKNOWN ",\"device\":null,"
        "\"type_config_index\":null,\"axis_values\":null,\"summaries\":null,\"is_skipped\":null,"
        "\"skip_reason\":[{}],\"run\":\"3\"},{\"name\":\"u\",\"axis_values\":[{\"name\":\"N\","
        "\"type\":\"int64\",\"value\":4.50,\"input_string\":\"i\"," UNKNOWN "}],"
        "\"summaries\":[{\"tag\":\"" BRES_TEST_CPU_TIMES "\"},{\"tag\":\"t\",\"name\":null,"
        "\"hint\":3,\"data\":[{\"name\":\"f\",\"type\":\"int64\",\"value\":\" 1_0 \"," UNKNOWN
        "},{\"name\":\"g\",\"type\":\"float64\",\"value\":null}]," UNKNOWN "}]}]}]}";
    bres_result *loaded = bres_test_load_strict(text);
    const char *path = journal_path();
    bres_result *again;
    char *expected;
    char *found;

    bres_test_write_journal(path, loaded);
    again = journal_load(path);
    expected = bres_test_written(loaded);
    found = bres_test_written(again);
    bres_test_same_text(found, expected, "unknown keys");
    free(found);
    free(expected);
    bres_result_unref(again);
    bres_result_unref(loaded);
}

Test(nvbench, journal_holds_samples_from_files)
{
    static const bres_test_sidecar sidecars[] = {
        { BRES_TEST_COLD_RATES, "r.json-freqs-bin/4.bin", "3" },
        { "x", NULL, NULL },
        { BRES_TEST_COLD_TIMES, "r.json-bin/9.bin", "3" },
    };
    const char *top = bres_test_directory();
    const char *path = journal_path();
    bres_result *loaded = NULL;
    bres_result *again;

    bres_test_write_result(top, sidecars, 3);
    bres_test_write_samples(top, "r.json-bin/9.bin", 1.0F, 3);
    bres_test_write_samples(top, "r.json-freqs-bin/4.bin", 7.0F, 3);
    OK(bres_test_load_result(top, 0, NULL, &loaded));
    bres_test_write_journal(path, loaded);
    again = journal_load(path);
    journal_check_written(again, loaded, "samples from files");
    bres_result_unref(again);
    bres_result_unref(loaded);
}

/* Passes every state through a record into a result with the same benchmarks. */
static void journal_pipe(const bres_result *from, bres_result *to)
{
    bres__text record = { 0 };

    for (size_t b = 0; b < bres_result_subbench_count(from); b++) {
        const bres_subbench *bench = bres_result_subbench_at(from, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            bres_state *state = NULL;

            OK(bres__journal_encode(bres_subbench_state_at(bench, s), &record));
            OK(bres__journal_decode(record.data, record.length, to, &state));
            cr_assert(state != NULL &&
                      bres_state_subbench(state) == bres_result_subbench_at(to, b));
        }
    }
    bres__text_free(&record);
}

Test(nvbench, journal_record_makes_the_same_state)
{
    bres_result *const built[] = { bres_test_build_rich(true), bres_test_build_tiny(true) };
    bres_result *const made[] = { bres_test_build_rich(false), bres_test_build_tiny(false) };

    for (size_t i = 0; i < 2; i++) {
        journal_pipe(built[i], made[i]);
        journal_check_same(made[i], built[i], "decoded");
        bres_result_unref(made[i]);
        bres_result_unref(built[i]);
    }
}

/* Makes every change that a state under construction allows. */
static void journal_change(bres_result *result)
{
    static const float samples[] = { 3.0F, 4.0F, 5.0F };

    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            bres_state *state = (bres_state *)bres_subbench_state_at(bench, s);
            bres_summary *summary = (bres_summary *)bres_state_summary_at(state, 0);

            if (summary != NULL) {
                OK(bres_summary_set_texts(summary, "changed", NULL, "bytes", NULL));
                OK(bres_summary_set_int64(summary, "value", 1));
                OK(bres_summary_set_int64(summary, "new", 1));
            }
            for (int i = 0; i < 10; i++)
                OK(bres_state_add_summary(state, "added", &summary));
            OK(bres_summary_set_int64(summary, "value", 2));
            OK(bres_state_set_float64(state, "timeout", 1));
            OK(bres_state_set_device(state, 5));
            OK(bres_state_set_run(state, 6));
            OK(bres_state_set_skipped(state, "changed"));
            OK(bres_state_set_samples(state, samples, 3));
            OK(bres_state_set_frequencies(state, samples, 3));
        }
    }
}

Test(nvbench, journal_record_makes_a_state_that_can_be_changed)
{
    bres_result *built = bres_test_build_rich(true);
    bres_result *made = bres_test_build_rich(false);

    journal_pipe(built, made);
    journal_change(built);
    journal_change(made);
    journal_check_same(made, built, "changed");
    bres_result_unref(built);
    bres_result_unref(made);
}

/* The encoder refuses a state whose numbers of samples and frequencies differ. */
Test(nvbench, journal_record_of_unequal_samples)
{
    static const float samples[] = { 1.0F, 2.0F };
    bres_result *result = bres_test_build_tiny(false);
    bres__text record = { 0 };
    bres_state *state;

    OK(bres_subbench_add_state((bres_subbench *)bres_result_subbench_at(result, 1), &state));
    OK(bres_state_set_samples(state, samples, 2));
    OK(bres_state_set_frequencies(state, samples, 1));
    cr_assert_eq(bres__journal_encode(state, &record), BRES_ERROR_SIDECAR);
    cr_assert(strstr(bres_last_error(), "2 samples, but 1 frequencies") != NULL, "%s",
              bres_last_error());
    bres__text_free(&record);
    bres_result_unref(result);
}

Test(nvbench, journal_continues)
{
    bres_result *built = bres_test_build_rich(true);
    bres_result *empty = bres_test_build_rich(false);
    const char *path = journal_path();
    bres__journal *journal = NULL;
    bres_result *loaded;

    /* The journal is empty, then has the first two states, then all states. */
    OK(bres__journal_create(path, empty, false, &journal));
    bres__journal_close(journal);
    OK(bres__journal_resume(path, empty, &journal));
    for (size_t i = 0; i < 2; i++)
        OK(bres__journal_append(journal,
                                bres_subbench_state_at(bres_result_subbench_at(built, 0), i)));
    bres__journal_close(journal);
    bres_result_unref(empty);
    empty = bres_test_build_rich(false);
    OK(bres__journal_resume(path, empty, &journal));
    cr_assert_eq(bres_test_state_count(empty), 2);
    for (size_t i = 0; i < 4; i++)
        OK(bres__journal_append(journal,
                                bres_subbench_state_at(bres_result_subbench_at(built, 2), i)));
    bres__journal_close(journal);
    bres_result_unref(empty);
    empty = bres_test_build_rich(false);
    OK(bres__journal_resume(path, empty, &journal));
    bres__journal_close(journal);
    journal_check_same(empty, built, "resumed");
    journal_change(empty);
    journal_change(built);
    journal_check_same(empty, built, "resumed and changed");
    loaded = journal_load(path);
    cr_assert_eq(bres_test_state_count(loaded), bres_test_state_count(built));
    bres_result_unref(loaded);
    bres_result_unref(empty);
    bres_result_unref(built);
}

/* States that the result already has stay in front. */
Test(nvbench, journal_continues_after_other_states)
{
    bres_result *built = bres_test_build_tiny(true);
    bres_result *again = bres_test_build_tiny(true);
    bres_result *twice = bres_test_build_tiny(true);
    const char *path = journal_path();
    bres__journal *journal = NULL;

    bres_test_write_journal(path, built);
    OK(bres__journal_resume(path, again, &journal));
    bres__journal_close(journal);
    cr_assert_eq(bres_test_state_count(again), 6);
    journal_pipe(built, twice);
    journal_check_same(again, twice, "twice");
    bres_result_unref(twice);
    bres_result_unref(again);
    bres_result_unref(built);
}

/* Both states have equal summaries in the journal, but do not share them. */
Test(nvbench, journal_states_are_changed_one_by_one)
{
    bres_result *result = bres_test_build_tiny(false);
    bres_subbench *bench = (bres_subbench *)bres_result_subbench_at(result, 1);
    const char *path = journal_path();
    bres__journal *journal = NULL;
    const bres_state *states[2];
    bres_summary *summary;
    bres_state *state;

    for (int i = 0; i < 2; i++) {
        OK(bres_subbench_add_state(bench, &state));
        OK(bres_state_add_summary(state, "t", &summary));
        OK(bres_summary_set_texts(summary, "before", NULL, NULL, NULL));
        OK(bres_summary_set_int64(summary, "value", 1));
    }
    bres_test_write_journal(path, result);
    bres_result_unref(result);
    result = bres_test_build_tiny(false);
    OK(bres__journal_resume(path, result, &journal));
    bres__journal_close(journal);
    for (size_t i = 0; i < 2; i++)
        states[i] = bres_subbench_state_at(bres_result_subbench_at(result, 1), i);
    summary = (bres_summary *)bres_state_summary_at(states[0], 0);
    OK(bres_summary_set_texts(summary, "after", NULL, NULL, NULL));
    OK(bres_summary_set_int64(summary, "value", 2));
    cr_assert_str_eq(bres_summary_name(bres_state_summary_at(states[0], 0)), "after");
    cr_assert_str_eq(bres_summary_name(bres_state_summary_at(states[1], 0)), "before");
    cr_assert_str_eq(bres_value_text(bres_summary_field_at(bres_state_summary_at(states[1], 0), 0)),
                     "1");
    bres_result_unref(result);
}
