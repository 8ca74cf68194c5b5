/* SPDX-License-Identifier: MIT */
/*
 * Finds the steps of the clock that took a set of samples. Gaps between neighbouring values are
 * small multiples of the common divisor, so Euclid's algorithm tolerates the rounding to binary32.
 * Some clocks have two steps: a GPU may update its time every 1024 ns, and only now and then give a
 * reading in steps of 32 ns. Then most samples are multiples of the larger step, the dominant one.
 */
#include "compare/evidence/clock_step.h"

#include <math.h>
#include <string.h>

/* Minimum divisor, in rounding errors: smaller steps are indistinguishable from noise. */
#define DIVISOR_ERRORS  64.0
/* Share of the samples that must be multiples of a step. */
#define DIVISOR_SHARE   0.9
#define DOMINANT_SHARE  (2.0 / 3)
/* How much more often than other values the multiples of the dominant step must occur. */
#define DOMINANT_DENSE  4.0
/* Number of the most frequent values that are searched for the dominant step. */
#define DOMINANT_VALUES 16
/* With fewer distinct values than this, only repeated values prove a step. */
#define DIVISOR_VALUES  6u

static double value_of(const bres__support *support, size_t index)
{
    double value;

    memcpy(&value, &support->values[index], sizeof(value));
    return value;
}

/* The error of the difference of two samples up to `value`: times pass through milliseconds on
 * their way to binary32, so each was rounded twice. */
static double rounding_error(double value)
{
    return value * 0x1p-22;
}

/* A length, known up to an error. */
typedef struct length {
    double value;
    double error;
} length;

static length gap_before(const bres__support *support, size_t index)
{
    const double value = value_of(support, index);

    return (length){ .value = value - value_of(support, index - 1),
                     .error = rounding_error(value) };
}

/* The distance of `whole` from the nearest multiple of `part`. Most gaps are one step. */
static length length_rest(length whole, length part, double *times)
{
    *times = 1;
    if (fabs(whole.value - part.value) > whole.error + part.error)
        *times = round(whole.value / part.value);
    return (length){ .value = fabs(whole.value - *times * part.value),
                     .error = whole.error + *times * part.error };
}

/* Euclid's algorithm. Returns 0 if no divisor is at least `least`. Returns the smaller length if
 * the rounding error of the remainder is too large to decide. */
static length length_divisor(length a, length b, double least)
{
    length larger = a.value > b.value ? a : b;
    length smaller = a.value > b.value ? b : a;

    while (smaller.value >= least) {
        double times;
        const length rest = length_rest(larger, smaller, &times);

        if (rest.error > smaller.value / 4)
            return smaller;
        if (rest.value <= rest.error) {
            if (times > 1 && larger.error < times * smaller.error)
                smaller = (length){ larger.value / times, larger.error / times };
            return smaller;
        }
        larger = smaller;
        smaller = rest;
    }
    return (length){ .value = 0 };
}

/* A range of neighbouring values that are a whole number of steps apart. */
typedef struct ladder {
    size_t low;
    size_t high;
    double steps;   /* from low to high */
    double refined; /* number of steps when the divisor was last computed */
    length divisor; /* 0: the values have none */
} ladder;

static void ladder_refine(ladder *made, const bres__support *support)
{
    made->divisor.value =
        (value_of(support, made->high) - value_of(support, made->low)) / made->steps;
    made->divisor.error = rounding_error(value_of(support, made->high)) / made->steps;
    made->refined = made->steps;
}

/* Extends the range by the gap before `index`. false: the rounding error is too large to decide
 * whether the gap fits, or the values have no common divisor; then the divisor is 0. */
static bool ladder_extend(ladder *made, const bres__support *support, size_t index)
{
    const length gap = gap_before(support, index);
    const double least = DIVISOR_ERRORS * gap.error;
    double times;
    length rest = length_rest(gap, made->divisor, &times);

    if (made->divisor.value < least || rest.error > made->divisor.value / 4)
        return false;
    if (rest.value > rest.error) {
        const length divisor = length_divisor(made->divisor, rest, least);

        if (!(divisor.value > 0)) {
            made->divisor = divisor;
            return false;
        }
        made->steps *= round(made->divisor.value / divisor.value);
        ladder_refine(made, support);
        length_rest(gap, made->divisor, &times);
    }
    made->steps += times;
    if (index > made->high)
        made->high = index;
    else
        made->low = index - 1;
    if (made->steps >= 2 * made->refined)
        ladder_refine(made, support);
    return true;
}

/* The index of the value above the smallest gap. */
static size_t smallest_gap(const bres__support *support)
{
    size_t smallest = 1;

    for (size_t i = 2; i < support->distinct; i++) {
        if (gap_before(support, i).value < gap_before(support, smallest).value)
            smallest = i;
    }
    return smallest;
}

