/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

Test(model, keys_of_values)
{
    static const struct {
        bres__json_kind json;
        const char *text;
        const char *key;
    } table[] = {
        { BRES__JSON_MISSING, NULL, NULL },
        { BRES__JSON_NULL, "null", "None" },
        { BRES__JSON_TRUE, "true", "True" },
        { BRES__JSON_FALSE, "false", "False" },
        { BRES__JSON_INTEGER, "12", "12" },
        { BRES__JSON_INTEGER, "-0", "0" },
        { BRES__JSON_INTEGER, "18446744073709551616", "18446744073709551616" },
        { BRES__JSON_REAL, "0.123456789", "0.123456789" },
        { BRES__JSON_REAL, "123456789.0", "123456789.0" },
        { BRES__JSON_REAL, "1E+2", "100.0" },
        { BRES__JSON_REAL, "0.00001", "1e-05" },
        { BRES__JSON_REAL, "1e16", "1e+16" },
        { BRES__JSON_REAL, "NaN", "nan" },
        { BRES__JSON_REAL, "-Infinity", "-inf" },
        { BRES__JSON_STRING, "0.50", "0.50" },
        { BRES__JSON_STRING, "", "" },
        { BRES__JSON_ARRAY, "[1]", NULL },
        { BRES__JSON_OBJECT, "{}", NULL },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        char buffer[BRES__NUMBER_SIZE];
        const char *key = bres__value_key(table[i].json, table[i].text, buffer);

        cr_assert_eq(key == NULL, table[i].key == NULL, "row %zu", i);
        if (key != NULL)
            cr_expect_str_eq(key, table[i].key, "row %zu", i);
    }
}

#define VALUES_MAX 6

/* An axis as a file declares it, a state's value on it, and the text of the point. */
typedef struct point_row {
    const char *flags;
    bres_axis_value values[VALUES_MAX];
    size_t count;
    bres__json_kind json;
    const char *text;
    const char *input_string; /* of the state's value */
    const char *expected;
} point_row;

#define NUMBER(input, number)                                                                      \
    {                                                                                              \
        .input_string = (input), .text = (number), .json = BRES__JSON_INTEGER                      \
    }
#define REAL(input, number)                                                                        \
    {                                                                                              \
        .input_string = (input), .text = (number), .json = BRES__JSON_REAL                         \
    }
#define POW2_TO_16                                                                                 \
    {                                                                                              \
        NUMBER("0", "1"), NUMBER("1", "2"), NUMBER("2", "4"), NUMBER("3", "8"), NUMBER("4", "16")  \
    }

static const point_row points[] = {
    { "", { NUMBER("a", "1"), NUMBER("b", "2") }, 2, BRES__JSON_STRING, "2", NULL, "b" },
    { "", { NUMBER("a", "1"), NUMBER("b", "2") }, 2, BRES__JSON_INTEGER, "1", NULL, "a" },
    { "", { NUMBER("a", "1"), NUMBER("b", "2") }, 2, BRES__JSON_STRING, "b", NULL, "b" },
    { "", { NUMBER("a", "1"), NUMBER("b", "1") }, 2, BRES__JSON_STRING, "1", NULL, "b" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_STRING, "3", NULL, "3" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_REAL, "2.50", NULL, "2.5" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_ARRAY, "[1]", NULL, "[1]" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_NULL, "null", NULL, "None" },
    { "",
      { { .input_string = "n", .text = "null", .json = BRES__JSON_NULL } },
      1,
      BRES__JSON_NULL,
      "null",
      NULL,
      "n" },
    { "",
      { REAL("0.12346", "0.123456789") },
      1,
      BRES__JSON_STRING,
      "0.123456789",
      NULL,
      "0.12346" },
    { "",
      { REAL("1.2346e+08", "123456789.0") },
      1,
      BRES__JSON_STRING,
      "123456789",
      NULL,
      "123456789" },
    { "", { REAL("0", "0.0") }, 1, BRES__JSON_STRING, "0", NULL, "0" },
    { "", { { .input_string = "I32" } }, 1, BRES__JSON_STRING, "I32", NULL, "I32" },
    { "", { { .text = "1", .json = BRES__JSON_INTEGER } }, 1, BRES__JSON_STRING, "1", NULL, "1" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_MISSING, NULL, "1", "a" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_MISSING, NULL, "z", "z" },
    { "", { NUMBER("a", "1") }, 1, BRES__JSON_MISSING, NULL, NULL, "" },
    { "pow2", { NUMBER("8", "256") }, 1, BRES__JSON_STRING, "256", NULL, "8" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "1", NULL, "0" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "2", NULL, "1" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "4", NULL, "2" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "8", NULL, "3" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "16", NULL, "4" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_STRING, "32", NULL, "32" },
    { "pow2", POW2_TO_16, 5, BRES__JSON_MISSING, NULL, "4", "4" },
};

