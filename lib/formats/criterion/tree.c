/* SPDX-License-Identifier: MIT */
#include "formats/criterion/tree.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX ((size_t)100000)
/* Group, function, value, and a directory above. */
#define DEPTH_MAX   4u

/* The names of a directory. */
typedef struct names {
    bres__arena arena;
    const char **items;
    size_t count;
    size_t capacity;
} names;

static bool names_add(void *context, const char *name)
{
    names *self = context;
    const char *copy;

    if (name[0] == '.' || strcmp(name, "report") == 0)
        return true;
    copy = bres__arena_strdup(&self->arena, name);
    if (copy == NULL || !BRES__RESERVE(&self->items, &self->capacity, self->count + 1))
        return false;
    self->items[self->count++] = copy;
    return true;
}

static void names_free(names *self)
{
    bres__arena_free(&self->arena);
    bres__free(self->items);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bres_status names_read(names *self, criterion_walk *walk, int directory, const char *path)
{
    if (bres__list_directory(directory, names_add, self) != 0)
        return errno == ENOMEM ? bres__error_memory() : bres__error_system("read", path);
    walk->entries += self->count;
    if (walk->entries > ENTRIES_MAX) {
        bres__error(BRES_ERROR_LIMIT, "more than %zu files", ENTRIES_MAX);
        bres__error_set_file(path);
        return BRES_ERROR_LIMIT;
    }
    if (self->count > 0)
        qsort(self->items, self->count, sizeof(*self->items), compare_names);
    return BRES_OK;
}

static bool has_samples(int directory)
{
    struct stat status;

    return bres__fstatat(directory, "sample.json", &status) == 0 && S_ISREG(status.st_mode);
}

static bres_status walk_directory(criterion_walk *walk, int directory, const char *path,
                                  unsigned depth);

/* Visits the directory of the baseline, or walks through any other. Files and links are passed. */
static bres_status walk_entry(criterion_walk *walk, int parent, const char *path, const char *name,
                              unsigned depth)
{
    const bool is_baseline = strcmp(name, walk->baseline) == 0;
    bres_status status = BRES_OK;
    bres__text inner = { 0 };
    int directory;

    directory = bres__openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
    if (directory < 0)
        return errno == ENOTDIR || errno == ELOOP || errno == ENOENT
                   ? BRES_OK
                   : bres__error_system("open", path);
    bres__text_printf(&inner, "%s/%s", path, name);
    if (inner.failed)
        status = bres__error_memory();
    else if (is_baseline && has_samples(directory))
        status = walk->visit(walk->user, directory, inner.data);
    else if (depth < DEPTH_MAX)
        status = walk_directory(walk, directory, inner.data, depth + 1);
    bres__text_free(&inner);
    bres__close(directory);
    return status;
}

static bres_status walk_directory(criterion_walk *walk, int directory, const char *path,
                                  unsigned depth)
{
    names found = { 0 };
    bres_status status = names_read(&found, walk, directory, path);

    for (size_t i = 0; i < found.count && status == BRES_OK; i++)
        status = walk_entry(walk, directory, path, found.items[i], depth);
    names_free(&found);
    return status;
}

bres_status bres__criterion_walk(criterion_walk *walk, int directory, const char *path)
{
    return walk_directory(walk, directory, path, 0);
}
