/* SPDX-License-Identifier: MIT */
/*
 * The directories that may hold the sidecars of a result file.
 */
#include "nvbench/nvbench.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Removes empty and "." components of an absolute path, in place, so that the part before the last
 * component is its parent. ".." stays, because only the file system can resolve it. */
static void path_normalize(char *path)
{
    const char *in = path;
    char *out = path;

    while (*in != '\0') {
        size_t length = strcspn(in, "/");

        if (length > 1 || (length == 1 && *in != '.')) {
            *out++ = '/';
            memmove(out, in, length);
            out += length;
        }
        in += length;
        in += *in == '/';
    }
    if (out == path)
        *out++ = '/';
    *out = '\0';
}

/* Sets the directory as an absolute path. A directory that does not exist is accepted: it cannot
 * have sidecars, but messages name it. */
static bres_status set_directory(bres__load *load, const char *directory)
{
    bres_result *result = load->result;
    char working[PATH_MAX] = "";
    bres__text text = { 0 };

    if (directory[0] != '/' && getcwd(working, sizeof working) == NULL)
        return bres__error_system("find the working directory of", load->name);
    bres__text_printf(&text, "%s/%s", working, directory);
    if (!text.failed) {
        path_normalize(text.data);
        result->directory = bres__arena_strdup(&result->arena, text.data);
    }
    bres__text_free(&text);
    load->directory = result->directory;
    return result->directory == NULL ? bres__error_memory() : BRES_OK;
}

static bres_status set_confinement(bres__load *load)
{
    bres_result *result = load->result;
    char real[PATH_MAX];

    if ((load->options.flags & BRES_LOAD_CONFINE) == 0)
        return BRES_OK;
    if (realpath(load->directory, real) == NULL)
        return bres__error_system("resolve the directory", load->directory);
    result->confinement = bres__arena_strdup(&result->arena, real);
    load->confinement = result->confinement;
    return result->confinement == NULL ? bres__error_memory() : BRES_OK;
}

bres_status bres__sidecar_places_set(bres__load *load, const char *base, const char *directory)
{
    bres__text text = { 0 };
    bres__arena *arena = &load->result->arena;
    bres_status status;

    bres__text_printf(&text, "%s-bin", base);
    load->sidecar_dir = text.failed ? NULL : bres__arena_strdup(arena, text.data);
    bres__text_clear(&text);
    bres__text_printf(&text, "%s-freqs-bin", base);
    load->rates_dir = text.failed ? NULL : bres__arena_strdup(arena, text.data);
    bres__text_free(&text);
    if (load->sidecar_dir == NULL || load->rates_dir == NULL)
        return bres__error_memory();
    if (directory == NULL)
        return BRES_OK;
    status = set_directory(load, directory);
    return status != BRES_OK ? status : set_confinement(load);
}