/* Starts at the smallest gap, because gaps near it are small multiples of the divisor. Returns 0 if
 * too few samples are a whole number of steps apart. */
static double divisor_find(const bres__support *support)
{
    const size_t start = smallest_gap(support);
    ladder made = { .low = start - 1,
                    .high = start,
                    .steps = 1,
                    .refined = 1,
                    .divisor = gap_before(support, start) };
    uint64_t covered = 0;

    if (made.divisor.value < DIVISOR_ERRORS * made.divisor.error)
        return 0;
    while (made.high + 1 < support->distinct && ladder_extend(&made, support, made.high + 1))
        continue;
    while (made.low > 0 && ladder_extend(&made, support, made.low))
        continue;
    if (!(made.divisor.value > 0))
        return 0;
    for (size_t i = made.low; i <= made.high; i++)
        covered += support->counts[i];
    if ((double)covered < DIVISOR_SHARE * (double)support->total)
        return 0;
    ladder_refine(&made, support);
    return made.divisor.value;
}

/* The distance of two values in steps. */
static uint64_t steps_between(const bres__support *support, size_t a, size_t b, double divisor)
{
    return (uint64_t)llround(fabs(value_of(support, a) - value_of(support, b)) / divisor);
}

/* Fills `common` with the most frequent values, and returns their number. */
static size_t common_values(const bres__support *support, size_t common[DOMINANT_VALUES])
{
    size_t count = 0;

    for (size_t i = 0; i < support->distinct; i++) {
        size_t at = count;

        while (at > 0 && support->counts[common[at - 1]] < support->counts[i])
            at--;
        if (at == DOMINANT_VALUES)
            continue;
        count += count < DOMINANT_VALUES;
        memmove(&common[at + 1], &common[at], (count - 1 - at) * sizeof(*common));
        common[at] = i;
    }
    return count;
}

static uint64_t greatest_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* Whether the values at multiples of `multiple` steps from the most frequent value dominate. The
 * most frequent value does not count: with it, a narrow peak would look like a step. */
static bool multiple_dominates(const bres__support *support, size_t top, double divisor,
                               uint64_t multiple)
{
    uint64_t in_class = 0;
    double beside_top;
    double others;

    for (size_t i = 0; i < support->distinct; i++) {
        if (steps_between(support, i, top, divisor) % multiple == 0)
            in_class += support->counts[i];
    }
    beside_top = (double)(in_class - support->counts[top]);
    others = (double)(support->total - in_class);
    return (double)in_class >= DOMINANT_SHARE * (double)support->total && beside_top > 0 &&
           (double)(multiple - 1) * beside_top >= DOMINANT_DENSE * others;
}

/* Sets the dominant step, and the peak. */
static void step_set_dominant(const bres__support *support, bres__clock_step *step)
{
    const double divisor = step->divisor;
    size_t common[DOMINANT_VALUES] = { 0 };
    const size_t count = common_values(support, common);
    uint64_t multiple = 0;
    uint64_t rejected = 0;

    step->dominant = divisor;
    step->peak = (double)support->counts[common[0]] / (double)support->total;
    for (size_t i = 1; i < count; i++) {
        multiple =
            greatest_divisor(multiple, steps_between(support, common[i], common[0], divisor));
        if (multiple == 1)
            break;
        if (multiple == rejected)
            continue;
        if (multiple_dominates(support, common[0], divisor, multiple)) {
            step->dominant = (double)multiple * divisor;
            break;
        }
        rejected = multiple;
    }
}

/* Whether a common step would not be a coincidence: the distinct values are few among many samples,
 * or many and all of them must fit. */
static bool support_can_show_steps(const bres__support *support)
{
    if (support->distinct < 2)
        return false;
    return support->distinct >= DIVISOR_VALUES || 2 * support->distinct <= support->total;
}

double bres__clock_step_common(const bres__clock_step *a, const bres__clock_step *b)
{
    const double error = rounding_error(fmax(a->divisor, b->divisor));

    if (!(a->divisor > 0) || !(b->divisor > 0))
        return fmax(a->divisor, b->divisor);
    return length_divisor((length){ a->divisor, error }, (length){ b->divisor, error },
                          DIVISOR_ERRORS * error)
        .value;
}

void bres__clock_step_find(const bres__support *support, bres__clock_step *step)
{
    *step = (bres__clock_step){ .divisor = 0 };
    if (!support_can_show_steps(support))
        return;
    step->divisor = divisor_find(support);
    if (step->divisor > 0)
        step_set_dominant(support, step);
}
