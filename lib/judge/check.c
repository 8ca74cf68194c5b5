/* SPDX-License-Identifier: MIT */
/*
 * Checking: one call for each case, before any case is timed. The seeds are public, so that a
 * failure can be reproduced anywhere.
 */
#include "judge/case_run.h"
#include "judge/problem/element.h"
#include "report/report.h"

#define SHOWN_ELEMENTS 64

static void put_elements(bres__json_writer *json, const char *key, const bres__argument *argument,
                         const void *elements)
{
    const size_t count =
        argument->is_array ? argument->bytes / bres_data_type_size(argument->type) : 1;

    bres__json_key(json, key);
    bres__json_begin(json, '[');
    for (size_t i = 0; i < count && i < SHOWN_ELEMENTS; i++) {
        char number[BRES__NUMBER_SIZE];
        const double value = bres__element_get(argument->type, elements, i);

        bres__format_float64(number, value, BRES__FLOAT_VALUE);
        if (value - value == 0)
            bres__json_write_literal(json, number);
        else
            bres__json_write_string(json, number);
    }
    bres__json_end(json, ']');
}

static bres_status sample_keep(bres__case_run *run)
{
    bres_judgement *judgement = run->judge->judgement;
    bres__json_writer json = {
        .text = &judgement->sample, .empty = true, .compact = true, .visible = true
    };
    const bres_status status = bres__arrays_expect(&run->arrays);

    bres__json_begin(&json, '[');
    for (size_t i = 0; i < run->judge->problem->parameter_count && status == BRES_OK; i++) {
        const bres__argument *argument = &run->arrays.arguments[i];

        bres__json_begin(&json, '{');
        bres__json_put_text(&json, "name", argument->name);
        put_elements(&json, argument->is_output ? "actual" : "value", argument,
                     argument->is_array ? run->arrays.own[i] : &argument->value);
        if (argument->is_output)
            put_elements(&json, "expected", argument, run->arrays.expected[i]);
        bres__json_end(&json, '}');
    }
    bres__json_end(&json, ']');
    return status == BRES_OK && judgement->sample.failed ? bres__error_memory() : status;
}

static bres_status check_case(bres__judge *judge, size_t index)
{
    bres_judgement *judgement = judge->judgement;
    const bool is_sample = judge->set == BRES_CASES_SAMPLE;
    bres__call call = { .what = "check", .count = 1, .keeps_seed = true };
    bres__case_run run;
    bres_status status = bres__case_begin(&run, judge, index, false);

    if (status != BRES_OK || run.runner == NULL)
        goto out;
    call.seed = bres_problem_seed(judge->problem->name, run.judged->test_case.name);
    status = bres__case_call(&run, &call);
    if (status == BRES_OK && is_sample && run.arrays.has_outputs)
        status = sample_keep(&run);
    if (status == BRES_OK && bres__judge_is_running(judge))
        status = bres__case_verify(&run, &call, run.arrays.own);
    if (status == BRES_OK && bres__judge_is_running(judge)) {
        judgement->cases[index].status = BRES_JUDGE_CHECKED;
        judgement->passed++;
    }
out:
    bres__case_end(&run);
    return status;
}

/* A secret seed chooses the sizes of a case that is only checked. */
static bres_status check_add(bres__judge *judge, size_t number, size_t *index)
{
    bres_problem_case test_case;
    const bres_status status =
        bres_problem_make_case(judge->problem, judge->set, (bres_data_type)judge->options->type,
                               number, bres__draw(&judge->draws), &test_case);

    return status == BRES_OK
               ? bres__judgement_add_case(judge->judgement, &test_case, number + 1, index)
               : status;
}

bres_status bres__judge_check(bres__judge *judge)
{
    bres_judgement *judgement = judge->judgement;
    bres_status status = BRES_OK;

    bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_CHECKING, NULL);
    for (size_t i = 0; i < judgement->total && status == BRES_OK; i++) {
        size_t index = 0;

        status = check_add(judge, i, &index);
        if (status == BRES_OK)
            status = check_case(judge, index);
        if (status != BRES_OK || !bres__judge_is_running(judge))
            return status;
        if (judgement->cases[index].status == BRES_JUDGE_CHECKED)
            bres__judgement_report_event(
                judge->judgement, BRES_JUDGE_EVENT_TEST_RESULT,
                &(bres_judge_event){ .test_id = i + 1,
                                     .name = judgement->cases[index].test_case.name });
    }
    if (status == BRES_OK)
        bres__judgement_report_event(judge->judgement, BRES_JUDGE_EVENT_CHECKED, NULL);
    return status;
}
