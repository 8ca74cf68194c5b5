/* SPDX-License-Identifier: MIT */
#include "tune/command/sample.h"
#include "base/file/tree.h"
#include "model/model.h"
#include "race/commands.h"

#include <benchresult/nvbench.h>
#include <errno.h>
#include <string.h>

static bres_status path_make(char **path, const char *directory, const char *name)
{
    bres__text text = { 0 };

    bres__text_printf(&text, "%s/%s", directory, name);
    *path = bres__text_steal(&text);
    return *path != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__command_executor_open(bres__command_executor *executor)
{
    bres_status status;

    if (!executor->writes_result)
        return BRES_OK;
    status = bres__scratch_dir_make(&executor->scratch);
    if (status == BRES_OK)
        status = path_make(&executor->directory, executor->scratch.path, "run");
    if (status == BRES_OK)
        status = path_make(&executor->result, executor->directory, "result.json");
    return status;
}

void bres__command_executor_close(bres__command_executor *executor)
{
    bres__error_record record;

    bres__error_save(&record);
    bres__scratch_dir_remove(&executor->scratch);
    bres__free(executor->directory);
    bres__free(executor->result);
    bres__error_restore(&record);
}

/* The state whose time a result provides. */
typedef struct measured_state {
    const bres_state *state; /* NULL: none yet */
    const bres_state *other; /* with another name; NULL: none */
    const bres_state *skipped;
} measured_state;

static bool is_same(const bres_state *one, const bres_state *other)
{
    return strcmp(bres_state_name(one), bres_state_name(other)) == 0 &&
           strcmp(bres_subbench_name(one->bench), bres_subbench_name(other->bench)) == 0;
}

static void find_in_bench(measured_state *found, const bres_subbench *bench)
{
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        if (bres_state_is_skipped(state))
            found->skipped = state;
        else if (found->state == NULL)
            found->state = state;
        else if (!is_same(found->state, state))
            found->other = state;
    }
}

static bres_status result_time(const bres_result *result, double *seconds)
{
    measured_state found = { .state = NULL };
    bres_status status;

    for (size_t i = 0; i < bres_result_subbench_count(result); i++)
        find_in_bench(&found, bres_result_subbench_at(result, i));
    if (found.state == NULL && found.skipped != NULL) {
        const char *reason = bres_state_skip_reason(found.skipped);

        return bres__error(BRES_ERROR_VALUE, "its state was skipped%s%s",
                           reason != NULL ? ": " : "", reason != NULL ? reason : "");
    }
    if (found.state == NULL)
        return bres__error(BRES_ERROR_VALUE, "its result has no state");
    if (found.other != NULL)
        return bres__error(BRES_ERROR_VALUE,
                           "its result has the states '%s' and '%s' (expected one state)",
                           bres_state_name(found.state), bres_state_name(found.other));
    status = bres__command_row_time(result, bres_subbench_name(found.state->bench),
                                    bres_state_name(found.state), seconds);
    if (status == BRES_OK && !(*seconds > 0))
        status = bres__error(BRES_ERROR_VALUE, "its state '%s' has no median time",
                             bres_state_name(found.state));
    return status;
}

static bres_status result_read(const bres__command_executor *executor, double *seconds)
{
    const bres_tuner_options *options = &executor->tuner->options;
    bres_result *result = NULL;
    bres_load_options load;
    bres_status status;

    bres_load_options_init(&load);
    load.log = options->log;
    load.log_user = options->log_user;
    status = bres__program_load(executor->result, NULL, &load, &result);
    if (status == BRES_ERROR_NO_FILE)
        return bres__error(BRES_ERROR_VALUE, "it wrote no result file");
    if (status == BRES_OK)
        status = result_time(result, seconds);
    bres_result_unref(result);
    return status;
}

static bres_status execute_with_result(const bres__command_executor *executor,
                                       const char *const *arguments, double *seconds)
{
    bres__program_times times;
    const bres_status status = bres__program_run(&executor->settings, arguments, &times);

    return status == BRES_OK ? result_read(executor, seconds) : status;
}

static bres_status execute_whole(const bres__command_executor *executor,
                                 const char *const *arguments, double *seconds)
{
    const uint32_t clock_kind = executor->tuner->options.clock_kind;
    bres__program_times times;
    const bres_status status = bres__program_run(&executor->settings, arguments, &times);

    *seconds = clock_kind == BRES_CLOCK_WALL ? times.wall : times.processor;
    if (status == BRES_OK && !(*seconds > 0))
        return bres__error(BRES_ERROR_VALUE, "it took no time by the clock '%s'",
                           bres_clock_kind_name((bres_clock_kind)clock_kind));
    return status;
}

/* Whether the system, not the command, has failed, so that any other configuration would fail, too.
 * An I/O error without errno means that this process did not receive the exit status. */
static bool is_of_system(bres_status status)
{
    static const int numbers[] = { 0, EAGAIN, EMFILE, ENFILE, EIO, ENOSPC, EDQUOT };
    const int number = bres_last_error_errno();
    bool found = false;

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        found = found || numbers[i] == number;
    return status == BRES_ERROR_MEMORY || (status == BRES_ERROR_IO && found);
}

static bres_status judge(bres_status status, bres_status *failed)
{
    *failed = status == BRES_OK || is_of_system(status) ? BRES_OK : status;
    return *failed == BRES_OK ? status : BRES_OK;
}

bres_status bres__command_execute(const bres__command_executor *executor,
                                  const char *const *arguments, double *seconds,
                                  bres_status *failed)
{
    bres__error_record record;
    bres_status status;

    *seconds = 0;
    *failed = BRES_OK;
    if (!executor->writes_result)
        return judge(execute_whole(executor, arguments, seconds), failed);
    if (bres__mkdir(executor->directory, 0700) != 0)
        return bres__error_system("create the directory", executor->directory);
    status = judge(execute_with_result(executor, arguments, seconds), failed);
    bres__error_save(&record);
    if (!bres__tree_remove(executor->directory))
        return bres__error_system("remove", executor->directory);
    bres__error_restore(&record);
    return status;
}
