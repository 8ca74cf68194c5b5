/* SPDX-License-Identifier: MIT */
/*
 * benchresult merge: merges several result files into one.
 */
#include "program.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

struct merge {
    struct tool_input input; /* first, for tool_take_file() */
    const char *output;
    bres_write_options write;
};

#define AT(member) .target = offsetof(struct merge, member)

static const bres__option options[] = {
    TOOL_OPTION_OUTPUT("write the result to this file; '-': the standard output",
                       .heading = "Output", AT(output)),
    { .name = "no-sidecars",
      .help = "write no samples and frequencies",
      .kind = BRES__OPTION_BITS,
      .value = BRES_WRITE_NO_SIDECARS,
      AT(write.flags) },
    TOOL_OPTION_LENIENT(.heading = "Input", AT(input.load_flags)),
    TOOL_OPTION_CONFINE(AT(input.load_flags)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static const struct tool_program program = {
    .name = "merge",
    .forms = (const char *const[]){ "[OPTION]... -o FILE FILE...", NULL },
    .about = "Merge shards, repeated runs and runs on several devices into one result file. '-' "
             "as FILE is the standard input.",
    .options = options,
    .notes = "With '-o -', only the JSON is written, without samples.\n",
    .operand = tool_take_file,
};

static int merge_run(struct merge *merge)
{
    struct tool_input *input = &merge->input;
    bres_result *merged = NULL;
    int status;
    bool done;

    if (merge->output == NULL)
        return tool_usage_error(program.name, "no output given: -o FILE is needed");
    if (input->count == 0)
        return tool_usage_error(program.name, "no FILE given");
    input->outputs = (struct tool_outputs){ .results = { merge->output }, .in_place = true };
    status = tool_input_load(input);
    if (status != TOOL_DONE)
        return status;
    done = bres_result_merge(input->results, input->count, &merged) == BRES_OK;
    if (done && strcmp(merge->output, "-") == 0)
        done = bres_result_write_fd(merged, STDOUT_FILENO, &merge->write) == BRES_OK;
    else if (done)
        done = bres_result_write(merged, merge->output, &merge->write) == BRES_OK;
    bres_result_unref(merged);
    return done ? TOOL_DONE : tool_library_error();
}

int merge_main(char **arguments)
{
    struct merge merge = { .output = NULL };
    int status;

    bres_write_options_init(&merge.write);
    if (tool_parse(&program, arguments, &merge, &status))
        status = merge_run(&merge);
    tool_input_free(&merge.input);
    return status;
}
