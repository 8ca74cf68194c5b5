/* SPDX-License-Identifier: MIT */
/*
 * The benchresult command: finds the subcommand and runs it.
 */
#include "program.h"

#include "base/text/nearest.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Width in columns of the names of subcommands in the help. */
#define NAME_INDENT 12

static const struct {
    const char *name;
    int (*run)(char **arguments);
    const char *help;
    const char *heading; /* heading of the group that begins here; NULL: no new group */
} commands[] = {
    { "summary", summary_main, "print results as tables (markdown, CSV, JSON)",
      "Show and compare" },
    { "compare", compare_main, "decide which states are faster, slower or equivalent", NULL },
    { "table", table_main, "print medians by rows and columns of your choice, with verdicts",
      NULL },
    { "replay", replay_main, "show after how many samples stopping criteria would have ended",
      NULL },
    { "race", race_main, "run two programs in alternation until each state is decided", "Measure" },
    { "time", time_main, "time commands until their medians and their order are known", NULL },
    { "collect", collect_main, "take runs of one or two commands, one file per run", NULL },
    { "gate", gate_main, "pass if no state is slower than allowed, for CI", NULL },
    { "count", count_main, "count the instructions that a command executes", NULL },
    { "doctor", doctor_main, "report what disturbs measurements, or steady a command", NULL },
    { "tune", tune_main, "find the fastest configuration of a command", "Search and judge" },
    { "judge", judge_main, "check whether a function solves a problem, and time it", NULL },
    { "merge", merge_main, "merge shards, repeated runs and devices into one result",
      "Join and convert" },
    { "convert", convert_main, "convert files of other benchmark tools, and results to them",
      NULL },
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

    bres__text_puts(&text, "usage: benchresult SUBCOMMAND [OPTION]... [FILE]...\n"
                           "       benchresult help SUBCOMMAND\n"
                           "Work with the results of NVBench and libbenchresult.\n");
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        char left[NAME_INDENT + 1];

        if (commands[i].heading != NULL)
            bres__text_printf(&text, "\n%s:\n", commands[i].heading);
        snprintf(left, sizeof left, "  %s", commands[i].name);
        bres__help_put_row(&text, NAME_INDENT, left, commands[i].help);
    }
    bres__help_put_options(&text, options);
    return tool_write_text(&text);
}

static int words_main(void)
{
    bres__text text = { 0 };

    for (size_t i = 0; i < COMMAND_COUNT; i++)
        bres__words_put(&text, commands[i].name, NULL, NULL, commands[i].help);
    bres__words_put(&text, "help", NULL, NULL, "show the page of a subcommand");
    bres__words_put_options(&text, options);
    return tool_write_text(&text);
}

static size_t command_find(const char *name)
{
    size_t index = 0;

    while (index < COMMAND_COUNT && strcmp(commands[index].name, name) != 0)
        index++;
    return index;
}

static int refuse_unknown(const char *name)
{
    const bool is_option = name[0] == '-';
    bres__nearest nearest = { .unknown = name + strspn(name, "-") };

    for (size_t i = 0; !is_option && i < COMMAND_COUNT; i++)
        bres__nearest_add(&nearest, commands[i].name);
    for (size_t i = 0; is_option && options[i].name != NULL; i++)
        bres__nearest_add(&nearest, options[i].name);
    if (nearest.name == NULL)
        return tool_usage_error(NULL, "unknown %s '%s'", is_option ? "option" : "subcommand", name);
    return tool_usage_error(NULL, "unknown %s '%s' (did you mean '%s%s'?)",
                            is_option ? "option" : "subcommand", name, is_option ? "--" : "",
                            nearest.name);
}

/* Whether `man` finds the page. */
static bool page_is_installed(char *page)
{
    char *const arguments[] = { (char *)"man", (char *)"-w", page, NULL };
    posix_spawn_file_actions_t actions;
    int status = -1;
    pid_t process;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO) == 0 &&
        posix_spawnp(&process, "man", &actions, NULL, arguments, environ) == 0)
        waitpid(process, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Shows the manual page of a subcommand; if the page is not installed, prints the help. */
static int page_main(char **names)
{
    char page[64] = "benchresult";
    char *const arguments[] = { (char *)"man", page, NULL };
    char *help[] = { (char *)"--help", NULL };
    size_t index = COMMAND_COUNT;

    if (names[0] != NULL) {
        index = command_find(names[0]);
        if (index == COMMAND_COUNT)
            return refuse_unknown(names[0]);
        snprintf(page, sizeof page, "benchresult-%s", commands[index].name);
    }
    if (page_is_installed(page)) {
        tool_signals_restore();
        execvp("man", arguments);
    }
    return index < COMMAND_COUNT ? commands[index].run(help) : help_main();
}

static int dispatch(char **arguments)
{
    const char *name = arguments[0];
    size_t index;

    if (name == NULL)
        return tool_usage_error(NULL, "no subcommand given");
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        return help_main();
    if (strcmp(name, "--version") == 0) {
        printf("benchresult %s\n", bres_version());
        return TOOL_DONE;
    }
    if (tool_wants_words(arguments))
        return words_main();
    if (strcmp(name, "help") == 0)
        return page_main(arguments + 1);
    index = command_find(name);
    return index < COMMAND_COUNT ? commands[index].run(arguments + 1) : refuse_unknown(name);
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
