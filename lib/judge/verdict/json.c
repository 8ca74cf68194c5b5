/* SPDX-License-Identifier: MIT */
/*
 * The verdict as JSON: as a document, and as a part of the result's `meta`.
 */
#include "judge/verdict/judgement.h"
#include "report/report.h"

#include <inttypes.h>

static void put_number_or_null(bres__json_writer *json, const char *key, double value)
{
    bres__json_put_real(json, key, value > 0, value);
}

/* Writes a 64-bit number as text, because programs that have only floating point would round it. */
static void put_seed(bres__json_writer *json, const char *key, uint64_t seed)
{
    char text[BRES__NUMBER_SIZE];

    bres__format(text, sizeof text, "%" PRIu64, seed);
    bres__json_put_text(json, key, text);
}

static void put_valid_text(bres__json_writer *json, const char *key, const char *string)
{
    bres__text text = { 0 };

    if (string == NULL) {
        bres__json_put_text(json, key, NULL);
        return;
    }
    bres__put_valid(&text, string);
    json->text->failed |= text.failed;
    bres__json_put_text(json, key, text.data != NULL ? text.data : "");
    bres__text_free(&text);
}

static void put_sandbox(bres__json_writer *json, const bres__judge_metadata *metadata)
{
    if (!metadata->has_sandbox)
        return;
    bres__json_key(json, "sandbox");
    bres__json_begin(json, '{');
    for (size_t i = 0; i < BRES__SANDBOX_COUNT; i++)
        bres__json_put_bool(json, bres__sandbox_defences[i].key,
                            (metadata->sandbox & bres__sandbox_defences[i].bit) != 0);
    bres__json_end(json, '}');
}

static void put_allow_read(bres__json_writer *json, const bres__judge_metadata *metadata)
{
    bres__json_key(json, "allow_read");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < metadata->allow_read_count; i++) {
        bres__text path = { 0 };

        bres__put_valid(&path, metadata->allow_read[i]);
        json->text->failed |= path.failed;
        bres__json_write_string(json, path.data != NULL ? path.data : "");
        bres__text_free(&path);
    }
    bres__json_end(json, ']');
}

static void put_rules(bres__json_writer *json, const bres__judge_metadata *metadata)
{
    const bres_judge_options *options = &metadata->options;

    bres__json_put_count(json, "min_samples", (size_t)options->min_samples);
    bres__json_put_count(json, "max_samples", (size_t)options->max_samples);
    bres__json_put_real(json, "target_cv", true, options->target_cv);
    bres__json_put_text(json, "cv_of",
                        (options->flags & BRES_JUDGE_CV_OF_TIMES) != 0 ? "times" : "rates");
    bres__json_put_real(json, "min_time", true, options->min_time);
    bres__json_put_real(json, "long_time", true, options->long_time);
    bres__json_put_real(json, "verify_fraction", true, options->verify_fraction);
    put_number_or_null(json, "peak_flops", metadata->peak_flops);
    put_number_or_null(json, "peak_bandwidth", metadata->peak_bandwidth);
}

static void put_metadata(bres__json_writer *json, const bres__judge_metadata *metadata)
{
    bres__json_put_text(json, "problem", metadata->problem);
    put_valid_text(json, "solution", metadata->solution);
    bres__json_put_text(json, "type", bres_data_type_name((bres_data_type)metadata->options.type));
    bres__json_put_text(json, "backend",
                        bres__backend_name((bres_backend)metadata->options.backend));
    if (metadata->options.backend == BRES_BACKEND_CUDA)
        bres__json_put_count(json, "device", (size_t)metadata->options.device);
    put_valid_text(json, "compiler", metadata->command);
    put_seed(json, "seed", metadata->seed);
    put_rules(json, metadata);
    put_allow_read(json, metadata);
    put_sandbox(json, metadata);
}

static void put_mismatch(bres__json_writer *json, const bres_mismatch *mismatch)
{
    bres__json_begin(json, '{');
    put_seed(json, "index", mismatch->index);
    bres__json_put_real(json, "expected", true, mismatch->expected);
    bres__json_put_real(json, "actual", true, mismatch->actual);
    bres__json_end(json, '}');
}

