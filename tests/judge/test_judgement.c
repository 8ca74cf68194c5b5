/* SPDX-License-Identifier: MIT */
/*
 * The verdict of hand-made judgements: averages, the result, the report and JSON.
 */
#include "judge/verdict/judgement.h"
#include "support/support.h"

#include <benchresult/report.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Adds a case with two samples whose mean is the time; the wall time is 1.1 times this time. */
static void case_add(bres_judgement *judgement, const char *name, double seconds, uint64_t flops)
{
    bres_problem_case test_case = { .type = BRES_TYPE_FLOAT32 };
    bres__judged *judged;
    size_t index;

    strcpy(test_case.name, name);
    cr_assert_eq(bres__judgement_add_case(judgement, &test_case, judgement->case_count + 1, &index),
                 BRES_OK);
    judged = &judgement->cases[index];
    judged->samples = bres__calloc(2, sizeof *judged->samples);
    judged->count = judged->capacity = 2;
    judged->samples[0] = (bres__sample){ .seconds = seconds / 2, .wall = 0.6 * seconds };
    judged->samples[1] = (bres__sample){ .seconds = seconds * 3 / 2, .wall = 1.6 * seconds };
    judged->verified = 2;
    judged->flops = flops;
    judged->bytes = 1000;
    judged->is_timed = true;
    judged->status = BRES_JUDGE_BENCHMARKED;
    bres__judged_average(judged);
}

static bres_judgement *judgement_make(void)
{
    bres_judgement *judgement = bres__calloc(1, sizeof *judgement);

    judgement->status = BRES_JUDGE_BENCHMARKED;
    judgement->metadata = (bres__judge_metadata){
        .problem = "doubling",
        .title = "twice as much",
        .solution = "solution.c",
        .command = "cc -O2",
        .options = { .type = BRES_TYPE_FLOAT32, .min_samples = 5, .max_samples = 20 },
        .seed = UINT64_MAX,
    };
    return judgement;
}

static bres_judgement *judgement_of(const double *seconds, size_t count)
{
    bres_judgement *judgement = judgement_make();

    for (size_t i = 0; i < count; i++) {
        char name[] = "n = 0";

        name[4] = (char)('0' + i);
        case_add(judgement, name, seconds[i], 2000000);
    }
    cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
    judgement->passed = judgement->total = count;
    return judgement;
}

Test(judge, judgement_averages_are_geometric_means)
{
    const double times[] = { 1e-3, 4e-3, 16e-3 };
    bres_judgement *judgement = judgement_of(times, 3);
    double value = 0;

    cr_assert(bres_judgement_average_runtime(judgement, &value));
    cr_expect_float_eq(value, 4e-3, 1e-12);
    cr_assert(bres_judgement_average_gflops(judgement, &value));
    cr_expect_float_eq(value, 0.5, 1e-9);
    bres_judgement_free(judgement);

    judgement = judgement_of(times, 1);
    cr_assert(bres_judgement_average_runtime(judgement, &value));
    cr_expect_float_eq(value, 1e-3, 1e-15, "one case is its own mean");
    bres_judgement_free(judgement);
}

/* A rate is operations divided by the mean time, not the mean of the rates of samples. */
Test(judge, judgement_gflops_are_of_the_mean_time)
{
    bres_judgement *judgement = judgement_make();
    bres_judged_case judged;

    case_add(judgement, "n = 1", 2e-3, 2000000000);
    bres_judged_case_init(&judged);
    cr_assert_eq(bres_judgement_case_at(judgement, 0, &judged), BRES_OK);
    cr_expect_float_eq(judged.gflops, 1000, 1e-9);
    cr_expect_float_eq(judged.bandwidth, 5e5, 1e-6);
    cr_expect_float_eq(judged.wall, 2.2e-3, 1e-12);
    cr_expect_eq(judged.samples, 2);
    cr_expect_eq(bres_judgement_case_at(judgement, 2, &judged), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "index 2 is out of range (1 cases)"));
    bres_judgement_free(judgement);
}

Test(judge, judgement_without_operations_or_time_has_no_rate)
{
    bres_judgement *judgement = judgement_make();
    double value = -1;

    case_add(judgement, "no operations", 1e-3, 0);
    case_add(judgement, "no time", 0, 1000);
    judgement->cases[1].wall = 1e-6;
    cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
    cr_expect_not(bres_judgement_average_gflops(judgement, &value));
    cr_expect_eq(value, -1);
    cr_assert(bres_judgement_average_runtime(judgement, &value));
    cr_expect_float_eq(value, 1e-3, 1e-15);
    cr_assert_eq(bres_judgement_note_count(judgement), 1);
    cr_expect_not_null(strstr(bres_judgement_note_at(judgement, 0), "'no time'"));
    cr_expect_null(bres_judgement_note_at(judgement, 1));
    bres_judgement_free(judgement);
}

