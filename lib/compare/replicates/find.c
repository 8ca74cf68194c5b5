/* SPDX-License-Identifier: MIT */
/*
 * The runs of a side, and when they were measured.
 */
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"
#include "model/merge/inputs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of runs in one result: more run numbers are a fault of the file. */
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

/* Collects the run numbers of a result, ascending. A result without states is one run, too. */
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

/* Whether any input records its pair number or its start time. */
static bool inputs_have_facts(const bres__run_inputs *inputs)
{
    static const char *const keys[] = { "pair", "start" };
    bres__slice member;

    for (size_t i = 0; i < inputs->count; i++) {
        for (size_t k = 0; k < sizeof(keys) / sizeof(keys[0]); k++) {
            if (inputs->items[i].metadata != NULL &&
                bres__json_member(inputs->items[i].metadata, keys[k], &member))
                return true;
        }
    }
    return false;
}

static int input_order(const void *a, const void *b)
{
    const bres__run_input *first = a;
    const bres__run_input *second = b;

    return (first->run > second->run) - (first->run < second->run);
}

/* Whether each input is one run, and no two inputs are the same run. Sorts the inputs by run. */
static bool inputs_are_runs(bres__run_inputs *inputs)
{
    bool are_runs = inputs->has_runs;

    if (are_runs && inputs->count > 0)
        qsort(inputs->items, inputs->count, sizeof(*inputs->items), input_order);
    for (size_t i = 0; i < inputs->count && are_runs; i++)
        are_runs = inputs->items[i].runs == 1 &&
                   (i == 0 || inputs->items[i].run != inputs->items[i - 1].run);
    return are_runs;
}

/* Adds the runs of the inputs. An input without states is a run, too. */
static bres_status numbers_add_inputs(run_numbers *numbers, const bres_result *result,
                                      const bres__run_inputs *inputs)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < inputs->count && status == BRES_OK; i++)
        status = numbers_add(numbers, result, inputs->items[i].run);
    qsort(numbers->numbers, numbers->count, sizeof(uint32_t), number_order);
    return status;
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

/* Ignores values that the harness would not have written. */
static bres_status run_read_metadata(bres__result_run *run, const char *metadata,
                                     bres__arena *arena)
{
    bres__slice collected;
    const char *start = NULL;
    const char *end = NULL;
    bres_status status = bres__run_member(metadata, "start", '"', arena, &start);

    if (status == BRES_OK)
        status = bres__run_member(metadata, "end", '"', arena, &end);
    if (status != BRES_OK)
        return status;
    run->has_start = start != NULL && time_parse(start, &run->start);
    if (end == NULL || !time_parse(end, &run->end))
        run->end = 0;
    run->is_collected = metadata != NULL && bres__json_member(metadata, "collected", &collected);
    run->has_pair = metadata != NULL && bres__json_member_int64(metadata, "pair", &run->pair);
    return BRES_OK;
}

/* Reads the metadata of the runs of a result: from the input that is the run or, if the result is
 * not merged and has one run, from the result. */
static bres_status runs_read_metadata(bres__result_run *runs, size_t count,
                                      const bres__run_inputs *inputs, bool are_runs,
                                      bres__arena *arena)
{
    const bool is_whole = !inputs->is_merged && count == 1;
    const size_t input_count = are_runs ? inputs->count : 0;
    size_t input = 0;
    const char *own = NULL;
    bres_status status =
        is_whole ? bres__run_member(runs[0].result->meta, "benchresult", '{', arena, &own)
                 : BRES_OK;

    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        const char *metadata = own;

        while (input < input_count && inputs->items[input].run < runs[i].number)
            input++;
        if (input < input_count && inputs->items[input].run == runs[i].number)
            metadata = inputs->items[input].metadata;
        status = run_read_metadata(&runs[i], metadata, arena);
    }
    return status;
}

static bres_status set_add(bres_comparison *comparison, bres__run_set *set, bres_result *result,
                           const run_numbers *numbers)
{
    bres__result_run *runs;

    if (numbers->count > SIZE_MAX - set->count)
        return bres__error_memory();
    runs = bres__arena_calloc(&comparison->arena, set->count + numbers->count, sizeof(*runs));
    if (runs == NULL)
        return bres__error_memory();
    if (set->count > 0)
        memcpy(runs, set->runs, set->count * sizeof(*runs));
    for (size_t i = 0; i < numbers->count; i++)
        runs[set->count + i] = (bres__result_run){ .result = result,
                                                   .number = numbers->numbers[i],
                                                   .parts = numbers->count };
    set->runs = runs;
    set->count += numbers->count;
    return BRES_OK;
}

/* Adds the runs of a result to a side. */
static bres_status set_add_result(bres_comparison *comparison, bres__run_set *set,
                                  bres_result *result, run_numbers *numbers,
                                  bres__run_inputs *inputs)
{
    const size_t first = set->count;
    bres__arena scratch = { 0 };
    bool are_runs = false;
    bres_status status = numbers_of(result, numbers);

    if (status == BRES_OK)
        status = bres__run_inputs_read(inputs, result, &scratch);
    are_runs = status == BRES_OK && inputs_are_runs(inputs);
    if (are_runs)
        status = numbers_add_inputs(numbers, result, inputs);
    if (status == BRES_OK)
        status = set_add(comparison, set, result, numbers);
    if (status == BRES_OK)
        status = runs_read_metadata(set->runs + first, numbers->count, inputs, are_runs, &scratch);
    if (status == BRES_OK)
        set->runs[first].lost_inputs = !are_runs && inputs_have_facts(inputs) ? inputs->count : 0;
    bres__arena_free(&scratch);
    return status;
}

bres_status bres__runs_find(bres_comparison *comparison, int side)
{
    bres__run_set *set = &comparison->sets[side];
    run_numbers numbers = { .count = 0 };
    bres__run_inputs inputs = { .count = 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < set->result_count && status == BRES_OK; i++)
        status = set_add_result(comparison, set, set->results[i], &numbers, &inputs);
    bres__free(inputs.items);
    bres__free(numbers.numbers);
    return status;
}

static void put_lost(bres__text *text, const bres__result_run *run, int side)
{
    if (run->result->path != NULL)
        bres__text_printf(text, "'%s'", run->result->path);
    else
        bres__text_printf(text, "a result of %s", bres__sides_name(side == 0, side == 1));
    bres__text_printf(
        text,
        ": the pair numbers and start times of its runs are unknown: "
        "meta.benchresult.merged lists %zu inputs for %zu runs (expected one input of "
        "one run for each)",
        run->lost_inputs, run->parts);
}

bres_status bres__runs_warn(const bres_comparison *comparison, const bres_compare_options *options)
{
    bres_status status = BRES_OK;

    for (int side = 0; side < 2 && options->log != NULL; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
            bres__text text = { 0 };

            if (set->runs[i].lost_inputs == 0)
                continue;
            put_lost(&text, &set->runs[i], side);
            if (text.failed)
                status = bres__error_memory();
            else
                bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
            bres__text_free(&text);
        }
    }
    return status;
}
