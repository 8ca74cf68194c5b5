/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static bres_state *state_new(bres_result **result)
{
    bres_subbench *bench;
    bres_state *state;

    cr_assert_eq(bres_result_new(result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(*result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    return state;
}

/* One summary as it must stand in a state. */
typedef struct expected_row {
    const char *tag;
    const char *name;
    const char *hint;
    bool hidden;
    bres_kind kind;
    double value;
} expected_row;

static bool same_double(double a, double b)
{
    return isnan(a) || isnan(b) ? isnan(a) && isnan(b) : a == b;
}

static void check_rows(const bres_state *state, const expected_row *rows, size_t count)
{
    cr_expect_eq(bres_state_summary_count(state), count, "%zu summaries",
                 bres_state_summary_count(state));
    for (size_t i = 0; i < count; i++) {
        const expected_row *row = &rows[i];
        const bres_summary *summary = bres_state_summary_at(state, i);
        double value = -1;

        cr_assert_str_eq(bres_summary_tag(summary), row->tag, "row %zu", i);
        cr_expect_str_eq(bres_summary_name(summary), row->name, "%s", row->tag);
        cr_expect_str_eq(bres_summary_hint(summary), row->hint, "%s", row->tag);
        cr_expect_eq(bres_summary_is_hidden(summary), row->hidden, "%s", row->tag);
        if (row->hidden)
            cr_expect_str_eq(bres_summary_hide(summary), "Hidden by default.");
        cr_expect_gt(strlen(bres_summary_description(summary)), 0, "%s", row->tag);
        cr_expect_eq(bres_summary_field_count(summary), 1, "%s", row->tag);
        cr_expect_eq(bres_summary_kind(summary), row->kind, "%s", row->tag);
        cr_assert(bres_summary_float64(summary, &value), "%s", row->tag);
        cr_expect(same_double(value, row->value), "%s: %.17g instead of %.17g", row->tag, value,
                  row->value);
    }
}

#define INT64   BRES_KIND_INT64
#define FLOAT64 BRES_KIND_FLOAT64

Test(model, the_cold_set)
{
    /* Sorted: 1 2 4 8 15; mean 6, squared distances 25+16+4+4+81 = 130. */
    static const double gpu[] = { 4, 1, 15, 2, 8 };
    /* Sorted: 2 2 2 2 12; mean 4, squared distances 4*4+64 = 80, stdev sqrt(20). */
    static const double cpu[] = { 2, 2, 12, 2, 2 };
    static const double clocks[] = { 1e9, 2e9, 1e9, 2e9, 4e9 };
    const expected_row rows[] = {
        { "nv/cold/sample_size", "Samples", "sample_size", false, INT64, 5 },
        { "nv/cold/walltime", "Walltime", "duration", true, FLOAT64, 0.25 },
        { "nv/cold/time/cpu/min", "Min CPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cold/time/cpu/max", "Max CPU Time", "duration", true, FLOAT64, 12 },
        { "nv/cold/time/cpu/mean", "CPU Time", "duration", false, FLOAT64, 4 },
        { "nv/cold/time/cpu/stdev/absolute", "Noise", "duration", true, FLOAT64, sqrt(20) },
        { "nv/cold/time/cpu/stdev/relative", "Noise", "percentage", false, FLOAT64, sqrt(20) / 4 },
        { "nv/cold/time/cpu/q1", "Q1 CPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cold/time/cpu/median", "Median CPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cold/time/cpu/q3", "Q3 CPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cold/time/cpu/iqr/absolute", "IQR", "duration", true, FLOAT64, 0 },
        { "nv/cold/time/cpu/iqr/relative", "Rel IQR", "percentage", true, FLOAT64, 0 },
        { "nv/cold/time/gpu/min", "Min GPU Time", "duration", true, FLOAT64, 1 },
        { "nv/cold/time/gpu/max", "Max GPU Time", "duration", true, FLOAT64, 15 },
        { "nv/cold/time/gpu/mean", "GPU Time", "duration", false, FLOAT64, 6 },
        { "nv/cold/time/gpu/stdev/absolute", "Noise", "duration", true, FLOAT64, sqrt(32.5) },
        { "nv/cold/time/gpu/stdev/relative", "Noise", "percentage", false, FLOAT64,
          sqrt(32.5) / 6 },
        { "nv/cold/time/gpu/q1", "Q1 GPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cold/time/gpu/median", "Median GPU Time", "duration", true, FLOAT64, 4 },
        { "nv/cold/time/gpu/q3", "Q3 GPU Time", "duration", true, FLOAT64, 8 },
        { "nv/cold/time/gpu/iqr/absolute", "IQR", "duration", true, FLOAT64, 6 },
        { "nv/cold/time/gpu/iqr/relative", "Rel IQR", "percentage", true, FLOAT64, 1.5 },
        { "nv/cold/bw/item_rate", "Elem/s", "item_rate", false, FLOAT64, 2 },
        { "nv/cold/bw/global/bytes_per_second", "GlobalMem BW", "byte_rate", false, FLOAT64, 8 },
        { "nv/cold/bw/global/utilization", "BWUtil", "percentage", false, FLOAT64, 0.5 },
        { "nv/cold/sm_clock_rate/mean", "Clock Rate", "frequency", true, FLOAT64, 2e9 },
        { "nv/cold/sm_clock_rate/scaling/percent", "Clock Scaling", "percentage", true, FLOAT64,
          0.5 },
    };
    static const float narrowed[] = { 4, 1, 15, 2, 8 };
    bres_result *result;
    bres_state *state = state_new(&result);
    const float *values;
    bres_times times;
    size_t count;

    bres_times_init(&times);
    times.count = 5;
    times.gpu = gpu;
    times.cpu = cpu;
    times.clocks = clocks;
    times.walltime = 0.25;
    times.elements = 12;
    times.global_bytes = 48;
    times.peak_bytes_per_second = 16;
    times.default_clock = 4e9;
    cr_assert_eq(bres_state_add_cold_summaries(state, &times), BRES_OK, "%s", bres_last_error());
    check_rows(state, rows, sizeof(rows) / sizeof(*rows));
    cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK);
    cr_assert_eq(count, 5);
    cr_expect_arr_eq(values, narrowed, sizeof(narrowed), "measuring order is kept");
    cr_assert_eq(bres_state_frequencies(state, &values, &count), BRES_OK);
    cr_assert_eq(count, 5);
    cr_expect_eq(values[4], 4e9F);
    cr_expect_eq(bres_state_add_cold_summaries(state, &times), BRES_ERROR_CONFLICT);
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_ERROR_CONFLICT);
    check_rows(state, rows, sizeof(rows) / sizeof(*rows));
    bres_result_unref(result);
}

Test(model, the_cpu_only_set)
{
    static const double cpu[] = { 4, 1, 15, 2, 8 };
    const expected_row rows[] = {
        { "nv/cpu_only/sample_size", "Samples", "sample_size", false, INT64, 5 },
        { "nv/cpu_only/time/cpu/min", "Min CPU Time", "duration", true, FLOAT64, 1 },
        { "nv/cpu_only/time/cpu/max", "Max CPU Time", "duration", true, FLOAT64, 15 },
        { "nv/cpu_only/time/cpu/mean", "CPU Time", "duration", false, FLOAT64, 6 },
        { "nv/cpu_only/time/cpu/stdev/absolute", "Noise", "duration", true, FLOAT64, sqrt(32.5) },
        { "nv/cpu_only/time/cpu/stdev/relative", "Noise", "percentage", false, FLOAT64,
          sqrt(32.5) / 6 },
        { "nv/cpu_only/time/cpu/q1", "Q1 CPU Time", "duration", true, FLOAT64, 2 },
        { "nv/cpu_only/time/cpu/median", "Median CPU Time", "duration", true, FLOAT64, 4 },
        { "nv/cpu_only/time/cpu/q3", "Q3 CPU Time", "duration", true, FLOAT64, 8 },
        { "nv/cpu_only/time/cpu/iqr/absolute", "IQR", "duration", true, FLOAT64, 6 },
        { "nv/cpu_only/time/cpu/iqr/relative", "Rel IQR", "percentage", true, FLOAT64, 1.5 },
        { "nv/cpu_only/bw/item_rate", "Elem/s", "item_rate", false, FLOAT64, 2 },
        { "nv/cpu_only/bw/global/bytes_per_second", "GlobalMem BW", "byte_rate", false, FLOAT64,
          8 },
        { "nv/cpu_only/walltime", "Walltime", "duration", true, FLOAT64, 0.25 },
    };
    bres_result *result;
    bres_state *state = state_new(&result);
    const float *values;
    bres_times times;
    size_t count;

    bres_times_init(&times);
    times.count = 5;
    times.cpu = cpu;
    times.clocks = cpu;
    times.walltime = 0.25;
    times.elements = 12;
    times.global_bytes = 48;
    times.peak_bytes_per_second = 16;
    times.default_clock = 4e9;
    cr_assert_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_OK);
    check_rows(state, rows, sizeof(rows) / sizeof(*rows));
    cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK);
    cr_expect(count == 5 && values[2] == 15);
    cr_assert_eq(bres_state_frequencies(state, &values, &count), BRES_OK);
    cr_expect_null(values, "a CPU measurement has no clock rates");
    bres_result_unref(result);
}

