/* SPDX-License-Identifier: MIT */
/*
 * The options of a benchmark program, and those that are no more than a value.
 */
#include "harness/cli/arguments.h"

#include <string.h>

enum bench_flag { BENCH_RUN_ONCE, BENCH_NO_BATCH, BENCH_STRICT_STREAMS };
enum option_flag { FLAG_QUIET, FLAG_COLOR, FLAG_RESUME, FLAG_ISOLATE, FLAG_NO_ISOLATE };

static bres_status take_last_mode(bres__arguments *arguments, const bres__option *option,
                                  const char *operand)
{
    (void)operand;
    arguments->invocation->mode = (bres__mode)option->choice;
    arguments->done = true;
    return BRES_OK;
}

/* What is listed depends on the options that follow. */
static bres_status take_list_mode(bres__arguments *arguments, const bres__option *option,
                                  const char *operand)
{
    (void)operand;
    if (arguments->invocation->mode == BRES__MODE_RUN)
        arguments->invocation->mode = (bres__mode)option->choice;
    return BRES_OK;
}

static bres_status take_flag(bres__arguments *arguments, const bres__option *option,
                             const char *operand)
{
    bres__invocation *invocation = arguments->invocation;

    (void)operand;
    switch ((enum option_flag)option->choice) {
    case FLAG_QUIET:
        invocation->quiet = true;
        break;
    case FLAG_COLOR:
        invocation->color = true;
        break;
    case FLAG_RESUME:
        invocation->resume = true;
        break;
    case FLAG_ISOLATE:
        invocation->isolate = true;
        break;
    case FLAG_NO_ISOLATE:
        invocation->isolate = false;
        break;
    }
    return BRES_OK;
}

static bres_status modify_int64(bres_bench *bench, const bres__modifier *modifier)
{
    const char *const operand = modifier->operand;
    int64_t value;
    bres_status status =
        bres__operand_int64(bres__trim(operand, operand + strlen(operand)), &value);

    if (status == BRES_OK)
        status = bres__settings_set_int64(&bench->settings, modifier->option->key, value);
    return status;
}

/* A number that counts as so much of the setting's unit. */
static bres_status modify_number(bres_bench *bench, const bres__modifier *modifier, double divisor)
{
    const char *const operand = modifier->operand;
    double value;
    bres_status status =
        bres__operand_float64(bres__trim(operand, operand + strlen(operand)), &value);

    if (status == BRES_OK)
        status =
            bres__settings_set_float64(&bench->settings, modifier->option->key, value / divisor);
    return status;
}

static bres_status modify_float64(bres_bench *bench, const bres__modifier *modifier)
{
    return modify_number(bench, modifier, 1);
}

static bres_status modify_percent(bres_bench *bench, const bres__modifier *modifier)
{
    return modify_number(bench, modifier, 100);
}

static bres_status modify_flag(bres_bench *bench, const bres__modifier *modifier)
{
    switch ((enum bench_flag)modifier->option->choice) {
    case BENCH_RUN_ONCE:
        bench->settings.run_once = true;
        break;
    case BENCH_NO_BATCH:
        bench->settings.no_batch = true;
        break;
    case BENCH_STRICT_STREAMS:
        bench->settings.strict_streams = true;
        break;
    }
    return BRES_OK;
}

