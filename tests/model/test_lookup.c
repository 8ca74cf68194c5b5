/* SPDX-License-Identifier: MIT */
#include "support/describe.h"

#include <benchresult/filter.h>
#include <criterion/criterion.h>
#include <string.h>

static bres_result *small(void)
{
    bres_result *result;

    cr_assert_eq(bres_test_build_small(&result), BRES_OK, "%s", bres_last_error());
    return result;
}

Test(model, parts_are_found_by_index_and_by_name)
{
    bres_result *result = small();
    const bres_subbench *copy = bres_result_subbench_at(result, 0);
    const bres_subbench *sort = bres_result_subbench(result, "sort");
    const bres_state *state = bres_subbench_state_at(copy, 1);

    cr_expect_eq(bres_result_device_count(result), 1);
    cr_expect_eq(bres_result_device(result, 0), bres_result_device_at(result, 0));
    cr_expect_null(bres_result_device(result, 1));
    cr_expect_null(bres_result_device_at(result, 1));
    cr_expect_eq(bres_result_subbench_count(result), 2);
    cr_expect_eq(bres_result_subbench(result, "copy"), copy);
    cr_expect_null(bres_result_subbench(result, "cop"));
    cr_expect_null(bres_result_subbench_at(result, 2));
    cr_expect_eq(bres_subbench_device_count(copy), 1);
    cr_expect_eq(bres_subbench_device_count(sort), 0);
    cr_expect_eq(bres_subbench_device_id_at(sort, 0), 0);
    cr_expect_eq(bres_subbench_axis(copy, "N"), bres_subbench_axis_at(copy, 1));
    cr_expect_null(bres_subbench_axis(copy, "N[pow2]"));
    cr_expect_null(bres_subbench_axis_at(copy, 2));
    cr_expect_null(bres_axis_value_at(bres_subbench_axis_at(copy, 1), 2));
    cr_expect_eq(bres_subbench_state(copy, "T=F64 N[pow2]=8"), state);
    cr_expect_null(bres_subbench_state(copy, "Device=0 T=F64 N=2^8"));
    cr_expect_null(bres_subbench_state_at(copy, 2));
    cr_expect_eq(bres_state_subbench(state), copy);
    cr_expect_eq(bres_state_axis_value(state, "N"), bres_state_axis_value_at(state, 1));
    cr_expect_null(bres_state_axis_value(state, "M"));
    cr_expect_null(bres_state_axis_value_at(state, 2));
    cr_expect_str_eq(bres_state_point_text(state, "N[pow2]"), "8");
    cr_expect_null(bres_state_point_text(state, "N"));
    cr_expect_null(bres_state_point_axis_at(state, 2));
    cr_expect_null(bres_state_point_text_at(state, 2));
    cr_expect_not_null(bres_state_summary(state, "nv/cold/walltime"));
    cr_expect_null(bres_state_summary_at(state, bres_state_summary_count(state)));
    cr_expect_null(bres_summary_field_at(bres_state_summary_at(state, 0), 1));
    bres_result_unref(result);
}

Test(model, numbers_of_devices_and_settings)
{
    bres_result *result = small();
    const bres_device *device = bres_result_device(result, 0);
    const bres_subbench *copy = bres_result_subbench(result, "copy");
    const bres_state *state = bres_subbench_state_at(copy, 0);
    int64_t integer = 7;
    double real = 7;

    cr_expect(bres_device_int64(device, "id", &integer) && integer == 0);
    cr_expect_not(bres_device_int64(device, "bandwidth", &integer), "not an integer");
    cr_expect(bres_device_float64(device, "bandwidth", &real) && real == 1e6);
    cr_expect_not(bres_device_float64(device, "name", &real));
    cr_expect_not(bres_device_float64(device, "nothing", &real));
    cr_expect(bres_subbench_setting(copy, "min_samples", &real) && real == 10);
    cr_expect_not(bres_subbench_setting(copy, "max_samples", &real));
    cr_expect(bres_state_setting(state, "timeout", &real) && real == 15);
    cr_expect_not(bres_state_setting(state, "min_samples", &real));
    cr_expect_not(bres_subbench_setting(bres_result_subbench(result, "sort"), "timeout", &real));
    cr_expect(real == 15 && integer == 0, "written only when true");
    bres_result_unref(result);
}