Test(model, points_have_the_input_strings_of_the_axis)
{
    for (size_t i = 0; i < sizeof(points) / sizeof(*points); i++) {
        const point_row *row = &points[i];
        bres_axis axis = {
            .name = "x",
            .flags = { row->flags, BRES__JSON_STRING },
            .values = (bres_axis_value *)row->values,
            .value_count = row->count,
        };
        const bres_value value = { .text = row->text, .json = (uint8_t)row->json };
        bres__arena arena = { 0 };
        bres__point point[1];
        bres__point_draft draft = { .points = point };

        cr_assert_eq(bres__axis_complete(&axis, &arena), BRES_OK);
        cr_assert_eq(bres__point_add(&draft, &axis, &value, row->input_string, &arena), BRES_OK);
        cr_expect_eq(draft.count, 1);
        cr_expect_str_eq(point[0].axis, row->flags[0] == '\0' ? "x" : "x[pow2]", "row %zu", i);
        cr_expect_str_eq(point[0].text, row->expected, "row %zu", i);
        bres__map_free(&axis.inputs);
        bres__arena_free(&arena);
    }
}

Test(model, a_repeated_axis_keeps_its_place_in_the_point)
{
    const bres_axis x = { .name = "x", .full_name = "x" };
    const bres_axis y = { .name = "y", .full_name = "y[odd]" };
    const bres_value one = { .text = "1", .json = BRES__JSON_STRING };
    const bres_value two = { .text = "2 2", .json = BRES__JSON_STRING };
    bres__arena arena = { 0 };
    bres__point point[3];
    bres__point_draft draft = { .points = point };

    cr_assert_eq(bres__point_add(&draft, &x, &one, NULL, &arena), BRES_OK);
    cr_assert_eq(bres__point_add(&draft, &y, &one, NULL, &arena), BRES_OK);
    cr_assert_eq(bres__point_add(&draft, &x, &two, NULL, &arena), BRES_OK);
    cr_expect_eq(draft.count, 2);
    cr_expect_str_eq(bres__point_name(point, draft.count, &arena), "x=2 2 y[odd]=1");
    cr_expect_str_eq(bres__point_name(point, 0, &arena), "");
    bres__arena_free(&arena);
}

typedef enum name_axis { INT64_AXIS, POW2_AXIS, FLOAT64_AXIS, STRING_AXIS, TYPE_AXIS } name_axis;

static const struct {
    name_axis axis;
    int64_t integer;
    double real;
    const char *string;
    const char *name;
    const char *point;
} names[] = {
    { INT64_AXIS, -12, 0, NULL, "a=-12", "a=-12" },
    { POW2_AXIS, 1, 0, NULL, "a=2^0", "a[pow2]=0" },
    { POW2_AXIS, 2, 0, NULL, "a=2^1", "a[pow2]=1" },
    { POW2_AXIS, 4, 0, NULL, "a=2^2", "a[pow2]=2" },
    { POW2_AXIS, 8, 0, NULL, "a=2^3", "a[pow2]=3" },
    { POW2_AXIS, 16, 0, NULL, "a=2^4", "a[pow2]=4" },
    { POW2_AXIS, INT64_MIN, 0, NULL, "a=2^63", "a[pow2]=63" },
    { FLOAT64_AXIS, 0, 0.123456789, NULL, "a=0.12346", "a=0.12346" },
    { FLOAT64_AXIS, 0, 3, NULL, "a=3", "a=3" },
    { FLOAT64_AXIS, 0, 123456789, NULL, "a=1.2346e+08", "a=123456789" },
    { FLOAT64_AXIS, 0, -INFINITY, NULL, "a=-inf", "a=-inf" },
    { FLOAT64_AXIS, 0, -NAN, NULL, "a=nan", "a=nan" },
    { STRING_AXIS, 0, 0, "up and down", "a=up and down", "a=up and down" },
    { STRING_AXIS, 0, 0, "", "a=", "a=" },
    { TYPE_AXIS, 0, 0, "I32", "a=I32", "a=I32" },
};

