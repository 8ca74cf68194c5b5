/* SPDX-License-Identifier: MIT */
/*
 * Sorts samples, or the clock cycles that they took.
 *
 * Values are sorted as the bit patterns of doubles. A time and a rate are binary32 each, so their
 * product is exact, and equal products have equal bit patterns.
 */
#include "compare/evidence/coverage.h"

#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Writes to `fault` why a side is unusable; false if it is usable. */
static bool side_fault(const bres__side *side, const char *name, bool with_rates, char *fault,
                       size_t size)
{
    const bres__source *faulty = &side->times;
    const char *what = bres__source_fault(faulty);

    if (what == NULL && with_rates) {
        faulty = &side->rates;
        what = bres__source_fault(faulty);
    }
    if (what != NULL)
        bres__format(fault, size, "the %s of the %s %s", faulty->what, name, what);
    return what != NULL;
}

bres_status bres__bulk_read(bres__evidence *evidence, bool with_rates, char *fault, size_t size,
                            bool *usable)
{
    bres__side *sides = evidence->sides;
    bres_status status = BRES_OK;

    *usable = false;
    for (int i = 0; i < 2 && status == BRES_OK; i++) {
        status = bres__source_read(&sides[i].times, evidence->warnings);
        if (status == BRES_OK && with_rates)
            status = bres__source_read(&sides[i].rates, evidence->warnings);
    }
    if (status == BRES_OK)
        *usable = !side_fault(&sides[0], "reference", with_rates, fault, size) &&
                  !side_fault(&sides[1], "candidate", with_rates, fault, size);
    return status;
}

/* Does not clear `small`: it has 4 KiB, which most pairs do not fill. */
void bres__scratch_init(bres__scratch *scratch)
{
    scratch->large = NULL;
    scratch->capacity = 0;
    scratch->used = 0;
}

void bres__scratch_free(bres__scratch *scratch)
{
    bres__free(scratch->large);
    bres__scratch_init(scratch);
}

static uint64_t *scratch_data(bres__scratch *scratch)
{
    return scratch->large != NULL ? scratch->large : scratch->small;
}

/* Makes room for `count` numbers, and keeps the numbers in use. */
static bool scratch_reserve(bres__scratch *scratch, size_t count)
{
    uint64_t *grown;

    if (count <= BRES__SCRATCH_SMALL || count <= scratch->capacity)
        return true;
    grown = count <= SIZE_MAX / sizeof(*grown) ? bres__malloc(count * sizeof(*grown)) : NULL;
    if (grown == NULL)
        return false;
    memcpy(grown, scratch_data(scratch), scratch->used * sizeof(*grown));
    bres__free(scratch->large);
    scratch->large = grown;
    scratch->capacity = count;
    return true;
}

/* Assigns a side its part of the scratch, once per decision: its values, then as many counts. Also
 * reserves the other side's part, if its size is known, to save an allocation. */
static bres_status side_reserve(bres__evidence *evidence, bres__side *side)
{
    bres__scratch *scratch = evidence->scratch;
    size_t need = scratch->used;

    if (side->has_scratch)
        return BRES_OK;
    for (int i = 0; i < 2; i++) {
        const bres__side *each = &evidence->sides[i];

        if (each->has_scratch)
            continue;
        if (each->times.count > (SIZE_MAX - need) / 2)
            return bres__error_memory();
        need += 2 * each->times.count;
    }
    if (!scratch_reserve(scratch, need))
        return bres__error_memory();
    side->has_scratch = true;
    side->scratch_offset = scratch->used;
    scratch->used += 2 * side->times.count;
    return BRES_OK;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

bres_status bres__bulk_sort(bres__evidence *evidence, int index, bool cycles)
{
    bres__side *side = &evidence->sides[index];
    const size_t count = side->times.count;
    const float *times = side->times.values;
    const float *rates = side->rates.values;
    const bres__sorted wanted = cycles ? BRES__SORTED_CYCLES : BRES__SORTED_TIMES;
    bres_status status = side_reserve(evidence, side);
    uint64_t *values;

    if (status != BRES_OK || side->sorted == wanted)
        return status;
    values = scratch_data(evidence->scratch) + side->scratch_offset;
    for (size_t i = 0; i < count; i++)
        values[i] = bits_of(cycles ? (double)times[i] * (double)rates[i] : (double)times[i]);
    bres__sort_uint64(values, values + count, count);
    side->sorted = wanted;
    return BRES_OK;
}

static double sorted_at(const uint64_t *values, size_t index)
{
    double value;

    memcpy(&value, &values[index], sizeof(value));
    return value;
}

static double sorted_percentile(const uint64_t *values, size_t count, unsigned percent)
{
    return sorted_at(values, bres__percentile_rank(count, percent));
}

void bres__bulk_interval(const bres__evidence *evidence, int index, bres__interval *interval,
                         bres__number *noise)
{
    const bres__side *side = &evidence->sides[index];
    const size_t count = side->times.count;
    const uint64_t *values = scratch_data(evidence->scratch) + side->scratch_offset;
    const double upper = sorted_percentile(values, count, 75);

    *interval = (bres__interval){
        .lower = sorted_percentile(values, count, 0),
        .center = sorted_percentile(values, count, 50),
        .upper = upper,
    };
    noise->present = bres__relative(upper - sorted_percentile(values, count, 25), interval->center,
                                    &noise->value);
}

static double sorted_step(const uint64_t *values, size_t count)
{
    double step = 0;

    for (size_t i = 1; i < count; i++) {
        if (values[i] != values[i - 1]) {
            const double difference = sorted_at(values, i) - sorted_at(values, i - 1);

            step = step > 0 && step < difference ? step : difference;
        }
    }
    return step;
}

/* McKean and Schrader (1984): the ends of a 99 % confidence interval of the median are two of the
 * values, and their distance is twice 2.576 standard errors. */
void bres__bulk_precision(const bres__evidence *evidence, int index, double *error, double *step)
{
    static const double quantile = 2.5758293035489004;
    const bres__side *side = &evidence->sides[index];
    const size_t count = side->times.count;
    const uint64_t *values = scratch_data(evidence->scratch) + side->scratch_offset;
    const double rank = floor(((double)count + 1) / 2 - quantile * sqrt((double)count / 4) + 0.5);
    const size_t low = rank >= 1 ? (size_t)rank - 1 : 0;

    *error = (sorted_at(values, count - 1 - low) - sorted_at(values, low)) / (2 * quantile);
    *step = sorted_step(values, count);
}

/* Avoids branches on the data: a value that equals the previous one is written over it. */
void bres__bulk_deduplicate(bres__evidence *evidence, int index, bres__support *support)
{
    bres__side *side = &evidence->sides[index];
    const size_t count = side->times.count;
    uint64_t *values = scratch_data(evidence->scratch) + side->scratch_offset;
    uint64_t *counts = values + count;
    uint64_t last = values[0];
    size_t last_index = 0;

    /* First the index at which equal values end, then their number. */
    for (size_t i = 0; i < count; i++) {
        const uint64_t value = values[i];

        last_index += value != last;
        last = value;
        values[last_index] = value;
        counts[last_index] = i + 1;
    }
    for (size_t i = last_index; i > 0; i--)
        counts[i] -= counts[i - 1];
    side->sorted = BRES__SORTED_NOTHING;
    *support = (bres__support){
        .values = values,
        .counts = counts,
        .distinct = last_index + 1,
        .total = count,
    };
}
