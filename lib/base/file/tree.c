/* SPDX-License-Identifier: MIT */
#include "base/file/tree.h"
#include "base/base.h"

#include <fcntl.h>
#include <string.h>

#define DEPTH_MAX 8u

/* Appends a directory entry's name, with its NUL. */
static bool names_add(void *context, const char *name)
{
    bres__text *names = context;

    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        bres__text_append(names, name, strlen(name) + 1);
    return !names->failed;
}

static bool directory_names(const char *path, bres__text *names)
{
    const int directory = bres__open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    bool done;

    if (directory < 0)
        return false;
    done = bres__list_directory(directory, names_add, names) == 0;
    bres__close(directory);
    return done;
}

/* Returns false if a part could not be removed. */
static bool tree_remove(const char *path, unsigned depth)
{
    bres__text names = { 0 };
    bool done = depth > 0 && directory_names(path, &names);

    for (size_t i = 0; i < names.length && done; i += strlen(names.data + i) + 1) {
        bres__text entry = { 0 };

        bres__text_printf(&entry, "%s/%s", path, names.data + i);
        done =
            !entry.failed && (bres__unlink(entry.data) == 0 || tree_remove(entry.data, depth - 1));
        bres__text_free(&entry);
    }
    bres__text_free(&names);
    return done && bres__rmdir(path) == 0;
}

bool bres__tree_remove(const char *path)
{
    return tree_remove(path, DEPTH_MAX);
}
