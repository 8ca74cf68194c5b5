/* SPDX-License-Identifier: MIT */
/*
 * The cells of a table of a comparison.
 */
#include "report/compare/cell.h"
#include "report/compare/compare.h"
#include "report/rows/number.h"
#include "report/value.h"

#include <math.h>
#include <string.h>

typedef struct interval_parts {
    const bres__scale *scale; /* of the center */
    const bres__scale *delta; /* of the interval's ends; NULL without an interval */
    char center[BRES__CELL_SIZE];
    char bracket[2 * BRES__CELL_SIZE];
} interval_parts;

static void put_number(char *buffer, size_t size, double number)
{
    bres__format(buffer, size, fabs(number) < BRES__FIXED_END ? "%.3f" : "%.3e", number);
}

static void put_bracket(char *buffer, size_t size, int digits, double lower, double upper)
{
    const bool is_short = fmax(fabs(lower), fabs(upper)) < BRES__FIXED_END;

    bres__format(buffer, size, is_short ? "[%+.*f, %+.*f]" : "[%+.*e, %+.*e]", digits, lower,
                 digits, upper);
}

static void parts_make(interval_parts *parts, const bres_estimate *estimate)
{
    const double deltas[] = { estimate->lower - estimate->center,
                              estimate->upper - estimate->center };

    parts->scale = bres__scale_for(estimate->unit, &estimate->center, 1);
    parts->delta = NULL;
    parts->bracket[0] = '\0';
    put_number(parts->center, sizeof(parts->center), estimate->center * parts->scale->factor);
    if ((estimate->has & BRES_HAS_INTERVAL) == 0)
        return;
    parts->delta = bres__scale_for(estimate->unit, deltas, 2);
    /* Beside a center in a larger unit, nanoseconds are shown in microseconds: at the resolution of
     * the center they would have no fraction. */
    if (bres__scale_is_nanoseconds(parts->delta) && parts->delta != parts->scale)
        parts->delta--;
    put_bracket(parts->bracket, sizeof(parts->bracket),
                bres__scale_digits(parts->scale, parts->delta), deltas[0] * parts->delta->factor,
                deltas[1] * parts->delta->factor);
}

static void put_left_padded(bres__text *text, const char *string, size_t width)
{
    const size_t length = strlen(string);

    bres__text_repeat(text, ' ', width > length ? width - length : 0);
    bres__text_puts(text, string);
}

void bres__put_interval(bres__text *text, const bres_estimate *estimate,
                        const bres__cell_widths *widths)
{
    interval_parts parts;

    if (!bres__estimate_is_shown(estimate)) {
        bres__put_center(text, estimate);
        return;
    }
    parts_make(&parts, estimate);
    if (parts.delta != NULL && parts.delta != parts.scale) {
        bres__text_printf(text, "%s%s %s%s", parts.center, parts.scale->suffix, parts.bracket,
                          parts.delta->suffix);
        return;
    }
    put_left_padded(text, parts.center, widths->center);
    if (widths->bracket > 0 || parts.delta != NULL) {
        bres__text_putc(text, ' ');
        put_left_padded(text, parts.bracket, widths->bracket);
    }
    bres__text_puts(text, parts.scale->suffix);
}

typedef struct range_parts {
    const bres__scale *scale;
    char ends[3][BRES__CELL_SIZE];
    size_t prefix; /* bytes of a common prefix that is shown only once, else 0 */
} range_parts;

/* The length of the common prefix of all three. */
static size_t range_common(const range_parts *parts)
{
    size_t length = 0;

    while (parts->ends[0][length] != '\0' && parts->ends[0][length] == parts->ends[1][length] &&
           parts->ends[0][length] == parts->ends[2][length])
        length++;
    return length;
}

/* The length of the common prefix if it includes a digit after the point and is not the whole
 * number; else 0. */
static size_t range_useful(const range_parts *parts)
{
    const size_t length = range_common(parts);
    const char *point = memchr(parts->ends[0], '.', length);

    if (point == NULL || point + 1 == parts->ends[0] + length)
        return 0;
    return parts->ends[0][length] != '\0' ? length : 0;
}

static void range_make(range_parts *parts, const bres_estimate *estimate)
{
    const double ends[] = { estimate->lower, estimate->center, estimate->upper };

    parts->scale = bres__scale_for(estimate->unit, ends, 3);
    for (int i = 0; i < 3; i++)
        put_number(parts->ends[i], sizeof(parts->ends[i]), ends[i] * parts->scale->factor);
    parts->prefix = range_useful(parts);
}

/* The width of the widest of the three. */
static size_t range_width(const range_parts *parts)
{
    size_t width = 0;

    for (int i = 0; i < 3; i++) {
        if (width < strlen(parts->ends[i]))
            width = strlen(parts->ends[i]);
    }
    return width;
}

static void range_widen(const range_parts *parts, size_t widths[3])
{
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(parts->ends[i]);

        if (widths[i] < length)
            widths[i] = length;
    }
}