typedef struct edge_row {
    const char *what;
    double times[6];
    size_t count;
    double mean;
    double stdev;
    double stdev_relative;
    double median;
    double iqr;
    bool has_iqr_relative;
} edge_row;

static double summary_value(const bres_state *state, const char *tag)
{
    double value = -1;

    cr_assert(bres_summary_float64(bres_state_summary(state, tag), &value), "%s", tag);
    return value;
}

Test(model, sentinels_of_the_statistics)
{
    static const edge_row rows[] = {
        { "one sample", { 3 }, 1, 3, INFINITY, INFINITY, 3, 0, false },
        { "two: the median is the larger", { 5, 3 }, 2, 4, INFINITY, INFINITY, 5, 2, false },
        { "four samples", { 1, 2, 3, 6 }, 4, 3, INFINITY, INFINITY, 3, 1, false },
        { "zeros", { 0, 0, 0, 0, 0 }, 5, 0, 0, INFINITY, 0, 0, false },
        { "negative", { -1, -1, -1, -1, -1 }, 5, -1, 0, INFINITY, -1, 0, false },
        { "a NaN", { 1, NAN, 1, 1, 1 }, 5, NAN, NAN, INFINITY, NAN, NAN, false },
        { "an infinity", { 1, INFINITY, 1, 1, 1 }, 5, INFINITY, NAN, INFINITY, 1, 0, true },
        { "an infinite quartile",
          { 1, INFINITY, 1, INFINITY, 1 },
          5,
          INFINITY,
          NAN,
          INFINITY,
          1,
          INFINITY,
          false },
        { "half infinite",
          { 1, INFINITY, 1, INFINITY, 1, INFINITY },
          6,
          INFINITY,
          NAN,
          INFINITY,
          INFINITY,
          INFINITY,
          false },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const edge_row *row = &rows[i];
        bres_result *result;
        bres_state *state = state_new(&result);
        bres_times times;

        bres_times_init(&times);
        times.count = row->count;
        times.gpu = row->times;
        times.cpu = row->times;
        cr_assert_eq(bres_state_add_cold_summaries(state, &times), BRES_OK, "%s", row->what);
        cr_expect(same_double(summary_value(state, "nv/cold/time/gpu/mean"), row->mean), "%s",
                  row->what);
        cr_expect(same_double(summary_value(state, "nv/cold/time/gpu/stdev/absolute"), row->stdev),
                  "%s", row->what);
        cr_expect(same_double(summary_value(state, "nv/cold/time/gpu/stdev/relative"),
                              row->stdev_relative),
                  "%s", row->what);
        cr_expect(same_double(summary_value(state, "nv/cold/time/gpu/median"), row->median), "%s",
                  row->what);
        cr_expect(same_double(summary_value(state, "nv/cold/time/gpu/iqr/absolute"), row->iqr),
                  "%s", row->what);
        cr_expect_eq(bres_state_summary(state, "nv/cold/time/gpu/iqr/relative") != NULL,
                     row->has_iqr_relative, "%s", row->what);
        cr_expect_eq(bres_state_summary_count(state), row->has_iqr_relative ? 22 : 20, "%s",
                     row->what);
        bres_result_unref(result);
    }
}

