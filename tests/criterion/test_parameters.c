/* SPDX-License-Identifier: MIT */
/*
 * Parameters: edge cases 23, 45, 46 and 49.
 */
#include "support/criteria.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Edge case 23. An unknown name is also refused, and the message lists the known names. */
Test(criterion, parameters_of_another_kind)
{
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);
    double value;

    cr_assert_eq(bres_criterion_set_int64(criterion, "max-noise", 1), BRES_ERROR_KIND);
    cr_assert_str_eq(bres_last_error(),
                     "parameter 'max-noise' of criterion 'stdrel' is float64, not int64");
    cr_assert_eq(bres_criterion_set_string(criterion, "max-noise", "1"), BRES_ERROR_KIND);
    cr_assert_eq(bres_criterion_set_float64(criterion, "zzz", 1), BRES_ERROR_KEY);
    cr_assert_str_eq(bres_last_error(),
                     "criterion 'stdrel' has no parameter 'zzz'; it has max-noise, min-time");
    cr_assert_eq(bres_criterion_set_text(criterion, "target-samples", "1"), BRES_ERROR_KEY);
    cr_assert(bres_criterion_float64(criterion, "max-noise", &value) && value == 0.005);
    bres_criterion_free(criterion);

    criterion = bres_test_criterion("sample-count", NULL);
    cr_assert_eq(bres_criterion_set_float64(criterion, "target-samples", 3), BRES_ERROR_KIND);
    bres_criterion_free(criterion);
}

static void assert_order(const bres_criterion *criterion, const char *const *names, size_t count)
{
    cr_assert_eq(bres_criterion_parameter_count(criterion), count);
    for (size_t i = 0; i < count; i++)
        cr_assert_str_eq(bres_criterion_parameter_at(criterion, i), names[i], "place %zu", i);
    cr_assert_null(bres_criterion_parameter_at(criterion, count));
}

/* Edge case 45. */
Test(criterion, parameters_keep_the_order_in_which_they_were_set)
{
    static const char *const first[] = { "max-noise", "min-time" };
    static const char *const second[] = { "min-time", "max-noise" };
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);
    bres_criterion *copy;

    assert_order(criterion, first, 2);
    cr_assert_eq(bres_criterion_set_float64(criterion, "max-noise", 0.1), BRES_OK);
    assert_order(criterion, second, 2);
    cr_assert_eq(bres_criterion_copy(criterion, &copy), BRES_OK);
    assert_order(copy, second, 2);
    cr_assert_eq(bres_criterion_set_float64(criterion, "max-noise", 0.2), BRES_OK);
    assert_order(criterion, second, 2);
    cr_assert_eq(bres_criterion_set_float64(criterion, "min-time", 0.2), BRES_OK);
    assert_order(criterion, first, 2);
    cr_assert_neq(bres_criterion_set_float64(criterion, "max-noise", NAN), BRES_OK);
    assert_order(criterion, first, 2);
    assert_order(copy, second, 2);
    bres_criterion_free(copy);
    bres_criterion_free(criterion);
}

/* Edge case 46. */
Test(criterion, parameters_are_read_by_their_kind)
{
    bres_criterion *criterion = bres_test_criterion("all-of(sample-count,stdrel)", NULL);
    int64_t integer = 7;
    double real = 7;

    cr_assert(!bres_criterion_float64(criterion, "target-samples", &real) && real == 7);
    cr_assert(!bres_criterion_int64(criterion, "max-noise", &integer) && integer == 7);
    cr_assert_null(bres_criterion_string(criterion, "max-noise"));
    cr_assert(!bres_criterion_int64(criterion, "nothing", &integer) && integer == 7);
    cr_assert(!bres_criterion_float64(criterion, NULL, &real));
    cr_assert(!bres_criterion_float64(criterion, "max-noise", NULL));
    cr_assert(bres_criterion_int64(criterion, "target-samples", &integer) && integer == 100);
    cr_assert(bres_criterion_float64(criterion, "max-noise", &real) && real == 0.005);
    cr_assert_eq(bres_criterion_parameter_kind(criterion, "target-samples"), BRES_KIND_INT64);
    cr_assert_eq(bres_criterion_parameter_kind(criterion, "min-time"), BRES_KIND_FLOAT64);
    cr_assert_eq(bres_criterion_parameter_kind(criterion, "nothing"), BRES_KIND_ABSENT);
    bres_criterion_free(criterion);
}

/* Edge case 49. A text is the stored value, so that 0.5 is not half a percent. The whole text must
 * be a number; NVBench accepts a number at its beginning. */
