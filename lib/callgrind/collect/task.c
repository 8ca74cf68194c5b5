/* SPDX-License-Identifier: MIT */
/*
 * Counts a task: a task of this or another program, or the symbol of a shared object, which a small
 * program serves as a task.
 */
#include "callgrind/collect/collect.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

static bool part_is(const bres_profile *profile, size_t part, const char *name)
{
    static const char prefix[] = "Client Request: ";
    const char *trigger = bres_profile_part_trigger(profile, part);

    return strncmp(trigger, prefix, sizeof prefix - 1) == 0 &&
           strcmp(trigger + sizeof prefix - 1, name) == 0;
}

static bres_status parts_take(const bres_profile *profile, bres_callgrind *callgrind)
{
    const size_t count = bres_profile_part_count(profile);
    bres_status status = BRES_OK;

    for (size_t i = 0; status == BRES_OK && i < count; i++) {
        if (part_is(profile, i, BRES__DUMP_STATEMENT))
            status = bres__callgrind_add_statement(callgrind, profile, i);
        else if (part_is(profile, i, BRES__DUMP_BASELINE))
            status = bres__callgrind_set_baseline(callgrind, profile, i);
    }
    return status;
}

static bres_status task_take(const bres_callgrind_options *options, const char *program,
                             const bres_profile *profile, bres_callgrind **callgrind)
{
    bres_callgrind *made = NULL;
    bres_status status = bres__callgrind_new(options->number, &made);

    if (status == BRES_OK) {
        made->num_threads = options->num_threads;
        status = parts_take(profile, made);
    }
    if (status == BRES_OK && made->repeat_count != options->repeats)
        status = bres__error(BRES_ERROR_VALUE,
                             "'%s' under %s ended before it had executed what is counted: there "
                             "are %zu of %" PRIu32 " repeats in its profile",
                             program, options->valgrind, made->repeat_count, options->repeats);
    if (status != BRES_OK) {
        bres_callgrind_free(made);
        return status;
    }
    *callgrind = made;
    return BRES_OK;
}

/* Runs a program that serves the task `name`. Sets *exit_status even on failure. */
static bres_status task_collect(const bres_callgrind_options *options, const char *const *arguments,
                                const char *name, int *exit_status, bres_callgrind **callgrind)
{
    const uint64_t most = options->warmup < options->number ? options->warmup : options->number;
    bres__callgrind_run run = {
        .options = options,
        .arguments = arguments,
        .keep_path = options->keep_path,
    };
    bres_profile *profile = NULL;
    bres__text task = { 0 };
    bres_status status;

    bres__text_printf(&task, BRES__TASK_PRINT, options->number, most > 0 ? most : 1,
                      options->repeats, options->flags, name);
    status = task.failed ? bres__error_memory() : BRES_OK;
    run.task = task.data;
    if (status == BRES_OK)
        status = bres__callgrind_run_once(&run, &profile);
    if (status == BRES_OK)
        status = task_take(options, arguments[0], profile, callgrind);
    *exit_status = run.exit_status;
    bres_profile_free(profile);
    bres__text_free(&task);
    return status;
}

/* The path of this program's executable; bres__free() it. */
static bres_status own_program(char **path)
{
    char target[PATH_MAX];
    const ssize_t length = bres__readlink("/proc/self/exe", target, sizeof target - 1);

    *path = NULL;
    if (length < 0)
        return bres__error_system("read", "/proc/self/exe");
    target[length] = '\0';
    *path = bres__strdup(target);
    return *path != NULL ? BRES_OK : bres__error_memory();
}

static bres_status own_task_check(const char *name)
{
    if (!bres__callgrind_serves())
        return bres__error(BRES_ERROR_STATE,
                           "only a program that has called bres_callgrind_serve() at the start of "
                           "main() can count its own tasks");
    if (!bres__callgrind_has_task(name))
        return bres__error(BRES_ERROR_KEY, "the program has no task '%s'", name);
    return BRES_OK;
}

static bres_status own_task_collect(const char *name, const bres_callgrind_options *options,
                                    bres_callgrind **callgrind)
{
    const char *arguments[] = { NULL, NULL };
    char *program = NULL;
    bres_status status = own_task_check(name);
    int exit_status;

    if (status == BRES_OK)
        status = own_program(&program);
    arguments[0] = program;
    if (status == BRES_OK)
        status = task_collect(options, arguments, name, &exit_status, callgrind);
    bres__free(program);
    return status;
}

bres_status bres_callgrind_collect_task(const char *name, const bres_callgrind_options *options,
                                        bres_callgrind **callgrind)
{
    bres_callgrind_options full;
    bres_status status;
    int exit_status;

    if (callgrind == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_callgrind_collect_task: callgrind is NULL");
    *callgrind = NULL;
    if (name == NULL || name[0] == '\0')
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_collect_task: name is NULL or empty");
    if (bres__callgrind_runs_us())
        return bres__error(BRES_ERROR_STATE, "a program that runs under valgrind cannot run "
                                             "another one under valgrind");
    status = bres__callgrind_options_load(&full, options);
    if (status != BRES_OK)
        return status;
    if (full.arguments == NULL)
        return own_task_collect(name, &full, callgrind);
    if (full.arguments[0] == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_options: arguments begin with NULL: expected a program");
    return task_collect(&full, full.arguments, name, &exit_status, callgrind);
}

/* Maps the runner's exit status to an error status. The message ends with the runner's
 * standard error. */
static bres_status symbol_failed(bres_status status, int exit_status)
{
    bres__error_record record;

    if (status != BRES_ERROR_VALUE ||
        (exit_status != BRES__RUNNER_NO_OBJECT && exit_status != BRES__RUNNER_NO_SYMBOL))
        return status;
    bres__error_save(&record);
    record.status = exit_status == BRES__RUNNER_NO_SYMBOL ? BRES_ERROR_KEY : BRES_ERROR_NO_FILE;
    bres__error_restore(&record);
    return record.status;
}

bres_status bres_callgrind_collect_symbol(const char *library, const char *symbol,
                                          const char *setup, const bres_callgrind_options *options,
                                          bres_callgrind **callgrind)
{
    bres_callgrind_options full;
    char *runner = NULL;
    bres_status status;
    int exit_status = 0;

    if (callgrind == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_callgrind_collect_symbol: callgrind is NULL");
    *callgrind = NULL;
    if (library == NULL || symbol == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_collect_symbol: library or symbol is NULL");
    status = bres__callgrind_options_load(&full, options);
    if (status == BRES_OK)
        status = bres__libexec_find(BRES__RUNNER, &runner);
    if (status == BRES_OK) {
        const char *const arguments[] = { runner, library, symbol, setup, NULL };

        status = task_collect(&full, arguments, symbol, &exit_status, callgrind);
        status = symbol_failed(status, exit_status);
    }
    bres__free(runner);
    return status;
}
