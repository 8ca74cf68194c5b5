/* SPDX-License-Identifier: MIT */
#include "tool.h"

int tool_charts_name(bres_plot_options *plot, bool draws_summary, struct tool_chart_names given,
                     struct tool_chart_names defaults)
{
    const bool along = plot->along_axis != NULL;

    if (given.summary != NULL && !draws_summary)
        return tool_error("--plot-output needs --plot");
    if (given.along != NULL && !along)
        return tool_error("--plot-along-output needs --plot-along");
    if (along && plot->along_axis[0] == '\0')
        return tool_error("--plot-along needs the name of an axis");
    if (draws_summary)
        plot->summary_path = given.summary != NULL ? given.summary : defaults.summary;
    if (along)
        plot->along_path = given.along != NULL ? given.along : defaults.along;
    if (bres_plot_check(plot) != BRES_OK)
        return tool_library_error();
    if (draws_summary && along && (given.summary != NULL) != (given.along != NULL))
        return given.summary != NULL
                   ? tool_error("with --plot and --plot-along, name both files or none: add "
                                "--plot-along-output or drop --plot-output")
                   : tool_error("with --plot and --plot-along, name both files or none: add "
                                "--plot-output or drop --plot-along-output");
    return TOOL_DONE;
}
