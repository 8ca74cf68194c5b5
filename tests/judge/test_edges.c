/* SPDX-License-Identifier: MIT */
/*
 * Whole judgements of edge cases: no elements, a write beyond the end, unwritten outputs, calls
 * that do not return, and state that a process keeps.
 */
#include "judge/verdict/judgement.h"
#include "support/negate.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEGATE "for (size_t i = 0; i < n; i++) output[i] = -input[i];"

/* A solution is also called without elements, and must not write to its output then. */
Test(judge, nothing_to_do_is_a_case)
{
    uint64_t sizes[2] = { 0, 100 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement =
        bres_test_judged(&problem, bres_test_negate_write(NEGATE), &options);

    bres_test_expect_verdict(judgement, BRES_JUDGE_BENCHMARKED, "");
    cr_expect_eq(bres_judgement_passed_tests(judgement), 2);
    bres_judgement_free(judgement);

    judgement =
        bres_test_judged(&problem, bres_test_negate_write(NEGATE "output[0] = 1;"), &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_GUARD_VIOLATION, "case 'n = 0'");
    bres_judgement_free(judgement);
}

static bres_status ones_reference(const bres_problem *problem, const bres_problem_case *test_case,
                                  const void *const *inputs, void *const *outputs)
{
    (void)problem;
    (void)inputs;
    for (size_t i = 0; i < test_case->dims[0]; i++)
        ((float *)outputs[0])[i] = 1;
    return BRES_OK;
}

/* The judge finds unwritten outputs by their elements, not by their sum: ones are accepted. */
Test(judge, ones_are_an_answer)
{
    static const char ones[] = "#include \"solution.h\"\n"
                               "void solution(const float *input, float *output, size_t n)\n"
                               "{ for (size_t i = 0; i < n; i++) output[i] = 1; }\n";
    uint64_t sizes[2] = { 100, 1000 };
    bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    char path[4096];

    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT32);
    problem.reference = ones_reference;
    snprintf(path, sizeof path, "%s/ones.c", bres_test_directory());
    bres_test_write_file(path, ones, sizeof ones - 1);
    judgement = bres_test_judged(&problem, path, &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_BENCHMARKED, "");
    bres_judgement_free(judgement);
}

static const bres_problem_parameter two_outputs[] = {
    { "input", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_INTEGERS, -1000, 1000 },
    { "first", BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "second", BRES_TYPE_FLOAT32, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "n", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

static bres_status two_reference(const bres_problem *problem, const bres_problem_case *test_case,
                                 const void *const *inputs, void *const *outputs)
{
    const int32_t *input = inputs[0];

    (void)problem;
    for (size_t i = 0; i < test_case->dims[0]; i++) {
        ((int32_t *)outputs[0])[i] = -input[i];
        ((float *)outputs[1])[i] = (float)input[i] / 2;
    }
    return BRES_OK;
}

Test(judge, each_of_two_outputs_counts)
{
    static const struct {
        const char *body;
        bres_judge_status status;
        const char *message;
    } rows[] = {
        { "first[i] = -input[i], second[i] = input[i] / 2.0F;", BRES_JUDGE_BENCHMARKED, "" },
        { "first[i] = -input[i];", BRES_JUDGE_WRONG_ANSWER,
          "100 of the 100 elements of 'second' were not written" },
        { "second[i] = input[i] / 2.0F;", BRES_JUDGE_WRONG_ANSWER,
          "100 of the 100 elements of 'first' were not written" },
        { "first[i] = -input[i], second[i] = i == 99 ? 5000 : input[i] / 2.0F;",
          BRES_JUDGE_WRONG_ANSWER, "second[99] is 5000" },
    };
    uint64_t sizes[2] = { 100, 1000 };
    bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    char path[4096];

    problem.parameters = two_outputs;
    problem.parameter_count = sizeof two_outputs / sizeof *two_outputs;
    problem.reference = two_reference;
    snprintf(path, sizeof path, "%s/two.c", bres_test_directory());
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512];
        bres_judgement *judgement;
        const int length =
            snprintf(text, sizeof text,
                     "#include \"solution.h\"\n"
                     "void solution(const int *input, int *first, float *second, size_t n)\n"
                     "{ for (size_t i = 0; i < n; i++) { %s } }\n",
                     rows[i].body);

        bres_test_write_file(path, text, (size_t)length);
        judgement = bres_test_judged(&problem, path, &options);
        bres_test_expect_verdict(judgement, rows[i].status, rows[i].message);
        bres_judgement_free(judgement);
    }
}

/* The calls are so short that the first sample has many of them. It is the first exchange that is
 * verified after the check. The seed reproduces the inputs of the call. */
