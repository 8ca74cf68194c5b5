/* SPDX-License-Identifier: MIT */
/* A tuner of commands: placeholders, result files, failures, and files of previous runs. */
#include "base/fault.h"
#include "support/counted.h"
#include "support/support.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* $1: the file, $2: seconds of its state, $3: more about the state, $4: more states. */
static const char writer[] =
    "printf '{\"devices\": [], \"benchmarks\": [{\"name\": \"b\", \"devices\": [], \"axes\": [], "
    "\"states\": [{\"name\": \"s\", \"axis_values\": [], %s \"summaries\": [{\"tag\": "
    "\"nv/cpu_only/time/cpu/median\", \"data\": [{\"name\": \"value\", \"type\": \"float64\", "
    "\"value\": \"%s\"}]}]}%s]}]}' \"$3\" \"$2\" \"$4\" >\"$1\"\n";

typedef struct commanded {
    bres_tuner_options options;
    bres_tuner_command command;
    bres_tuner *tuner;
    unsigned batches;
    unsigned interrupt_at; /* number of the batch after which the run is interrupted; 0: none */
} commanded;

static void count_batch(void *user, const bres_tuner *tuner)
{
    commanded *self = user;

    (void)tuner;
    self->batches++;
}

static bool is_interrupted(void *user)
{
    const commanded *self = user;

    return self->interrupt_at != 0 && self->batches >= self->interrupt_at;
}

static void begin(commanded *self, const char *const *arguments)
{
    *self = (commanded){ .tuner = NULL };
    bres_tuner_options_init(&self->options);
    self->options.strategy = BRES_TUNER_EXHAUSTIVE;
    self->options.trial_samples = 3;
    self->options.max_time = 0;
    self->options.progress = count_batch;
    self->options.progress_user = self;
    self->options.is_interrupted = is_interrupted;
    self->options.interrupt_user = self;
    bres_tuner_command_init(&self->command);
    self->command.arguments = arguments;
}

/* Creates a tuner with one parameter. */
static void make(commanded *self, const char *parameter)
{
    self->tuner = bres_tuner_new(&self->options);
    cr_assert_not_null(self->tuner, "%s", bres_last_error());
    OK(bres_tuner_add_parameter_text(self->tuner, parameter));
}

static bres_status run(commanded *self, const char *parameter)
{
    make(self, parameter);
    return bres_tuner_run_command(self->tuner, &self->command);
}

/* The state of the result at an index in the space. */
static const bres_state *state_at(const commanded *self, size_t index)
{
    const bres_result *result = bres_tuner_result(self->tuner);

    cr_assert_not_null(result);
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

static size_t sample_count(const bres_state *state)
{
    const float *times;
    size_t count;

    OK(bres_state_samples(state, &times, &count));
    return count;
}

Test(tune, tuner_command_reads_result_files)
{
    static const char *const arguments[] = { "sh", "-c", writer, "sh", "{}", "{T}", NULL };
    commanded self;
    double median;

    bres_test_tmpdir_begin();
    begin(&self, arguments);
    OK(run(&self, "T=0.003,0.001,0.002"));
    cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_COMPLETE);
    cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(self.tuner, 0)), "T=0.001");
    for (size_t i = 0; i < 3; i++) {
        static const double expected[] = { 0.003, 0.001, 0.002 };

        cr_assert(bres_state_median(state_at(&self, i), &median));
        cr_expect_float_eq(median, expected[i], 1e-9);
        cr_expect_eq(sample_count(state_at(&self, i)), 3);
    }
    bres_tuner_free(self.tuner);
    bres_test_tmpdir_end();
}

/* The times of whole commands come from a real clock, so a test can only expect that they are above
 * 0. */
