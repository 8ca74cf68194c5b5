/* SPDX-License-Identifier: MIT */
/*
 * Computes Student's t from the regularised incomplete beta function. That function is computed
 * from its continued fraction (DLMF 8.17.22) with the modified method of Lentz, quantiles with
 * Newton's method in a bracket.
 */
#include "stats/distribution.h"

#include <float.h>
#include <math.h>

/* The fraction converges within tens of steps, or thousands with millions of degrees of freedom. */
#define STEPS_MAX    10000
/* Bisection steps; enough for the widest bracket of doubles. */
#define HALVINGS_MAX 2200

static const double pi = 3.14159265358979323846;

/* The state of the evaluation of a continued fraction from the front. */
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

/* Adds the term a/(b + ...). Returns the factor by which the value changed. */
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

/* log(1/B(a, b)). Uses lgamma_r(), because lgamma() writes the global variable signgam. */
static double log_inverse_beta(double a, double b)
{
    int sign;

    return lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign);
}

/* The regularised incomplete beta function where its fraction converges fast: x < (a+1)/(a+b+2).
 * `rest` is 1 - x, passed separately because it may be tiny. */
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

static double student_density(double t, double freedom)
{
    const double power = -(freedom + 1) / 2 * log1p(t / freedom * t);

    if (isinf(freedom))
        return exp(-t * t / 2) / sqrt(2 * pi);
    return exp(power + log_inverse_beta(freedom / 2, 0.5)) / sqrt(freedom);
}

/* Logarithm of the ratio of the tail at `t` to the wanted tail, and its slope. */
static double tail_excess(double t, double wanted, double freedom, double *slope)
{
    const double tail = bres__student_tail(t, freedom);

    *slope = -student_density(t, freedom) / tail;
    return log(tail / wanted);
}

/* For t > 0: finds a bracket by doubling, then takes Newton steps on the logarithm of the tail. The
 * middle of the bracket replaces a step that leaves the bracket. */
static double quantile_search(double wanted, double freedom)
{
    double lower = 0;
    double upper = 1;
    double slope;
    double value;

    while (tail_excess(upper, wanted, freedom, &slope) > 0 && upper < DBL_MAX / 2) {
        lower = upper;
        upper *= 2;
    }
    value = lower + (upper - lower) / 2;
    for (int i = 0; i < HALVINGS_MAX; i++) {
        const double excess = tail_excess(value, wanted, freedom, &slope);
        double next = value - excess / slope;

        if (excess > 0)
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

double bres__student_quantile(double tail, double freedom)
{
    if (tail <= 0)
        return INFINITY;
    if (tail >= 1)
        return -INFINITY;
    if (tail > 0.5)
        return -bres__student_quantile(1 - tail, freedom);
    return tail < 0.5 ? quantile_search(tail, freedom) : 0;
}