static bres_status add_axis(bres_subbench *bench, name_axis axis)
{
    static const int64_t integers[] = { -12, 1 };
    static const int64_t exponents[] = { 0, 1, 2, 3, 4, 63 };
    static const double reals[] = { 0.123456789, 3, 123456789, -INFINITY, NAN };
    static const char *const strings[] = { "up and down", "I32", "" };

    switch (axis) {
    case INT64_AXIS:
        return bres_subbench_add_int64_axis(bench, "a", integers, 2);
    case POW2_AXIS:
        return bres_subbench_add_pow2_axis(bench, "a", exponents, 6);
    case FLOAT64_AXIS:
        return bres_subbench_add_float64_axis(bench, "a", reals, 5);
    case STRING_AXIS:
        return bres_subbench_add_string_axis(bench, "a", strings, 3);
    case TYPE_AXIS:
        return bres_subbench_add_type_axis(bench, "a", strings, NULL, 3);
    }
    return BRES_ERROR_ARGUMENT;
}

Test(model, names_of_built_states)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        bres_result *result;
        bres_subbench *bench;
        bres_state *state;
        char expected[64];
        bres_status status;

        cr_assert_eq(bres_result_new(&result), BRES_OK);
        cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
        cr_assert_eq(add_axis(bench, names[i].axis), BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
        cr_expect_str_eq(bres_state_name(state), "");
        cr_expect_str_eq(bres_state_point_name(state), "");
        if (names[i].string != NULL)
            status = bres_state_add_axis_string(state, "a", names[i].string);
        else if (names[i].axis == FLOAT64_AXIS)
            status = bres_state_add_axis_float64(state, "a", names[i].real);
        else
            status = bres_state_add_axis_int64(state, "a", names[i].integer);
        cr_assert_eq(status, BRES_OK, "row %zu: %s", i, bres_last_error());
        cr_expect_str_eq(bres_state_name(state), names[i].name, "row %zu", i);
        cr_expect_str_eq(bres_state_point_name(state), names[i].point, "row %zu", i);
        cr_assert_eq(bres_state_set_device(state, -3), BRES_OK);
        strcat(strcpy(expected, "Device=-3 "), names[i].name);
        cr_expect_str_eq(bres_state_name(state), expected, "row %zu", i);
        cr_expect_str_eq(bres_state_point_name(state), names[i].point, "row %zu", i);
        bres_result_unref(result);
    }
}

Test(model, the_name_follows_the_order_in_which_parts_are_added)
{
    static const int64_t values[] = { 1 };
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "x", values, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_int64_axis(bench, "y", values, 1), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_state_set_device(state, 1), BRES_OK);
    cr_expect_str_eq(bres_state_name(state), "Device=1");
    cr_expect_str_eq(bres_state_point_name(state), "Device=1");
    cr_assert_eq(bres_state_add_axis_int64(state, "y", 5), BRES_OK);
    cr_assert_eq(bres_state_add_axis_int64(state, "x", 6), BRES_OK);
    cr_assert_eq(bres_state_set_device(state, 0), BRES_OK);
    cr_expect_str_eq(bres_state_name(state), "Device=0 y=5 x=6");
    cr_expect_str_eq(bres_state_point_name(state), "y=5 x=6");
    bres_result_unref(result);
}
