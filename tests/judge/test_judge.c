/* SPDX-License-Identifier: MIT */
/*
 * Whole judgements of a caller's own problem, in integers.
 */
#include "base/fault.h"
#include "support/negate.h"
#include "support/support.h"

#include <benchresult/judge.h>
#include <benchresult/model.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY                                                                                       \
    "#include \"solution.h\"\n"                                                                    \
    "void solution(const uint16_t *input, uint16_t *output, size_t n)\n"                           \
    "{ for (size_t i = 0; i < n; i++) output[i] = input[i]; }\n"

typedef struct outcome {
    const char *body;
    bres_judge_status status;
    const char *message; /* part of the message */
} outcome;

static const outcome outcomes[] = {
    { "for (size_t i = 0; i < n; i++) output[i] = -input[i];", BRES_JUDGE_BENCHMARKED, "" },
    { "for (size_t i = 0; i + 1 < n; i++) output[i] = -input[i];", BRES_JUDGE_WRONG_ANSWER,
      "case 'n = 100', check" },
    { "static int calls; calls++;\n"
      "for (size_t i = 0; i < n; i++) output[i] = -input[i] + (calls == 3);",
      BRES_JUDGE_WRONG_ANSWER, "100 of 100" },
    { "static int calls; calls++;\n"
      "for (size_t i = 0; i < n; i++) output[i] = -input[i];\n"
      "if (calls == 3) ((int *)input)[7]++;",
      BRES_JUDGE_INPUT_MODIFIED, "the input 'input' was modified, first at element 7" },
    { "nothing;", BRES_JUDGE_COMPILE_ERROR, "nothing" },
    { "*(volatile int *)0 = (int)n;", BRES_JUDGE_RUNTIME_ERROR, "SIGSEGV" },
};

Test(judge, integers_are_judged)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();

    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        bres_judgement *judgement =
            bres_test_judged(&problem, bres_test_negate_write(outcomes[i].body), &options);

        bres_test_expect_verdict(judgement, outcomes[i].status, outcomes[i].message);
        cr_expect_eq(bres_judgement_is_accepted(judgement), i == 0);
        bres_judgement_free(judgement);
    }
}

#define PARAMETERS "(const int *input, int *output, size_t n)"
#define BODY       "{ for (size_t i = 0; i < n; i++) output[i] = -input[i]; }\n"

/* The text of these sources does not show whether they define `solution`. */
Test(judge, solution_is_found_by_its_symbol)
{
    static const struct {
        const char *text;
        bres_judge_status status;
        const char *message;
    } rows[] = {
        { "#define DEFINE(name) void name" PARAMETERS "\nDEFINE(solution)\n" BODY,
          BRES_JUDGE_BENCHMARKED, "" },
        { "static void plain" PARAMETERS BODY "typedef void function" PARAMETERS ";\n"
          "static function *choose(void) { return plain; }\n"
          "void solution" PARAMETERS " __attribute__((ifunc(\"choose\")));\n",
          BRES_JUDGE_BENCHMARKED, "" },
        { "void plain" PARAMETERS BODY "void solution" PARAMETERS
          " __attribute__((alias(\"plain\")));\n",
          BRES_JUDGE_BENCHMARKED, "" },
        { "#define DEFINE(name) static void name" PARAMETERS "\nDEFINE(solution)\n" BODY,
          BRES_JUDGE_COMPILE_ERROR, "does not define a function 'solution'" },
        { "int solution = 3;\n", BRES_JUDGE_COMPILE_ERROR, "does not define a function" },
        { "void solution" PARAMETERS ";\nvoid call(void) { solution(0, 0, 0); }\n",
          BRES_JUDGE_COMPILE_ERROR, "does not define a function" },
    };
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bres_judgement *judgement;
        char text[1024];
        char path[4096];

        snprintf(path, sizeof path, "%s/symbol.c", bres_test_directory());
        snprintf(text, sizeof text, "#include <stddef.h>\n%s", rows[i].text);
        bres_test_write_file(path, text, strlen(text));
        judgement = bres_test_judged(&problem, path, &options);
        bres_test_expect_verdict(judgement, rows[i].status, rows[i].message);
        bres_judgement_free(judgement);
    }
}

