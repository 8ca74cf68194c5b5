/* SPDX-License-Identifier: MIT */
/*
 * What the subcommands of benchresult share: exit statuses, messages, loading, writing, signals.
 */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include <benchresult.h>
#include <stdio.h>

/* Exit statuses. */
#define TOOL_DONE      0
#define TOOL_TRIPPED   1 /* a gate that was asked for */
#define TOOL_REFUSED   2
#define TOOL_UNDECIDED 3 /* a gate that refuses undecided rows */

/* The subcommands: the arguments after their name, ended by NULL. They return the exit status. */
int summary_main(char **arguments);
int compare_main(char **arguments);
int table_main(char **arguments);
int merge_main(char **arguments);
int convert_main(char **arguments);
int replay_main(char **arguments);
int judge_main(char **arguments);
int count_main(char **arguments);
int race_main(char **arguments);
int time_main(char **arguments);
int tune_main(char **arguments);
int doctor_main(char **arguments);
int gate_main(char **arguments);
int collect_main(char **arguments);

/* Messages show control characters of what they quote as the library does: \x1B or \u009B. So a
 * file can neither command the terminal nor forge a line. */

/* Prints a text. */
void tool_put(FILE *stream, const char *string);
/* Prints the first character of a text that is not empty; returns where the next one is. */
const char *tool_put_character(FILE *stream, const char *string);
/* Prints "benchresult: ..." to the standard error, on a line of its own. */
void tool_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same, and returns TOOL_REFUSED. */
int tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with the last error of the library. */
int tool_library_error(void);
/* As tool_error(), with where to find help. `command` may be NULL: the help of the tool itself. */
int tool_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* As a bres_log_fn: prints warnings. */
void tool_warn(void *user, bres_log_level level, const char *message);

/* The files that a subcommand writes: "-" is the standard output, NULL none. */
struct tool_outputs {
    const char *files[4];   /* reports, charts and files of other tools */
    const char *results[2]; /* have folders of samples beside them */
    bool in_place;          /* a result may be a file that is read */
};

/* Refuse outputs that would replace something that is read. They return TOOL_DONE or, with a
 * message, TOOL_REFUSED. */

/* An input, the standard output that appends to it, or a file in an input directory. */
int tool_outputs_check(const struct tool_outputs *outputs, const char *file);
/* Directories, and two outputs that are the same file, by name or by links. A result that does not
 * exist yet counts by its name. */
int tool_outputs_check_each_other(const struct tool_outputs *outputs);
/* The same for any number of files; NULL is none. */
int tool_files_check(const char *const *files, size_t count);
/* Samples of an input that was loaded, unless the result is written in its place. */
int tool_outputs_check_samples(const struct tool_outputs *outputs, const char *file,
                               const bres_result *result);

/* The files that a subcommand was given. All zero is none. */
struct tool_input {
    const char **files; /* borrowed; "-" is the standard input */
    bres_result **results;
    size_t count;
    uint32_t load_flags;         /* BRES_LOAD_* */
    bres_import_options *import; /* how to read files of other tools; NULL: the defaults */
    struct tool_outputs outputs; /* must not replace the files */
};

/* Checks the outputs and loads every file; warnings go to the standard error. Returns TOOL_DONE or,
 * with a message, TOOL_REFUSED. */
int tool_input_load(struct tool_input *input);
void tool_input_free(struct tool_input *input);
/* true when the filter (NULL: everything) selects a state of a result. */
bool tool_input_has_states(const struct tool_input *input, const bres_filter *filter);

/* Checks the outputs and loads a file for a comparison, which checks the values of NVBench's files
 * itself. A malformed record of another tool's file is an error, unless the flags have
 * BRES_LOAD_LENIENT. Warnings go to the standard error. Returns TOOL_DONE or, with a message,
 * TOOL_REFUSED. */
int tool_compared_load(const char *file, uint32_t flags, const struct tool_outputs *outputs,
                       bres_result **result);

/* Writes to a file, which is replaced as a whole, or to the standard output ("-" or NULL). */
int tool_write(const char *path, const char *text, size_t length);

/* Whether an output, as for tool_write(), is the standard output. */
bool tool_is_standard_output(const char *path);
/* The path of an output as for tool_write(), as struct tool_outputs has it. */
const char *tool_output_name(const char *path);
/* The columns of the terminal that a descriptor is; 0: it is not one, or does not tell. */
uint32_t tool_terminal_width(int fd);
/* Whether to print in color to a descriptor; -1: a file. CLICOLOR_FORCE asks for color in pipes,
 * too; NO_COLOR refuses it. */
bool tool_terminal_has_color(int fd);

struct tool_chart_names {
    const char *summary; /* NULL: not given */
    const char *along;
};

/* Sets the names of charts and checks their options. Returns TOOL_DONE or, with a message,
 * TOOL_REFUSED. */
int tool_charts_name(bres_plot_options *plot, bool draws_summary, struct tool_chart_names given,
                     struct tool_chart_names defaults);

/* What happens to a signal that the process did not ignore before. */
#define TOOL_SIGNALS_HANGUP   1u /* SIGHUP is caught, beside SIGINT and SIGTERM */
#define TOOL_SIGNALS_ONCE     2u /* the second one ends the process */
#define TOOL_SIGNALS_TERMINAL 4u /* a terminal's signals reach a command by themselves */

/* From now on signals are noted instead of ending the process. */
void tool_signals_catch(unsigned flags);
/* From now on they end the process again: for what follows a measurement and may wait, such as
 * opening a pipe without a reader. */
void tool_signals_release(void);
/* The number of the last one; 0: none. */
int tool_signals_caught(void);
/* As a bres_callgrind_signal_fn: the one that the running command is to get, once; 0: none. */
int tool_signals_pass(void *user);
/* As an is_interrupted function. */
bool tool_signals_interrupted(void *user);
/* Ends the process by the signal that was caught, if there was one. */
void tool_signals_end(void);
/* A closed pipe ends the process, and children can be waited for, even if the parent process
 * ignores these signals. */
void tool_signals_begin(void);
/* Undoes tool_signals_begin(), for a program that takes the place of this one. */
void tool_signals_restore(void);

#endif
