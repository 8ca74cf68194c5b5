/* SPDX-License-Identifier: MIT */
/*
 * The document is the same, byte for byte, with any number of threads.
 */
#include "nvbench/write/write.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* Numbers of states of the benchmarks: none, few, one part, a few parts, and more than the threads
 * write at a time. */
static const size_t counts[] = { 0, 1, 64, 65, 128, 300, 5000 };

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bres_result *build(bool with_samples)
{
    static const float times[] = { 1.0F, 2.0F };
    bres_result *result;

    OK(bres_result_new(&result));
    for (size_t b = 0; b < COUNT(counts); b++) {
        char name[BRES__NUMBER_SIZE];
        bres_subbench *bench;

        bres__format_int64(name, (int64_t)b);
        OK(bres_result_add_subbench(result, name, &bench));
        for (size_t i = 0; i < counts[b]; i++) {
            bres_state *state;
            bres_summary *summary;

            OK(bres_subbench_add_state(bench, &state));
            OK(bres_state_add_summary(state, "number", &summary));
            OK(bres_summary_set_int64(summary, "value", (int64_t)i));
            if (with_samples && i % 100 == 0)
                OK(bres_state_set_samples(state, times, 2));
        }
    }
    return result;
}

static bres__text write_text(const bres_result *result, uint32_t threads)
{
    bres__write write;

    bres__write_init(&write, result);
    write.threads = threads;
    OK(bres__write_document(&write));
    return write.text;
}

Test(nvbench, write_is_the_same_with_any_number_of_threads)
{
    static const uint32_t threads[] = { 2, 3, 16, 0 };
    bres_result *result = build(false);
    bres__text expected = write_text(result, 1);

    for (size_t i = 0; i < COUNT(threads); i++) {
        bres__text text = write_text(result, threads[i]);

        cr_assert_eq(text.length, expected.length, "%u threads", threads[i]);
        cr_assert_arr_eq(text.data, expected.data, text.length, "%u threads", threads[i]);
        bres__text_free(&text);
    }
    bres__text_free(&expected);
    bres_result_unref(result);
}

/* The files of samples are numbered in the order of the states. */
Test(nvbench, write_of_many_states_keeps_their_samples)
{
    char path[2200];
    bres_result *result = build(true);
    bres_result *loaded;

    bres__format(path, sizeof(path), "%s/many.json", bres_test_directory());
    OK(bres_result_write(result, path, NULL));
    OK(bres_result_load(path, NULL, &loaded));
    for (size_t b = 0; b < COUNT(counts); b++) {
        const bres_subbench *bench = bres_result_subbench_at(loaded, b);

        cr_assert_eq(bres_subbench_state_count(bench), counts[b]);
        for (size_t i = 0; i < counts[b]; i++) {
            const float *values;
            size_t count;

            OK(bres_state_samples(bres_subbench_state_at(bench, i), &values, &count));
            cr_assert_eq(count, i % 100 == 0 ? 2 : 0, "state %zu of benchmark %zu", i, b);
        }
    }
    bres_result_unref(loaded);
    bres_result_unref(result);
}

static bres_status write_run(void *context)
{
    bres__write write;
    bres_status status;

    bres__write_init(&write, context);
    write.threads = 2;
    status = bres__write_document(&write);
    bres__text_free(&write.text);
    return status;
}

Test(nvbench, write_with_threads_without_memory)
{
    bres_result *result;
    bres_subbench *bench;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, "many", &bench));
    for (size_t i = 0; i < 200; i++) {
        bres_state *state;

        OK(bres_subbench_add_state(bench, &state));
    }
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, write_run, result);
    bres_result_unref(result);
}