Test(judge, case_without_memory_is_left_out)
{
    uint64_t sizes[2] = { 100, UINT64_C(1) << 61 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judged_case judged;
    bres_judgement *judgement;

    judgement = bres_test_judged(&problem, bres_test_negate_write(outcomes[0].body), &options);
    cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_BENCHMARKED);
    cr_expect_eq(bres_judgement_passed_tests(judgement), 1);
    cr_expect_eq(bres_judgement_total_tests(judgement), 2);
    bres_judged_case_init(&judged);
    cr_assert_eq(bres_judgement_case_at(judgement, 1, &judged), BRES_OK);
    cr_expect_eq(judged.status, BRES_JUDGE_SKIPPED_OOM);
    cr_expect_null(judged.state);
    bres_judgement_free(judgement);

    sizes[0] = sizes[1];
    cr_expect_eq(
        bres_judge(&problem, bres_test_negate_write(outcomes[0].body), &options, &judgement),
        BRES_ERROR_MEMORY);
    cr_expect_null(judgement);
}

static bres_status negate_make_checked(const bres_problem *problem, size_t index, uint64_t seed,
                                       bres_problem_case *test_case)
{
    const bres_status status = bres_test_negate_make(problem, index, seed, test_case);

    test_case->flags = BRES_CASE_CHECK_ONLY;
    return status;
}

Test(judge, nothing_timed_is_checked)
{
    uint64_t sizes[2] = { 100, 1000 };
    bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    double value;

    problem.make_case = negate_make_checked;
    judgement = bres_test_judged(&problem, bres_test_negate_write(outcomes[0].body), &options);
    cr_expect_eq(bres_judgement_status(judgement), BRES_JUDGE_CHECKED);
    cr_expect(bres_judgement_is_accepted(judgement));
    cr_expect_not(bres_judgement_average_runtime(judgement, &value));
    bres_judgement_free(judgement);
}

/* A problem in half precision that only copies, and so needs no arithmetic. The value 1.5 differs
 * from its bits as an integer. */
static bres_status copy_reference(const bres_problem *problem, const bres_problem_case *test_case,
                                  const void *const *inputs, void *const *outputs)
{
    (void)problem;
    memcpy(outputs[0], inputs[0], (size_t)test_case->dims[0] * 2);
    return BRES_OK;
}

static bool copy_fill(const bres_problem *problem, const bres_problem_case *test_case,
                      size_t parameter, uint64_t seed, void *elements)
{
    (void)problem;
    (void)parameter;
    (void)seed;
    for (size_t i = 0; i < test_case->dims[0]; i++)
        ((uint16_t *)elements)[i] = 0x3e00;
    return true;
}

Test(judge, sample_shows_numbers_of_half_precision)
{
    uint64_t sizes[2] = { 2, 2 };
    bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;
    char path[4096];
    char *text;

    problem.types = BRES_TYPE_BIT(BRES_TYPE_FLOAT16);
    problem.fill = copy_fill;
    problem.reference = copy_reference;
    options.flags = BRES_JUDGE_SAMPLE_CASE;
    snprintf(path, sizeof path, "%s/copy.c", bres_test_directory());
    bres_test_write_file(path, COPY, sizeof COPY - 1);
    judgement = bres_test_judged(&problem, path, &options);
    bres_test_expect_verdict(judgement, BRES_JUDGE_CHECKED, "");
    cr_assert_eq(bres_judgement_json(judgement, &text), BRES_OK);
    cr_expect_not_null(strstr(text, "1.5"), "%s", text);
    cr_expect_null(strstr(text, "15872"), "%s", text);
    bres_string_free(text);
    bres_judgement_free(judgement);
}

typedef struct sweep {
    const bres_problem *problem;
    bres_judge_options options;
    const char *solution;
} sweep;

static bres_status judge_once(void *context)
{
    const sweep *given = context;
    bres_judgement *judgement = (bres_judgement *)&judgement;
    const bres_status status =
        bres_judge(given->problem, given->solution, &given->options, &judgement);

    cr_assert_eq(judgement != NULL, status == BRES_OK);
    if (status == BRES_OK)
        cr_assert(bres_judgement_is_accepted(judgement), "%s", bres_judgement_message(judgement));
    bres_judgement_free(judgement);
    return status;
}

