/* SPDX-License-Identifier: MIT */
/*
 * The sentences about the end of a timing of commands.
 */
#include "report/race/time.h"

#include <inttypes.h>
#include <string.h>

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void put_medians(const bres__time_message_figures *figures, bres__text *text)
{
    const double percent = 100 * figures->precision;

    if (figures->rows == 1)
        bres__text_printf(text, "the median is %sknown to %g %%",
                          figures->precise == 1 ? "" : "not ", percent);
    else
        bres__text_printf(text, "%zu of %zu medians are known to %g %%", figures->precise,
                          figures->rows, percent);
}

static void put_comparisons(const bres__time_message_figures *figures, bres__text *text)
{
    if (figures->comparisons == 1)
        bres__text_printf(text, ", the comparison is %sdecided", figures->decided == 1 ? "" : "un");
    else if (figures->comparisons > 1)
        bres__text_printf(text, ", %zu of %zu comparisons are decided", figures->decided,
                          figures->comparisons);
}

void bres__time_message(const bres__time_message_figures *figures, char *message, size_t size)
{
    bres__text text = { 0 };

    bres__text_printf(&text, "%s after %" PRIu64 " run%s in %.1f s: ", figures->stop_reason,
                      figures->runs, plural(figures->runs), figures->seconds);
    put_medians(figures, &text);
    put_comparisons(figures, &text);
    bres__format(message, size, "%s", text.failed ? figures->stop_reason : text.data);
    bres__text_free(&text);
}

void bres__time_failure_message(const char *hook, const bres_timing_row *row, size_t runs,
                                const char *reason, char *message, size_t size)
{
    if (hook != NULL)
        bres__format(message, size, "%s of '%s', after %zu run%s: %s", hook, row->label, runs,
                     plural(runs), reason);
    else if (strcmp(row->label, row->command) == 0)
        bres__format(message, size, "run %zu: %s", runs + 1, reason);
    else
        bres__format(message, size, "run %zu of '%s': %s", runs + 1, row->label, reason);
}
