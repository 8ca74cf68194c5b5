/* SPDX-License-Identifier: MIT */
/*
 * The command line of a subcommand: a table of options for the option parser in base/command, and
 * the other texts of the help.
 */
#ifndef TOOL_PROGRAM_H
#define TOOL_PROGRAM_H

#include "base/command/command.h"
#include "tool.h"

struct tool_program {
    const char *name;         /* name of the subcommand */
    const char *const *forms; /* forms of the command line, for "usage:"; ended by NULL */
    const char *about;        /* description of the subcommand */
    const bres__option *options;
    const char *notes;                  /* lines of help below the options; NULL: no notes */
    void (*put_more)(bres__text *text); /* appends more help at the end; NULL: no more help */
    /* Takes an operand; NULL: the subcommand accepts no operands. The target is that of
     * tool_parse(). */
    bres_status (*operand)(bres__command *command, const char *text, void *target);
    /* If true, tool_parse() refuses "--" without an operand after it; `operand` must then clear
     * only_operands. */
    bool needs_operand;
};

/*
 * Parses the arguments, which end with NULL, into the subcommand's struct. Returns false if the
 * subcommand must end, with the exit status in *status: the function has printed the help, the
 * words for shell completion, or an error.
 */
bool tool_parse(const struct tool_program *program, char **arguments, void *target, int *status);

/* Whether the arguments request the words for shell completion, with an option that only completion
 * scripts use. tool_parse() then prints the words of the subcommand. */
bool tool_wants_words(char **arguments);
/* Writes a text to the standard output and frees it. Returns the exit status. */
int tool_write_text(bres__text *text);

/* Takes a file as an operand; the target must begin with a struct tool_input. */
bres_status tool_take_file(bres__command *command, const char *text, void *target);

/* Actions of options. The target is a bres_filter *; the first action that runs creates the filter.
 */
bres_status tool_take_benchmark(bres__command *command, const bres__option *option,
                                const char *value, void *target);
bres_status tool_take_axis(bres__command *command, const bres__option *option, const char *value,
                           void *target);
bres_status tool_take_regex(bres__command *command, const bres__option *option, const char *value,
                            void *target);

/* The formats that can be imported. The target of the action is a const char *. */
extern const bres__choices tool_import_formats;
bres_status tool_take_import_format(bres__command *command, const bres__option *option,
                                    const char *value, void *target);
/* Returns a set of choices with one bit for each format. */
uint32_t tool_count_formats(const char *(*name_of)(size_t index));

/* Functions for a bres__choices whose choices have names in the library. Bit n of a set stands for
 * the enumerator n. */
const char *tool_format_name(uint32_t format);
uint32_t tool_report_formats(uint32_t report);
const char *tool_verdict_word(uint32_t verdict);
const char *tool_column_name(uint32_t column);
uint32_t tool_columns(uint32_t set);
/* Returns the set of columns that can sort states. */
uint32_t tool_sort_columns(uint32_t set);

#define TOOL_FORMATS(...)                                                                          \
    &(const bres__choices)                                                                         \
    {                                                                                              \
        .noun = "format", .name_of = tool_format_name, __VA_ARGS__                                 \
    }
#define TOOL_REPORT_FORMATS(report) TOOL_FORMATS(.set = (report), .set_of = tool_report_formats)
#define TOOL_TEXT_AND_JSON                                                                         \
    TOOL_FORMATS(.set = BRES_FORMAT_BIT(BRES_FORMAT_MARKDOWN) | BRES_FORMAT_BIT(BRES_FORMAT_JSON))
#define TOOL_COLUMNS                                                                               \
    &(const bres__choices)                                                                         \
    {                                                                                              \
        .noun = "column", .name_of = tool_column_name, .set_of = tool_columns                      \
    }
#define TOOL_SORT_COLUMNS                                                                          \
    &(const bres__choices)                                                                         \
    {                                                                                              \
        .noun = "column", .name_of = tool_column_name, .set_of = tool_sort_columns                 \
    }
