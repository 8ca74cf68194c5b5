/* SPDX-License-Identifier: MIT */
/*
 * The columns that a caller chooses for the tables of a comparison, and the order of their rows.
 */
#include "report/compare/compare.h"

#include <math.h>
#include <stdlib.h>

#define NAME(value, name, header, align, content) [BRES_COMPARE_COLUMN_##value] = (name),

static const char *const names[] = { [BRES_COMPARE_COLUMN_DEFAULT] = "default",
                                     BRES__COMPARE_COLUMNS(NAME) };

struct key {
    const bres_row *row;
    double number; /* NaN: the row has no number */
    size_t place;
};

uint32_t bres_compare_columns(void)
{
    return BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT)
        BRES__COMPARE_COLUMNS(BRES__COMPARE_COLUMN_BIT);
}

const char *bres_compare_column_name(bres_compare_column column)
{
    return (size_t)column < sizeof names / sizeof *names ? names[column] : NULL;
}

bres_status bres__compare_sort_check(uint32_t column)
{
    if (column != BRES_COMPARE_COLUMN_REASON)
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT,
                       "cannot sort by column '%s' (expected a column of numbers, or status)",
                       names[column]);
}

static double center_of(const bres_estimate *estimate)
{
    return (estimate->has & BRES_HAS_CENTER) != 0 ? estimate->center : NAN;
}

static double noise_of(const bres_estimate *estimate)
{
    return (estimate->has & BRES_HAS_NOISE) != 0 ? estimate->noise : NAN;
}

static double change_of(const bres_row *row)
{
    const bres_difference *difference = bres_row_difference(row);
    const bres_ratio *ratio = bres_row_ratio(row);

    if (ratio != NULL)
        return ratio->ratio - 1;
    return (difference->has & BRES_HAS_CHANGE) != 0 ? difference->change : NAN;
}

/* The sort key of a status: rows that need attention come first. */
static double status_of(const bres_row *row)
{
    static const double places[] = {
        [BRES_SLOW] = 0, [BRES_AMBIGUOUS] = 1, [BRES_UNKNOWN] = 2, [BRES_FAST] = 3, [BRES_SAME] = 4
    };

    return places[bres_row_verdict(row)];
}

static double number_of(const bres_row *row, uint32_t column)
{
    const bres_difference *difference = bres_row_difference(row);

    switch (column) {
    case BRES_COMPARE_COLUMN_REFERENCE:
        return center_of(bres_row_reference_estimate(row));
    case BRES_COMPARE_COLUMN_CANDIDATE:
        return center_of(bres_row_candidate_estimate(row));
    case BRES_COMPARE_COLUMN_REFERENCE_NOISE:
        return noise_of(bres_row_reference_estimate(row));
    case BRES_COMPARE_COLUMN_CANDIDATE_NOISE:
        return noise_of(bres_row_candidate_estimate(row));
    case BRES_COMPARE_COLUMN_DIFFERENCE:
        return (difference->has & BRES_HAS_DIFFERENCE) != 0 ? difference->center : NAN;
    case BRES_COMPARE_COLUMN_FRACTION:
        return (difference->has & BRES_HAS_FRACTION) != 0 ? difference->fraction : NAN;
    case BRES_COMPARE_COLUMN_CHANGE:
        return change_of(row);
    default:
        return status_of(row);
    }
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

static bres_status rows_sort(const bres_compare_report_options *options, const bres_row **rows,
                             size_t count)
{
    const bool is_descending = (options->flags & BRES_REPORT_DESCENDING) != 0;
    struct key *keys = bres__calloc(count + 1, sizeof *keys);

    if (keys == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < count; i++) {
        const double number = number_of(rows[i], options->sort);

        keys[i] = (struct key){ rows[i], is_descending ? -number : number, i };
    }
    qsort(keys, count, sizeof *keys, key_compare);
    for (size_t i = 0; i < count; i++)
        rows[i] = keys[i].row;
    bres__free(keys);
    return BRES_OK;
}

bres_status bres__compare_rows_order(const bres_compare_report_options *options,
                                     const bres_row **rows, size_t *count)
{
    bres_status status = BRES_OK;

    if (options->sort != BRES_COMPARE_COLUMN_DEFAULT)
        status = rows_sort(options, rows, *count);
    if (options->top > 0 && *count > options->top)
        *count = options->top;
    return status;
}
