/* SPDX-License-Identifier: MIT */
/*
 * Thresholds: their presets (thresholds.c) and the configuration file (config.c).
 */
#ifndef BRES_COMPARE_CONFIG_THRESHOLDS_H
#define BRES_COMPARE_CONFIG_THRESHOLDS_H

#include "base/base.h"

#include <benchresult/compare.h>

#define BRES__THRESHOLD_COUNT    13
/* The expected names, for messages. */
#define BRES__PRESET_NAMES       "default, strict or permissive"
#define BRES__RULE_NAMES         "default, nvbench, legacy or not-slower"
/* The path of the rule in a configuration. */
#define BRES__RULE_PATH          "decision.rule"
#define BRES__ASSUME_NORMAL_PATH "runs.assume_normal"

/* One threshold as a configuration names it. */
typedef struct bres__threshold {
    const char *table;
    const char *key;
    bool is_fraction; /* from 0 to 1; otherwise at least 0 */
    size_t offset;    /* in bres_thresholds */
} bres__threshold;

/* In the order in which a configuration is written. */
extern const bres__threshold bres__threshold_list[BRES__THRESHOLD_COUNT];

double bres__threshold_get(const bres_thresholds *thresholds, const bres__threshold *threshold);
void bres__threshold_set(bres_thresholds *thresholds, const bres__threshold *threshold,
                         double value);
bool bres__threshold_in_range(const bres__threshold *threshold, double value);
/* "a number from 0 to 1" or "a finite number of at least 0". */
const char *bres__threshold_range(const bres__threshold *threshold);
/* Like bres_thresholds_preset(); *static_name receives the preset's name, which is static. */
const bres_thresholds *bres__preset(const char *name, const char **static_name);
/* Finds a rule by its name. */
bool bres__rule_find(const char *name, uint32_t *rule);
/* Whether the rule uses a known variation between runs. */
bool bres__rule_has_variation(const bres_thresholds *thresholds);
/* The name of a rule. */
const char *bres__rule_name(uint32_t rule);
/* Copies the caller's thresholds (NULL: the default ones) and checks their size and ranges. */
bres_status bres__thresholds_take(bres_thresholds *full, const bres_thresholds *user);

#endif
