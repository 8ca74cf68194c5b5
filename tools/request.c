/* SPDX-License-Identifier: MIT */
#include "request.h"

#include <string.h>

static int request_select(struct tool_request *request, const char *value,
                          bres_status (*add)(bres_filter *filter, const char *text))
{
    bres_status status = BRES_OK;

    if (request->filter == NULL)
        status = bres_filter_new(&request->filter);
    if (status == BRES_OK)
        status = add(request->filter, value);
    return status == BRES_OK ? TOOL_DONE : tool_error("%s", bres_last_error());
}

/* *shared is false, with nothing done, for an option of a subcommand's own. */
static int request_set(struct tool_request *request, const char *name, const char *value,
                       bool *shared)
{
    *shared = true;
    if (strcmp(name, "benchmark") == 0)
        return request_select(request, value, bres_filter_add_benchmark);
    if (strcmp(name, "axis") == 0)
        return request_select(request, value, bres_filter_add_axis);
    if (strcmp(name, "output") == 0)
        request->output = value;
    else if (strcmp(name, "lenient") == 0)
        request->input.load_flags |= BRES_LOAD_LENIENT;
    else if (strcmp(name, "confine") == 0)
        request->input.load_flags |= BRES_LOAD_CONFINE;
    else if (strcmp(name, "help") == 0)
        request->help = true;
    else
        *shared = false;
    return TOOL_DONE;
}

int tool_request_parse(struct tool_request *request, const struct tool_syntax *syntax,
                       char **arguments, void *user)
{
    struct tool_options options = { syntax->command, syntax->known, syntax->count, arguments,
                                    false };

    while (!request->help) {
        const char *value;
        const int option = tool_options_next(&options, &value);
        bool shared = true;
        int status;

        if (option == TOOL_OPTIONS_END)
            break;
        if (option == TOOL_OPTIONS_ERROR)
            return TOOL_REFUSED;
        if (option == TOOL_OPTIONS_OPERAND)
            status = tool_input_add(&request->input, value);
        else
            status = request_set(request, syntax->known[option].name, value, &shared);
        if (!shared)
            status = syntax->set(user, option, value);
        if (status != TOOL_DONE)
            return status;
    }
    return TOOL_DONE;
}

void tool_request_free(struct tool_request *request)
{
    bres_filter_free(request->filter);
    tool_input_free(&request->input);
}