void bres__put_range(bres__text *text, const bres_estimate *estimate,
                     const bres__cell_widths *widths)
{
    range_parts parts;
    size_t alone;

    if (!bres__estimate_is_shown(estimate) || (estimate->has & BRES_HAS_INTERVAL) == 0) {
        bres__put_center(text, estimate);
        return;
    }
    range_make(&parts, estimate);
    alone = widths->ends[0] == 0 ? range_width(&parts) : 0;
    if (parts.prefix > 0)
        bres__text_append(text, parts.ends[0], parts.prefix);
    bres__text_putc(text, '[');
    for (int i = 0; i < 3; i++) {
        const size_t width = parts.prefix > 0 ? 0 : widths->ends[i] + alone;

        bres__text_puts(text, i > 0 ? " / " : "");
        put_left_padded(text, parts.ends[i] + parts.prefix, width);
    }
    bres__text_printf(text, "]%s", parts.scale->suffix);
}

void bres__cell_widths_add(bres__cell_widths *widths, const bres_estimate *estimate)
{
    interval_parts parts;
    range_parts range;

    if (!bres__estimate_is_shown(estimate))
        return;
    parts_make(&parts, estimate);
    if (widths->center < strlen(parts.center))
        widths->center = strlen(parts.center);
    if (parts.delta == NULL)
        return;
    if (parts.delta == parts.scale && widths->bracket < strlen(parts.bracket))
        widths->bracket = strlen(parts.bracket);
    range_make(&range, estimate);
    if (range.prefix == 0)
        range_widen(&range, widths->ends);
}

/* `margin` above 0: SAME is shown with the margin; below 0: only a slower candidate matters. */
static void put_status(bres__text *text, bres_verdict verdict, double margin, uint32_t color)
{
    static const struct {
        int attribute; /* of ANSI terminals */
        const char *emoji;
    } marks[] = {
        [BRES_UNKNOWN] = { 33, "\xF0\x9F\x9F\xA1" },   [BRES_SAME] = { 34, "\xF0\x9F\x94\xB5" },
        [BRES_FAST] = { 32, "\xF0\x9F\x9F\xA2" },      [BRES_SLOW] = { 31, "\xF0\x9F\x94\xB4" },
        [BRES_AMBIGUOUS] = { 90, "\xF0\x9F\xA4\xB7" },
    };
    char name[64];

    if (verdict == BRES_SAME && margin < 0)
        bres__format(name, sizeof name, BRES__NOT_SLOWER_WORD);
    else if (verdict == BRES_SAME && margin > 0)
        bres__format(name, sizeof name, "%s within %g %%", bres_verdict_name(verdict),
                     100 * margin);
    else
        bres__format(name, sizeof name, "%s", bres_verdict_name(verdict));
    if (color == BRES_COLOR_ANSI)
        bres__text_printf(text, "\033[%dm%s\033[39m", marks[verdict].attribute, name);
    else if (color == BRES_COLOR_EMOJI)
        bres__text_printf(text, "%s %s", marks[verdict].emoji, name);
    else
        bres__text_puts(text, name);
}

void bres__put_content(bres__text *text, const bres_row *row, bres__cell_content content,
                       const bres__cell_style *style)
{
    const bres_estimate *reference = bres_row_reference_estimate(row);
    const bres_estimate *candidate = bres_row_candidate_estimate(row);
    const bres_difference *difference = bres_row_difference(row);

    switch (content) {
    case BRES__CELL_REFERENCE_INTERVAL:
        bres__put_interval(text, reference, &style->reference);
        break;
    case BRES__CELL_CANDIDATE_INTERVAL:
        bres__put_interval(text, candidate, &style->candidate);
        break;
    case BRES__CELL_REFERENCE_RANGE:
        bres__put_range(text, reference, &style->reference);
        break;
    case BRES__CELL_CANDIDATE_RANGE:
        bres__put_range(text, candidate, &style->candidate);
        break;
    case BRES__CELL_REFERENCE_TIME:
        bres__put_center(text, reference);
        break;
    case BRES__CELL_CANDIDATE_TIME:
        bres__put_center(text, candidate);
        break;
    case BRES__CELL_REFERENCE_SPAN:
        bres__put_span(text, reference);
        break;
    case BRES__CELL_CANDIDATE_SPAN:
        bres__put_span(text, candidate);
        break;
    case BRES__CELL_REFERENCE_NOISE:
        bres__put_noise(text, reference);
        break;
    case BRES__CELL_CANDIDATE_NOISE:
        bres__put_noise(text, candidate);
        break;
    case BRES__CELL_CLOCK_STEP:
        bres__put_step(text, reference, candidate);
        break;
    case BRES__CELL_CENTER_CHANGE:
        bres__put_center_change(text, difference);
        break;
    case BRES__CELL_TIME_DIFFERENCE:
        bres__put_center_difference(text, difference);
        break;
    case BRES__CELL_FRACTION:
        bres__put_fraction(text, difference);
        break;
    case BRES__CELL_CHANGE:
        bres__put_change(text, row);
        break;
    case BRES__CELL_RATIO:
        bres__put_ratio(text, row);
        break;
    case BRES__CELL_WITHIN:
        bres__put_within(text, row);
        break;
    case BRES__CELL_BETWEEN:
        bres__put_between(text, row);
        break;
    case BRES__CELL_SPREAD:
        bres__put_spread(text, row);
        break;
    case BRES__CELL_REASON:
        bres__text_puts(text, bres_reason_short_name(bres_row_reason(row)));
        break;
    case BRES__CELL_STATUS:
        put_status(text, bres_row_verdict(row),
                   candidate->unit == BRES_UNIT_SECONDS ? style->margin : 0, style->color);
        break;
    }
}
