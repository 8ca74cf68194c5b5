/* SPDX-License-Identifier: MIT */
#include "model/model.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const bres__scalar type_int64 = { "int64", BRES__JSON_STRING };
static const bres__scalar type_float64 = { "float64", BRES__JSON_STRING };
static const bres__scalar type_string = { "string", BRES__JSON_STRING };
static const bres__scalar type_unknown = { "int32", BRES__JSON_STRING };
static const bres__scalar type_number = { "64", BRES__JSON_INTEGER };
static const bres__scalar type_missing = { NULL, BRES__JSON_MISSING };

#define NUL  BRES__JSON_NULL
#define FALS BRES__JSON_FALSE
#define TRU  BRES__JSON_TRUE
#define INT  BRES__JSON_INTEGER
#define REAL BRES__JSON_REAL
#define STR  BRES__JSON_STRING
#define ARR  BRES__JSON_ARRAY
#define OBJ  BRES__JSON_OBJECT

typedef struct value_row {
    const bres__scalar *type;
    bres__json_kind json;
    const char *text;
    const char *expected; /* NULL: well formed */
    bres_kind kind;
    int64_t integer; /* for the kind INT64 */
    double real;     /* for the kind FLOAT64 */
} value_row;

static const value_row rows[] = {
    { &type_int64, BRES__JSON_MISSING, NULL, NULL, BRES_KIND_ABSENT, 0, 0 },
    { &type_missing, BRES__JSON_MISSING, NULL, NULL, BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, NUL, "null", NULL, BRES_KIND_NULL, 0, 0 },
    { &type_float64, NUL, "null", NULL, BRES_KIND_NULL, 0, 0 },
    { &type_unknown, NUL, "null", NULL, BRES_KIND_NULL, 0, 0 },
    { &type_number, NUL, "null", NULL, BRES_KIND_NULL, 0, 0 },
    { &type_missing, NUL, "null", NULL, BRES_KIND_NULL, 0, 0 },

    { &type_int64, STR, "42", NULL, BRES_KIND_INT64, 42, 0 },
    { &type_int64, STR, " -1_000 ", NULL, BRES_KIND_INT64, -1000, 0 },
    { &type_int64, STR, "9223372036854775807", NULL, BRES_KIND_INT64, INT64_MAX, 0 },
    { &type_int64, STR, "-9223372036854775808", NULL, BRES_KIND_INT64, INT64_MIN, 0 },
    { &type_int64, STR, "9223372036854775808", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, STR, "1.0", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, STR, "1e3", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, STR, "", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, STR, "true", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, INT, "-7", NULL, BRES_KIND_INT64, -7, 0 },
    { &type_int64, INT, "18446744073709551616", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, REAL, "2.9", NULL, BRES_KIND_INT64, 2, 0 },
    { &type_int64, REAL, "-2.9", NULL, BRES_KIND_INT64, -2, 0 },
    { &type_int64, REAL, "-9223372036854775808.0", NULL, BRES_KIND_INT64, INT64_MIN, 0 },
    { &type_int64, REAL, "9223372036854775808.0", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, REAL, "1e19", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, REAL, "NaN", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, REAL, "-Infinity", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, TRU, "true", NULL, BRES_KIND_INT64, 1, 0 },
    { &type_int64, FALS, "false", NULL, BRES_KIND_INT64, 0, 0 },
    { &type_int64, ARR, "[1]", "an int64", BRES_KIND_ABSENT, 0, 0 },
    { &type_int64, OBJ, "{}", "an int64", BRES_KIND_ABSENT, 0, 0 },

    { &type_float64, STR, "0.25", NULL, BRES_KIND_FLOAT64, 0, 0.25 },
    { &type_float64, STR, " +1.25e-06 ", NULL, BRES_KIND_FLOAT64, 0, 1.25e-06 },
    { &type_float64, STR, "-inf", NULL, BRES_KIND_FLOAT64, 0, -INFINITY },
    { &type_float64, STR, "Infinity", NULL, BRES_KIND_FLOAT64, 0, INFINITY },
    { &type_float64, STR, "-nan", NULL, BRES_KIND_FLOAT64, 0, NAN },
    { &type_float64, STR, "0x10", "a float64", BRES_KIND_ABSENT, 0, 0 },
    { &type_float64, STR, "fast", "a float64", BRES_KIND_ABSENT, 0, 0 },
    { &type_float64, STR, "true", "a float64", BRES_KIND_ABSENT, 0, 0 },
    { &type_float64, INT, "3", NULL, BRES_KIND_FLOAT64, 0, 3 },
    { &type_float64, REAL, "1e400", NULL, BRES_KIND_FLOAT64, 0, INFINITY },
    { &type_float64, REAL, "NaN", NULL, BRES_KIND_FLOAT64, 0, NAN },
    { &type_float64, TRU, "true", NULL, BRES_KIND_FLOAT64, 0, 1 },
    { &type_float64, FALS, "false", NULL, BRES_KIND_FLOAT64, 0, 0 },
    { &type_float64, ARR, "[]", "a float64", BRES_KIND_ABSENT, 0, 0 },

    { &type_string, STR, "", NULL, BRES_KIND_STRING, 0, 0 },
    { &type_string, STR, "4", NULL, BRES_KIND_STRING, 0, 0 },
    { &type_string, INT, "4", "a string", BRES_KIND_ABSENT, 0, 0 },
    { &type_string, TRU, "true", "a string", BRES_KIND_ABSENT, 0, 0 },

    { &type_unknown, STR, "4", BRES__EXPECTED_TYPE, BRES_KIND_ABSENT, 0, 0 },
    { &type_number, STR, "4", BRES__EXPECTED_TYPE, BRES_KIND_ABSENT, 0, 0 },
    { &type_missing, STR, "4", BRES__EXPECTED_TYPE, BRES_KIND_ABSENT, 0, 0 },
};

