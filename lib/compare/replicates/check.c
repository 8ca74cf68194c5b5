/* SPDX-License-Identifier: MIT */
/*
 * Checks of the runs of a side: they must be from equal devices, and must not hold the same
 * measurements. A copy of a file would make the runs look more alike than they are.
 */
#include "compare/match/match.h"
#include "compare/match/name.h"
#include "compare/replicates/replicates.h"

#include <inttypes.h>
#include <string.h>

/* A compared device, and the first run whose result has it. Other runs are checked against it. */
typedef struct first_device {
    const bres_device *device;
    size_t index; /* in the list of devices */
    size_t run;
} first_device;

static bres_status devices_report(const bres_comparison *comparison,
                                  const bres_compare_options *options, int side, size_t first,
                                  size_t index, const char *difference)
{
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    bres__text_puts(&text, "the runs of one side are from different devices: ");
    bres__run_put_name(&text, comparison, side, first);
    bres__text_puts(&text, " and ");
    bres__run_put_name(&text, comparison, side, index);
    bres__text_printf(&text, ": %.*s", (int)strcspn(difference, "\n"), difference);
    if (text.failed)
        status = bres__error_memory();
    else if ((options->flags & BRES_COMPARE_IGNORE_DEVICES) == 0)
        status = bres__error(BRES_ERROR_CONFLICT, "%s", text.data);
    else if (options->log != NULL)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

/* Checks a device of the first run against another run. */
static bres_status device_check(const bres_comparison *comparison,
                                const bres_compare_options *options, int side,
                                const first_device *first, size_t index)
{
    static const char *const owners[2] = { "the former", "the latter" };
    const bres_result *result = comparison->sets[side].runs[index].result;
    const bres_device *device = bres_result_device(result, first->device->id);
    bres__text text = { 0 };
    bool equal = false;
    bres_status status;

    if (device == NULL) {
        char missing[64];

        bres__format(missing, sizeof(missing), "the latter has no device %" PRId64,
                     first->device->id);
        return devices_report(comparison, options, side, first->run, index, missing);
    }
    status = bres__json_equal_text(first->device->json, device->json, &equal);
    if (status == BRES_OK && !equal)
        status = bres__device_differ(first->device, device, owners, first->index, &text);
    if (status == BRES_OK && !equal)
        status = text.failed
                     ? bres__error_memory()
                     : devices_report(comparison, options, side, first->run, index, text.data);
    bres__text_free(&text);
    return status;
}

static bool result_has_device(const bres_result *result, const bres_device *device)
{
    for (size_t i = 0; i < result->device_count; i++) {
        if (result->devices[i] == device)
            return true;
    }
    return false;
}

/* The first run, in the present order, of the result that has a device of the list. */
static size_t device_run(const bres__run_set *set, const bres_device *device)
{
    size_t run = 0;

    while (!result_has_device(set->runs[run].result, device))
        run++;
    return run;
}

static bres_status devices_check(const bres_comparison *comparison,
                                 const bres_compare_options *options, int side)
{
    const bres__run_set *set = &comparison->sets[side];
    const bres__device_selection *list = &comparison->devices[side];
    bres_status status = BRES_OK;

    for (size_t d = 0; d < list->count; d++) {
        const first_device first = { .device = list->devices[d],
                                     .index = d,
                                     .run = device_run(set, list->devices[d]) };
        const bres_result *checked = set->runs[first.run].result;

        for (size_t i = 0; i < set->count && status == BRES_OK; i++) {
            if (set->runs[i].result == checked ||
                set->runs[i].result == set->runs[first.run].result)
                continue;
            checked = set->runs[i].result;
            status = device_check(comparison, options, side, &first, i);
        }
    }
    return status;
}

static bool texts_equal(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Names of sample files may differ between a file and its copy. */
static bool field_is_filename(const bres_value *value)
{
    return value->field->name != NULL && strcmp(value->field->name, "filename") == 0;
}

/* Values that are expected to be equal in several runs: exact counts, the counters of other tools,
 * such as peaks of memory, and the median of a coarse clock. */
static bool summary_may_repeat(const bres_summary *summary)
{
    static const char *const prefixes[] = { "bres/callgrind/", "bres/import/counter/",
                                            "bres/import/time/median",
                                            "bres/import/time/deviation" };

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && summary->shape->tag != NULL; i++) {
        if (strncmp(summary->shape->tag, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    }
    return false;
}

/* *values counts the measured values: floating-point numbers. */
static bool summaries_equal(const bres_summary *a, const bres_summary *b, size_t *values)
{
    const bool measured = !summary_may_repeat(a);

    if (!texts_equal(a->shape->tag, b->shape->tag) || a->field_count != b->field_count)
        return false;
    for (uint32_t i = 0; i < a->field_count; i++) {
        const bres_value *first = &a->fields[i];
        const bres_value *second = &b->fields[i];

        if (first->json != second->json ||
            (!field_is_filename(first) && !texts_equal(first->text, second->text)))
            return false;
        *values += measured && first->kind == BRES_KIND_FLOAT64;
    }
    return true;
}

static bool states_equal(const bres_state *a, const bres_state *b, size_t *values)
{
    if (strcmp(a->name, b->name) != 0 || a->summary_count != b->summary_count)
        return false;
    for (uint32_t i = 0; i < a->summary_count; i++) {
        if (!summaries_equal(bres__summary_at(a, i), bres__summary_at(b, i), values))
            return false;
    }
    return true;
}

/* The next state of a run in a benchmark, starting at *index, which advances; NULL at the end. */
static const bres_state *run_next(const bres_subbench *bench, const bres__result_run *run,
                                  size_t *index)
{
    while (*index < bench->state_count) {
        const bres_state *state = bench->states[(*index)++];

        if (run->parts == 1 || state->run == run->number)
            return state;
    }
    return NULL;
}

/* Compares two states: sets *same. */
typedef bres_status (*states_fn)(const bres_state *a, const bres_state *b, void *user, bool *same);

/* Calls `each` for the states of two runs, in their order, until it finds a difference. *same is
 * also false if one run has more states. */
static bres_status runs_walk(const bres__result_run *a, const bres__result_run *b, states_fn each,
                             void *user, bool *same)
{
    const bres_result *first = a->result;
    const bres_result *second = b->result;

    *same = first->subbench_count == second->subbench_count;
    for (size_t i = 0; *same && i < first->subbench_count; i++) {
        const bres_subbench *benches[2] = { first->subbenches[i], second->subbenches[i] };
        size_t next[2] = { 0, 0 };
        const bres_state *states[2];

        *same = strcmp(benches[0]->name, benches[1]->name) == 0;
        do {
            bres_status status = BRES_OK;

            states[0] = run_next(benches[0], a, &next[0]);
            states[1] = run_next(benches[1], b, &next[1]);
            if (states[0] != NULL && states[1] != NULL && *same)
                status = each(states[0], states[1], user, same);
            else
                *same = *same && states[0] == states[1];
            if (status != BRES_OK)
                return status;
        } while (*same && states[0] != NULL);
    }
    return BRES_OK;
}

static bres_status compare_summaries(const bres_state *a, const bres_state *b, void *user,
                                     bool *same)
{
    *same = states_equal(a, b, user);
    return BRES_OK;
}

/* Reads the samples of a state without storing them in the state. */
static bres_status samples_read(const bres_state *state, bres__source *source)
{
    const bres__metric *metric = bres__metric_choose(BRES_METRIC_AUTO, state, state);
    bres__side side = { .skipped = false };
    bres_status status = bres__side_collect(&side, state, metric, NULL);

    if (status == BRES_OK)
        status = bres__source_read(&side.times, NULL);
    *source = side.times;
    return status;
}

/* *user counts the compared samples. If neither state has readable samples, *same is true and
 * nothing is counted. */
static bres_status compare_samples(const bres_state *a, const bres_state *b, void *user, bool *same)
{
    size_t *values = user;
    bres__source sources[2] = { { .declared = false }, { .declared = false } };
    bres_status status = samples_read(a, &sources[0]);

    if (status == BRES_OK)
        status = samples_read(b, &sources[1]);
    *same = status == BRES_OK && sources[0].count == sources[1].count;
    if (*same && sources[0].count > 0) {
        *values += sources[0].count;
        *same = memcmp(sources[0].values, sources[1].values, sources[0].count * sizeof(float)) == 0;
    }
    bres__source_free(&sources[0]);
    bres__source_free(&sources[1]);
    return status;
}

/* Whether the runs are of different pairs of one race, which numbers them in its result. */
static bool are_numbered(const bres__result_run *a, const bres__result_run *b)
{
    return a->result == b->result && a->has_pair && b->has_pair && a->pair != b->pair;
}

/* Whether two runs hold the same measurements: at least one, and no different one. Runs that began
 * at different times, or that a race has numbered, are never copies. */
static bres_status runs_equal(const bres__result_run *a, const bres__result_run *b, bool *equal)
{
    size_t values = 0;
    bres_status status;

    *equal = a->result == b->result && a->number == b->number;
    if (*equal || are_numbered(a, b) || (a->has_start && b->has_start && a->start != b->start))
        return BRES_OK;
    status = runs_walk(a, b, compare_summaries, &values, equal);
    if (status == BRES_OK && *equal)
        status = runs_walk(a, b, compare_samples, &values, equal);
    *equal = *equal && values > 0;
    return status;
}

static bres_status refuse_copy(const bres_comparison *comparison, int side, size_t first,
                               size_t second)
{
    bres__text text = { 0 };
    bres_status status;

    bres__run_put_name(&text, comparison, side, first);
    bres__text_puts(&text, " and ");
    bres__run_put_name(&text, comparison, side, second);
    status =
        text.failed
            ? bres__error_memory()
            : bres__error(BRES_ERROR_CONFLICT,
                          "%s hold the same measurements: a copy does not count as another run",
                          text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__copies_check(const bres_comparison *comparison, int side)
{
    const bres__run_set *set = &comparison->sets[side];

    for (size_t i = 1; i < set->count; i++) {
        for (size_t j = 0; j < i; j++) {
            bool equal = false;
            const bres_status status = runs_equal(&set->runs[j], &set->runs[i], &equal);

            if (status != BRES_OK)
                return status;
            if (equal)
                return refuse_copy(comparison, side, j, i);
        }
    }
    return BRES_OK;
}

bres_status bres__runs_check(const bres_comparison *comparison, const bres_compare_options *options)
{
    bres_status status = BRES_OK;

    for (int side = 0; side < 2 && status == BRES_OK; side++) {
        status = devices_check(comparison, options, side);
        if (status == BRES_OK && !comparison->runs_are_distinct)
            status = bres__copies_check(comparison, side);
    }
    return status;
}
