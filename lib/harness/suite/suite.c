/* SPDX-License-Identifier: MIT */
/*
 * Suites: the benchmarks of a program. A program may continue after a failed declaration; the suite
 * keeps the first failure, and running the suite returns it.
 */
#include "harness/suite/suite.h"
#include "base/clock.h"

#include <string.h>

bres_suite *bres_suite_new(void)
{
    bres_suite *suite = bres__calloc(1, sizeof(*suite));

    if (suite == NULL) {
        bres__error_memory();
        return NULL;
    }
    bres_clock_init(&suite->clock);
    if (bres_criteria_new(&suite->criteria) != BRES_OK) {
        bres_suite_free(suite);
        return NULL;
    }
    return suite;
}

void bres_suite_free(bres_suite *suite)
{
    if (suite == NULL)
        return;
    for (size_t i = 0; i < suite->bench_count; i++)
        bres__bench_free(suite->benches[i]);
    bres__free(suite->benches);
    bres_criteria_free(suite->criteria);
    bres__free(suite);
}

bres_status bres__suite_keep(bres_suite *suite, bres_status status)
{
    if (status != BRES_OK && suite->status == BRES_OK) {
        suite->status = status;
        bres__error_save(&suite->error);
    }
    return status;
}

bres_criteria *bres_suite_criteria(bres_suite *suite)
{
    return suite != NULL ? suite->criteria : NULL;
}

bres_status bres_suite_set_clock(bres_suite *suite, const bres_clock *clock)
{
    bres_clock full;
    bres_status status;

    if (suite == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_suite_set_clock: suite is NULL");
    status = bres__clock_load(&full, clock);
    if (status == BRES_OK)
        suite->clock = full;
    return bres__suite_keep(suite, status);
}

static bres_status suite_check(const bres_suite *suite, const char *name, bres_bench_fn body)
{
    if (name == NULL || name[0] == '\0')
        return bres__error(BRES_ERROR_ARGUMENT, "a benchmark has no name");
    if (bres__utf8_valid(name, strlen(name)) != strlen(name))
        return bres__error(BRES_ERROR_ARGUMENT, "the name of a benchmark is not UTF-8: '%s'", name);
    if (body == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "benchmark '%s' has no body", name);
    for (size_t i = 0; i < suite->bench_count; i++) {
        if (strcmp(suite->benches[i]->name, name) == 0)
            return bres__error(BRES_ERROR_CONFLICT, "there are two benchmarks '%s'", name);
    }
    return BRES_OK;
}

static bres_status suite_append(bres_suite *suite, const char *name, bres_bench **made)
{
    bres_bench *bench = bres__calloc(1, sizeof(*bench));

    if (bench == NULL)
        return bres__error_memory();
    bench->suite = suite;
    bres__settings_init(&bench->settings);
    bench->name = bres__strdup(name);
    if (bench->name == NULL ||
        !BRES__RESERVE(&suite->benches, &suite->bench_capacity, suite->bench_count + 1)) {
        bres__bench_free(bench);
        return bres__error_memory();
    }
    suite->benches[suite->bench_count++] = bench;
    *made = bench;
    return BRES_OK;
}

bres_bench *bres_suite_add(bres_suite *suite, const char *name, bres_bench_fn body, void *context)
{
    bres_bench *bench = NULL;
    bres_status status;

    if (suite == NULL) {
        bres__error(BRES_ERROR_ARGUMENT, "bres_suite_add: suite is NULL");
        return NULL;
    }
    status = suite_check(suite, name, body);
    if (status == BRES_OK)
        status = suite_append(suite, name, &bench);
    if (bres__suite_keep(suite, status) != BRES_OK)
        return NULL;
    bench->body = body;
    bench->context = context;
    return bench;
}
