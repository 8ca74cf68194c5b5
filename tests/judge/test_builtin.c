/* SPDX-License-Identifier: MIT */
/*
 * The built-in problems and their cases.
 */
#include "base/fault.h"
#include "judge/problem/builtin.h"
#include "support/support.h"
#include "support/trial.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const bres_case_set sets[] = { BRES_CASES_CPU, BRES_CASES_CUDA, BRES_CASES_SAMPLE };

static bool judges(const bres_problem *problem, bres_data_type type)
{
    return (problem->types & BRES_TYPE_BIT(type)) != 0;
}

/* Makes a case in float32; fails the test on an error. */
static bres_problem_case made(const bres_problem *problem, bres_case_set set, size_t index,
                              uint64_t seed)
{
    bres_problem_case test_case;

    cr_assert_eq(bres_problem_make_case(problem, set, BRES_TYPE_FLOAT32, index, seed, &test_case),
                 BRES_OK, "%s: %s", problem->name, bres_last_error());
    return test_case;
}

Test(judge, problems_are_complete_and_in_order)
{
    cr_assert_eq(bres_problem_count(), 12);
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);
        const bres_problem *found = NULL;

        cr_expect_eq(bres_problem_check(problem), BRES_OK, "%s", bres_last_error());
        cr_expect_eq(bres_problem_find(problem->name, &found), BRES_OK);
        cr_expect_eq(found, problem);
        cr_expect(judges(problem, BRES_TYPE_FLOAT32), "%s", problem->name);
        cr_expect_eq(problem->case_count(problem, BRES_CASES_SAMPLE), 1, "%s", problem->name);
        cr_expect_not_null(problem->flops, "%s", problem->name);
        if (p > 0)
            cr_expect_lt(strcmp(bres_problem_at(p - 1)->name, problem->name), 0);
    }
    cr_expect_null(bres_problem_at(12));
}

Test(judge, problem_of_an_unknown_name)
{
    const bres_problem *problem = bres_problem_at(0);

    cr_assert_eq(bres_problem_find("sotfmax", &problem), BRES_ERROR_KEY);
    cr_expect_null(problem);
    cr_expect_str_eq(bres_last_error(),
                     "unknown problem 'sotfmax' (did you mean 'softmax'?); expected conv-1d, "
                     "conv-2d, cumsum, gelu, histogram, layer-norm, leaky-relu, "
                     "matrix-multiplication, matrix-vector, relu, softmax, vector-addition");
    cr_expect_eq(bres_problem_find(NULL, &problem), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_problem_find("relu", NULL), BRES_ERROR_ARGUMENT);
}

/* A name identifies a case permanently: results contain it, and a seed is computed from it. */
Test(judge, cases_have_names_of_their_own)
{
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);

        for (size_t s = 0; s < 2; s++) {
            const size_t count = problem->case_count(problem, sets[s]);
            unsigned timed = 0;

            for (size_t c = 0; c < count; c++) {
                const bres_problem_case test_case = made(problem, sets[s], c, 1);

                timed += (test_case.flags & BRES_CASE_CHECK_ONLY) == 0;
                cr_expect_str_eq(made(problem, sets[s], c, 2).name, test_case.name);
                for (size_t other = 0; other < c; other++)
                    cr_expect_str_neq(made(problem, sets[s], other, 1).name, test_case.name);
            }
            cr_expect_geq(timed, 2, "%s", problem->name);
            cr_expect_geq(count - timed, 5, "%s", problem->name);
        }
    }
}

Test(judge, cases_are_named_by_their_sizes)
{
    const bres_problem *problem;

    cr_assert_eq(bres_problem_find("vector-addition", &problem), BRES_OK);
    cr_expect_str_eq(made(problem, BRES_CASES_CPU, 0, 0).name, "n = 2^20");
    cr_expect_str_eq(made(problem, BRES_CASES_CPU, 7, 0).name, "n = 1023");
    cr_expect_str_eq(made(problem, BRES_CASES_CPU, 9, 0).name, "n near 100000");
    cr_expect_str_eq(made(problem, BRES_CASES_CPU, 10, 0).name, "n = 10007, special values");
    cr_assert_eq(bres_problem_find("leaky-relu", &problem), BRES_OK);
    cr_expect_str_eq(made(problem, BRES_CASES_CPU, 1, 0).name, "n = 1536, m = 2^10, alpha = 0.05");
}

