/* SPDX-License-Identifier: MIT */
/*
 * What several subcommands are asked for in the same way: files, and the options --benchmark,
 * --axis, --output, --lenient, --confine and --help, as far as a subcommand knows them.
 */
#ifndef TOOL_REQUEST_H
#define TOOL_REQUEST_H

#include "options.h"
#include "tool.h"

/* All zero before the arguments are read. */
struct tool_request {
    struct tool_input input;
    bres_filter *filter; /* NULL without --benchmark and --axis */
    const char *output;  /* NULL without --output */
    bool help;           /* nothing behind --help has been read */
};

struct tool_syntax {
    const char *command; /* the subcommand, for messages */
    const struct tool_option *known;
    size_t count;
    /* Takes an option of the subcommand's own, by its index in `known`. Returns TOOL_DONE or, with
     * a message, TOOL_REFUSED. */
    int (*set)(void *user, int option, const char *value);
};

/* Reads the arguments. Returns TOOL_DONE or, with a message, TOOL_REFUSED. */
int tool_request_parse(struct tool_request *request, const struct tool_syntax *syntax,
                       char **arguments, void *user);
void tool_request_free(struct tool_request *request);

#endif
