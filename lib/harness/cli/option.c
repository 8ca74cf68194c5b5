/* SPDX-License-Identifier: MIT */
/*
 * The options of a benchmark program.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/operand.h"

#include <benchresult/report.h>
#include <string.h>

/* Only sets the mode, because the options that follow change the list; the first list wins. */
static bres_status take_list(bres__command *command, const bres__option *option,
                             const char *operand, void *target)
{
    bres__invocation *invocation = target;

    (void)command;
    (void)operand;
    if (invocation->mode == BRES__MODE_RUN)
        invocation->mode = (bres__mode)option->value;
    return BRES_OK;
}

static bres_status take_output(bres__command *command, const bres__option *option,
                               const char *operand, void *target)
{
    bres__invocation *invocation = target;

    if (operand[0] == '\0')
        return bres__option_refuse(command, option, BRES_ERROR_VALUE, "the file name is empty");
    if (option->value == BRES__OUTPUT_JSONBIN &&
        (strcmp(operand, "stdout") == 0 || strcmp(operand, "stderr") == 0))
        return bres__option_refuse(command, option, BRES_ERROR_VALUE,
                                   "'%s' is not a file (the samples go to files beside it)",
                                   operand);
    if (!BRES__RESERVE(&invocation->outputs, &invocation->output_capacity,
                       invocation->output_count + 1))
        return bres__error_memory();
    invocation->outputs[invocation->output_count++] = (bres__output_request){
        .format = (bres__output_format)option->value,
        .path = operand,
    };
    return BRES_OK;
}

static bres_status take_filter(bres__command *command, const bres__option *option,
                               const char *operand, void *target)
{
    bres_filter **filter = target;
    const bres_status status = *filter == NULL ? bres_filter_new(filter) : BRES_OK;

    (void)command;
    (void)option;
    return status == BRES_OK ? bres_filter_add_regex(*filter, operand) : status;
}

/* Reads a number from `least` to `most` that consists of digits. */
static bool count_read(const char *text, size_t length, int64_t least, int64_t most, int64_t *count)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
    }
    return bres__parse_int64(text, length, count) == BRES__PARSE_OK && *count >= least &&
           *count <= most;
}

static bres_status take_shard(bres__command *command, const bres__option *option,
                              const char *operand, void *target)
{
    const char *const slash = strchr(operand, '/');
    bres__plan_options *plan = target;
    int64_t shard;
    int64_t shards;

    if (slash == NULL || !count_read(slash + 1, strlen(slash + 1), 1, UINT32_MAX, &shards) ||
        !count_read(operand, (size_t)(slash - operand), 0, shards - 1, &shard))
        return bres__option_refuse(
            command, option, BRES_ERROR_VALUE,
            "'%s' is not a shard (expected I/N, whole numbers with I from 0 to N-1)", operand);
    plan->shard = (uint32_t)shard;
    plan->shards = (uint32_t)shards;
    return BRES_OK;
}

static bres_status take_shuffle(bres__command *command, const bres__option *option,
                                const char *operand, void *target)
{
    const bres__option seed = {
        .name = option->name,
        .kind = BRES__OPTION_UINT64,
        .max = INT64_MAX,
        .target = offsetof(bres__plan_options, seed),
    };
    bres__plan_options *plan = target;

    plan->shuffle = true;
    return bres__option_apply(command, &seed, operand, plan);
}

static bres_status bench_set_int64(bres_bench *bench, const bres__option *option,
                                   const char *operand, int64_t least)
{
    int64_t value;
    bres_status status =
        bres__operand_int64(bres__trim(operand, operand + strlen(operand)), &value);

    if (status == BRES_OK)
        status =
            bres__settings_set_int64(&bench->settings, option->data, value > least ? value : least);
    return status;
}

static bres_status modify_int64(bres__command *command, const bres__option *option,
                                const char *operand, void *target)
{
    (void)command;
    return bench_set_int64(target, option, operand, INT64_MIN);
}

/* As in NVBench, a number below 1 means 1. */
static bres_status modify_warmup_runs(bres__command *command, const bres__option *option,
                                      const char *operand, void *target)
{
    (void)command;
    return bench_set_int64(target, option, operand, 1);
}

/* A setting with BRES__OPTION_PERCENT is given in percent, and stored as a fraction. */
static bres_status modify_float64(bres__command *command, const bres__option *option,
                                  const char *operand, void *target)
{
    bres_bench *bench = target;
    double value;
    bres_status status =
        bres__operand_float64(bres__trim(operand, operand + strlen(operand)), &value);

    (void)command;
    if (option->value == BRES__OPTION_PERCENT)
        value /= 100;
    if (status == BRES_OK)
        status = bres__settings_set_float64(&bench->settings, option->data, value);
    return status;
}

static const bres__choice clock_kind_list[] = { { "wall", BRES_CLOCK_WALL },
                                                { "thread", BRES_CLOCK_THREAD },
                                                { "process", BRES_CLOCK_PROCESS },
                                                { NULL, 0 } };
