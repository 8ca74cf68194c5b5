/* SPDX-License-Identifier: MIT */
/*
 * The report of benchresult tune.
 */
#include "tune.h"

int tune_report(const struct tune *tune)
{
    bres_result *result = bres_tuner_result(tune->tuner);
    bres_summary_options options;
    size_t length;
    char *text;
    int status;

    bres_summary_options_init(&options);
    options.format = tune->format;
    if (bres_summary_report(&result, 1, &options, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(tune->output, text, length);
    bres_string_free(text);
    return status;
}
