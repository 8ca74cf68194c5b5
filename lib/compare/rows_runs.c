/* SPDX-License-Identifier: MIT */
/*
 * Decides a row with replicates: reads the runs of its states, and decides on them.
 */
#include "compare/decide/decide.h"
#include "compare/match/name.h"
#include "compare/rows.h"

#include <math.h>

/* The runs of a side cause a warning if their clock rates differ by more than this fraction. */
#define CLOCKS_APART 0.05

static bres_status warn_throttled(const bres_comparison *comparison, const bres_state *state,
                                  int side, size_t run, bres__warning_list *warnings)
{
    bres__text name = { 0 };
    bres_status status;

    if (warnings == NULL || bres_state_summary(state, "bres/cold/throttled") == NULL)
        return BRES_OK;
    bres__run_put_name(&name, comparison, side, run);
    status = name.failed ? bres__error_memory()
                         : bres__warn(warnings,
                                      "%s: benchmark '%s', state '%s': the device was throttled "
                                      "while the samples were taken",
                                      name.data, state->bench->name, state->name);
    bres__text_free(&name);
    return status;
}

/* The lowest and the highest clock rate of a side's runs. */
typedef struct clock_range {
    double lowest; /* 0: no rate yet */
    double highest;
} clock_range;

static void range_add(clock_range *range, const bres__number *clock)
{
    if (!bres__number_is_positive(clock))
        return;
    if (!(range->lowest > 0) || clock->value < range->lowest)
        range->lowest = clock->value;
    if (clock->value > range->highest)
        range->highest = clock->value;
}

static bres_status warn_clocks(const clock_range *range, int side, bres__warning_list *warnings)
{
    if (!(range->lowest > 0) || range->highest <= range->lowest * (1 + CLOCKS_APART))
        return BRES_OK;
    return bres__warn(warnings,
                      "the clock rates of the runs of %s differ by more than %g%%: check that "
                      "they were measured with the same settings",
                      bres__sides_name(side == BRES__REFERENCE, side == BRES__CANDIDATE),
                      100 * CLOCKS_APART);
}

typedef struct row_reading {
    const bres_comparison *comparison;
    const bres_row *row;
    const bres__row_context *context;
    const bres__metric *metric;
    bool requires_samples;
} row_reading;

static bres_status state_read(const row_reading *reading, const bres_state *state, bool by_median,
                              clock_range *range, bres__row_run *run)
{
    bres__evidence evidence = { .has_clock = reading->metric->clock != NULL,
                                .has_counts = reading->metric->count != NULL,
                                .scratch = reading->context->scratch,
                                .warnings = by_median ? reading->context->warnings : NULL };
    bres_status status =
        bres__side_collect(&evidence.sides[0], state, reading->metric, evidence.warnings);

    reading->context->scratch->used = 0;
    if (status == BRES_OK && reading->requires_samples)
        status = bres__side_require(&evidence.sides[0], evidence.warnings);
    /* A race decides by the medians that a result holds, not by its samples. */
    if (reading->comparison->stopping.is_sequential)
        evidence.sides[0].times.declared = false;
    if (status == BRES_OK)
        status = bres__row_run_read(&evidence, by_median, run);
    range_add(range, &evidence.sides[0].timing.clock);
    bres__evidence_free(&evidence);
    return status;
}

static bres_status side_read(const row_reading *reading, int side, bool by_median,
                             bres__row_run *runs)
{
    const bres_state **states = reading->row->runs[side];
    clock_range range = { .lowest = 0 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < reading->row->run_counts[side] && status == BRES_OK; i++) {
        runs[i] = (bres__row_run){ .samples = 0 };
        if (states[i] == NULL)
            continue;
        status = state_read(reading, states[i], by_median, &range, &runs[i]);
        if (status == BRES_OK && by_median)
            status =
                warn_throttled(reading->comparison, states[i], side, i, reading->context->warnings);
    }
    if (status == BRES_OK && by_median)
        status = warn_clocks(&range, side, reading->context->warnings);
    return status;
}

/* Whether some runs are summarized by medians and others by means. */
static bool runs_are_mixed(const bres__row_runs *runs)
{
    bool seen[2] = { false, false };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < runs->counts[side]; i++) {
            if (runs->runs[side][i].times.known)
                seen[runs->runs[side][i].by_mean] = true;
        }
    }
    return seen[0] && seen[1];
}

/* Records the typical times for the survey of all rows. */
static void runs_note(const row_reading *reading, const bres__row_run *runs)
{
    const size_t count = reading->row->run_counts[0] + reading->row->run_counts[1];
    double *logs = reading->context->logs;

    for (size_t i = 0; logs != NULL && i < count; i++)
        logs[i] =
            runs[i].times.known && reading->metric->count == NULL ? log(runs[i].times.center) : NAN;
}