static const bres__choices clock_kind_choices = { .noun = "clock", .list = clock_kind_list };

static const bres__choice clock_lock_list[] = {
    { "base", BRES__CLOCK_BASE },      { "tdp", BRES__CLOCK_BASE },
    { "max", BRES__CLOCK_MAX },        { "maximum", BRES__CLOCK_MAX },
    { "reset", BRES__CLOCK_UNLOCKED }, { "unlock", BRES__CLOCK_UNLOCKED },
    { "none", BRES__CLOCK_UNLOCKED },  { NULL, 0 },
};
static const bres__choices clock_lock_choices = { .noun = "rate", .list = clock_lock_list };

static const bres__choice persistence_list[] = { { "0", BRES__PERSISTENCE_OFF },
                                                 { "1", BRES__PERSISTENCE_ON },
                                                 { NULL, 0 } };
static const bres__choices persistence_choices = { .noun = "mode", .list = persistence_list };

static const char *column_name(uint32_t column)
{
    return bres_column_name((bres_column)column);
}

static uint32_t column_set(uint32_t set)
{
    (void)set;
    return bres_summary_columns();
}

static const bres__choices column_choices = { .noun = "column",
                                              .name_of = column_name,
                                              .set_of = column_set };

/* Options of the whole program. */
#define GLOBAL(member) .target = offsetof(bres__invocation, member)
#define PRINT(number)  .kind = BRES__OPTION_VALUE, .is_last = true, GLOBAL(mode), .value = (number)
#define LIST(number)   .action = take_list, .value = (number)
#define OUTPUT(number) .operand = "FILE", .action = take_output, .value = (number)
/* Options of benchmarks. */
#define BENCH(member)                                                                              \
    .kind = BRES__OPTION_FLAG, .is_deferred = true, .target = offsetof(bres_bench, member)
#define MODIFY(function) .action = (function), .is_deferred = true
#define INT64(key)       .operand = "N", MODIFY(modify_int64), .data = (key)
#define SECONDS(key)     .operand = "SECONDS", MODIFY(modify_float64), .data = (key)