static bool same_double(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

Test(model, values_are_classified_by_their_declared_type)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const value_row *row = &rows[i];
        bres_kind kind = BRES_KIND_STRING;
        const char *expected = bres__value_classify(row->type, row->json, row->text, &kind);

        cr_expect_eq(kind, row->kind, "row %zu: kind %d", i, (int)kind);
        cr_assert_eq(expected == NULL, row->expected == NULL, "row %zu: expects %s", i,
                     expected != NULL ? expected : "nothing");
        if (expected != NULL)
            cr_expect_str_eq(expected, row->expected, "row %zu", i);
    }
}

Test(model, value_getters_agree_with_the_kind)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const value_row *row = &rows[i];
        const bres__field field = { .name = "x", .type = *row->type };
        const bool is_number = row->kind == BRES_KIND_INT64 || row->kind == BRES_KIND_FLOAT64;
        const bres_value value = { .field = &field,
                                   .text = row->text,
                                   .json = (uint8_t)row->json,
                                   .kind = (uint8_t)row->kind };
        int64_t integer = -5;
        double real = -5;

        cr_expect_eq(bres_value_kind(&value), row->kind, "row %zu", i);
        cr_expect_eq(bres_value_int64(&value, &integer), row->kind == BRES_KIND_INT64, "row %zu",
                     i);
        cr_expect_eq(integer, row->kind == BRES_KIND_INT64 ? row->integer : -5, "row %zu", i);
        cr_expect_eq(bres_value_float64(&value, &real), is_number, "row %zu", i);
        if (row->kind == BRES_KIND_INT64)
            cr_expect_eq(real, (double)row->integer, "row %zu", i);
        else
            cr_expect(same_double(real, is_number ? row->real : -5), "row %zu: %g", i, real);
        cr_expect_eq(bres_value_string(&value), row->kind == BRES_KIND_STRING ? row->text : NULL,
                     "row %zu", i);
        cr_expect_eq(bres_value_text(&value),
                     is_number || row->kind == BRES_KIND_STRING ? row->text : NULL, "row %zu", i);
    }
}

