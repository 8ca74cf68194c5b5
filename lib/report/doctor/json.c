/* SPDX-License-Identifier: MIT */
/*
 * The report of a diagnosis as one JSON document, for programs. Its keys are part of the interface:
 * benchresult-doctor(1) lists them.
 */
#include "report/doctor/doctor.h"

#include <math.h>

#define FORMAT_VERSION 1

/* A number; null if it is not known. */
static void put_known(bres__json_writer *json, const char *key, double value)
{
    bres__json_put_real(json, key, !isnan(value), value);
}

static void put_idle(bres__json_writer *json, const char *work, const bres_probe_idle *idle)
{
    bres__json_begin(json, '{');
    bres__json_put_text(json, "work", work);
    bres__json_put_count(json, "blocks", idle->blocks);
    put_known(json, "floor", idle->floor);
    put_known(json, "median_ratio", idle->median_ratio);
    put_known(json, "p99_ratio", idle->p99_ratio);
    put_known(json, "slow_share", idle->slow_share);
    put_known(json, "longest_gap", idle->longest_gap);
    put_known(json, "waiting", idle->waiting);
    put_known(json, "lost", idle->lost);
    bres__json_put_count(json, "involuntary_switches", idle->involuntary_switches);
    bres__json_end(json, '}');
}

static void put_race(bres__json_writer *json, const char *work, const bres_probe_race *race)
{
    bres__json_begin(json, '{');
    bres__json_put_text(json, "work", work);
    bres__json_put_count(json, "runs", race->runs);
    put_known(json, "time", race->time);
    put_known(json, "variation", race->variation);
    put_known(json, "correlation", race->correlation);
    put_known(json, "drift", race->drift);
    put_known(json, "drift_p", race->drift_p);
    put_known(json, "detectable_effect", race->detectable_effect);
    put_known(json, "one_run_effect", race->one_run_effect);
    bres__json_end(json, '}');
}

static void put_works(bres__json_writer *json, const bres_diagnosis *diagnosis)
{
    bres__json_key(json, "idle");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < diagnosis->work_count; i++) {
        if (diagnosis->works[i].idle != NULL)
            put_idle(json, diagnosis->works[i].name, diagnosis->works[i].idle);
    }
    bres__json_end(json, ']');
    bres__json_key(json, "race");
    bres__json_begin(json, '[');
    for (size_t i = 0; i < diagnosis->work_count; i++) {
        if (diagnosis->works[i].race != NULL)
            put_race(json, diagnosis->works[i].name, diagnosis->works[i].race);
    }
    bres__json_end(json, ']');
}

static void put_findings(bres__json_writer *json, uint32_t findings)
{
    const bres__probe_finding *finding;

    bres__json_key(json, "findings");
    bres__json_begin(json, '[');
    for (size_t i = 0; (finding = bres__probe_finding_at(i)) != NULL; i++) {
        if ((findings & finding->bit) != 0)
            bres__json_write_string(json, finding->key);
    }
    bres__json_end(json, ']');
}

static void put_probe(bres__json_writer *json, const bres_diagnosis *diagnosis)
{
    const bres_probe_outcome *outcome = diagnosis->outcome;

    bres__json_key(json, "probe");
    if (outcome == NULL) {
        bres__json_write_literal(json, "null");
        return;
    }
    bres__json_begin(json, '{');
    bres__json_put_text(json, "class", diagnosis->fitness);
    bres__json_put_text(json, "message", outcome->message);
    put_known(json, "limit", outcome->limit);
    put_known(json, "detectable_effect", outcome->detectable_effect);
    put_known(json, "one_run_effect", outcome->one_run_effect);
    put_known(json, "run_variation", outcome->run_variation);
    bres__json_put_count(json, "pairs", outcome->pairs);
    bres__json_put_count(json, "runs", outcome->runs);
    put_known(json, "seconds", outcome->seconds);
    put_known(json, "idle_seconds", outcome->idle_seconds);
    put_known(json, "block_seconds", outcome->block_seconds);
    put_known(json, "clock_resolution", outcome->clock_resolution);
    put_known(json, "waiting", outcome->waiting);
    put_known(json, "lost", outcome->lost);
    put_known(json, "steal", outcome->steal);
    put_known(json, "cpu_pressure", outcome->cpu_pressure);
    put_known(json, "memory_pressure", outcome->memory_pressure);
    put_known(json, "io_pressure", outcome->io_pressure);
    bres__json_put_count(json, "involuntary_switches", outcome->involuntary_switches);
    put_findings(json, outcome->findings);
    put_works(json, diagnosis);
    bres__json_end(json, '}');
}

bres_status bres__doctor_json(const bres_diagnosis *diagnosis, bres__text *text)
{
    bres__json_writer json = { .text = text, .empty = true, .visible = true };
    const bool required = diagnosis->change > 0;
    bres__text scratch = { 0 };
    char *machine = NULL;
    bres_status status = bres_machine_json(diagnosis->machine, &machine, NULL);

    if (status != BRES_OK)
        return status;
    bres__json_begin(&json, '{');
    bres__json_put_count(&json, "format_version", FORMAT_VERSION);
    bres__json_write_members(&json, machine, NULL);
    put_probe(&json, diagnosis);
    status = bres__json_put_path(&json, "failure", diagnosis->failure, &scratch);
    bres__json_put_real(&json, "require", required, diagnosis->change);
    bres__json_key(&json, "fit");
    bres__json_write_literal(&json, !required || diagnosis->outcome == NULL ? "null"
                                    : diagnosis->is_fit != 0                ? "true"
                                                                            : "false");
    bres__json_end(&json, '}');
    bres__text_putc(text, '\n');
    bres__text_free(&scratch);
    bres_string_free(machine);
    return status;
}
