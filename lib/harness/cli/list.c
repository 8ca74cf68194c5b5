/* SPDX-License-Identifier: MIT */
/*
 * Lists of the benchmarks that a command line selects, and of the devices.
 */
#include "harness/cli/program.h"
#include "measure/gpu/devices.h"
#include "report/bench/bench.h"

#include <string.h>

/* The data of a list. All zero is a valid start. */
typedef struct listing {
    bres_result *result; /* with the devices and the benchmarks */
    bres__listed_bench *benches;
} listing;

/* The index that --benchmark accepts for the benchmark. */
static size_t bench_index(const bres_bench *bench)
{
    const bres_suite *suite = bench->suite;
    size_t index = 0;

    while (index < suite->bench_count && strcmp(suite->benches[index]->name, bench->name) != 0)
        index++;
    return index;
}

/* NVBench shows the choice of types only in results, not in its list of benchmarks. */
static void listing_hide_choice(const listing *listed)
{
    for (size_t b = 0; b < listed->result->subbench_count; b++) {
        const bres_subbench *bench = listed->result->subbenches[b];

        for (size_t a = 0; a < bench->axis_count; a++) {
            for (size_t i = 0; i < bench->axes[a]->value_count; i++)
                bench->axes[a]->values[i].is_active = (bres__scalar){ .text = NULL };
        }
    }
}

static void listing_free(listing *listed)
{
    bres__free(listed->benches);
    bres_result_unref(listed->result);
}

/* Frees the listing after a failure. */
static bres_status listing_make(listing *listed, const bres__invocation *invocation,
                                const bres__gpus *gpus)
{
    const bres__plan plan = {
        .benches = (const bres_bench *const *)invocation->benches,
        .bench_count = invocation->bench_count,
    };
    bres_status status = bres_result_new(&listed->result);

    if (status == BRES_OK && gpus != NULL)
        status = bres__gpus_put_result(gpus, listed->result);
    if (status == BRES_OK)
        status = bres__plan_add_benches(&plan, listed->result);
    if (status == BRES_OK) {
        listed->benches = bres__calloc(plan.bench_count, sizeof *listed->benches);
        status = listed->benches != NULL ? BRES_OK : bres__error_memory();
    }
    for (size_t i = 0; i < plan.bench_count && status == BRES_OK; i++)
        listed->benches[i] = (bres__listed_bench){
            .bench = listed->result->subbenches[i],
            .index = bench_index(plan.benches[i]),
            .state_count = bres__bench_state_count(plan.benches[i]),
        };
    if (status != BRES_OK)
        listing_free(listed);
    return status;
}

bres_status bres__put_list(bres__text *text, const bres__invocation *invocation,
                           const bres__gpus *gpus)
{
    listing listed = { 0 };
    bres_status status = listing_make(&listed, invocation, gpus);

    if (status != BRES_OK)
        return status;
    if (gpus != NULL)
        bres__list_devices(text, listed.result, gpus->reason);
    bres__list_benches(text, listed.benches, invocation->bench_count);
    listing_free(&listed);
    return text->failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__put_json_benches(bres__text *text, const bres__invocation *invocation)
{
    listing listed = { 0 };
    bres_status status = listing_make(&listed, invocation, NULL);

    if (status != BRES_OK)
        return status;
    listing_hide_choice(&listed);
    bres__list_benches_json(text, listed.benches, invocation->bench_count);
    listing_free(&listed);
    return text->failed ? bres__error_memory() : BRES_OK;
}
