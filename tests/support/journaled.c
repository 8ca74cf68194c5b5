/* SPDX-License-Identifier: MIT */
#include "support/journaled.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

static bres_state *rich_copy_state(bres_subbench *bench, const char *type, int64_t elements)
{
    bres_state *state;

    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_device(state, 3));
    OK(bres_state_set_type_config_index(state, 1));
    OK(bres_state_add_axis_string(state, "T", type));
    OK(bres_state_add_axis_int64(state, "N", elements));
    OK(bres_state_set_float64(state, "timeout", NAN));
    OK(bres_state_set_int64(state, "min_samples", INT64_MIN));
    return state;
}

/* A GPU benchmark: samples with frequencies, samples that are not numbers, and a skipped state. */
static void rich_fill_copy(bres_subbench *bench)
{
    static const float times[] = { 1.0F, NAN, -INFINITY, 1e-45F, -0.0F };
    static const float rates[] = { 1e9F, 2e9F, INFINITY, 0.0F, 3.0F };
    bres_state *state = rich_copy_state(bench, "F64", 1);
    bres_summary *summary;

    OK(bres_state_set_samples(state, times, 5));
    OK(bres_state_set_frequencies(state, rates, 5));
    OK(bres_state_add_summary(state, "bres/\xf0\x9f\x98\x80\n\"", &summary));
    OK(bres_summary_set_texts(summary, "", "\x01 \xe2\x82\xac \\", NULL, "hidden"));
    OK(bres_summary_set_int64(summary, "value", INT64_MIN));
    OK(bres_summary_set_int64(summary, "largest", INT64_MAX));
    OK(bres_summary_set_float64(summary, "nan", NAN));
    OK(bres_summary_set_float64(summary, "least", -INFINITY));
    OK(bres_summary_set_string(summary, "\xc3\xa4", ""));
    OK(bres_state_add_summary(state, "empty", &summary));
    OK(bres_state_add_summary(state, "nv/batch/time/gpu/mean", &summary));
    OK(bres_summary_set_float64(summary, "value", 1e-300));
    state = rich_copy_state(bench, "I32", INT64_MIN);
    OK(bres_state_set_skipped(state, "not \"today\": \xd0\xbd\xd0\xb5\xd1\x82"));
}

/* A CPU-only benchmark: another run, samples alone, none, an empty list, and frequencies alone. */
static void rich_fill_sort(bres_subbench *bench)
{
    static const double cpu[] = { 1e-3, 2e-3, 3e-3, 4e-3, 5e-3 };
    static const float rate = 5e8F;
    bres_times times;
    bres_state *state;

    bres_times_init(&times);
    times.count = 5;
    times.cpu = cpu;
    times.walltime = 0.5;
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_add_axis_float64(state, "fill", 0.1));
    OK(bres_state_add_axis_string(state, "order", "up and down"));
    OK(bres_state_set_run(state, UINT32_MAX));
    OK(bres_state_add_cpu_only_summaries(state, &times));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_run(state, 0));
    OK(bres_state_set_samples(state, NULL, 0));
    OK(bres_subbench_add_state(bench, &state));
    OK(bres_state_set_frequencies(state, &rate, 1));
}

static void rich_declare_copy(bres_result *result, bres_subbench **bench)
{
    static const char *const types[] = { "I32", "F64" };
    static const int64_t exponents[] = { 0, 63 };

    OK(bres_result_add_device(result, 3, "GPU \xc3\xa9", "{\"a\":[1,{\"b\":null}]}", NULL));
    OK(bres_result_add_subbench(result, "copy", bench));
    OK(bres_subbench_add_device(*bench, 3));
    OK(bres_subbench_set_int64(*bench, "min_samples", 10));
    OK(bres_subbench_set_float64(*bench, "timeout", 15));
    OK(bres_subbench_add_type_axis(*bench, "T", types, NULL, 2));
    OK(bres_subbench_add_pow2_axis(*bench, "N", exponents, 2));
}

bres_result *bres_test_build_rich(bool states)
{
    static const double fills[] = { 0.1, INFINITY };
    static const char *const orders[] = { "up", "up and down" };
    bres_result *result;
    bres_subbench *copy;
    bres_subbench *sort;
    bres_subbench *other;

    OK(bres_result_new(&result));
    OK(bres_result_set_meta_json(result, "{\"argv\":[\"prog\"]}"));
    rich_declare_copy(result, &copy);
    OK(bres_result_add_subbench(result, "without states", &other));
    OK(bres_result_add_subbench(result, "copy", &sort));
    OK(bres_subbench_add_float64_axis(sort, "fill", fills, 2));
    OK(bres_subbench_add_string_axis(sort, "order", orders, 2));
    if (states) {
        rich_fill_copy(copy);
        rich_fill_sort(sort);
    }
    return result;
}

bres_result *bres_test_build_tiny(bool states)
{
    static const int64_t value = 7;
    static const float samples[] = { 1.0F, 2.0F };
    bres_subbench *benches[2];
    bres_result *result;
    bres_state *state;

    OK(bres_result_new(&result));
    OK(bres_result_add_subbench(result, "a", &benches[0]));
    OK(bres_result_add_subbench(result, "b", &benches[1]));
    OK(bres_subbench_add_int64_axis(benches[0], "N", &value, 1));
    if (!states)
        return result;
    OK(bres_subbench_add_state(benches[0], &state));
    OK(bres_state_add_axis_int64(state, "N", value));
    OK(bres_state_set_samples(state, samples, 2));
    OK(bres_subbench_add_state(benches[1], &state));
    OK(bres_state_set_skipped(state, "no"));
    OK(bres_subbench_add_state(benches[0], &state));
    OK(bres_state_set_samples(state, samples + 1, 1));
    OK(bres_state_set_frequencies(state, samples, 1));
    return result;
}

size_t bres_test_state_count(const bres_result *result)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_result_subbench_count(result); i++)
        count += bres_subbench_state_count(bres_result_subbench_at(result, i));
    return count;
}

const bres_state *bres_test_journal_state(const bres_result *result, size_t index)
{
    const size_t benches = bres_result_subbench_count(result);

    for (size_t turn = 0, left = bres_test_state_count(result); left > 0; turn++) {
        const bres_subbench *bench = bres_result_subbench_at(result, turn % benches);
        const bres_state *state = bres_subbench_state_at(bench, turn / benches);

        if (state == NULL)
            continue;
        if (index-- == 0)
            return state;
        left--;
    }
    return NULL;
}

void bres_test_append_all(bres__journal *journal, const bres_result *result)
{
    const bres_state *state;

    for (size_t i = 0; (state = bres_test_journal_state(result, i)) != NULL; i++)
        OK(bres__journal_append(journal, state));
}

void bres_test_write_journal(const char *path, const bres_result *result)
{
    bres__journal *journal;

    OK(bres__journal_create(path, result, false, &journal));
    bres_test_append_all(journal, result);
    bres__journal_close(journal);
}

void bres_test_encode_journal(const bres_result *result, bres__text *text)
{
    const bres_state *state;
    bres__text record = { 0 };

    OK(bres__journal_encode_head(result, text));
    for (size_t i = 0; (state = bres_test_journal_state(result, i)) != NULL; i++) {
        OK(bres__journal_encode(state, &record));
        bres__text_append(text, record.data, record.length);
    }
    cr_assert(!text->failed);
    bres__text_free(&record);
}