Test(tune, tuner_command_times_whole_commands)
{
    static const char *const arguments[] = { "sh", "-c", "exit {X}", NULL };

    for (uint32_t kind = BRES_CLOCK_WALL; kind <= BRES_CLOCK_PROCESS; kind++) {
        commanded self;
        double median;

        if (kind == BRES_CLOCK_THREAD)
            continue;
        begin(&self, arguments);
        self.options.clock_kind = kind;
        self.command.warmup_runs = 2;
        OK(run(&self, "X=0,7"));
        cr_assert(bres_state_median(state_at(&self, 0), &median));
        cr_expect_gt(median, 0);
        cr_expect_eq(sample_count(state_at(&self, 0)), 3);
        cr_expect_str_eq(bres_state_skip_reason(state_at(&self, 1)),
                         "'sh' ended with exit status 7");
        bres_tuner_free(self.tuner);
    }
}

/* Warm-up runs come only before the first sample of each configuration. */
Test(tune, tuner_command_warms_up)
{
    char path[2200];
    const char *const arguments[] = { "sh", "-c", "echo $1 >>\"$2\"", "sh", "{X}", path, NULL };
    commanded self;
    char *log;

    snprintf(path, sizeof(path), "%s/log", bres_test_directory());
    begin(&self, arguments);
    self.command.warmup_runs = 2;
    OK(run(&self, "X=1"));
    log = bres_test_read_file(path, NULL);
    cr_expect_str_eq(log, "1\n1\n1\n1\n1\n");
    free(log);
    bres_tuner_free(self.tuner);
}

Test(tune, tuner_command_fails_a_configuration)
{
    static const struct {
        const char *line;
        const char *reason;
    } cases[] = {
        { "kill -SEGV $$ # {X}", "'sh' was killed by signal 11 (Segmentation fault)" },
        { "echo first >&2; echo 'no such tile' >&2; exit {X}",
          "'sh' ended with exit status 3: no such tile" },
        { "sleep 60{X} & wait", "'sh' did not end within 0.02 s" },
        { ": {X} {}", "it wrote no result file" },
        { "echo {X} >'{}'", "expected" },
        { "mkfifo \"{}\" # {X}", "is not a regular file" },
        { "echo '{\"devices\": [], \"benchmarks\": []}' >\"{}\"; : {X}",
          "its result has no state" },
    };

    bres_test_tmpdir_begin();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const arguments[] = { "sh", "-c", cases[i].line, NULL };
        commanded self;

        begin(&self, arguments);
        if (strstr(cases[i].line, "sleep") != NULL)
            self.options.execution_timeout = 0.02;
        OK(run(&self, "X=3"));
        cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_NONE_LEFT);
        cr_expect_not_null(strstr(bres_state_skip_reason(state_at(&self, 0)), cases[i].reason),
                           "%s: %s", cases[i].line, bres_state_skip_reason(state_at(&self, 0)));
        bres_tuner_free(self.tuner);
    }
    bres_test_tmpdir_end();
}

Test(tune, tuner_command_fails_by_its_result)
{
    static const struct {
        const char *seconds;
        const char *more;
        const char *others;
        const char *reason;
    } cases[] = {
        { "0", "", "", "its state 's' has no median time" },
        { "1", "\"is_skipped\": true, \"skip_reason\": \"too large\",", "",
          "its state was skipped: too large" },
        { "1", "\"is_skipped\": true,", "", "its state was skipped" },
        { "1", "", ", {\"name\": \"t\", \"axis_values\": [], \"summaries\": []}",
          "its result has the states 's' and 't' (expected one state)" },
    };

    bres_test_tmpdir_begin();
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const arguments[] = {
            "sh", "-c", writer, "{X}", "{}", cases[i].seconds, cases[i].more, cases[i].others, NULL
        };
        commanded self;

        begin(&self, arguments);
        OK(run(&self, "X=sh"));
        cr_expect_str_eq(bres_state_skip_reason(state_at(&self, 0)), cases[i].reason);
        bres_tuner_free(self.tuner);
    }
    bres_test_tmpdir_end();
}

