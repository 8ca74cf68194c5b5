/* SPDX-License-Identifier: MIT */
#include "formats/criterion/tree.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define ENTRIES_MAX ((size_t)100000)
/* Sufficient for a directory above target/, too. */
#define DEPTH_MAX   32u

const char *const bres__criterion_files[BRES__CRITERION_FILES] = { "benchmark.json", "sample.json",
                                                                   "estimates.json" };

/* The names of the entries of a directory. */
typedef struct names {
    bres__arena arena;
    const char **items;
    size_t count;
    size_t capacity;
} names;

static bool name_is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static bool names_add(void *context, const char *name)
{
    names *self = context;
    const char *copy;

    if (name_is_dots(name))
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

static bool stop_at_name(void *context, const char *name)
{
    *(bool *)context = name_is_dots(name);
    return *(bool *)context;
}

static bool is_empty(int directory)
{
    bool has_dots_only = false;

    return bres__list_directory(directory, stop_at_name, &has_dots_only) == 0 && has_dots_only;
}

/* Whether a directory is the baseline. A group may have the name of the baseline, but it contains
 * directories and none of the files. An empty directory is a baseline whose measurement was
 * interrupted. */
static bool is_baseline(const criterion_walk *walk, int directory, const char *name)
{
    struct stat status;

    if (strcmp(name, walk->baseline) != 0)
        return false;
    for (size_t i = 0; i < BRES__CRITERION_FILES; i++) {
        if (bres__fstatat(directory, bres__criterion_files[i], &status) == 0)
            return true;
    }
    return is_empty(directory);
}

static bres_status depth_fault(const char *path)
{
    bres__error(BRES_ERROR_LIMIT, "more than %u levels of directories", DEPTH_MAX);
    bres__error_set_file(path);
    return BRES_ERROR_LIMIT;
}

static bres_status walk_directory(criterion_walk *walk, int directory, const char *path,
                                  unsigned depth);

static bres_status walk_visit(criterion_walk *walk, int directory, const char *path)
{
    walk->visited++;
    return walk->visit(walk->user, directory, path);
}

/* Visits the directory if it is the baseline, and then walks through it. Walks through `report`,
 * too, because a group may have this name. Skips files and links. */
static bres_status walk_entry(criterion_walk *walk, int parent, const char *path, const char *name,
                              unsigned depth)
{
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
    else if (is_baseline(walk, directory, name))
        status = walk_visit(walk, directory, inner.data);
    if (status == BRES_OK)
        status = depth < DEPTH_MAX ? walk_directory(walk, directory, inner.data, depth + 1)
                                   : depth_fault(inner.data);
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
