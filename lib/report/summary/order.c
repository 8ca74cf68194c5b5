/* SPDX-License-Identifier: MIT */
#include "report/summary/order.h"
#include "report/summary/columns.h"

#include <math.h>
#include <stdlib.h>

/* Columns without one number for each state. */
#define UNSORTED                                                                                   \
    (BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES) | BRES_COLUMN_BIT(BRES_COLUMN_PHASES) |                \
     BRES_COLUMN_BIT(BRES_COLUMN_HISTOGRAM))

struct key {
    const bres_state *state;
    double number; /* NaN: the state has no number */
    size_t place;
};

bres_status bres__summary_order_check(const bres__summary_order *order)
{
    const char *name = bres_column_name((bres_column)order->column);

    if (name == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "unknown column %u to sort by",
                           (unsigned)order->column);
    if ((UNSORTED & BRES_COLUMN_BIT(order->column)) != 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "cannot sort by column '%s' (expected a column of numbers)", name);
    return BRES_OK;
}

/* Takes the number of the first cell of the column that has one. */
static bres_status key_take(void *user, const bres__cell *cell)
{
    struct key *key = user;

    if (isnan(key->number) && cell->value.kind == BRES_KIND_INT64)
        key->number = (double)cell->value.number;
    else if (isnan(key->number) && cell->value.kind == BRES_KIND_FLOAT64)
        key->number = cell->value.real;
    return BRES_OK;
}

static int key_compare(const void *a, const void *b)
{
    const struct key *first = a;
    const struct key *second = b;
    const bool has_first = !isnan(first->number);
    const bool has_second = !isnan(second->number);

    if (has_first && has_second && first->number != second->number)
        return first->number < second->number ? -1 : 1;
    if (has_first != has_second)
        return has_first ? -1 : 1;
    return first->place < second->place ? -1 : first->place > second->place;
}

/* A descending number is negated, so that equal states keep their order. */
static bres_status keys_make(const bres__summary_order *order, struct key *keys,
                             const bres_state *const *states, size_t count)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < count; i++) {
        keys[i] = (struct key){ .state = states[i], .number = NAN, .place = i };
        if (!bres_state_is_skipped(states[i]))
            status = bres__columns_put(BRES_COLUMN_BIT(order->column), false, states[i], NULL,
                                       key_take, &keys[i]);
        if (order->is_descending)
            keys[i].number = -keys[i].number;
    }
    return status;
}

static bres_status states_sort(const bres__summary_order *order, const bres_state **states,
                               size_t count)
{
    struct key *keys = bres__calloc(count + 1, sizeof *keys);
    bres_status status;

    if (keys == NULL)
        return bres__error_memory();
    status = keys_make(order, keys, states, count);
    if (status == BRES_OK)
        qsort(keys, count, sizeof *keys, key_compare);
    for (size_t i = 0; status == BRES_OK && i < count; i++)
        states[i] = keys[i].state;
    bres__free(keys);
    return status;
}

bres_status bres__summary_order_apply(const bres__summary_order *order, const bres_state **states,
                                      size_t *count)
{
    bres_status status = BRES_OK;
    size_t shown = 0;
    size_t kept = 0;

    if (order->column != BRES_COLUMN_DEFAULT)
        status = states_sort(order, states, *count);
    if (status != BRES_OK || order->top == 0)
        return status;
    for (size_t i = 0; i < *count; i++) {
        const bool is_skipped = bres_state_is_skipped(states[i]);

        if (is_skipped || shown < order->top)
            states[kept++] = states[i];
        shown += !is_skipped;
    }
    *count = kept;
    return BRES_OK;
}
