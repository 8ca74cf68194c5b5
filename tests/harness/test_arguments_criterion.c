/* SPDX-License-Identifier: MIT */
#include "support/invoked.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static void fixed_add(void *state, double seconds, void *user)
{
    (void)state;
    (void)seconds;
    (void)user;
}

static bool fixed_is_finished(const void *state, void *user)
{
    (void)state;
    (void)user;
    return true;
}

/* Registers a criterion "fixed" with one parameter, which may be NULL. */
static void register_fixed(bres_suite *suite, const bres_parameter *parameter)
{
    bres_criterion_definition definition;

    bres_criterion_definition_init(&definition);
    definition.name = "fixed";
    definition.description = "at once";
    definition.parameters = parameter;
    definition.parameter_count = parameter != NULL;
    definition.add = fixed_add;
    definition.is_finished = fixed_is_finished;
    cr_assert_eq(bres_criteria_register(bres_suite_criteria(suite), &definition), BRES_OK, "%s",
                 bres_last_error());
}

typedef struct invoked_row {
    const char *line;
    const char *expected; /* of a refusal: the beginning of the message */
} invoked_row;

static const invoked_row rows[] = {
    { "--stopping-criterion entropy",
      "a entropy(max-angle=0.048,min-r2=0.36); b entropy(max-angle=0.048,min-r2=0.36); "
      "c entropy(max-angle=0.048,min-r2=0.36)" },
    { "-b a --stopping-criterion=sample-count --target-samples 7 -b b",
      "a sample-count(target-samples=7); b" },
    /* Percent for one parameter: case 49. */
    { "-b a --max-noise 0.5", "a stdrel(min-time=0.5,max-noise=0.005)" },
    { "-b a --max-noise=25 --min-time 0", "a stdrel(max-noise=0.25,min-time=0)" },
    { "-b a --stopping-criterion cv --max-cv 5",
      "a cv(cv-min-samples=5,cv-max-samples=15,cv-long-time=1,max-cv=5)" },
    { "-b a --stopping-criterion entropy --max-angle 0.42",
      "a entropy(min-r2=0.36,max-angle=0.42)" },
    /* Combinations. */
    { "-b a --stopping-criterion any-of(entropy,sample-count) --target-samples 3 --min-r2 1",
      "a any-of(entropy,sample-count)(max-angle=0.048,min-r2=1,target-samples=3)" },
    { "-b a --stopping-criterion at-least-time(stdrel) --at-least-time 2 --max-noise 1",
      "a at-least-time(stdrel)(at-least-time=2,min-time=0.5,max-noise=0.01)" },
    /* A criterion of the program. */
    { "-b a --stopping-criterion fixed --label some~text", "a fixed(label=some text)" },
    /* A benchmark's declared criterion. */
    { "-b c --target-samples 9", "c sample-count(target-samples=9)" },
    { "-b c --stopping-criterion stdrel --min-time 1", "c stdrel(max-noise=0.005,min-time=1)" },
    /* Global and local scopes: cases 51 and 53. */
    { "--max-noise 1 -b a --min-time 2 -b b",
      "a stdrel(max-noise=0.01,min-time=2); b stdrel(min-time=0.5,max-noise=0.01)" },
    { "--max-noise 1 -b a --stopping-criterion stdrel -b b",
      "a stdrel(max-noise=0.005,min-time=0.5); b stdrel(min-time=0.5,max-noise=0.01)" },
    { "--stopping-criterion entropy --max-angle 1 -b a --stopping-criterion stdrel --min-time 0.7 "
      "-b b",
      "a stdrel(max-noise=0.005,min-time=0.7); b entropy(min-r2=0.36,max-angle=1)" },
    { "--stopping-criterion entropy -b a --min-r2 0.5", "a entropy(max-angle=0.048,min-r2=0.5)" },
    /* Refused: the scopes, cases 51 and 52. */
    { "--stopping-criterion entropy --stopping-criterion entropy",
      "BRES_ERROR_CONFLICT: option '--stopping-criterion': 'entropy' is a second criterion "
      "(expected at most one for each --benchmark, and one before them)" },
    { "-b a --stopping-criterion cv --stopping-criterion iqr",
      "BRES_ERROR_CONFLICT: option '--stopping-criterion': 'iqr' is a second criterion (expected "
      "at most one for each --benchmark, and one before them)" },
    { "--min-time 0.1 --stopping-criterion entropy",
      "BRES_ERROR_CONFLICT: option '--stopping-criterion': 'entropy' would discard the value of "
      "--min-time (expected the criterion before its parameters)" },
    { "-b a --min-time 0.1 --max-noise 1 --stopping-criterion entropy",
      "BRES_ERROR_CONFLICT: option '--stopping-criterion': 'entropy' would discard the value of "
      "--min-time (expected the criterion before its parameters)" },
    /* Refused: not a parameter of this criterion, cases 50 and 53; and an unknown one, case 54. */
    { "--stopping-criterion entropy --min-time 0.1",
      "BRES_ERROR_KEY: option '--min-time': unknown parameter of entropy, the criterion of "
      "benchmark 'a' (expected --max-angle, --min-r2)" },
    { "--max-angle 0.1", "BRES_ERROR_KEY: option '--max-angle': unknown parameter of stdrel, the "
                         "criterion of benchmark 'a' (expected --max-noise, --min-time)" },
    { "-b c --max-noise 1",
      "BRES_ERROR_KEY: option '--max-noise': unknown parameter of sample-count, the criterion of "
      "benchmark 'c' (expected --target-samples)" },
    { "--stopping-criterion fixed --max-noise 1",
      "BRES_ERROR_KEY: option '--max-noise': unknown parameter of fixed, the criterion of "
      "benchmark 'a' (expected --label)" },
    { "--stopping-criterion nope", "BRES_ERROR_KEY: option '--stopping-criterion': " },
    { "-b a --stopping-criterion any-of(", "BRES_ERROR_VALUE: option '--stopping-criterion': " },
    { "-b a --stopping-criterion=", "BRES_ERROR_VALUE: option '--stopping-criterion': " },
    /* Refused: values. */
    { "--max-noise 5%", "BRES_ERROR_VALUE: option '--max-noise': '5%' is not a number" },
    { "--max-noise inf", "BRES_ERROR_VALUE: option '--max-noise': " },
    { "--max-noise -1", "BRES_ERROR_VALUE: option '--max-noise': " },
    { "--min-time 1s", "BRES_ERROR_VALUE: option '--min-time': " },
    { "-b c --target-samples 1e3", "BRES_ERROR_VALUE: option '--target-samples': " },
    { "--max-noise", "BRES_ERROR_ARGUMENT: option '--max-noise' needs a value: VALUE" },
};

