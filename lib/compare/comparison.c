/* SPDX-License-Identifier: MIT */
/*
 * Compares two results: the steps from the options to the verdict counts.
 */
#include "compare/config/thresholds.h"
#include "compare/machines.h"
#include "compare/match/match.h"
#include "compare/note.h"
#include "compare/replicates/replicates.h"
#include "compare/rows.h"

#include <string.h>

#define COMPARE_KNOWN_FLAGS                                                                        \
    (BRES_COMPARE_IGNORE_DEVICES | BRES_COMPARE_ALLOW_MISSING | BRES_COMPARE_PAIRED |              \
     BRES_COMPARE_UNPAIRED | BRES_COMPARE_ANY_DEPENDENCE | BRES_COMPARE_REQUIRE_SAMPLES)
#define COMPARE_PROBABILITY 0.8
/* Size of the first published layout: it never changes. */
#define COMPARE_FIRST_SIZE  (offsetof(bres_compare_options, reserved) + sizeof(uint32_t))

void bres_compare_options_init(bres_compare_options *options)
{
    if (options != NULL)
        *options = (bres_compare_options){ .size = sizeof(*options),
                                           .plan_probability = COMPARE_PROBABILITY };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_compare_options, flags, COMPARE_KNOWN_FLAGS),
    BRES__OPTION_ENUM(bres_compare_options, metric, BRES_METRIC_INSTRUCTIONS),
    BRES__OPTION_RESERVED(bres_compare_options, reserved),
    BRES__OPTION_REAL(bres_compare_options, count_tolerance, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_compare_options, false_discovery_rate, BRES__RANGE_RATE),
    BRES__OPTION_REAL(bres_compare_options, plan_probability, BRES__RANGE_PROBABILITY),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_compare_options, COMPARE_FIRST_SIZE, option_fields);

/* Sets the caller's options and thresholds. */
static bres_status options_take(bres_compare_options *full, bres_thresholds *thresholds,
                                const bres_compare_options *user)
{
    const uint32_t both = BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED;
    bres_status status;

    bres_compare_options_init(full);
    status = bres__options_take(full, user, &options_type);
    if (status == BRES_OK)
        status = bres__thresholds_take(thresholds, full->thresholds);
    if (status != BRES_OK)
        return status;
    if (full->metric == BRES_METRIC_INSTRUCTIONS && thresholds->rule == BRES_RULE_LEGACY)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_compare_options: the legacy rule compares times, not counts");
    if ((full->flags & both) == both)
        return bres__error(BRES_ERROR_ARGUMENT, "the runs cannot be both paired and unpaired");
    return BRES_OK;
}

/* Counts the reason of an undecided row. The array has room for every reason. */
static void reason_count(bres_comparison *comparison, const bres_row *row)
{
    bres__reason_count *reason = comparison->reasons;
    const bres__reason_count *end = reason + comparison->reason_count;

    while (reason < end && reason->reason != row->reason)
        reason++;
    if (reason == end) {
        *reason = (bres__reason_count){
            .reason = row->reason,
            .severity = row->severity,
            .message = row->message,
        };
        comparison->reason_count++;
    }
    reason->rows++;
    if (row->severity > reason->severity) {
        reason->severity = row->severity;
        reason->message = row->message;
    }
}

static void comparison_count(bres_comparison *comparison)
{
    bres__reason_count *reasons = comparison->reasons;

    for (size_t i = 0; i < comparison->row_count; i++) {
        const bres_row *row = &comparison->rows[i];

        comparison->verdict_counts[row->verdict]++;
        if (row->verdict == BRES_AMBIGUOUS)
            reason_count(comparison, row);
    }
    /* Insertion sort: few reasons, and equal counts keep their order. */
    for (size_t i = 1; i < comparison->reason_count; i++) {
        const bres__reason_count reason = reasons[i];
        size_t place = i;

        for (; place > 0 && reasons[place - 1].rows < reason.rows; place--)
            reasons[place] = reasons[place - 1];
        reasons[place] = reason;
    }
}

/* A false discovery rate needs small p-values: enough runs for the rank tests, or the assumption of
 * normal variation. */
static bres_status discovery_check(const bres_comparison *comparison)
{
    const double confidence = comparison->thresholds.runs_change_confidence;
    const size_t counts[2] = { comparison->sets[0].count, comparison->sets[1].count };

    if (comparison->thresholds.runs_assume_normal != 0 ||
        bres__ranks_suffice(counts[0], counts[1], confidence))
        return BRES_OK;
    return bres__error(BRES_ERROR_ARGUMENT,
                       "a false discovery rate needs at least %zu runs per side, or the assumption "
                       "of normal variation: %zu and %zu runs cannot show a change at %.4g%%",
                       bres__runs_wanted(confidence), counts[0], counts[1], 100 * confidence);
}