/* The mean includes only cases that have a rate. Other cases lack the field. */
Test(judge, judgement_rates_of_some_cases)
{
    bres_judgement *judgement = judgement_make();
    double value = 0;
    char *text;

    case_add(judgement, "with", 1e-3, 2000000);
    case_add(judgement, "without", 4e-3, 0);
    cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
    cr_assert(bres_judgement_average_gflops(judgement, &value));
    cr_expect_float_eq(value, 2, 1e-9);
    cr_assert(bres_judgement_average_runtime(judgement, &value));
    cr_expect_float_eq(value, 2e-3, 1e-12);
    cr_assert_eq(bres_judgement_json(judgement, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "\"avg_gflops\":2.0"), "%s", text);
    cr_expect_not_null(strstr(strstr(text, "\"with\""), "\"gflops\":2.0"), "%s", text);
    cr_expect_null(strstr(strstr(text, "\"without\""), "\"gflops\""), "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

Test(judge, judgement_notes_what_is_hard_to_believe)
{
    bres_judgement *judgement = judgement_make();

    judgement->metadata.peak_flops = 1e9;
    case_add(judgement, "small", 1e-2, 1000000);
    case_add(judgement, "large", 1e-2, 4000000);
    case_add(judgement, "fast", 1e-3, 2000000);
    cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
    cr_assert_eq(bres_judgement_note_count(judgement), 2);
    cr_expect_not_null(strstr(bres_judgement_note_at(judgement, 0), "'small' and 'large'"));
    cr_expect_not_null(strstr(bres_judgement_note_at(judgement, 1), "case 'fast' took 0.001 s"));
    bres_judgement_free(judgement);
}

/* A GPU case gets no note, because its wall time includes more than the call. */
Test(judge, judgement_notes_waiting_that_was_subtracted)
{
    for (int on_device = 0; on_device <= 1; on_device++) {
        bres_judgement *judgement = judgement_make();

        judgement->metadata.options.backend = on_device ? BRES_BACKEND_CUDA : BRES_BACKEND_CPU;
        case_add(judgement, "waited", 1e-3, 0);
        judgement->cases[0].wall = 1.25e-3;
        case_add(judgement, "waited a little", 1e-3, 0);
        cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
        cr_assert_eq(bres_judgement_note_count(judgement), !on_device);
        if (!on_device)
            cr_expect(strstr(bres_judgement_note_at(judgement, 0), "case 'waited': ") != NULL &&
                          strstr(bres_judgement_note_at(judgement, 0), " 20 % of ") != NULL,
                      "%s", bres_judgement_note_at(judgement, 0));
        bres_judgement_free(judgement);
    }
}

Test(judge, judgement_notes_the_share_of_an_exchange)
{
    static const struct {
        size_t calls;
        double exchange;
        const char *note; /* NULL: none */
    } rows[] = {
        { 1, 0, NULL },
        { 1, 9e-6, NULL },
        { 1, 35e-6, "case 'x': an exchange with the process of the solution is about 3.5 % of" },
        { 4, 35e-6, NULL },
        { 0, 35e-6, NULL },
        { 1, 5e-3, " about 100.0 % of" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_judgement *judgement = judgement_make();
        const char *note;

        case_add(judgement, "x", 1e-3, 0);
        judgement->cases[0].calls = rows[i].calls;
        judgement->cases[0].exchange_cost = rows[i].exchange;
        cr_assert_eq(bres__judgement_average(judgement), BRES_OK);
        note = bres_judgement_note_at(judgement, 0);
        cr_expect_eq(note != NULL, rows[i].note != NULL, "row %zu", i);
        cr_expect(note == NULL || rows[i].note == NULL || strstr(note, rows[i].note) != NULL,
                  "row %zu: %s", i, note);
        bres_judgement_free(judgement);
    }
}

Test(judge, judgement_is_a_result_that_others_read)
{
    const double times[] = { 1e-3, 4e-3 };
    bres_judgement *judgement = judgement_of(times, 2);
    const bres_subbench *bench;
    const bres_state *state;
    const float *samples;
    size_t count;
    double value;

    cr_assert_eq(bres__judgement_make_result(judgement), BRES_OK);
    bench = bres_result_subbench(bres_judgement_result(judgement), "doubling");
    cr_assert_not_null(bench);
    cr_assert_eq(bres_subbench_state_count(bench), 2);
    state = bres_subbench_state_at(bench, 1);
    cr_expect_str_eq(bres_state_name(state), "Case=n = 1 Type=float32");
    cr_assert_eq(bres_state_samples(state, &samples, &count), BRES_OK);
    cr_assert_eq(count, 2);
    cr_expect_float_eq((double)samples[1], 6e-3, 1e-9);
    cr_assert(bres_summary_float64(bres_state_summary(state, "bres/judge/gflops"), &value));
    cr_expect_float_eq(value, 0.5, 1e-9);
    cr_expect_not_null(bres_state_summary(state, "nv/cpu_only/time/cpu/mean"));
    cr_expect_not_null(
        strstr(bres_result_meta_json(bres_judgement_result(judgement)), "18446744073709551615"));
    bres_judgement_free(judgement);
}

Test(judge, judgement_of_a_failed_solution_has_no_times)
{
    const double times[] = { 1e-3, 4e-3 };
    bres_judgement *judgement = judgement_of(times, 2);
    const bres_subbench *bench;

    judgement->has_failed = true;
    judgement->status = BRES_JUDGE_WRONG_ANSWER;
    judgement->message = bres__strdup("case 'n = 1': wrong");
    judgement->cases[1].status = BRES_JUDGE_WRONG_ANSWER;
    judgement->cases[1].is_timed = false;
    cr_assert_eq(bres__judgement_make_result(judgement), BRES_OK);
    bench = bres_result_subbench_at(bres_judgement_result(judgement), 0);
    cr_assert_eq(bres_subbench_state_count(bench), 2);
    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        cr_expect(bres_state_is_skipped(state), "%zu", i);
        cr_expect_null(bres_state_summary(state, "nv/cpu_only/time/cpu/mean"));
    }
    cr_expect_str_eq(bres_state_skip_reason(bres_subbench_state_at(bench, 1)),
                     "case 'n = 1': wrong");
    bres_judgement_free(judgement);
}

Test(judge, judgement_report_fits_a_terminal)
{
    const double times[] = { 1e-3, 4e-3 };
    bres_judgement *judgement = judgement_of(times, 2);
    char *text;

    memset(judgement->cases[1].test_case.name, 'x', BRES_CASE_NAME_MAX - 1);
    judgement->cases[1].verified = 1;
    cr_assert_eq(bres__judgement_note(judgement, "something"), BRES_OK);
    cr_assert_eq(bres_judgement_report(judgement, &text), BRES_OK);
    for (const char *line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "%s", line);
    cr_expect_not_null(strstr(text, "# doubling: BENCHMARKED"));
    cr_expect_not_null(strstr(text, "1 of 2"));
    cr_expect_not_null(strstr(text, "Geometric mean: 2.000 ms, 1 GFLOPS"), "%s", text);
    cr_expect_not_null(strstr(text, "- something\n"));
    bres_string_free(text);
    bres_judgement_free(judgement);
}

/* Text of a solution cannot control a terminal, break a line or imitate a line of the verdict. */
Test(judge, judgement_report_shows_what_others_print)
{
    static const char *const shown[] = {
        "    solution| plain\tcolumn\n",
        "    solution| # doubling: BENCHMARKED\n",
        "    solution| \\x1B]0;title\\x07\\r\\u009B2J\\x7F\n",
        "    solution| \xEF\xBF\xBD\n",
        "    solution| \n",
        "    solution| no newline\n",
        "WRONG_ANSWER\n\nline\\n\\x1B[2J break.\n",
    };
    bres_judgement *judgement = judgement_make();
    char *text;

    bres__judgement_add_output(judgement, "solution",
                               "plain\tcolumn\n# doubling: BENCHMARKED\n"
                               "\x1B]0;title\x07\r\xC2\x9B"
                               "2J\x7F\n\xFF\n\nno newline");
    cr_assert_eq(
        bres__judgement_fail(judgement, BRES_JUDGE_WRONG_ANSWER, "line\n%s break", "\x1B[2J"),
        BRES_OK);
    cr_expect_str_eq(bres_judgement_message(judgement), "line\\n\\x1B[2J break");
    cr_assert_eq(bres_judgement_report(judgement, &text), BRES_OK);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        cr_expect_not_null(strstr(text, shown[i]), "%zu: %s", i, text);
    for (const char *byte = text; *byte != '\0'; byte++)
        cr_expect((unsigned char)*byte >= 0x20 || *byte == '\n' || *byte == '\t', "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

/* A terminal may show the JSON, too. */
Test(judge, judgement_json_has_no_control_characters)
{
    bres_judgement *judgement = judgement_make();
    char *text;

    bres__judgement_add_output(judgement, "solution", "\x1B[2J\x7F\xC2\x9B\xC2\xA0");
    cr_assert_eq(bres_judgement_json(judgement, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "\"output\":\"\\u001b[2J\\u007f\\u009b\xC2\xA0\""), "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

Test(judge, judgement_json_has_no_bare_nan)
{
    const double times[] = { 1e-3 };
    bres_judgement *judgement = judgement_of(times, 1);
    bres__cursor cursor;
    char *text;

    judgement->has_verification = true;
    judgement->verification.first.actual = NAN;
    judgement->verification.max_difference = INFINITY;
    bres__judgement_add_output(judgement, "solution", "printed \xff\n");
    cr_assert_eq(bres_judgement_json(judgement, &text), BRES_OK);
    cursor = bres__json_cursor(text, strlen(text));
    cr_assert_eq(bres__json_skip(&cursor, NULL), BRES_OK, "%s", bres_last_error());
    cr_expect_not_null(strstr(text, "\"actual\":\"nan\""), "%s", text);
    cr_expect_not_null(strstr(text, "\"max_difference\":\"inf\""), "%s", text);
    cr_expect_not_null(strstr(text, "\"runtime_ms\":1.0"), "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

Test(judge, judgement_keeps_no_more_output_than_it_says)
{
    bres_judgement *judgement = judgement_make();
    char *much = calloc(1, 70000);

    memset(much, 'x', 69999);
    bres__judgement_add_output(judgement, "solution", much);
    bres__judgement_add_output(judgement, "solution", much);
    cr_expect_eq(strlen(bres_judgement_output(judgement)), (size_t)64 << 10);
    free(much);
    bres_judgement_free(judgement);
}

Test(judge, event_is_a_line_of_json)
{
    bres_judge_event event = {
        .size = sizeof event,
        .kind = BRES_JUDGE_EVENT_SAMPLE,
        .test_id = 2,
        .name = "n = 2",
        .sample = 3,
        .total_tests = 4,
        .runtime = 0.5,
        .gflops = 2,
    };
    char *line;

    cr_assert_eq(bres_judge_event_json(&event, &line), BRES_OK);
    cr_expect_str_eq(line, "{\"status\":\"SAMPLE\",\"test_id\":2,\"name\":\"n = 2\",\"sample\":3,"
                           "\"passed_tests\":0,\"total_tests\":4,\"runtime_ms\":500.0,"
                           "\"gflops\":2.0}\n");
    bres_string_free(line);
    event = (bres_judge_event){ .size = sizeof event,
                                .kind = BRES_JUDGE_EVENT_END,
                                .status = BRES_JUDGE_WRONG_ANSWER,
                                .message = "why" };
    cr_assert_eq(bres_judge_event_json(&event, &line), BRES_OK);
    cr_expect_not_null(strstr(line, "\"status\":\"WRONG_ANSWER\""));
    bres_string_free(line);
    cr_expect_eq(bres_judge_event_json(NULL, &line), BRES_ERROR_ARGUMENT);
    event.size = 3;
    cr_expect_eq(bres_judge_event_json(&event, &line), BRES_ERROR_VERSION);
    cr_expect_null(line);
}

static bres_status texts_make(void *context)
{
    bres_judgement *judgement = context;
    char *report = NULL;
    char *json = NULL;
    bres_status status = bres__judgement_make_result(judgement);

    bres_result_unref(judgement->result);
    judgement->result = NULL;
    if (status == BRES_OK)
        status = bres_judgement_report(judgement, &report);
    if (status == BRES_OK)
        status = bres_judgement_json(judgement, &json);
    cr_assert_eq(json != NULL, status == BRES_OK);
    bres_string_free(report);
    bres_string_free(json);
    return status;
}

Test(judge, judgement_survives_every_failing_allocation)
{
    const double times[] = { 1e-3, 4e-3 };
    bres_judgement *judgement = judgement_of(times, 2);

    cr_assert_eq(bres__judgement_note(judgement, "something"), BRES_OK);
    bres__judgement_add_output(judgement, "solution", "printed\n");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, texts_make, judgement);
    bres_judgement_free(judgement);
}
