/* SPDX-License-Identifier: MIT */
/* Results of counting, made from existing profiles. */
#include "base/base.h"
#include "support/counted.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static bres_profile *profile_of(const char *functions)
{
    char text[2048];
    bres_profile *profile;

    snprintf(text, sizeof text, "events: Ir\nob=/lib/o.so\n%s", functions);
    cr_assert_eq(bres_profile_parse(text, strlen(text), "p", NULL, &profile), BRES_OK, "%s",
                 bres_last_error());
    return profile;
}

/* A function of the loader, and a function with a file that calls a function without one. */
static const char statement_text[] = "fl=rtld.c\nfn=_dl_runtime_resolve\n1 40\n"
                                     "fl=a.c\nfn=f\n1 1000\ncfi=???\ncfn=g\ncalls=1 1\n1 60\n"
                                     "fl=???\nfn=g\n1 60\n";
static const char baseline_text[] = "fl=a.c\nfn=f\n1 100\n";

static bres_callgrind *callgrind_make(uint64_t number, bool with_baseline)
{
    bres_profile *profile = profile_of(statement_text);
    bres_profile *baseline = with_baseline ? profile_of(baseline_text) : NULL;
    bres_callgrind *callgrind;

    cr_assert_eq(bres_callgrind_from_profile(profile, number, baseline, &callgrind), BRES_OK, "%s",
                 bres_last_error());
    bres_profile_free(baseline);
    bres_profile_free(profile);
    return callgrind;
}

Test(callgrind, stats_of_profiles)
{
    bres_callgrind *callgrind = callgrind_make(10, true);
    double instructions;

    cr_expect_eq(bres_callgrind_number(callgrind), 10);
    cr_expect_eq(bres_callgrind_repeat_count(callgrind), 1);
    cr_expect_eq(bres_test_count_of(bres_callgrind_statement(callgrind, 0, false), "f"), 1000);
    cr_expect_eq(bres_test_count_of(bres_callgrind_statement(callgrind, 0, true), "f"), 1060);
    cr_expect_eq(bres_test_count_of(bres_callgrind_baseline(callgrind, true), "f"), 100);
    cr_expect_eq(bres_callgrind_instructions(callgrind, 0, &instructions), BRES_OK);
    cr_expect_eq(instructions, 100.0);
    bres_callgrind_free(callgrind);

    /* Case 47. */
    callgrind = callgrind_make(11, false);
    cr_expect_eq(bres_counts_size(bres_callgrind_baseline(callgrind, false)), 0);
    cr_expect_eq(bres_callgrind_instructions(callgrind, 0, &instructions), BRES_OK);
    cr_expect_eq(instructions, 100.0);
    bres_callgrind_free(callgrind);
}

Test(callgrind, stats_know_debug_symbols)
{
    static const struct {
        const char *functions;
        bool has;
    } cases[] = {
        { "fl=a.c\nfn=f\n1 50\nfl=???\nfn=g\n1 50\n", true },
        { "fl=a.c\nfn=f\n1 49\nfl=???\nfn=g\n1 51\n", false },
        { "fl=???\nfn=0x1234\n1 50\n", false },
        { "fl=a.c\nfn=f\n1 0\n", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_profile *profile = profile_of(cases[i].functions);
        bres_callgrind *callgrind;

        cr_assert_eq(bres_callgrind_from_profile(profile, 1, NULL, &callgrind), BRES_OK);
        cr_expect_eq(bres_callgrind_has_debug_symbols(callgrind), cases[i].has, "%s",
                     cases[i].functions);
        bres_callgrind_free(callgrind);
        bres_profile_free(profile);
    }
}

Test(callgrind, stats_text)
{
    bres_callgrind *callgrind = callgrind_make(10, true);
    bres_profile *profile = profile_of("fl=???\nfn=0x1234\n1 50\n");
    char *text;

    cr_assert_eq(bres_callgrind_text(callgrind, 0, "a title", &text), BRES_OK);
    cr_expect_str_eq(text, "a title\n"
                           "                           All          Noisy symbols removed\n"
                           "    Instructions:         1100                       1060\n"
                           "    Baseline:              100                        100\n"
                           "10 runs per measurement\n");
    bres_string_free(text);
    bres_callgrind_free(callgrind);

    cr_assert_eq(bres_callgrind_from_profile(profile, 1, NULL, &callgrind), BRES_OK);
    cr_assert_eq(bres_callgrind_text(callgrind, 0, NULL, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "\n1 run per measurement\nWarning: "), "%s", text);
    bres_string_free(text);
    bres_callgrind_free(callgrind);
    bres_profile_free(profile);
}

Test(callgrind, stats_as_summaries)
{
    static const struct {
        const char *tag;
        double value;
        bool hidden;
    } expected[] = {
        { "bres/callgrind/instructions", 100.0, false },
        { "bres/callgrind/total", 1100.0, true },
        { "bres/callgrind/baseline", 100.0, true },
        { "bres/callgrind/number", 10.0, true },
    };
    bres_callgrind *callgrind = callgrind_make(10, true);
    bres_subbench *bench;
    bres_result *result;
    bres_state *state;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    cr_assert_eq(bres_callgrind_add_summaries(callgrind, 0, state), BRES_OK);
    cr_assert_eq(bres_state_summary_count(state), sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);
        double value;

        cr_expect_str_eq(bres_summary_tag(summary), expected[i].tag);
        cr_expect(bres_summary_float64(summary, &value));
        cr_expect_eq(value, expected[i].value, "%s", expected[i].tag);
        cr_expect_eq(bres_summary_is_hidden(summary), expected[i].hidden, "%s", expected[i].tag);
    }
    bres_result_unref(result);
    bres_callgrind_free(callgrind);
}

