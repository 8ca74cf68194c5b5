/* SPDX-License-Identifier: MIT */
#include "judge/runner/exchange.h"
#include "judge/runner/sets.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bres_status bres__runner_fail(bres__runner_report *report, bres__runner_outcome outcome,
                              const char *format, ...)
{
    va_list arguments;

    report->outcome = outcome;
    va_start(arguments, format);
    vsnprintf(report->message, sizeof(report->message), format, arguments);
    va_end(arguments);
    return BRES_OK;
}

static size_t setup_size(const bres__runner *runner)
{
    return sizeof(bres__wire_setup) + runner->options.argument_count * sizeof(bres__wire_argument);
}

static bres__wire_setup *setup_new(const bres__runner *runner)
{
    const bres__runner_options *options = &runner->options;
    bres__wire_setup *setup = bres__calloc(1, setup_size(runner));

    if (setup == NULL)
        return NULL;
    setup->kind = BRES__WIRE_SETUP;
    setup->backend = options->judge->backend;
    setup->device = options->judge->device;
    setup->argument_count = (uint32_t)options->argument_count;
    setup->set_size = runner->set_size;
    setup->sets_size = runner->set_size * runner->sets_max;
    setup->memory_limit = options->judge->memory_limit;
    setup->file_size_limit = options->judge->file_size_limit;
    setup->cache_size = options->cache_size;
    for (size_t i = 0; i < options->argument_count; i++) {
        setup->arguments[i] = (bres__wire_argument){
            .type = (uint32_t)options->arguments[i].type,
            .is_array = options->arguments[i].is_array,
            .on_host = options->arguments[i].on_host,
            .value = options->arguments[i].value,
            .offset = runner->offsets[i],
        };
    }
    return setup;
}

/* From here on the process that answers is stopped except during exchanges. If pidfds are missing
 * (before Linux 5.3, or in valgrind 3.19), signals go to its process number. */
static bres_status runner_adopt(bres__runner *runner, bres__runner_report *report)
{
    runner->life = (int)syscall(SYS_pidfd_open, runner->process, 0);
    return runner->life >= 0 || errno == ENOSYS
               ? bres__runner_stop(runner, report)
               : bres__error_system("open the solution's process", NULL);
}

/* The solution is not loaded yet, so the answer must come from the runner and identifies its
 * process. */
static bres_status runner_set_up(bres__runner *runner, bres__runner_report *report)
{
    const bres__wire_message order = { .kind = BRES__WIRE_SETUP };
    bres__wire_setup *setup = setup_new(runner);
    bres__wire_message answer;
    bres_status status;

    if (setup == NULL)
        return bres__error_memory();
    status = bres__runner_order(runner, setup, setup_size(runner), -1);
    bres__free(setup);
    if (status != BRES_OK)
        return status;
    status = bres__runner_answer(runner, &order, BRES__SERVICE_LIMIT, &answer, report);
    if (status != BRES_OK || report->outcome != BRES__RUNNER_RETURNED)
        return status;
    if (answer.kind != BRES__WIRE_FAILED) {
        runner->sandbox |= (unsigned)answer.value;
        return runner_adopt(runner, report);
    }
    if (answer.value == BRES_ERROR_MEMORY)
        return bres__runner_fail(report, BRES__RUNNER_NO_MEMORY, "%s", answer.text);
    return bres__error((bres_status)answer.value, "%s", answer.text);
}

static bres_status runner_load(bres__runner *runner, bres__runner_report *report)
{
    bres__wire_message order;
    bres__exchange made;
    bres_status status = bres__runner_order_new(runner, BRES__WIRE_LOAD, &order);

    if (status == BRES_OK)
        status =
            bres__runner_exchange(runner, &order, -1, runner->options.time_limit_ns, &made, report);
    if (status != BRES_OK || report->outcome != BRES__RUNNER_RETURNED || made.answer.value == 0)
        return status;
    return bres__runner_fail(report, BRES__RUNNER_UNLOADABLE, "%s", made.answer.text);
}

static bres_status runner_begin(bres__runner *runner, bres__runner_report *report)
{
    char *program = NULL;
    bres_status status = bres__libexec_find(BRES__RUNNER_PROGRAM, &program);

    if (status == BRES_OK)
        status = bres__runner_sets_begin(runner, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED)
        status = bres__runner_process_start(runner, program);
    bres__free(program);
    if (status != BRES_OK || report->outcome != BRES__RUNNER_RETURNED)
        return status;
    status = bres__runner_await_subreaper(runner);
    if (status == BRES_OK)
        status = runner_set_up(runner, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED)
        status = bres__runner_map(runner, runner->options.sets, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED &&
        runner->options.times_exchange)
        status = bres__runner_time_exchange(runner, report);
    if (status == BRES_OK && report->outcome == BRES__RUNNER_RETURNED)
        status = runner_load(runner, report);
    return status;
}

bres_status bres__runner_start(const bres__runner_options *options, bres__runner **runner,
                               bres__runner_report *report)
{
    bres__runner *made = bres__calloc(1, sizeof(*made));
    bres_status status;

    *runner = NULL;
    *report = (bres__runner_report){ .outcome = BRES__RUNNER_RETURNED };
    if (made == NULL)
        return bres__error_memory();
    made->options = *options;
    made->channel = made->control = made->output_fd = made->life = -1;
    made->taskstats.socket = -1;
    if (options->judge->backend == BRES_BACKEND_CPU)
        made->taskstats = bres__taskstats_open();
    status = runner_begin(made, report);
    if (status == BRES_OK)
        *runner = made;
    else
        bres__runner_end(made);
    return status;
}

void bres__runner_end(bres__runner *runner)
{
    if (runner == NULL)
        return;
    bres__runner_process_end(runner);
    bres__runner_sets_free(runner);
    bres__taskstats_close(&runner->taskstats);
    bres__text_free(&runner->output);
    for (size_t i = 0; i < sizeof(runner->waits) / sizeof(*runner->waits); i++)
        bres__thread_waits_free(&runner->waits[i]);
    bres__free(runner);
}

unsigned bres__runner_sandbox(const bres__runner *runner)
{
    return runner->sandbox;
}

double bres__runner_exchange_cost(const bres__runner *runner)
{
    return runner->cost;
}

uint64_t bres__runner_cpu(const bres__runner *runner)
{
    return runner->rest.cpu;
}

void bres__runner_refund(bres__runner *runner, double seconds)
{
    const uint64_t left = bres__ns_since(runner->options.time_limit_ns, runner->refunded_ns);
    const uint64_t wanted = (uint64_t)(seconds * 1e9);
    const uint64_t refund = wanted < left ? wanted : left;

    runner->refunded_ns += refund;
    runner->spent_ns = bres__ns_since(runner->spent_ns, refund);
}

const char *bres__runner_output(bres__runner *runner)
{
    bres__runner_take_output(runner);
    return runner->output.data != NULL ? runner->output.data : "";
}
