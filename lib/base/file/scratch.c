/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/text/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

bres_status bres__scratch_dir_make(bres__scratch_dir *scratch)
{
    const char *parent = secure_getenv("TMPDIR");
    bres__text path = { 0 };

    scratch->path = NULL;
    if (parent == NULL || parent[0] == '\0')
        parent = "/tmp";
    bres__text_printf(&path, "%s/benchresult-XXXXXX", parent);
    scratch->path = bres__text_steal(&path);
    if (scratch->path == NULL)
        return bres__error_memory();
    if (bres__mkdtemp(scratch->path) != 0) {
        bres__free(scratch->path);
        scratch->path = NULL;
        return bres__error_system("create a temporary directory in", parent);
    }
    return BRES_OK;
}

static bool scratch_remove_entry(void *context, const char *name)
{
    const int *directory = context;

    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        bres__unlinkat(*directory, name);
    return true;
}

void bres__scratch_dir_remove(bres__scratch_dir *scratch)
{
    int directory;

    if (scratch->path == NULL)
        return;
    directory = bres__open(scratch->path, O_RDONLY | O_DIRECTORY, 0);
    if (directory >= 0) {
        bres__list_directory(directory, scratch_remove_entry, &directory);
        bres__close(directory);
    }
    bres__rmdir(scratch->path);
    bres__free(scratch->path);
    scratch->path = NULL;
}
