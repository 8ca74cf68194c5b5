/* SPDX-License-Identifier: MIT */
/*
 * Reads a command line, one word per line. Accepted axes and settings must be such as a benchmark
 * could declare; a refusal must have a message and leave the invocation empty.
 */
#include "harness/cli/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_MAX  64
/* Plans and lists are made only up to this number of states or values. */
#define STATES_MAX 1000u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bres_status body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

static bres_suite *suite_make(void)
{
    bres_suite *suite = bres_suite_new();
    bres_bench *copy = bres_suite_add(suite, "copy", body, NULL);
    bres_bench *sort = bres_suite_add(suite, "sort", body, NULL);

    bres_bench_add_int64_axis(copy, "N", (const int64_t[]){ 1, 2 }, 2);
    bres_bench_add_string_axis(copy, "T", (const char *const[]){ "a", "b" }, 2);
    bres_bench_add_int64_pow2_axis(sort, "N", (const int64_t[]){ 10, 20 }, 2);
    bres_bench_add_float64_axis(sort, "x [s]", (const double[]){ 0.5 }, 1);
    return suite;
}

static void check_axis(const bres__axis *axis)
{
    require(axis->count > 0);
    for (size_t i = 0; i < axis->count; i++) {
        if (axis->type == BRES__AXIS_POW2)
            require(axis->integers[i] >= 0 && axis->integers[i] <= 62);
        else if (axis->type == BRES__AXIS_FLOAT64)
            require(isfinite(axis->reals[i]));
        else if (axis->type == BRES__AXIS_STRING)
            require(bres__utf8_valid(axis->strings[i], strlen(axis->strings[i])) ==
                    strlen(axis->strings[i]));
    }
}

static void check_bench(const bres_bench *bench)
{
    const bres__settings *settings = &bench->settings;

    for (size_t i = 0; i < bench->axis_count; i++)
        check_axis(&bench->axes[i]);
    require(settings->min_samples >= 1 && settings->warmup_runs >= 0);
    require(isfinite(settings->max_warmup_time) && isfinite(settings->skip_time));
    require(isfinite(settings->timeout) && settings->timeout >= 0);
}

/* Plans and lists the invocation, unless it is too large. */
static void use_invocation(const bres__invocation *invocation)
{
    const bres_bench *const *benches = (const bres_bench *const *)invocation->benches;
    bres__text text = { 0 };
    bres__plan plan;

    for (size_t i = 0; i < invocation->bench_count; i++) {
        for (size_t k = 0; k < benches[i]->axis_count; k++) {
            if (benches[i]->axes[k].count > STATES_MAX)
                return;
        }
        if (bres__bench_state_count(benches[i]) > STATES_MAX)
            return;
    }
    if (invocation->plan.repeat < STATES_MAX &&
        bres__plan_make(&plan, benches, invocation->bench_count, &invocation->plan) == BRES_OK)
        bres__plan_free(&plan);
    require(bres__put_list(&text, invocation, NULL) == BRES_OK);
    require(bres__put_json_benches(&text, invocation) == BRES_OK);
    bres__text_free(&text);
}

/* Splits the text in place; returns the number of words. */
static int split_lines(char *text, char *words[WORDS_MAX])
{
    int count = 0;

    words[count++] = "program";
    while (text != NULL && count < WORDS_MAX) {
        char *const end = strchr(text, '\n');

        words[count++] = text;
        text = end != NULL ? end + 1 : NULL;
        if (end != NULL)
            *end = '\0';
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    bres_suite *suite = suite_make();
    bres__invocation invocation;
    char *words[WORDS_MAX];
    int count;

    require(text != NULL && suite != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    count = split_lines(text, words);
    if (bres__arguments_read(suite, count, words, &invocation) == BRES_OK) {
        for (size_t i = 0; i < invocation.bench_count; i++)
            check_bench(invocation.benches[i]);
        use_invocation(&invocation);
        bres__invocation_free(&invocation);
    } else {
        require(bres_last_error()[0] != '\0');
        require(invocation.benches == NULL && invocation.outputs == NULL);
    }
    bres_suite_free(suite);
    free(text);
    return 0;
}
