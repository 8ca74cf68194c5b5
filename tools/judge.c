/* SPDX-License-Identifier: MIT */
/*
 * benchresult judge: whether a solution is right, and how fast it is.
 */
#include "judge.h"

#include "program.h"
#include "progress.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

/* An option that was not given. */
#define NO_LANGUAGE UINT32_MAX
#define NO_BACKEND  UINT32_MAX

struct judge {
    const char *problem; /* NULL: not given, as all texts below */
    const char *solution;
    const char *json;
    const char *jsonbin;
    uint32_t starter;   /* a bres_language, or NO_LANGUAGE */
    uint32_t prototype; /* the same */
    uint32_t backend;   /* a bres_backend, or NO_BACKEND */
    uint32_t variation; /* BRES_JUDGE_CV_OF_TIMES or 0 */
    uint32_t format;    /* a bres_format */
    bool list;
    bres_judge_options options;
    bres__option_list flags;     /* of the compiler */
    bres__option_list variables; /* names */
    bres__option_list readable;  /* paths */
    struct progress progress;
};

static bres_status take_type(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    bres_data_type type;
    const bres_status status = bres_data_type_find(value, &type);
    const uint32_t number = (uint32_t)type;

    if (status != BRES_OK)
        return bres__option_refuse(command, option, status, "%s", bres_last_error());
    memcpy(target, &number, sizeof number);
    return BRES_OK;
}

static bres_status take_seed(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    const bres__option seed = {
        .name = option->name,
        .kind = BRES__OPTION_UINT64,
        .target = offsetof(bres_judge_options, seed),
    };
    bres_judge_options *judging = target;

    judging->has_seed = 1;
    return bres__option_apply(command, &seed, value, judging);
}

/* To the library 0 is to measure; here it is to know nothing. */
static bres_status take_peak(bres__command *command, const bres__option *option, const char *value,
                             void *target)
{
    const bres__option peak = { .name = option->name, .kind = BRES__OPTION_FLOAT64 };
    double *number = target;
    const bres_status status = bres__option_apply(command, &peak, value, number);

    if (status == BRES_OK && *number == 0)
        *number = -1;
    return status;
}

static const bres__choice language_list[] = { { "c", BRES_LANGUAGE_C },
                                              { "c++", BRES_LANGUAGE_CXX },
                                              { "cuda", BRES_LANGUAGE_CUDA },
                                              { NULL, 0 } };
static const bres__choices languages = { .noun = "language", .list = language_list };
static const bres__choice backend_list[] = { { "cpu", BRES_BACKEND_CPU },
                                             { "cuda", BRES_BACKEND_CUDA },
                                             { NULL, 0 } };
static const bres__choices backends = { .noun = "backend", .list = backend_list };
static const bres__choice variation_list[] = { { "rates", 0 },
                                               { "times", BRES_JUDGE_CV_OF_TIMES },
                                               { NULL, 0 } };
static const bres__choices variations = { .noun = "quantity", .list = variation_list };

#define AT(member)          .target = offsetof(struct judge, member)
#define TEXT(label, member) .operand = (label), .kind = BRES__OPTION_TEXT, AT(member)
#define CHOICE(label, known, member)                                                               \
    .operand = (label), .kind = BRES__OPTION_CHOICE, .choices = &(known), AT(member)
#define SECONDS(member) .operand = "SECONDS", .kind = BRES__OPTION_FLOAT64, AT(options.member)
#define BYTES(member)   .operand = "BYTES", .kind = BRES__OPTION_BYTES, AT(options.member)
#define SAMPLES(member)                                                                            \
    .operand = "N", .kind = BRES__OPTION_INT64, .max = INT32_MAX, AT(options.member)
#define SWITCH(flag) .kind = BRES__OPTION_BITS, .value = (flag), AT(options.flags)

