/* SPDX-License-Identifier: MIT */
/*
 * Sorts the records, and groups them by state. Repetitions may be interleaved in a file. A file may
 * be joined from the files of several programs that use the same family numbers.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Compares numbers; NaN, a missing number, comes last. */
static int compare_numbers(double a, double b)
{
    return isnan(a) || isnan(b) ? (isnan(a) != 0) - (isnan(b) != 0) : (a > b) - (a < b);
}

static int compare_instances(const bres__google_record *a, const bres__google_record *b)
{
    const int order = compare_numbers(a->family, b->family);

    return order != 0 ? order : compare_numbers(a->instance, b->instance);
}

static int compare_records(const void *left, const void *right)
{
    const bres__google_record *a = *(bres__google_record *const *)left;
    const bres__google_record *b = *(bres__google_record *const *)right;
    int order = compare_instances(a, b);

    if (order == 0)
        order = (a->state > b->state) - (a->state < b->state);
    if (order == 0)
        order = a->is_aggregate - b->is_aggregate;
    if (order == 0)
        order = compare_numbers(a->repetition, b->repetition);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Whether two records belong to one state. A complexity is never part of a state. */
static bool is_same_state(const bres__google_record *a, const bres__google_record *b)
{
    return (a->run_name == b->run_name || strcmp(a->run_name, b->run_name) == 0) &&
           compare_instances(a, b) == 0 && !bres__google_is_complexity(a) &&
           !bres__google_is_complexity(b);
}

/* Appends the bytes of a number. All NaN give the same bytes, and so do both zeros. */
static void put_number(bres__text *text, double number)
{
    const double value = isnan(number) ? NAN : number + 0.0;

    bres__text_append(text, (const char *)&value, sizeof(value));
}

/* Sets the state of a record that does not follow a record of the same state. */
static bool find_state(bres__index *states, bres__google_record *record)
{
    /* No record has the index SIZE_MAX. */
    const size_t alone = bres__google_is_complexity(record) ? record->index : SIZE_MAX;
    size_t position;

    put_number(&states->key, record->family);
    put_number(&states->key, record->instance);
    bres__text_append(&states->key, (const char *)&alone, sizeof(alone));
    bres__text_puts(&states->key, record->run_name);
    if (!bres__index_take(states, &position))
        return false;
    record->state = (uint32_t)position;
    return true;
}

/* Numbers the states in the order of their first records; other records may be anywhere. */
static bres_status number_scattered(const bres__google_records *records)
{
    bres__index states = { 0 };
    bool done = true;

    for (size_t i = 0; i < records->count && done; i++) {
        bres__google_record *record = records->list[i];

        if (i > 0 && is_same_state(records->list[i - 1], record))
            record->state = records->list[i - 1]->state;
        else
            done = find_state(&states, record);
    }
    bres__index_free(&states);
    return done ? BRES_OK : bres__error_memory();
}

/* Numbers the states, if each state has its own pair of indices and the file is sorted by them;
 * false otherwise. */
static bool number_in_order(const bres__google_records *records)
{
    uint32_t count = 0;

    for (size_t i = 0; i < records->count; i++) {
        bres__google_record *record = records->list[i];

        if (i > 0 && !is_same_state(records->list[i - 1], record)) {
            if (compare_instances(records->list[i - 1], record) >= 0)
                return false;
            count++;
        }
        record->state = count;
    }
    return true;
}

static void sort(const bres__google_records *records)
{
    bres__google_record **list = records->list;

    for (size_t i = 1; i < records->count; i++) {
        if (compare_records(&list[i - 1], &list[i]) > 0) {
            qsort(list, records->count, sizeof(*list), compare_records);
            return;
        }
    }
}

bres_status bres__google_groups_make(const bres__google_records *records,
                                     bres__google_group **groups, size_t *count)
{
    bres_status status = number_in_order(records) ? BRES_OK : number_scattered(records);
    size_t capacity = 0;

    *groups = NULL;
    *count = 0;
    if (status != BRES_OK)
        return status;
    sort(records);
    for (size_t i = 0; i < records->count; i++) {
        if (i > 0 && records->list[i - 1]->state == records->list[i]->state) {
            (*groups)[*count - 1].count++;
            continue;
        }
        if (!BRES__RESERVE(groups, &capacity, *count + 1))
            return bres__error_memory();
        (*groups)[(*count)++] = (bres__google_group){ &records->list[i], 1 };
    }
    return BRES_OK;
}
