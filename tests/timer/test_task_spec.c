/* SPDX-License-Identifier: MIT */
#include "support/timings.h"

#include <criterion/criterion.h>
#include <string.h>

static bres_task_spec spec_of(const char *stmt, const char *setup, const char *label,
                              const char *sub_label, const char *description)
{
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.stmt = stmt;
    spec.setup = setup;
    spec.label = label;
    spec.sub_label = sub_label;
    spec.description = description;
    return spec;
}

Test(timer, task_spec_defaults)
{
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    bres_task_spec_init(NULL);
    cr_assert_eq(spec.size, sizeof(spec));
    cr_assert_str_eq(spec.stmt, "");
    cr_assert_str_eq(spec.setup, "pass");
    cr_assert_str_eq(spec.global_setup, "");
    cr_assert_null(spec.label);
    cr_assert_null(spec.sub_label);
    cr_assert_null(spec.description);
    cr_assert_null(spec.env);
    cr_assert_eq(spec.num_threads, 1);
}

Test(timer, task_specs_are_equal_in_all_members)
{
    bres_task_spec base;
    bres_task_spec changed[8];

    bres_task_spec_init(&base);
    for (size_t i = 0; i < 8; i++)
        bres_task_spec_init(&changed[i]);
    changed[0].stmt = "x";
    changed[1].setup = "";
    changed[2].global_setup = "x";
    changed[3].label = "";
    changed[4].sub_label = "";
    changed[5].description = "";
    changed[6].env = "";
    changed[7].num_threads = 2;
    cr_assert(bres_task_spec_equal(&base, &base));
    cr_assert(bres_task_spec_equal(NULL, &base));
    for (size_t i = 0; i < 8; i++) {
        cr_assert(!bres_task_spec_equal(&base, &changed[i]), "row %zu", i);
        cr_assert(!bres_task_spec_equal(&changed[i], NULL), "row %zu", i);
        cr_assert(bres_task_spec_equal(&changed[i], &changed[i]), "row %zu", i);
    }
    base.setup = NULL;
    cr_assert(bres_task_spec_equal(&base, NULL), "NULL is the default setup");
    base.num_threads = 0;
    cr_assert(!bres_task_spec_equal(&base, &base), "an invalid spec is equal to none");
}

Test(timer, task_spec_normalizes_statements)
{
    static const struct {
        const char *text;
        const char *expected;
    } rows[] = {
        { "", "" },
        { "x", "x" },
        { "\n  x=1\n    y=2\n  ", "x=1\n  y=2" },
        { "\n\n  z=1\n", "\nz=1" },
        { "    a\n\n      b\n   \n    c  \n\n", "a\n\n  b\n\nc" },
        { "  a\n\tb", "  a\n\tb" },
        { "\t a\n\t\tb", " a\n\tb" },
        { "  \t\n   ", "" },
        { "  a\n b\n", " a\nb" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text;

        cr_assert_eq(bres_task_spec_normalize(rows[i].text, &text), BRES_OK);
        cr_assert_str_eq(text, rows[i].expected, "row %zu", i);
        bres_string_free(text);
    }
}

Test(timer, task_spec_summary_and_title)
{
    static const struct {
        const char *texts[5]; /* statement, setup, label, sub-label, description */
        const char *title;
        const char *summary;
    } rows[] = {
        { { "f(x)", "pass", NULL, NULL, NULL }, "f(x)", "f(x)" },
        { { "f(x)", "", "L", "", "" }, "L", "L" },
        { { "f(x)", "import x", "L", "s", "d" }, "L: s", "L: s\nd\nsetup: import x" },
        { { "f(x)", "pass", "", NULL, NULL }, "", "" },
        { { "f(x)", "pass", "", "s", NULL }, ": s", ": s" },
        { { "a\n\nb", "pass", NULL, NULL, "d" }, "stmt:\n  a\n\n  b", "stmt:\n  a\n\n  b\n\nd" },
        { { "a\nb", "pass", NULL, "s", NULL }, "stmt: (s)\n  a\n  b", "stmt: (s)\n  a\n  b\n" },
        { { "f", "a=1\nb=2", NULL, NULL, NULL }, "f", "f\nsetup:\n  a=1\n  b=2\n" },
        { { "f", "pass", "\033[31mL", NULL, "a\tb" }, "\033[31mL", "\\x1B[31mL\na\tb" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const *texts = rows[i].texts;
        const bres_task_spec spec = spec_of(texts[0], texts[1], texts[2], texts[3], texts[4]);
        bres_measurement *measurement = bres_test_timing(&spec, 1, NULL, 0);
        char *text;

        cr_assert_str_eq(bres_measurement_title(measurement), rows[i].title, "row %zu", i);
        cr_assert_eq(bres_task_spec_summary(&spec, &text), BRES_OK);
        cr_assert_str_eq(text, rows[i].summary, "row %zu", i);
        bres_string_free(text);
        bres_measurement_free(measurement);
    }
}

Test(timer, task_spec_refuses)
{
    bres_measurement *measurement = NULL;
    bres_task_spec spec;
    char *text = (char *)"";

    bres_task_spec_init(&spec);
    spec.num_threads = 0;
    cr_assert_eq(bres_measurement_new(&spec, 1, NULL, 0, &measurement), BRES_ERROR_ARGUMENT);
    cr_assert_null(measurement);
    cr_assert_eq(bres_task_spec_summary(&spec, &text), BRES_ERROR_ARGUMENT);
    cr_assert_null(text);
    spec.num_threads = 1;
    spec.reserved = 1;
    cr_assert_eq(bres_measurement_new(&spec, 1, NULL, 0, &measurement), BRES_ERROR_ARGUMENT);
    spec.reserved = 0;
    /* Case 26: a text that is not UTF-8 never gets into a table. */
    spec.env = "a\xFF";
    cr_assert_eq(bres_measurement_new(&spec, 1, NULL, 0, &measurement), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "bres_task_spec.env "), "%s", bres_last_error());
    spec.env = NULL;
    spec.size = 8;
    cr_assert_eq(bres_measurement_new(&spec, 1, NULL, 0, &measurement), BRES_ERROR_VERSION);
    cr_assert_eq(bres_task_spec_normalize(NULL, &text), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_task_spec_normalize("", NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_task_spec_summary(NULL, NULL), BRES_ERROR_ARGUMENT);
}
