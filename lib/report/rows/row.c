/* SPDX-License-Identifier: MIT */
/*
 * The fields of a row of a comparison.
 */
#include "report/rows/row.h"
#include "compare/compare.h"
#include "report/rows/name.h"
#include "report/rows/number.h"
#include "report/rows/rows.h"

struct walk {
    bres__row_field_fn fn;
    void *user;
    bres_status status;
    const char *group;
    bool group_is_missing;
};

static void put(struct walk *walk, const char *key, const char *script_key,
                bres__display_value value)
{
    const bres__row_field field = { walk->group, walk->group_is_missing, key, script_key, value };

    if (walk->status == BRES_OK)
        walk->status = walk->fn(walk->user, &field);
}

static void put_text(struct walk *walk, const char *key, const char *script_key, const char *text)
{
    put(walk, key, script_key,
        (bres__display_value){ .kind = text != NULL ? BRES_KIND_STRING : BRES_KIND_NULL,
                               .string = text });
}

static void put_count(struct walk *walk, const char *key, const char *script_key, bool has,
                      uint64_t count)
{
    put(walk, key, script_key,
        (bres__display_value){ .kind = has ? BRES_KIND_INT64 : BRES_KIND_NULL,
                               .number = (int64_t)count });
}

static void put_real(struct walk *walk, const char *key, const char *script_key, bool has,
                     double value)
{
    put(walk, key, script_key,
        (bres__display_value){ .kind = has ? BRES_KIND_FLOAT64 : BRES_KIND_NULL, .real = value });
}

static void put_device(struct walk *walk, const char *key, const char *script_key,
                       const bres_device *device)
{
    int64_t id = 0;
    const bool has = bres__device_number(device, &id);

    put_count(walk, key, script_key, has, (uint64_t)id);
}

static void group_begin(struct walk *walk, const char *group, bool is_missing)
{
    walk->group = group;
    walk->group_is_missing = is_missing;
}

static void group_end(struct walk *walk)
{
    group_begin(walk, NULL, false);
}

static void put_estimate(struct walk *walk, const char *group, const char *script_key,
                         const bres_estimate *estimate)
{
    const bool has_interval = (estimate->has & BRES_HAS_INTERVAL) != 0;
    const bool has_step = (estimate->has & BRES_HAS_STEP) != 0;

    group_begin(walk, group, false);
    put_real(walk, "center", script_key, (estimate->has & BRES_HAS_CENTER) != 0, estimate->center);
    put_real(walk, "lower", NULL, has_interval, estimate->lower);
    put_real(walk, "upper", NULL, has_interval, estimate->upper);
    put_real(walk, "noise", NULL, (estimate->has & BRES_HAS_NOISE) != 0, estimate->noise);
    put_count(walk, "samples", NULL, (estimate->has & BRES_HAS_SAMPLES) != 0, estimate->samples);
    put_real(walk, "divisor", NULL, has_step, estimate->divisor);
    put_real(walk, "step", NULL, has_step, estimate->step);
    group_end(walk);
}

static void put_difference(struct walk *walk, const bres_difference *difference)
{
    const bool has_interval = (difference->has & BRES_HAS_CHANGE_INTERVAL) != 0;

    group_begin(walk, "change", false);
    put_real(walk, "center", NULL, (difference->has & BRES_HAS_CHANGE) != 0, difference->change);
    put_real(walk, "lower", NULL, has_interval, difference->change_lower);
    put_real(walk, "upper", NULL, has_interval, difference->change_upper);
    group_end(walk);
    put_real(walk, "fractional_difference", "fractional_difference",
             (difference->has & BRES_HAS_FRACTION) != 0, difference->fraction);
}

