/* SPDX-License-Identifier: MIT */
/*
 * The charts of one call: a unique path for each chart, and the log.
 */
#include "report/plot/plots.h"
#include "report/plot/path.h"

#include <stdarg.h>
#include <string.h>
#include <unistd.h>

void bres__plots_say(const bres__plots *plots, bres_log_level level, const char *format, ...)
{
    char message[1024];
    va_list arguments;

    if (plots->options.log == NULL)
        return;
    va_start(arguments, format);
    bres__vformat(message, sizeof message, format, arguments);
    va_end(arguments);
    bres__log_say(plots->options.log, plots->options.log_user, level, message);
}

/* Appends a path without "." and ".."; does not look at the file system. */
static void put_normalized(bres__text *text, const char *path)
{
    while (*path != '\0') {
        const size_t length = strcspn(path, "/");

        if (length == 2 && path[0] == '.' && path[1] == '.') {
            while (text->length > 0 && text->data[--text->length] != '/')
                ;
        } else if (length > 0 && !(length == 1 && path[0] == '.')) {
            bres__text_putc(text, '/');
            bres__text_append(text, path, length);
        }
        path += length;
        path += *path == '/';
    }
}

static bres_status put_absolute(bres__text *text, const char *path)
{
    char directory[4096];

    if (path[0] != '/') {
        if (getcwd(directory, sizeof directory) == NULL)
            return bres__error_system("find the working directory for", path);
        put_normalized(text, directory);
    }
    put_normalized(text, path);
    return text->failed ? bres__error_memory() : BRES_OK;
}

static bool is_used(const bres__plots *plots)
{
    return bres__map_get(&plots->used, plots->text.data, plots->text.length) != NULL;
}

static bool exists(const char *path)
{
    struct stat status;

    return bres__stat(path, &status) == 0;
}

/* The first free name of the form STEM-copy-N.ENDING. */
static bres_status find_copy(bres__plots *plots)
{
    char *wanted = bres__strdup(plots->text.data);
    const char *ending;

    if (wanted == NULL)
        return bres__error_memory();
    ending = bres__path_ending(wanted);
    for (unsigned n = 1; !plots->text.failed; n++) {
        bres__text_clear(&plots->text);
        bres__text_append(&plots->text, wanted, (size_t)(ending - wanted));
        bres__text_printf(&plots->text, "-copy-%u%s", n, ending);
        if (!plots->text.failed && !is_used(plots) && !exists(plots->text.data))
            break;
    }
    bres__free(wanted);
    return plots->text.failed ? bres__error_memory() : BRES_OK;
}

bres_status bres__plots_use(bres__plots *plots, const char *path, bool *copied)
{
    bres_status status;
    char *kept;

    bres__text_clear(&plots->text);
    status = put_absolute(&plots->text, path);
    *copied = status == BRES_OK && is_used(plots);
    if (*copied)
        status = find_copy(plots);
    if (status != BRES_OK)
        return status;
    kept = bres__arena_copy(&plots->names, plots->text.data, plots->text.length);
    if (kept == NULL || !bres__map_set(&plots->used, kept, plots->text.length, kept))
        return bres__error_memory();
    return BRES_OK;
}