/* Sizes depend on the seed only in cases that are not timed; each problem has such a case. */
Test(judge, sizes_depend_on_the_seed)
{
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);
        bool depends = false;

        for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++) {
            const bres_problem_case first = made(problem, BRES_CASES_CPU, c, 1);

            for (uint64_t seed = 2; seed < 12; seed++) {
                const bres_problem_case other = made(problem, BRES_CASES_CPU, c, seed);
                const bool same = memcmp(first.dims, other.dims, sizeof(first.dims)) == 0;

                depends = depends || !same;
                cr_expect(same || (first.flags & BRES_CASE_CHECK_ONLY), "%s", first.name);
                for (size_t d = 0; d < first.dim_count; d++)
                    cr_expect(other.dims[d] <= first.dims[d] + first.dims[d] / 4 + 1, "%s",
                              first.name);
            }
            const bres_problem_case again = made(problem, BRES_CASES_CPU, c, 1);

            cr_expect_eq(memcmp(&first, &again, sizeof(first)), 0, "%s", first.name);
        }
        cr_expect(depends, "%s", problem->name);
    }
}

static bool has_size(const bres_problem *problem, bres_case_set set, uint64_t size)
{
    for (size_t c = 0; c < problem->case_count(problem, set); c++) {
        const bres_problem_case test_case = made(problem, set, c, 1);

        for (size_t d = 0; d < test_case.dim_count; d++) {
            if ((test_case.flags & BRES_CASE_CHECK_ONLY) && test_case.dims[d] == size)
                return true;
        }
    }
    return false;
}

/* Each problem checks sizes at which a solution that works in blocks has a partial block. */
Test(judge, sizes_that_are_no_multiples_are_checked)
{
    static const uint64_t sizes[] = { 1, 31, 33, 1023 };

    for (size_t p = 0; p < bres_problem_count(); p++) {
        for (size_t s = 0; s < 2; s++) {
            for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
                cr_expect(has_size(bres_problem_at(p), sets[s], sizes[i]), "%s, set %zu: %zu",
                          bres_problem_at(p)->name, s, (size_t)sizes[i]);
        }
    }
}

Test(judge, problems_count_operations_and_bytes)
{
    static const struct {
        const char *problem;
        uint64_t flops; /* of the first CPU case, in float32 */
        uint64_t bytes;
    } rows[] = {
        { "conv-1d", UINT64_C(65536) * 253, (65536 * 2 + 127) * 4 },
        { "conv-2d", UINT64_C(2) * 512 * 512 * 49, (2 * 512 * 512 + 49) * 4 },
        { "cumsum", (1 << 19) - 1, (2 << 19) * 4 },
        { "gelu", UINT64_C(24) << 20, (2 << 20) * 4 },
        { "histogram", UINT64_C(4) << 20, ((1 << 20) + 64) * 4 },
        { "layer-norm", UINT64_C(14) << 19, ((2 << 19) + (2 << 14)) * 4 },
        { "leaky-relu", 1 << 20, (2 << 20) * 4 },
        { "matrix-multiplication", UINT64_C(2) * 192 * 192 * 192, 3 * 192 * 192 * 4 },
        { "matrix-vector", UINT64_C(2) << 22, ((1 << 22) + 1024 + 4096) * 4 },
        { "relu", 1 << 20, (2 << 20) * 4 },
        { "softmax", UINT64_C(16) * 256 * (5 * 128 - 2), (2 << 19) * 4 + 3 * 8 },
        { "vector-addition", 1 << 20, (3 << 20) * 4 },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const bres_problem *problem;

        cr_assert_eq(bres_problem_find(rows[i].problem, &problem), BRES_OK);
        const bres_problem_case test_case = made(problem, BRES_CASES_CPU, 0, 0);

        cr_expect_eq(problem->flops(problem, &test_case), rows[i].flops, "%s: %zu", rows[i].problem,
                     (size_t)problem->flops(problem, &test_case));
        cr_expect_eq(problem->bytes(problem, &test_case), rows[i].bytes, "%s: %zu", rows[i].problem,
                     (size_t)problem->bytes(problem, &test_case));
    }
}

/* The number of operations is 0 for cases without elements, and if it is unknown because it
 * overflows. */
