/* SPDX-License-Identifier: MIT */
/*
 * Fills the struct of a decision: the caller's copy, the verdict, and the numbers beside the
 * verdict.
 */
#include "compare/decide/decide.h"

#include <stdarg.h>
#include <string.h>

/* Size of the first published layout: it never changes. */
#define DECISION_FIRST_SIZE (offsetof(bres_decision, message) + 256)

/* Decisions embed these structs, so their sizes never change: later values take reserved room. */
_Static_assert(sizeof(bres_estimate) == 80 && sizeof(bres_difference) == 96, "part of the ABI");
_Static_assert(sizeof(bres_decision) == DECISION_FIRST_SIZE, "no padding at the end");

void bres_decision_init(bres_decision *decision)
{
    if (decision != NULL)
        *decision = (bres_decision){ .size = sizeof(*decision) };
}

bres_status bres__output_clear(void *user, size_t first_size, size_t full_size, const char *name)
{
    size_t size;

    if (user == NULL)
        return BRES_OK;
    memcpy(&size, user, sizeof(size));
    if (size < first_size || size > full_size + 4096)
        return bres__error(BRES_ERROR_VERSION,
                           "%s: size is %zu (expected at least %zu): initialize the struct first",
                           name, size, first_size);
    memset((char *)user + sizeof(size), 0, size - sizeof(size));
    return BRES_OK;
}

void bres__output_copy(void *user, const void *made, size_t full_size)
{
    size_t size;

    if (user == NULL)
        return;
    memcpy(&size, user, sizeof(size));
    size = size < full_size ? size : full_size;
    memcpy((char *)user + sizeof(size), (const char *)made + sizeof(size), size - sizeof(size));
}

bres_status bres__decision_clear(bres_decision *user)
{
    if (user == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the decision is NULL");
    return bres__output_clear(user, DECISION_FIRST_SIZE, sizeof(*user), "bres_decision");
}

void bres__decision_copy(bres_decision *user, const bres_decision *decision)
{
    bres__output_copy(user, decision, sizeof(*decision));
}

bres_status bres__set_verdict(bres_decision *decision, bres_verdict verdict, bres_reason reason,
                              const char *format, ...)
{
    va_list arguments;

    decision->verdict = verdict;
    decision->reason = reason;
    va_start(arguments, format);
    bres__vformat(decision->message, sizeof(decision->message), format, arguments);
    va_end(arguments);
    /* The message may have been cut inside a character. */
    decision->message[bres__utf8_valid(decision->message, strlen(decision->message))] = '\0';
    return BRES_OK;
}

bool bres__side_samples(const bres__side *side, uint64_t *count)
{
    if (side->times.declared)
        *count = side->times.size;
    else if (side->timing.samples.present)
        *count = (uint64_t)side->timing.samples.value;
    return side->times.declared || side->timing.samples.present;
}

static void estimate_fill(const bres__side *side, bres_estimate *estimate)
{
    if (side->center.present) {
        estimate->has |= BRES_HAS_CENTER;
        estimate->center = side->center.value;
    }
    if (side->has_interval) {
        estimate->has |= BRES_HAS_INTERVAL;
        estimate->lower = side->interval.lower;
        estimate->upper = side->interval.upper;
    }
    if (side->noise.present) {
        estimate->has |= BRES_HAS_NOISE;
        estimate->noise = side->noise.value;
    }
    if (bres__side_samples(side, &estimate->samples))
        estimate->has |= BRES_HAS_SAMPLES;
}

static void estimate_set_step(const bres__side *side, bres_estimate *estimate)
{
    if (!(side->step.dominant > 0))
        return;
    estimate->has |= BRES_HAS_STEP;
    estimate->divisor = side->step.divisor;
    estimate->step = side->step.dominant;
}

void bres__decision_set_steps(const bres__side *reference, const bres__side *candidate,
                              bres_decision *decision)
{
    estimate_set_step(reference, &decision->reference);
    estimate_set_step(candidate, &decision->candidate);
}

static void difference_fill(const bres__side *reference, const bres__side *candidate,
                            bres_difference *difference)
{
    if (reference->center.present && candidate->center.present) {
        difference->has |= BRES_HAS_DIFFERENCE;
        difference->center = candidate->center.value - reference->center.value;
        if (reference->center.value != 0) {
            difference->has |= BRES_HAS_FRACTION;
            difference->fraction = difference->center / reference->center.value;
        }
    }
    if (bres__number_is_positive(&reference->center) &&
        bres__number_is_positive(&candidate->center)) {
        difference->has |= BRES_HAS_CHANGE;
        difference->change =
            bres__symmetric_change(candidate->center.value, reference->center.value);
    }
    if (reference->has_interval && candidate->has_interval) {
        const bres__interval *before = &reference->interval;
        const bres__interval *after = &candidate->interval;

        difference->has |= BRES_HAS_DIFFERENCE_INTERVAL | BRES_HAS_CHANGE_INTERVAL;
        difference->lower = after->lower - before->upper;
        difference->upper = after->upper - before->lower;
        difference->change_lower = bres__symmetric_change(after->lower, before->upper);
        difference->change_upper = bres__symmetric_change(after->upper, before->lower);
    }
}

static void decision_set_unit(bres_decision *decision, bres_unit unit)
{
    decision->reference.unit = unit;
    decision->candidate.unit = unit;
    decision->difference.unit = unit;
}

void bres__decision_set_numbers(const bres__side *reference, const bres__side *candidate,
                                bres_unit unit, bres_decision *decision)
{
    estimate_fill(reference, &decision->reference);
    estimate_fill(candidate, &decision->candidate);
    difference_fill(reference, candidate, &decision->difference);
    decision_set_unit(decision, unit);
}
