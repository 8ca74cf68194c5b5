/* SPDX-License-Identifier: MIT */
/*
 * The scores of JMH's primary metric: times, or throughputs, which are converted to times.
 */
#include "formats/jmh/jmh.h"

#include <math.h>
#include <string.h>

/* Confidence level of the intervals that JMH computes. */
#define CONFIDENCE_LEVEL 0.999

static void put_rate(const bres__jmh_record *record, double score, bres__draft_state *state)
{
    bres__draft_value(state,
                      &(bres__measure){ .tag = "bres/import/rate/operations",
                                        .unit = record->unit,
                                        .better = BRES__BETTER_HIGHER },
                      score);
}

/* Adds a score `count` times. */
static bres_status put_score(const bres__jmh_record *record, const bres__node *node, double score,
                             double count, bres__draft_state *state)
{
    const double seconds =
        record->is_rate ? record->seconds / score : score * record->seconds / record->batch;

    if (!(score >= 0) || !isfinite(seconds))
        return bres__node_fault(
            node, BRES_ERROR_VALUE,
            bres__range_text(record->is_rate ? BRES__RANGE_POSITIVE : BRES__RANGE_NOT_NEGATIVE),
            "%s", bres__node_as_text(node));
    for (double i = 0; i < count; i++)
        bres__draft_sample(state, seconds, record->batch);
    if (record->is_rate)
        put_rate(record, score, state);
    return BRES_OK;
}

const char *bres__jmh_text_of_infinite(const bres__node *node)
{
    const char *text = bres__node_text(node);

    return text != NULL && (strcmp(text, "NaN") == 0 || strcmp(text, "+INF") == 0 ||
                            strcmp(text, "-INF") == 0)
               ? text
               : NULL;
}

/* Skips the state if its score is not finite or is a throughput of 0, for example because no
 * execution ended. */
static bool skip_without_time(const bres__jmh_record *record, const bres__node *score,
                              bres__draft_state *state)
{
    const char *text = bres__jmh_text_of_infinite(score);
    char reason[64];
    double value;

    if (text == NULL && record->is_rate && bres__node_kind(score) != BRES__JSON_STRING &&
        bres__node_float64(score, &value) == BRES_OK && value == 0)
        text = "0";
    if (text == NULL)
        return false;
    bres__format(reason, sizeof(reason), "the score is %s", text);
    bres__draft_skip(state, reason);
    return true;
}

bres_status bres__jmh_put_scores(const bres__jmh_record *record, const bres__node *fork,
                                 bres__draft_state *state)
{
    bres_status status = BRES_OK;

    if (bres__node_count(fork) == 0)
        return bres__node_fault(fork, BRES_ERROR_VALUE, "at least one score", "the fork is empty");
    for (size_t i = 0; i < bres__node_count(fork) && status == BRES_OK; i++) {
        const bres__node node = bres__node_at(fork, i);
        double score = 0;

        if (skip_without_time(record, &node, state))
            return BRES_OK;
        status = bres__node_float64(&node, &score);
        if (status == BRES_OK)
            status = put_score(record, &node, score, 1, state);
    }
    return status;
}

/* The state that gets the samples of a histogram. */
typedef struct score_target {
    const bres__jmh_record *record;
    bres__draft_state *state;
} score_target;

static bres_status put_score_bin(void *user, const bres__node *bin, double value, double count)
{
    const score_target *target = user;

    return put_score(target->record, bin, value, count, target->state);
}

bres_status bres__jmh_put_histogram(const bres__jmh_record *record, const bres__node *fork,
                                    bres__draft_state *state)
{
    score_target target = { record, state };
    double total = 0;
    bres__slice json;
    bres_status status = bres__jmh_walk_histogram(fork, &total, NULL, NULL);

    if (status == BRES_OK && !(total > 0))
        return bres__node_fault(fork, BRES_ERROR_VALUE, "at least one time",
                                "the histogram of the fork is empty");
    if (status != BRES_OK)
        return status;
    if (bres__jmh_take_room(record, total))
        return bres__jmh_walk_histogram(fork, &total, put_score_bin, &target);
    json = bres__node_json(fork);
    bres__draft_extra(state, "histogram", json.data, json.length);
    return BRES_OK;
}

/* Reads a number as seconds of one execution; false if it is not a finite number. */
static bool read_time(const bres__jmh_record *record, const bres__node *node, double *seconds)
{
    const bres__json_kind kind = bres__node_kind(node);

    if ((kind != BRES__JSON_REAL && kind != BRES__JSON_INTEGER) ||
        bres__node_float64(node, seconds) != BRES_OK || !isfinite(*seconds))
        return false;
    *seconds *= record->seconds / record->batch;
    return true;
}

static void put_confidence(const bres__jmh_record *record, bres__draft_state *state)
{
    bres__node interval;
    bres__node bounds[2];
    double seconds[2];

    if (!bres__node_find(&record->metric, "scoreConfidence", &interval) ||
        bres__node_kind(&interval) != BRES__JSON_ARRAY || bres__node_count(&interval) != 2)
        return;
    for (size_t i = 0; i < 2; i++) {
        bounds[i] = bres__node_at(&interval, i);
        if (!read_time(record, &bounds[i], &seconds[i]))
            return;
    }
    bres__draft_time(state, "ci_lower", seconds[0]);
    bres__draft_time(state, "ci_upper", seconds[1]);
    bres__draft_value(state, &(bres__measure){ .tag = "bres/import/time/ci_level" },
                      CONFIDENCE_LEVEL);
}

static void put_percentiles(const bres__jmh_record *record, bres__draft_state *state)
{
    static const struct {
        const char *key;
        const char *name;
    } known[] = { { "0.0", "min" }, { "50.0", "median" }, { "100.0", "max" } };
    bres__node percentiles;
    bres__node member;
    double seconds;

    if (!bres__node_find(&record->metric, "scorePercentiles", &percentiles))
        return;
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        if (bres__node_find(&percentiles, known[i].key, &member) &&
            read_time(record, &member, &seconds))
            bres__draft_time(state, known[i].name, seconds);
    }
}

/* The percentiles and the interval of a throughput are not converted to times. The extra JSON keeps
 * all percentiles and intervals as JMH wrote them. */
bres_status bres__jmh_put_aggregates(const bres__jmh_record *record, bres__draft_state *state)
{
    static const char *const known[] = { "score", "scoreUnit", "rawData", "rawDataHistogram",
                                         NULL };
    bres__node member;
    double score = 0;
    bres_status status;

    bres__node_keep_others(&record->metric, known, state);
    if (bres__node_find(&record->metric, "score", &member) &&
        skip_without_time(record, &member, state))
        return BRES_OK;
    status = bres__node_read_duration(&record->metric, "score", &score);
    if (status != BRES_OK)
        return status;
    if (record->is_rate) {
        put_rate(record, score, state);
        return BRES_OK;
    }
    bres__draft_time(state, "mean", score * record->seconds / record->batch);
    put_percentiles(record, state);
    put_confidence(record, state);
    return BRES_OK;
}
