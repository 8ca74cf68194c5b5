/* SPDX-License-Identifier: MIT */
/*
 * The command line of a benchmark program, argument by argument.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/program.h"

#include <stdlib.h>
#include <string.h>

/* The message of a failure is in the command, or else in the error record. The action of
 * --benchmark has already named the option that failed: --benchmark, or a modifier that it
 * applied. */
static bres_status command_error(const bres__command *command, const bres__option *option,
                                 bres_status status)
{
    if (status != BRES_OK && command->message[0] != '\0')
        return bres__error(status, "%s%s", command->message,
                           option == NULL ? "; --help lists the options" : "");
    if (status != BRES_OK && option != NULL && option->action != bres__take_benchmark)
        bres__error_prefix("option '--%s'", option->name);
    return status;
}

static bres_status bench_modify(bres__arguments *arguments, bres_bench *bench,
                                const bres__modifier *modifier)
{
    bres__command *command = &arguments->command;

    return command_error(command, modifier->option,
                         bres__option_apply(command, modifier->option, modifier->operand, bench));
}

/* Adds a copy of a benchmark to the invocation, and applies the global modifiers to it. */
static bres_status arguments_add_bench(bres__arguments *arguments, const bres_bench *bench)
{
    bres__invocation *invocation = arguments->invocation;
    bres_bench *copy = NULL;
    bres_status status;

    if (!BRES__RESERVE(&invocation->benches, &invocation->bench_capacity,
                       invocation->bench_count + 1))
        return bres__error_memory();
    status = bres__bench_copy(bench, &copy);
    if (status != BRES_OK)
        return status;
    invocation->benches[invocation->bench_count++] = copy;
    for (size_t i = 0; i < arguments->global_count && status == BRES_OK; i++)
        status = bench_modify(arguments, copy, &arguments->globals[i]);
    return status;
}

static bres_status arguments_add_global(bres__arguments *arguments, const bres__modifier *modifier)
{

    if (!BRES__RESERVE(&arguments->globals, &arguments->global_capacity,
                       arguments->global_count + 1))
        return bres__error_memory();
    arguments->globals[arguments->global_count++] = *modifier;
    return BRES_OK;
}

static bres_status arguments_modify(bres__arguments *arguments, const bres__modifier *modifier)
{
    const bres__invocation *invocation = arguments->invocation;
    const bres_status status = bres__scope_enter(&arguments->scope, modifier);

    if (status != BRES_OK)
        return status;
    if (modifier->option->action == bres__modify_devices)
        arguments->invocation->devices = modifier->operand;
    if (!arguments->named)
        return arguments_add_global(arguments, modifier);
    return bench_modify(arguments, invocation->benches[invocation->bench_count - 1], modifier);
}

/* Finds a benchmark by its name; or by its index, if the operand consists of digits. */
static bres_status suite_find(const bres_suite *suite, const char *operand,
                              const bres_bench **bench)
{
    bres__names names = { .nearest.unknown = operand };
    int64_t index;

    for (size_t i = 0; i < suite->bench_count; i++) {
        if (strcmp(suite->benches[i]->name, operand) == 0) {
            *bench = suite->benches[i];
            return BRES_OK;
        }
    }
    if (operand[0] != '\0' && strspn(operand, "0123456789") == strlen(operand) &&
        bres__parse_int64(operand, strlen(operand), &index) == BRES__PARSE_OK &&
        (uint64_t)index < suite->bench_count) {
        *bench = suite->benches[index];
        return BRES_OK;
    }
    for (size_t i = 0; i < suite->bench_count; i++)
        bres__names_add(&names, suite->benches[i]->name);
    return bres__names_error(&names, "unknown benchmark '%s'", operand);
}

bres_status bres__take_benchmark(bres__command *command, const bres__option *option,
                                 const char *operand, void *target)
{
    bres__arguments *arguments = (bres__arguments *)command;
    const bres_bench *bench = NULL;
    const bres_status status = suite_find(arguments->suite, operand, &bench);

    (void)target;
    if (status != BRES_OK) {
        bres__error_prefix("option '--%s'", option->name);
        return status;
    }
    arguments->named = true;
    arguments->scope = (bres__criterion_scope){ .chosen = false };
    return arguments_add_bench(arguments, bench);
}

