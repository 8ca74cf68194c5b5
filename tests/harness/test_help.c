/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "harness/cli/arguments.h"
#include "harness/cli/program.h"

#include "support/describe.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static bres_suite *suite_make(void)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *copy = bres_suite_add(suite, "copy", body, NULL);

    bres_bench_add_int64_pow2_axis(copy, "Elements", (const int64_t[]){ 10, 16 }, 2);
    bres_bench_add_string_axis(copy, "T", (const char *const[]){ "F32" }, 1);
    bres_bench_add_float64_range(copy, "x", 0, 1, 0.5);
    bres_bench_add_int64_axis(copy, "i", (const int64_t[]){ -1 }, 1);
    bres_suite_add(suite, "plain", body, NULL);
    bres_bench_add_int64_axis(bres_suite_add(suite, "none", body, NULL), "N", NULL, 0);
    cr_assert_eq(suite->status, BRES_OK);
    return suite;
}

static bres__invocation invocation_read(bres_suite *suite, const char *a, const char *b)
{
    char *const words[] = { "program", "-b", (char *)a, "-b", (char *)b };
    bres__invocation invocation;

    cr_assert_eq(bres__arguments_read(suite, a != NULL ? 5 : 1, words, &invocation), BRES_OK);
    return invocation;
}

/* Expects lines of at most 80 columns. */
static void check_width(const char *text)
{
    for (const char *line = text; *line != '\0';) {
        const size_t length = strcspn(line, "\n");

        cr_expect_leq(length, 80, "%.*s", (int)length, line);
        line += length;
        line += *line == '\n';
    }
}

/* Whether the text has a line that begins with these words. */
static bool has_line(const char *text, const char *words)
{
    char line[256];

    snprintf(line, sizeof(line), "\n%s", words);
    return strstr(text, line) != NULL;
}

Test(harness, help_has_every_option_and_criterion)
{
    bres_suite *suite = suite_make();
    bres__text text = { 0 };
    char words[128];

    bres__put_help(&text, suite, "program");
    cr_assert(!text.failed);
    cr_assert_eq(strncmp(text.data, "usage: program [OPTION]...\n", 27), 0);
    check_width(text.data);
    for (const bres__option *option = bres__program_options; option->name != NULL; option++) {
        if (option->letter != '\0')
            snprintf(words, sizeof(words), "  -%c, --%s", option->letter, option->name);
        else
            snprintf(words, sizeof(words), "      --%s", option->name);
        cr_expect_eq(has_line(text.data, words), option->help != NULL, "%s", option->name);
    }
    for (size_t i = 0; i < bres_criteria_count(suite->criteria); i++) {
        const bres_criterion_definition *criterion = bres_criteria_at(suite->criteria, i);

        snprintf(words, sizeof(words), "  %s ", criterion->name);
        cr_expect(has_line(text.data, words), "%s", criterion->name);
        for (size_t k = 0; k < criterion->parameter_count; k++) {
            snprintf(words, sizeof(words), "      --%s ", criterion->parameters[k].name);
            cr_expect(has_line(text.data, words), "%s", criterion->parameters[k].name);
        }
    }
    cr_expect(strstr(text.data, "(percent; default 0.5)\n") != NULL);
    cr_expect(strstr(text.data, "(default 0.048)\n") != NULL);
    cr_expect(strstr(text.data, "(default 100)\n") != NULL);
    bres__text_free(&text);
    bres_suite_free(suite);
}

/* The man page describes all options, including options that are refused. */
Test(harness, help_and_the_manual_have_the_same_options)
{
    char *page = bres_test_read_file(bres_test_source("man/benchresult-bench.7"), NULL);
    char words[128];

    for (const bres__option *option = bres__program_options; option->name != NULL; option++) {
        snprintf(words, sizeof(words), option->help != NULL ? "Fl -%s" : "Ql --%s", option->name);
        cr_expect(strstr(page, words) != NULL, "%s", option->name);
        if (option->help == NULL)
            continue;
        snprintf(words, sizeof(words), "Fl -%s", option->alias != NULL ? option->alias : "");
        cr_expect(strstr(page, words) != NULL, "%s", option->alias);
        snprintf(words, sizeof(words), ".It Fl %c", option->letter);
        cr_expect(option->letter == '\0' || strstr(page, words) != NULL, "-%c", option->letter);
    }
    free(page);
}

static void taken_add(void *state, double seconds, void *user)
{
    (void)state;
    (void)seconds;
    (void)user;
}

static bool taken_is_finished(const void *state, void *user)
{
    (void)state;
    (void)user;
    return true;
}

