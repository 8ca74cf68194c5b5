/* SPDX-License-Identifier: MIT */
/*
 * The settings of a measurement, with the keys and ranges of their numbers.
 */
#include "measure/settings.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* A setting that is a number. The tables together are in the order of the file format; settings
 * that files do not have come last. */
typedef struct setting_int64 {
    const char *key;
    size_t offset; /* in bres__settings */
    int64_t least;
} setting_int64;

typedef struct setting_float64 {
    const char *key;
    size_t offset;
    bres__range range;
} setting_float64;

static const setting_int64 int64_settings[] = {
    { "min_samples", offsetof(bres__settings, min_samples), 1 },
    { "cold_warmup_runs", offsetof(bres__settings, warmup_runs), 0 },
};

/* A limit of 0 or less means no limit, so negative numbers are valid. */
static const setting_float64 float64_settings[] = {
    { "cold_max_warmup_walltime", offsetof(bres__settings, max_warmup_time), BRES__RANGE_FINITE },
    { "batch_target_time", offsetof(bres__settings, batch_target_time), BRES__RANGE_POSITIVE },
    { "skip_time", offsetof(bres__settings, skip_time), BRES__RANGE_FINITE },
    { "timeout", offsetof(bres__settings, timeout), BRES__RANGE_NOT_NEGATIVE },
    { "throttle_threshold", offsetof(bres__settings, throttle_threshold),
      BRES__RANGE_NOT_NEGATIVE },
    { "throttle_recovery_delay", offsetof(bres__settings, throttle_recovery_delay),
      BRES__RANGE_NOT_NEGATIVE },
    { "blocking_limit", offsetof(bres__settings, blocking_limit), BRES__RANGE_NOT_NEGATIVE },
};

#define INT64_SETTINGS   (sizeof(int64_settings) / sizeof(int64_settings[0]))
#define FLOAT64_SETTINGS (sizeof(float64_settings) / sizeof(float64_settings[0]))
#define FLOAT64_WRITTEN  4u

void bres__settings_init(bres__settings *settings)
{
    *settings = (bres__settings){
        .min_samples = 10,
        .warmup_runs = 1,
        .max_warmup_time = -1,
        .skip_time = -1,
        .timeout = 15,
        .batch_target_time = 0.5,
        .throttle_threshold = 0.75,
        .throttle_recovery_delay = 0.05,
        .blocking_limit = 30,
    };
}

bres_status bres__settings_copy(bres__settings *copy, const bres__settings *settings)
{
    *copy = *settings;
    copy->criterion = NULL;
    return settings->criterion != NULL ? bres_criterion_copy(settings->criterion, &copy->criterion)
                                       : BRES_OK;
}

void bres__settings_free(bres__settings *settings)
{
    bres_criterion_free(settings->criterion);
    settings->criterion = NULL;
}

static bres_status settings_unknown(const char *key, const char *type)
{
    return bres__error(BRES_ERROR_ARGUMENT, "unknown %s setting '%s' of a measurement", type, key);
}

bres_status bres__settings_set_int64(bres__settings *settings, const char *key, int64_t value)
{
    for (size_t i = 0; i < INT64_SETTINGS; i++) {
        const setting_int64 *setting = &int64_settings[i];

        if (strcmp(setting->key, key) != 0)
            continue;
        if (value < setting->least)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "%s is %" PRId64 " (expected at least %" PRId64 ")", key, value,
                               setting->least);
        memcpy((char *)settings + setting->offset, &value, sizeof(value));
        return BRES_OK;
    }
    return settings_unknown(key, "int64");
}

bres_status bres__settings_set_float64(bres__settings *settings, const char *key, double value)
{
    for (size_t i = 0; i < FLOAT64_SETTINGS; i++) {
        const setting_float64 *setting = &float64_settings[i];
        char text[BRES__NUMBER_SIZE];

        if (strcmp(setting->key, key) != 0)
            continue;
        bres__format_float64(text, value, BRES__FLOAT_VALUE);
        if (!bres__range_has(setting->range, value))
            return bres__error(BRES_ERROR_ARGUMENT, "%s is %s (expected %s)", key, text,
                               bres__range_text(setting->range));
        memcpy((char *)settings + setting->offset, &value, sizeof(value));
        return BRES_OK;
    }
    return settings_unknown(key, "float64");
}

bool bres__settings_is_written(const char *key)
{
    for (size_t i = FLOAT64_WRITTEN; i < FLOAT64_SETTINGS; i++) {
        if (strcmp(float64_settings[i].key, key) == 0)
            return false;
    }
    return true;
}

static int64_t settings_int64(const bres__settings *settings, size_t index)
{
    int64_t value;

    memcpy(&value, (const char *)settings + int64_settings[index].offset, sizeof(value));
    return value;
}

static double settings_float64(const bres__settings *settings, size_t index)
{
    double value;

    memcpy(&value, (const char *)settings + float64_settings[index].offset, sizeof(value));
    return value;
}

static bool settings_flag(const bres__settings *settings, const char *key, double *value)
{
    const struct {
        const char *key;
        double value;
    } flags[] = {
        { "run_once", settings->run_once },       { "no_batch", settings->no_batch },
        { "no_blocking", settings->no_blocking }, { "strict_streams", settings->strict_streams },
        { "clock_kind", settings->clock_kind },
    };

    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(flags[i].key, key) != 0)
            continue;
        *value = flags[i].value;
        return true;
    }
    return false;
}

bool bres__settings_get(const bres__settings *settings, const char *key, double *value)
{
    for (size_t i = 0; i < INT64_SETTINGS; i++) {
        if (strcmp(int64_settings[i].key, key) == 0) {
            *value = (double)settings_int64(settings, i);
            return true;
        }
    }
    for (size_t i = 0; i < FLOAT64_SETTINGS; i++) {
        if (strcmp(float64_settings[i].key, key) == 0) {
            *value = settings_float64(settings, i);
            return true;
        }
    }
    return settings_flag(settings, key, value);
}

bres_status bres__settings_put_bench(const bres__settings *settings, bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < INT64_SETTINGS; i++)
        status = bres_subbench_set_int64(bench, int64_settings[i].key, settings_int64(settings, i));
    for (size_t i = 0; status == BRES_OK && i < FLOAT64_WRITTEN; i++)
        status = bres_subbench_set_float64(bench, float64_settings[i].key,
                                           settings_float64(settings, i));
    return status;
}

bres_status bres__settings_put_state(const bres__settings *settings, bres_state *state)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < INT64_SETTINGS; i++)
        status = bres_state_set_int64(state, int64_settings[i].key, settings_int64(settings, i));
    for (size_t i = 0; status == BRES_OK && i < FLOAT64_WRITTEN; i++)
        status =
            bres_state_set_float64(state, float64_settings[i].key, settings_float64(settings, i));
    return status;
}

bres_status bres__settings_take_criterion(bres__settings *settings, bres_criterion *criterion)
{
    if (criterion == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the stopping criterion is NULL");
    bres_criterion_free(settings->criterion);
    settings->criterion = criterion;
    return BRES_OK;
}

bres_status bres__criterion_default(bres_criterion **criterion)
{
    bres_criteria *criteria = NULL;
    bres_status status = bres_criteria_new(&criteria);

    *criterion = NULL;
    if (status == BRES_OK)
        status = bres_criterion_new(criteria, "stdrel", criterion);
    bres_criteria_free(criteria);
    return status;
}