Test(criterion, parameters_from_texts)
{
    static const struct {
        const char *name;
        const char *text;
        bres_status status;
        double value;
    } rows[] = {
        { "max-noise", "0.5", BRES_OK, 0.5 },
        { "max-angle", "0.42", BRES_OK, 0.42 },
        { "max-angle", "-1e-3", BRES_OK, -0.001 },
        { "max-angle", "5", BRES_OK, 5 },
        { "min-time", "0", BRES_OK, 0 },
        { "target-samples", "12", BRES_OK, 12 },
        { "target-samples", "1e3", BRES_ERROR_VALUE, 0 },
        { "target-samples", "12abc", BRES_ERROR_VALUE, 0 },
        { "target-samples", "12.0", BRES_ERROR_VALUE, 0 },
        { "target-samples", "", BRES_ERROR_VALUE, 0 },
        { "target-samples", "-1", BRES_ERROR_VALUE, 0 },
        { "target-samples", "9223372036854775808", BRES_ERROR_VALUE, 0 },
        { "max-noise", "0.5x", BRES_ERROR_VALUE, 0 },
        { "max-noise", "", BRES_ERROR_VALUE, 0 },
        { "max-noise", "0x1p-3", BRES_ERROR_VALUE, 0 },
        { "max-noise", "nan", BRES_ERROR_VALUE, 0 },
        { "max-noise", "inf", BRES_ERROR_VALUE, 0 },
        { "max-noise", "1e999", BRES_ERROR_VALUE, 0 },
        { "max-noise", "-0.1", BRES_ERROR_VALUE, 0 },
        { "unknown", "1", BRES_ERROR_KEY, 0 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_criterion *criterion =
            bres_test_criterion("any-of(stdrel,entropy,sample-count)", NULL);
        int64_t integer = 0;
        double real = 0;

        cr_expect_eq(bres_criterion_set_text(criterion, rows[i].name, rows[i].text), rows[i].status,
                     "row %zu: %s", i, bres_last_error());
        if (rows[i].status != BRES_OK)
            cr_expect_not_null(strstr(bres_last_error(), rows[i].name), "row %zu: %s", i,
                               bres_last_error());
        else if (bres_criterion_int64(criterion, rows[i].name, &integer))
            cr_expect_eq((double)integer, rows[i].value, "row %zu", i);
        else
            cr_expect(bres_criterion_float64(criterion, rows[i].name, &real) &&
                          real == rows[i].value,
                      "row %zu: %g", i, real);
        bres_criterion_free(criterion);
    }
}

/* Setting a parameter affects only one criterion, and only after its next start. */
Test(criterion, parameters_belong_to_one_criterion)
{
    bres_criteria *criteria;
    bres_criterion *first;
    bres_criterion *second;
    double value;

    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "sample-count", &first), BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(first, "target-samples", 3), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, "sample-count", &second), BRES_OK);
    cr_assert_eq(bres_test_stop(second, bres_test_ones, 0, 1000), 100);
    cr_assert_eq(bres_test_stop(first, bres_test_ones, 0, 1000), 3);

    cr_assert_eq(bres_criterion_start(first), BRES_OK);
    cr_assert_eq(bres_criterion_set_int64(first, "target-samples", 1), BRES_OK);
    cr_assert_eq(bres_criterion_add(first, 1), BRES_OK);
    cr_assert(!bres_criterion_is_finished(first));
    cr_assert_eq(bres_test_stop(first, bres_test_ones, 0, 1000), 1);
    bres_criterion_free(first);
    bres_criterion_free(second);

    cr_assert_eq(bres_criterion_new(criteria, "stdrel", &first), BRES_OK);
    cr_assert(bres_criterion_float64(first, "max-noise", &value) && value == 0.005);
    bres_criterion_free(first);
    bres_criteria_free(criteria);
}

Test(criterion, parameters_without_arguments)
{
    bres_criterion *criterion = bres_test_criterion("stdrel", NULL);

    cr_assert_eq(bres_criterion_set_int64(NULL, "a", 1), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_set_float64(criterion, NULL, 1), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_set_text(criterion, "max-noise", NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_set_text(NULL, "max-noise", "1"), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_set_text(criterion, NULL, "1"), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_criterion_parameter_count(NULL), 0);
    cr_assert_null(bres_criterion_parameter_at(NULL, 0));
    cr_assert_eq(bres_criterion_parameter_kind(NULL, "a"), BRES_KIND_ABSENT);
    bres_criterion_free(criterion);
}