/* A program whose name depends on the configuration may be missing for some configurations. */
Test(tune, tuner_command_without_its_program)
{
    static const char *const arguments[] = { "/no/such/{X}", NULL };
    static const char *const plain[] = { "/no/such/program", "{X}", NULL };
    commanded self;

    begin(&self, arguments);
    OK(run(&self, "X=1,2"));
    cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_NONE_LEFT);
    cr_expect_not_null(strstr(bres_state_skip_reason(state_at(&self, 0)), "/no/such/1"), "%s",
                       bres_state_skip_reason(state_at(&self, 0)));
    bres_tuner_free(self.tuner);
    begin(&self, plain);
    cr_expect_eq(run(&self, "X=1,2"), BRES_ERROR_NO_FILE);
    bres_tuner_free(self.tuner);
}

Test(tune, tuner_command_is_interrupted_and_resumed)
{
    static const char *const arguments[] = { "sh", "-c", writer, "sh", "{}", "{T}", NULL };
    static const char *const others[] = { "sh", "-c", writer, "sh", "{}", "1{T}", NULL };
    char path[2200];
    commanded self;

    bres_test_tmpdir_begin();
    snprintf(path, sizeof(path), "%s/tune.json", bres_test_directory());
    begin(&self, arguments);
    self.options.path = path;
    self.interrupt_at = 3;
    OK(run(&self, "T=1,2"));
    cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_INTERRUPTED);
    cr_expect_eq(bres_tuner_sample_count(self.tuner), 3);
    bres_tuner_free(self.tuner);

    begin(&self, others);
    self.options.path = path;
    self.options.flags = BRES_TUNER_RESUME;
    cr_expect_eq(run(&self, "T=1,2"), BRES_ERROR_CONFLICT);
    cr_expect_not_null(strstr(bres_last_error(), "the command was 'sh -c "), "%s",
                       bres_last_error());
    bres_tuner_free(self.tuner);

    begin(&self, arguments);
    self.options.path = path;
    self.options.flags = BRES_TUNER_RESUME;
    OK(run(&self, "T=1,2"));
    cr_expect_eq(bres_tuner_stop_reason(self.tuner), BRES_TUNER_COMPLETE);
    cr_expect_eq(bres_tuner_sample_count(self.tuner), 6);
    cr_expect_eq(self.batches, 3);
    bres_tuner_free(self.tuner);

    begin(&self, arguments);
    self.options.path = path;
    self.options.flags = BRES_TUNER_REUSE;
    OK(run(&self, "T=1,2"));
    cr_expect_eq(self.batches, 0);
    cr_expect_str_eq(bres_trial_name(bres_tuner_best_trial_at(self.tuner, 0)), "T=1");
    bres_tuner_free(self.tuner);
    bres_test_tmpdir_end();
}

static void expect_list(const char *const *arguments, const char *expected)
{
    commanded self;
    size_t length;
    char *text;

    begin(&self, arguments);
    make(&self, "N=8,16");
    OK(bres_tuner_add_parameter_text(self.tuner, "M=x y"));
    OK(bres_tuner_add_constraint_text(self.tuner, "N<16"));
    OK(bres_tuner_list_commands(self.tuner, &self.command, &text, &length));
    cr_expect_str_eq(text, expected);
    cr_expect_eq(length, strlen(expected));
    bres_string_free(text);
    /* Listing the commands changes nothing. */
    OK(bres_tuner_list_commands(self.tuner, &self.command, &text, &length));
    cr_expect_str_eq(text, expected);
    bres_string_free(text);
    cr_expect_eq(bres_tuner_config_count(self.tuner), 0);
    bres_tuner_free(self.tuner);
}

