/* SPDX-License-Identifier: MIT */
/*
 * The benchresult command: finds the subcommand and runs it.
 */
#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int (*run)(char **arguments);
    const char *what;
} commands[] = {
    { "summary", summary_main, "print results as tables (markdown, CSV, JSON)" },
    { "compare", compare_main, "compare two results: faster, slower, or the same" },
    { "replay", replay_main, "where stopping criteria would have ended measurements" },
    { "merge", merge_main, "merge shards, repeated runs and devices into one result" },
    { "judge", judge_main, "check whether a function solves a problem, and time it" },
    { "count", count_main, "count the instructions that a command executes" },
    { "race", race_main, "run two programs in alternation until it is decided" },
};

#define COMMAND_COUNT (sizeof commands / sizeof *commands)

static int help_main(void)
{
    puts("usage: benchresult SUBCOMMAND [OPTION]... FILE...\n"
         "Show, compare, replay and merge the result files of NVBench and libbenchresult,\n"
         "judge solutions of problems, count the instructions of commands, and race two\n"
         "programs.\n"
         "\n"
         "Subcommands:");
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        printf("  %-10s%s\n", commands[i].name, commands[i].what);
    puts("\n"
         "Options:\n"
         "  -h, --help  print this and exit; a subcommand has its own --help\n"
         "  --version   print the version and exit");
    return TOOL_DONE;
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

    /* A reader that has gone ends the command quietly, also under a parent that ignores the
     * signal. */
    signal(SIGPIPE, SIG_DFL);
    status = dispatch(argc > 0 ? argv + 1 : argv);
    if (fclose(stdout) != 0 && status == TOOL_DONE)
        status = tool_error("cannot write to the standard output: %s", strerror(errno));
    return status;
}
