/* SPDX-License-Identifier: MIT */
/*
 * Fits two sides in one series with a linear trend. Values near each other may be correlated, as in
 * a first-order autoregression. Then least squares apply to the innovations.
 */
#include "compare/replicates/replicates.h"

#include <math.h>
#include <stdlib.h>

/* Coefficients: level, trend, side. */
#define TERMS      3
/* A pivot below this fraction of its diagonal element is a rounding error. */
#define PIVOT_MIN  1e-10
/* Minimum number of independent levels in a series: a correlation of 1 - LEVELS_MIN / count fades
 * over the fraction 1 / LEVELS_MIN of the series. */
#define LEVELS_MIN 6.0

static int place_order(const void *a, const void *b)
{
    const bres__placed *first = a;
    const bres__placed *second = b;

    return (first->place > second->place) - (first->place < second->place);
}

void bres__placed_sort(bres__placed *values, size_t count)
{
    qsort(values, count, sizeof(*values), place_order);
}

typedef struct normal_equations {
    double matrix[TERMS][TERMS]; /* inverted by equations_invert() */
    double right[TERMS];
} normal_equations;

typedef struct trend_row {
    double terms[TERMS];
    double value;
} trend_row;

/* The innovation of a value, given the previous value. The first value is its own innovation. */
static trend_row row_make(const bres__placed *values, size_t index, double correlation)
{
    const bres__placed *value = &values[index];
    trend_row row = { .terms = { 1, value->place, value->candidate }, .value = value->value };
    double kept;
    double scale;

    if (index == 0 || !(correlation > 0))
        return row;
    kept = pow(correlation, value->place - value[-1].place);
    scale = 1 / sqrt(1 - kept * kept);
    row.terms[0] = scale * (1 - kept);
    row.terms[1] = scale * (value->place - kept * value[-1].place);
    row.terms[2] = scale * ((value->candidate ? 1 : 0) - (value[-1].candidate ? kept : 0));
    row.value = scale * (value->value - kept * value[-1].value);
    return row;
}

static void equations_add(normal_equations *equations, const trend_row *row)
{
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j < TERMS; j++)
            equations->matrix[i][j] += row->terms[i] * row->terms[j];
        equations->right[i] += row->terms[i] * row->value;
    }
}

/* Inverts the matrix in place by Gauss-Jordan elimination. The matrix is positive definite or
 * singular. Returns false if it is singular. */
static bool equations_invert(normal_equations *equations)
{
    double(*m)[TERMS] = equations->matrix;
    double diagonal[TERMS];

    for (int k = 0; k < TERMS; k++)
        diagonal[k] = m[k][k];
    for (int k = 0; k < TERMS; k++) {
        const double pivot = m[k][k];

        if (!(pivot > PIVOT_MIN * diagonal[k]))
            return false;
        m[k][k] = 1;
        for (int j = 0; j < TERMS; j++)
            m[k][j] /= pivot;
        for (int i = 0; i < TERMS; i++) {
            const double factor = m[i][k];

            if (i == k)
                continue;
            m[i][k] = 0;
            for (int j = 0; j < TERMS; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    return true;
}

static double row_apply(const trend_row *row, const double coefficients[TERMS])
{
    double sum = 0;

    for (int i = 0; i < TERMS; i++)
        sum += row->terms[i] * coefficients[i];
    return sum;
}

bool bres__trend_fit_make(const bres__placed *values, size_t count, double correlation,
                          bres__trend_fit *fit)
{
    normal_equations equations = { .right = { 0 } };
    double coefficients[TERMS];
    double squares = 0;

    if (count <= TERMS)
        return false;
    for (size_t i = 0; i < count; i++) {
        const trend_row row = row_make(values, i, correlation);

        equations_add(&equations, &row);
    }
    if (!equations_invert(&equations))
        return false;
    for (int i = 0; i < TERMS; i++) {
        coefficients[i] = 0;
        for (int j = 0; j < TERMS; j++)
            coefficients[i] += equations.matrix[i][j] * equations.right[j];
    }
    for (size_t i = 0; i < count; i++) {
        const trend_row row = row_make(values, i, correlation);
        const double rest = row.value - row_apply(&row, coefficients);

        squares += rest * rest;
    }
    fit->degrees_of_freedom = (double)(count - TERMS);
    fit->difference = coefficients[2];
    fit->error = sqrt(squares / fit->degrees_of_freedom * equations.matrix[2][2]);
    fit->slope = coefficients[1];
    fit->slope_error = sqrt(squares / fit->degrees_of_freedom * equations.matrix[1][1]);
    return true;
}

double bres__trend_correlation(size_t count)
{
    return fmax(0, 1 - LEVELS_MIN / (double)count);
}