Test(model, no_samples_give_the_count_and_the_wall_time_alone)
{
    const expected_row cold[] = {
        { "nv/cold/sample_size", "Samples", "sample_size", false, INT64, 0 },
        { "nv/cold/walltime", "Walltime", "duration", true, FLOAT64, 2 },
    };
    const expected_row cpu_only[] = {
        { "nv/cpu_only/sample_size", "Samples", "sample_size", false, INT64, 0 },
        { "nv/cpu_only/walltime", "Walltime", "duration", true, FLOAT64, 2 },
    };
    const float *values;
    bres_times times;
    size_t count;

    bres_times_init(&times);
    times.walltime = 2;
    times.elements = 1;
    times.global_bytes = 1;
    for (int i = 0; i < 2; i++) {
        bres_result *result;
        bres_state *state = state_new(&result);

        if (i == 0)
            cr_assert_eq(bres_state_add_cold_summaries(state, &times), BRES_OK);
        else
            cr_assert_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_OK);
        check_rows(state, i == 0 ? cold : cpu_only, 2);
        cr_assert_eq(bres_state_samples(state, &values, &count), BRES_OK);
        cr_expect_null(values, "nothing was measured");
        bres_result_unref(result);
    }
}

Test(model, rates_and_clocks_that_are_unknown_are_left_out)
{
    static const double ones[] = { 1, 1, 1, 1, 1 };
    static const double zeros[] = { 0, 0, 0, 0, 0 };
    static const struct {
        int64_t elements;
        int64_t bytes;
        double peak;
        const double *clocks;
        double default_clock;
        const char *last; /* tag of the last summary */
        size_t count;
    } table[] = {
        { 0, 0, 1, NULL, 1, "nv/cold/time/gpu/iqr/relative", 22 },
        { 1, 0, 1, NULL, 1, "nv/cold/bw/item_rate", 23 },
        { 0, 1, 0, NULL, 1, "nv/cold/bw/global/bytes_per_second", 23 },
        { 0, 1, 1, NULL, 1, "nv/cold/bw/global/utilization", 24 },
        { 0, 0, 1, zeros, 1, "nv/cold/time/gpu/iqr/relative", 22 },
        { 0, 0, 1, ones, 0, "nv/cold/sm_clock_rate/mean", 23 },
        { 0, 0, 1, ones, 1, "nv/cold/sm_clock_rate/scaling/percent", 24 },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *result;
        bres_state *state = state_new(&result);
        bres_times times;
        size_t count;

        bres_times_init(&times);
        times.count = 5;
        times.gpu = ones;
        times.cpu = ones;
        times.elements = table[i].elements;
        times.global_bytes = table[i].bytes;
        times.peak_bytes_per_second = table[i].peak;
        times.clocks = table[i].clocks;
        times.default_clock = table[i].default_clock;
        cr_assert_eq(bres_state_add_cold_summaries(state, &times), BRES_OK);
        count = bres_state_summary_count(state);
        cr_expect_eq(count, table[i].count, "row %zu: %zu", i, count);
        cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(state, count - 1)), table[i].last,
                         "row %zu", i);
        bres_result_unref(result);
    }
}