static bres_suite *suite_make(void)
{
    static const bres_parameter label = { .name = "label", .kind = BRES_KIND_STRING, .string = "" };
    bres_suite *suite = bres_suite_new();
    bres_criterion *criterion = NULL;
    bres_bench *bench;

    register_fixed(suite, &label);
    bres_suite_add(suite, "a", body, NULL);
    bres_suite_add(suite, "b", body, NULL);
    bench = bres_suite_add(suite, "c", body, NULL);
    bres_criterion_new(bres_suite_criteria(suite), "sample-count", &criterion);
    bres_bench_set_criterion(bench, criterion);
    cr_assert_eq(suite->status, BRES_OK);
    return suite;
}

Test(harness, arguments_of_criteria)
{
    bres_suite *suite = suite_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *text = bres_test_invoked(suite, rows[i].line);

        if (strncmp(rows[i].expected, "BRES_ERROR", 10) == 0)
            cr_expect(strncmp(text, rows[i].expected, strlen(rows[i].expected)) == 0, "'%s': %s",
                      rows[i].line, text);
        else
            cr_expect_str_eq(text, rows[i].expected, "'%s': %s", rows[i].line, text);
        free(text);
    }
    bres_suite_free(suite);
}

/* If the criterion has no parameters, the message lists none. */
Test(harness, arguments_of_a_criterion_without_parameters)
{
    bres_suite *suite = bres_suite_new();
    char *text;

    register_fixed(suite, NULL);
    bres_suite_add(suite, "a", body, NULL);
    text = bres_test_invoked(suite, "--stopping-criterion fixed --max-noise 1");
    cr_assert_str_eq(text, "BRES_ERROR_KEY: option '--max-noise': unknown parameter of fixed, the "
                           "criterion of benchmark 'a' (expected no parameter)");
    free(text);
    bres_suite_free(suite);
}

/* A parameter with the name of an option could never be set, or would hide the option. */
Test(harness, arguments_refuse_a_parameter_that_is_an_option)
{
    static const char *const names[] = { "timeout", "md", "stopping-criterion" };

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const bres_parameter parameter = { .name = names[i], .kind = BRES_KIND_INT64 };
        bres_suite *suite = bres_suite_new();
        char *text;

        register_fixed(suite, &parameter);
        text = bres_test_invoked(suite, "");
        cr_expect(strstr(text, "BRES_ERROR_CONFLICT: the criterion 'fixed' has a parameter '") ==
                      text,
                  "%s", text);
        cr_expect(strstr(text, names[i]) != NULL, "%s", text);
        free(text);
        bres_suite_free(suite);
    }
}
