/* SPDX-License-Identifier: MIT */
#include "judge/verdict/judgement.h"
#include "report/report.h"

#include <stddef.h>

#define EVENT_FIRST_SIZE (offsetof(bres_judge_event, message) + sizeof(char *))

_Static_assert(sizeof(bres_judge_event) == EVENT_FIRST_SIZE, "no padding at the end");

void bres__judgement_report_event(const bres_judgement *judgement, bres_judge_event_kind kind,
                                  const bres_judge_event *event)
{
    const bres_judge_options *options = &judgement->metadata.options;
    bres_judge_event full = { .size = sizeof full };

    if (options->event == NULL)
        return;
    if (event != NULL)
        full = *event;
    full.size = sizeof full;
    full.kind = kind;
    full.passed_tests = judgement->passed;
    full.total_tests = judgement->total;
    if (full.name == NULL)
        full.name = "";
    if (full.message == NULL)
        full.message = "";
    options->event(options->event_user, &full);
}

static const char *event_name(const bres_judge_event *event)
{
    static const char *const names[] = {
        [BRES_JUDGE_EVENT_COMPILING] = "COMPILING",
        [BRES_JUDGE_EVENT_CHECKING] = "CHECKING",
        [BRES_JUDGE_EVENT_TEST_RESULT] = "TEST_RESULT",
        [BRES_JUDGE_EVENT_CHECKED] = "CHECKED",
        [BRES_JUDGE_EVENT_BENCHMARKING] = "BENCHMARKING",
        [BRES_JUDGE_EVENT_SAMPLE] = "SAMPLE",
        [BRES_JUDGE_EVENT_CASE_RESULT] = "BENCHMARK_RESULT",
    };

    if (event->kind == BRES_JUDGE_EVENT_END)
        return bres_judge_status_name(event->status);
    return (unsigned)event->kind < BRES_JUDGE_EVENT_END ? names[event->kind] : "unknown event";
}

static void put_event(bres__json_writer *json, const bres_judge_event *event)
{
    const bool is_end = event->kind == BRES_JUDGE_EVENT_END;

    bres__json_begin(json, '{');
    bres__json_put_text(json, "status", event_name(event));
    if (event->test_id != 0)
        bres__json_put_count(json, "test_id", event->test_id);
    if (event->name != NULL && event->name[0] != '\0')
        bres__json_put_text(json, "name", event->name);
    if (event->sample != 0)
        bres__json_put_count(json, "sample", event->sample);
    bres__json_put_count(json, "passed_tests", event->passed_tests);
    bres__json_put_count(json, "total_tests", event->total_tests);
    if (event->runtime > 0)
        bres__json_put_real(json, is_end ? "avg_runtime_ms" : "runtime_ms", true,
                            event->runtime * 1e3);
    if (event->gflops > 0)
        bres__json_put_real(json, is_end ? "avg_gflops" : "gflops", true, event->gflops);
    if (event->message != NULL && event->message[0] != '\0')
        bres__json_put_text(json, "message", event->message);
    bres__json_end(json, '}');
}

bres_status bres_judge_event_json(const bres_judge_event *event, char **line)
{
    bres_judge_event full = { .size = sizeof full };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true, .visible = true };
    bres_status status = bres__report_begin("bres_judge_event_json", line, NULL);

    if (status == BRES_OK && event == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_judge_event_json: event is NULL");
    if (status == BRES_OK)
        status =
            bres__options_load(&full, sizeof full, event, EVENT_FIRST_SIZE, "bres_judge_event");
    if (status != BRES_OK)
        return status;
    put_event(&json, &full);
    bres__text_putc(&text, '\n');
    return bres__report_finish(&text, line, NULL);
}
