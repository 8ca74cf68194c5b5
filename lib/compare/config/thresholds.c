/* SPDX-License-Identifier: MIT */
/*
 * The thresholds: their presets, names and ranges.
 */
#include "compare/config/thresholds.h"

#include <math.h>
#include <string.h>

/* Size of the first published layout: it never changes. */
#define THRESHOLDS_FIRST_SIZE                                                                      \
    (offsetof(bres_thresholds, bulk_rare_max_removed_fraction) + sizeof(double))

static const bres_thresholds preset_default = {
    .size = sizeof(bres_thresholds),
    .clear_gap_relative = 0.005,
    .same_center_relative = 0.005,
    .same_overlap_fraction = 0.5,
    .same_relative_dispersion_ceiling = 0.02,
    .bulk_sample_coverage = 0.97,
    .bulk_support_coverage = 0.80,
    .bulk_rare_sample_fraction = 0.001,
    .bulk_rare_max_removed_fraction = 0.01,
    .runs_min_effect = 0.005,
    .runs_equivalence_margin = 0.01,
    .runs_change_confidence = 0.99,
    .runs_equivalence_confidence = 0.9,
};

static const bres_thresholds preset_strict = {
    .size = sizeof(bres_thresholds),
    .clear_gap_relative = 0.01,
    .same_center_relative = 0.0025,
    .same_overlap_fraction = 0.75,
    .same_relative_dispersion_ceiling = 0.01,
    .bulk_sample_coverage = 0.995,
    .bulk_support_coverage = 0.90,
    .bulk_rare_sample_fraction = 0.001,
    .bulk_rare_max_removed_fraction = 0.005,
    .runs_min_effect = 0.01,
    .runs_equivalence_margin = 0.01,
    .runs_change_confidence = 0.995,
    .runs_equivalence_confidence = 0.95,
};

static const bres_thresholds preset_permissive = {
    .size = sizeof(bres_thresholds),
    .clear_gap_relative = 0.0025,
    .same_center_relative = 0.01,
    .same_overlap_fraction = 0.25,
    .same_relative_dispersion_ceiling = 0.05,
    .bulk_sample_coverage = 0.90,
    .bulk_support_coverage = 0.60,
    .bulk_rare_sample_fraction = 0.001,
    .bulk_rare_max_removed_fraction = 0.02,
    .runs_min_effect = 0.0025,
    .runs_equivalence_margin = 0.05,
    .runs_change_confidence = 0.98,
    .runs_equivalence_confidence = 0.8,
};

typedef struct threshold_preset {
    const char *name;
    const bres_thresholds *thresholds;
} threshold_preset;

static const threshold_preset presets[] = {
    { "default", &preset_default },
    { "strict", &preset_strict },
    { "permissive", &preset_permissive },
};

const bres__threshold bres__threshold_list[BRES__THRESHOLD_COUNT] = {
    { "clear_gap", "relative", false, offsetof(bres_thresholds, clear_gap_relative) },
    { "same", "center_relative", false, offsetof(bres_thresholds, same_center_relative) },
    { "same", "overlap_fraction", true, offsetof(bres_thresholds, same_overlap_fraction) },
    { "same", "relative_dispersion_ceiling", false,
      offsetof(bres_thresholds, same_relative_dispersion_ceiling) },
    { "bulk", "sample_coverage", true, offsetof(bres_thresholds, bulk_sample_coverage) },
    { "bulk", "support_coverage", true, offsetof(bres_thresholds, bulk_support_coverage) },
    { "bulk.rare_support", "sample_fraction", true,
      offsetof(bres_thresholds, bulk_rare_sample_fraction) },
    { "bulk.rare_support", "max_removed_sample_fraction", true,
      offsetof(bres_thresholds, bulk_rare_max_removed_fraction) },
    { "runs", "min_effect", false, offsetof(bres_thresholds, runs_min_effect) },
    { "runs", "equivalence_margin", false, offsetof(bres_thresholds, runs_equivalence_margin) },
    { "runs", "change_confidence", true, offsetof(bres_thresholds, runs_change_confidence) },
    { "runs", "equivalence_confidence", true,
      offsetof(bres_thresholds, runs_equivalence_confidence) },
    { "runs", "run_variation", true, offsetof(bres_thresholds, run_variation) },
};

