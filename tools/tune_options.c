/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult tune.
 */
#include "tune.h"

#include "base/number/number.h"

#include <inttypes.h>
#include <string.h>

#define MAX_TIME 600

static bres_status take_result(bres__command *command, const bres__option *option,
                               const char *value, void *target)
{
    const char **path = target;

    if (value[0] == '\0' || strcmp(value, "-") == 0)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a file name (expected a name for the result)",
                                   value);
    *path = value;
    return BRES_OK;
}

/* Takes "decided", "any", or a number of configurations. */
static bres_status take_reuse_if(bres__command *command, const bres__option *option,
                                 const char *value, void *target)
{
    const bres__option number = {
        .name = option->name,
        .kind = BRES__OPTION_INT64,
        .target = offsetof(bres_tuner_options, reuse_left),
    };
    bres_tuner_options *tuning = target;

    if (value[0] >= '0' && value[0] <= '9') {
        tuning->reuse_if = BRES_TUNER_REUSE_FEW_LEFT;
        return bres__option_apply(command, &number, value, tuning);
    }
    if (strcmp(value, "decided") != 0 && strcmp(value, "any") != 0)
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "unknown word '%s' (expected decided, any or a number)", value);
    tuning->reuse_if = value[0] == 'd' ? BRES_TUNER_REUSE_DECIDED : BRES_TUNER_REUSE_ANY;
    return BRES_OK;
}

/* Takes sizes separated by commas, such as 1024,1024,64. */
static bres_status take_problem_size(bres__command *command, const bres__option *option,
                                     const char *value, void *target)
{
    struct tune *tune = target;
    const char *at = value;
    size_t count = 0;

    for (;;) {
        const size_t length = strcspn(at, ",");

        if (count == BRES_TUNER_KEY_SIZES_MAX)
            return bres__option_refuse(command, option, BRES_ERROR_LIMIT,
                                       "'%s' has too many sizes (expected at most %" PRIu32 ")",
                                       value, BRES_TUNER_KEY_SIZES_MAX);
        if (bres__parse_int64(at, length, &tune->problem_size[count]) != BRES__PARSE_OK ||
            tune->problem_size[count] < 0)
            return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                       "'%s' is not a problem size (expected integers of at least "
                                       "0, with commas)",
                                       value);
        count++;
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    tune->key.problem_size = tune->problem_size;
    tune->key.problem_size_count = count;
    return BRES_OK;
}

static const bres__choice clock_kind_list[] = { { "wall", BRES_CLOCK_WALL },
                                                { "process", BRES_CLOCK_PROCESS },
                                                { NULL, 0 } };
static const bres__choices clock_kind_choices = { .noun = "clock", .list = clock_kind_list };

static const bres__choice strategy_list[] = { { "elimination", BRES_TUNER_ELIMINATION },
                                              { "exhaustive", BRES_TUNER_EXHAUSTIVE },
                                              { "random", BRES_TUNER_RANDOM },
                                              { NULL, 0 } };
static const bres__choices strategy_choices = { .noun = "strategy", .list = strategy_list };

static const bres__choice undecided_list[] = { { "pass", false }, { "fail", true }, { NULL, 0 } };
static const bres__choices undecided_choices = { .noun = "word", .list = undecided_list };

#define AT(member) .target = offsetof(struct tune, member)