/* Finds the runs of both sides, and refuses options that do not fit their number. */
static bres_status runs_arrange(bres_comparison *comparison, const bres_compare_options *options)
{
    bres_status status = bres__runs_find(comparison, BRES__REFERENCE);

    if (status == BRES_OK)
        status = bres__runs_find(comparison, BRES__CANDIDATE);
    if (status != BRES_OK)
        return status;
    status = bres__runs_find_stopping(comparison);
    if (status != BRES_OK)
        return status;
    /* Even the single pair of a race needs the decision for races: more pairs might have
     * followed. */
    comparison->has_replicates = comparison->sets[0].count > 1 || comparison->sets[1].count > 1 ||
                                 comparison->stopping.is_sequential;
    if (comparison->has_replicates && comparison->thresholds.rule == BRES_RULE_LEGACY)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the legacy rule compares one run per side, not replicates");
    if (!comparison->has_replicates && options->false_discovery_rate > 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "a false discovery rate needs replicates: more than one run on at "
                           "least one side");
    if (!comparison->has_replicates)
        return BRES_OK;
    status = bres__runs_warn(comparison, options);
    if (status == BRES_OK)
        status = bres__runs_pair(comparison, options);
    comparison->stopping.is_sequential &= comparison->paired;
    if (status == BRES_OK && options->false_discovery_rate > 0)
        status = discovery_check(comparison);
    return status == BRES_OK ? bres__runs_order(comparison) : status;
}

/* Allocates the array for the typical times of all runs in all rows. */
static bool logs_alloc(bres_comparison *comparison)
{
    const size_t runs = comparison->sets[0].count + comparison->sets[1].count;

    if (comparison->row_count > SIZE_MAX / runs)
        return false;
    comparison->logs = bres__calloc(comparison->row_count * runs + 1, sizeof(double));
    return comparison->logs != NULL;
}

/* Decides all rows; replicates with an odd run or with unbalanced drift, a second time. */
static bres_status rows_decide(bres_comparison *comparison, const bres_compare_options *options)
{
    bres_compare_options quiet = *options;
    bres_status status;

    if (!comparison->has_replicates)
        return bres__rows_decide(comparison, options);
    if (!logs_alloc(comparison))
        return bres__error_memory();
    status = bres__rows_decide(comparison, options);
    /* A race decides on all of its pairs. */
    if (status == BRES_OK && !comparison->stopping.is_sequential)
        status = bres__runs_survey(comparison);
    bres__free(comparison->logs);
    comparison->logs = NULL;
    quiet.log = NULL;
    if (status == BRES_OK && (comparison->odd.name != NULL || comparison->drift_shift != 0))
        status = bres__rows_decide(comparison, &quiet);
    return status;
}

static bres_status comparison_fill(bres_comparison *comparison, const bres_compare_options *options)
{
    const bres__run_set *candidates = &comparison->sets[BRES__CANDIDATE];
    bres_status status = bres__files_check(comparison, options);

    if (status == BRES_OK)
        status = bres__variation_read(candidates->results, candidates->result_count,
                                      &comparison->thresholds);
    if (status == BRES_OK)
        status = runs_arrange(comparison, options);
    if (status == BRES_OK)
        status = bres__devices_select(comparison, options);
    if (status == BRES_OK && comparison->has_replicates)
        status = bres__runs_check(comparison, options);
    if (status == BRES_OK)
        status = bres__devices_check(comparison, options);
    if (status == BRES_OK)
        status = bres__benches_match(comparison, options->filter);
    if (status == BRES_OK)
        status = bres__devices_pair(comparison);
    if (status == BRES_OK)
        status = bres__machines_check(comparison, options);
    if (status == BRES_OK)
        status = bres__rows_match(comparison, options);
    /* Bonferroni correction: one wrong SLOW in any row would fail the gate. */
    if (comparison->thresholds.rule == BRES_RULE_NOT_SLOWER && comparison->row_count > 0)
        comparison->thresholds.runs_change_confidence =
            1 - (1 - comparison->thresholds.runs_change_confidence) / (double)comparison->row_count;
    if (status == BRES_OK)
        status = rows_decide(comparison, options);
    if (status == BRES_OK)
        status = bres__rows_command(comparison);
    if (status == BRES_OK && options->false_discovery_rate > 0)
        status = bres__rows_discover(&comparison, 1, options->false_discovery_rate,
                                     (options->flags & BRES_COMPARE_ANY_DEPENDENCE) != 0);
    if (status == BRES_OK)
        status = bres__comparison_note(comparison);
    if (status == BRES_OK)
        comparison_count(comparison);
    return status;
}