double bres__threshold_get(const bres_thresholds *thresholds, const bres__threshold *threshold)
{
    double value;

    memcpy(&value, (const char *)thresholds + threshold->offset, sizeof(value));
    return value;
}

void bres__threshold_set(bres_thresholds *thresholds, const bres__threshold *threshold,
                         double value)
{
    memcpy((char *)thresholds + threshold->offset, &value, sizeof(value));
}

bool bres__threshold_in_range(const bres__threshold *threshold, double value)
{
    return bres__range_has(threshold->is_fraction ? BRES__RANGE_FRACTION : BRES__RANGE_NOT_NEGATIVE,
                           value);
}

const char *bres__threshold_range(const bres__threshold *threshold)
{
    return bres__range_text(threshold->is_fraction ? BRES__RANGE_FRACTION
                                                   : BRES__RANGE_NOT_NEGATIVE);
}

static const char *const rule_names[] = {
    [BRES_RULE_DEFAULT] = "default",
    [BRES_RULE_NVBENCH] = "nvbench",
    [BRES_RULE_LEGACY] = "legacy",
    [BRES_RULE_NOT_SLOWER] = "not-slower",
};

bool bres__rule_find(const char *name, uint32_t *rule)
{
    for (uint32_t i = 0; i <= BRES_RULE_NOT_SLOWER; i++) {
        if (strcmp(rule_names[i], name) == 0) {
            *rule = i;
            return true;
        }
    }
    return false;
}

bool bres__rule_has_variation(const bres_thresholds *thresholds)
{
    return thresholds->rule == BRES_RULE_DEFAULT || thresholds->rule == BRES_RULE_NOT_SLOWER;
}

const char *bres__rule_name(uint32_t rule)
{
    return rule_names[rule];
}

void bres_thresholds_init(bres_thresholds *thresholds)
{
    if (thresholds != NULL)
        *thresholds = preset_default;
}

static const threshold_preset *preset_find(const char *name)
{
    for (size_t i = 0; i < sizeof(presets) / sizeof(presets[0]); i++) {
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    }
    bres__error(BRES_ERROR_KEY, "unknown preset '%s'", name);
    bres__error_set_expected(BRES__PRESET_NAMES);
    return NULL;
}

const bres_thresholds *bres__preset(const char *name, const char **kept_name)
{
    const threshold_preset *preset = preset_find(name);

    if (preset == NULL)
        return NULL;
    *kept_name = preset->name;
    return preset->thresholds;
}

const bres_thresholds *bres_thresholds_preset(const char *name)
{
    const threshold_preset *preset;

    if (name == NULL) {
        bres__error(BRES_ERROR_ARGUMENT, "the name of the preset is NULL");
        return NULL;
    }
    preset = preset_find(name);
    return preset != NULL ? preset->thresholds : NULL;
}

static const bres__option_field choice_fields[] = {
    BRES__OPTION_ENUM(bres_thresholds, rule, BRES_RULE_NOT_SLOWER),
    BRES__OPTION_COUNT(bres_thresholds, runs_assume_normal, 0, 1),
    BRES__OPTION_COUNT(bres_thresholds, auto_run_variation, 0, 1),
    BRES__OPTION_RESERVED(bres_thresholds, reserved),
};

static const bres__options_type choices_type =
    BRES__OPTIONS_TYPE(bres_thresholds, THRESHOLDS_FIRST_SIZE, choice_fields);

bres_status bres__thresholds_take(bres_thresholds *full, const bres_thresholds *user)
{
    bres_status status;

    *full = preset_default;
    status =
        bres__options_load(full, sizeof(*full), user, THRESHOLDS_FIRST_SIZE, "bres_thresholds");
    if (status != BRES_OK)
        return status;
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT; i++) {
        const bres__threshold *threshold = &bres__threshold_list[i];
        const double value = bres__threshold_get(full, threshold);

        if (!bres__threshold_in_range(threshold, value))
            return bres__error(BRES_ERROR_ARGUMENT, "threshold %s.%s is %g (expected %s)",
                               threshold->table, threshold->key, value,
                               bres__threshold_range(threshold));
    }
    return bres__options_check(full, &choices_type);
}
