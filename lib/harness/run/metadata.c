/* SPDX-License-Identifier: MIT */
/*
 * The `meta` section of a run: the command line, and under `benchresult` how, when and where it was
 * measured.
 */
#include "harness/run/metadata.h"
#include "measure/gpu/devices.h"
#include "measure/meta.h"
#include "report/report.h"

#include <inttypes.h>

/* Arguments may contain any bytes, but JSON must be UTF-8. */
static bres_status put_arguments(bres__json_writer *json, const bres__run_metadata *metadata)
{
    bres__text argument = { 0 };
    bool failed;

    bres__json_key(json, "argv");
    bres__json_begin(json, '[');
    for (int i = 0; i < metadata->argc && !argument.failed; i++) {
        bres__text_clear(&argument);
        bres__put_valid(&argument, metadata->argv[i]);
        bres__json_write_string(json, argument.length > 0 ? argument.data : "");
    }
    bres__json_end(json, ']');
    failed = argument.failed;
    bres__text_free(&argument);
    return failed ? bres__error_memory() : BRES_OK;
}

static void put_order(bres__json_writer *json, const bres__plan_options *plan)
{
    char seed[BRES__NUMBER_SIZE];

    bres__json_put_text(json, "order", plan->shuffle ? "shuffled" : "declared");
    if (plan->shuffle) {
        bres__format(seed, sizeof seed, "%" PRIu64, plan->seed);
        bres__json_key(json, "seed");
        bres__json_write_literal(json, seed);
    }
    bres__json_put_count(json, "repeat", plan->repeat);
    if (plan->shards > 1) {
        bres__json_key(json, "shard");
        bres__json_begin(json, '{');
        bres__json_put_count(json, "index", plan->shard);
        bres__json_put_count(json, "count", plan->shards);
        bres__json_end(json, '}');
    }
}

/* States on a GPU never run in a separate process. */
static bool metadata_isolated(const bres__run_metadata *metadata)
{
    const bres__invocation *invocation = metadata->invocation;

    for (size_t i = 0; i < invocation->bench_count; i++) {
        if (!invocation->benches[i]->cuda)
            return invocation->isolate;
    }
    return false;
}

/* Writes the criterion and the clock of each benchmark, in order; --resume compares them with those
 * in the journal. */
static bres_status put_criteria(bres__json_writer *json, const bres__invocation *invocation)
{
    bres_criterion *made = NULL;
    bres_status status = bres__criterion_default(&made);

    bres__json_key(json, "criteria");
    bres__json_begin(json, '[');
    for (size_t i = 0; status == BRES_OK && i < invocation->bench_count; i++) {
        const bres_bench *bench = invocation->benches[i];
        const bres_criterion *own = bench->settings.criterion;

        bres__json_begin(json, '{');
        bres__json_put_text(json, "benchmark", bench->name);
        bres__json_put_criterion(json, own != NULL ? own : made);
        if (bench->settings.clock_kind != BRES_CLOCK_WALL && !bench->cuda)
            bres__json_put_text(json, "clock",
                                bres_clock_kind_name((bres_clock_kind)bench->settings.clock_kind));
        bres__json_end(json, '}');
    }
    bres__json_end(json, ']');
    bres_criterion_free(made);
    return status;
}

static bres_status put_run(bres__json_writer *json, const bres__run_metadata *metadata)
{
    bres_status status;

    bres__json_key(json, "benchresult");
    bres__json_begin(json, '{');
    bres__json_put_text(json, "version", bres_version());
    bres__put_time(json, "start", &metadata->start);
    bres__put_time(json, "end", &metadata->end);
    put_order(json, &metadata->invocation->plan);
    status = put_criteria(json, metadata->invocation);
    bres__json_put_bool(json, "isolated", metadata_isolated(metadata));
    if (metadata->resumed > 0)
        bres__json_put_count(json, "resumed", metadata->resumed);
    if (metadata->interrupted)
        bres__json_put_bool(json, "interrupted", true);
    bres__json_key(json, "clock");
    bres__json_begin(json, '{');
    bres__json_put_real(json, "resolution", true, metadata->clock.resolution);
    bres__json_put_real(json, "cost", true, metadata->clock.cost);
    bres__json_end(json, '}');
    if (metadata->gpus != NULL)
        bres__gpus_put_metadata(metadata->gpus, json);
    bres__machine_put(json, &metadata->machine,
                      metadata->end.tv_sec != 0 ? &metadata->machine_at_end : NULL);
    bres__json_end(json, '}');
    return status;
}

bres_status bres__run_metadata_put(const bres__run_metadata *metadata, bres_result *result)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    status = put_arguments(&json, metadata);
    bres__put_format_version(&json);
    if (status == BRES_OK)
        status = put_run(&json, metadata);
    bres__json_end(&json, '}');
    if (status == BRES_OK)
        status = text.failed ? bres__error_memory() : bres_result_set_meta_json(result, text.data);
    bres__text_free(&text);
    return status;
}
