/* SPDX-License-Identifier: MIT */
/*
 * The section `meta.benchresult.tune` of a result, which describes the whole search.
 */
#include "measure/meta.h"
#include "report/report.h"
#include "tune/outcome.h"
#include "tune/record.h"
#include "tune/trial.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static const char *strategy_name(uint32_t strategy)
{
    static const char *const names[] = {
        [BRES_TUNER_ELIMINATION] = "elimination",
        [BRES_TUNER_EXHAUSTIVE] = "exhaustive",
        [BRES_TUNER_RANDOM] = "random",
    };

    return names[strategy];
}

static void put_unsigned(bres__json_writer *json, const char *key, uint64_t value)
{
    char number[BRES__NUMBER_SIZE];

    bres__format(number, sizeof(number), "%" PRIu64, value);
    bres__json_key(json, key);
    bres__json_write_literal(json, number);
}

static void put_trial(bres__json_writer *json, const bres_trial *trial)
{
    bres__json_begin(json, '{');
    put_unsigned(json, "config", trial->index);
    bres__json_put_text(json, "name", bres_trial_name(trial));
    bres__json_end(json, '}');
    /* A name is missing only if memory ran out. */
    json->text->failed = json->text->failed || trial->name == NULL;
}

static void put_options(bres__json_writer *json, const bres_tuner *tuner)
{
    const bres_tuner_options *options = &tuner->options;
    char fingerprint[16];

    bres__json_put_text(json, "strategy", strategy_name(options->strategy));
    put_unsigned(json, "seed", options->seed);
    bres__json_put_real(json, "max_time", true, options->max_time);
    put_unsigned(json, "max_samples", (uint64_t)options->max_samples);
    put_unsigned(json, "trial_samples", (uint64_t)options->trial_samples);
    bres__json_put_real(json, "equivalence_margin", true, options->equivalence_margin);
    bres__json_put_real(json, "error_rate", true, options->error_rate);
    bres__format(fingerprint, sizeof(fingerprint), "%08" PRIx32, bres__space_fingerprint(tuner));
    put_unsigned(json, "configs", tuner->config_count);
    bres__json_put_text(json, "space", fingerprint);
    if (tuner->processor != NULL)
        bres__json_put_text(json, "processor", tuner->processor);
    if (options->clock_kind != BRES_CLOCK_WALL)
        bres__json_put_text(json, "clock",
                            bres_clock_kind_name((bres_clock_kind)options->clock_kind));
    if (options->kernel_hash != NULL)
        bres__json_put_text(json, "kernel_hash", options->kernel_hash);
    if (tuner->command != NULL)
        bres__json_put_text(json, "command", tuner->command);
}

static void put_statuses(bres__json_writer *json, bres_tuner *tuner)
{
    uint64_t counts[BRES__TRIAL_STATUSES];

    (void)bres__tuner_count(tuner, counts);
    bres__json_key(json, "statuses");
    bres__json_begin(json, '{');
    for (size_t i = 0; i < BRES__TRIAL_STATUSES; i++)
        put_unsigned(json, bres_trial_status_name((bres_trial_status)i), counts[i]);
    bres__json_end(json, '}');
}

static void put_outcome(bres__json_writer *json, bres_tuner *tuner)
{
    bres__json_put_text(json, "stop_reason", bres_tuner_stop_name(tuner->stop_reason));
    if (tuner->is_cached) {
        bres__json_key(json, "cached");
        bres__json_write_literal(json, "true");
    }
    bres__json_put_text(json, "message", bres_tuner_message(tuner));
    bres__json_put_real(json, "elapsed", true,
                        tuner->elapsed_before + (double)tuner->elapsed * 1e-9);
    put_unsigned(json, "samples", tuner->sample_count);
    put_unsigned(json, "measured", tuner->measured_count);
    /* A cached answer has no status counts. */
    if (!tuner->is_cached)
        put_statuses(json, tuner);
    if (bres__tuner_short_list_count(tuner) != 0)
        put_unsigned(json, "short_list", bres__tuner_short_list_count(tuner));
    bres__json_key(json, "best");
    if (tuner->best_count != 0)
        put_trial(json, tuner->listed[0]);
    else
        bres__json_write_literal(json, "null");
    bres__json_key(json, "set");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < tuner->best_count; i++)
        put_trial(json, tuner->listed[i]);
    bres__json_end(json, ']');
}

bres_status bres__tuner_put_meta(bres_tuner *tuner, bres_result *result)
{
    const bool ended = tuner->phase == BRES__TUNER_ENDED;
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__put_format_version(&json);
    bres__json_key(&json, "benchresult");
    bres__json_begin(&json, '{');
    bres__json_put_text(&json, "version", bres_version());
    bres__put_time(&json, "start", &tuner->started);
    if (ended) {
        const struct timespec now = bres__wall_now();

        bres__put_time(&json, "end", &now);
    }
    bres__machine_put(&json, &tuner->machine, ended ? &tuner->machine_at_end : NULL);
    bres__json_key(&json, "tune");
    bres__json_begin(&json, '{');
    put_options(&json, tuner);
    if (ended)
        put_outcome(&json, tuner);
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    status = text.failed ? bres__error_memory() : bres_result_set_meta_json(result, text.data);
    bres__text_free(&text);
    return status;
}

bool bres__tuner_meta(const bres_result *result, bres__slice *meta)
{
    bres__slice own;

    return result->meta != NULL && bres__json_member(result->meta, "benchresult", &own) &&
           own.data[0] == '{' && bres__json_member(own.data, "tune", meta) && meta->data[0] == '{';
}
