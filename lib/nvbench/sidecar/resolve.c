/* SPDX-License-Identifier: MIT */
/*
 * Finds sidecars. A file name is recorded relative to the JSON file. Also finds the sidecars of
 * results that were moved, or written by versions that recorded names relative to the working
 * directory.
 */
#include "nvbench/nvbench.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Examines the file at a path; false if it does not exist. A file that cannot be examined counts as
 * existing, so that no other file is used instead. */
static bool examine(bres__sidecar_file *file, const char *path)
{
    file->path = path;
    file->error = bres__stat(path, &file->status) == 0 ? 0 : errno;
    return file->error != ENOENT && file->error != ENOTDIR && file->error != ELOOP;
}

static char *join(bres__arena *arena, const char *directory, size_t length, const char *name)
{
    size_t name_length = strlen(name);
    bool slash = length > 0 && directory[length - 1] != '/';
    char *path = bres__arena_alloc(arena, length + slash + name_length + 1, 1);

    if (path == NULL)
        return NULL;
    memcpy(path, directory, length);
    if (slash)
        path[length] = '/';
    memcpy(path + length + slash, name, name_length + 1);
    return path;
}

/* Removes "." and "a/.." from a path whose separators are '/', in place, without asking the file
 * system. The output never overtakes the input: a separator is written before a component, where
 * the input had one, and not after it, where the text may end. */
static void normalize(char *path)
{
    char *out = path;
    char *floor = path; /* after leading ".."s, which stay */
    const char *in = path;

    while (*in != '\0') {
        size_t length = strcspn(in, "/");
        bool up = length == 2 && in[0] == '.' && in[1] == '.';

        if (up && out > floor) {
            do
                out--;
            while (out > floor && *out != '/');
        } else if (length > 0 && !(length == 1 && in[0] == '.')) {
            if (out > path)
                *out++ = '/';
            memmove(out, in, length);
            out += length;
            if (up)
                floor = out;
        }
        in += length;
        in += *in == '/';
    }
    *out = '\0';
}

static bool is_sidecar_folder(const bres__load *load, const char *name, size_t length)
{
    return (strlen(load->sidecar_dir) == length && memcmp(name, load->sidecar_dir, length) == 0) ||
           (strlen(load->rates_dir) == length && memcmp(name, load->rates_dir, length) == 0);
}

/* The relocation rule: if a component of the recorded path is named like a sidecar folder of this
 * file, looks for the path from this component on beside the file. false: no memory. */
static bool relocate(const bres__load *load, const char *recorded, bres__arena *arena,
                     bres__sidecar_file *file, bool *found)
{
    char *copy = bres__arena_strdup(arena, recorded);

    *found = false;
    if (copy == NULL)
        return false;
    for (char *c = copy; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    normalize(copy);
    for (const char *part = copy; *part != '\0';) {
        size_t length = strcspn(part, "/");

        if (is_sidecar_folder(load, part, length)) {
            char *candidate = join(arena, load->directory, strlen(load->directory), part);

            if (candidate == NULL)
                return false;
            *found = examine(file, candidate);
            if (*found)
                return true;
        }
        part += length;
        part += *part == '/';
    }
    return true;
}

/* Looks for a file with a relative name in other directories. false: no memory. */
static bool look_elsewhere(const bres__load *load, const char *recorded, bres__arena *arena,
                           bres__sidecar_file *file, bool *found)
{
    size_t length = strlen(load->directory);
    char *path;

    if (!relocate(load, recorded, arena, file, found))
        return false;
    if (*found)
        return true;
    while (length > 1 && load->directory[length - 1] != '/')
        length--;
    path = join(arena, load->directory, length, recorded);
    if (path == NULL)
        return false;
    *found = examine(file, path);
    if (*found || (load->options.flags & BRES_LOAD_CWD_FALLBACK) == 0)
        return true;
    path = bres__arena_strdup(arena, recorded);
    if (path == NULL)
        return false;
    *found = examine(file, path);
    return true;
}

bool bres__sidecar_find(const bres__load *load, const char *recorded, bres__arena *arena,
                        bres__sidecar_file *file)
{
    const bool is_absolute = recorded[0] == '/';
    const char *path = is_absolute
                           ? bres__arena_strdup(arena, recorded)
                           : join(arena, load->directory, strlen(load->directory), recorded);
    bres__sidecar_file elsewhere;
    bool found;

    if (path == NULL)
        return false;
    if (examine(file, path) || is_absolute)
        return true;
    if (!look_elsewhere(load, recorded, arena, &elsewhere, &found))
        return false;
    if (found)
        *file = elsewhere;
    return true;
}

bool bres__path_is_inside(const char *path, const char *real_directory)
{
    char real[PATH_MAX];
    size_t length = strlen(real_directory);

    if (realpath(path, real) == NULL)
        return false;
    if (length == 1) /* the root holds everything */
        return true;
    return strncmp(real, real_directory, length) == 0 && real[length] == '/';
}

const bres_summary *bres__first_summary(const bres_state *state, const char *tag)
{
    for (uint32_t i = 0; i < state->summary_count; i++) {
        const char *have = bres__summary_at(state, i)->shape->tag;

        if (have != NULL && strcmp(have, tag) == 0)
            return bres__summary_at(state, i);
    }
    return NULL;
}
