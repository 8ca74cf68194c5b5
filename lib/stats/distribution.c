/* SPDX-License-Identifier: MIT */
/*
 * Student's t by the incomplete beta function, chi-squared by the incomplete gamma function; both
 * by their continued fractions (DLMF 8.17.22 and 8.9.2, evaluated by the modified method of Lentz),
 * the latter near zero by its series (DLMF 8.11.4). Quantiles by Newton's method in a bracket.
 */
#include "stats/distribution.h"

#include <float.h>
#include <math.h>

/* The fractions converge in some tens of steps, the series in some hundreds. */
#define STEPS_MAX    10000
/* Halvings after which nothing is left of the widest bracket of doubles. */
#define HALVINGS_MAX 2200

static const double pi = 3.14159265358979323846;

/* --- Lentz ---------------------------------------------------------------------------------- */

/* A continued fraction that is being evaluated from the front. */
typedef struct fraction {
    double value;
    double numerator;
    double denominator;
} fraction;

static double fraction_apart_from_zero(double value)
{
    return fabs(value) < DBL_MIN ? DBL_MIN : value;
}

static fraction fraction_begin(double first)
{
    const double value = fraction_apart_from_zero(first);

    return (fraction){ .value = value, .numerator = value, .denominator = 0 };
}

/* Adds the step a/(b + ...); returns by how much it changed the value, 1 being nothing. */
static double fraction_step(fraction *made, double a, double b)
{
    double change;

    made->denominator = 1 / fraction_apart_from_zero(b + a * made->denominator);
    made->numerator = fraction_apart_from_zero(b + a / made->numerator);
    change = made->numerator * made->denominator;
    made->value *= change;
    return change;
}

static int fraction_goes_on(double change)
{
    return fabs(change - 1) > DBL_EPSILON;
}

/* --- Student's t ---------------------------------------------------------------------------- */

/* log of 1/B(a, b). lgamma() writes the process's signgam. */
static double log_inverse_beta(double a, double b)
{
    int sign;

    return lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign);
}

/* The regularised incomplete beta function where its fraction converges fast: x < (a+1)/(a+b+2).
 * `rest` is 1 - x, given apart because it may be tiny. */
static double beta_fraction(double a, double b, double x, double rest)
{
    const double scale = exp(a * log(x) + b * log(rest) + log_inverse_beta(a, b)) / a;
    fraction made = fraction_begin(1);
    double change = 2;

    for (int m = 0; m < STEPS_MAX && fraction_goes_on(change); m++) {
        const double at = a + 2 * m;

        if (m > 0)
            fraction_step(&made, m * (b - m) * x / ((at - 1) * at), 1);
        change = fraction_step(&made, -(a + m) * (a + b + m) * x / (at * (at + 1)), 1);
    }
    return scale / made.value;
}

/* For t >= 0 the tail is half of I_x(freedom/2, 1/2) at x = freedom/(freedom + t^2) (DLMF 8.17,
 * Abramowitz and Stegun 26.7.1). */
static double student_upper(double t, double freedom)
{
    const double a = freedom / 2;
    const double square = t / freedom * t;
    const double x = 1 / (1 + square);
    const double rest = square / (1 + square);

    if (t == 0)
        return 0.5;
    if (isinf(square))
        return 0;
    if (x < (a + 1) / (a + 2.5))
        return beta_fraction(a, 0.5, x, rest) / 2;
    return (1 - beta_fraction(0.5, a, rest, x)) / 2;
}

double bres__student_tail(double t, double freedom)
{
    if (isinf(freedom))
        return erfc(t / sqrt(2)) / 2;
    return t < 0 ? 1 - student_upper(-t, freedom) : student_upper(t, freedom);
}

/* --- Chi-squared ---------------------------------------------------------------------------- */

static double gamma_series(double a, double x)
{
    double term = 1 / a;
    double sum = term;

    for (int n = 1; n < STEPS_MAX && term > sum * DBL_EPSILON; n++) {
        term *= x / (a + n);
        sum += term;
    }
    return sum;
}

static double gamma_fraction(double a, double x)
{
    fraction made = fraction_begin(x + 1 - a);
    double change = 2;

    for (int n = 1; n < STEPS_MAX && fraction_goes_on(change); n++)
        change = fraction_step(&made, n * (a - n), x + 2 * n + 1 - a);
    return 1 / made.value;
}

double bres__chi_squared_below(double x, double freedom)
{
    const double a = freedom / 2;
    const double half = x / 2;
    double scale;
    int sign;

    if (half <= 0)
        return 0;
    if (isinf(half))
        return 1;
    scale = exp(a * log(half) - half - lgamma_r(a, &sign));
    return half < a + 1 ? scale * gamma_series(a, half) : 1 - scale * gamma_fraction(a, half);
}

/* --- Quantiles ------------------------------------------------------------------------------ */

typedef double (*distribution_fn)(double value, double freedom);

/* An area on one side of a value, as a function of it. */
typedef struct area {
    distribution_fn size;
    distribution_fn density;
    double direction; /* 1: it grows with the value; -1: it shrinks */
} area;

/* Log of 1 + the area's share too much: its zero is what is searched for. */
static double area_excess(const area *searched, double value, double wanted, double freedom,
                          double *slope)
{
    const double size = searched->size(value, freedom);

    *slope = searched->direction * searched->density(value, freedom) / size;
    return log(size / wanted);
}

/* Where an area takes a size, among values >= 0: doubling finds a bracket, then Newton's steps on
 * the logarithm of the size; one that leaves the bracket is replaced by its middle. */
static double quantile_search(const area *searched, double wanted, double freedom)
{
    double lower = 0;
    double upper = 1;
    double slope;
    double value;

    while (searched->direction * area_excess(searched, upper, wanted, freedom, &slope) < 0 &&
           upper < DBL_MAX / 2) {
        lower = upper;
        upper *= 2;
    }
    value = lower + (upper - lower) / 2;
    for (int i = 0; i < HALVINGS_MAX; i++) {
        const double excess = area_excess(searched, value, wanted, freedom, &slope);
        double next = value - excess / slope;

        if (searched->direction * excess < 0)
            lower = value;
        else
            upper = value;
        if (!(next > lower && next < upper))
            next = lower + (upper - lower) / 2;
        if (fabs(next - value) <= DBL_EPSILON * value)
            break;
        value = next;
    }
    return value;
}

static double student_density(double t, double freedom)
{
    const double power = -(freedom + 1) / 2 * log1p(t / freedom * t);

    if (isinf(freedom))
        return exp(-t * t / 2) / sqrt(2 * pi);
    return exp(power + log_inverse_beta(freedom / 2, 0.5)) / sqrt(freedom);
}

static double chi_squared_density(double x, double freedom)
{
    int sign;

    return exp((freedom / 2 - 1) * log(x / 2) - x / 2 - lgamma_r(freedom / 2, &sign)) / 2;
}

double bres__student_quantile(double tail, double freedom)
{
    static const area above = { bres__student_tail, student_density, -1 };

    if (tail <= 0)
        return INFINITY;
    if (tail >= 1)
        return -INFINITY;
    if (tail > 0.5)
        return -bres__student_quantile(1 - tail, freedom);
    return tail < 0.5 ? quantile_search(&above, tail, freedom) : 0;
}

double bres__chi_squared_quantile(double below, double freedom)
{
    static const area under = { bres__chi_squared_below, chi_squared_density, 1 };

    if (below <= 0)
        return 0;
    return below < 1 ? quantile_search(&under, below, freedom) : INFINITY;
}
