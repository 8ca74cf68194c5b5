/* SPDX-License-Identifier: MIT */
/*
 * The command line of benchresult judge.
 */
#include "judge.h"

#include <stddef.h>
#include <string.h>

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

/* In the library, 0 means that the judge measures the peak. On the command line, 0 means unknown,
 * which is a negative number in the library. */
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
#define DURATION(member) .operand = "DURATION", .kind = BRES__OPTION_DURATION, AT(options.member)
#define BYTES(member)    .operand = "BYTES", .kind = BRES__OPTION_BYTES, AT(options.member)
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
      .initial = "100ms",
      DURATION(min_time) },
    { .name = "long-time",
      .help = "if a call takes longer, take a fixed number of samples",
      .initial = "1s",
      DURATION(long_time) },
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
      DURATION(time_limit) },
    { .name = "compile-time-limit",
      .help = "time limit of the compiler",
      .initial = "60s",
      DURATION(compile_time_limit) },
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

const struct tool_program judge_program = {
    .name = "judge",
    .forms = (const char *const[]){ "--problem NAME [OPTION]... FILE", "--list",
                                    "--problem NAME --starter LANG", NULL },
    .about = "Check whether FILE, a shared object or a source in C, C++ or CUDA, solves a "
             "problem, and time it.",
    .options = options,
    .notes = "Exit status: 0 accepted, 1 not accepted, 2 could not be judged.\n",
    .operand = take_solution,
};
