/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/element.h"

#include <inttypes.h>
#include <math.h>

#define VERIFICATION_FIRST_SIZE                                                                    \
    (offsetof(bres_verification, message) + sizeof(((bres_verification *)NULL)->message))

_Static_assert(sizeof(bres_tolerance) == 16, "bres_tolerance is published: it never grows");
_Static_assert(sizeof(bres_mismatch) == 24, "bres_mismatch is published: it never grows");
_Static_assert(sizeof(bres_verification) == VERIFICATION_FIRST_SIZE, "no padding at the end");

/* A comparison in progress. */
typedef struct comparison {
    bres_data_type type;
    const void *expected;
    const void *actual;
    bres_tolerance tolerance;
    bool equal_integers;          /* all wrong elements are equally wrong */
    double ranks[BRES_WORST_MAX]; /* how wrong the worst elements are */
    uint64_t finite;              /* number of differences in `mean` */
    double mean;                  /* updated step by step: the sum could overflow */
    bres_verification found;
} comparison;

void bres_verification_init(bres_verification *verification)
{
    if (verification != NULL)
        *verification = (bres_verification){ .size = sizeof(*verification) };
}

/* The absolute difference; infinite or NaN if no tolerance can apply. Integers are subtracted as
 * integers, so different integers never have the difference 0. */
static double element_difference(const comparison *self, size_t index)
{
    if (bres__data_type_is_real(self->type)) {
        const double expected = bres__real_get(self->type, self->expected, index);
        const double actual = bres__real_get(self->type, self->actual, index);

        return isinf(expected) && expected == actual ? 0 : fabs(actual - expected);
    }
    const bres__whole expected = bres__whole_get(self->type, self->expected, index);
    const bres__whole actual = bres__whole_get(self->type, self->actual, index);
    const uint64_t a = expected.magnitude;
    const uint64_t b = actual.magnitude;

    if (expected.negative != actual.negative)
        return (double)a + (double)b;
    return (double)(a > b ? a - b : b - a);
}

static bool difference_is_tolerated(const comparison *self, size_t index, double difference)
{
    if (difference == 0)
        return true;
    if (!isfinite(difference))
        return false;
    return difference <= self->tolerance.absolute +
                             self->tolerance.relative *
                                 fabs(bres__element_get(self->type, self->expected, index));
}

/* Keeps the worst elements; of two equally wrong elements the earlier one comes first. */
static void comparison_keep(comparison *self, const bres_mismatch *mismatch, double difference)
{
    bres_verification *found = &self->found;
    uint32_t place = found->worst_count;
    double rank = isfinite(difference) ? difference : (double)INFINITY;

    if (self->equal_integers)
        rank = 0;
    while (place > 0 && rank > self->ranks[place - 1])
        place--;
    if (place == BRES_WORST_MAX)
        return;
    if (found->worst_count < BRES_WORST_MAX)
        found->worst_count++;
    for (uint32_t i = found->worst_count - 1; i > place; i--) {
        found->worst[i] = found->worst[i - 1];
        self->ranks[i] = self->ranks[i - 1];
    }
    found->worst[place] = *mismatch;
    self->ranks[place] = rank;
}

static void comparison_element(comparison *self, size_t index)
{
    bres_verification *found = &self->found;
    const double difference = element_difference(self, index);

    if (difference == 0 && self->mean == 0) {
        self->finite++;
        return;
    }
    if (isfinite(difference)) {
        self->finite++;
        self->mean += (difference - self->mean) / (double)self->finite;
        if (difference > found->max_difference)
            found->max_difference = difference;
    }
    if (difference_is_tolerated(self, index, difference))
        return;
    const bres_mismatch mismatch = { .index = index,
                                     .expected =
                                         bres__element_get(self->type, self->expected, index),
                                     .actual = bres__element_get(self->type, self->actual, index) };

    if (found->wrong++ == 0)
        found->first = mismatch;
    comparison_keep(self, &mismatch, difference);
}

