/* SPDX-License-Identifier: MIT */
/*
 * Sorting numbers of one type. Included once for each type, with SORT_VALUE defined as the type
 * and SORT(name) as the name of a function for it; sort.c alone does so.
 *
 * Quicksort around the median of three or nine, which turns to heapsort where the pivots keep
 * being bad, so that the worst case is O(n log n). A partition pass moves every element without a
 * branch that depends on it: with random data such a branch would be mispredicted every other time.
 */

static void SORT(swap)(SORT_VALUE *a, SORT_VALUE *b)
{
    const SORT_VALUE kept = *a;

    *a = *b;
    *b = kept;
}

static void SORT(by_insertion)(SORT_VALUE *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const SORT_VALUE value = values[i];
        size_t place = i;

        for (; place > 0 && value < values[place - 1]; place--)
            values[place] = values[place - 1];
        values[place] = value;
    }
}

/* Lets values[root] sink until the heap of `count` elements is in order below it. */
static void SORT(sink)(SORT_VALUE *values, size_t root, size_t count)
{
    const SORT_VALUE value = values[root];

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

static void SORT(by_heap)(SORT_VALUE *values, size_t count)
{
    for (size_t root = count / 2; root-- > 0;)
        SORT(sink)(values, root, count);
    for (size_t end = count; end-- > 1;) {
        SORT(swap)(&values[0], &values[end]);
        SORT(sink)(values, 0, end);
    }
}

static SORT_VALUE *SORT(median)(SORT_VALUE *a, SORT_VALUE *b, SORT_VALUE *c)
{
    if (*a < *b)
        return *b < *c ? b : (*a < *c ? c : a);
    return *a < *c ? a : (*b < *c ? c : b);
}

static SORT_VALUE *SORT(pivot)(SORT_VALUE *values, size_t count)
{
    const size_t step = count / 8;
    SORT_VALUE *middle = values + count / 2;
    SORT_VALUE *last = values + count - 1;

    if (count < SORT_NINTHER_MIN)
        return SORT(median)(values, middle, last);
    return SORT(median)(SORT(median)(values, values + step, values + 2 * step),
                        SORT(median)(middle - step, middle, middle + step),
                        SORT(median)(last - 2 * step, last - step, last));
}

/* Moves what is less than the pivot to the front and returns how many there are. */
static size_t SORT(split_less)(SORT_VALUE *values, size_t count, SORT_VALUE pivot)
{
    size_t less = 0;

    for (size_t i = 0; i < count; i++) {
        const SORT_VALUE value = values[i];

        values[i] = values[less];
        values[less] = value;
        less += value < pivot;
    }
    return less;
}

/* The same for what is not greater than the pivot. */
static size_t SORT(split_not_greater)(SORT_VALUE *values, size_t count, SORT_VALUE pivot)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        const SORT_VALUE value = values[i];

        values[i] = values[kept];
        values[kept] = value;
        kept += value <= pivot;
    }
    return kept;
}

/* Sorts values without NaN; `depth` partitions may be tried. */
static void SORT(range)(SORT_VALUE *values, size_t count, unsigned depth)
{
    while (count > SORT_INSERTION_MAX) {
        const SORT_VALUE pivot = *SORT(pivot)(values, count);
        size_t less;
        size_t rest;

        if (depth-- == 0) {
            SORT(by_heap)(values, count);
            return;
        }
        less = SORT(split_less)(values, count, pivot);
        rest = less;
        /* Few are less: many may be equal, and are in their place once they are together. At least
         * the pivot itself is. */
        if (less < count / 8)
            rest += SORT(split_not_greater)(values + less, count - less, pivot);
        /* The shorter part in a call, so that the stack stays at O(log n). */
        if (less < count - rest) {
            SORT(range)(values, less, depth);
            values += rest;
            count -= rest;
        } else {
            SORT(range)(values + rest, count - rest, depth);
            count = less;
        }
    }
    SORT(by_insertion)(values, count);
}

/* NaN compares with nothing: those go to the end first. */
static void SORT(all)(SORT_VALUE *values, size_t count)
{
    size_t numbers = 0;
    unsigned depth = 0;

    for (size_t i = 0; i < count; i++) {
        if (!isnan(values[i]))
            SORT(swap)(&values[i], &values[numbers++]);
    }
    for (size_t left = numbers; left > 1; left /= 2)
        depth += 2;
    SORT(range)(values, numbers, depth);
}
