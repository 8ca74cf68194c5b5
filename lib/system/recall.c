/* SPDX-License-Identifier: MIT */
/*
 * The path of the file with saved probe results, and its use by later runs.
 */
#include "system/saved.h"
#include "system/system.h"

#include <stdlib.h>

#define FILE_NAME "/benchresult/machine.json"

/* A directory named by an environment variable. Ignores a relative path, as the XDG specification
 * requires. */
static const char *directory_named(const char *variable)
{
    const char *directory = secure_getenv(variable);

    return directory != NULL && directory[0] == '/' ? directory : NULL;
}

bres_status bres__saved_path(char **path)
{
    const char *state = directory_named("XDG_STATE_HOME");
    const char *home = directory_named("HOME");
    bres__text text = { 0 };

    *path = NULL;
    if (state == NULL && home == NULL)
        return bres__error(BRES_ERROR_NO_FILE,
                           "the directory of the user's state is unknown: neither XDG_STATE_HOME "
                           "nor HOME is an absolute path");
    if (state != NULL)
        bres__text_printf(&text, "%s" FILE_NAME, state);
    else
        bres__text_printf(&text, "%s/.local/state" FILE_NAME, home);
    *path = bres__text_steal(&text);
    return *path != NULL ? BRES_OK : bres__error_memory();
}

static void report_unused(void (*report)(void *context, const char *message), void *context)
{
    bres__text text = { 0 };

    bres__text_printf(&text, "the known run variation of this machine is not recorded: %s",
                      bres_last_error());
    if (!text.failed)
        report(context, text.data);
    bres__text_free(&text);
}

/* Keeps the caller's error record: a file that cannot be used is not a failure. */
bres_status bres__saved_recall(bres__machine *machine,
                               void (*report)(void *context, const char *message), void *context)
{
    bres__error_record before;
    char *path;
    bres_status status;

    machine->saved = (bres__saved){ .run_variation = 0 };
    bres__error_save(&before);
    status = bres__saved_path(&path);
    if (status == BRES_OK) {
        status = bres__saved_load(path, machine, &machine->saved);
        bres__free(path);
        if (status != BRES_OK && status != BRES_ERROR_MEMORY)
            report_unused(report, context);
    }
    if (status == BRES_ERROR_MEMORY)
        return status;
    bres__error_restore(&before);
    return BRES_OK;
}

void bres__saved_put(bres__json_writer *json, const bres__saved *saved)
{
    if (!(saved->run_variation > 0))
        return;
    bres__json_key(json, "run_variation");
    bres__json_write_float64(json, saved->run_variation);
    bres__json_key(json, "run_variation_date");
    bres__json_write_string(json, saved->date);
}