/* A measurement may lack times of the host's clock. */
Test(model, the_standard_summaries_of_a_gpu_can_do_without_cpu_times)
{
    static const double ones[] = { 1, 1 };
    bres_result *result;
    bres_state *state = state_new(&result);
    bres_times times;
    const float *samples;
    size_t count;
    double rate;

    bres_times_init(&times);
    times.count = 2;
    times.gpu = ones;
    times.elements = 3;
    cr_assert_eq(bres_state_add_cold_summaries(state, &times), BRES_OK);
    cr_expect_null(bres_state_summary(state, "nv/cold/time/cpu/mean"));
    cr_expect_not_null(bres_state_summary(state, "nv/cold/time/gpu/mean"));
    cr_assert(bres_summary_float64(bres_state_summary(state, "nv/cold/bw/item_rate"), &rate));
    cr_expect_eq(rate, 3);
    cr_assert_eq(bres_state_samples(state, &samples, &count), BRES_OK);
    cr_expect_eq(count, 2);
    bres_result_unref(result);
}

Test(model, the_standard_summaries_check_their_input)
{
    static const double ones[] = { 1 };
    static const float floats[] = { 1 };
    struct {
        bres_times times;
        double unknown;
    } newer = { .unknown = 0 };
    bres_result *result;
    bres_state *state = state_new(&result);
    bres_times times;

    bres_times_init(&times);
    cr_expect_eq(times.size, sizeof(times));
    times.count = 1;
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_ERROR_ARGUMENT);
    times.cpu = ones;
    cr_expect_eq(bres_state_add_cold_summaries(state, &times), BRES_ERROR_ARGUMENT);
    times.size = 0;
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_ERROR_VERSION);
    times.size = sizeof(newer);
    newer.times = times;
    newer.unknown = 1;
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &newer.times), BRES_ERROR_VERSION);
    cr_expect_eq(bres_state_summary_count(state), 0);
    newer.unknown = 0;
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &newer.times), BRES_OK);
    bres_result_unref(result);

    state = state_new(&result);
    times.size = sizeof(times);
    cr_assert_eq(bres_state_set_frequencies(state, floats, 1), BRES_OK);
    cr_expect_eq(bres_state_add_cpu_only_summaries(state, &times), BRES_ERROR_CONFLICT);
    bres_result_unref(result);
}
