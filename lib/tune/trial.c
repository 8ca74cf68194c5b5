/* SPDX-License-Identifier: MIT */
/*
 * A configuration, as functions of the caller see it.
 */
#include "tune/trial.h"
#include "model/build/build.h"

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

/* The parameter of this name, and which of its values the trial has. NULL, unless the trial is,
 * makes the run fail. */
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

/* As names of states have it. */
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

/* Most of a large space is never asked for its name. */
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
