/* SPDX-License-Identifier: MIT */
/*
 * The verdict as a result: a benchmark with the problem's name, and a state for each case that was
 * timed or has failed. If the solution is not accepted, no state has times, because they must not
 * be compared.
 */
#include "judge/verdict/judgement.h"
#include "measure/gpu/devices.h"
#include "measure/meta.h"
#include "report/report.h"

#include <benchresult/build.h>

#define AXIS_CASE "Case"
#define AXIS_TYPE "Type"

static bool has_state(const bres__judged *judged)
{
    return judged->status != BRES_JUDGE_CHECKED;
}

typedef struct summary_text {
    const char *tag;
    const char *name;
    const char *hint;
    bool is_shown;
    const char *description;
} summary_text;

static const summary_text status_summary = { "bres/judge/status", "Verdict", NULL, false,
                                             "The status of this case." };
static const summary_text verified_summary = { "bres/judge/verified", "Verified", NULL, false,
                                               "Number of samples whose outputs were verified." };
static const summary_text runtime_summary = { "bres/judge/runtime_ms", "Runtime (ms)", NULL, false,
                                              "Mean time of a call in milliseconds." };
static const summary_text gflops_summary = {
    "bres/judge/gflops", "GFLOPS", NULL, true, "Operations of the problem divided by the mean time."
};
static const summary_text bandwidth_summary = {
    "bres/judge/bandwidth", "Bandwidth", "byte_rate", true,
    "Bytes that a call must move divided by the mean time."
};
static const summary_text wall_summary = {
    "bres/judge/wall", "Judge Time", "duration", false,
    "Mean time of a call and the exchange around it, on the judge's own clock."
};

static bres_status state_add(bres_state *state, const summary_text *described,
                             bres_summary **summary)
{
    const bres_status status = bres_state_add_summary(state, described->tag, summary);

    return status == BRES_OK
               ? bres_summary_set_texts(*summary, described->name, described->description,
                                        described->hint,
                                        described->is_shown ? NULL : "Hidden by default.")
               : status;
}

static bres_status state_add_real(bres_state *state, const summary_text *described, double value)
{
    bres_summary *summary;
    const bres_status status = state_add(state, described, &summary);

    return status == BRES_OK ? bres_summary_set_float64(summary, "value", value) : status;
}

static bres_status state_add_status(bres_state *state, bres_judge_status value)
{
    bres_summary *summary;
    const bres_status status = state_add(state, &status_summary, &summary);

    return status == BRES_OK
               ? bres_summary_set_string(summary, "value", bres_judge_status_name(value))
               : status;
}

static void times_set(const bres__judged *judged, double *seconds, double *walls, bres_times *times)
{
    bres_times_init(times);
    times->count = judged->count;
    times->cpu = seconds;
    times->global_bytes = judged->bytes <= INT64_MAX ? (int64_t)judged->bytes : 0;
    for (size_t i = 0; i < judged->count; i++) {
        seconds[i] = judged->samples[i].seconds;
        walls[i] = judged->samples[i].wall;
        times->walltime += walls[i];
    }
}

/* On a GPU `seconds` becomes the GPU time, and `wall` the CPU time. */
static bres_status state_add_times(const bres_judgement *judgement, bres_state *state,
                                   const bres__judged *judged)
{
    double *both = bres__calloc(2 * judged->count, sizeof *both);
    bres_times times;
    bres_status status;

    if (both == NULL)
        return bres__error_memory();
    times_set(judged, both, both + judged->count, &times);
    if (judgement->metadata.options.backend == BRES_BACKEND_CUDA) {
        times.gpu = both;
        times.cpu = both + judged->count;
        status = bres_state_add_cold_summaries(state, &times);
    } else {
        status = bres_state_add_cpu_only_summaries(state, &times);
    }
    bres__free(both);
    return status;
}

static bres_status state_add_rates(bres_state *state, const bres__judged *judged)
{
    bres_summary *summary;
    bres_status status = state_add(state, &verified_summary, &summary);

    if (status == BRES_OK)
        status = bres_summary_set_int64(summary, "value", (int64_t)judged->verified);
    if (status == BRES_OK)
        status = bres_summary_set_int64(summary, "samples", (int64_t)judged->count);
    if (status == BRES_OK)
        status = state_add_real(state, &runtime_summary, judged->runtime * 1e3);
    if (status == BRES_OK && judged->gflops > 0)
        status = state_add_real(state, &gflops_summary, judged->gflops);
    if (status == BRES_OK && judged->bandwidth > 0)
        status = state_add_real(state, &bandwidth_summary, judged->bandwidth);
    return status == BRES_OK ? state_add_real(state, &wall_summary, judged->wall) : status;
}