static void put_ratio(struct walk *walk, const bres_ratio *ratio)
{
    static const bres_ratio missing = { .size = 0 };
    const bool has = ratio != NULL;

    ratio = has ? ratio : &missing;
    group_begin(walk, "ratio", !has);
    put_real(walk, "center", NULL, has, ratio->ratio);
    put_real(walk, "lower", NULL, has, ratio->lower);
    put_real(walk, "upper", NULL, has, ratio->upper);
    put_real(walk, "confidence", NULL, has, ratio->confidence);
    put_real(walk, "equivalence_lower", NULL, has, ratio->equivalence_lower);
    put_real(walk, "equivalence_upper", NULL, has, ratio->equivalence_upper);
    put_real(walk, "equivalence_confidence", NULL, has, ratio->equivalence_confidence);
    put_real(walk, "within", NULL, has, ratio->within);
    put_real(walk, "between", NULL, has, ratio->between);
    put_real(walk, "spread", NULL, has, ratio->spread);
    put_real(walk, "p_value", NULL, has, ratio->p_value);
    put_real(walk, "q_value", NULL, has, ratio->q_value);
    put_count(walk, "reference_runs", NULL, has, ratio->reference_runs);
    put_count(walk, "candidate_runs", NULL, has, ratio->candidate_runs);
    put_count(walk, "pairs", NULL, has, ratio->pairs);
    put_real(walk, "run_variation", NULL, has, ratio->run_variation);
    group_end(walk);
}

static void put_plan(struct walk *walk, const bres_plan *plan)
{
    static const bres_plan missing = { .size = 0 };
    const bool has = plan != NULL;
    const char *limit;

    plan = has ? plan : &missing;
    limit = bres__variance_source_name(plan->variance_source);
    group_begin(walk, "plan", !has);
    put_text(walk, "limited_by", NULL, has ? limit : NULL);
    put_real(walk, "detectable_effect", NULL, plan->detectable_effect > 0, plan->detectable_effect);
    put_real(walk, "effect", NULL, has, plan->effect);
    put_count(walk, "runs", NULL, has, plan->runs);
    put_count(walk, "samples", NULL, has, plan->samples);
    put_real(walk, "probability", NULL, plan->probability > 0, plan->probability);
    put_text(walk, "command", NULL, plan->command);
    group_end(walk);
}

bres_status bres__row_each_field(const bres_compared *compared, const bres_row *row,
                                 bres__row_field_fn fn, void *user)
{
    const bres_device_pair *pair = bres_row_pair(row);
    const bres_device *device = bres_device_pair_candidate(pair);
    const bres_state *state = bres_row_candidate(row);
    struct walk walk = { .fn = fn, .user = user };

    if (compared->name != NULL)
        put_text(&walk, "file", NULL, compared->name);
    put_text(&walk, "benchmark", "benchmark", bres_subbench_name(bres_state_subbench(state)));
    put_text(&walk, NULL, "reference_json", compared->reference);
    put_text(&walk, NULL, "compare_json", compared->candidate);
    put_device(&walk, "reference_device", "reference_device_id", bres_device_pair_reference(pair));
    put_device(&walk, "candidate_device", "compare_device_id", device);
    put_text(&walk, "state", NULL, bres_state_name(state));
    put_text(&walk, NULL, "state_key", bres__match_name(state, device));
    put_count(&walk, "occurrence", "occurrence", true, bres_row_occurrence(row));
    put_count(&walk, NULL, "occurrence_count", true, bres_row_occurrence_count(row));
    put(&walk, "axis_values", "axis_values", (bres__display_value){ .kind = BRES_KIND_ABSENT });
    put_text(&walk, "verdict", "status", bres_verdict_name(bres_row_verdict(row)));
    put_text(&walk, "reason", "reason", bres_reason_name(bres_row_reason(row)));
    put_text(&walk, "message", "reason_message", bres_row_message(row));
    put_real(&walk, "severity", NULL, true, bres_row_severity(row));
    put_text(&walk, "unit", NULL, bres__unit_name(bres_row_candidate_estimate(row)->unit));
    put_estimate(&walk, "reference", "reference_time", bres_row_reference_estimate(row));
    put_estimate(&walk, "candidate", "compare_time", bres_row_candidate_estimate(row));
    put_difference(&walk, bres_row_difference(row));
    if (bres__compared_has_ratios(compared))
        put_ratio(&walk, bres_row_ratio(row));
    put_plan(&walk, bres_row_plan(row));
    return walk.status;
}