Test(model, median_and_bandwidth)
{
    static const struct {
        const char *tag;
        const char *text; /* NULL: the number */
        double number;
        bool median;
        bool bw;
        double value;
    } table[] = {
        { "nv/cold/time/gpu/median", NULL, 0.5, true, false, 0.5 },
        { "nv/cpu_only/time/cpu/median", NULL, 0.25, true, false, 0.25 },
        { "nv/cold/time/cpu/median", NULL, 0.25, false, false, 0 },
        { "nv/cold/time/gpu/median", "0.5", 0, false, false, 0 },
        { "nv/cold/bw/global/utilization", NULL, 0.75, false, true, 0.75 },
        { "nv/cold/bw/global/utilization", " 0.75 ", 0, false, true, 0.75 },
        { "nv/cold/bw/global/utilization", "fast", 0, false, false, 0 },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *result;
        bres_subbench *bench;
        bres_state *state;
        bres_summary *summary;
        double median = 0;
        double bw = 0;

        cr_assert_eq(bres_result_new(&result), BRES_OK);
        cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
        cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
        cr_assert_eq(bres_state_add_summary(state, table[i].tag, &summary), BRES_OK);
        if (table[i].text != NULL)
            bres_summary_set_string(summary, "value", table[i].text);
        else
            bres_summary_set_float64(summary, "value", table[i].number);
        cr_expect_eq(bres_state_median(state, &median), table[i].median, "row %zu", i);
        cr_expect_eq(median, table[i].median ? table[i].value : 0, "row %zu", i);
        cr_expect_eq(bres_state_bw(state, &bw), table[i].bw, "row %zu", i);
        cr_expect_eq(bw, table[i].bw ? table[i].value : 0, "row %zu", i);
        bres_result_unref(result);
    }
}

Test(model, of_a_repeated_benchmark_name_the_last_is_found)
{
    bres_result *result;
    bres_subbench *first;
    bres_subbench *last;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &first), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &last), BRES_OK);
    cr_expect_eq(bres_result_subbench(result, "b"), last);
    cr_expect_eq(bres_result_subbench_at(result, 0), first);
    bres_result_unref(result);
}

Test(model, a_reference_keeps_the_result)
{
    bres_result *result = small();

    cr_expect_eq(bres_result_ref(result), result);
    bres_result_unref(result);
    cr_expect_eq(bres_result_subbench_count(result), 2);
    bres_result_unref(result);
}

