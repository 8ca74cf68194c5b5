/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int tool_compared_load(const char *file, uint32_t flags, const struct tool_outputs *outputs,
                       bres_result **result)
{
    bres_import_options import;
    bres_load_options load;
    bres_status status;

    if (tool_outputs_check(outputs, file) != TOOL_DONE)
        return TOOL_REFUSED;
    bres_load_options_init(&load);
    load.flags = flags | BRES_LOAD_LENIENT;
    load.log = tool_warn;
    bres_import_options_init(&import);
    import.load = &load;
    status = (flags & BRES_LOAD_LENIENT) != 0 ? bres_result_import(file, &import, result)
                                              : bres_result_load(file, &load, result);
    return status == BRES_OK ? tool_outputs_check_samples(outputs, file, *result)
                             : tool_library_error();
}

int tool_input_load(struct tool_input *input)
{
    bres_import_options import;
    bres_load_options options;

    bres_load_options_init(&options);
    bres_import_options_init(&import);
    if (input->import != NULL)
        import = *input->import;
    import.load = &options;
    options.flags = input->load_flags;
    options.log = tool_warn;
    for (size_t i = 0; i < input->count; i++) {
        if (tool_outputs_check(&input->outputs, input->files[i]) != TOOL_DONE)
            return TOOL_REFUSED;
    }
    input->results = calloc(input->count, sizeof *input->results);
    if (input->results == NULL)
        return tool_error("out of memory");
    for (size_t i = 0; i < input->count; i++) {
        const char *file = input->files[i];
        bres_status status;

        if (strcmp(file, "-") == 0) {
            options.name = "<stdin>";
            status = bres_result_import_fd(STDIN_FILENO, &import, &input->results[i]);
        } else {
            status = bres_result_import(file, &import, &input->results[i]);
        }
        if (status != BRES_OK)
            return tool_library_error();
        if (tool_outputs_check_samples(&input->outputs, file, input->results[i]) != TOOL_DONE)
            return TOOL_REFUSED;
    }
    return TOOL_DONE;
}

void tool_input_free(struct tool_input *input)
{
    for (size_t i = 0; input->results != NULL && i < input->count; i++)
        bres_result_unref(input->results[i]);
    free(input->results);
    free(input->files);
}

static bool result_has_states(const bres_result *result, const bres_filter *filter)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench); s++) {
            if (bres_filter_selects_state(filter, bres_subbench_state_at(bench, s)))
                return true;
        }
    }
    return false;
}

bool tool_input_has_states(const struct tool_input *input, const bres_filter *filter)
{
    for (size_t i = 0; i < input->count; i++) {
        if (result_has_states(input->results[i], filter))
            return true;
    }
    return false;
}
