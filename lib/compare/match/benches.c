/* SPDX-License-Identifier: MIT */
/*
 * Finds the benchmarks of both sides that belong together. A side has the benchmarks of all of its
 * runs, in the order of their first occurrence. Benchmarks that are missing in single runs are
 * reported by state (missing.c).
 */
#include "compare/match/match.h"

#include <string.h>

/* The first benchmark of each name, by side. */
typedef struct bench_names {
    bres__map first[2];
} bench_names;

/* Iterates backwards, so that the first benchmark of a name remains. */
static bres_status names_collect(const bres__run_set *set, bres__map *names)
{
    for (size_t r = set->result_count; r-- > 0;) {
        const bres_result *result = set->results[r];

        for (size_t i = result->subbench_count; i-- > 0;) {
            bres_subbench *bench = result->subbenches[i];

            if (!bres__map_set(names, bench->name, strlen(bench->name), bench))
                return bres__error_memory();
        }
    }
    return BRES_OK;
}

static const bres_subbench *names_get(const bench_names *names, int side, const char *name)
{
    return bres__map_get(&names->first[side], name, strlen(name));
}

/* Whether no earlier result of the side has a benchmark of this name. */
static bool bench_comes_first(const bench_names *names, int side, const bres_subbench *bench)
{
    return names_get(names, side, bench->name)->result == bench->result;
}

const bres_subbench *bres__bench_in(const bres_result *result, const bres_subbench *bench)
{
    return result == bench->result ? bench : bres_result_subbench(result, bench->name);
}

static bres_status bench_list_missing(bres_comparison *comparison, const bres_subbench *bench,
                                      int side)
{
    void *array = comparison->missing_benches;

    if (!bres__array_reserve(&array, &comparison->missing_bench_capacity,
                             comparison->missing_bench_count + 1, sizeof(bres__missing_bench)))
        return bres__error_memory();
    comparison->missing_benches = array;
    comparison->missing_benches[comparison->missing_bench_count++] =
        (bres__missing_bench){ .bench = bench, .in_reference = side == BRES__REFERENCE };
    return BRES_OK;
}

/* Lists a benchmark without a partner as missing. Otherwise adds a benchmark of the candidate to
 * the comparison, whose rows are in the order of the candidate. */
static bres_status bench_take(bres_comparison *comparison, const bench_names *names, int side,
                              const bres_subbench *bench)
{
    const bres_subbench *partner = names_get(names, 1 - side, bench->name);

    if (partner == NULL)
        return bench_list_missing(comparison, bench, side);
    if (side == BRES__REFERENCE)
        return BRES_OK;
    comparison->benches[comparison->bench_count++] =
        (bres_comparison_bench){ .reference = partner, .candidate = bench };
    return BRES_OK;
}

static bres_status benches_take(bres_comparison *comparison, const bench_names *names, int side,
                                const bres_filter *filter)
{
    const bres__run_set *set = &comparison->sets[side];
    bres_status status = BRES_OK;

    for (size_t r = 0; r < set->result_count; r++) {
        const bres_result *result = set->results[r];

        for (size_t i = 0; i < result->subbench_count && status == BRES_OK; i++) {
            const bres_subbench *bench = result->subbenches[i];

            if (bres_filter_selects_benchmark(filter, bench) &&
                bench_comes_first(names, side, bench))
                status = bench_take(comparison, names, side, bench);
        }
    }
    return status;
}

/* Allocates room for all benchmarks of the candidate. */
static bres_status benches_reserve(bres_comparison *comparison)
{
    const bres__run_set *set = &comparison->sets[BRES__CANDIDATE];
    size_t count = 0;

    for (size_t r = 0; r < set->result_count; r++)
        count += set->results[r]->subbench_count;
    comparison->benches =
        bres__arena_calloc(&comparison->arena, count, sizeof(*comparison->benches));
    return comparison->benches != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__benches_match(bres_comparison *comparison, const bres_filter *filter)
{
    bench_names names = { .first = { { 0 }, { 0 } } };
    bres_status status = benches_reserve(comparison);

    for (int side = 0; side < 2 && status == BRES_OK; side++)
        status = names_collect(&comparison->sets[side], &names.first[side]);
    for (int side = 0; side < 2 && status == BRES_OK; side++)
        status = benches_take(comparison, &names, side, filter);
    for (int side = 0; side < 2; side++)
        bres__map_free(&names.first[side]);
    return status;
}