/* One row per function: the expression is true if the function returns the right value for NULL. */
Test(model, getters_take_null_handles)
{
    int64_t integer = 7;
    double real = 7;
    const float *samples = &(const float){ 0 };
    size_t count = 7;
    const struct {
        const char *call;
        bool nothing;
    } calls[] = {
#define CALL(expression) { #expression, (expression) }
        CALL(bres_result_ref(NULL) == NULL),
        CALL(bres_result_path(NULL) == NULL),
        CALL(bres_result_meta_json(NULL) == NULL),
        CALL(bres_result_file_version(NULL) == NULL),
        CALL(bres_result_extra_json(NULL) == NULL),
        CALL(bres_result_device_count(NULL) == 0),
        CALL(bres_result_device_at(NULL, 0) == NULL),
        CALL(bres_result_device(NULL, 0) == NULL),
        CALL(bres_result_subbench_count(NULL) == 0),
        CALL(bres_result_subbench_at(NULL, 0) == NULL),
        CALL(bres_result_subbench(NULL, "b") == NULL),
        CALL(bres_device_id(NULL) == 0),
        CALL(bres_device_name(NULL) == NULL),
        CALL(bres_device_json(NULL) == NULL),
        CALL(!bres_device_int64(NULL, "id", &integer)),
        CALL(!bres_device_float64(NULL, "id", &real)),
        CALL(bres_subbench_name(NULL) == NULL),
        CALL(bres_subbench_device_count(NULL) == 0),
        CALL(bres_subbench_device_id_at(NULL, 0) == 0),
        CALL(bres_subbench_axis_count(NULL) == 0),
        CALL(bres_subbench_axis_at(NULL, 0) == NULL),
        CALL(bres_subbench_axis(NULL, "a") == NULL),
        CALL(bres_subbench_state_count(NULL) == 0),
        CALL(bres_subbench_state_at(NULL, 0) == NULL),
        CALL(bres_subbench_state(NULL, "a=1") == NULL),
        CALL(!bres_subbench_setting(NULL, "timeout", &real)),
        CALL(bres_subbench_extra_json(NULL) == NULL),
        CALL(bres_axis_name(NULL) == NULL),
        CALL(bres_axis_type(NULL) == NULL),
        CALL(bres_axis_flags(NULL) == NULL),
        CALL(bres_axis_full_name(NULL) == NULL),
        CALL(bres_axis_value_count(NULL) == 0),
        CALL(bres_axis_value_at(NULL, 0) == NULL),
        CALL(bres_axis_extra_json(NULL) == NULL),
        CALL(bres_axis_value_input_string(NULL) == NULL),
        CALL(bres_axis_value_description(NULL) == NULL),
        CALL(!bres_axis_value_is_active(NULL)),
        CALL(bres_axis_value_kind(NULL) == BRES_KIND_ABSENT),
        CALL(!bres_axis_value_int64(NULL, &integer)),
        CALL(!bres_axis_value_float64(NULL, &real)),
        CALL(bres_axis_value_string(NULL) == NULL),
        CALL(bres_axis_value_extra_json(NULL) == NULL),
        CALL(bres_state_subbench(NULL) == NULL),
        CALL(bres_state_name(NULL) == NULL),
        CALL(bres_state_point_name(NULL) == NULL),
        CALL(bres_state_point_count(NULL) == 0),
        CALL(bres_state_point_axis_at(NULL, 0) == NULL),
        CALL(bres_state_point_text_at(NULL, 0) == NULL),
        CALL(bres_state_point_text(NULL, "a") == NULL),
        CALL(!bres_state_device(NULL, &integer)),
        CALL(!bres_state_type_config_index(NULL, &integer)),
        CALL(bres_state_run(NULL) == 0),
        CALL(!bres_state_is_skipped(NULL)),
        CALL(bres_state_skip_reason(NULL) == NULL),
        CALL(!bres_state_setting(NULL, "timeout", &real)),
        CALL(bres_state_extra_json(NULL) == NULL),
        CALL(bres_state_axis_value_count(NULL) == 0),
        CALL(bres_state_axis_value_at(NULL, 0) == NULL),
        CALL(bres_state_axis_value(NULL, "a") == NULL),
        CALL(bres_state_summary_count(NULL) == 0),
        CALL(bres_state_summary_at(NULL, 0) == NULL),
        CALL(bres_state_summary(NULL, "t") == NULL),
        CALL(!bres_state_median(NULL, &real)),
        CALL(!bres_state_bw(NULL, &real)),
        CALL(bres_state_samples(NULL, &samples, &count) == BRES_ERROR_ARGUMENT),
        CALL(samples == NULL && count == 0),
        CALL(bres_state_frequencies(NULL, &samples, &count) == BRES_ERROR_ARGUMENT),
        CALL(bres_summary_tag(NULL) == NULL),
        CALL(bres_summary_name(NULL) == NULL),
        CALL(bres_summary_hint(NULL) == NULL),
        CALL(bres_summary_description(NULL) == NULL),
        CALL(bres_summary_hide(NULL) == NULL),
        CALL(!bres_summary_is_hidden(NULL)),
        CALL(bres_summary_extra_json(NULL) == NULL),
        CALL(bres_summary_field_count(NULL) == 0),
        CALL(bres_summary_field_at(NULL, 0) == NULL),
        CALL(bres_summary_field(NULL, "value") == NULL),
        CALL(bres_summary_kind(NULL) == BRES_KIND_ABSENT),
        CALL(!bres_summary_int64(NULL, &integer)),
        CALL(!bres_summary_float64(NULL, &real)),
        CALL(bres_summary_string(NULL) == NULL),
        CALL(bres_value_name(NULL) == NULL),
        CALL(bres_value_type(NULL) == NULL),
        CALL(bres_value_kind(NULL) == BRES_KIND_ABSENT),
        CALL(!bres_value_int64(NULL, &integer)),
        CALL(!bres_value_float64(NULL, &real)),
        CALL(bres_value_string(NULL) == NULL),
        CALL(bres_value_text(NULL) == NULL),
        CALL(!bres_filter_selects_benchmark(NULL, NULL)),
        CALL(!bres_filter_selects_state(NULL, NULL)),
#undef CALL
    };

    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
        cr_expect(calls[i].nothing, "%s", calls[i].call);
    cr_expect(integer == 7 && real == 7, "written only when true");
    bres_result_unref(NULL);
    bres_filter_free(NULL);
    bres_state_release_samples(NULL);
    bres_times_init(NULL);
}

Test(model, getters_take_null_names)
{
    bres_result *result = small();
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    const bres_state *state = bres_subbench_state_at(bench, 0);
    const float *samples;
    size_t count;
    double real;
    int64_t integer;

    cr_expect_null(bres_result_subbench(result, NULL));
    cr_expect_null(bres_subbench_axis(bench, NULL));
    cr_expect_null(bres_subbench_state(bench, NULL));
    cr_expect_not(bres_subbench_setting(bench, NULL, &real));
    cr_expect_not(bres_state_setting(state, NULL, &real));
    cr_expect_not(bres_device_int64(bres_result_device_at(result, 0), NULL, &integer));
    cr_expect_not(bres_device_float64(bres_result_device_at(result, 0), NULL, &real));
    cr_expect_null(bres_state_point_text(state, NULL));
    cr_expect_null(bres_state_axis_value(state, NULL));
    cr_expect_null(bres_state_summary(state, NULL));
    cr_expect_null(bres_summary_field(bres_state_summary_at(state, 0), NULL));
    cr_expect_eq(bres_state_samples(state, NULL, &count), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_state_samples(state, &samples, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_state_frequencies(state, NULL, &count), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_state_frequencies(state, &samples, NULL), BRES_ERROR_ARGUMENT);
    bres_result_unref(result);
}