Test(judge, wrong_sample_is_named_with_its_seed)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    const bres_verification *found;
    bres_problem_case test_case;
    int32_t input[100];
    unsigned sample = 0;
    uint64_t seed = 0;
    double average;

    options.verify_fraction = 0.5;
    judgement = bres_test_judged(&problem,
                                 bres_test_negate_write("static int calls; calls++;\n" NEGATE
                                                        "if (calls > 6) output[42]++;"),
                                 &options);
    found = bres_judgement_verification(judgement);
    bres_test_expect_verdict(judgement, BRES_JUDGE_WRONG_ANSWER, "output[42] is ");
    cr_assert_eq(sscanf(bres_judgement_message(judgement),
                        "case 'n = 100', sample %u (seed 0x%" SCNx64 "): ", &sample, &seed),
                 2, "%s", bres_judgement_message(judgement));
    cr_expect_eq(sample, 1, "%u", sample);
    cr_assert_not_null(found);
    cr_assert_eq(
        bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_INT32, 0, 0, &test_case),
        BRES_OK);
    cr_assert_eq(bres_problem_fill(&problem, &test_case, 0, seed, input), BRES_OK);
    cr_expect(found->first.index == 42 && found->first.expected == -(double)input[42], "%g",
              found->first.expected);
    cr_expect_not(bres_judgement_average_runtime(judgement, &average));
    bres_judgement_free(judgement);
}

/* Integers have no NaN, so unwritten outputs first appear as wrong elements. The message reports
 * them as unwritten, whichever call is the first that does not write. */
Test(judge, integers_that_were_not_written_are_reported)
{
    static const double fractions[] = { 1, 0.5 };
    /* How many calls of a process write their outputs: none, the check, warm-ups, some of a
     * sample. */
    static const unsigned written[] = { 0, 1, 2, 3, 4, 5, 8 };
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();

    options.min_samples = options.max_samples = 2;
    for (size_t i = 0; i < 2 * sizeof written / sizeof *written; i++) {
        bres_judgement *judgement;
        char body[256];

        options.verify_fraction = fractions[i % 2];
        snprintf(body, sizeof body, "static unsigned calls; if (calls++ < %u) " NEGATE,
                 written[i / 2]);
        judgement = bres_test_judged(&problem, bres_test_negate_write(body), &options);
        if (bres_judgement_is_accepted(judgement)) {
            /* At least two warm-ups, two samples and the pair of equal calls have written. */
            cr_expect_geq(written[i / 2], 6);
        } else {
            bres_test_expect_verdict(judgement, BRES_JUDGE_WRONG_ANSWER, "case 'n = 100");
            bres_test_expect_verdict(judgement, BRES_JUDGE_WRONG_ANSWER,
                                     " elements of 'output' were not written");
        }
        bres_judgement_free(judgement);
    }
}

Test(judge, nothing_comes_after_a_call_that_does_not_return)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    options.time_limit = 0.2;
    judgement = bres_test_judged(
        &problem, bres_test_negate_write("for (volatile size_t i = n; ; i++) ;"), &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_TIME_LIMIT_EXCEEDED, "it was killed after ");
    cr_expect_geq(
        strtod(strstr(bres_judgement_message(judgement), "after ") + strlen("after "), NULL),
        options.time_limit);
    cr_expect_eq(bres_judgement_case_count(judgement), 1);
    cr_expect_eq(bres_judgement_passed_tests(judgement), 0);
    cr_expect_eq(bres_judgement_total_tests(judgement), 2);
    bres_judgement_free(judgement);
}

/* The first call takes longer than all warm-ups may take. The later calls are short, so a sample
 * still has many of them. */
Test(judge, a_slow_first_call_leaves_samples_of_many_calls)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    options.flags |= BRES_JUDGE_FIRST_CASE;
    judgement = bres_test_judged(
        &problem,
        bres_test_negate_write("extern long clock(void);\n"
                               "extern long write(int, const void *, unsigned long);\n"
                               "static unsigned calls;\n"
                               "while (calls == 0 && clock() < 1100000) ;\n"
                               "if (++calls == 64) write(2, \"many\\n\", 5);\n" NEGATE),
        &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_BENCHMARKED, "");
    cr_expect_not_null(strstr(bres_judgement_output(judgement), "many"));
    bres_judgement_free(judgement);
}

/* A quarter of the minimum: the trials may have been slower than the samples. */
Test(judge, an_exchange_is_a_small_part_of_a_sample)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    const bres__judged *judged;
    bres_judgement *judgement;

    options.flags |= BRES_JUDGE_FIRST_CASE;
    judgement = bres_test_judged(
        &problem, bres_test_negate_write("for (volatile int k = 0; k < 200000; k++) ;\n" NEGATE),
        &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_BENCHMARKED, "");
    judged = &judgement->cases[0];
    cr_expect_gt(judged->exchange_cost, 0);
    cr_expect(judged->runtime * (double)judged->calls >=
                  0.25 * fmin(fmax(120 * judged->exchange_cost, 2e-3), 50e-3),
              "%zu calls of %g s, an exchange of %g s", judged->calls, judged->runtime,
              judged->exchange_cost);
    bres_judgement_free(judgement);
}

