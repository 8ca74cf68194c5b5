/* SPDX-License-Identifier: MIT */
/*
 * Declarations that the subcommands of benchresult share: exit statuses, messages, loading, writing
 * and signals.
 */
#ifndef TOOL_TOOL_H
#define TOOL_TOOL_H

#include <benchresult.h>
#include <stdio.h>

/* Exit statuses. */
#define TOOL_DONE      0
#define TOOL_TRIPPED   1 /* a requested gate failed */
#define TOOL_REFUSED   2 /* wrong usage, or an error */
#define TOOL_UNDECIDED 3 /* a gate failed because of undecided rows */

/* The subcommands. `arguments` are the words after the name of the subcommand, ended by NULL. The
 * functions return the exit status. */
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

/* Messages escape control characters in quoted texts like the library, as \x1B or \u009B. A file
 * can thus neither control the terminal nor forge a line. */

/* Prints a text with control characters escaped. */
void tool_put(FILE *stream, const char *string);
/* Prints the first character of a text, which must not be empty, like tool_put(). Returns the
 * position of the next character. */
const char *tool_put_character(FILE *stream, const char *string);
/* Prints "benchresult: ..." to the standard error, on a line of its own. */
void tool_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints a message like tool_say(), and returns TOOL_REFUSED. */
int tool_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints the last error of the library like tool_error(), and returns TOOL_REFUSED. */
int tool_library_error(void);
/* Prints a message like tool_error(), and a line that names the --help of the subcommand `command`;
 * NULL: of benchresult itself. Returns TOOL_REFUSED. */
int tool_usage_error(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A bres_log_fn that prints warnings. */
void tool_warn(void *user, bres_log_level level, const char *message);

/* The files that a subcommand writes; "-": the standard output, NULL: no file. */
struct tool_outputs {
    const char *files[4];   /* reports, charts and files of other tools */
    const char *results[2]; /* result files, which can have sample folders beside them */
    bool in_place;          /* a result may replace an input */
};

/* The next four functions refuse outputs that would replace an input or another output. They return
 * TOOL_DONE or, with a message, TOOL_REFUSED. */

/* Refuses an output that is the input `file`, also if the standard output is this file, and an
 * output in the input directory `file`. */
int tool_outputs_check(const struct tool_outputs *outputs, const char *file);
/* Refuses directories, and two outputs that are the same file, by name or by links. Files that do
 * not exist yet are compared by name. */
int tool_outputs_check_each_other(const struct tool_outputs *outputs);
/* Works like tool_outputs_check_each_other() for any number of files; NULL entries are ignored. */
int tool_files_check(const char *const *files, size_t count);
/* Refuses an output that would replace sample files of a loaded input, unless the output is the
 * input file itself. */
int tool_outputs_check_samples(const struct tool_outputs *outputs, const char *file,
                               const bres_result *result);

/* The input files of a subcommand. All members zero: no files. */
struct tool_input {
    const char **files; /* borrowed; "-" is the standard input */
    bres_result **results;
    size_t count;
    uint32_t load_flags;         /* BRES_LOAD_* */
    bres_import_options *import; /* how to read files of other tools; NULL: the defaults */
    struct tool_outputs outputs; /* outputs that must not replace the files */
};

/* Checks the outputs and loads every file; warnings go to the standard error. Returns TOOL_DONE or,
 * with a message, TOOL_REFUSED. */
int tool_input_load(struct tool_input *input);
void tool_input_free(struct tool_input *input);
/* Whether the filter (NULL: everything) selects a state of any of the results. */
bool tool_input_has_states(const struct tool_input *input, const bres_filter *filter);

/* Checks the outputs, and loads a file for a comparison. Files of NVBench are always loaded
 * leniently, because the comparison checks their values itself. In a file of another tool, a
 * malformed record is an error unless `flags` has BRES_LOAD_LENIENT. Warnings go to the standard
 * error. Returns TOOL_DONE or, with a message, TOOL_REFUSED. */
int tool_compared_load(const char *file, uint32_t flags, const struct tool_outputs *outputs,
                       bres_result **result);

/* Writes to a file, which is replaced as a whole, or to the standard output ("-" or NULL). Returns
 * TOOL_DONE or, with a message, TOOL_REFUSED. */
int tool_write(const char *path, const char *text, size_t length);

/* Whether a path of tool_write() stands for the standard output. */
bool tool_is_standard_output(const char *path);
/* Converts a path of tool_write() to an entry of struct tool_outputs: NULL becomes "-". */
const char *tool_output_name(const char *path);
/* The width of the terminal in columns; 0 if the descriptor is not a terminal, or the width is
 * unknown. */
uint32_t tool_terminal_width(int fd);
/* Whether to print in color to a descriptor; -1 stands for a file, which has no color. The
 * environment variable CLICOLOR_FORCE enables color for pipes, too; NO_COLOR disables color. */
bool tool_terminal_has_color(int fd);

struct tool_chart_names {
    const char *summary; /* NULL: not given */
    const char *along;   /* NULL: not given */
};

/* Sets the names of charts and checks their options. Returns TOOL_DONE or, with a message,
 * TOOL_REFUSED. */
int tool_charts_name(bres_plot_options *plot, bool draws_summary, struct tool_chart_names given,
                     struct tool_chart_names defaults);

/* Flags of tool_signals_catch(). Signals that the process ignored at its start stay ignored. */
#define TOOL_SIGNALS_HANGUP 1u /* also catch SIGHUP, in addition to SIGINT and SIGTERM */
#define TOOL_SIGNALS_ONCE   2u /* the second signal ends the process */
#define TOOL_SIGNALS_TERMINAL                                                                      \
    4u /* terminal signals also reach the command; do not pass them on                             \
        */

/* Starts to record signals; they do not end the process until tool_signals_release(). */
void tool_signals_catch(unsigned flags);
/* Lets signals end the process again. Call this function before work that follows a measurement and
 * may block, such as opening a pipe without a reader. */
void tool_signals_release(void);
/* The number of the last recorded signal; 0: no signal. */
int tool_signals_caught(void);
/* A bres_callgrind_signal_fn: returns each signal for the running command once; 0: no signal. */
int tool_signals_pass(void *user);
/* An is_interrupted callback: whether a signal was recorded. */
bool tool_signals_interrupted(void *user);
/* Ends the process by the last recorded signal, if any. */
void tool_signals_end(void);
/* Resets SIGPIPE and SIGCHLD to their default actions, even if the parent process ignores them. A
 * closed pipe then ends the process, and the process can wait for its children. */
void tool_signals_begin(void);
/* Undoes tool_signals_begin() before the process executes another program. */
void tool_signals_restore(void);

#endif