/* A program's criterion may lack a description, or have long names. */
Test(harness, help_of_criteria_of_a_program)
{
    static const bres_parameter parameters[] = {
        { .name = "a-parameter-with-a-long-name", .kind = BRES_KIND_STRING, .string = "text" },
        { .name = "n", .kind = BRES_KIND_INT64, .int64 = -3, .description = "a number" },
    };
    bres_suite *suite = bres_suite_new();
    bres_criterion_definition definition;
    bres__text text = { 0 };

    bres_criterion_definition_init(&definition);
    definition.name = "own";
    definition.parameters = parameters;
    definition.parameter_count = 2;
    definition.add = taken_add;
    definition.is_finished = taken_is_finished;
    cr_assert_eq(bres_criteria_register(suite->criteria, &definition), BRES_OK);
    bres__put_help(&text, suite, "program");
    cr_expect(strstr(text.data, "\n  own\n"
                                "      --a-parameter-with-a-long-name TEXT\n"
                                "                              (default text)\n"
                                "      --n N                   a number (default -3)\n") != NULL,
              "%s", text.data);
    bres__text_free(&text);
    bres_suite_free(suite);
}

Test(harness, help_of_axes)
{
    bres__text text = { 0 };

    bres__put_help_axes(&text);
    check_width(text.data);
    cr_expect(strstr(text.data, "N[pow2]=[10:30:10]") != NULL);
    bres__text_free(&text);
}

static const char list_all[] = "# Benchmarks\n"
                               "\n"
                               "## [0] copy (6 configurations)\n"
                               "\n"
                               "### Axes\n"
                               "\n"
                               "* Elements (int64, pow2)\n"
                               "  * 2^10 = 1024\n"
                               "  * 2^16 = 65536\n"
                               "* T (string)\n"
                               "  * F32\n"
                               "* x (float64)\n"
                               "  * 0\n"
                               "  * 0.5\n"
                               "  * 1\n"
                               "* i (int64)\n"
                               "  * -1\n"
                               "\n"
                               "## [1] plain (1 configurations)\n"
                               "\n"
                               "## [2] none (0 configurations)\n"
                               "\n"
                               "### Axes\n"
                               "\n"
                               "* N (int64)\n";

static bres_status list_all_once(void *context)
{
    bres__text text = { 0 };
    const bres_status status = bres__put_list(&text, context, NULL);

    if (status == BRES_OK)
        bres_test_same_text(text.data, list_all, "the list");
    bres__text_free(&text);
    return status;
}

Test(harness, list_of_benchmarks)
{
    bres_suite *suite = suite_make();
    bres__invocation invocation = invocation_read(suite, NULL, NULL);
    bres__text text = { 0 };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, list_all_once, &invocation);
    bres__invocation_free(&invocation);
    invocation = invocation_read(suite, "1", "plain");
    cr_assert_eq(bres__put_list(&text, &invocation, NULL), BRES_OK);
    bres_test_same_text(text.data,
                        "# Benchmarks\n"
                        "\n"
                        "## [1] plain (1 configurations)\n"
                        "\n"
                        "## [1] plain (1 configurations)\n",
                        "a selection");
    bres__invocation_free(&invocation);
    bres__text_free(&text);
    bres_suite_free(suite);
}

static const char json_two[] = "{\n"
                               "  \"benchmarks\": [\n"
                               "    {\n"
                               "      \"name\": \"none\",\n"
                               "      \"index\": 2,\n"
                               "      \"axes\": [\n"
                               "        {\n"
                               "          \"name\": \"N\",\n"
                               "          \"type\": \"int64\",\n"
                               "          \"flags\": \"\",\n"
                               "          \"values\": []\n"
                               "        }\n"
                               "      ]\n"
                               "    },\n"
                               "    {\n"
                               "      \"name\": \"plain\",\n"
                               "      \"index\": 1,\n"
                               "      \"axes\": []\n"
                               "    }\n"
                               "  ]\n"
                               "}\n";

static bres_status list_once(void *context)
{
    bres__text text = { 0 };
    const bres_status status = bres__put_json_benches(&text, context);

    if (status == BRES_OK)
        bres_test_same_text(text.data, json_two, "the list");
    bres__text_free(&text);
    return status;
}

Test(harness, list_of_benchmarks_as_json)
{
    bres_suite *suite = suite_make();
    bres__invocation invocation = invocation_read(suite, "none", "plain");

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, list_once, &invocation);
    bres__invocation_free(&invocation);
    bres_suite_free(suite);
}
