/* SPDX-License-Identifier: MIT */
/*
 * A configuration as the caller's functions see it, and its samples and failure as the search gets
 * them.
 */
#include "tune/trial.h"
#include "model/build/build.h"
#include "report/report.h"
#include "tune/outcome.h"
#include "tune/search/search.h"

#include <inttypes.h>
#include <string.h>

void bres__trial_clear(bres_trial *trial)
{
    bres__free(trial->rates);
    bres__free(trial->times);
    bres__free(trial->reason);
    bres__free(trial->name);
}

void bres__trial_free(bres_trial *trial)
{
    if (trial == NULL)
        return;
    bres__trial_clear(trial);
    bres__free(trial);
}

/* Powers of two are integers, too. */
static bool axis_has(const bres__axis *axis, bres__axis_type wanted)
{
    return axis->type == wanted || (axis->type == BRES__AXIS_POW2 && wanted == BRES__AXIS_INT64);
}

static const bres__axis *trial_refuse_type(const bres_trial *trial, const char *name)
{
    bres__tuner_keep(trial->tuner,
                     bres__error(BRES_ERROR_KEY, "parameter '%s' is of another type", name));
    return NULL;
}

/* Finds the parameter with this name; *index: which of its values the trial has. Returns NULL on
 * failure, which makes the run fail, and for a NULL trial. */
static const bres__axis *trial_find(const bres_trial *trial, const char *name, bres__axis_type type,
                                    size_t *index)
{
    const bres_bench *bench;
    uint64_t rest;

    if (trial == NULL)
        return NULL;
    bench = trial->tuner->bench;
    rest = trial->index;
    for (size_t i = 0; name != NULL && i < bench->axis_count; i++) {
        const bres__axis *axis = &bench->axes[i];

        if (strcmp(axis->name, name) != 0) {
            rest /= axis->count;
            continue;
        }
        *index = (size_t)(rest % axis->count);
        return axis_has(axis, type) ? axis : trial_refuse_type(trial, name);
    }
    bres__tuner_keep(trial->tuner, name == NULL ? bres__error(BRES_ERROR_ARGUMENT,
                                                              "the name of a parameter is NULL")
                                                : bres__axis_unknown(bench, name));
    return NULL;
}

int64_t bres_trial_int64(const bres_trial *trial, const char *parameter)
{
    size_t index;
    const bres__axis *axis = trial_find(trial, parameter, BRES__AXIS_INT64, &index);

    if (axis == NULL)
        return 0;
    return axis->type == BRES__AXIS_POW2 ? INT64_C(1) << axis->integers[index]
                                         : axis->integers[index];
}

double bres_trial_float64(const bres_trial *trial, const char *parameter)
{
    size_t index;
    const bres__axis *axis = trial_find(trial, parameter, BRES__AXIS_FLOAT64, &index);

    return axis != NULL ? axis->reals[index] : 0;
}

const char *bres_trial_string(const bres_trial *trial, const char *parameter)
{
    size_t index;
    const bres__axis *axis = trial_find(trial, parameter, BRES__AXIS_STRING, &index);

    return axis != NULL ? axis->strings[index] : "";
}

bool bres_trial_bool(const bres_trial *trial, const char *parameter)
{
    size_t index;
    const bres__axis *axis = trial_find(trial, parameter, BRES__AXIS_STRING, &index);

    if (axis == NULL)
        return false;
    if (strcmp(axis->strings[index], "true") == 0)
        return true;
    if (strcmp(axis->strings[index], "false") != 0)
        (void)trial_refuse_type(trial, parameter);
    return false;
}

/* Appends a value in the form that names of states have. */
static void put_value(bres__text *text, const bres__axis *axis, size_t index)
{
    char number[BRES__NUMBER_SIZE];

    switch (axis->type) {
    case BRES__AXIS_STRING:
        bres__text_puts(text, axis->strings[index]);
        break;
    case BRES__AXIS_FLOAT64:
        bres__format_short(number, axis->reals[index]);
        bres__text_puts(text, number);
        break;
    case BRES__AXIS_POW2:
        bres__text_printf(text, "2^%" PRId64, axis->integers[index]);
        break;
    default:
        bres__text_printf(text, "%" PRId64, axis->integers[index]);
    }
}

static char *trial_make_name(const bres_trial *trial)
{
    const bres_bench *bench = trial->tuner->bench;
    uint64_t rest = trial->index;
    bres__text text = { 0 };

    for (size_t i = 0; i < bench->axis_count; i++) {
        const bres__axis *axis = &bench->axes[i];

        if (i != 0)
            bres__text_putc(&text, ' ');
        bres__text_puts(&text, axis->name);
        bres__text_putc(&text, '=');
        put_value(&text, axis, (size_t)(rest % axis->count));
        rest /= axis->count;
    }
    return bres__text_steal(&text);
}

/* Makes the name at the first call, because most names of a large space are never requested. */
const char *bres_trial_name(const bres_trial *trial)
{
    bres_trial *named = (bres_trial *)trial;

    if (trial == NULL)
        return "";
    if (named->name == NULL)
        named->name = trial_make_name(trial);
    return named->name != NULL ? named->name : "";
}

uint64_t bres_trial_index(const bres_trial *trial)
{
    return trial != NULL ? trial->index : 0;
}

void bres_trial_set_data(bres_trial *trial, void *data)
{
    if (trial != NULL)
        trial->data = data;
}

void *bres_trial_data(const bres_trial *trial)
{
    return trial != NULL ? trial->data : NULL;
}

/* Makes room for more samples. */
static bres_status trial_reserve(bres_trial *trial, size_t count)
{
    bool reserved;

    reserved = BRES__RESERVE(&trial->times, &trial->times_capacity, trial->count + count);
    reserved =
        reserved && BRES__RESERVE(&trial->rates, &trial->rates_capacity, trial->count + count);
    return reserved ? BRES_OK : bres__error_memory();
}

bres_status bres__trial_append(bres_trial *trial, const float *times, const float *rates,
                               size_t count)
{
    bres_tuner *tuner = trial->tuner;
    const bres_status status = trial_reserve(trial, count);

    if (status != BRES_OK || count == 0)
        return status;
    memcpy(trial->times + trial->count, times, count * sizeof(*times));
    if (rates != NULL)
        memcpy(trial->rates + trial->count, rates, count * sizeof(*rates));
    trial->unclocked = trial->unclocked || rates == NULL;
    tuner->measured_count += trial->count == 0;
    tuner->sample_count += count;
    trial->count += count;
    bres__tuner_unrank(tuner);
    return BRES_OK;
}

bres_status bres__trial_tell(bres_trial *trial, size_t count)
{
    bres_tuner *tuner = trial->tuner;

    if (!BRES__RESERVE(&tuner->narrowed, &tuner->narrowed_capacity, count))
        return bres__error_memory();
    for (size_t i = 0; i < count; i++)
        tuner->narrowed[i] = (double)trial->times[trial->count - count + i];
    bres__tuner_unrank(tuner);
    return bres__search_tell(tuner->search, trial->config, tuner->narrowed, count);
}

bres_status bres__trial_set_reason(bres_trial *trial, const char *reason)
{
    bres__text text = { 0 };

    bres__put_valid(&text, reason);
    bres__free(trial->reason);
    trial->reason = bres__text_steal(&text);
    if (trial->reason == NULL)
        return bres__error_memory();
    bres__search_fail(trial->tuner->search, trial->config);
    bres__tuner_unrank(trial->tuner);
    return BRES_OK;
}