/* Formats an element with enough digits to distinguish any two numbers of the type. */
static void element_text(bres_data_type type, const void *elements, size_t index,
                         char text[BRES__NUMBER_SIZE])
{
    if (bres__data_type_is_real(type)) {
        const double value = bres__real_get(type, elements, index);
        const int digits = type == BRES_TYPE_FLOAT16 ? 5 : 9;

        if (type == BRES_TYPE_FLOAT64 || !isfinite(value))
            bres__format_float64(text, value, BRES__FLOAT_VALUE);
        else
            bres__format(text, BRES__NUMBER_SIZE, "%.*g", digits, value);
        return;
    }
    const bres__whole value = bres__whole_get(type, elements, index);

    bres__format(text, BRES__NUMBER_SIZE, "%s%" PRIu64, value.negative ? "-" : "", value.magnitude);
}

static void comparison_describe(comparison *self, const char *name)
{
    bres_verification *found = &self->found;
    const size_t index = (size_t)found->first.index;
    char expected[BRES__NUMBER_SIZE];
    char actual[BRES__NUMBER_SIZE];

    element_text(self->type, self->expected, index, expected);
    element_text(self->type, self->actual, index, actual);
    bres__format(found->message, sizeof(found->message),
                 "%.64s[%zu] is %s, expected %s (%" PRIu64 " of %" PRIu64 " elements %s wrong)",
                 name, index, actual, expected, found->wrong, found->count,
                 found->wrong == 1 ? "is" : "are");
}

static bres_status verify_check(const char *name, bres_data_type type, const void *expected,
                                const void *actual, size_t count, const bres_tolerance *tolerance)
{
    if (name == NULL || (count > 0 && (expected == NULL || actual == NULL)))
        return bres__error(BRES_ERROR_ARGUMENT, "bres_verify: %s is NULL",
                           name == NULL ? "name" : "an array");
    if (bres_data_type_size(type) == 0)
        return bres__error(
            BRES_ERROR_ARGUMENT,
            "bres_verify: type %d has no size (expected a data type other than element)",
            (int)type);
    if (!(tolerance->relative >= 0 && isfinite(tolerance->relative) && tolerance->absolute >= 0 &&
          isfinite(tolerance->absolute)))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the tolerance of '%s' is %g relative and %g absolute: expected finite "
                           "numbers that are not negative",
                           name, tolerance->relative, tolerance->absolute);
    return BRES_OK;
}

bres_status bres_verify(const char *name, bres_data_type type, const void *expected,
                        const void *actual, size_t count, const bres_tolerance *tolerance,
                        bres_verification *verification)
{
    comparison self = { .type = type, .expected = expected, .actual = actual };
    bres_status status;

    if (verification == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_verify: verification is NULL");
    bres_verification_init(&self.found);
    status = bres__options_load(&self.found, sizeof(self.found), verification,
                                VERIFICATION_FIRST_SIZE, "bres_verification");
    if (status != BRES_OK)
        return status;
    const uint32_t parameter = self.found.parameter;
    const size_t size = verification->size;

    bres_verification_init(&self.found);
    self.found.parameter = parameter;
    if (tolerance != NULL)
        self.tolerance = *tolerance;
    status = verify_check(name, type, expected, actual, count, &self.tolerance);
    if (status == BRES_OK) {
        self.found.count = count;
        self.equal_integers = !bres__data_type_is_real(type) && self.tolerance.relative == 0 &&
                              self.tolerance.absolute == 0;
        for (size_t i = 0; i < count; i++)
            comparison_element(&self, i);
        if (self.finite > 0)
            self.found.mean_difference = self.mean;
        if (self.found.wrong > 0)
            comparison_describe(&self, name);
    }
    memcpy(verification, &self.found, size < sizeof(self.found) ? size : sizeof(self.found));
    verification->size = size;
    return status;
}
