/* SPDX-License-Identifier: MIT */
/*
 * Charts of a comparison: the entry points.
 */
#include "report/plot/path.h"
#include "report/plot/plots.h"
#include "report/rows/rows.h"

#include <stddef.h>

/* The first published layout ends after `log_user`. */
#define FIRST_SIZE sizeof(bres_plot_options)

_Static_assert(offsetof(bres_plot_options, threshold_diff) == sizeof(size_t) + 8,
               "part of the ABI");
_Static_assert(sizeof(bres_plot_options) ==
                   sizeof(size_t) + 8 + sizeof(double) + 6 * sizeof(void *),
               "no padding at the end");

void bres_plot_options_init(bres_plot_options *options)
{
    if (options != NULL)
        *options = (bres_plot_options){ .size = sizeof *options };
}

static bres_status path_check(const char *path)
{
    if (bres__plot_path_has_form(path))
        return BRES_OK;
    return bres__error(
        BRES_ERROR_ARGUMENT,
        "cannot write a chart to '%s' (expected a name that ends in .svg, .png or .pdf)", path);
}

static bres_status template_check(const bres_plot_options *options)
{
    static const bres__plot_fields fields = { "x", "x", "x", 0 };
    bres__text path = { 0 };
    bres_status status;

    if (options->along_axis[0] == '\0')
        return bres__error(BRES_ERROR_ARGUMENT, "the axis to draw along has an empty name");
    if (options->along_path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "charts along axis '%s' need a path",
                           options->along_axis);
    status = bres__plot_path_expand(&path, options->along_path, &fields);
    bres__text_free(&path);
    return status == BRES_OK ? path_check(options->along_path) : status;
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_plot_options, flags, BRES_PLOT_DARK),
    BRES__OPTION_RESERVED(bres_plot_options, reserved),
    BRES__OPTION_REAL(bres_plot_options, threshold_diff, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_plot_options, FIRST_SIZE, option_fields);

bres_status bres__plot_options_load(bres_plot_options *full, const bres_plot_options *options)
{
    bres_status status;

    bres_plot_options_init(full);
    status = bres__options_take(full, options, &options_type);
    if (status == BRES_OK && full->summary_path != NULL)
        status = path_check(full->summary_path);
    if (status == BRES_OK && full->along_axis != NULL)
        status = template_check(full);
    return status;
}

bres_status bres_plot_check(const bres_plot_options *options)
{
    bres_plot_options full;

    return bres__plot_options_load(&full, options);
}

bres_status bres_compare_plot(const bres_compared *pairs, size_t count,
                              const bres_plot_options *options)
{
    bres__plots plots = { .pairs = pairs, .count = count };
    bres_status status = bres__compared_check(pairs, count);

    if (status == BRES_OK)
        status = bres__plot_options_load(&plots.options, options);
    if (status == BRES_OK && plots.options.along_axis != NULL)
        status = bres__plot_along_check(&plots);
    for (size_t i = 0; status == BRES_OK && i < count; i++) {
        if (plots.options.summary_path != NULL)
            status = bres__plot_summary(&plots, i);
        if (status == BRES_OK && plots.options.along_axis != NULL)
            status = bres__plot_along(&plots, i);
    }
    bres__map_free(&plots.used);
    bres__arena_free(&plots.names);
    bres__text_free(&plots.text);
    return status;
}
