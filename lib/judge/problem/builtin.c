/* SPDX-License-Identifier: MIT */
#include "judge/problem/builtin.h"

#include "base/base.h"
#include "judge/problem/element.h"

#include <inttypes.h>
#include <math.h>

/* The random stream for sizes; the parameters use the other streams. */
#define STREAM_SIZES UINT64_MAX

static const bres__problem_spec *facts_of(const bres_problem *problem)
{
    return problem->user;
}

uint64_t bres__product(const uint64_t *factors, size_t count)
{
    uint64_t product = 1;

    for (size_t i = 0; i < count; i++) {
        if (__builtin_mul_overflow(product, factors[i], &product))
            return 0;
    }
    return product;
}

static uint32_t row_is_in(const bres__case_row *row, bres_case_set set)
{
    return row->sets >> set & 1;
}

size_t bres__builtin_case_count(const bres_problem *problem, bres_case_set set)
{
    const bres__problem_spec *facts = facts_of(problem);
    size_t count = 0;

    for (size_t i = 0; i < facts->row_count; i++)
        count += row_is_in(&facts->rows[i], set);
    return count;
}

static const bres__case_row *facts_row(const bres__problem_spec *facts, bres_case_set set,
                                       size_t index)
{
    for (size_t i = 0; i < facts->row_count; i++) {
        if (row_is_in(&facts->rows[i], set) && index-- == 0)
            return &facts->rows[i];
    }
    return NULL;
}

/* Appends a size; powers of two from 1024 on as "2^10". */
static void name_put_size(bres__text *name, uint64_t size)
{
    if (size >= 1024 && (size & (size - 1)) == 0)
        bres__text_printf(name, "2^%d", __builtin_ctzll(size));
    else
        bres__text_printf(name, "%" PRIu64, size);
}

/* Makes the name from the sizes in the row, so that it is the same for every seed. */
static bres_status case_put_name(bres_problem_case *test_case, const bres__problem_spec *facts,
                                 const bres__case_row *row)
{
    bres__text name = { 0 };
    bres_status status = BRES_OK;

    if (row->name != NULL)
        bres__text_puts(&name, row->name);
    for (uint32_t d = 0; row->name == NULL && d < facts->dim_count; d++) {
        bres__text_printf(&name, "%s%s %s ", d == 0 ? "" : ", ", facts->dim_names[d],
                          row->jitter & BRES__DIM(d) ? "near" : "=");
        name_put_size(&name, row->dims[d]);
    }
    if (facts->real_name != NULL)
        bres__text_printf(&name, ", %s = %g", facts->real_name, row->real);
    if (row->special)
        bres__text_puts(&name, ", special values");
    if (name.failed)
        status = bres__error_memory();
    else if (name.length >= sizeof(test_case->name))
        status = bres__error(BRES_ERROR_LIMIT, "the name of a case is too long: %s", name.data);
    else
        memcpy(test_case->name, name.data, name.length + 1);
    bres__text_free(&name);
    return status;
}

/* Checks that the size of each array in bytes does not overflow. */
static bres_status case_check_sizes(const bres_problem *problem, const bres_problem_case *test_case)
{
    const bres__problem_spec *facts = facts_of(problem);

    for (size_t p = 0; p < problem->parameter_count; p++) {
        const bool is_array = (problem->parameters[p].flags & BRES_PARAMETER_POINTER) != 0;
        size_t bytes = bres_data_type_size(bres_problem_parameter_type(problem, test_case, p));
        bool fits = true;

        for (uint32_t d = 0; is_array && d < test_case->dim_count; d++) {
            if (facts->extents[p] & BRES__DIM(d))
                fits = fits && !__builtin_mul_overflow(bytes, test_case->dims[d], &bytes);
        }
        if (!fits)
            return bres__error(BRES_ERROR_LIMIT, "case '%s': array '%s' has too many elements",
                               test_case->name, problem->parameters[p].name);
    }
    return BRES_OK;
}

