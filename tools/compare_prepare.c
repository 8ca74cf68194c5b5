/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: thresholds, charts, filter and devices, before any file is read.
 */
#include "compare.h"

#include <string.h>
#include <strings.h>

static int library_error(void)
{
    return tool_error("%s", bres_last_error());
}

static int thresholds_find(struct compare *compare)
{
    const struct compare_arguments *arguments = &compare->arguments;

    compare->preset = arguments->preset != NULL ? arguments->preset : "default";
    if (arguments->config == NULL)
        compare->thresholds = *bres_thresholds_preset(compare->preset);
    else if (bres_thresholds_load(&compare->thresholds, arguments->config, arguments->preset,
                                  &compare->preset) != BRES_OK)
        return library_error();
    if (arguments->min_effect >= 0)
        compare->thresholds.runs_min_effect = arguments->min_effect / 100;
    if (arguments->equivalence_margin >= 0)
        compare->thresholds.runs_equivalence_margin = arguments->equivalence_margin / 100;
    return TOOL_DONE;
}

/* Both kinds of charts go to files that are named, or both to files that are not. */
static int plot_check(struct compare *compare)
{
    const struct compare_arguments *arguments = &compare->arguments;
    const bool along = arguments->plot_along != NULL;

    if (arguments->plot_output != NULL && !arguments->plot)
        return tool_error("--plot-output needs --plot");
    if (arguments->plot_along_output != NULL && !along)
        return tool_error("--plot-along-output needs --plot-along");
    if (along && arguments->plot_along[0] == '\0')
        return tool_error("--plot-along needs the name of an axis");
    if (arguments->plot)
        compare->plot.summary_path =
            arguments->plot_output != NULL ? arguments->plot_output : "benchresult-compare.svg";
    if (along)
        compare->plot.along_path = arguments->plot_along_output != NULL
                                       ? arguments->plot_along_output
                                       : "benchresult-compare-{benchmark}-{device}.svg";
    compare->plot.along_axis = arguments->plot_along;
    if (bres_plot_check(&compare->plot) != BRES_OK)
        return library_error();
    if (arguments->plot && along &&
        (arguments->plot_output != NULL) != (arguments->plot_along_output != NULL))
        return arguments->plot_output != NULL
                   ? tool_error("with --plot and --plot-along, name both files or none: add "
                                "--plot-along-output or drop --plot-output")
                   : tool_error("with --plot and --plot-along, name both files or none: add "
                                "--plot-output or drop --plot-along-output");
    return TOOL_DONE;
}

static int filter_make(struct compare *compare)
{
    const struct compare_arguments *arguments = &compare->arguments;

    if (arguments->filter_count == 0)
        return TOOL_DONE;
    if (bres_filter_new(&compare->filter) != BRES_OK)
        return library_error();
    for (size_t i = 0; i < arguments->filter_count; i++) {
        const char *value = arguments->filters[i].value;
        const bres_status status = arguments->filters[i].is_axis
                                       ? bres_filter_add_axis(compare->filter, value)
                                       : bres_filter_add_benchmark(compare->filter, value);

        if (status != BRES_OK)
            return library_error();
    }
    return TOOL_DONE;
}

/* `all`, or ids with commas between them. */
static int devices_check(const char *option, const char *text)
{
    static const char blanks[] = " \t\n\v\f\r";
    const char *next = text;

    if (text == NULL)
        return TOOL_DONE;
    next += strspn(next, blanks);
    if (strncasecmp(next, "all", 3) == 0 && next[3 + strspn(next + 3, blanks)] == '\0')
        return TOOL_DONE;
    for (;;) {
        size_t digits;

        next += strspn(next, blanks);
        next += *next == '+';
        digits = strspn(next, "0123456789");
        next += digits + strspn(next + digits, blanks);
        if (digits == 0 || (*next != ',' && *next != '\0'))
            return tool_error("%s: '%s' is neither 'all' nor a list of device ids", option, text);
        if (*next++ == '\0')
            return TOOL_DONE;
    }
}

int compare_prepare(struct compare *compare)
{
    int status = thresholds_find(compare);

    if (status != TOOL_DONE || compare->arguments.dump_config)
        return status;
    status = plot_check(compare);
    if (status == TOOL_DONE)
        status = filter_make(compare);
    if (status == TOOL_DONE)
        status = devices_check("--reference-devices", compare->arguments.reference_devices);
    if (status == TOOL_DONE)
        status = devices_check("--compare-devices", compare->arguments.candidate_devices);
    return status;
}
