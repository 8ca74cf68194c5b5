/* SPDX-License-Identifier: MIT */
/*
 * The runs of a side, and when they were measured.
 */
#include "compare/replicates/replicates.h"
#include "model/build/build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs of one result: more numbers than this are a fault of the file. */
#define RUNS_PER_RESULT_MAX 4096u

typedef struct run_numbers {
    uint32_t *numbers;
    size_t count;
    size_t capacity;
} run_numbers;

static bres_status numbers_add(run_numbers *numbers, const bres_result *result, uint32_t number)
{
    void *array = numbers->numbers;

    for (size_t i = 0; i < numbers->count; i++) {
        if (numbers->numbers[i] == number)
            return BRES_OK;
    }
    if (numbers->count == RUNS_PER_RESULT_MAX) {
        bres__error(BRES_ERROR_LIMIT, "the result holds more than %u runs", RUNS_PER_RESULT_MAX);
        bres__error_set_file(result->path);
        return BRES_ERROR_LIMIT;
    }
    if (!bres__array_reserve(&array, &numbers->capacity, numbers->count + 1, sizeof(uint32_t)))
        return bres__error_memory();
    numbers->numbers = array;
    numbers->numbers[numbers->count++] = number;
    return BRES_OK;
}

static int number_order(const void *a, const void *b)
{
    const uint32_t first = *(const uint32_t *)a;
    const uint32_t second = *(const uint32_t *)b;

    return (first > second) - (first < second);
}

/* Ascending. A result without states is one run, too. */
static bres_status numbers_of(const bres_result *result, run_numbers *numbers)
{
    bres_status status = BRES_OK;

    numbers->count = 0;
    for (size_t b = 0; b < result->subbench_count; b++) {
        const bres_subbench *bench = result->subbenches[b];

        for (size_t i = 0; i < bench->state_count && status == BRES_OK; i++) {
            const uint32_t number = bench->states[i]->run;

            /* Most states have the number of the previous one. */
            if (i == 0 || number != bench->states[i - 1]->run)
                status = numbers_add(numbers, result, number);
        }
    }
    if (status == BRES_OK && numbers->count == 0)
        status = numbers_add(numbers, result, 0);
    if (status == BRES_OK)
        qsort(numbers->numbers, numbers->count, sizeof(uint32_t), number_order);
    return status;
}

/* The member of an object as a separate text in the arena; NULL if it is missing, or does not begin
 * with `begin`. */
static bres_status member_get(const char *object, const char *key, char begin, bres__arena *arena,
                              const char **member)
{
    bres_status status = BRES_OK;

    *member = NULL;
    if (object != NULL && object[0] == '{')
        status = bres__member_text(object, key, arena, member);
    if (*member != NULL && (*member)[0] != begin)
        *member = NULL;
    return status;
}

/* The element of a list for this run; NULL if the list has another length than the runs. */
static bres_status element_get(const char *list, const bres__result_run *run, bres__arena *arena,
                               const char **found)
{
    bres__cursor cursor = bres__json_unchecked_cursor(list, strlen(list));
    bres__slice wanted = { .data = NULL };
    size_t index = 0;
    bool first = true;
    bool more = true;

    *found = NULL;
    for (bres_status status = bres__json_enter(&cursor, '[');; index++) {
        bres__slice element;

        if (status == BRES_OK)
            status = bres__json_next_element(&cursor, &first, &more);
        if (status != BRES_OK || !more)
            break;
        status = bres__json_skip(&cursor, &element);
        if (index == run->part)
            wanted = element;
    }
    if (index != run->parts || wanted.data == NULL)
        return BRES_OK;
    *found = bres__arena_copy(arena, wanted.data, wanted.length);
    return *found != NULL ? BRES_OK : bres__error_memory();
}

/* Days from 1970-01-01 to a day of the Gregorian calendar. */
static int64_t days_since_1970(int year, int month, int day)
{
    /* A year from March to February ends with the leap day. */
    const int64_t shifted = month > 2 ? year : year - 1;
    const int64_t month_of_march = month > 2 ? month - 3 : month + 9;

    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 +
           (153 * month_of_march + 2) / 5 + day - 1 - 719468;
}