static const bres__option options[] = {
    { .heading = "Space",
      .name = "param",
      .letter = 'p',
      .operand = "NAME=VALUES",
      .help = "a parameter with the values to try; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(parameters) },
    { .name = "constraint",
      .operand = "EXPR",
      .help = "try only configurations for which EXPR is true; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(constraints) },
    { .name = "dry-run",
      .help = "print the command of each configuration and exit",
      .kind = BRES__OPTION_FLAG,
      AT(lists) },
    { .heading = "Command",
      .name = "timeout",
      .operand = "DURATION",
      .help = "end a run that takes longer, and count its configuration as failed; 0: no limit",
      .initial = "60s",
      .kind = BRES__OPTION_DURATION,
      AT(options.execution_timeout) },
    { .name = "warmup-runs",
      .operand = "N",
      .help = "runs of a configuration before its first sample, which do not count",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(command.warmup_runs) },
    { .name = "clock",
      .operand = "CLOCK",
      .help = "time of a whole command (process: CPU time of its process and of the children that "
              "it has waited for):",
      .initial = "wall",
      .kind = BRES__OPTION_CHOICE,
      .choices = &clock_kind_choices,
      AT(options.clock_kind) },
    { .name = "show-output",
      .help = "show the output of the command",
      .kind = BRES__OPTION_BITS,
      .value = BRES_TUNER_COMMAND_SHOW_OUTPUT,
      AT(command.flags) },
    { .heading = "Search",
      .name = "max-time",
      .operand = "DURATION",
      .help = "end the search after this wall time, such as 90s; 0: no limit",
      .initial = "10m",
      .kind = BRES__OPTION_DURATION,
      AT(options.max_time) },
    { .name = "max-samples",
      .operand = "N",
      .help = "end the search after this number of runs; 0: no limit",
      .initial = "0",
      .kind = BRES__OPTION_INT64,
      AT(options.max_samples) },
    { .name = "trial-samples",
      .operand = "N",
      .help = "largest number of runs of a configuration",
      .initial = "200",
      .kind = BRES__OPTION_INT64,
      .min = 1,
      AT(options.trial_samples) },
    { .name = "strategy",
      .operand = "STRATEGY",
      .help = "how to spend the time:",
      .initial = "elimination",
      .kind = BRES__OPTION_CHOICE,
      .choices = &strategy_choices,
      AT(options.strategy) },
    { .name = "error-rate",
      .operand = "PERCENT",
      .help = "largest probability of eliminating the fastest configuration",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(options.error_rate) },
    { .name = "equivalence-margin",
      .operand = "PERCENT",
      .help = "configurations are equivalent when their times are within PERCENT",
      .initial = "1",
      .kind = BRES__OPTION_PERCENT,
      AT(options.equivalence_margin) },
    { .name = "seed",
      .operand = "N",
      .help = "seed of the order of runs",
      .initial = "0",
      .kind = BRES__OPTION_UINT64,
      AT(options.seed) },
    { .name = "undecided",
      .operand = "WORD",
      .help = "exit status of an undecided search (pass: 0; fail: 3):",
      .initial = "pass",
      .kind = BRES__OPTION_CHOICE,
      .choices = &undecided_choices,
      AT(undecided) },
    { .heading = "Cache",
      .name = "cache",
      .operand = "FILE",
      .help = "take the answer from this cache, or measure and store it there; one file has the "
              "answers of many names",
      .kind = BRES__OPTION_TEXT,
      AT(options.cache) },
    { .name = "problem-size",
      .operand = "N,...",
      .help = "size of the problem, such as 1024,1024,64; the cache has an answer for each size",
      .action = take_problem_size },
    { .name = "retune",
      .help = "measure although the cache has an answer, and replace it",
      .kind = BRES__OPTION_BITS,
      .value = BRES_TUNER_RETUNE,
      AT(options.flags) },
    { .heading = "Output",
      .name = "json",
      .operand = "FILE",
      .help = "write the result to FILE; during the search, a journal to FILE.partial",
      .action = take_result,
      AT(options.path) },
    { .name = "resume",
      .help = "continue the search in FILE.partial or FILE",
      .kind = BRES__OPTION_BITS,
      .value = BRES_TUNER_RESUME,
      AT(options.flags) },
    { .name = "reuse",
      .help =
          "run nothing if FILE has the answer of the same search; otherwise continue the search",
      .kind = BRES__OPTION_BITS,
      .value = BRES_TUNER_REUSE,
      AT(options.flags) },
    { .name = "reuse-if",
      .operand = "WORD",
      .help = "the answer that --reuse and --cache take: decided, N (at most N configurations "
              "left) or any (default decided)",
      .action = take_reuse_if,
      AT(options) },
    { .name = "kernel-hash",
      .operand = "TEXT",
      .help = "version of the program: --resume, --reuse and --cache accept no other version",
      .kind = BRES__OPTION_TEXT,
      AT(options.kernel_hash) },
    { .name = "name",
      .operand = "NAME",
      .help = "name of the benchmark in the result and of the kernel in the cache",
      .initial = "tune",
      .kind = BRES__OPTION_TEXT,
      AT(options.name) },
    TOOL_OPTION_FORMAT(TOOL_REPORT_FORMATS(BRES_REPORT_SUMMARY), AT(format)),
    TOOL_OPTION_OUTPUT("write the report to this file instead of the standard output", AT(output)),
    TOOL_OPTION_QUIET(AT(progress.quiet)),
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

/* The command begins after "--"; all words after it belong to the command. Without "--", a word is
 * an error, because it may be a typing error. */
static bres_status take_command(bres__command *command, const char *text, void *target)
{
    struct tune *tune = target;

    if (!command->only_operands)
        return bres__command_refuse(command, BRES_ERROR_VALUE,
                                    "unexpected '%s' (expected '--' before the COMMAND)", text);
    tune->command.arguments = (const char *const *)(command->next - 1);
    command->next = command->end;
    command->only_operands = false;
    return BRES_OK;
}

const struct tool_program tune_program = {
    .name = "tune",
    .forms =
        (const char *const[]){ "-p NAME=VALUES... [OPTION]... -- COMMAND [ARGUMENT]...", NULL },
    .about = "Find the fastest configuration of a command. '{NAME}' in an argument stands for the "
             "value of a parameter, and '{}' for the result file that the command writes. Without "
             "'{}', the time of the whole command is measured.",
    .options = options,
    .notes = "NAME=VALUES is NAME=8,16,32, a range with its stride as NAME=[8:64:8], or\n"
             "NAME=fast,safe. NAME[pow2]=[3:6] has the powers of two 8, 16, 32 and 64.\n"
             "EXPR has parameters, numbers, texts, + - * / %, comparisons, && || ! and\n"
             "parentheses, as in 'TILE*UNROLL<=64 && MODE==fast'.\n"
             "Arguments are passed as they are, without a shell. '{{NAME}}' stands for\n"
             "'{NAME}' itself.\n"
             "Exit status: 0 done; 2 wrong usage, or every configuration failed;\n"
             "3 an undecided search with --undecided fail; 129, 130 or 143 after a signal.\n",
    .operand = take_command,
    .needs_operand = true,
};

void tune_arguments_init(struct tune *tune)
{
    *tune = (struct tune){ .tuner = NULL };
    bres_tuner_options_init(&tune->options);
    bres_tuner_command_init(&tune->command);
    bres_tuner_key_init(&tune->key);
    tune->options.max_time = MAX_TIME;
}