/* Reads one option; *more is false at the end. */
static bres_status arguments_take(bres__arguments *arguments, bool *more)
{
    bres__command *command = &arguments->command;
    bres__invocation *invocation = arguments->invocation;
    bres__modifier modifier;
    bres_status status =
        bres__command_next(command, &modifier.option, &modifier.operand, invocation);

    *more = modifier.option != NULL;
    if (status != BRES_OK)
        return command_error(command, NULL, status);
    if (!*more)
        return BRES_OK;
    if (modifier.option->is_deferred)
        return arguments_modify(arguments, &modifier);
    return command_error(
        command, modifier.option,
        bres__option_apply(command, modifier.option, modifier.operand, invocation));
}

/* Whether the mode uses no benchmark; nothing is selected then. */
static bool mode_is_help(bres__mode mode)
{
    return mode == BRES__MODE_HELP || mode == BRES__MODE_HELP_AXES || mode == BRES__MODE_VERSION;
}

/* Drops the benchmarks and states that the filter does not select. */
static bres_status invocation_filter(bres__invocation *invocation)
{
    const size_t count = invocation->bench_count;
    bres_status status = BRES_OK;
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        bres_bench *bench = invocation->benches[i];
        bool selected = true;

        if (status == BRES_OK)
            status = bres__bench_choose(bench, invocation->filter, &selected);
        if (selected)
            invocation->benches[kept++] = bench;
        else
            bres__bench_free(bench);
    }
    invocation->bench_count = kept;
    if (status == BRES_OK && kept == 0 && count != 0)
        return bres__error(BRES_ERROR_KEY, "option '--filter': no state matches");
    return status;
}

/* Whether the mode is about devices, and does not depend on the benchmarks. */
static bool mode_is_for_devices(bres__mode mode)
{
    return mode == BRES__MODE_JSON_DEVICES || mode == BRES__MODE_SET_DEVICES;
}

static bres_status arguments_take_all(bres__arguments *arguments)
{
    const bres_suite *suite = arguments->suite;
    bres__invocation *invocation = arguments->invocation;
    bres_status status = bres__parameter_options(suite->criteria, &arguments->parameters);
    bool more = true;

    arguments->command.more = arguments->parameters;
    while (status == BRES_OK && more)
        status = arguments_take(arguments, &more);
    if (mode_is_help(invocation->mode))
        return status;
    if (invocation->persistence != BRES__PERSISTENCE_KEPT ||
        invocation->clock_lock != BRES__CLOCK_KEPT)
        invocation->mode = BRES__MODE_SET_DEVICES;
    for (size_t i = 0; !arguments->named && i < suite->bench_count && status == BRES_OK; i++)
        status = arguments_add_bench(arguments, suite->benches[i]);
    if (status == BRES_OK && invocation->filter != NULL && !mode_is_for_devices(invocation->mode))
        status = invocation_filter(invocation);
    return status;
}

static bool color_by_environment(void)
{
    const char *const wanted = getenv("NVBENCH_COLOR");
    const char *const refused = getenv("NO_COLOR");

    return wanted != NULL && wanted[0] == '1' && (refused == NULL || refused[0] == '\0');
}

bres_status bres__arguments_read(bres_suite *suite, int argc, char *const *argv,
                                 bres__invocation *invocation)
{
    bres__arguments arguments = {
        .command = { .options = bres__program_options, .next = argv, .end = argv },
        .suite = suite,
        .invocation = invocation,
    };
    bres_status status;

    *invocation = (bres__invocation){
        .plan = { .repeat = 1, .shards = 1 },
        .color = color_by_environment(),
        .isolate = true,
    };
    /* The first argument is the program. */
    if (argc > 1) {
        arguments.command.next = argv + 1;
        arguments.command.end = argv + argc;
    }
    status = arguments_take_all(&arguments);
    bres__free(arguments.parameters);
    bres__free(arguments.globals);
    if (status != BRES_OK)
        bres__invocation_free(invocation);
    return status;
}

void bres__invocation_free(bres__invocation *invocation)
{
    for (size_t i = 0; i < invocation->bench_count; i++)
        bres__bench_free(invocation->benches[i]);
    bres__free(invocation->benches);
    bres_filter_free(invocation->filter);
    bres__free(invocation->outputs);
    *invocation = (bres__invocation){ .benches = NULL };
}