static const bres__option options[] = {
    { .heading = "Problems",
      .name = "problem",
      .letter = 'p',
      .help = "the problem that FILE solves",
      TEXT("NAME", problem) },
    { .name = "list",
      .letter = 'l',
      .help = "list the problems and exit",
      .kind = BRES__OPTION_FLAG,
      AT(list) },
    { .name = "starter",
      .help = "print an empty solution, in",
      CHOICE("LANG", languages, starter) },
    { .name = "prototype",
      .help = "print the declaration of the solution, in",
      CHOICE("LANG", languages, prototype) },
    { .heading = "Solution",
      .name = "type",
      .letter = 't',
      .operand = "TYPE",
      .help = "data type, such as float32 (default: first type of the problem)",
      .action = take_type,
      AT(options.type) },
    { .name = "backend",
      .help = "where the solution runs (a .cu file: cuda by default):",
      .initial = "cpu",
      CHOICE("NAME", backends, backend) },
    { .name = "device",
      .letter = 'd',
      .operand = "N",
      .help = "id of the GPU",
      .initial = "0",
      .kind = BRES__OPTION_UINT32,
      .max = INT32_MAX,
      AT(options.device) },
    { .name = "compiler",
      .help = "compile with this program instead of cc, c++ or nvcc",
      TEXT("PROGRAM", options.compiler) },
    { .name = "flag",
      .operand = "FLAG",
      .help = "flag of the compiler, instead of -O2; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(flags) },
    { .name = "env",
      .operand = "NAME",
      .help = "environment variable that the solution sees; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(variables) },
    { .name = "allow-read",
      .operand = "PATH",
      .help = "file or directory that the compiler and the solution can read beside those of the "
              "system; repeatable",
      .kind = BRES__OPTION_LIST,
      AT(readable) },
    { .heading = "Checking",
      .name = "sample",
      .help = "call the solution once, with a small case, and show all arrays",
      SWITCH(BRES_JUDGE_SAMPLE_CASE) },
    { .name = "check", .help = "check without timing", SWITCH(BRES_JUDGE_CHECK_ONLY) },
    { .name = "first", .help = "judge only the first case", SWITCH(BRES_JUDGE_FIRST_CASE) },
    { .name = "verify",
      .operand = "FRACTION",
      .help = "verify a timed call with this probability",
      .initial = "1: all",
      .kind = BRES__OPTION_FLOAT64,
      .max = 1,
      AT(options.verify_fraction) },
    { .name = "seed",
      .operand = "N",
      .help = "seed of the inputs of timed calls (default: secret)",
      .action = take_seed,
      AT(options) },
    { .heading = "Timing",
      .name = "min-samples",
      .help = "smallest number of samples of a case",
      .initial = "5",
      SAMPLES(min_samples) },
    { .name = "max-samples",
      .help = "largest number of samples of a case",
      .initial = "20",
      SAMPLES(max_samples) },
    { .name = "max-cv",
      .operand = "FRACTION",
      .help = "end a case below this coefficient of variation",
      .initial = "0.01",
      .kind = BRES__OPTION_FLOAT64,
      AT(options.target_cv) },
    { .name = "cv-of",
      .help = "quantity to which --max-cv applies:",
      .initial = "rates",
      CHOICE("WHAT", variations, variation) },
    { .name = "min-time",
      .help = "smallest total time of the samples of a case",
      .initial = "0.1",
      SECONDS(min_time) },
    { .name = "long-time",
      .help = "if a call takes longer, take a fixed number of samples",
      .initial = "1",
      SECONDS(long_time) },
    { .name = "cache-size",
      .help = "read this much memory before each sample (default: 0, evict the arrays only)",
      BYTES(cache_size) },
    { .name = "peak-flops",
      .operand = "RATE",
      .help = "peak of the machine in FLOP/s; 0: unknown (default: measured)",
      .action = take_peak,
      AT(options.peak_flops) },
    { .name = "peak-bandwidth",
      .operand = "RATE",
      .help = "peak of the machine in bytes per second; 0: unknown (default: measured)",
      .action = take_peak,
      AT(options.peak_bandwidth) },
    { .heading = "Limits; BYTES may end in K, M or G",
      .name = "time-limit",
      .help = "time limit of all calls of a case (default: limit of the problem)",
      SECONDS(time_limit) },
    { .name = "compile-time-limit",
      .help = "time limit of the compiler",
      .initial = "60",
      SECONDS(compile_time_limit) },
    { .name = "memory-limit",
      .help = "memory limit of the solution, without the arrays; 0: no limit",
      .initial = "4G",
      BYTES(memory_limit) },
    { .name = "file-size-limit",
      .help = "largest size of a file that the solution writes",
      .initial = "0",
      BYTES(file_size_limit) },
    { .heading = "Output",
      .name = "json",
      .help = "write the verdict as a result file",
      TEXT("FILE", json) },
    { .name = "jsonbin",
      .help = "write the verdict as a result file with its samples",
      TEXT("FILE", jsonbin) },
    { .name = "format",
      .operand = "FORMAT",
      .help = "print the verdict as markdown, or events and verdict as JSON:",
      .initial = "markdown",
      .kind = BRES__OPTION_CHOICE,
      .choices = TOOL_TEXT_AND_JSON,
      AT(format) },
    { .name = "quiet",
      .letter = 'q',
      .help = "print only errors",
      .kind = BRES__OPTION_FLAG,
      AT(progress.quiet) },
    TOOL_OPTION_VERBOSE(AT(progress.verbose)),
    TOOL_OPTION_HELP,
    { .name = NULL },
};

static bres_status take_solution(bres__command *command, const char *text, void *target)
{
    struct judge *judge = target;

    if (judge->solution != NULL)
        return bres__command_refuse(command, BRES_ERROR_ARGUMENT,
                                    "more than one FILE given: '%s' and '%s'", judge->solution,
                                    text);
    judge->solution = text;
    return BRES_OK;
}

static const struct tool_program program = {
    .name = "judge",
    .forms = (const char *const[]){ "--problem NAME [OPTION]... FILE", "--list",
                                    "--problem NAME --starter LANG", NULL },
    .about = "Check whether FILE, a shared object or a source in C, C++ or CUDA, solves a "
             "problem, and time it.",
    .options = options,
    .notes = "Exit status: 0 accepted, 1 not accepted, 2 could not be judged.\n",
    .operand = take_solution,
};

/* The name of the case is that of a problem: a text without control characters. */
static void progress_of(struct judge *judge, const char *what, const bres_judge_event *event)
{
    char test[96] = "";
    char samples[48] = "";

    if (event->test_id > 0)
        snprintf(test, sizeof test, " %" PRIu64 "/%" PRIu64 " %.40s", event->test_id,
                 event->total_tests, event->name);
    if (event->sample > 0)
        snprintf(samples, sizeof samples, ", %" PRIu64 " samples", event->sample);
    progress_show(&judge->progress, "%s: %s%s%s", judge->problem, what, test, samples);
}

static void on_progress(struct judge *judge, const bres_judge_event *event)
{
    switch (event->kind) {
    case BRES_JUDGE_EVENT_COMPILING:
        progress_of(judge, "compiling", event);
        break;
    case BRES_JUDGE_EVENT_CHECKING:
    case BRES_JUDGE_EVENT_TEST_RESULT:
        progress_of(judge, "checking", event);
        break;
    case BRES_JUDGE_EVENT_BENCHMARKING:
    case BRES_JUDGE_EVENT_SAMPLE:
        progress_of(judge, "timing", event);
        break;
    default:
        break;
    }
}

static void on_event(void *user, const bres_judge_event *event)
{
    struct judge *judge = user;
    char *line;

    on_progress(judge, event);
    if (judge->format != BRES_FORMAT_JSON || judge->progress.quiet ||
        bres_judge_event_json(event, &line) != BRES_OK)
        return;
    fputs(line, stdout);
    fflush(stdout);
    bres_string_free(line);
}

static int write_results(const struct judge *judge, const bres_judgement *judgement)
{
    bres_result *result = bres_judgement_result(judgement);
    bres_write_options write;

    bres_write_options_init(&write);
    if (judge->jsonbin != NULL && bres_result_write(result, judge->jsonbin, &write) != BRES_OK)
        return tool_library_error();
    write.flags = BRES_WRITE_NO_SIDECARS;
    if (judge->json != NULL && bres_result_write(result, judge->json, &write) != BRES_OK)
        return tool_library_error();
    return TOOL_DONE;
}

static int print_verdict(const struct judge *judge, const bres_judgement *judgement)
{
    char *text = NULL;
    bres_status status;

    if (judge->progress.quiet)
        return TOOL_DONE;
    status = judge->format == BRES_FORMAT_JSON ? bres_judgement_json(judgement, &text)
                                               : bres_judgement_report(judgement, &text);
    if (status != BRES_OK)
        return tool_library_error();
    fputs(text, stdout);
    bres_string_free(text);
    return TOOL_DONE;
}

static int judge_run(struct judge *judge, const bres_problem *problem)
{
    bres_judge_options *judging = &judge->options;
    bres_judgement *judgement = NULL;
    bres_status judged;
    int status;

    judging->event = on_event;
    judging->event_user = judge;
    judging->is_interrupted = tool_signals_interrupted;
    judging->log = progress_warn;
    judging->log_user = &judge->progress;
    tool_signals_catch(TOOL_SIGNALS_HANGUP);
    judged = bres_judge(problem, judge->solution, judging, &judgement);
    progress_clear(&judge->progress);
    if (tool_signals_caught() != 0)
        status = 128 + tool_signals_caught();
    else if (judged != BRES_OK)
        status = tool_library_error();
    else
        status = write_results(judge, judgement);
    if (status == TOOL_DONE)
        status = print_verdict(judge, judgement);
    if (status == TOOL_DONE && !bres_judgement_is_accepted(judgement))
        status = TOOL_TRIPPED;
    bres_judgement_free(judgement);
    return status;
}

static int judge_solution(struct judge *judge, const bres_problem *problem)
{
    const char *end = judge->solution != NULL ? strrchr(judge->solution, '.') : NULL;
    const struct tool_outputs outputs = { .results = { judge->json, judge->jsonbin } };
    bres_judge_options *judging = &judge->options;

    if (judge->solution == NULL)
        return tool_usage_error(program.name, "no FILE given");
    if (tool_outputs_check_each_other(&outputs) != TOOL_DONE ||
        tool_outputs_check(&outputs, judge->solution) != TOOL_DONE)
        return TOOL_REFUSED;
    if (judge->backend != NO_BACKEND)
        judging->backend = judge->backend;
    else if (end != NULL && strcmp(end, ".cu") == 0)
        judging->backend = BRES_BACKEND_CUDA;
    judging->flags |= judge->variation;
    judging->compiler_flags = judge->flags.items;
    judging->environment = judge->variables.items;
    judging->allow_read = judge->readable.items;
    return judge_run(judge, problem);
}

static int judge_dispatch(struct judge *judge)
{
    const bres_data_type type = (bres_data_type)judge->options.type;
    const bres_problem *problem;

    if (judge->list)
        return judge_list_problems();
    if (judge->problem == NULL)
        return tool_usage_error(program.name, "no --problem given");
    if (bres_problem_find(judge->problem, &problem) != BRES_OK)
        return tool_library_error();
    if (judge->starter != NO_LANGUAGE)
        return judge_print_code(problem, type, (bres_language)judge->starter, false);
    if (judge->prototype != NO_LANGUAGE)
        return judge_print_code(problem, type, (bres_language)judge->prototype, true);
    return judge_solution(judge, problem);
}

int judge_main(char **arguments)
{
    struct judge judge = {
        .starter = NO_LANGUAGE,
        .prototype = NO_LANGUAGE,
        .backend = NO_BACKEND,
    };
    int status;

    bres_judge_options_init(&judge.options);
    if (tool_parse(&program, arguments, &judge, &status))
        status = judge_dispatch(&judge);
    bres__option_list_free(&judge.flags);
    bres__option_list_free(&judge.variables);
    bres__option_list_free(&judge.readable);
    return status;
}
