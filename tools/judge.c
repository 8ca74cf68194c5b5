/* SPDX-License-Identifier: MIT */
/*
 * benchresult judge: whether a solution is right, and how fast it is.
 */
#include "judge.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* --- Signals ---------------------------------------------------------------------------------- */

static volatile sig_atomic_t caught;

static void signal_catch(int number)
{
    caught = number;
}

/* The judgement ends, and with it the processes of the solution. */
static void signals_catch(void)
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    struct sigaction action = { .sa_handler = signal_catch };

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before;

        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

static bool signal_was_caught(void *user)
{
    (void)user;
    return caught != 0;
}

/* --- What is no judgement --------------------------------------------------------------------- */

static int judge_help(void)
{
    puts("usage: benchresult judge --problem NAME [OPTION]... FILE\n"
         "       benchresult judge --list\n"
         "       benchresult judge --problem NAME --starter LANG\n"
         "Check whether FILE, a shared object or a source in C, C++ or CUDA, solves a\n"
         "problem, and time it.\n"
         "\n"
         "Options:");
    judge_options_help();
    puts("\n"
         "Exit status: 0 accepted, 1 not accepted, 2 could not be judged.");
    return TOOL_DONE;
}

#define LIST_INDENT  24
#define LIST_COLUMNS 80

/* Prints words behind what has that many columns; further lines are indented. */
static int list_put(int column, const char *words)
{
    while (*words != '\0') {
        const int length = (int)strcspn(words, " ");

        if (column + 1 + length > LIST_COLUMNS) {
            printf("\n%*s", LIST_INDENT - 1, "");
            column = LIST_INDENT - 1;
        }
        column += printf(" %.*s", length, words);
        words += length + (words[length] == ' ');
    }
    return column;
}

static void list_problem(const bres_problem *problem)
{
    int column = printf("%-*s", LIST_INDENT - 1, problem->name);
    char words[32];
    uint32_t left = problem->types;

    column = list_put(column, problem->title);
    for (unsigned type = BRES_TYPE_FLOAT32; type <= BRES_TYPE_SIZE; type++) {
        if ((left & BRES_TYPE_BIT(type)) == 0)
            continue;
        snprintf(words, sizeof words, "%s%s%s", left == problem->types ? "(" : "",
                 bres_data_type_name((bres_data_type)type),
                 left == BRES_TYPE_BIT(type) ? ")" : ",");
        left &= ~BRES_TYPE_BIT(type);
        column = list_put(column, words);
    }
    putchar('\n');
}

static int list_problems(void)
{
    for (size_t i = 0; i < bres_problem_count(); i++)
        list_problem(bres_problem_at(i));
    return TOOL_DONE;
}

/* The type that was asked for, or the first that the problem can be judged in. */
static bres_data_type type_of(const bres_problem *problem, const bres_judge_options *options)
{
    unsigned type = options->type;

    if (type == BRES_TYPE_ELEMENT) {
        type = BRES_TYPE_FLOAT32;
        while (type < BRES_TYPE_SIZE && (problem->types & BRES_TYPE_BIT(type)) == 0)
            type++;
    }
    return (bres_data_type)type;
}

static int print_code(const struct judge_arguments *arguments, const bres_problem *problem)
{
    const bres_data_type type = type_of(problem, &arguments->options);
    const bres_language language = (bres_language)arguments->language;
    char *text = NULL;
    const bres_status status = arguments->wish == JUDGE_STARTER
                                   ? bres_problem_starter(problem, type, language, &text)
                                   : bres_problem_prototype(problem, type, language, &text);

    if (status != BRES_OK)
        return tool_error("%s", bres_last_error());
    fputs(text, stdout);
    bres_string_free(text);
    return TOOL_DONE;
}

/* --- Judging ---------------------------------------------------------------------------------- */

struct judge {
    struct judge_arguments arguments;
    struct judge_progress progress;
};

static void judge_tell(void *user, const bres_judge_event *event)
{
    struct judge *judge = user;
    char *line;

    judge_progress_update(&judge->progress, event);
    if (!judge->arguments.as_json || judge->arguments.quiet ||
        bres_judge_event_json(event, &line) != BRES_OK)
        return;
    fputs(line, stdout);
    fflush(stdout);
    bres_string_free(line);
}

static void judge_warn(void *user, bres_log_level level, const char *message)
{
    (void)user;
    if (level == BRES_LOG_WARNING)
        tool_say("warning: %s", message);
}

static int write_results(const struct judge_arguments *arguments, const bres_judgement *judgement)
{
    bres_result *result = bres_judgement_result(judgement);
    bres_write_options options;

    bres_write_options_init(&options);
    if (arguments->jsonbin != NULL &&
        bres_result_write(result, arguments->jsonbin, &options) != BRES_OK)
        return tool_error("%s", bres_last_error());
    options.flags = BRES_WRITE_NO_SIDECARS;
    if (arguments->json != NULL && bres_result_write(result, arguments->json, &options) != BRES_OK)
        return tool_error("%s", bres_last_error());
    return TOOL_DONE;
}

static int print_verdict(const struct judge_arguments *arguments, const bres_judgement *judgement)
{
    char *text = NULL;
    bres_status status;

    if (arguments->quiet)
        return TOOL_DONE;
    status = arguments->as_json ? bres_judgement_json(judgement, &text)
                                : bres_judgement_report(judgement, &text);
    if (status != BRES_OK)
        return tool_error("%s", bres_last_error());
    fputs(text, stdout);
    bres_string_free(text);
    return TOOL_DONE;
}

static int judge_run(struct judge *judge, const bres_problem *problem)
{
    struct judge_arguments *arguments = &judge->arguments;
    bres_judge_options *options = &arguments->options;
    bres_judgement *judgement = NULL;
    bres_status judged;
    int status;

    options->event = judge_tell;
    options->event_user = judge;
    options->is_interrupted = signal_was_caught;
    options->log = judge_warn;
    signals_catch();
    if (!arguments->quiet)
        judge_progress_begin(&judge->progress, problem->name);
    judged = bres_judge(problem, arguments->solution, options, &judgement);
    judge_progress_end(&judge->progress);
    if (caught != 0)
        status = 128 + caught;
    else if (judged != BRES_OK)
        status = tool_error("%s", bres_last_error());
    else
        status = write_results(arguments, judgement);
    if (status == TOOL_DONE)
        status = print_verdict(arguments, judgement);
    if (status == TOOL_DONE && !bres_judgement_is_accepted(judgement))
        status = TOOL_TRIPPED;
    bres_judgement_free(judgement);
    return status;
}

static int judge_problem(struct judge *judge)
{
    const bres_problem *problem;

    if (bres_problem_find(judge->arguments.problem, &problem) != BRES_OK)
        return tool_error("%s", bres_last_error());
    return judge->arguments.wish == JUDGE_VERDICT ? judge_run(judge, problem)
                                                  : print_code(&judge->arguments, problem);
}

int judge_main(char **arguments)
{
    struct judge judge = { .progress = { .is_shown = false } };
    int status;

    bres_judge_options_init(&judge.arguments.options);
    status = judge_parse(&judge.arguments, arguments);
    if (status != TOOL_DONE || judge.arguments.wish == JUDGE_HELP)
        status = status == TOOL_DONE ? judge_help() : status;
    else if (judge.arguments.wish == JUDGE_LIST)
        status = list_problems();
    else
        status = judge_problem(&judge);
    judge_arguments_free(&judge.arguments);
    return status;
}