/* Excludes the odd run, if any, from the decision on times. */
static void runs_drop_odd(const row_reading *reading, bres__row_run *const both[2],
                          bres__row_runs *runs)
{
    const bres__odd_run *odd = &reading->comparison->odd;

    if (odd->name == NULL || reading->metric->count != NULL)
        return;
    runs->odd = odd;
    both[odd->side][odd->index].times.known = false;
    both[odd->side][odd->index].cycles.known = false;
}

static bres_status runs_read(const row_reading *reading, bres__row_runs *runs)
{
    bres__row_run *both[2] = { reading->context->runs,
                               reading->context->runs + reading->row->run_counts[0] };
    bres_status status = BRES_OK;

    for (int side = 0; side < 2 && status == BRES_OK; side++) {
        runs->runs[side] = both[side];
        runs->counts[side] = reading->row->run_counts[side];
        status = side_read(reading, side, true, both[side]);
    }
    if (status == BRES_OK && runs_are_mixed(runs)) {
        for (int side = 0; side < 2 && status == BRES_OK; side++)
            status = side_read(reading, side, false, both[side]);
    }
    if (status != BRES_OK)
        return status;
    runs_note(reading, both[0]);
    runs_drop_odd(reading, both, runs);
    return BRES_OK;
}

/* Decides on the first run of each side, as with one run per side. */
static bres_status decide_first(const bres_compare_options *options, const row_reading *reading,
                                bres_decision *decision)
{
    bres__evidence evidence = { .count_tolerance = options->count_tolerance,
                                .scratch = reading->context->scratch,
                                .warnings = reading->context->warnings };
    bres_status status = bres__evidence_collect(
        &evidence, reading->row->reference, reading->row->candidate, (bres_metric)options->metric);

    if (status == BRES_OK)
        status = bres__decide(&evidence, &reading->comparison->thresholds, decision);
    bres__evidence_free(&evidence);
    return status;
}

static bool side_is_usable(const bres__row_runs *runs, int side)
{
    for (size_t i = 0; i < runs->counts[side]; i++) {
        if (runs->runs[side][i].times.known || runs->runs[side][i].count.present)
            return true;
    }
    return false;
}

bres_status bres__row_keep_ratio(bres_row *row, const bres_ratio *ratio, bres__arena *arena)
{
    if (!(ratio->ratio > 0))
        return BRES_OK;
    row->ratio = bres__arena_alloc(arena, sizeof(*row->ratio), _Alignof(bres_ratio));
    if (row->ratio == NULL)
        return bres__error_memory();
    *row->ratio = *ratio;
    return BRES_OK;
}

/* Stores the ratio and the plan, if any, in the row. */
static bres_status row_keep(bres_row *row, const bres_ratio *ratio, const bres_plan *plan,
                            bres__arena *arena)
{
    const bres_status status = bres__row_keep_ratio(row, ratio, arena);

    if (status != BRES_OK || plan->variance_source == 0)
        return status;
    row->plan = bres__arena_alloc(arena, sizeof(*row->plan), _Alignof(bres_plan));
    if (row->plan == NULL)
        return bres__error_memory();
    *row->plan = *plan;
    return BRES_OK;
}

bres_status bres__row_decide_runs(const bres_comparison *comparison,
                                  const bres_compare_options *options, bres_row *row,
                                  const bres__row_context *context, bres_decision *decision)
{
    const row_reading reading = {
        .comparison = comparison,
        .row = row,
        .context = context,
        .metric = bres__metric_choose(comparison->metric, row->reference, row->candidate),
        .requires_samples = bres__samples_are_required(options),
    };
    bres__row_runs runs = { .paired = comparison->paired,
                            .order = comparison->order,
                            .drift_shift = comparison->drift_shift,
                            .stopping = comparison->stopping,
                            .run_variation = bres__variation_of(&comparison->thresholds) };
    bres_ratio ratio = { .size = sizeof(ratio) };
    bres_plan plan = { .size = sizeof(plan) };
    bres_status status;

    /* The row may have been decided before. */
    row->ratio = NULL;
    row->plan = NULL;
    for (int side = 0; side < 2; side++)
        runs.places[side] =
            comparison->order == BRES_RUN_ORDER_SEPARATE ? comparison->places[side] : NULL;
    status = runs_read(&reading, &runs);
    if (status != BRES_OK)
        return status;
    if (!side_is_usable(&runs, BRES__REFERENCE) || !side_is_usable(&runs, BRES__CANDIDATE)) {
        status = decide_first(options, &reading, decision);
        if (status != BRES_OK || decision->verdict == BRES_UNKNOWN)
            return status;
    }
    if (reading.metric->count != NULL)
        status = bres__runs_decide_counts(&runs, options->count_tolerance, &comparison->thresholds,
                                          decision, &ratio);
    else
        status = bres__runs_decide(&runs, reading.metric->clock != NULL, &comparison->thresholds,
                                   comparison->plan_probability, decision, &ratio, &plan);
    return status == BRES_OK ? row_keep(row, &ratio, &plan, context->arena) : status;
}
