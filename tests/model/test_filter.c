/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "model/model.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define VALUES_MAX 3

/* A state with axis values as in a file, including numbers and null. */
typedef struct fixture {
    bres__field fields[VALUES_MAX];
    bres_value values[VALUES_MAX];
    bres_subbench bench;
    bres_state state;
} fixture;

static void fixture_add(fixture *made, const char *axis, bres__json_kind json, const char *text)
{
    const uint32_t place = made->state.axis_value_count++;

    made->fields[place] = (bres__field){ .name = axis };
    made->values[place] =
        (bres_value){ .field = &made->fields[place], .json = (uint8_t)json, .text = text };
}

static void fixture_init(fixture *made, const char *bench)
{
    memset(made, 0, sizeof(*made));
    made->bench.name = bench;
    made->state.bench = &made->bench;
    made->state.axis_values = made->values;
}

Test(model, axis_filters_match_the_text_of_a_value)
{
    static const struct {
        const char *expression;
        bres__json_kind json;
        const char *text;
        bool selected;
    } table[] = {
        { "x=4", BRES__JSON_STRING, "4", true },
        { "x=4", BRES__JSON_INTEGER, "4", true },
        { "x=4", BRES__JSON_REAL, "4.0", false },
        { "x=4.0", BRES__JSON_REAL, "4.0", true },
        { "x=0.5", BRES__JSON_STRING, "0.50", false },
        { "x=null", BRES__JSON_NULL, "null", false },
        { "x=null", BRES__JSON_STRING, "null", true },
        { "x=true", BRES__JSON_TRUE, "true", true },
        { "x=a", BRES__JSON_MISSING, NULL, false },
        { "y=4", BRES__JSON_STRING, "4", false },
        { " \tx =\n 4 \r", BRES__JSON_STRING, "4", true },
        { "x=a b", BRES__JSON_STRING, "a b", true },
        { "x=a=b", BRES__JSON_STRING, "a=b", true },
        { "x=[4]", BRES__JSON_STRING, "4", true },
        { "x= [ 1, 4 ,,] ", BRES__JSON_STRING, "4", true },
        { "x=[1,2]", BRES__JSON_STRING, "4", false },
        { "x=[1,2", BRES__JSON_STRING, "[1,2", true },
        { "x=[", BRES__JSON_STRING, "[", true },
        { "x=1,2]", BRES__JSON_STRING, "1,2]", true },
        { "x=1,2", BRES__JSON_STRING, "1", false },
        { "x=1,2", BRES__JSON_STRING, "1,2", true },
        { "x=2^20", BRES__JSON_STRING, "1048576", false },
        { "x[pow2]=20", BRES__JSON_STRING, "1048576", true },
        { "x [pow2] = 20", BRES__JSON_STRING, "1048576", true },
        { "x[pow2]=[ 3, +4 ]", BRES__JSON_STRING, "16", true },
        { "x[pow2]=0", BRES__JSON_STRING, "1", true },
        { "x[pow2]=54", BRES__JSON_STRING, "18014398509481984", true },
        { "x[pow2]=63", BRES__JSON_STRING, "9223372036854775808", true },
        { "x[pow2]=64", BRES__JSON_STRING, "18446744073709551616", true },
        { "x[pow2]=-1", BRES__JSON_STRING, "0.5", true },
        { "x[pow2]=-20", BRES__JSON_STRING, "9.5367431640625e-07", true },
        { "x[pow2]=-1074", BRES__JSON_STRING, "5e-324", true },
        { "x[pow2]=-1075", BRES__JSON_STRING, "0", false },
        { "x[pow2]=65", BRES__JSON_STRING, "36893488147419103232", false },
        { "x[pow2]=99999999999999999999", BRES__JSON_STRING, "inf", false },
        { "x[pow2]=[99999999999999999999,2]", BRES__JSON_STRING, "4", true },
        { "x[POW2]=2", BRES__JSON_STRING, "2", false },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_filter *filter;
        fixture made;

        fixture_init(&made, "b");
        fixture_add(&made, "x", table[i].json, table[i].text);
        cr_assert_eq(bres_filter_new(&filter), BRES_OK);
        cr_assert_eq(bres_filter_add_axis(filter, table[i].expression), BRES_OK, "%s: %s",
                     table[i].expression, bres_last_error());
        cr_expect_eq(bres_filter_selects_state(filter, &made.state), table[i].selected,
                     "'%s' on '%s'", table[i].expression, table[i].text);
        cr_expect(bres_filter_selects_benchmark(filter, &made.bench));
        bres_filter_free(filter);
    }
}

Test(model, any_value_of_a_repeated_axis_matches)
{
    bres_filter *filter;
    fixture made;

    fixture_init(&made, "b");
    fixture_add(&made, NULL, BRES__JSON_STRING, "1");
    fixture_add(&made, "x", BRES__JSON_STRING, "1");
    fixture_add(&made, "x", BRES__JSON_STRING, "2");
    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "x=1"), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "x=2"), BRES_OK);
    cr_expect(bres_filter_selects_state(filter, &made.state));
    cr_assert_eq(bres_filter_add_axis(filter, "x=3"), BRES_OK);
    cr_expect_not(bres_filter_selects_state(filter, &made.state));
    bres_filter_free(filter);
}

