/* SPDX-License-Identifier: MIT */
/*
 * Numbers of a comparison as tables show them.
 */
#ifndef BRES_REPORT_ROWS_NUMBER_H
#define BRES_REPORT_ROWS_NUMBER_H

#include "report/report.h"

/* Size of a number with nine digits after the point, with an exponent or below BRES__FIXED_END. */
#define BRES__CELL_SIZE 32

/* A unit with its prefix. Arrays hold the scales in this order: s, ms, us and ns for times; G, M, K
 * and no prefix for counts. */
typedef struct bres__scale {
    double factor; /* of a value in seconds, or of a count */
    const char *suffix;
} bres__scale;

/* The scale for the largest finite magnitude. */
const bres__scale *bres__scale_for(uint32_t unit, const double *values, size_t count);
/* The name of a bres_variance_source: "samples", "runs", "clock_rate" or "clock_step". */
const char *bres__variance_source_name(uint32_t source);
bool bres__scale_is_nanoseconds(const bres__scale *scale);
/* The name of a bres_unit: "seconds" or "instructions". */
const char *bres__unit_name(uint32_t unit);
/* Digits after the point of a difference in `scale` beside a center in `center`: as many as the
 * resolution of the center allows. */
int bres__scale_digits(const bres__scale *center, const bres__scale *scale);

/* true when the estimate has a finite center, which is above 0 if it is a time. */
bool bres__estimate_is_shown(const bres_estimate *estimate);
/* true when the estimate also is a time. */
bool bres__estimate_has_time(const bres_estimate *estimate);

/* These append a number as tables show it; "n/a" when it is absent. */

/* Appends the center with its unit. */
void bres__put_center(bres__text *text, const bres_estimate *estimate);
/* Appends the difference of the centers with its unit. */
void bres__put_center_difference(bres__text *text, const bres_difference *difference);
/* Appends the noise in percent. */
void bres__put_noise(bres__text *text, const bres_estimate *estimate);
/* Appends the larger step of the clocks of both sides; nothing if both steps are unknown. */
void bres__put_step(bres__text *text, const bres_estimate *reference,
                    const bres_estimate *candidate);
/* Appends the width of the interval in percent of the center. */
void bres__put_span(bres__text *text, const bres_estimate *estimate);
/* Appends the difference in percent of the reference. */
void bres__put_fraction(bres__text *text, const bres_difference *difference);
/* Appends the symmetric change of the centers in percent. */
void bres__put_center_change(bres__text *text, const bres_difference *difference);
/* Appends the bound of the change of a FAST or SLOW row, or the exact change if counts differ;
 * nothing for other rows. */
void bres__put_change(bres__text *text, const bres_row *row);

/* Appends the ratio minus 1 with its confidence interval, `+2.03% [+1.51, +2.55]`; for a row
 * without a ratio, such as a row of exact counts, the change. */
void bres__put_ratio(bres__text *text, const bres_row *row);
/* Appends the variation within a run, in percent. */
void bres__put_within(bres__text *text, const bres_row *row);
/* Appends the variation between runs, in percent. */
void bres__put_between(bres__text *text, const bres_row *row);
/* Appends the variation of the ratio between pairs of runs, in percent. */
void bres__put_spread(bres__text *text, const bres_row *row);

/* Puts a percentage with about three digits: "0.53%", "12.4%", "100%". */
void bres__put_percent_digits(bres__text *text, double percent);

#endif
