/* SPDX-License-Identifier: MIT */
/*
 * The sentences about a race.
 */
#include "report/race/race.h"

#include <inttypes.h>
#include <math.h>

bool bres__race_has_interval(const bres__race_figures *figures)
{
    return isfinite(figures->upper) && figures->lower > 0;
}

static void put_numbers(const bres__race_figures *figures, double error_rate, char *text,
                        size_t size)
{
    if (figures->pairs > 1 && isinf(figures->resolution))
        bres__format(text, size, "ratio %.4f after %" PRIu64 " pairs, and all times are equal",
                     figures->ratio, figures->pairs);
    else if (bres__race_has_interval(figures))
        bres__format(text, size, "ratio %.4f (%.4f to %.4f, %g %%) after %" PRIu64 " pairs",
                     figures->ratio, figures->lower, figures->upper, 100 * (1 - error_rate),
                     figures->pairs);
    else
        bres__format(text, size, "ratio %.4f after %" PRIu64 " pair%s, too few for an interval",
                     figures->ratio, figures->pairs, figures->pairs == 1 ? "" : "s");
}

/* Why more pairs would not decide a row: rounding of the times may be most of the interval. */
static void put_obstacle(const bres__race_figures *figures, char *text, size_t size)
{
    const double half_width = log(figures->upper / figures->lower) / 2;

    if (isinf(figures->resolution))
        bres__format(text, size, ", since the resolution of the clock is unknown");
    else if (bres__race_has_interval(figures) && figures->resolution > half_width / 2)
        bres__format(text, size, ", since the resolution of the times is %.3g %%",
                     100 * expm1(figures->resolution));
    else
        text[0] = '\0';
}

void bres__race_row_message(const bres__race_figures *figures, const bres__race_limits *limits,
                            char *message, size_t size)
{
    char numbers[128];
    char obstacle[64];

    put_numbers(figures, limits->error_rate, numbers, sizeof numbers);
    put_obstacle(figures, obstacle, sizeof obstacle);
    if (figures->pairs == 0)
        bres__format(message, size, "no pair was measured");
    else if (figures->verdict == BRES_SAME)
        bres__format(message, size, "%s: %s %g %%", numbers,
                     limits->not_slower ? "not slower by more than" : "the same within",
                     100 * limits->equivalence_margin);
    else if (figures->verdict != BRES_AMBIGUOUS)
        bres__format(message, size, "%s: %s by more than %g %%", numbers,
                     figures->verdict == BRES_FAST ? "faster" : "slower", 100 * limits->min_effect);
    else if (figures->plan_pairs > 0)
        bres__format(message, size,
                     "%s: undecided; about %" PRIu64 " more pairs would probably show %s", numbers,
                     figures->plan_pairs, bres_verdict_name(figures->plan_verdict));
    else
        bres__format(message, size, "%s: undecided; more pairs would not decide it%s", numbers,
                     obstacle);
}

void bres__race_carry_over_message(double bias, char *message, size_t size)
{
    bres__format(message, size,
                 "carry-over: a block takes longer or shorter depending on the side before it; "
                 "measured alone, the ratio of the sides is about %+.2f %% different",
                 100 * (1 / (1 + bias) - 1));
}

void bres__race_carried_message(double ratio, double factor, char *message, size_t size)
{
    bres__format(message, size,
                 "ratio %.4f, but about %.4f without carry-over from one side to the other: "
                 "undecided; measure each side in a process of its own",
                 ratio, ratio * factor);
}

void bres__race_order_message(double effect, char *message, size_t size)
{
    bres__format(message, size,
                 "order effect: the second block of a pair takes %.2f %% %s than the first; the "
                 "random order balances it",
                 100 * fabs(effect), effect > 0 ? "longer" : "less time");
}

void bres__race_message(const char *stop_reason, size_t pairs, double seconds,
                        const size_t verdicts[BRES_AMBIGUOUS + 1], char *message, size_t size)
{
    size_t rows = 0;

    for (size_t verdict = 0; verdict <= BRES_AMBIGUOUS; verdict++)
        rows += verdicts[verdict];
    bres__format(message, size,
                 "%s after %zu pairs in %.1f s: of %zu rows %zu FAST, %zu SLOW, %zu SAME, %zu "
                 "undecided",
                 stop_reason, pairs, seconds, rows, verdicts[BRES_FAST], verdicts[BRES_SLOW],
                 verdicts[BRES_SAME], verdicts[BRES_AMBIGUOUS]);
}
