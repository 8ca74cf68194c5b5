/* SPDX-License-Identifier: MIT */
/*
 * Quicksort around the median of three or nine. After too many bad pivots it switches to heapsort,
 * so that the worst case is O(n log n). A partition pass moves every element without a branch that
 * depends on its value: with random data, every other such branch would be mispredicted.
 */
#include "stats/stats.h"

#include <math.h>

/* Shorter ranges are sorted by insertion. */
#define SORT_INSERTION_MAX 24u
/* Ranges of at least this length use the median of nine. */
#define SORT_NINTHER_MIN   128u

static void sort_swap(double *a, double *b)
{
    const double kept = *a;

    *a = *b;
    *b = kept;
}

static void sort_by_insertion(double *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const double value = values[i];
        size_t place = i;

        for (; place > 0 && value < values[place - 1]; place--)
            values[place] = values[place - 1];
        values[place] = value;
    }
}

/* Lets values[root] sink until the heap of `count` elements is ordered below it. */
static void sort_sink(double *values, size_t root, size_t count)
{
    const double value = values[root];

    while (root < count / 2) {
        size_t child = 2 * root + 1;

        if (child + 1 < count && values[child] < values[child + 1])
            child++;
        if (!(value < values[child]))
            break;
        values[root] = values[child];
        root = child;
    }
    values[root] = value;
}

static void sort_by_heap(double *values, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        sort_sink(values, root, count);
    for (size_t end = count; end-- > 1;) {
        sort_swap(&values[0], &values[end]);
        sort_sink(values, 0, end);
    }
}

static double *sort_median(double *a, double *b, double *c)
{
    if (*a < *b)
        return *b < *c ? b : (*a < *c ? c : a);
    return *a < *c ? a : (*b < *c ? c : b);
}

static double *sort_pivot(double *values, size_t count)
{
    const size_t step = count / 8;
    double *middle = values + count / 2;
    double *last = values + count - 1;

    if (count < SORT_NINTHER_MIN)
        return sort_median(values, middle, last);
    return sort_median(sort_median(values, values + step, values + 2 * step),
                       sort_median(middle - step, middle, middle + step),
                       sort_median(last - 2 * step, last - step, last));
}

/* Moves the values less than the pivot to the front and returns their number. */
static size_t sort_split_less(double *values, size_t count, double pivot)
{
    size_t less = 0;

    for (size_t i = 0; i < count; i++) {
        const double value = values[i];

        values[i] = values[less];
        values[less] = value;
        less += value < pivot;
    }
    return less;
}

/* The same for the values not greater than the pivot. */
static size_t sort_split_not_greater(double *values, size_t count, double pivot)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const double value = values[i];

        values[i] = values[kept];
        values[kept] = value;
        kept += value <= pivot;
    }
    return kept;
}

/* Sorts values without NaN; switches to heapsort after `depth` partitions. */
static void sort_range(double *values, size_t count, unsigned depth)
{
    while (count > SORT_INSERTION_MAX) {
        const double pivot = *sort_pivot(values, count);
        size_t less;
        size_t rest;

        if (depth-- == 0) {
            sort_by_heap(values, count);
            return;
        }
        less = sort_split_less(values, count, pivot);
        rest = less;
        /* If few values are less than the pivot, many may be equal to it. Once together, the equal
         * values, including the pivot itself, are in their final place. */
        if (less < count / 8)
            rest += sort_split_not_greater(values + less, count - less, pivot);
        /* Recurses into the shorter part, so that the stack depth is O(log n). */
        if (less < count - rest) {
            sort_range(values, less, depth);
            values += rest;
            count -= rest;
        } else {
            sort_range(values + rest, count - rest, depth);
            count = less;
        }
    }
    sort_by_insertion(values, count);
}

/* NaN is unordered, so NaN values are moved to the end first. */
void bres__sort_float64(double *values, size_t count)
{
    size_t numbers = 0;
    unsigned depth = 0;

    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i]))
            sort_swap(&values[i], &values[numbers++]);
    }
    for (size_t left = numbers; left > 1; left /= 2)
        depth += 2;
    sort_range(values, numbers, depth);
}

void bres__select_float64(double *values, size_t count, size_t rank)
{
    unsigned depth = 0;

    if (rank >= count)
        return;
    for (size_t left = count; left > 1; left /= 2)
        depth += 2;
    while (count > SORT_INSERTION_MAX) {
        const double pivot = *sort_pivot(values, count);
        const size_t less = sort_split_less(values, count, pivot);
        size_t rest = less;

        if (depth-- == 0) {
            sort_by_heap(values, count);
            return;
        }
        if (rank < less) {
            count = less;
            continue;
        }
        rest += sort_split_not_greater(values + less, count - less, pivot);
        if (rank < rest)
            return;
        values += rest;
        count -= rest;
        rank -= rest;
    }
    sort_by_insertion(values, count);
}