static void put_debug_info(bres__json_writer *json, const bres_judgement *judgement)
{
    const bres_verification *verification = &judgement->verification;

    if (!judgement->has_verification)
        return;
    bres__json_key(json, "debug_info");
    bres__json_begin(json, '{');
    bres__json_put_count(json, "parameter", verification->parameter);
    put_seed(json, "count", verification->count);
    put_seed(json, "wrong", verification->wrong);
    bres__json_put_real(json, "max_difference", true, verification->max_difference);
    bres__json_put_real(json, "mean_difference", true, verification->mean_difference);
    bres__json_key(json, "first");
    put_mismatch(json, &verification->first);
    bres__json_key(json, "worst");
    bres__json_begin(json, '[');
    for (uint32_t i = 0; i < verification->worst_count && i < BRES_WORST_MAX; i++)
        put_mismatch(json, &verification->worst[i]);
    bres__json_end(json, ']');
    bres__json_end(json, '}');
}

void bres__judgement_put(bres__json_writer *json, const bres_judgement *judgement)
{
    bres__json_put_text(json, "status", bres_judge_status_name(judgement->status));
    bres__json_put_bool(json, "accepted", bres_judgement_is_accepted(judgement));
    put_valid_text(json, "message", bres_judgement_message(judgement));
    bres__json_put_count(json, "passed_tests", judgement->passed);
    bres__json_put_count(json, "total_tests", judgement->total);
    if (judgement->average_runtime > 0)
        bres__json_put_real(json, "avg_runtime_ms", true, judgement->average_runtime * 1e3);
    if (judgement->average_gflops > 0)
        bres__json_put_real(json, "avg_gflops", true, judgement->average_gflops);
    put_metadata(json, &judgement->metadata);
    bres__json_key(json, "notes");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < judgement->note_count; i++)
        bres__json_write_string(json, judgement->notes[i]);
    bres__json_end(json, ']');
    put_debug_info(json, judgement);
}

static void put_case(bres__json_writer *json, const bres__judged *judged)
{
    bres__json_begin(json, '{');
    bres__json_put_text(json, "name", judged->test_case.name);
    bres__json_put_count(json, "test_id", judged->test_id);
    bres__json_put_text(json, "status", bres_judge_status_name(judged->status));
    if (judged->is_timed) {
        bres__json_put_real(json, "runtime_ms", true, judged->runtime * 1e3);
        if (judged->gflops > 0)
            bres__json_put_real(json, "gflops", true, judged->gflops);
        if (judged->bandwidth > 0)
            bres__json_put_real(json, "bandwidth", true, judged->bandwidth);
        bres__json_put_real(json, "wall_ms", true, judged->wall * 1e3);
        bres__json_put_count(json, "warm_ups", judged->warm_ups);
        bres__json_put_count(json, "calls", judged->calls);
        put_number_or_null(json, "exchange_ms", judged->exchange_cost * 1e3);
        bres__json_put_count(json, "verified", judged->verified);
        bres__json_key(json, "samples_ms");
        bres__json_begin(json, '[');
        for (size_t i = 0; i < judged->count; i++)
            bres__json_write_float64(json, judged->samples[i].seconds * 1e3);
        bres__json_end(json, ']');
    }
    bres__json_end(json, '}');
}

bres_status bres_judgement_json(const bres_judgement *judgement, char **text)
{
    bres__text made = { 0 };
    bres__json_writer json = { .text = &made, .empty = true, .compact = true, .visible = true };
    const bres_status status = bres__report_begin("verdict", text, NULL);

    if (status != BRES_OK)
        return status;
    if (judgement == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_judgement_json: judgement is NULL");
    bres__json_begin(&json, '{');
    bres__judgement_put(&json, judgement);
    bres__json_key(&json, "test_results");
    bres__json_begin(&json, '[');
    for (size_t i = 0; i < judgement->case_count; i++)
        put_case(&json, &judgement->cases[i]);
    bres__json_end(&json, ']');
    if (judgement->sample.length > 0) {
        bres__json_key(&json, "sample");
        bres__json_write_raw(&json, judgement->sample.data, judgement->sample.length);
    }
    put_valid_text(&json, "output", bres_judgement_output(judgement));
    bres__json_end(&json, '}');
    bres__text_putc(&made, '\n');
    return bres__report_finish(&made, text, NULL);
}