Test(judge, operations_that_are_unknown)
{
    for (size_t p = 0; p < bres_problem_count(); p++) {
        const bres_problem *problem = bres_problem_at(p);
        bres_problem_case test_case = made(problem, BRES_CASES_CPU, 0, 0);
        bool empty = false;

        for (size_t c = 0; c < problem->case_count(problem, BRES_CASES_CPU); c++) {
            const bres_problem_case other = made(problem, BRES_CASES_CPU, c, 0);

            for (size_t d = 0; d < other.dim_count; d++)
                empty = empty || (other.dims[d] == 0 && problem->flops(problem, &other) == 0);
        }
        cr_expect(empty, "%s", problem->name);
        if (strcmp(problem->name, "cumsum") == 0 || strcmp(problem->name, "vector-addition") == 0)
            continue;
        for (size_t d = 0; d < 2; d++)
            test_case.dims[d] = UINT64_C(1) << 62;
        if (strcmp(problem->name, "softmax") != 0 && strcmp(problem->name, "histogram") != 0)
            cr_expect_eq(problem->flops(problem, &test_case), 0, "%s", problem->name);
    }
    cr_expect_eq(bres__product((const uint64_t[]){ UINT64_C(1) << 32, UINT64_C(1) << 31 }, 2),
                 UINT64_C(1) << 63);
    cr_expect_eq(bres__product((const uint64_t[]){ UINT64_C(1) << 32, UINT64_C(1) << 32 }, 2), 0);
    cr_expect_eq(bres__product((const uint64_t[]){ 2, 8192, 8192, 8192 }, 4),
                 UINT64_C(1099511627776));
}

/* A table with a case whose array is too large, and a case whose name is too long. */
Test(judge, cases_that_are_too_large)
{
    static const char *const names[] = { "n", "m" };
    static const uint32_t extents[] = { 3, 3, 1, 2 };
    static const bres__case_row rows[] = {
        { .sets = BRES__ON_CPU, .dims = { UINT64_C(1) << 32, UINT64_C(1) << 31 } },
        { .name =
              "a name of more than ninety-five characters, which is more than what the struct of a "
              "case has room for",
          .sets = BRES__ON_CPU,
          .dims = { 1, 1 } },
    };
    static const bres__problem_spec facts = {
        .dim_names = names, .dim_count = 2, .rows = rows, .row_count = 2, .extents = extents
    };
    bres_problem_case test_case;
    bres_problem problem;
    const bres_problem *relu;

    cr_assert_eq(bres_problem_find("relu", &relu), BRES_OK);
    problem = *relu;
    problem.user = (void *)&facts;
    cr_expect_eq(
        bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 0, 0, &test_case),
        BRES_ERROR_LIMIT);
    cr_expect_str_eq(bres_last_error(),
                     "case 'n = 2^32, m = 2^31': array 'input' has too many elements");
    cr_expect_eq(test_case.dim_count, 0);
    cr_expect_eq(
        bres_problem_make_case(&problem, BRES_CASES_CPU, BRES_TYPE_FLOAT32, 1, 0, &test_case),
        BRES_ERROR_LIMIT);
}

static bres_status make_and_refer(void *context)
{
    const bres_problem *problem = context;
    static float arrays[BRES_TEST_PARAMETERS][1 << 14];
    const void *inputs[BRES_TEST_PARAMETERS];
    void *outputs[BRES_TEST_PARAMETERS];
    size_t input_count = 0;
    bres_problem_case test_case;
    const bres_status status =
        bres_problem_make_case(problem, BRES_CASES_SAMPLE, BRES_TYPE_FLOAT32, 0, 0, &test_case);

    cr_assert(status == BRES_OK || test_case.name[0] == '\0');
    if (status != BRES_OK)
        return status;
    for (size_t p = 0; p < problem->parameter_count; p++) {
        const bres_problem_parameter *parameter = &problem->parameters[p];

        if (parameter->role == BRES_ROLE_OUTPUT)
            outputs[0] = arrays[p];
        if (parameter->role != BRES_ROLE_INPUT)
            continue;
        inputs[input_count++] = arrays[p];
        if ((parameter->flags & BRES_PARAMETER_POINTER) == 0)
            problem->scalar(problem, &test_case, p, arrays[p]);
        else
            cr_assert_eq(bres_problem_fill(problem, &test_case, p, 1, arrays[p]), BRES_OK);
    }
    return problem->reference(problem, &test_case, inputs, outputs);
}

Test(judge, problems_report_missing_memory)
{
    for (size_t p = 0; p < bres_problem_count(); p++)
        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, make_and_refer,
                        (void *)bres_problem_at(p));
}

static bres_status find_wrong(void *context)
{
    const bres_problem *problem;
    const bres_status status = bres_problem_find("nothing like it", &problem);

    (void)context;
    cr_assert_null(problem);
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(judge, problem_find_reports_missing_memory)
{
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, find_wrong, NULL);
}
