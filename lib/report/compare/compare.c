/* SPDX-License-Identifier: MIT */
/*
 * The report of a comparison: its entry point.
 */
#include "report/compare/compare.h"

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__compare_##name,

#include <stddef.h>
#include <string.h>

/* The first published layout ends after `threshold_diff`. */
#define FIRST_SIZE offsetof(bres_compare_report_options, missing_files)

_Static_assert(offsetof(bres_compare_report_options, threshold_diff) == sizeof(size_t) + 24,
               "part of the ABI");
_Static_assert(sizeof(bres_compare_report_options) ==
                   2 * sizeof(size_t) + 24 + sizeof(double) + sizeof(void *) + 16,
               "no padding at the end");
_Static_assert(sizeof(bres_missing_file) == 2 * sizeof(void *),
               "bres_missing_file is published: it never grows");

#define ALL_VERDICTS                                                                               \
    (BRES_VERDICT_BIT(BRES_UNKNOWN) | BRES_VERDICT_BIT(BRES_SAME) | BRES_VERDICT_BIT(BRES_FAST) |  \
     BRES_VERDICT_BIT(BRES_SLOW) | BRES_VERDICT_BIT(BRES_AMBIGUOUS))

void bres_compare_report_options_init(bres_compare_report_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_compare_report_options){
        .size = sizeof *options,
        .fail_on = BRES_VERDICT_BIT(BRES_SLOW),
        .columns = BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT),
    };
}

const bres_row *bres__row_walk_next(bres__row_walk *walk, const bres__compare_report *report,
                                    const bres_compared **compared)
{
    for (; walk->pair < report->count; walk->pair++, walk->row = 0) {
        *compared = &report->pairs[walk->pair];
        while (walk->row < bres_comparison_row_count((*compared)->comparison)) {
            const bres_row *row = bres_comparison_row_at((*compared)->comparison, walk->row++);

            if (bres__row_is_shown(row, report->options.threshold_diff))
                return row;
        }
    }
    return NULL;
}

static bres_status missing_files_check(const bres_compare_report_options *options)
{
    for (size_t i = 0; i < options->missing_file_count; i++) {
        if (options->missing_files == NULL || options->missing_files[i].name == NULL)
            return bres__error(BRES_ERROR_ARGUMENT, "missing file %zu of the report has no name",
                               i);
    }
    return BRES_OK;
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_compare_report_options, flags,
                      BRES_REPORT_FAIL_ON_MISSING | BRES_REPORT_FAIL_ON_UNDECIDED |
                          BRES_REPORT_DESCENDING),
    BRES__OPTION_BITS(bres_compare_report_options, columns,
                      BRES_COLUMN_BIT(BRES_COMPARE_COLUMN_DEFAULT)
                          BRES__COMPARE_COLUMNS(BRES__COMPARE_COLUMN_BIT)),
    BRES__OPTION_ENUM(bres_compare_report_options, sort, BRES_COMPARE_COLUMN_STATUS),
    BRES__OPTION_BITS(bres_compare_report_options, fail_on, ALL_VERDICTS),
    BRES__OPTION_RESERVED(bres_compare_report_options, reserved),
    BRES__OPTION_ENUM(bres_compare_report_options, display, BRES_DISPLAY_LEGACY),
    BRES__OPTION_ENUM(bres_compare_report_options, color, BRES_COLOR_EMOJI),
    BRES__OPTION_REAL(bres_compare_report_options, threshold_diff, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_compare_report_options, FIRST_SIZE, option_fields);

static bres_status options_load(bres_compare_report_options *full,
                                const bres_compare_report_options *options)
{
    bres_status status;

    bres_compare_report_options_init(full);
    status = bres__options_take(full, options, &options_type);
    if (status == BRES_OK)
        status = bres__compare_sort_check(full->sort);
    return status == BRES_OK ? missing_files_check(full) : status;
}

/* The error of a state whose axis cannot be shown. */
static bres_status axis_error(bres_status status, const bres_state *state, const char *axis,
                              const char *fault)
{
    return bres__error(status, "benchmark '%s', state '%s': axis '%s' %s",
                       bres_subbench_name(bres_state_subbench(state)), bres_state_name(state), axis,
                       fault);
}

static bres_status axes_check_state(const bres_state *state)
{
    static const char *const types[] = { "int64", "float64", "type", "string" };

    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const char *name = bres_value_name(bres_state_axis_value_at(state, i));
        const bres_axis *axis = bres_subbench_axis(bres_state_subbench(state), name);
        const char *type = bres_axis_type(axis);
        size_t known = 0;

        if (axis == NULL)
            return axis_error(BRES_ERROR_KEY, state, name, "is not described by the benchmark");
        while (known < 4 && (type == NULL || strcmp(type, types[known]) != 0))
            known++;
        if (known == 4)
            return axis_error(BRES_ERROR_VALUE, state, name, "has an unknown type");
    }
    return BRES_OK;
}

static bres_status axes_check(const bres_compared *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const bres_comparison *comparison = pairs[i].comparison;

        for (size_t r = 0; r < bres_comparison_row_count(comparison); r++) {
            const bres_status status =
                axes_check_state(bres_row_candidate(bres_comparison_row_at(comparison, r)));

            if (status == BRES_OK)
                continue;
            bres__error_set_file(pairs[i].candidate);
            return status;
        }
    }
    return BRES_OK;
}

static bres_status report_write(bres__compare_report *report)
{
    static bres_status (*const writers[])(
        bres__compare_report *) = { BRES__COMPARE_FORMATS(WRITER) };
    const bres_status status = bres__format_check(BRES_REPORT_COMPARE, report->options.format);

    return status == BRES_OK ? writers[report->options.format](report) : status;
}

static void report_free(bres__compare_report *report)
{
    bres__ordered_map_free(&report->axis_values);
    bres__text_free(&report->cell);
    bres__text_free(&report->text);
}

bres_status bres_compare_report(const bres_compared *pairs, size_t count,
                                const bres_compare_report_options *options, char **text,
                                size_t *length)
{
    bres__compare_report report = { .pairs = pairs, .count = count };
    bres_status status = bres__report_begin("comparison report", text, length);

    if (status == BRES_OK)
        status = bres__compared_check(pairs, count);
    if (status == BRES_OK)
        status = options_load(&report.options, options);
    if (status == BRES_OK)
        status = axes_check(pairs, count);
    if (status != BRES_OK)
        return status;
    bres__tally_fill(&report.tally, pairs, count, report.options.threshold_diff);
    status = report_write(&report);
    if (status == BRES_OK)
        status = bres__report_finish(&report.text, text, length);
    report_free(&report);
    return status;
}
