/* SPDX-License-Identifier: MIT */
/*
 * Numbers of a comparison as tables show them.
 */
#ifndef BRES_REPORT_COMPARE_NUMBER_H
#define BRES_REPORT_COMPARE_NUMBER_H

#include "report/report.h"

/* Room for any double with nine digits after the point. */
#define BRES__CELL_SIZE 352

/* s, ms or us, or of counts G, M, K or nothing; a pointer into one array, in this order. */
typedef struct bres__scale {
    double factor; /* from seconds, or from a number */
    const char *suffix;
} bres__scale;

/* The scale for the largest of the magnitudes; those that are not finite do not count. */
const bres__scale *bres__scale_for(uint32_t unit, const double *values, size_t count);
/* "seconds" or "instructions", for programs. */
const char *bres__unit_name(uint32_t unit);
/* Digits after the point that a difference in `scale` gets beside a center in `center`: no more
 * than the center's own resolution. */
int bres__scale_digits(const bres__scale *center, const bres__scale *scale);

/* true when the estimate has a center that is finite and > 0, or a finite count. */
bool bres__estimate_is_shown(const bres_estimate *estimate);
/* The same for a time. */
bool bres__estimate_has_time(const bres_estimate *estimate);

/* These append a number as tables show it; "n/a" for what is absent. */
void bres__put_center(bres__text *text, const bres_estimate *estimate);
void bres__put_center_difference(bres__text *text, const bres_difference *difference);
void bres__put_noise(bres__text *text, const bres_estimate *estimate);
void bres__put_span(bres__text *text, const bres_estimate *estimate);
void bres__put_fraction(bres__text *text, const bres_difference *difference);
void bres__put_center_change(bres__text *text, const bres_difference *difference);
/* The bound of the change of a FAST or SLOW row; nothing for other rows. */
void bres__put_change(bres__text *text, const bres_row *row);

/* Of rows of several runs: `+2.03% [+1.51, +2.55]`, the ratio less 1 with its interval; of a row
 * without a ratio, as that of exact counts, the change. */
void bres__put_ratio(bres__text *text, const bres_row *row);
/* What the runs' typical times vary by: within a run, from run to run, and from pair to pair. */
void bres__put_within(bres__text *text, const bres_row *row);
void bres__put_between(bres__text *text, const bres_row *row);
void bres__put_spread(bres__text *text, const bres_row *row);

#endif
