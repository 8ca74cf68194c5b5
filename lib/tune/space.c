/* SPDX-License-Identifier: MIT */
/*
 * The space: parameters are the axes of a benchmark. An index is a mixed-radix number whose digits
 * select the values of the parameters; the first parameter has the lowest digit. Configurations are
 * the indices that no constraint refuses.
 */
#include "measure/failure.h"
#include "tune/text/expression.h"
#include "tune/text/parameter.h"
#include "tune/trial.h"

#include <math.h>
#include <stdlib.h>

#define INDICES_MAX 100000000u
#define CONFIGS_MAX 1000000u

bres_status bres_tuner_add_int64(bres_tuner *tuner, const char *name, const int64_t *values,
                                 size_t count)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_int64");

    return status == BRES_OK ? bres_bench_add_int64_axis(tuner->bench, name, values, count)
                             : status;
}

bres_status bres_tuner_add_int64_pow2(bres_tuner *tuner, const char *name, const int64_t *exponents,
                                      size_t count)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_int64_pow2");

    return status == BRES_OK ? bres_bench_add_int64_pow2_axis(tuner->bench, name, exponents, count)
                             : status;
}

bres_status bres_tuner_add_float64(bres_tuner *tuner, const char *name, const double *values,
                                   size_t count)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_float64");

    return status == BRES_OK ? bres_bench_add_float64_axis(tuner->bench, name, values, count)
                             : status;
}

bres_status bres_tuner_add_string(bres_tuner *tuner, const char *name, const char *const *values,
                                  size_t count)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_string");

    return status == BRES_OK ? bres_bench_add_string_axis(tuner->bench, name, values, count)
                             : status;
}

bres_status bres_tuner_add_bool(bres_tuner *tuner, const char *name)
{
    static const char *const values[] = { "false", "true" };
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_bool");

    return status == BRES_OK ? bres_bench_add_string_axis(tuner->bench, name, values, 2) : status;
}

bres_status bres_tuner_add_int64_range(bres_tuner *tuner, const char *name, int64_t first,
                                       int64_t last, int64_t stride)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_int64_range");

    return status == BRES_OK ? bres_bench_add_int64_range(tuner->bench, name, first, last, stride)
                             : status;
}

bres_status bres_tuner_add_int64_pow2_range(bres_tuner *tuner, const char *name, int64_t first,
                                            int64_t last, int64_t stride)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_int64_pow2_range");

    return status == BRES_OK
               ? bres_bench_add_int64_pow2_range(tuner->bench, name, first, last, stride)
               : status;
}

bres_status bres_tuner_add_float64_range(bres_tuner *tuner, const char *name, double first,
                                         double last, double stride)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_float64_range");

    return status == BRES_OK ? bres_bench_add_float64_range(tuner->bench, name, first, last, stride)
                             : status;
}

bres_status bres_tuner_add_parameter_text(bres_tuner *tuner, const char *text)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_parameter_text");

    if (status != BRES_OK)
        return status;
    return bres__tuner_keep(
        tuner, text != NULL ? bres__parameter_add_text(tuner->bench, text)
                            : bres__error(BRES_ERROR_ARGUMENT,
                                          "bres_tuner_add_parameter_text: text is NULL"));
}