Test(callgrind, stats_misuse)
{
    bres_callgrind *callgrind = callgrind_make(1, false);
    bres_profile *profile = profile_of(baseline_text);
    bres_callgrind *none = (bres_callgrind *)1;
    double instructions = 1.0;
    char *text = (char *)1;

    cr_expect_eq(bres_callgrind_from_profile(NULL, 1, NULL, &none), BRES_ERROR_ARGUMENT);
    cr_expect_null(none);
    cr_expect_eq(bres_callgrind_from_profile(profile, 0, NULL, &none), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_from_profile(profile, 1, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_instructions(callgrind, 1, &instructions), BRES_ERROR_ARGUMENT);
    cr_expect_eq(instructions, 0.0);
    cr_expect_eq(bres_callgrind_instructions(NULL, 0, &instructions), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_instructions(callgrind, 0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_text(callgrind, 1, NULL, &text), BRES_ERROR_ARGUMENT);
    cr_expect_null(text);
    cr_expect_eq(bres_callgrind_text(callgrind, 0, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_add_summaries(callgrind, 0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_callgrind_number(NULL), 0);
    cr_expect_eq(bres_callgrind_repeat_count(NULL), 0);
    cr_expect_null(bres_callgrind_statement(NULL, 0, false));
    cr_expect_null(bres_callgrind_statement(callgrind, 1, false));
    cr_expect_null(bres_callgrind_baseline(NULL, false));
    cr_expect_not(bres_callgrind_has_debug_symbols(NULL));
    bres_callgrind_free(NULL);
    bres_callgrind_free(callgrind);
    bres_profile_free(profile);
}

struct sweep {
    bres_profile *statement;
    bres_profile *baseline;
};

static bres_status sweep_make(void *context)
{
    const struct sweep *sweep = context;
    bres_callgrind *callgrind;
    char *text = NULL;
    bres_status status =
        bres_callgrind_from_profile(sweep->statement, 1, sweep->baseline, &callgrind);

    cr_assert_eq(callgrind != NULL, status == BRES_OK);
    if (status == BRES_OK) {
        status = bres_callgrind_text(callgrind, 0, NULL, &text);
        cr_assert_eq(text != NULL, status == BRES_OK);
    }
    bres_string_free(text);
    bres_callgrind_free(callgrind);
    return status;
}

/* After any failure, a state has all summaries or none. */
static bres_status sweep_summarize(void *context)
{
    bres_subbench *bench;
    bres_result *result;
    bres_state *state = NULL;
    bres_status status = bres_result_new(&result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(result, "b", &bench);
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &state);
    if (status == BRES_OK) {
        status = bres_callgrind_add_summaries(context, 0, state);
        cr_expect_eq(bres_state_summary_count(state), status == BRES_OK ? 4 : 0);
    }
    bres_result_unref(result);
    return status;
}

Test(callgrind, stats_survive_every_failing_allocation)
{
    struct sweep sweep = { profile_of(statement_text), profile_of(baseline_text) };
    bres_callgrind *callgrind = callgrind_make(1, true);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_make, &sweep);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_summarize, callgrind);
    bres_callgrind_free(callgrind);
    bres_profile_free(sweep.baseline);
    bres_profile_free(sweep.statement);
}