#define TOOL_VERDICTS(bits)                                                                        \
    &(const bres__choices)                                                                         \
    {                                                                                              \
        .noun = "verdict", .name_of = tool_verdict_word, .set = (bits)                             \
    }

/* Rows that several option tables share. `...` sets further members, such as .target =
 * offsetof(...). */
#define TOOL_OPTION_HELP                                                                           \
    {                                                                                              \
        .heading = "Help", .name = "help", .letter = 'h', .help = "print this help and exit",      \
        .kind = BRES__OPTION_HELP                                                                  \
    }
#define TOOL_OPTION_BENCHMARK(verb, ...)                                                           \
    {                                                                                              \
        .heading = "Selection", .name = "benchmark", .letter = 'b', .operand = "NAME",             \
        .help = verb " only this benchmark; repeatable", .action = tool_take_benchmark,            \
        __VA_ARGS__                                                                                \
    }
#define TOOL_OPTION_AXIS(verb, ...)                                                                \
    {                                                                                              \
        .name = "axis", .letter = 'a', .operand = "FILTER",                                        \
        .help = verb " only states that FILTER selects; repeatable", .action = tool_take_axis,     \
        __VA_ARGS__                                                                                \
    }
#define TOOL_OPTION_FILTER(verb, ...)                                                              \
    {                                                                                              \
        .name = "filter", .operand = "REGEX",                                                      \
        .help = verb " only states that REGEX matches; repeatable", .action = tool_take_regex,     \
        __VA_ARGS__                                                                                \
    }
#define TOOL_OPTION_LENIENT(...)                                                                   \
    {                                                                                              \
        .name = "lenient", .help = "load malformed values as absent, with warnings",               \
        .kind = BRES__OPTION_BITS, .value = BRES_LOAD_LENIENT, __VA_ARGS__                         \
    }
#define TOOL_OPTION_CONFINE(...)                                                                   \
    {                                                                                              \
        .name = "confine", .help = "refuse samples outside the directory of the result file",      \
        .kind = BRES__OPTION_BITS, .value = BRES_LOAD_CONFINE, __VA_ARGS__                         \
    }
#define TOOL_OPTION_OUTPUT(text, ...)                                                              \
    {                                                                                              \
        .name = "output", .letter = 'o', .operand = "FILE", .help = text,                          \
        .kind = BRES__OPTION_TEXT, __VA_ARGS__                                                     \
    }
#define TOOL_OPTION_FROM(text, ...)                                                                \
    {                                                                                              \
        .name = "from", .operand = "FORMAT", .help = text, .initial = "detected from the content", \
        .choices = &tool_import_formats, .action = tool_take_import_format, __VA_ARGS__            \
    }
/* Options of subcommands that run commands in pairs. */
#define TOOL_OPTION_TIMEOUT(...)                                                                   \
    {                                                                                              \
        .name = "timeout", .operand = "DURATION",                                                  \
        .help = "end a run that takes longer; 0: no limit", .initial = "0",                        \
        .kind = BRES__OPTION_DURATION, __VA_ARGS__                                                 \
    }
#define TOOL_OPTION_SEED(...)                                                                      \
    {                                                                                              \
        .name = "seed", .operand = "N", .help = "seed of the random order within pairs",           \
        .initial = "0", .kind = BRES__OPTION_UINT64, __VA_ARGS__                                   \
    }
#define TOOL_OPTION_FORMAT(formats, ...)                                                           \
    {                                                                                              \
        .name = "format", .operand = "FORMAT", .help = "print the report as",                      \
        .initial = "markdown", .kind = BRES__OPTION_CHOICE, .choices = (formats), __VA_ARGS__      \
    }

/* The syntax of FILTER and REGEX, for the notes. */
#define TOOL_FILTER_NOTES                                                                          \
    "FILTER is NAME=VALUE, NAME=[VALUE,...] or NAME[pow2]=EXPONENT. Before the first\n"            \
    "-b it applies to every benchmark, after a -b to that benchmark.\n"                            \
    "REGEX is a POSIX extended regular expression. It matches in the name of the\n"                \
    "benchmark, or in a text such as 'copy/N=2^20 T=F32'.\n"

#endif
