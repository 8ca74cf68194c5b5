/* SPDX-License-Identifier: MIT */
/*
 * What the subcommands of benchresult share: exit statuses, messages, loading and writing.
 */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include <benchresult.h>
#include <stdio.h>

/* Exit statuses. */
#define TOOL_DONE    0
#define TOOL_TRIPPED 1 /* a gate that was asked for */
#define TOOL_REFUSED 2

/* The subcommands: the arguments after their name, ended by NULL. They return the exit status. */
int summary_main(char **arguments);
int compare_main(char **arguments);
int merge_main(char **arguments);
int replay_main(char **arguments);
int judge_main(char **arguments);
int count_main(char **arguments);
int race_main(char **arguments);

/* Whatever a message quotes, its control characters are printed as the library shows them: \x1B or
 * \u009B. So a file cannot command the terminal, nor forge a line. */

/* Prints a text. */
void tool_put(FILE *stream, const char *string);
/* Prints the first character of a text that is not empty; returns where the next one is. */
const char *tool_put_character(FILE *stream, const char *string);
/* Prints "benchresult: ..." to the standard error, on a line of its own. */
void tool_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, and returns TOOL_REFUSED. */
int tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, with where to find help. `command` may be NULL: the help of the tool itself. */
int tool_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The files that a subcommand was given. All zero is none. */
struct tool_input {
    const char **files; /* borrowed; "-" is the standard input */
    bres_result **results;
    size_t count;
    uint32_t load_flags; /* BRES_LOAD_* */
};

/* Adds a file; returns TOOL_DONE or, with a message, TOOL_REFUSED, as the functions below. */
int tool_input_add(struct tool_input *input, const char *file);
/* Loads every file; warnings go to the standard error. */
int tool_input_load(struct tool_input *input);
void tool_input_free(struct tool_input *input);

/* Writes to a file, which is replaced as a whole, or to the standard output ("-" or NULL). */
int tool_write(const char *path, const char *text, size_t length);

#endif
