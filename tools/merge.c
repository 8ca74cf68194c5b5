/* SPDX-License-Identifier: MIT */
/*
 * benchresult merge: several result files into one.
 */
#include "options.h"
#include "tool.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_OUTPUT,
    OPTION_NO_SIDECARS,
    OPTION_LENIENT,
    OPTION_CONFINE,
    OPTION_HELP,
    OPTION_COUNT
};

static const struct tool_option known[OPTION_COUNT] = {
    [OPTION_OUTPUT] = { "output", 'o', "FILE", "where the result goes; '-': standard output" },
    [OPTION_NO_SIDECARS] = { "no-sidecars", 0, NULL, "leave out samples and frequencies" },
    [OPTION_LENIENT] = { "lenient", 0, NULL, "load malformed values as absent, with warnings" },
    [OPTION_CONFINE] = { "confine", 0, NULL, "refuse samples outside of a file's directory" },
    [OPTION_HELP] = { "help", 'h', NULL, "print this and exit" },
};

struct merge {
    struct tool_input input;
    bres_write_options write;
    const char *output;
    bool help;
};

static void merge_help(void)
{
    puts("usage: benchresult merge [OPTION]... -o FILE FILE...\n"
         "Merge shards, repeated runs and runs on several devices into one result file.\n"
         "'-' as FILE is the standard input.\n"
         "\n"
         "Options:");
    tool_options_help(known, OPTION_COUNT);
    puts("\n"
         "Only the JSON goes to the standard output, without samples.");
}

static int merge_set_option(struct merge *merge, int option, const char *value)
{
    int status = TOOL_DONE;

    switch (option) {
    case OPTION_OUTPUT:
        merge->output = value;
        break;
    case OPTION_NO_SIDECARS:
        merge->write.flags |= BRES_WRITE_NO_SIDECARS;
        break;
    case OPTION_LENIENT:
        merge->input.load_flags |= BRES_LOAD_LENIENT;
        break;
    case OPTION_CONFINE:
        merge->input.load_flags |= BRES_LOAD_CONFINE;
        break;
    case OPTION_HELP:
        merge->help = true;
        break;
    case TOOL_OPTIONS_OPERAND:
        status = tool_input_add(&merge->input, value);
        break;
    default:
        status = TOOL_REFUSED;
        break;
    }
    return status;
}

static int merge_parse(struct merge *merge, char **arguments)
{
    struct tool_options options = { "merge", known, OPTION_COUNT, arguments, false };
    const char *value;
    int option;

    while ((option = tool_options_next(&options, &value)) != TOOL_OPTIONS_END) {
        const int status = merge_set_option(merge, option, value);

        if (status != TOOL_DONE || merge->help)
            return status;
    }
    if (merge->output == NULL)
        return tool_usage_error("merge", "no output given: -o FILE is needed");
    if (merge->input.count == 0)
        return tool_usage_error("merge", "no FILE given");
    return TOOL_DONE;
}

static int merge_run(struct merge *merge)
{
    bres_result *merged = NULL;
    int status = tool_input_load(&merge->input);
    bool done;

    if (status != TOOL_DONE)
        return status;
    done = bres_result_merge(merge->input.results, merge->input.count, &merged) == BRES_OK;
    if (done && strcmp(merge->output, "-") == 0)
        done = bres_result_write_fd(merged, STDOUT_FILENO, &merge->write) == BRES_OK;
    else if (done)
        done = bres_result_write(merged, merge->output, &merge->write) == BRES_OK;
    bres_result_unref(merged);
    return done ? TOOL_DONE : tool_error("%s", bres_last_error());
}

int merge_main(char **arguments)
{
    struct merge merge = { .output = NULL };
    int status;

    bres_write_options_init(&merge.write);
    status = merge_parse(&merge, arguments);
    if (status == TOOL_DONE && merge.help)
        merge_help();
    else if (status == TOOL_DONE)
        status = merge_run(&merge);
    tool_input_free(&merge.input);
    return status;
}