/* ".250", independent of the locale. */
static double fraction_parse(const char **text)
{
    double scale = 1;
    double value = 0;

    if (**text != '.')
        return 0;
    for (++*text; **text >= '0' && **text <= '9'; ++*text) {
        scale /= 10;
        value += scale * (**text - '0');
    }
    return value;
}

/* "2026-11-21T22:44:31Z" with its quotes, and an optional fraction of the second. */
static bool time_parse(const char *text, double *seconds)
{
    int year;
    int month;
    int day;
    int hour;
    int minute;
    int second;
    int end = 0;
    double fraction;

    if (sscanf(text, "\"%4d-%2d-%2dT%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute, &second,
               &end) != 6)
        return false;
    text += end;
    fraction = fraction_parse(&text);
    if (strcmp(text, "Z\"") != 0 || month < 1 || month > 12)
        return false;
    *seconds = (double)(days_since_1970(year, month, day) * 86400 + hour * 3600 + minute * 60) +
               second + fraction;
    return true;
}

/* The metadata of a run: of the result or, if it was merged from as many inputs as it has runs, of
 * one input. Ignores values that the harness would not have written. */
static bres_status run_find_metadata(const bres__result_run *run, bres__arena *arena,
                                     const char **metadata)
{
    const char *merged = NULL;
    const char *input = NULL;
    bres_status status = member_get(run->result->meta, "benchresult", '{', arena, metadata);

    if (status == BRES_OK)
        status = member_get(*metadata, "merged", '[', arena, &merged);
    if (status != BRES_OK || (merged == NULL && run->parts == 1))
        return status;
    *metadata = NULL;
    if (merged != NULL)
        status = element_get(merged, run, arena, &input);
    return status == BRES_OK ? member_get(input, "benchresult", '{', arena, metadata) : status;
}

static bres_status run_read_metadata(bres__result_run *run, bres__arena *arena)
{
    bres__slice collected;
    const char *metadata;
    const char *start = NULL;
    const char *end = NULL;
    bres_status status = run_find_metadata(run, arena, &metadata);

    if (status == BRES_OK)
        status = member_get(metadata, "start", '"', arena, &start);
    if (status == BRES_OK)
        status = member_get(metadata, "end", '"', arena, &end);
    if (status != BRES_OK)
        return status;
    run->has_start = start != NULL && time_parse(start, &run->start);
    if (end == NULL || !time_parse(end, &run->end))
        run->end = 0;
    run->is_collected = metadata != NULL && bres__json_member(metadata, "collected", &collected);
    run->has_pair = metadata != NULL && bres__json_member_int64(metadata, "pair", &run->pair);
    return BRES_OK;
}

static bres_status set_add(bres_comparison *comparison, bres__run_set *set, bres_result *result,
                           const run_numbers *numbers)
{
    bres__result_run *runs;
    bres__arena scratch = { 0 };
    bres_status status = BRES_OK;

    if (numbers->count > SIZE_MAX - set->count)
        return bres__error_memory();
    runs = bres__arena_calloc(&comparison->arena, set->count + numbers->count, sizeof(*runs));
    if (runs == NULL)
        return bres__error_memory();
    if (set->count > 0)
        memcpy(runs, set->runs, set->count * sizeof(*runs));
    for (size_t i = 0; i < numbers->count && status == BRES_OK; i++) {
        bres__result_run *run = &runs[set->count + i];

        *run = (bres__result_run){
            .result = result, .number = numbers->numbers[i], .part = i, .parts = numbers->count
        };
        status = run_read_metadata(run, &scratch);
    }
    bres__arena_free(&scratch);
    set->runs = runs;
    set->count += numbers->count;
    return status;
}

bres_status bres__runs_find(bres_comparison *comparison, int side)
{
    bres__run_set *set = &comparison->sets[side];
    run_numbers numbers = { .count = 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->result_count && status == BRES_OK; i++) {
        status = numbers_of(set->results[i], &numbers);
        if (status == BRES_OK)
            status = set_add(comparison, set, set->results[i], &numbers);
    }
    bres__free(numbers.numbers);
    return status;
}
