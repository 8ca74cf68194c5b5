/* SPDX-License-Identifier: MIT */
/*
 * benchresult merge: several result files into one.
 */
#include "request.h"

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
    struct tool_request request;
    bres_write_options write;
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

/* Leaving sidecars out is the only option of its own. */
static int merge_set_no_sidecars(void *user, int option, const char *value)
{
    struct merge *merge = user;

    (void)option;
    (void)value;
    merge->write.flags |= BRES_WRITE_NO_SIDECARS;
    return TOOL_DONE;
}

static int merge_parse(struct merge *merge, char **arguments)
{
    static const struct tool_syntax syntax = { "merge", known, OPTION_COUNT,
                                               merge_set_no_sidecars };
    const int status = tool_request_parse(&merge->request, &syntax, arguments, merge);

    if (status != TOOL_DONE || merge->request.help)
        return status;
    if (merge->request.output == NULL)
        return tool_usage_error("merge", "no output given: -o FILE is needed");
    if (merge->request.input.count == 0)
        return tool_usage_error("merge", "no FILE given");
    return TOOL_DONE;
}

static int merge_run(struct merge *merge)
{
    struct tool_input *input = &merge->request.input;
    const char *output = merge->request.output;
    bres_result *merged = NULL;
    int status = tool_input_load(input);
    bool done;

    if (status != TOOL_DONE)
        return status;
    done = bres_result_merge(input->results, input->count, &merged) == BRES_OK;
    if (done && strcmp(output, "-") == 0)
        done = bres_result_write_fd(merged, STDOUT_FILENO, &merge->write) == BRES_OK;
    else if (done)
        done = bres_result_write(merged, output, &merge->write) == BRES_OK;
    bres_result_unref(merged);
    return done ? TOOL_DONE : tool_error("%s", bres_last_error());
}

int merge_main(char **arguments)
{
    struct merge merge = { .request = { .output = NULL } };
    int status;

    bres_write_options_init(&merge.write);
    status = merge_parse(&merge, arguments);
    if (status == TOOL_DONE && merge.request.help)
        merge_help();
    else if (status == TOOL_DONE)
        status = merge_run(&merge);
    tool_request_free(&merge.request);
    return status;
}