Test(judge, judgement_survives_each_missing_allocation)
{
    static const struct {
        uint32_t flags;
        double verify_fraction;
    } ways[] = { { BRES_JUDGE_SAMPLE_CASE, 1 }, { BRES_JUDGE_FIRST_CASE, 0.5 } };
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    sweep given = { .problem = &problem, .options = bres_test_judge_quick() };

    given.solution = bres_test_build("solutions/negate_slowly.so");
    given.options.min_samples = given.options.max_samples = 2;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        given.options.flags = ways[i].flags;
        given.options.verify_fraction = ways[i].verify_fraction;
        /* A failure in a case becomes the verdict of the case. */
        bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, judge_once, &given);
    }
}

static bool interrupted(void *user)
{
    (void)user;
    return true;
}

Test(judge, judgement_can_be_interrupted)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    bres_judge_options options = bres_test_judge_quick();
    bres_judgement *judgement;

    options.is_interrupted = interrupted;
    cr_expect_eq(
        bres_judge(&problem, bres_test_negate_write(outcomes[0].body), &options, &judgement),
        BRES_ERROR_INTERRUPTED);
    cr_expect_null(judgement);
}

static void expect_refused(const char *what, const bres_problem *problem,
                           const bres_judge_options *options, bres_status expected)
{
    bres_judgement *judgement = (bres_judgement *)&judgement;

    cr_expect_eq(bres_judge(problem, "solution.c", options, &judgement), expected, "%s: %s", what,
                 bres_last_error());
    cr_expect_null(judgement, "%s", what);
}

Test(judge, options_out_of_range_are_refused)
{
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options usual = bres_test_judge_quick();
    bres_judge_options changed[11];

    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        changed[i] = usual;
    changed[0].min_samples = 0;
    changed[1].max_samples = 4;
    changed[2].target_cv = -1;
    changed[3].verify_fraction = 1.5;
    changed[4].flags = 1 << 20;
    changed[5].backend = 7;
    changed[6].device = -1;
    changed[7].type = BRES_TYPE_FLOAT32;
    changed[8].type = 99;
    changed[9].reserved = 1;
    changed[10].time_limit = 0.0 / 0.0;
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        char what[8];

        snprintf(what, sizeof what, "%zu", i);
        expect_refused(what, &problem, &changed[i], BRES_ERROR_ARGUMENT);
    }
    changed[0] = usual;
    changed[0].size = 8;
    expect_refused("size", &problem, &changed[0], BRES_ERROR_VERSION);
    expect_refused("no problem", NULL, &usual, BRES_ERROR_ARGUMENT);
    expect_refused("no file", &problem, &usual, BRES_ERROR_NO_FILE);
    cr_expect_eq(bres_judge(&problem, "solution.c", &usual, NULL), BRES_ERROR_ARGUMENT);
}

/* A judge that opened these files would wait for a writer, or read forever. */
Test(judge, what_is_no_file_is_refused)
{
    static const char *const ends[] = { "c", "so" };
    uint64_t sizes[2] = { 100, 1000 };
    const bres_problem problem = bres_test_negate(sizes);
    const bres_judge_options options = bres_test_judge_quick();

    for (size_t i = 0; i < 6; i++) {
        bres_judgement *judgement = (bres_judgement *)&judgement;
        char path[4096];

        snprintf(path, sizeof path, "%s/%zu.%s", bres_test_directory(), i, ends[i % 2]);
        cr_assert_eq(i < 2   ? mkfifo(path, 0600)
                     : i < 4 ? mkdir(path, 0700)
                             : symlink("/dev/zero", path),
                     0);
        cr_expect_eq(bres_judge(&problem, path, &options, &judgement), BRES_ERROR_ARGUMENT, "%s",
                     path);
        cr_expect_not_null(strstr(bres_last_error(), "not a regular file"), "%s",
                           bres_last_error());
        cr_expect_null(judgement, "%s", path);
        remove(path);
    }
}

Test(judge, nothing_asked_of_null_is_told)
{
    double value;

    bres_judge_options_init(NULL);
    bres_judged_case_init(NULL);
    bres_judgement_free(NULL);
    cr_expect_not(bres_judgement_is_accepted(NULL));
    cr_expect_str_eq(bres_judgement_message(NULL), "");
    cr_expect_str_eq(bres_judgement_output(NULL), "");
    cr_expect_eq(bres_judgement_case_count(NULL), 0);
    cr_expect_not(bres_judgement_average_runtime(NULL, &value));
    cr_expect_null(bres_judgement_result(NULL));
    cr_expect_null(bres_judgement_verification(NULL));
    cr_expect_str_eq(bres_judge_status_name((bres_judge_status)99), "unknown status");
}
