/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "model/model.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* "copy" on device 3 with N=2^20 and T=F32; "copyback" without axes; "none" without states. */
static bres_result *result_make(void)
{
    bres_result *result = NULL;
    bres_subbench *bench = NULL;
    bres_state *state = NULL;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "copy", &bench), BRES_OK);
    bres_subbench_add_pow2_axis(bench, "N", (const int64_t[]){ 20 }, 1);
    bres_subbench_add_string_axis(bench, "T", (const char *const[]){ "F32" }, 1);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    bres_state_set_device(state, 3);
    bres_state_add_axis_int64(state, "N", 1 << 20);
    bres_state_add_axis_string(state, "T", "F32");
    cr_assert_str_eq(bres_state_name(state), "Device=3 N=2^20 T=F32");
    cr_assert_eq(bres_result_add_subbench(result, "copyback", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    bres_state_set_device(state, 3);
    cr_assert_eq(bres_result_add_subbench(result, "none", &bench), BRES_OK);
    return result;
}

typedef struct selection {
    bool copy;
    bool copyback;
    bool none; /* the benchmark itself, because it has no state */
} selection;

static selection select_by(const bres_result *result, const bres_filter *filter)
{
    const bres_subbench *copy = bres_result_subbench_at(result, 0);
    const bres_subbench *copyback = bres_result_subbench_at(result, 1);
    const selection selected = {
        .copy = bres_filter_selects_state(filter, bres_subbench_state_at(copy, 0)),
        .copyback = bres_filter_selects_state(filter, bres_subbench_state_at(copyback, 0)),
        .none = bres_filter_selects_benchmark(filter, bres_result_subbench_at(result, 2)),
    };

    cr_expect_eq(bres_filter_selects_benchmark(filter, copy), selected.copy);
    cr_expect_eq(bres_filter_selects_benchmark(filter, copyback), selected.copyback);
    return selected;
}

Test(model, regular_expressions_match_names_and_texts)
{
    static const struct {
        const char *regex;
        selection expected;
    } rows[] = {
        { "", { true, true, true } },
        { "copy", { true, true, false } },
        { "^copy$", { true, false, false } },
        { "^(copy|none)$", { true, false, true } },
        { "back$", { false, true, false } },
        { "copy/", { true, false, false } },
        { "^copy/N=2\\^20 T=F32$", { true, false, false } },
        { "T=F(32|64)$", { true, false, false } },
        { "N=2\\^2 ", { false, false, false } },
        { "^N=", { false, false, false } },
        { "Device", { false, false, false } },
        { "COPY", { false, false, false } },
        { "n{2}|n[^e]{2}", { false, false, true } },
    };
    bres_result *result = result_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_filter *filter = NULL;
        selection selected;

        cr_assert_eq(bres_filter_new(&filter), BRES_OK);
        cr_assert_eq(bres_filter_add_regex(filter, rows[i].regex), BRES_OK, "%s", rows[i].regex);
        selected = select_by(result, filter);
        cr_expect_eq(selected.copy, rows[i].expected.copy, "%s", rows[i].regex);
        cr_expect_eq(selected.copyback, rows[i].expected.copyback, "%s", rows[i].regex);
        cr_expect_eq(selected.none, rows[i].expected.none, "%s", rows[i].regex);
        bres_filter_free(filter);
    }
    bres_result_unref(result);
}

Test(model, regular_expressions_and_other_filters_must_all_match)
{
    bres_result *result = result_make();
    bres_filter *filter = NULL;
    selection selected;

    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    cr_assert_eq(bres_filter_add_regex(filter, "^copy"), BRES_OK);
    cr_assert_eq(bres_filter_add_regex(filter, "F32"), BRES_OK);
    selected = select_by(result, filter);
    cr_expect(selected.copy && !selected.copyback && !selected.none);
    cr_assert_eq(bres_filter_add_benchmark(filter, "copyback"), BRES_OK);
    cr_expect_not(bres_filter_selects_state(
        filter, bres_subbench_state_at(bres_result_subbench_at(result, 0), 0)));
    bres_filter_free(filter);
    bres_result_unref(result);
}

Test(model, regular_expressions_match_names_of_any_length)
{
    char name[2000];
    bres_result *result = NULL;
    bres_subbench *bench = NULL;
    bres_state *state = NULL;
    bres_filter *filter = NULL;

    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, name, &bench), BRES_OK);
    bres_subbench_add_string_axis(bench, "T", (const char *const[]){ name }, 1);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    bres_state_add_axis_string(state, "T", name);
    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    cr_assert_eq(bres_filter_add_regex(filter, "x/T=x+$"), BRES_OK);
    cr_expect(bres_filter_selects_state(filter, state));
    cr_assert_eq(bres_filter_add_regex(filter, "y"), BRES_OK);
    cr_expect_not(bres_filter_selects_state(filter, state));
    bres_filter_free(filter);
    bres_result_unref(result);
}

Test(model, regular_expressions_that_are_not_valid)
{
    static const char *const rows[] = { "[", "(", "a{2", "a{3,2}", "*(" };
    bres_filter *filter = NULL;

    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char expected[64];

        cr_expect_eq(bres_filter_add_regex(filter, rows[i]), BRES_ERROR_ARGUMENT, "%s", rows[i]);
        snprintf(expected, sizeof(expected), "'%s' is not a regular expression: ", rows[i]);
        cr_expect_eq(strncmp(bres_last_error(), expected, strlen(expected)), 0, "%s",
                     bres_last_error());
        cr_expect_gt(strlen(bres_last_error()), strlen(expected));
    }
    cr_expect_eq(bres_filter_add_regex(NULL, "a"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_filter_add_regex(filter, NULL), BRES_ERROR_ARGUMENT);
    bres_filter_free(filter);
}

static bres_status add_once(void *context)
{
    bres_filter *filter = NULL;
    bres_status status = bres_filter_new(&filter);

    (void)context;
    if (status == BRES_OK)
        status = bres_filter_add_regex(filter, "a|b");
    if (status == BRES_OK)
        status = bres_filter_add_regex(filter, "c");
    bres_filter_free(filter);
    return status;
}

Test(model, regular_expressions_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, add_once, NULL);
}
