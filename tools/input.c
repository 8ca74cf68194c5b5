/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int tool_input_add(struct tool_input *input, const char *file)
{
    const char **files = realloc(input->files, (input->count + 1) * sizeof *files);

    if (files == NULL)
        return tool_error("out of memory");
    input->files = files;
    files[input->count++] = file;
    return TOOL_DONE;
}

static void input_warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    if (level == BRES_LOG_WARNING)
        tool_say("warning: %s", message);
}

int tool_input_load(struct tool_input *input)
{
    bres_load_options options;

    bres_load_options_init(&options);
    options.flags = input->load_flags;
    options.log = input_warn;
    input->results = calloc(input->count, sizeof *input->results);
    if (input->results == NULL)
        return tool_error("out of memory");
    for (size_t i = 0; i < input->count; i++) {
        const char *file = input->files[i];
        bres_status status;

        if (strcmp(file, "-") == 0) {
            options.name = "<stdin>";
            status = bres_result_load_fd(STDIN_FILENO, &options, &input->results[i]);
        } else {
            status = bres_result_load(file, &options, &input->results[i]);
        }
        if (status != BRES_OK)
            return tool_error("%s", bres_last_error());
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
