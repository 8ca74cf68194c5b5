/* SPDX-License-Identifier: MIT */
/*
 * JMH's secondary metrics, which auxiliary counters and profilers measure in addition to the score.
 * Their values become counters.
 */
#include "formats/jmh/jmh.h"

/* A secondary metric, and the state that gets its values. */
typedef struct metric_target {
    const bres__jmh_record *record;
    const bres__node *metric;
    const char *unit; /* NULL: none */
    bres__draft_state *state;
} metric_target;

#define NOT_OF_EACH_FORK "without values of each fork"
#define NOT_FINITE       "whose values are not finite"

static void warn_of_lost(const metric_target *target, const char *what)
{
    bres__import_warn(target->record->import, "%s: a secondary metric %s is left out: '%.80s'",
                      target->record->import->input.name, what, target->metric->key);
}

/* A profiler writes NaN if its result is not a number, such as a stack profile. */
static bool values_are_finite(const bres__node *values)
{
    for (size_t i = 0; i < bres__node_count(values); i++) {
        const bres__node value = bres__node_at(values, i);

        if (bres__jmh_text_of_infinite(&value) != NULL)
            return false;
    }
    return true;
}

static bres_status put_value(const metric_target *target, const bres__node *node)
{
    double value = 0;
    const bres_status status = bres__node_float64(node, &value);

    if (status == BRES_OK)
        bres__draft_counter(target->state, target->metric->key, target->unit, BRES__BETTER_UNKNOWN,
                            value);
    return status;
}

static bres_status put_values(const metric_target *target, const bres__node *values)
{
    bres_status status = BRES_OK;

    if (bres__node_count(values) == 0) {
        warn_of_lost(target, NOT_OF_EACH_FORK);
        return BRES_OK;
    }
    if (!values_are_finite(values)) {
        warn_of_lost(target, NOT_FINITE);
        return BRES_OK;
    }
    for (size_t i = 0; i < bres__node_count(values) && status == BRES_OK; i++) {
        const bres__node node = bres__node_at(values, i);

        status = put_value(target, &node);
    }
    return status;
}

static bres_status put_bin(void *user, const bres__node *bin, double value, double count)
{
    const metric_target *target = user;

    (void)bin;
    for (double i = 0; i < count; i++)
        bres__draft_counter(target->state, target->metric->key, target->unit, BRES__BETTER_UNKNOWN,
                            value);
    return BRES_OK;
}

static bool histogram_is_finite(const bres__node *fork)
{
    for (size_t i = 0; i < bres__node_count(fork); i++) {
        const bres__node iteration = bres__node_at(fork, i);

        for (size_t k = 0; k < bres__node_count(&iteration); k++) {
            const bres__node bin = bres__node_at(&iteration, k);
            bres__node value;

            if (bres__node_count(&bin) == 0)
                continue;
            value = bres__node_at(&bin, 0);
            if (bres__jmh_text_of_infinite(&value) != NULL)
                return false;
        }
    }
    return true;
}

/* A histogram that is too large becomes the member "histogram/NAME" of the extra JSON. */
static bres_status put_histogram(metric_target *target, const bres__node *fork)
{
    bres__text key = { 0 };
    bres__slice json;
    double total = 0;
    bres_status status;

    if (!histogram_is_finite(fork)) {
        warn_of_lost(target, NOT_FINITE);
        return BRES_OK;
    }
    status = bres__jmh_walk_histogram(fork, &total, NULL, NULL);
    if (status != BRES_OK)
        return status;
    if (!(total > 0)) {
        warn_of_lost(target, NOT_OF_EACH_FORK);
        return BRES_OK;
    }
    if (bres__jmh_take_room(target->record, total))
        return bres__jmh_walk_histogram(fork, &total, put_bin, target);
    bres__text_printf(&key, "histogram/%s", target->metric->key);
    json = bres__node_json(fork);
    if (!key.failed)
        bres__draft_extra(target->state, key.data, json.data, json.length);
    target->record->import->draft.failed |= key.failed;
    bres__text_free(&key);
    return BRES_OK;
}

static bres_status put_fork(metric_target *target, size_t fork)
{
    bres__node forks;
    bres__node values;

    if (bres__node_find(target->metric, "rawData", &forks) && fork < bres__node_count(&forks)) {
        values = bres__node_at(&forks, fork);
        return put_values(target, &values);
    }
    if (bres__node_find(target->metric, "rawDataHistogram", &forks) &&
        fork < bres__node_count(&forks)) {
        values = bres__node_at(&forks, fork);
        return put_histogram(target, &values);
    }
    warn_of_lost(target, NOT_OF_EACH_FORK);
    return BRES_OK;
}

static bres_status put_score(const metric_target *target)
{
    bres__node score;
    bres_status status = BRES_OK;

    if (!bres__node_find(target->metric, "score", &score))
        return BRES_OK;
    if (bres__jmh_text_of_infinite(&score) != NULL)
        warn_of_lost(target, NOT_FINITE);
    else
        status = put_value(target, &score);
    return status;
}

/* `fork` is NULL for the scores of all forks. */
static bres_status walk_metrics(const bres__jmh_record *record, const size_t *fork,
                                bres__draft_state *state)
{
    bres__members_walk walk = { 0 };
    bres__node metrics;
    bres_status status = BRES_OK;

    if (!bres__node_find(record->node, "secondaryMetrics", &metrics))
        return BRES_OK;
    walk.object = &metrics;
    while (status == BRES_OK && bres__members_next(&walk)) {
        metric_target target = { .record = record, .metric = &walk.member, .state = state };
        bres__node unit;

        if (bres__node_find(&walk.member, "scoreUnit", &unit))
            target.unit = bres__node_text(&unit);
        status = fork != NULL ? put_fork(&target, *fork) : put_score(&target);
    }
    return status;
}

bres_status bres__jmh_put_secondary(const bres__jmh_record *record, size_t fork,
                                    bres__draft_state *state)
{
    return walk_metrics(record, &fork, state);
}

bres_status bres__jmh_put_secondary_scores(const bres__jmh_record *record, bres__draft_state *state)
{
    return walk_metrics(record, NULL, state);
}