Test(tune, tuner_lists_commands)
{
    static const char *const plain[] = { "./prog", "--n={N}", "{M}", "{}", NULL };
    static const char *const quoted[] = { "{N}{M}{N}", "{{N}}", "{{}}", "", "a'b", NULL };
    static const char *const literal[] = { "{N}", "{M}", "{ N}", "{1}",   "{\"a\": {\"b\": 1}}",
                                           "{",   "}{",  "{{N}", "{N,M}", NULL };

    expect_list(plain, "./prog --n=8 'x y' '{}'\n");
    expect_list(quoted, "'8x y8' '{N}' '{}' '' 'a'\\''b'\n");
    expect_list(literal, "8 'x y' '{ N}' '{1}' '{\"a\": {\"b\": 1}}' '{' '}{' '{8' '{N,M}'\n");
}

Test(tune, tuner_commands_are_refused)
{
    static const char *const none[] = { NULL };
    static const char *const unused[] = { "true", NULL };
    static const char *const unknown[] = { "true", "{TILE}", "--n={TIL}", NULL };
    static const char *const result[] = { "true", "{TILE}", "{}", NULL };
    commanded self;
    size_t length;
    char *text;

    begin(&self, none);
    cr_expect_eq(run(&self, "TILE=1"), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_run_command(self.tuner, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_run_command(NULL, &self.command), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_list_commands(NULL, &self.command, &text, &length),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_tuner_list_commands(self.tuner, &self.command, NULL, &length),
                 BRES_ERROR_ARGUMENT);
    self.command.arguments = unused;
    cr_expect_eq(bres_tuner_run_command(self.tuner, &self.command), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(),
                     "the parameter 'TILE' is in no argument (expected '{TILE}')");
    self.command.arguments = unknown;
    cr_expect_eq(bres_tuner_run_command(self.tuner, &self.command), BRES_ERROR_KEY);
    cr_expect_not_null(strstr(bres_last_error(), "unknown parameter '{TIL}' in the argument "
                                                 "'--n={TIL}' (did you mean 'TILE'?)"),
                       "%s", bres_last_error());
    self.command.flags = 2;
    cr_expect_eq(bres_tuner_run_command(self.tuner, &self.command), BRES_ERROR_ARGUMENT);
    self.command.flags = 0;
    self.command.warmup_runs = -1;
    cr_expect_eq(bres_tuner_run_command(self.tuner, &self.command), BRES_ERROR_ARGUMENT);
    bres_tuner_free(self.tuner);

    begin(&self, result);
    self.options.clock_kind = BRES_CLOCK_PROCESS;
    cr_expect_eq(run(&self, "TILE=1"), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "the command measures itself"), "%s",
                       bres_last_error());
    bres_tuner_free(self.tuner);
    begin(&self, result);
    self.options.clock_kind = BRES_CLOCK_THREAD;
    self.command.arguments = unknown;
    bres_tuner_command_init(NULL);
    cr_expect_eq(run(&self, "TIL=1"), BRES_ERROR_KEY);
    bres_tuner_free(self.tuner);
}

static bres_status run_sh(void *arguments)
{
    bres_tuner_command command;
    bres_tuner_options options;
    bres_tuner *tuner;
    bres_status status = BRES_ERROR_MEMORY;

    bres_tuner_options_init(&options);
    options.max_samples = 2;
    tuner = bres_tuner_new(&options);
    if (tuner == NULL)
        return status;
    bres_tuner_command_init(&command);
    command.arguments = arguments;
    bres_tuner_add_parameter_text(tuner, "T=1,2");
    status = bres_tuner_run_command(tuner, &command);
    bres_tuner_free(tuner);
    return status;
}

/* The directory of a result stays if its removal fails. */
Test(tune, tuner_command_without_memory)
{
    static const char *whole[] = { "true", "{T}", NULL };
    static const char *with_result[] = { "sh", "-c", writer, "sh", "{}", "{T}", NULL };

    bres_test_tmpdir_begin();
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_sh, whole);
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, run_sh, with_result);
    bres_test_tmpdir_leave();
}
