/* SPDX-License-Identifier: MIT */
/*
 * Checks whether a journal belongs to a run: all declarations must be the same.
 */
#include "nvbench/journal/record.h"

#include <inttypes.h>
#include <string.h>

/* The parts of two heads that are being compared, as messages name them. */
typedef struct head_pair {
    const bres_result *journal;
    const bres_subbench *before; /* in the journal */
    const bres_subbench *now;
} head_pair;

static bres_status head_conflict(const head_pair *pair, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bres_status head_conflict(const head_pair *pair, const char *format, ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(what, sizeof(what), format, arguments);
    va_end(arguments);
    if (pair->now != NULL)
        bres__error(BRES_ERROR_CONFLICT, "the file is of another run: benchmark '%s': %s",
                    pair->now->name, what);
    else
        bres__error(BRES_ERROR_CONFLICT, "the file is of another run: %s", what);
    bres__error_set_file(pair->journal->path);
    return BRES_ERROR_CONFLICT;
}

static bool text_same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool scalar_same(const bres__scalar *a, const bres__scalar *b)
{
    return a->json == b->json && text_same(a->text, b->text);
}

/* Finds the first member of `object` that `other` lacks or has with another value. *key: its key,
 * in the arena; NULL: no difference. Ignores the index of a benchmark, which its position gives. */
static bres_status find_difference(const char *object, const char *other, bres__arena *arena,
                                   const char **key)
{
    bres__cursor cursor = bres__json_unchecked_cursor(object, strlen(object));
    bres__json_walk walk = bres__json_walk_object(&cursor, arena);
    bres__slice value;

    *key = NULL;
    while (*key == NULL && bres__json_walk_pass(&walk, &value)) {
        const char *copy = bres__arena_copy(arena, walk.key.data, walk.key.length);
        bres__slice found = { 0 };
        bool equal = false;

        if (copy == NULL)
            return bres__error_memory();
        if (strcmp(copy, "index") == 0)
            continue;
        if (bres__json_member(other, copy, &found))
            walk.status = bres__json_equal(&value, &found, &equal);
        if (!equal)
            *key = copy;
    }
    return walk.status;
}

static bres_status compare_objects(const head_pair *pair, const char *before, const char *now,
                                   const char *what)
{
    bres__arena arena = { 0 };
    const char *key = NULL;
    bres_status status;

    before = before != NULL ? before : "{}";
    now = now != NULL ? now : "{}";
    status = find_difference(before, now, &arena, &key);
    if (status == BRES_OK && key == NULL)
        status = find_difference(now, before, &arena, &key);
    if (status == BRES_OK && key != NULL)
        status = head_conflict(pair, "%s '%s' differs", what, key);
    bres__arena_free(&arena);
    return status;
}

static bres_status axis_value_same(const bres_axis_value *a, const bres_axis_value *b, bool *same)
{
    *same = a->json == b->json && text_same(a->text, b->text) &&
            text_same(a->input_string, b->input_string) &&
            scalar_same(&a->description, &b->description) &&
            scalar_same(&a->is_active, &b->is_active);
    return *same ? bres__json_equal_text(a->extra, b->extra, same) : BRES_OK;
}

static bres_status axis_values_same(const bres_axis *a, const bres_axis *b, bool *same)
{
    bres_status status = BRES_OK;

    *same = a->value_count == b->value_count;
    for (size_t i = 0; i < a->value_count && *same && status == BRES_OK; i++)
        status = axis_value_same(&a->values[i], &b->values[i], same);
    return status;
}

static bres_status compare_axis(const head_pair *pair, const bres_axis *before,
                                const bres_axis *now)
{
    bres_status status;
    bool same;

    if (strcmp(before->name, now->name) != 0)
        return head_conflict(pair, "the journal has the axis '%s' in the place of '%s'",
                             before->name, now->name);
    if (!scalar_same(&before->type, &now->type) || !scalar_same(&before->flags, &now->flags))
        return head_conflict(pair, "axis '%s' has another type", now->name);
    status = axis_values_same(before, now, &same);
    if (status != BRES_OK)
        return status;
    if (!same)
        return head_conflict(pair, "axis '%s' has other values", now->name);
    status = bres__json_equal_text(before->extra, now->extra, &same);
    if (status != BRES_OK)
        return status;
    return same ? BRES_OK : head_conflict(pair, "axis '%s' has other keys", now->name);
}

static bres_status compare_axes(const head_pair *pair)
{
    const bres_subbench *before = pair->before;
    const bres_subbench *now = pair->now;
    const size_t count =
        before->axis_count < now->axis_count ? before->axis_count : now->axis_count;

    for (size_t i = 0; i < count; i++) {
        const bres_status status = compare_axis(pair, before->axes[i], now->axes[i]);

        if (status != BRES_OK)
            return status;
    }
    if (before->axis_count > count)
        return head_conflict(pair, "the journal has an axis '%s' more", before->axes[count]->name);
    if (now->axis_count > count)
        return head_conflict(pair, "the journal has no axis '%s'", now->axes[count]->name);
    return BRES_OK;
}

static bres_status compare_bench(const bres_result *journal, const bres_subbench *before,
                                 const bres_subbench *now)
{
    const head_pair pair = { journal, before, now };
    bres_status status;

    if (before->device_count != now->device_count ||
        (now->device_count != 0 &&
         memcmp(before->devices, now->devices, now->device_count * sizeof(*now->devices)) != 0))
        return head_conflict(&pair, "it runs on other devices");
    status = compare_objects(&pair, before->extra, now->extra, "the setting");
    return status == BRES_OK ? compare_axes(&pair) : status;
}

static bres_status compare_benches(const head_pair *pair, const bres_result *result)
{
    const bres_result *journal = pair->journal;

    for (size_t i = 0; i < result->subbench_count; i++) {
        const bres_subbench *now = result->subbenches[i];
        bres_status status;

        if (i >= journal->subbench_count)
            return head_conflict(pair, "it has no benchmark '%s'", now->name);
        if (strcmp(journal->subbenches[i]->name, now->name) != 0)
            return head_conflict(pair, "it has the benchmark '%s' in the place of '%s'",
                                 journal->subbenches[i]->name, now->name);
        status = compare_bench(journal, journal->subbenches[i], now);
        if (status != BRES_OK)
            return status;
    }
    if (journal->subbench_count > result->subbench_count)
        return head_conflict(pair, "it has a benchmark '%s' more",
                             journal->subbenches[result->subbench_count]->name);
    return BRES_OK;
}

static bres_status compare_devices(const head_pair *pair, const bres_result *result)
{
    const bres_result *journal = pair->journal;

    for (size_t i = 0; i < result->device_count; i++) {
        const bres_device *now = result->devices[i];
        bres_status status = BRES_OK;
        bool equal = false;

        if (i < journal->device_count && journal->devices[i]->id == now->id)
            status = bres__json_equal_text(journal->devices[i]->json, now->json, &equal);
        if (status != BRES_OK)
            return status;
        if (!equal)
            return head_conflict(pair, "device %" PRId64 " differs", now->id);
    }
    if (journal->device_count > result->device_count)
        return head_conflict(pair, "it has a device %" PRId64 " more",
                             journal->devices[result->device_count]->id);
    return BRES_OK;
}

/* Enters the list of criteria in the meta section of a run; false if the section has no list. */
static bool criteria_enter(const bres_result *result, bres__cursor *cursor, bres__json_walk *walk)
{
    bres__slice run;
    bres__slice list;

    if (result->meta == NULL || !bres__json_member(result->meta, "benchresult", &run) ||
        run.data[0] != '{' || !bres__json_member(run.data, "criteria", &list))
        return false;
    *cursor = bres__json_unchecked_cursor(list.data, list.length);
    *walk = bres__json_walk_list(cursor);
    return walk->status == BRES_OK;
}

/* The stopping criterion of a benchmark in the meta section of a run. */
typedef struct head_criterion {
    bres__slice name;
    bres__slice parameters;
    bres__slice clock; /* of the samples; not written for wall time */
} head_criterion;

/* Reads the next criterion; false after the last one. */
static bool criteria_next(bres__json_walk *walk, head_criterion *criterion)
{
    static const char wall[] = "\"wall\"";
    bres__slice entry;

    if (!bres__json_walk_pass(walk, &entry) || entry.data[0] != '{')
        return false;
    if (!bres__json_member(entry.data, "clock", &criterion->clock))
        criterion->clock = (bres__slice){ wall, sizeof(wall) - 1 };
    return bres__json_member(entry.data, "criterion", &criterion->name) &&
           bres__json_member(entry.data, "parameters", &criterion->parameters) &&
           criterion->parameters.data[0] == '{';
}

/* Compares two texts of a benchmark, which must be equal. */
static bres_status compare_texts(const head_pair *pair, const char *what, const bres__slice *before,
                                 const bres__slice *now)
{
    bool equal;
    const bres_status status = bres__json_equal(before, now, &equal);

    if (status != BRES_OK || equal)
        return status;
    return head_conflict(pair, "the %s was %.*s, it is %.*s now", what, (int)before->length,
                         before->data, (int)now->length, now->data);
}

/* Compares the criteria, unless one of the results lacks them, as a journal of an earlier version
 * does. */
static bres_status compare_criteria(const bres_result *journal, const bres_result *result)
{
    bres__cursor cursors[2];
    bres__json_walk walks[2];
    bres_status status = BRES_OK;

    if (!criteria_enter(journal, &cursors[0], &walks[0]) ||
        !criteria_enter(result, &cursors[1], &walks[1]))
        return BRES_OK;
    for (size_t i = 0; status == BRES_OK && i < result->subbench_count; i++) {
        const head_pair pair = { journal, journal->subbenches[i], result->subbenches[i] };
        head_criterion criteria[2];

        if (!criteria_next(&walks[0], &criteria[0]) || !criteria_next(&walks[1], &criteria[1]))
            break;
        status = compare_texts(&pair, "clock", &criteria[0].clock, &criteria[1].clock);
        if (status == BRES_OK)
            status =
                compare_texts(&pair, "stopping criterion", &criteria[0].name, &criteria[1].name);
        if (status == BRES_OK)
            status =
                compare_objects(&pair, criteria[0].parameters.data, criteria[1].parameters.data,
                                "the stopping criterion's parameter");
    }
    return status;
}

bres_status bres__journal_compare_heads(const bres_result *journal, const bres_result *result)
{
    const head_pair pair = { .journal = journal };
    bres_status status = compare_benches(&pair, result);

    if (status == BRES_OK)
        status = compare_devices(&pair, result);
    if (status == BRES_OK)
        status = compare_objects(&pair, journal->extra, result->extra, "the key");
    return status == BRES_OK ? compare_criteria(journal, result) : status;
}
