/* SPDX-License-Identifier: MIT */
/*
 * Writes the counts of a command as a result file: a benchmark with the name of the program, and a
 * state for each run.
 */
#include "count.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AXIS "Arguments"

/* Joins the arguments after the program name with blanks. The caller frees the text with free().
 * NULL if memory runs out. */
static char *arguments_join(const char *const *arguments)
{
    char *joined = NULL;
    size_t length;
    FILE *stream = open_memstream(&joined, &length);

    if (stream == NULL)
        return NULL;
    for (size_t i = 1; arguments[i] != NULL; i++)
        fprintf(stream, "%s%s", i > 1 ? " " : "", arguments[i]);
    if (fclose(stream) == 0)
        return joined;
    free(joined);
    return NULL;
}

static bres_status result_add_run(bres_subbench *bench, const char *arguments,
                                  const bres_callgrind *counted, uint32_t run)
{
    bres_state *state;
    bres_status status = bres_subbench_add_state(bench, &state);

    if (status == BRES_OK && arguments[0] != '\0')
        status = bres_state_add_axis_string(state, AXIS, arguments);
    if (status == BRES_OK && run > 0)
        status = bres_state_set_run(state, run);
    return status == BRES_OK ? bres_callgrind_add_summaries(counted, 0, state) : status;
}

static bres_status result_fill(bres_result *result, const struct count_report *report,
                               const char *arguments)
{
    const char *program = report->arguments[0];
    const char *slash = strrchr(program, '/');
    bres_subbench *bench;
    bres_status status =
        bres_result_add_subbench(result, slash != NULL ? slash + 1 : program, &bench);

    if (status == BRES_OK && arguments[0] != '\0')
        status = bres_subbench_add_string_axis(bench, AXIS, &arguments, 1);
    for (size_t i = 0; status == BRES_OK && i < report->runs->count; i++)
        status = result_add_run(bench, arguments, report->runs->runs[i], (uint32_t)i);
    return status;
}

int count_write_result(const struct count_report *report, const char *path)
{
    char *arguments = arguments_join(report->arguments);
    bres_result *result = NULL;
    bres_status status;

    if (arguments == NULL)
        return tool_error("out of memory");
    status = bres_result_new(&result);
    if (status == BRES_OK)
        status = result_fill(result, report, arguments);
    if (status == BRES_OK)
        status = bres_result_write(result, path, NULL);
    bres_result_unref(result);
    free(arguments);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}
