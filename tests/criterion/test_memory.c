/* SPDX-License-Identifier: MIT */
/*
 * Every allocation fails once.
 */
#include "base/fault.h"
#include "support/criteria.h"
#include "support/fixed.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

static bres_status registry_once(void *context)
{
    bres_criterion_definition definition;
    bres_criteria *criteria;
    size_t before;
    bres_status status = bres_criteria_new(&criteria);

    (void)context;
    cr_assert_eq(criteria != NULL, status == BRES_OK);
    if (status != BRES_OK)
        return status;
    bres_test_fixed(&definition, NULL);
    for (char name[] = "a"; status == BRES_OK && name[0] <= 'i'; name[0]++) {
        definition.name = name;
        before = bres_criteria_count(criteria);
        status = bres_criteria_register(criteria, &definition);
        cr_assert_eq(bres_criteria_count(criteria), before + (status == BRES_OK));
        cr_assert_eq(bres_criteria_find(criteria, name) != NULL, status == BRES_OK);
    }
    bres_criteria_free(criteria);
    return status;
}

Test(criterion, registry_without_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, registry_once, NULL);
}

static bres_criteria *criteria_with_fixed(void)
{
    bres_criterion_definition definition;
    bres_criteria *criteria;

    bres_test_fixed(&definition, NULL);
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK);
    return criteria;
}

static bres_status new_once(void *context)
{
    bres_criterion *criterion;
    const bres_status status =
        bres_criterion_new(context, "all-of(any-of(fixed,entropy),at-least-time(iqr))", &criterion);

    cr_assert_eq(criterion != NULL, status == BRES_OK);
    bres_criterion_free(criterion);
    return status;
}

static bres_status unknown_once(void *context)
{
    bres_criterion *criterion;
    const bres_status status = bres_criterion_new(context, "any-of(entropy,nope)", &criterion);

    cr_assert_null(criterion);
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

/* A separate sweep, because the parts must exist before the fault is armed. */
Test(criterion, combining_without_memory)
{
    for (size_t n = 1;; n++) {
        bres_criterion *parts[2] = { bres_test_criterion("cv", NULL),
                                     bres_test_criterion("iqr", NULL) };
        bres_criterion *whole;
        bres_status status;
        bool hit;

        bres__faults_arm(BRES__FAULT_ALLOC, n, false);
        status = bres_criterion_new_any_of(parts, 2, &whole);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        if (!hit) {
            cr_assert_eq(status, BRES_OK);
            cr_assert_gt(n, 3);
            bres_criterion_free(whole);
            return;
        }
        cr_assert_eq(status, BRES_ERROR_MEMORY);
        cr_assert_null(whole);
        cr_assert_eq(bres_test_stop(parts[0], bres_test_ones, 0, 100), 10);
        bres_criterion_free(parts[0]);
        bres_criterion_free(parts[1]);
    }
}

static bres_status copy_once(void *context)
{
    bres_criterion *copy;
    const bres_status status = bres_criterion_copy(context, &copy);

    cr_assert_eq(copy != NULL, status == BRES_OK);
    if (copy != NULL)
        cr_assert_str_eq(bres_criterion_string(copy, "label"), "text");
    bres_criterion_free(copy);
    return status;
}

/* Both parts have the label: either both change or none. */
static bres_status set_once(void *context)
{
    bres_criterion *criterion = context;
    bres_status status;

    cr_assert_str_eq(bres_criterion_string(criterion, "label"), "text");
    status = bres_criterion_set_string(criterion, "label", "text");
    cr_assert_str_eq(bres_criterion_string(criterion, "label"), "text");
    return status;
}

static bres_status set_unknown_once(void *context)
{
    const bres_status status = bres_criterion_set_float64(context, "nothing", 1);

    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(criterion, making_without_memory)
{
    bres_criteria *criteria = criteria_with_fixed();
    bres_criterion *criterion;

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, new_once, criteria);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, unknown_once, criteria);
    cr_assert_eq(bres_criterion_new(criteria, "any-of(fixed,all-of(entropy,fixed))", &criterion),
                 BRES_OK);
    cr_assert_eq(bres_criterion_set_string(criterion, "label", "text"), BRES_OK);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, copy_once, criterion);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, set_once, criterion);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, set_unknown_once, criterion);
    bres_criterion_free(criterion);
    bres_criteria_free(criteria);
}

/* A sample that failed for lack of memory may be added again; the decision is the same as without
 * the failure. */
Test(criterion, measuring_without_memory)
{
    static const struct {
        const char *expression;
        const char *parameters;
        size_t stop;
    } rows[] = {
        { "entropy", NULL, 1874 },
        { "iqr", "max-rel-iqr=0 iqr-max-time=100000", 447 },
        { "all-of(sample-count,iqr,entropy)", "iqr-max-time=100", 1874 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_criterion *criterion = bres_test_criterion(rows[i].expression, rows[i].parameters);
        size_t failures = 0;

        cr_assert_eq(bres_criterion_start(criterion), BRES_OK);
        for (size_t n = 0; !bres_criterion_is_finished(criterion); n++) {
            for (size_t fault = 1;; fault++) {
                bres_status status;

                bres__faults_arm(BRES__FAULT_ALLOC, fault, false);
                status = bres_criterion_add(criterion, bres_test_distinct(n));
                bres__faults_arm(0, 0, false);
                if (status == BRES_OK)
                    break;
                failures++;
                cr_assert_eq(status, BRES_ERROR_MEMORY);
                cr_assert_eq(bres_criterion_count(criterion), n);
            }
        }
        cr_expect_eq(bres_criterion_count(criterion), rows[i].stop, "%s: %zu", rows[i].expression,
                     bres_criterion_count(criterion));
        cr_assert_gt(failures, 5, "%s", rows[i].expression);
        bres_criterion_free(criterion);
    }
}

static bres_status feed_once(void *context)
{
    static double times[2000];
    bres_criterion *criterion = context;
    size_t fed = 7;
    bool stopped = true;
    bres_status status;

    for (size_t i = 0; i < 2000; i++)
        times[i] = (double)i;
    status = bres_criterion_start(criterion);
    if (status == BRES_OK)
        status = bres_criterion_feed(criterion, times, 2000, 0, &fed, &stopped);
    if (status == BRES_OK)
        cr_assert(stopped && fed == 1874);
    else
        cr_assert(!stopped && fed == 0);
    return status;
}

Test(criterion, feeding_without_memory)
{
    bres_criterion *criterion = bres_test_criterion("entropy", NULL);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, feed_once, criterion);
    bres_criterion_free(criterion);
}