Test(model, malformed_axis_filters)
{
    static const struct {
        const char *expression;
        const char *message;
    } table[] = {
        { "", "axis filter '': expected NAME=VALUE" },
        { "x", "axis filter 'x': expected NAME=VALUE" },
        { "=1", "axis filter '=1': expected NAME=VALUE" },
        { " = 1", "axis filter ' = 1': expected NAME=VALUE" },
        { "x= ", "axis filter 'x= ': expected NAME=VALUE" },
        { "[pow2]=1", "axis filter '[pow2]=1': the axis name before [pow2] is missing" },
        { " [pow2]=1", "axis filter ' [pow2]=1': the axis name before [pow2] is missing" },
        { "x[pow2]=a", "axis filter 'x[pow2]=a': an exponent of a [pow2] axis must be an integer" },
        { "x[pow2]=[1,2.0]",
          "axis filter 'x[pow2]=[1,2.0]': an exponent of a [pow2] axis must be an integer" },
        { "x=[]", "axis filter 'x=[]': the list has no value" },
        { "x=[ , ,]", "axis filter 'x=[ , ,]': the list has no value" },
        { "x[pow2]=[]", "axis filter 'x[pow2]=[]': the list has no value" },
    };
    bres_filter *filter;
    fixture made;

    fixture_init(&made, "b");
    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        cr_expect_eq(bres_filter_add_axis(filter, table[i].expression), BRES_ERROR_ARGUMENT, "%s",
                     table[i].expression);
        cr_expect_str_eq(bres_last_error(), table[i].message);
    }
    cr_expect(bres_filter_selects_state(filter, &made.state), "what failed selects nothing less");
    cr_expect_eq(bres_filter_new(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_filter_add_axis(NULL, "x=1"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_filter_add_axis(filter, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_filter_add_benchmark(NULL, "b"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_filter_add_benchmark(filter, NULL), BRES_ERROR_ARGUMENT);
    bres_filter_free(filter);
}

/* Arguments in order: a name stands for -b, NAME=VALUE for -a. */
static bres_status filter_of(const char *const *arguments, bres_filter **filter)
{
    bres_status status = bres_filter_new(filter);

    for (; status == BRES_OK && *arguments != NULL; arguments++)
        status = strchr(*arguments, '=') != NULL ? bres_filter_add_axis(*filter, *arguments)
                                                 : bres_filter_add_benchmark(*filter, *arguments);
    if (status != BRES_OK) {
        bres_filter_free(*filter);
        *filter = NULL;
    }
    return status;
}

Test(model, filters_belong_to_the_benchmark_before_them)
{
    static const struct {
        const char *arguments[8];
        const char *bench;
        const char *x;
        const char *y;
        bool bench_selected;
        bool state_selected;
    } table[] = {
        { { NULL }, "copy", "1", "1", true, true },
        { { "x=1" }, "copy", "1", "2", true, true },
        { { "x=1" }, "copy", "2", "2", true, false },
        { { "x=1", "y=2" }, "copy", "1", "1", true, false },
        { { "x=1", "y=2" }, "copy", "1", "2", true, true },
        { { "copy" }, "copy", "1", "1", true, true },
        { { "copy" }, "sort", "1", "1", false, false },
        { { "cop" }, "copy", "1", "1", false, false },
        { { "copy", "x=1" }, "copy", "1", "1", true, true },
        { { "copy", "x=1" }, "copy", "2", "1", true, false },
        { { "copy", "x=1", "sort" }, "sort", "2", "1", true, true },
        { { "x=1", "copy", "sort" }, "sort", "2", "1", true, false },
        { { "x=1", "copy", "y=1", "copy", "y=2" }, "copy", "1", "2", true, true },
        { { "x=1", "copy", "y=1", "copy", "y=2" }, "copy", "1", "3", true, false },
        { { "x=1", "copy", "y=1", "copy", "y=2" }, "copy", "2", "2", true, false },
        { { "copy", "x=1", "copy" }, "copy", "2", "2", true, true },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_filter *filter;
        fixture made;

        fixture_init(&made, table[i].bench);
        fixture_add(&made, "x", BRES__JSON_STRING, table[i].x);
        fixture_add(&made, "y", BRES__JSON_STRING, table[i].y);
        cr_assert_eq(filter_of(table[i].arguments, &filter), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(bres_filter_selects_benchmark(filter, &made.bench), table[i].bench_selected,
                     "row %zu", i);
        cr_expect_eq(bres_filter_selects_state(filter, &made.state), table[i].state_selected,
                     "row %zu", i);
        bres_filter_free(filter);
    }
}

Test(model, no_filter_selects_everything)
{
    fixture made;

    fixture_init(&made, "b");
    cr_expect(bres_filter_selects_benchmark(NULL, &made.bench));
    cr_expect(bres_filter_selects_state(NULL, &made.state));
}

static bres_status make_and_free(void *context)
{
    static const char *const arguments[] = {
        "x=1", "a",  "y=[1,2,3,4,5,6,7,8,9]", "z[pow2]=3", "b", "c", "d", "e", "f", "g", "h",
        "i",   NULL,
    };
    bres_filter *filter = (bres_filter *)&filter;
    bres_status status = filter_of(arguments, &filter);

    (void)context;
    cr_assert_eq(filter == NULL, status != BRES_OK);
    bres_filter_free(filter);
    return status;
}

Test(model, filters_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, make_and_free, NULL);
}