const bres__option bres__program_options[] = {
    { .heading = "Information",
      .name = "help",
      .letter = 'h',
      .help = "print this help and exit",
      PRINT(BRES__MODE_HELP) },
    { .name = "help-axes",
      .alias = "help-axis",
      .help = "explain the value of --axis and exit",
      PRINT(BRES__MODE_HELP_AXES) },
    { .name = "version",
      .help = "print the version of the library and exit",
      PRINT(BRES__MODE_VERSION) },
    { .name = "list",
      .letter = 'l',
      .help = "list the benchmarks and their axes, and exit",
      LIST(BRES__MODE_LIST) },
    { .name = "jsonlist-benches",
      .help = "list the benchmarks and their axes as JSON, and exit",
      LIST(BRES__MODE_JSON_BENCHES) },
    { .name = "jsonlist-devices",
      .help = "list the devices as JSON, and exit",
      LIST(BRES__MODE_JSON_DEVICES) },
    { .heading = "Output; FILE may be stdout or stderr",
      .name = "markdown",
      .alias = "md",
      .help = "write tables for people (default: to stdout, unless another output goes there)",
      OUTPUT(BRES__OUTPUT_MARKDOWN) },
    { .name = "csv", .help = "write one table with all results", OUTPUT(BRES__OUTPUT_CSV) },
    { .name = "columns",
      .operand = "LIST",
      .help = "show these columns in tables, separated by commas:",
      .initial = "default",
      .kind = BRES__OPTION_CHOICES,
      .choices = &column_choices,
      GLOBAL(columns) },
    { .name = "json", .help = "write the results as JSON", OUTPUT(BRES__OUTPUT_JSON) },
    { .name = "jsonbin",
      .help = "write the results as JSON, and all samples to files beside it; not to stdout or "
              "stderr",
      OUTPUT(BRES__OUTPUT_JSONBIN) },
    { .name = "quiet",
      .letter = 'q',
      .help = "print no log, and tables only for an output option",
      .kind = BRES__OPTION_FLAG,
      GLOBAL(quiet) },
    { .name = "color", .help = "color the log", .kind = BRES__OPTION_FLAG, GLOBAL(color) },
    { .heading = "Selection",
      .name = "benchmark",
      .letter = 'b',
      .operand = "NAME",
      .help = "run this benchmark; NAME may be its index; repeatable (default: all)",
      .action = bres__take_benchmark },
    { .name = "axis",
      .letter = 'a',
      .operand = "SPEC",
      .help = "replace the values of an axis, for example 'N=[1,2,4]'; see --help-axes (*)",
      MODIFY(bres__modify_axis) },
    { .name = "filter",
      .operand = "REGEX",
      .help = "run only the states that match this POSIX extended regular expression: the name of "
              "the benchmark, or a text such as 'copy/N=2^20 T=F32'; repeatable",
      .action = take_filter,
      GLOBAL(filter) },
    { .name = "devices",
      .alias = "device",
      .letter = 'd',
      .operand = "IDS",
      .help = "run on these devices: an id, a list, a range or 'all'; benchmarks on the CPU "
              "ignore this option (default: all)",
      MODIFY(bres__modify_devices) },
    { .name = "shard",
      .operand = "I/N",
      .help = "run every N-th state, beginning with state I (counted from 0); 'benchresult merge' "
              "joins the results",
      .action = take_shard,
      GLOBAL(plan) },
    { .name = "repeat",
      .operand = "N",
      .help = "run all states N times, as runs 0 to N-1",
      .initial = "1",
      .kind = BRES__OPTION_UINT32,
      .min = 1,
      GLOBAL(plan.repeat) },
    { .name = "shuffle",
      .operand = "SEED",
      .help = "run the states in the random order of this seed, a whole number",
      .action = take_shuffle,
      GLOBAL(plan) },
    { .name = "resume",
      .help = "keep the states that an interrupted run has measured, and run the others",
      .kind = BRES__OPTION_FLAG,
      GLOBAL(resume) },
    { .name = "isolate",
      .help = "run each state in its own process, so that a crash loses only that state (default)",
      .kind = BRES__OPTION_FLAG,
      GLOBAL(isolate) },
    { .name = "no-isolate",
      .help = "run all states in the process of the program",
      .kind = BRES__OPTION_NO_FLAG,
      GLOBAL(isolate) },
    { .heading = "Measurement of a state (*)",
      .name = "min-samples",
      .help = "number of samples before the first test of the stopping criterion",
      .initial = "10",
      INT64("min_samples") },
    { .name = "cold-warmup-runs",
      .operand = "N",
      .help = "warm-up executions before the first sample; a number below 1 means 1",
      .initial = "1",
      MODIFY(modify_warmup_runs),
      .data = "cold_warmup_runs" },
    { .name = "cold-max-warmup-walltime",
      .help = "wall time after which no further warm-up begins",
      .initial = "-1: no limit",
      SECONDS("cold_max_warmup_walltime") },
    { .name = "skip-time",
      .help = "skip states whose warm-up takes less than this time",
      .initial = "-1: none",
      SECONDS("skip_time") },
    { .name = "timeout",
      .help = "wall time after which a state ends regardless of its criterion",
      .initial = "15",
      SECONDS("timeout") },
    { .name = "clock",
      .operand = "CLOCK",
      .help = "clock of the samples on the CPU (thread, process: their CPU time; limits are "
              "always wall time):",
      .initial = "wall",
      .kind = BRES__OPTION_CHOICE,
      .choices = &clock_kind_choices,
      .is_deferred = true,
      .target = offsetof(bres_bench, settings.clock_kind) },
    { .name = "run-once",
      .alias = "profile",
      .help = "execute once, without warm-up, for profilers",
      BENCH(settings.run_once) },
    { .name = "batch-target-time",
      .help = "GPU time of a batch of launches",
      .initial = "0.5",
      SECONDS("batch_target_time") },
    { .name = "no-batch",
      .help = "take isolated samples only, no batches",
      BENCH(settings.no_batch) },
    { .name = "throttle-threshold",
      .operand = "PERCENT",
      .help = "discard samples of a GPU whose clock is below PERCENT of its default clock; 0: "
              "none",
      .initial = "75",
      MODIFY(modify_float64),
      .value = BRES__OPTION_PERCENT,
      .data = "throttle_threshold" },
    { .name = "throttle-recovery-delay",
      .help = "wait this time after a discarded sample",
      .initial = "0.05",
      SECONDS("throttle_recovery_delay") },
    { .name = "blocking-limit",
      .help = "time for which a stream may be blocked while a sample is queued; 0: no limit",
      .initial = "30",
      SECONDS("blocking_limit") },
    { .name = "strict-streams",
      .help = "fail a state if work runs on streams other than the measured stream",
      BENCH(settings.strict_streams) },
    { .name = "stopping-criterion",
      .operand = "NAME",
      .help = "criterion that ends the measurement of a state; see below",
      .initial = "stdrel",
      MODIFY(bres__modify_criterion) },
    { .heading = "Devices; runs no benchmark",
      .name = "lock-gpu-clocks",
      .alias = "lgc",
      .operand = "RATE",
      .help = "lock the clocks of the devices (needs permission):",
      .kind = BRES__OPTION_CHOICE,
      .choices = &clock_lock_choices,
      GLOBAL(clock_lock) },
    { .name = "persistence-mode",
      .alias = "pm",
      .operand = "0|1",
      .help = "keep the driver loaded while it is unused:",
      .kind = BRES__OPTION_CHOICE,
      .choices = &persistence_choices,
      GLOBAL(persistence) },
    { .name = NULL },
};
