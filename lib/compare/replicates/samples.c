/* SPDX-License-Identifier: MIT */
/*
 * The decision on runs that are sets of samples in memory.
 */
#include "compare/config/thresholds.h"
#include "compare/decide/decide.h"
#include "compare/replicates/one_run.h"

#include "base/options.h"

#include <string.h>

#define RUNS_KNOWN_FLAGS                                                                           \
    (BRES_COMPARE_HAS_CLOCK | BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED | BRES_COMPARE_SEQUENTIAL)
/* Sizes of the first published layouts: they never change. */
#define RATIO_FIRST_SIZE (offsetof(bres_ratio, reserved) + sizeof(uint32_t))
#define PLAN_FIRST_SIZE  (offsetof(bres_plan, command) + sizeof(char *))
/* The plan probability. */
#define RUNS_PROBABILITY 0.8

void bres_ratio_init(bres_ratio *ratio)
{
    if (ratio != NULL)
        *ratio = (bres_ratio){ .size = sizeof(*ratio) };
}

void bres_plan_init(bres_plan *plan)
{
    if (plan != NULL)
        *plan = (bres_plan){ .size = sizeof(*plan) };
}

static bres_status runs_check(const bres_samples *runs, size_t count, const char *side)
{
    if (count == 0 || runs == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the %s has no runs", side);
    for (size_t i = 0; i < count; i++) {
        char owner[64];
        bres_status status;

        bres__format(owner, sizeof(owner), "run %zu of the %s", i, side);
        status = bres__samples_check(&runs[i], owner);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static bres_status flags_check(uint32_t flags, size_t reference_count, size_t candidate_count)
{
    const uint32_t both = BRES_COMPARE_PAIRED | BRES_COMPARE_UNPAIRED;
    const bres_status status =
        bres__options_check_flags(flags, RUNS_KNOWN_FLAGS, "bres_compare_runs");

    if (status != BRES_OK)
        return status;
    if ((flags & both) == both)
        return bres__error(BRES_ERROR_ARGUMENT, "the runs cannot be both paired and unpaired");
    if ((flags & BRES_COMPARE_SEQUENTIAL) != 0 && (flags & BRES_COMPARE_PAIRED) == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "a sequential comparison needs paired runs");
    if ((flags & BRES_COMPARE_PAIRED) != 0 && reference_count != candidate_count)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "cannot pair %zu runs of the reference with %zu of the candidate",
                           reference_count, candidate_count);
    return BRES_OK;
}

static bool runs_have_rates(const bres_samples *runs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (runs[i].rates != NULL)
            return true;
    }
    return false;
}

static bres_status runs_read(const bres_samples *samples, size_t count, bool has_clock,
                             bres__scratch *scratch, bres__row_run *runs)
{
    for (size_t i = 0; i < count; i++) {
        bres__evidence evidence = { .scratch = scratch, .has_clock = has_clock };
        bres_status status;

        scratch->used = 0;
        bres__side_of_samples(&evidence.sides[0], &samples[i]);
        status = bres__row_run_read(&evidence, true, &runs[i]);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

/* Reads the runs of both sides, and decides on them. */
static bres_status runs_judge(bres__row_runs *runs, const bres_samples *const *samples,
                              bool has_clock, const bres_thresholds *limits,
                              bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    bres_status status = BRES_OK;
    bres__scratch scratch;
    bres__row_run *read;

    if (runs->counts[0] > SIZE_MAX - runs->counts[1])
        return bres__error_memory();
    read = bres__calloc(runs->counts[0] + runs->counts[1], sizeof(*read));
    if (read == NULL)
        return bres__error_memory();
    runs->runs[0] = read;
    runs->runs[1] = read + runs->counts[0];
    bres__scratch_init(&scratch);
    status = runs_read(samples[0], runs->counts[0], has_clock, &scratch, read);
    if (status == BRES_OK)
        status =
            runs_read(samples[1], runs->counts[1], has_clock, &scratch, read + runs->counts[0]);
    bres__scratch_free(&scratch);
    if (status == BRES_OK)
        status =
            bres__runs_decide(runs, has_clock, limits, RUNS_PROBABILITY, decision, ratio, plan);
    bres__free(read);
    return status;
}

/* Clears the structs that the caller wants filled. */
static bres_status outputs_clear(bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    bres_status status = bres__decision_clear(decision);

    if (status == BRES_OK)
        status = bres__output_clear(ratio, RATIO_FIRST_SIZE, sizeof(*ratio), "bres_ratio");
    if (status == BRES_OK)
        status = bres__output_clear(plan, PLAN_FIRST_SIZE, sizeof(*plan), "bres_plan");
    return status;
}

bres_status bres_compare_runs(const bres_samples *references, size_t reference_count,
                              const bres_samples *candidates, size_t candidate_count,
                              uint32_t flags, const bres_thresholds *thresholds,
                              bres_decision *decision, bres_ratio *ratio, bres_plan *plan)
{
    const bres_samples *const samples[2] = { references, candidates };
    bres__row_runs runs = { .counts = { reference_count, candidate_count },
                            .paired = (flags & BRES_COMPARE_PAIRED) != 0 };
    bres_decision made = { .size = sizeof(made) };
    bres_ratio made_ratio = { .size = sizeof(made_ratio) };
    bres_plan made_plan = { .size = sizeof(made_plan) };
    bres_thresholds limits;
    bool has_clock;
    bres_status status = outputs_clear(decision, ratio, plan);

    if (status == BRES_OK)
        status = runs_check(references, reference_count, "reference");
    if (status == BRES_OK)
        status = runs_check(candidates, candidate_count, "candidate");
    if (status == BRES_OK)
        status = flags_check(flags, reference_count, candidate_count);
    if (status == BRES_OK)
        status = bres__thresholds_take(&limits, thresholds);
    if (status == BRES_OK)
        status = bres__samples_check_thresholds(&limits);
    if (status != BRES_OK)
        return status;
    if ((flags & BRES_COMPARE_SEQUENTIAL) != 0)
        runs.stopping = bres__stopping_in_memory();
    else if (reference_count == 1 && candidate_count == 1)
        return bres__compare_samples(references, candidates, flags, &limits, decision, ratio);
    runs.run_variation = bres__variation_of(&limits);
    has_clock = (flags & BRES_COMPARE_HAS_CLOCK) != 0 ||
                runs_have_rates(references, reference_count) ||
                runs_have_rates(candidates, candidate_count);
    status = runs_judge(&runs, samples, has_clock, &limits, &made, &made_ratio, &made_plan);
    if (status != BRES_OK)
        return status;
    bres__decision_copy(decision, &made);
    bres__output_copy(ratio, &made_ratio, sizeof(made_ratio));
    bres__output_copy(plan, &made_plan, sizeof(made_plan));
    return BRES_OK;
}