/* Why a state has no times. */
static const char *skip_reason(const bres_judgement *judgement, const bres__judged *judged)
{
    if (judged->status == BRES_JUDGE_SKIPPED_OOM)
        return "SKIPPED_OOM: not enough memory for its arrays";
    return judged->status == BRES_JUDGE_BENCHMARKED ? "void: another case failed"
                                                    : bres_judgement_message(judgement);
}

static bres_status state_fill(const bres_judgement *judgement, bres_state *state,
                              const bres__judged *judged)
{
    const bres_judge_options *options = &judgement->metadata.options;
    const bool counts = judged->is_timed && !judgement->has_failed;
    bres_status status = bres_state_add_axis_string(state, AXIS_CASE, judged->test_case.name);

    if (status == BRES_OK && options->backend == BRES_BACKEND_CUDA)
        status = bres_state_set_device(state, options->device);
    if (status == BRES_OK)
        status = bres_state_add_axis_string(state, AXIS_TYPE,
                                            bres_data_type_name((bres_data_type)options->type));
    if (status == BRES_OK)
        status = state_add_status(state, judged->status);
    if (status == BRES_OK && !counts)
        return bres_state_set_skipped(state, skip_reason(judgement, judged));
    if (status == BRES_OK)
        status = state_add_times(judgement, state, judged);
    return status == BRES_OK ? state_add_rates(state, judged) : status;
}

static bres_status bench_add_states(bres_judgement *judgement, bres_subbench *bench)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < judgement->case_count && status == BRES_OK; i++) {
        bres__judged *judged = &judgement->cases[i];
        bres_state *state;

        if (!has_state(judged))
            continue;
        status = bres_subbench_add_state(bench, &state);
        if (status == BRES_OK)
            status = state_fill(judgement, state, judged);
        judged->state = status == BRES_OK && judged->is_timed ? state : NULL;
    }
    return status;
}

static bres_status bench_set_up(const bres_judgement *judgement, bres_subbench *bench)
{
    const bres_judge_options *options = &judgement->metadata.options;
    const char *type = bres_data_type_name((bres_data_type)options->type);
    const char **names = bres__calloc(judgement->case_count + 1, sizeof *names);
    size_t count = 0;
    bres_status status;

    if (names == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < judgement->case_count; i++) {
        if (has_state(&judgement->cases[i]))
            names[count++] = judgement->cases[i].test_case.name;
    }
    status = bres_subbench_set_int64(bench, "min_samples", options->min_samples);
    if (status == BRES_OK && options->backend == BRES_BACKEND_CUDA)
        status = bres_subbench_add_device(bench, options->device);
    if (status == BRES_OK)
        status = bres_subbench_add_string_axis(bench, AXIS_CASE, names, count);
    if (status == BRES_OK)
        status = bres_subbench_add_string_axis(bench, AXIS_TYPE, &type, 1);
    bres__free(names);
    return status;
}

static bres_status result_set_meta(const bres_judgement *judgement, bres_result *result)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__put_format_version(&json);
    bres__json_key(&json, "benchresult");
    bres__json_begin(&json, '{');
    bres__json_put_text(&json, "version", bres_version());
    bres__json_key(&json, "judge");
    bres__json_begin(&json, '{');
    bres__judgement_put(&json, judgement);
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    bres__json_end(&json, '}');
    status = text.failed ? bres__error_memory() : bres_result_set_meta_json(result, text.data);
    bres__text_free(&text);
    return status;
}

bres_status bres__judgement_make_result(bres_judgement *judgement)
{
    bres_subbench *bench;
    bres_status status = bres_result_new(&judgement->result);

    if (status == BRES_OK)
        status = result_set_meta(judgement, judgement->result);
    if (status == BRES_OK && judgement->metadata.options.backend == BRES_BACKEND_CUDA)
        status = bres__gpu_put_result(judgement->metadata.options.device, judgement->result);
    if (status == BRES_OK)
        status = bres_result_add_subbench(judgement->result, judgement->metadata.problem, &bench);
    if (status == BRES_OK)
        status = bench_set_up(judgement, bench);
    return status == BRES_OK ? bench_add_states(judgement, bench) : status;
}