bres_status bres__builtin_make_case(const bres_problem *problem, size_t index, uint64_t seed,
                                    bres_problem_case *test_case)
{
    const bres__problem_spec *facts = facts_of(problem);
    const bres__case_row *row = facts_row(facts, (bres_case_set)test_case->set, index);
    bres__random random = bres__random_stream(seed, STREAM_SIZES);
    bres_status status;

    if (row == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "problem '%s': case %zu is out of range",
                           problem->name, index);
    status = case_put_name(test_case, facts, row);
    if (status != BRES_OK)
        return status;
    test_case->flags = row->checked ? BRES_CASE_CHECK_ONLY : 0;
    test_case->has_distribution = row->special;
    test_case->distribution = row->special ? BRES_FILL_SPECIAL : 0;
    test_case->dim_count = facts->dim_count;
    test_case->reals[0] = row->real;
    for (uint32_t d = 0; d < facts->dim_count; d++) {
        test_case->dims[d] = row->dims[d];
        if (row->jitter & BRES__DIM(d))
            test_case->dims[d] += bres__random_below(&random, row->dims[d] / 8 + 1);
    }
    return case_check_sizes(problem, test_case);
}

size_t bres__builtin_element_count(const bres_problem *problem, const bres_problem_case *test_case,
                                   size_t parameter)
{
    const uint32_t extents = facts_of(problem)->extents[parameter];
    size_t count = 1;

    for (uint32_t d = 0; d < test_case->dim_count; d++) {
        if (extents & BRES__DIM(d))
            count *= (size_t)test_case->dims[d];
    }
    return count;
}

void bres__builtin_scalar(const bres_problem *problem, const bres_problem_case *test_case,
                          size_t parameter, void *value)
{
    const uint32_t extents = facts_of(problem)->extents[parameter];
    const bres_data_type type = bres_problem_parameter_type(problem, test_case, parameter);

    if (extents == 0) {
        bres__real_set(type, value, 0, test_case->reals[0]);
        return;
    }
    const bres__whole whole = { .magnitude = test_case->dims[__builtin_ctz(extents)] };

    bres__whole_set(type, value, 0, whole);
}

bool bres__builtin_fill(const bres_problem *problem, const bres_problem_case *test_case,
                        size_t parameter, uint64_t seed, void *elements)
{
    const bres_data_type type = bres_problem_parameter_type(problem, test_case, parameter);
    const size_t count = problem->element_count(problem, test_case, parameter);

    (void)seed;
    if (test_case->set != BRES_CASES_SAMPLE)
        return false;
    for (size_t i = 0; i < count; i++)
        bres__real_set(type, elements, i, i % 2 == 0 ? (double)(i + 1) : -(double)(i + 1));
    return true;
}

bres_tolerance bres__builtin_tolerance(const bres_problem *problem,
                                       const bres_problem_case *test_case, size_t parameter)
{
    const bres__problem_spec *facts = facts_of(problem);
    /* float32 has 13 bits more than float16, and float64 29 bits more than float32. A tolerance
     * that is smaller by 13 bits rejects float32 as the full tolerance rejects float16. */
    const double precision = test_case->type == BRES_TYPE_FLOAT64 ? 0x1p-13 : 1;
    double terms = 1;
    double root = 1;

    (void)parameter;
    for (uint32_t d = 0; d < test_case->dim_count; d++) {
        if (facts->terms & BRES__DIM(d))
            terms *= (double)test_case->dims[d];
    }
    if (facts->terms != 0 && terms < facts->full_terms)
        root = sqrt(fmax(terms, 1) / facts->full_terms);
    return (bres_tolerance){ .relative = facts->tolerance.relative * precision,
                             .absolute = facts->tolerance.absolute * precision * root };
}

uint64_t bres__builtin_bytes(const bres_problem *problem, const bres_problem_case *test_case)
{
    uint64_t sum = 0;

    for (size_t p = 0; p < problem->parameter_count; p++) {
        const bres_data_type type = bres_problem_parameter_type(problem, test_case, p);
        uint64_t bytes = bres_data_type_size(type);

        if ((problem->parameters[p].flags & BRES_PARAMETER_POINTER) == 0)
            continue;
        if (__builtin_mul_overflow(bytes, problem->element_count(problem, test_case, p), &bytes) ||
            __builtin_add_overflow(sum, bytes, &sum))
            return 0;
    }
    return sum;
}

uint64_t bres__builtin_flops(const bres_problem *problem, const bres_problem_case *test_case)
{
    const bres__problem_spec *facts = facts_of(problem);
    uint64_t factors[1 + BRES_CASE_DIMS_MAX] = { facts->operations };
    size_t count = 1;

    for (uint32_t d = 0; d < test_case->dim_count; d++) {
        if (facts->work & BRES__DIM(d))
            factors[count++] = test_case->dims[d];
    }
    return bres__product(factors, count);
}
