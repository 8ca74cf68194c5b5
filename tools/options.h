/* SPDX-License-Identifier: MIT */
/*
 * The options of a subcommand: `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE`, anywhere
 * among the operands until `--`. Long names are given in full.
 */
#ifndef TOOL_OPTIONS_H
#define TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct tool_option {
    const char *name;  /* without the dashes */
    char letter;       /* 0 when there is none */
    const char *value; /* what help calls its value; NULL when it takes none */
    const char *help;
};

/* What tool_options_next() found, when it is not the index of an option. */
enum {
    TOOL_OPTIONS_END = -1,
    TOOL_OPTIONS_OPERAND = -2,
    TOOL_OPTIONS_ERROR = -3 /* a message has been printed */
};

struct tool_options {
    const char *command; /* the subcommand, for messages */
    const struct tool_option *known;
    size_t count;
    char **next; /* arguments, ended by NULL */
    bool ended;  /* `--` was there: only operands follow */
};

/* Takes the next option or operand; *value is the option's value (NULL when it takes none), or the
 * operand. */
int tool_options_next(struct tool_options *options, const char **value);

/* Prints the options with their help to the standard output. */
void tool_options_help(const struct tool_option *known, size_t count);

#endif
