/* SPDX-License-Identifier: MIT */
/*
 * benchresult judge: checks whether a solution is correct, and times it.
 */
#include "judge.h"

#include <inttypes.h>
#include <string.h>

/* The name of a case comes from the problem, and has no control characters. */
static void progress_of(struct judge *judge, const char *what, const bres_judge_event *event)
{
    char test[96] = "";
    char samples[48] = "";

    if (event->test_id > 0)
        snprintf(test, sizeof test, " %" PRIu64 "/%" PRIu64 " %.40s", event->test_id,
                 event->total_tests, event->name);
    if (event->sample > 0)
        snprintf(samples, sizeof samples, ", %" PRIu64 " samples", event->sample);
    progress_show(&judge->progress, "%s: %s%s%s", judge->problem, what, test, samples);
}

static void on_progress(struct judge *judge, const bres_judge_event *event)
{
    switch (event->kind) {
    case BRES_JUDGE_EVENT_COMPILING:
        progress_of(judge, "compiling", event);
        break;
    case BRES_JUDGE_EVENT_CHECKING:
    case BRES_JUDGE_EVENT_TEST_RESULT:
        progress_of(judge, "checking", event);
        break;
    case BRES_JUDGE_EVENT_BENCHMARKING:
    case BRES_JUDGE_EVENT_SAMPLE:
        progress_of(judge, "timing", event);
        break;
    default:
        break;
    }
}

static void on_event(void *user, const bres_judge_event *event)
{
    struct judge *judge = user;
    char *line;

    on_progress(judge, event);
    if (judge->format != BRES_FORMAT_JSON || judge->progress.quiet ||
        bres_judge_event_json(event, &line) != BRES_OK)
        return;
    fputs(line, stdout);
    fflush(stdout);
    bres_string_free(line);
}

static int write_results(const struct judge *judge, const bres_judgement *judgement)
{
    bres_result *result = bres_judgement_result(judgement);
    bres_write_options write;

    bres_write_options_init(&write);
    if (judge->jsonbin != NULL && bres_result_write(result, judge->jsonbin, &write) != BRES_OK)
        return tool_library_error();
    write.flags = BRES_WRITE_NO_SIDECARS;
    if (judge->json != NULL && bres_result_write(result, judge->json, &write) != BRES_OK)
        return tool_library_error();
    return TOOL_DONE;
}

static int print_verdict(const struct judge *judge, const bres_judgement *judgement)
{
    char *text = NULL;
    bres_status status;

    if (judge->progress.quiet)
        return TOOL_DONE;
    status = judge->format == BRES_FORMAT_JSON ? bres_judgement_json(judgement, &text)
                                               : bres_judgement_report(judgement, &text);
    if (status != BRES_OK)
        return tool_library_error();
    fputs(text, stdout);
    bres_string_free(text);
    return TOOL_DONE;
}

static int judge_run(struct judge *judge, const bres_problem *problem)
{
    bres_judge_options *judging = &judge->options;
    bres_judgement *judgement = NULL;
    bres_status judged;
    int status;

    judging->event = on_event;
    judging->event_user = judge;
    judging->is_interrupted = tool_signals_interrupted;
    tool_signals_catch(TOOL_SIGNALS_HANGUP);
    judged = bres_judge(problem, judge->solution, judging, &judgement);
    tool_signals_release();
    progress_clear(&judge->progress);
    if (tool_signals_caught() != 0)
        status = 128 + tool_signals_caught();
    else if (judged != BRES_OK)
        status = tool_library_error();
    else
        status = print_verdict(judge, judgement);
    if (status == TOOL_DONE)
        status = write_results(judge, judgement);
    if (status == TOOL_DONE && !bres_judgement_is_accepted(judgement))
        status = TOOL_TRIPPED;
    bres_judgement_free(judgement);
    return status;
}

static int judge_solution(struct judge *judge, const bres_problem *problem)
{
    const char *end = judge->solution != NULL ? strrchr(judge->solution, '.') : NULL;
    const struct tool_outputs outputs = { .results = { judge->json, judge->jsonbin } };
    bres_judge_options *judging = &judge->options;

    if (judge->solution == NULL)
        return tool_usage_error(judge_program.name, "no FILE given");
    if (tool_outputs_check_each_other(&outputs) != TOOL_DONE ||
        tool_outputs_check(&outputs, judge->solution) != TOOL_DONE)
        return TOOL_REFUSED;
    if (judge->backend != JUDGE_NO_BACKEND)
        judging->backend = judge->backend;
    else if (end != NULL && strcmp(end, ".cu") == 0)
        judging->backend = BRES_BACKEND_CUDA;
    judging->flags |= judge->variation;
    judging->compiler_flags = judge->flags.items;
    judging->environment = judge->variables.items;
    judging->allow_read = judge->readable.items;
    return judge_run(judge, problem);
}

static int judge_dispatch(struct judge *judge)
{
    const bres_data_type type = (bres_data_type)judge->options.type;
    const bres_problem *problem;

    if (judge->list)
        return judge_list_problems();
    if (judge->problem == NULL)
        return tool_usage_error(judge_program.name, "no --problem given");
    if (bres_problem_find(judge->problem, &problem) != BRES_OK)
        return tool_library_error();
    if (judge->starter != JUDGE_NO_LANGUAGE)
        return judge_print_code(problem, type, (bres_language)judge->starter, false);
    if (judge->prototype != JUDGE_NO_LANGUAGE)
        return judge_print_code(problem, type, (bres_language)judge->prototype, true);
    return judge_solution(judge, problem);
}

int judge_main(char **arguments)
{
    struct judge judge = {
        .starter = JUDGE_NO_LANGUAGE,
        .prototype = JUDGE_NO_LANGUAGE,
        .backend = JUDGE_NO_BACKEND,
    };
    int status;

    bres_judge_options_init(&judge.options);
    if (tool_parse(&judge_program, arguments, &judge, &status))
        status = judge_dispatch(&judge);
    bres__option_list_free(&judge.flags);
    bres__option_list_free(&judge.variables);
    bres__option_list_free(&judge.readable);
    return status;
}
