/* SPDX-License-Identifier: MIT */
/*
 * The benchresult command: finds the subcommand and runs it.
 */
#include "program.h"

#include <errno.h>
#include <string.h>

/* Columns of the help that the names of subcommands take. */
#define NAME_INDENT 12

static const struct {
    const char *name;
    int (*run)(char **arguments);
    const char *help;
} commands[] = {
    { "summary", summary_main, "print results as tables (markdown, CSV, JSON)" },
    { "compare", compare_main, "decide which states are faster, slower or equivalent" },
    { "replay", replay_main, "show when stopping criteria would have ended measurements" },
    { "merge", merge_main, "merge shards, repeated runs and devices into one result" },
    { "convert", convert_main, "convert files of other benchmark tools to a result file" },
    { "judge", judge_main, "check whether a function solves a problem, and time it" },
    { "count", count_main, "count the instructions that a command executes" },
    { "race", race_main, "run two programs in alternation until one is proven faster" },
    { "time", time_main, "time commands until their medians and their order are known" },
    { "gate", gate_main, "pass if no benchmark is slower than allowed, for CI" },
    { "collect", collect_main, "take runs of one or two commands, one file per run" },
    { "tune", tune_main, "find the fastest configuration of a command" },
    { "doctor", doctor_main, "report what disturbs measurements here, or steady a command" },
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static const bres__option options[] = {
    { .heading = "Options",
      .name = "help",
      .letter = 'h',
      .help = "print this help and exit; each subcommand has its own --help" },
    { .name = "version", .help = "print the version and exit" },
    { .name = NULL },
};

static int help_main(void)
{
    bres__text text = { 0 };
    int status = TOOL_DONE;

    bres__text_puts(&text, "usage: benchresult SUBCOMMAND [OPTION]... [FILE]...\n"
                           "Work with the results of NVBench and libbenchresult.\n"
                           "\n"
                           "Subcommands:\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        char left[NAME_INDENT + 1];

        snprintf(left, sizeof left, "  %s", commands[i].name);
        bres__help_put_row(&text, NAME_INDENT, left, commands[i].help);
    }
    bres__help_put_options(&text, options);
    if (text.failed)
        status = tool_error("out of memory");
    else
        status = tool_write(NULL, text.data, text.length);
    bres__text_free(&text);
    return status;
}

static int dispatch(char **arguments)
{
    const char *name = arguments[0];

    if (name == NULL)
        return tool_usage_error(NULL, "no subcommand given");
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help_main();
    if (strcmp(name, "--version") == 0) {
        printf("benchresult %s\n", bres_version());
        return TOOL_DONE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(arguments + 1);
    }
    return tool_usage_error(NULL, "unknown %s '%s'", name[0] == '-' ? "option" : "subcommand",
                            name);
}

int main(int argc, char **argv)
{
    int status;

    tool_signals_begin();
    status = dispatch(argc > 0 ? argv + 1 : argv);
    if (fclose(stdout) != 0 && status == TOOL_DONE)
        status = tool_error("cannot write to the standard output: %s", strerror(errno));
    return status;
}