static bres_status tuner_append_constraint(bres_tuner *tuner, bres_tuner_constraint_fn fn,
                                           void *context)
{

    if (fn == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_add_constraint: fn is NULL");
    if (!BRES__RESERVE(&tuner->constraints, &tuner->constraint_capacity,
                       tuner->constraint_count + 1))
        return bres__error_memory();
    tuner->constraints[tuner->constraint_count++] = (bres__tuner_constraint){ fn, context };
    return BRES_OK;
}

bres_status bres_tuner_add_constraint(bres_tuner *tuner, bres_tuner_constraint_fn fn, void *context)
{
    const bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_constraint");

    return status == BRES_OK ? bres__tuner_keep(tuner, tuner_append_constraint(tuner, fn, context))
                             : status;
}

static bres_status expression_ask(bres__expression *expression, const bres_trial *trial,
                                  bool *holds)
{
    const bres_bench *bench = trial->tuner->bench;
    bres_status status = expression->bound ? BRES_OK : bres__expression_bind(expression, bench);

    if (status != BRES_OK)
        return status;
    status = bres__expression_evaluate(expression, bench, trial->index, holds);
    if (status != BRES_OK)
        bres__error_prefix("%s", bres_trial_name(trial));
    return status;
}

/* Evaluates a constraint; a failure makes the run fail. */
static bool expression_holds(const bres_trial *trial, void *expression)
{
    bool holds = false;
    const bres_status status = expression_ask(expression, trial, &holds);

    if (status != BRES_OK)
        bres__tuner_keep(trial->tuner, status);
    return holds;
}

static bres_status append_text(bres_tuner *tuner, const char *text)
{
    bres__expression *expression = bres__calloc(1, sizeof(*expression));
    bres_status status;

    if (expression == NULL)
        return bres__error_memory();
    status = bres__expression_parse(expression, text);
    if (status == BRES_OK && !BRES__RESERVE(&tuner->expressions, &tuner->expression_capacity,
                                            tuner->expression_count + 1))
        status = bres__error_memory();
    if (status == BRES_OK)
        status = bres_tuner_add_constraint(tuner, expression_holds, expression);
    if (status == BRES_OK) {
        tuner->expressions[tuner->expression_count++] = expression;
        return BRES_OK;
    }
    bres__expression_free(expression);
    bres__free(expression);
    return status;
}

bres_status bres_tuner_add_constraint_text(bres_tuner *tuner, const char *text)
{
    bres_status status = bres__tuner_check(tuner, false, "bres_tuner_add_constraint_text");

    if (status != BRES_OK)
        return status;
    status = text != NULL
                 ? append_text(tuner, text)
                 : bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_add_constraint_text: text is NULL");
    return bres__tuner_keep(tuner, status);
}

void bres__tuner_free_expressions(bres_tuner *tuner)
{
    for (size_t i = 0; i < tuner->expression_count; i++) {
        bres__expression_free(tuner->expressions[i]);
        bres__free(tuner->expressions[i]);
    }
    bres__free(tuner->expressions);
}

static bres_status space_count(bres_tuner *tuner)
{
    const size_t count_all = bres__bench_state_count(tuner->bench);

    if (tuner->bench->axis_count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "the tuner '%s' has no parameters",
                           tuner->options.name);
    if (count_all > INDICES_MAX)
        return bres__error(BRES_ERROR_LIMIT,
                           "the parameters of '%s' have more than %u combinations of values",
                           tuner->options.name, INDICES_MAX);
    tuner->index_count = count_all;
    return BRES_OK;
}

/* Evaluates the constraints. A constraint may fail, by bres_measure_fail() or an unknown parameter.
 */
static bres_status space_ask(bres_tuner *tuner, uint64_t index, bool *accepted)
{
    bres_trial trial = { .tuner = tuner, .index = index };
    bres__failure failure;
    bres_status status;

    *accepted = true;
    tuner->busy = true;
    bres__failure_watch(&failure);
    for (size_t i = 0; i < tuner->constraint_count && *accepted && !failure.failed; i++)
        *accepted = tuner->constraints[i].fn(&trial, tuner->constraints[i].context);
    bres__failure_unwatch(&failure);
    tuner->busy = false;
    bres__trial_clear(&trial);
    status = bres__tuner_status(tuner);
    return status == BRES_OK ? bres__failure_status(&failure) : status;
}

static bres_status space_append(bres_tuner *tuner, uint64_t index)
{

    if (tuner->config_count == CONFIGS_MAX)
        return bres__error(BRES_ERROR_LIMIT,
                           "'%s' has more than %u configurations that no constraint refuses",
                           tuner->options.name, CONFIGS_MAX);
    if (!BRES__RESERVE(&tuner->indices, &tuner->indices_capacity, tuner->config_count + 1))
        return bres__error_memory();
    tuner->indices[tuner->config_count++] = index;
    return BRES_OK;
}

bres_status bres__space_make(bres_tuner *tuner)
{
    bres_status status = space_count(tuner);

    for (uint64_t index = 0; index < tuner->index_count && status == BRES_OK; index++) {
        bool accepted;

        status = space_ask(tuner, index, &accepted);
        if (status == BRES_OK && accepted)
            status = space_append(tuner, index);
    }
    if (status != BRES_OK)
        return status;
    tuner->trials = bres__calloc(tuner->config_count + 1, sizeof(bres_trial *));
    tuner->listed = bres__calloc(tuner->config_count + 1, sizeof(bres_trial *));
    return tuner->trials != NULL && tuner->listed != NULL ? BRES_OK : bres__error_memory();
}

uint32_t bres__space_fingerprint(const bres_tuner *tuner)
{
    return bres__crc32c(tuner->indices, tuner->config_count * sizeof(*tuner->indices));
}

static int index_compare(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

bool bres__space_find(const bres_tuner *tuner, uint64_t index, size_t *config)
{
    const uint64_t *found;

    if (tuner->config_count == 0)
        return false;
    found = bsearch(&index, tuner->indices, tuner->config_count, sizeof(*tuner->indices),
                    index_compare);
    if (found == NULL)
        return false;
    *config = (size_t)(found - tuner->indices);
    return true;
}

bres_status bres__tuner_trial(bres_tuner *tuner, size_t config, bres_trial **trial)
{
    bres_trial *made = tuner->trials[config];

    *trial = NULL;
    if (made == NULL) {
        made = bres__calloc(1, sizeof(*made));
        if (made == NULL)
            return bres__error_memory();
        made->tuner = tuner;
        made->config = config;
        made->index = tuner->indices[config];
        made->standing = BRES__STANDING_UNKNOWN;
        tuner->trials[config] = made;
    }
    *trial = made;
    return BRES_OK;
}