Test(model, truthy_scalars)
{
    static const struct {
        bres__scalar scalar;
        bool truthy;
    } table[] = {
        { { NULL, BRES__JSON_MISSING }, false },
        { { "null", NUL }, false },
        { { "false", FALS }, false },
        { { "true", TRU }, true },
        { { "0", INT }, false },
        { { "-0", INT }, false },
        { { "10", INT }, true },
        { { "0.0", REAL }, false },
        { { "-0.0e5", REAL }, false },
        { { "1e-400", REAL }, false },
        { { "1e-300", REAL }, true },
        { { "NaN", REAL }, true },
        { { "", STR }, false },
        { { "0", STR }, true },
        { { "false", STR }, true },
        { { "[]", ARR }, false },
        { { "[ \n\t]", ARR }, false },
        { { "[ 0 ]", ARR }, true },
        { { "{}", OBJ }, false },
        { { "{ \r\n }", OBJ }, false },
        { { "{\"a\":0}", OBJ }, true },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        cr_expect_eq(bres__scalar_as_bool(&table[i].scalar), table[i].truthy, "row %zu: %s", i,
                     table[i].scalar.text);
}

Test(model, axis_values_have_the_kind_of_their_json_form)
{
    static const struct {
        bres__json_kind json;
        const char *text;
        bres_kind kind;
        double number;
    } table[] = {
        { BRES__JSON_MISSING, NULL, BRES_KIND_ABSENT, 0 },
        { NUL, "null", BRES_KIND_NULL, 0 },
        { INT, "4", BRES_KIND_INT64, 4 },
        { INT, "-9223372036854775808", BRES_KIND_INT64, -0x1p63 },
        { INT, "18446744073709551616", BRES_KIND_FLOAT64, 0x1p64 },
        { REAL, "4.0", BRES_KIND_FLOAT64, 4 },
        { REAL, "Infinity", BRES_KIND_FLOAT64, INFINITY },
        { STR, "4", BRES_KIND_STRING, 0 },
        { TRU, "true", BRES_KIND_ABSENT, 0 },
        { ARR, "[]", BRES_KIND_ABSENT, 0 },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        const bres_axis_value value = { .json = (uint8_t)table[i].json, .text = table[i].text };
        const bool integral = table[i].kind == BRES_KIND_INT64;
        int64_t integer = -5;
        double real = -5;

        cr_expect_eq(bres_axis_value_kind(&value), table[i].kind, "row %zu", i);
        cr_expect_eq(bres_axis_value_int64(&value, &integer), integral, "row %zu", i);
        cr_expect_eq(integer, integral ? (int64_t)table[i].number : -5, "row %zu", i);
        cr_expect_eq(bres_axis_value_float64(&value, &real),
                     integral || table[i].kind == BRES_KIND_FLOAT64, "row %zu", i);
        if (real != -5)
            cr_expect_eq(real, table[i].number, "row %zu", i);
        cr_expect_eq(bres_axis_value_string(&value),
                     table[i].kind == BRES_KIND_STRING ? table[i].text : NULL, "row %zu", i);
    }
}

Test(model, only_a_plain_false_makes_a_type_inactive)
{
    static const struct {
        bres__scalar is_active;
        bool expected;
    } table[] = {
        { { NULL, BRES__JSON_MISSING }, true },
        { { "true", TRU }, true },
        { { "false", FALS }, false },
        { { "null", NUL }, true },
        { { "0", INT }, true },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        const bres_axis_value value = { .is_active = table[i].is_active };

        cr_expect_eq(bres_axis_value_is_active(&value), table[i].expected, "row %zu", i);
    }
}

Test(model, only_the_last_field_and_tag_of_a_name_are_found)
{
    const bres__field field = { .name = "value", .type = type_int64 };
    const bres__field nameless = { .name = NULL, .type = type_int64 };
    bres_value fields[] = {
        { .field = &field, .text = "1", .json = STR, .kind = BRES_KIND_INT64 },
        { .field = &field, .text = "2", .json = STR, .kind = BRES_KIND_INT64 },
        { .field = &nameless, .text = "3", .json = STR, .kind = BRES_KIND_INT64 },
    };
    const bres__summary_shape shape = { .tag = "t", .hide = { "true", BRES__JSON_TRUE } };
    const bres__summary_shape tagless = { .tag = NULL };
    bres_summary summaries[] = {
        { .shape = &shape, .fields = fields, .field_count = 1 },
        { .shape = &shape, .fields = fields, .field_count = 3 },
        { .shape = &tagless },
    };
    const bres_summary *last = &summaries[1];
    const bres_state state = { .summaries = summaries, .summary_count = 3 };
    int64_t number = 0;

    cr_expect_eq(bres_state_summary(&state, "t"), last);
    cr_expect_null(bres_state_summary(&state, "u"));
    cr_expect(bres_summary_int64(last, &number) && number == 2);
    cr_expect_eq(bres_summary_field(last, "value"), &fields[1]);
    cr_expect_null(bres_summary_hide(last), "a hide that is no string has no text");
    cr_expect(bres_summary_is_hidden(last));
}
