/* SPDX-License-Identifier: MIT */
#include "support/negate.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const bres_problem_parameter parameters[] = {
    { "input", BRES_TYPE_ELEMENT, BRES_ROLE_INPUT, BRES_PARAMETER_POINTER | BRES_PARAMETER_CONST,
      BRES_FILL_INTEGERS, -1000, 1000 },
    { "output", BRES_TYPE_ELEMENT, BRES_ROLE_OUTPUT, BRES_PARAMETER_POINTER, 0, 0, 0 },
    { "n", BRES_TYPE_SIZE, BRES_ROLE_EXTRA, 0, 0, 0, 0 },
};

static size_t negate_cases(const bres_problem *problem, bres_case_set set)
{
    (void)problem;
    return set == BRES_CASES_CPU ? 2 : 1;
}

bres_status bres_test_negate_make(const bres_problem *problem, size_t index, uint64_t seed,
                                  bres_problem_case *test_case)
{
    const uint64_t *sizes = problem->user;

    (void)seed;
    test_case->dims[0] = sizes[index];
    test_case->dim_count = 1;
    snprintf(test_case->name, sizeof test_case->name, "n = %llu", (unsigned long long)sizes[index]);
    return BRES_OK;
}

static size_t negate_count(const bres_problem *problem, const bres_problem_case *test_case,
                           size_t parameter)
{
    (void)problem;
    (void)parameter;
    return (size_t)test_case->dims[0];
}

static void negate_scalar(const bres_problem *problem, const bres_problem_case *test_case,
                          size_t parameter, void *value)
{
    const size_t n = (size_t)test_case->dims[0];

    (void)problem;
    (void)parameter;
    memcpy(value, &n, sizeof n);
}

static bres_status negate_reference(const bres_problem *problem, const bres_problem_case *test_case,
                                    const void *const *inputs, void *const *outputs)
{
    const int32_t *input = inputs[0];
    int32_t *output = outputs[0];

    (void)problem;
    for (size_t i = 0; i < test_case->dims[0]; i++)
        output[i] = -input[i];
    return BRES_OK;
}

bres_problem bres_test_negate(uint64_t sizes[2])
{
    bres_problem problem;

    bres_problem_init(&problem);
    problem.name = "negate";
    problem.title = "the negative of each element";
    problem.parameters = parameters;
    problem.parameter_count = sizeof parameters / sizeof *parameters;
    problem.types = BRES_TYPE_BIT(BRES_TYPE_INT32);
    problem.user = sizes;
    problem.case_count = negate_cases;
    problem.make_case = bres_test_negate_make;
    problem.element_count = negate_count;
    problem.scalar = negate_scalar;
    problem.reference = negate_reference;
    return problem;
}

const char *bres_test_negate_write(const char *body)
{
    static char path[4096];
    char text[1024];
    const int length =
        snprintf(text, sizeof text,
                 "#include \"solution.h\"\n"
                 "void solution(const int *input, int *output, size_t n)\n{\n%s\n}\n",
                 body);

    snprintf(path, sizeof path, "%s/solution.c", bres_test_directory());
    bres_test_write_file(path, text, (size_t)length);
    return path;
}

bres_judge_options bres_test_judge_quick(void)
{
    bres_judge_options options;

    bres_judge_options_init(&options);
    options.max_samples = 6;
    options.min_time = 0;
    options.cache_size = 1 << 16;
    options.peak_flops = -1;
    options.peak_bandwidth = -1;
    return options;
}

size_t bres_test_notes_with(const bres_judgement *judgement, const char *part)
{
    size_t count = 0;

    for (size_t i = 0; i < bres_judgement_note_count(judgement); i++)
        count += strstr(bres_judgement_note_at(judgement, i), part) != NULL;
    return count;
}

bres_judgement *bres_test_judged(const bres_problem *problem, const char *solution,
                                 const bres_judge_options *options)
{
    bres_judgement *judgement = NULL;

    cr_assert_eq(bres_judge(problem, solution, options, &judgement), BRES_OK, "%s",
                 bres_last_error());
    return judgement;
}

void bres_test_expect_verdict(const bres_judgement *judgement, bres_judge_status status,
                              const char *message)
{
    cr_expect_eq(bres_judgement_status(judgement), status, "%s: %s",
                 bres_judge_status_name(bres_judgement_status(judgement)),
                 bres_judgement_message(judgement));
    cr_expect_not_null(strstr(bres_judgement_message(judgement), message), "'%s' is not in: %s",
                       message, bres_judgement_message(judgement));
}