/* Adds both file names to an error, which names only one file. */
static void error_name_both(const bres_comparison *comparison)
{
    const char *reference = comparison->reference->path;
    const char *candidate = comparison->candidate->path;
    bres__error_record record;
    char message[sizeof(record.message)];

    if (reference == NULL || candidate == NULL)
        return;
    bres__error_save(&record);
    memcpy(message, record.message, sizeof(message));
    bres__format(record.message, sizeof(record.message), "%s (while comparing '%s' with '%s')",
                 message, reference, candidate);
    bres__error_restore(&record);
}

static bres_status results_check(bres_result *const *results, size_t count, const char *side)
{
    if (count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "no result of the %s given", side);
    for (size_t i = 0; i < count; i++) {
        if (results == NULL || results[i] == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "a result of the %s is NULL", side);
    }
    return BRES_OK;
}

static bool results_keep(bres_comparison *comparison, int side, bres_result *const *results,
                         size_t count)
{
    bres__run_set *set = &comparison->sets[side];

    set->results = bres__arena_calloc(&comparison->arena, count, sizeof(bres_result *));
    if (set->results == NULL)
        return false;
    for (; set->result_count < count; set->result_count++)
        set->results[set->result_count] = bres_result_ref(results[set->result_count]);
    return true;
}

/* bres_compare(); with `runs_are_distinct`, it does not search for copies of runs. */
static bres_status results_compare(bres_result *const *references, size_t reference_count,
                                   bres_result *const *candidates, size_t candidate_count,
                                   const bres_compare_options *options, bool runs_are_distinct,
                                   bres_comparison **comparison)
{
    bres_compare_options full;
    bres_thresholds thresholds;
    bres_comparison *made;
    bres_status status;

    if (comparison == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the comparison is NULL");
    *comparison = NULL;
    status = results_check(references, reference_count, "reference");
    if (status == BRES_OK)
        status = results_check(candidates, candidate_count, "candidate");
    if (status == BRES_OK)
        status = options_take(&full, &thresholds, options);
    if (status != BRES_OK)
        return status;
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->reference = references[0];
    made->candidate = candidates[0];
    made->runs_are_distinct = runs_are_distinct;
    made->thresholds = thresholds;
    made->metric = (bres_metric)full.metric;
    made->plan_probability = full.plan_probability;
    if (results_keep(made, BRES__REFERENCE, references, reference_count) &&
        results_keep(made, BRES__CANDIDATE, candidates, candidate_count))
        status = comparison_fill(made, &full);
    else
        status = bres__error_memory();
    if (status != BRES_OK) {
        error_name_both(made);
        bres_comparison_free(made);
        return status;
    }
    *comparison = made;
    return BRES_OK;
}

bres_status bres_compare(bres_result *const *references, size_t reference_count,
                         bres_result *const *candidates, size_t candidate_count,
                         const bres_compare_options *options, bres_comparison **comparison)
{
    return results_compare(references, reference_count, candidates, candidate_count, options, false,
                           comparison);
}

bres_status bres__compare_distinct(bres_result *const *references, size_t reference_count,
                                   bres_result *const *candidates, size_t candidate_count,
                                   const bres_compare_options *options,
                                   bres_comparison **comparison)
{
    return results_compare(references, reference_count, candidates, candidate_count, options, true,
                           comparison);
}

bres_status bres__results_check_copies(bres_result *const *results, size_t count)
{
    bres_comparison *side = bres__calloc(1, sizeof(*side));
    bres_status status;

    if (side == NULL || !results_keep(side, BRES__REFERENCE, results, count))
        status = bres__error_memory();
    else
        status = bres__runs_find(side, BRES__REFERENCE);
    if (status == BRES_OK)
        status = bres__copies_check(side, BRES__REFERENCE);
    bres_comparison_free(side);
    return status;
}

void bres_comparison_free(bres_comparison *comparison)
{
    if (comparison == NULL)
        return;
    bres__free(comparison->rows);
    bres__free(comparison->missing_benches);
    bres__free(comparison->missing_states);
    for (int side = 0; side < 2; side++) {
        bres__map_free(&comparison->devices[side].places);
        for (size_t i = 0; i < comparison->sets[side].result_count; i++)
            bres_result_unref(comparison->sets[side].results[i]);
    }
    bres__arena_free(&comparison->arena);
    bres__free(comparison);
}