/* Each case has its own process, although the object is the same. */
Test(judge, statics_do_not_outlive_a_case)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement = bres_test_judged(
        &problem,
        bres_test_negate_write("static size_t size; if (size == 0) size = n;\n" NEGATE
                               "if (size != n) output[0]++;"),
        &options);

    bres_test_expect_verdict(judgement, BRES_JUDGE_BENCHMARKED, "");
    bres_judgement_free(judgement);
}

/* The seed of a judgement does not reveal the next one. The verdict contains its own seed. */
Test(judge, seeds_are_new_each_time)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgements[2];

    for (size_t i = 0; i < 2; i++) {
        char expected[64];
        char *text;

        judgements[i] =
            bres_test_judged(&problem, bres_test_build("solutions/negate.so"), &options);
        snprintf(expected, sizeof expected, "\"seed\":\"%" PRIu64 "\"",
                 judgements[i]->metadata.seed);
        cr_assert_eq(bres_judgement_json(judgements[i], &text), BRES_OK);
        cr_expect_not_null(strstr(text, expected), "%s", text);
        bres_string_free(text);
    }
    cr_expect_neq(judgements[0]->metadata.seed, judgements[1]->metadata.seed);
    bres_judgement_free(judgements[1]);
    bres_judgement_free(judgements[0]);
}

/* The solution never wrote its outputs, so the verdict cannot show them. */
Test(judge, sample_without_an_answer_shows_no_outputs)
{
    uint64_t sizes[2] = { 4, 4 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    char *text;

    options.flags = BRES_JUDGE_SAMPLE_CASE;
    judgement = bres_test_judged(&problem, bres_test_negate_write("__builtin_trap();"), &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_RUNTIME_ERROR, "SIG");
    cr_assert_eq(bres_judgement_json(judgement, &text), BRES_OK);
    cr_expect_null(strstr(text, "\"actual\""), "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

static size_t no_cases(const bres_problem *problem, bres_case_set set)
{
    (void)problem;
    (void)set;
    return 0;
}

Test(judge, problem_without_a_case_accepts_nothing)
{
    uint64_t sizes[2] = { 4, 4 };
    bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    problem.case_count = no_cases;
    cr_expect_eq(bres_judge(&problem, bres_test_negate_write(NEGATE), &options, &judgement),
                 BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "has no case"), "%s", bres_last_error());
    cr_expect_null(judgement);
}

Test(judge, cache_of_any_size_needs_its_memory)
{
    uint64_t sizes[2] = { 4, 4 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    options.cache_size = UINT64_MAX;
    cr_expect_eq(bres_judge(&problem, bres_test_negate_write(NEGATE), &options, &judgement),
                 BRES_ERROR_MEMORY);
    cr_expect_null(judgement);
}

Test(judge, output_while_loading_is_kept)
{
    static const char talks[] = "#include \"solution.h\"\n#include <unistd.h>\n"
                                "static __attribute__((constructor)) void construct(void)\n"
                                "{ if (write(2, \"no licence\\n\", 11) == 11) _exit(3); }\n"
                                "void solution(const int *input, int *output, size_t n)\n"
                                "{ for (size_t i = 0; i < n; i++) output[i] = -input[i]; }\n";
    uint64_t sizes[2] = { 4, 4 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    char path[4096];

    snprintf(path, sizeof path, "%s/talks.c", bres_test_directory());
    bres_test_write_file(path, talks, sizeof talks - 1);
    judgement = bres_test_judged(&problem, path, &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_RUNTIME_ERROR, "exit status 3");
    cr_expect_not_null(strstr(bres_judgement_output(judgement), "no licence"), "%s",
                       bres_judgement_output(judgement));
    bres_judgement_free(judgement);
}

/* A long note is not truncated: that could split a character. */
Test(judge, note_can_be_long)
{
    uint64_t sizes[2] = { 4, 4 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement =
        bres_test_judged(&problem, bres_test_negate_write(NEGATE), &options);
    char text[2002] = "";
    size_t count;

    for (size_t i = 0; i < 1000; i++)
        strcat(text, "\u00e4");
    cr_assert_eq(bres__judgement_note(judgement, "%s", text), BRES_OK);
    count = bres_judgement_note_count(judgement);
    cr_assert_eq(bres__judgement_note(judgement, "%s", text), BRES_OK);
    cr_assert_eq(bres_judgement_note_count(judgement), count);
    cr_expect_str_eq(bres_judgement_note_at(judgement, count - 1), text);
    bres_judgement_free(judgement);
}
