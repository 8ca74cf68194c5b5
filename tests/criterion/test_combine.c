/* SPDX-License-Identifier: MIT */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static double tenths(size_t index)
{
    (void)index;
    return 0.1;
}

Test(criterion, combinations_stop_to_the_sample)
{
    static const struct {
        const char *expression;
        const char *parameters;
        bres_test_stream stream;
        size_t limit;
        size_t stop;
    } rows[] = {
        { "any-of(stdrel)", NULL, bres_test_two_one, 1000, 80 },
        { "any-of(stdrel,sample-count)", NULL, bres_test_two_one, 1000, 80 },
        { "any-of(sample-count,stdrel)", "target-samples=70", bres_test_two_one, 1000, 70 },
        { "all-of(stdrel,sample-count)", NULL, bres_test_two_one, 1000, 112 },
        { "all-of(sample-count,entropy)", "target-samples=7", bres_test_ones, 1000, 8 },
        { "all-of(any-of(sample-count,entropy),stdrel)", NULL, bres_test_ones, 1000, 6 },
        { "at-least-time(entropy)", NULL, tenths, 1000, 6 },
        { "at-least-time(entropy)", "at-least-time=0.15", tenths, 1000, 2 },
        { "at-least-time(entropy)", "at-least-time=0.2", tenths, 1000, 2 },
        { "at-least-time(entropy)", "at-least-time=0.25", tenths, 1000, 4 },
        { "at-least-time(entropy)", "at-least-time=0", tenths, 1000, 2 },
        { "at-least-time(sample-count)", "target-samples=8 at-least-time=0.1", tenths, 1000, 8 },
        { "at-least-time(entropy)", NULL, bres_test_zeros, 1000, 0 },
        { "any-of(at-least-time(entropy),sample-count)", NULL, bres_test_zeros, 1000, 100 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_criterion *criterion = bres_test_criterion(rows[i].expression, rows[i].parameters);
        bres_criterion *copy;

        cr_expect_eq(bres_test_stop(criterion, rows[i].stream, 0, rows[i].limit), rows[i].stop,
                     "row %zu, %s: stopped at %zu", i, rows[i].expression,
                     bres_criterion_count(criterion));
        cr_assert_eq(bres_criterion_copy(criterion, &copy), BRES_OK);
        cr_assert_str_eq(bres_criterion_name(copy), rows[i].expression);
        cr_assert_eq(bres_criterion_add(copy, 1), BRES_ERROR_STATE, "a copy has been started");
        bres_criterion_free(criterion);
        cr_expect_eq(bres_test_stop(copy, rows[i].stream, 0, rows[i].limit), rows[i].stop,
                     "row %zu: the copy of %s", i, rows[i].expression);
        bres_criterion_free(copy);
    }
}

/* Combinations by calls instead of an expression: entropy, but at least 50 ms. */
Test(criterion, combinations_by_calls)
{
    bres_criterion *parts[2];
    bres_criterion *any;
    bres_criterion *all;
    bres_criterion *gate;
    double seconds;

    parts[0] = bres_test_criterion("entropy", NULL);
    parts[1] = bres_test_criterion("sample-count", "target-samples=3");
    cr_assert_eq(bres_criterion_new_any_of(parts, 2, &any), BRES_OK);
    cr_assert_str_eq(bres_criterion_name(any), "any-of(entropy,sample-count)");
    cr_assert_eq(bres_criterion_new_at_least_time(any, 0.05, &gate), BRES_OK);
    cr_assert(bres_criterion_float64(gate, "at-least-time", &seconds) && seconds == 0.05);
    cr_assert_eq(bres_test_stop(gate, tenths, 0, 10), 2);
    cr_assert_eq(bres_criterion_set_float64(gate, "at-least-time", 0.25), BRES_OK);
    cr_assert_eq(bres_test_stop(gate, tenths, 0, 10), 3);

    cr_assert_eq(bres_criterion_new_all_of(&gate, 1, &all), BRES_OK);
    cr_assert_str_eq(bres_criterion_name(all),
                     "all-of(at-least-time(any-of(entropy,sample-count)))");
    cr_assert_eq(bres_test_stop(all, tenths, 0, 10), 3);
    cr_assert_eq(bres_criterion_count(all), 3);
    bres_criterion_free(all);
}

/* After a failed call, the caller still owns the parts, and the parts are unchanged. */
Test(criterion, combinations_that_are_refused)
{
    bres_criterion *first = bres_test_criterion("entropy", NULL);
    bres_criterion *second = bres_test_criterion("stdrel", NULL);
    bres_criterion *whole = NULL;
    bres_criterion *parts[3] = { first, second, first };

    cr_assert_eq(bres_criterion_new_any_of(NULL, 1, &whole), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_any_of(parts, 0, &whole), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_any_of(parts, 2, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_all_of(parts, 3, &whole), BRES_ERROR_ARGUMENT);
    cr_assert_not_null(strstr(bres_last_error(), "'entropy', is given twice"));
    parts[2] = NULL;
    cr_assert_eq(bres_criterion_new_all_of(parts, 3, &whole), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_at_least_time(NULL, 1, &whole), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_at_least_time(first, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_new_at_least_time(first, -1, &whole), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_new_at_least_time(first, NAN, &whole), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_new_at_least_time(first, INFINITY, &whole), BRES_ERROR_VALUE);
    cr_assert_null(whole);

    cr_assert_eq(bres_criterion_new_any_of(parts, 2, &whole), BRES_OK);
    parts[1] = parts[2] = NULL;
    cr_assert_eq(bres_criterion_new_any_of(parts, 1, &parts[2]), BRES_ERROR_STATE);
    cr_assert_not_null(strstr(bres_last_error(), "'entropy', is part of a combination already"));
    cr_assert_null(parts[2]);
    bres_criterion_free(whole);
}

static bool never(const void *state, void *user)
{
    (void)state;
    (void)user;
    return false;
}

static void ignore(void *state, double seconds, void *user)
{
    (void)state;
    (void)seconds;
    (void)user;
}

/* A criterion from a separate registry. */
static bres_criterion *own_criterion(const char *name, bres_kind kind)
{
    const bres_parameter parameter = { .name = "limit", .kind = kind };
    bres_criterion_definition definition;
    bres_criteria *criteria;
    bres_criterion *criterion;

    bres_criterion_definition_init(&definition);
    definition.name = name;
    definition.parameters = &parameter;
    definition.parameter_count = 1;
    definition.add = ignore;
    definition.is_finished = never;
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, name, &criterion), BRES_OK);
    bres_criteria_free(criteria);
    return criterion;
}

/* The kinds of equal parameters agree within a registry, but may differ between two registries. */
Test(criterion, combinations_of_several_registries)
{
    bres_criterion *parts[3] = { own_criterion("one", BRES_KIND_INT64),
                                 own_criterion("two", BRES_KIND_INT64),
                                 own_criterion("three", BRES_KIND_FLOAT64) };
    bres_criterion *whole;

    cr_assert_eq(bres_criterion_new_any_of(parts, 3, &whole), BRES_ERROR_CONFLICT);
    cr_assert_null(whole);
    cr_assert_not_null(strstr(bres_last_error(), "'limit' is int64 in criterion 'one' and float64 "
                                                 "in criterion 'three'"));
    cr_assert_eq(bres_criterion_new_any_of(parts, 2, &whole), BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(whole, "limit", 3), BRES_OK);
    cr_assert(!bres_test_finished_after(whole, bres_test_ones, 10));
    bres_criterion_free(whole);
    bres_criterion_free(parts[2]);
}

/* Either every part with a parameter gets its value, or no part. */
Test(criterion, combinations_share_parameters)
{
    bres_criterion *criterion =
        bres_test_criterion("any-of(all-of(stdrel,sample-count),stdrel)", NULL);
    static const char *const names[] = { "max-noise", "min-time", "target-samples", "max-noise",
                                         "min-time" };

    cr_assert_eq(bres_criterion_parameter_count(criterion), 5);
    for (size_t i = 0; i < 5; i++)
        cr_assert_str_eq(bres_criterion_parameter_at(criterion, i), names[i]);
    cr_assert_null(bres_criterion_parameter_at(criterion, 5));

    cr_assert_eq(bres_criterion_set_float64(criterion, "min-time", 20), BRES_OK);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 1000), 21);
    cr_assert_eq(bres_criterion_set_float64(criterion, "min-time", -1), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_set_int64(criterion, "min-time", 1), BRES_ERROR_KIND);
    cr_assert_eq(bres_criterion_set_float64(criterion, "nothing", 1), BRES_ERROR_KEY);
    cr_assert_not_null(strstr(bres_last_error(), "target-samples"));
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 1000), 21);
    bres_criterion_free(criterion);
}

/* A part that cannot start keeps the whole from starting. */
Test(criterion, combinations_with_a_part_that_does_not_start)
{
    bres_criterion *criterion =
        bres_test_criterion("any-of(entropy,sample-count)", "target-samples=0");

    cr_assert_eq(bres_criterion_start(criterion), BRES_ERROR_VALUE);
    cr_assert_eq(bres_criterion_add(criterion, 1), BRES_ERROR_STATE);
    cr_assert(!bres_criterion_is_finished(criterion));
    cr_assert_eq(bres_criterion_set_int64(criterion, "target-samples", 1), BRES_OK);
    cr_assert_eq(bres_test_stop(criterion, bres_test_ones, 0, 10), 1);
    bres_criterion_free(criterion);
}
