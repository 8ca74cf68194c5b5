/* SPDX-License-Identifier: MIT */
/*
 * Two heaps, each in a growing array. The system moves large arrays cheaply, by remapping pages.
 */
#include "stats/running.h"

#include "base/alloc.h"

static bool heap_reserve(bres__heap *heap)
{
    const bool done = BRES__RESERVE(&heap->values, &heap->capacity, heap->count + 1);

    return done;
}

static void heap_push(bres__heap *heap, double value)
{
    size_t place = heap->count++;

    while (place > 0 && value < heap->values[(place - 1) / 2]) {
        heap->values[place] = heap->values[(place - 1) / 2];
        place = (place - 1) / 2;
    }
    heap->values[place] = value;
}

/* Replaces the top with `value` and lets it sink. */
static void heap_replace_top(bres__heap *heap, double value)
{
    size_t place = 0;

    for (;;) {
        size_t child = 2 * place + 1;

        if (child >= heap->count)
            break;
        if (child + 1 < heap->count && heap->values[child + 1] < heap->values[child])
            child++;
        if (value <= heap->values[child])
            break;
        heap->values[place] = heap->values[child];
        place = child;
    }
    heap->values[place] = value;
}

bool bres__running_rank_reserve(bres__running_rank *running)
{
    return heap_reserve(&running->lower) && heap_reserve(&running->upper);
}

void bres__running_rank_add(bres__running_rank *running, double value, size_t rank)
{
    bres__heap *lower = &running->lower;
    bres__heap *upper = &running->upper;
    const bool grows = lower->count < rank + 1;
    double passed = value;

    if (grows) {
        if (upper->count > 0 && value > upper->values[0]) {
            passed = upper->values[0];
            heap_replace_top(upper, value);
        }
        heap_push(lower, -passed);
    } else {
        if (value < -lower->values[0]) {
            passed = -lower->values[0];
            heap_replace_top(lower, -value);
        }
        heap_push(upper, passed);
    }
}

double bres__running_rank_value(const bres__running_rank *running)
{
    return -running->lower.values[0];
}

double bres__running_rank_next(const bres__running_rank *running)
{
    return running->upper.count > 0 ? running->upper.values[0] : -running->lower.values[0];
}

void bres__running_rank_free(bres__running_rank *running)
{
    bres__free(running->lower.values);
    bres__free(running->upper.values);
    *running = (bres__running_rank){ 0 };
}
