/* SPDX-License-Identifier: MIT */
/*
 * A benchmark program: from its command line to its exit status.
 */
#include "harness/cli/program.h"
#include "harness/run/log.h"
#include "harness/run/metadata.h"
#include "harness/run/outputs.h"
#include "harness/run/planned.h"
#include "harness/run/runner.h"
#include "harness/run/signals.h"
#include "measure/gpu/devices.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define EXIT_DONE    0
#define EXIT_REFUSED 2
#define EXIT_SIGNAL  128 /* added to the signal's number */

typedef struct program {
    const char *name;
    bres_suite *suite;
    bres__invocation invocation;
    bres__run_metadata metadata;
    bres__outputs outputs;
    bres__plan plan;
    bres__planned_states planned;
    bres__gpus gpus;
    bres_result *result;
    bres__journal *journal;
    bres__log log;
    bres__runner runner;
    bool is_process;          /* prints errors and handles signals */
    bool has_run;             /* the mode was to run benchmarks */
    int caught;               /* the signal that ended the run */
    bres__error_record error; /* the first error */
} program;

static const char *program_name(int argc, char *const *argv)
{
    const char *path = argc > 0 && argv[0] != NULL ? argv[0] : "benchmark";
    const char *slash = strrchr(path, '/');

    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static void print_error(const program *p)
{
    fprintf(stderr, "%s: %s\n", p->name, bres_last_error());
}

static bres_status program_print(const program *p)
{
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    if (p->invocation.mode == BRES__MODE_SET_DEVICES)
        return bres__device_settings_apply(&p->invocation, &p->gpus);
    switch (p->invocation.mode) {
    case BRES__MODE_HELP:
        bres__put_help(&text, p->suite, p->name);
        break;
    case BRES__MODE_HELP_AXES:
        bres__put_help_axes(&text);
        break;
    case BRES__MODE_VERSION:
        bres__text_printf(&text, "libbenchresult %s\n", bres_version());
        break;
    case BRES__MODE_LIST:
        status = bres__put_list(&text, &p->invocation, p->metadata.gpus);
        break;
    case BRES__MODE_JSON_BENCHES:
        status = bres__put_json_benches(&text, &p->invocation);
        break;
    default:
        status = bres__gpus_put_json(&p->gpus, &text);
        break;
    }
    if (status == BRES_OK)
        status = bres__outputs_print(&text);
    bres__text_free(&text);
    return status;
}

static bool program_needs_gpus(const program *p)
{
    switch (p->invocation.mode) {
    case BRES__MODE_RUN:
    case BRES__MODE_LIST:
        return bres__invocation_uses_gpus(&p->invocation);
    case BRES__MODE_JSON_DEVICES:
    case BRES__MODE_SET_DEVICES:
        return true;
    default:
        return false;
    }
}

/* Opens the driver only if the mode needs devices. */
static bres_status program_find_gpus(program *p)
{
    bres_status status = BRES_OK;

    if (program_needs_gpus(p)) {
        status = bres__gpus_find(&p->gpus, &p->suite->clock);
        p->metadata.gpus = &p->gpus;
    }
    return status == BRES_OK ? bres__invocation_resolve_devices(&p->invocation, &p->gpus) : status;
}

static bres_status program_plan(program *p)
{
    const bres__invocation *invocation = &p->invocation;
    const bres_bench *const *benches = (const bres_bench *const *)invocation->benches;
    bres_status status =
        bres__plan_make(&p->plan, benches, invocation->bench_count, &invocation->plan);

    if (status == BRES_OK)
        status = bres__planned_states_make(&p->planned, &p->plan);
    if (status == BRES_OK)
        status = bres_result_new(&p->result);
    if (status == BRES_OK)
        status = bres__run_metadata_put(&p->metadata, p->result);
    if (status == BRES_OK)
        status = bres__gpus_put_result(&p->gpus, p->result);
    if (status == BRES_OK)
        status = bres__plan_add_benches(&p->plan, p->result);
    return status;
}

static bres_status resume_journal(program *p)
{
    const char *path = p->outputs.journal;
    bres_status status = bres__journal_continue(p->journal, p->result);

    if (status == BRES_OK) {
        status = bres__planned_states_mark_done(&p->planned, p->result);
        if (status != BRES_OK)
            bres__error_set_file(path);
    }
    p->metadata.resumed = p->planned.done_count;
    if (status == BRES_OK)
        bres__log_line(&p->log, BRES__STATUS_INFO, "%zu of %zu states are in '%s'",
                       p->planned.done_count, p->planned.count, path);
    return status;
}

/* A journal that another program uses is an error with and without --resume. */
static bres_status program_open_journal(program *p)
{
    const char *path = p->outputs.journal;
    const bool resume = p->invocation.resume;
    bres_status status;

    if (path == NULL && resume)
        return bres__error(
            BRES_ERROR_ARGUMENT,
            "--resume needs the journal of an output to a file (expected --json FILE "
            "or --jsonbin FILE)");
    if (path == NULL)
        return BRES_OK;
    status = bres__journal_open(path, &p->journal);
    if (status == BRES_OK && resume)
        return resume_journal(p);
    if (status == BRES_OK)
        return bres__error(BRES_ERROR_CONFLICT,
                           "'%s' has the states of an interrupted run: --resume runs the others, "
                           "removing the file starts again",
                           path);
    if (status != BRES_ERROR_NO_FILE)
        return status;
    if (resume)
        bres__log_line(&p->log, BRES__STATUS_INFO, "'%s' not found: running all states", path);
    return bres__journal_create(path, p->result, false, &p->journal);
}

/* Removes the journal, and detaches it from the program. */
static bres_status program_remove_journal(program *p)
{
    bres__journal *journal = p->journal;

    p->journal = NULL;
    return bres__journal_remove(journal);
}

/* A journal without states is removed. */
static void program_leave_journal(program *p)
{
    const size_t kept = p->planned.done_count + p->runner.journaled;

    if (kept == 0)
        (void)program_remove_journal(p);
    else if (p->is_process)
        fprintf(stderr, "%s: %zu of %zu states are in '%s'; --resume runs the others\n", p->name,
                kept, p->planned.count, p->outputs.journal);
    bres__journal_close(p->journal);
    p->journal = NULL;
}

/* Keeps the first error, and returns its status. A benchmark program prints each error at once. */
static bres_status program_note(program *p, bres_status before, bres_status status)
{
    if (status != BRES_OK && p->is_process)
        print_error(p);
    if (before != BRES_OK)
        return before;
    if (status != BRES_OK)
        bres__error_save(&p->error);
    return status;
}

static void log_change(void *context, const char *message)
{
    program *p = context;

    bres__log_line(&p->log, BRES__STATUS_WARN, "%s", message);
}

/* Records the machine at the end of the run, and reports how it and its GPUs changed. */
static bres_status program_end_machine(program *p)
{
    bres_status status;

    bres__machine_read(bres__system_root(), &p->metadata.machine_at_end);
    status = bres__machine_report_changes(&p->metadata.machine, &p->metadata.machine_at_end,
                                          log_change, p);
    return status == BRES_OK ? bres__gpus_report_changes(&p->gpus, log_change, p) : status;
}

/* After an interruption or a failure, a program with a journal does not touch its output files,
 * because --resume can complete them. Outputs to a standard stream are written in any case. */
static bres_status program_finish(program *p, bres_status run)
{
    const bool complete = run == BRES_OK && !p->runner.cut;
    bres_status status = program_note(p, BRES_OK, run);
    bres_status files = BRES_OK;

    status = program_note(p, status, program_end_machine(p));
    p->metadata.end = bres__wall_now();
    p->metadata.interrupted = !complete;
    status = program_note(p, status, bres__run_metadata_put(&p->metadata, p->result));
    if (complete || p->journal == NULL || !p->is_process)
        files = bres__outputs_write_files(&p->outputs, p->result);
    status = program_note(p, status, files);
    if (p->journal != NULL && complete && files == BRES_OK)
        status = program_note(p, status, program_remove_journal(p));
    else if (p->journal != NULL)
        program_leave_journal(p);
    return program_note(p, status, bres__outputs_write_streams(&p->outputs, p->result));
}

/* Everything that can be refused is refused before the first measurement. */
static bres_status program_prepare(program *p)
{
    bres_status status = bres__outputs_open(&p->outputs, &p->invocation);

    bres__clock_measure(&p->suite->clock, &p->metadata.clock);
    p->metadata.start = bres__wall_now();
    bres__machine_read(bres__system_root(), &p->metadata.machine);
    if (status == BRES_OK)
        status = bres__saved_recall(&p->metadata.machine, log_change, p);
    if (status == BRES_OK)
        status = program_plan(p);
    if (status == BRES_OK)
        status = program_open_journal(p);
    return status;
}

static bres_status program_run(program *p)
{
    bres_status status;

    bres__log_open(&p->log, STDERR_FILENO, p->invocation.quiet, p->invocation.color);
    status = program_prepare(p);
    if (status != BRES_OK)
        return program_note(p, BRES_OK, status);
    p->runner.plan = &p->plan;
    p->runner.planned = &p->planned;
    p->runner.result = p->result;
    p->runner.journal = p->journal;
    p->runner.log = &p->log;
    p->runner.clock = &p->suite->clock;
    p->runner.gpus = &p->gpus;
    p->runner.isolate = p->is_process && p->invocation.isolate;
    if (p->is_process)
        bres__signals_install();
    status = bres__runner_run(&p->runner);
    status = program_finish(p, status);
    p->caught = bres__signals_caught();
    if (p->is_process)
        bres__signals_restore();
    if (status == BRES_OK && p->runner.cut && !p->is_process)
        status = program_note(p, BRES_OK,
                              bres__error(BRES_ERROR_INTERRUPTED, "the run was interrupted"));
    return status;
}

static void program_free(program *p)
{
    bres__log_free(&p->log);
    bres__journal_close(p->journal);
    bres_result_unref(p->result);
    bres__planned_states_free(&p->planned);
    bres__plan_free(&p->plan);
    bres__outputs_free(&p->outputs);
    bres__invocation_free(&p->invocation);
    bres__gpus_close(&p->gpus);
    bres_suite_free(p->suite);
}

static bres_status suite_check(const bres_suite *suite)
{
    if (suite == NULL)
        return bres__error_memory();
    if (suite->status != BRES_OK)
        bres__error_restore(&suite->error);
    return suite->status;
}

/* Executes the command line, and frees the program. */
static bres_status program_do(program *p, int argc, char **argv)
{
    bres_status status = suite_check(p->suite);

    p->name = program_name(argc, argv);
    p->metadata = (bres__run_metadata){ .argc = argc, .argv = argv, .invocation = &p->invocation };
    p->log.progress.fd = -1;
    if (status == BRES_OK)
        status = bres__arguments_read(p->suite, argc, argv, &p->invocation);
    if (status == BRES_OK)
        status = program_find_gpus(p);
    if (status == BRES_OK && p->invocation.mode == BRES__MODE_RUN) {
        p->has_run = true;
        status = program_run(p);
    } else {
        if (status == BRES_OK)
            status = program_print(p);
        status = program_note(p, BRES_OK, status);
    }
    program_free(p);
    if (status != BRES_OK)
        bres__error_restore(&p->error);
    return status;
}

int bres_main(bres_suite *suite, int argc, char **argv)
{
    program p = { .suite = suite, .is_process = true };
    const bres_status status = program_do(&p, argc, argv);

    if (p.caught != 0)
        return EXIT_SIGNAL + p.caught;
    return status == BRES_OK ? EXIT_DONE : EXIT_REFUSED;
}

bres_status bres_suite_run(bres_suite *suite, int argc, char **argv,
                           bool (*is_interrupted)(void *user), void *user, bool *has_run)
{
    program p = {
        .suite = suite,
        .runner = { .is_interrupted = is_interrupted, .user = user },
    };
    bres_status status;

    if (has_run != NULL)
        *has_run = false;
    status = program_do(&p, argc, argv);
    if (has_run != NULL)
        *has_run = p.has_run;
    return status;
}