const bres__option bres__options[] = {
    { .heading = "Information",
      .name = "help",
      .letter = 'h',
      .help = "Print this and exit.",
      .take = take_last_mode,
      .choice = BRES__MODE_HELP },
    { .name = "help-axes",
      .alias = "help-axis",
      .help = "Explain what --axis takes, and exit.",
      .take = take_last_mode,
      .choice = BRES__MODE_HELP_AXES },
    { .name = "version",
      .help = "Print the version of the library and exit.",
      .take = take_last_mode,
      .choice = BRES__MODE_VERSION },
    { .name = "list",
      .letter = 'l',
      .help = "List the benchmarks and their axes, and exit.",
      .take = take_list_mode,
      .choice = BRES__MODE_LIST },
    { .name = "jsonlist-benches",
      .help = "The same as JSON.",
      .take = take_list_mode,
      .choice = BRES__MODE_JSON_BENCHES },
    { .name = "jsonlist-devices",
      .help = "List the devices as JSON, and exit.",
      .take = take_list_mode,
      .choice = BRES__MODE_JSON_DEVICES },
    { .heading = "Output; FILE can be stdout or stderr, too",
      .name = "markdown",
      .alias = "md",
      .operand = "FILE",
      .help = "Write tables for people. They go to stdout when "
              "nothing else does.",
      .take = bres__take_output,
      .choice = BRES__OUTPUT_MARKDOWN },
    { .name = "csv",
      .operand = "FILE",
      .help = "Write one table with all results.",
      .take = bres__take_output,
      .choice = BRES__OUTPUT_CSV },
    { .name = "json",
      .operand = "FILE",
      .help = "Write the results as JSON.",
      .take = bres__take_output,
      .choice = BRES__OUTPUT_JSON },
    { .name = "jsonbin",
      .operand = "FILE",
      .help = "The same, and all samples in files beside it: "
              "not to stdout or stderr.",
      .take = bres__take_output,
      .choice = BRES__OUTPUT_JSONBIN },
    { .name = "quiet",
      .letter = 'q',
      .help = "No log, and no tables that were not asked for.",
      .take = take_flag,
      .choice = FLAG_QUIET },
    { .name = "color", .help = "Colours in the log.", .take = take_flag, .choice = FLAG_COLOR },
    { .heading = "What is run",
      .name = "benchmark",
      .letter = 'b',
      .operand = "NAME",
      .help = "Run this benchmark; NAME can be its index. "
              "Repeatable. Without it, all are run.",
      .take = bres__take_benchmark },
    { .name = "axis",
      .letter = 'a',
      .operand = "SPEC",
      .help = "Replace the values of an axis, for example "
              "'N=[1,2,4]'; see --help-axes. (*)",
      .modify = bres__modify_axis },
    { .name = "devices",
      .alias = "device",
      .letter = 'd',
      .operand = "IDS",
      .help = "Run on these devices: an id, a list, a range "
              "or 'all'. Benchmarks on the CPU ignore it.",
      .modify = bres__modify_devices },
    { .name = "shard",
      .operand = "I/N",
      .help = "Run every N-th state, from state I on, counted "
              "from 0. 'benchresult merge' unites the results.",
      .take = bres__take_shard },
    { .name = "repeat",
      .operand = "N",
      .help = "Run all of it N times, each state as run 0 to "
              "N-1.",
      .take = bres__take_repeat },
    { .name = "shuffle",
      .operand = "SEED",
      .help = "Run the states in an order that SEED, a whole "
              "number, decides.",
      .take = bres__take_shuffle },
    { .name = "resume",
      .help = "Keep the states that an interrupted run has "
              "measured, and run the others.",
      .take = take_flag,
      .choice = FLAG_RESUME },
    { .name = "isolate",
      .help = "Run each state in a process of its own, so that "
              "a crash loses that state only (the default).",
      .take = take_flag,
      .choice = FLAG_ISOLATE },
    { .name = "no-isolate",
      .help = "Run all states in this process.",
      .take = take_flag,
      .choice = FLAG_NO_ISOLATE },
    { .heading = "How a state is measured (*)",
      .name = "min-samples",
      .operand = "N",
      .help = "Samples before the stopping criterion is asked. "
              "Default 10.",
      .modify = modify_int64,
      .key = "min_samples" },
    { .name = "cold-warmup-runs",
      .operand = "N",
      .help = "Executions before the first sample. Default 1.",
      .modify = modify_int64,
      .key = "cold_warmup_runs" },
    { .name = "cold-max-warmup-walltime",
      .operand = "SECONDS",
      .help = "Begin no further warm-up after this time. "
              "Default -1: no limit.",
      .modify = modify_float64,
      .key = "cold_max_warmup_walltime" },
    { .name = "skip-time",
      .operand = "SECONDS",
      .help = "Skip states whose warm-up takes less time. "
              "Default -1: none.",
      .modify = modify_float64,
      .key = "skip_time" },
    { .name = "timeout",
      .operand = "SECONDS",
      .help = "End a state after this time, whatever its "
              "criterion says. Default 15.",
      .modify = modify_float64,
      .key = "timeout" },
    { .name = "run-once",
      .alias = "profile",
      .help = "One execution, without warm-up: for profilers.",
      .modify = modify_flag,
      .choice = BENCH_RUN_ONCE },
    { .name = "batch-target-time",
      .operand = "SECONDS",
      .help = "GPU time of the launches in a row. Default 0.5.",
      .modify = modify_float64,
      .key = "batch_target_time" },
    { .name = "no-batch",
      .help = "No launches in a row, only isolated samples.",
      .modify = modify_flag,
      .choice = BENCH_NO_BATCH },
    { .name = "throttle-threshold",
      .operand = "PERCENT",
      .help = "Discard samples on a GPU below this part of its\n"
              "default clock. Default 75; 0: none.",
      .modify = modify_percent,
      .key = "throttle_threshold" },
    { .name = "throttle-recovery-delay",
      .operand = "SECONDS",
      .help = "Wait after a discarded sample. Default 0.05.",
      .modify = modify_float64,
      .key = "throttle_recovery_delay" },
    { .name = "blocking-limit",
      .operand = "SECONDS",
      .help = "How long a stream may be held up while a sample\n"
              "is queued. Default 30; 0: any time.",
      .modify = modify_float64,
      .key = "blocking_limit" },
    { .name = "strict-streams",
      .help = "Work on other streams than the measured one\n"
              "makes a state fail.",
      .modify = modify_flag,
      .choice = BENCH_STRICT_STREAMS },
    { .name = "stopping-criterion",
      .operand = "NAME",
      .help = "When there are enough samples; see below. "
              "Default stdrel.",
      .modify = bres__modify_criterion },
    { .heading = "Devices; nothing is run then",
      .name = "lock-gpu-clocks",
      .alias = "lgc",
      .operand = "RATE",
      .help = "Lock the clocks of the devices: base, max, or\n"
              "reset to unlock them. Needs permission.",
      .take = bres__take_clock_lock },
    { .name = "persistence-mode",
      .alias = "pm",
      .operand = "0|1",
      .help = "Keep the driver loaded, or not.",
      .take = bres__take_persistence },
    { .name = NULL },
};

const bres__option *bres__option_find(const char *name, size_t length)
{
    for (const bres__option *option = bres__options; option->name != NULL; option++) {
        const char *const names[] = { option->name, option->alias };

        for (size_t i = 0; i < 2; i++) {
            if (names[i] != NULL && strlen(names[i]) == length &&
                memcmp(names[i], name, length) == 0)
                return option;
        }
    }
    return NULL;
}
