/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: which files are compared. Two directories mean the results in both of them
 * that have the same name, in the order of their names.
 */
#include "compare.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_directory(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_result(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
}

/* A name that begins with its point has no ending. */
static bool name_is_json(const char *name)
{
    const char *point = strrchr(name, '.');

    return point != NULL && point != name && strcmp(point, ".json") == 0;
}

static char *path_join(const char *directory, const char *name)
{
    const size_t size = strlen(directory) + strlen(name) + 2;
    const char *slash = directory[strlen(directory) - 1] == '/' ? "" : "/";
    char *path = malloc(size);

    if (path != NULL)
        snprintf(path, size, "%s%s%s", directory, slash, name);
    return path;
}

/* Takes the texts over. */
static int pairs_add(struct compare_pairs *pairs, char *reference, char *candidate, size_t name)
{
    struct compare_pair *grown = realloc(pairs->pairs, (pairs->count + 1) * sizeof *grown);

    if (grown != NULL)
        pairs->pairs = grown;
    if (grown == NULL || reference == NULL || candidate == NULL) {
        free(reference);
        free(candidate);
        return tool_error("out of memory");
    }
    pairs->pairs[pairs->count++] = (struct compare_pair){
        .reference = reference,
        .candidate = candidate,
        .name = name > 0 ? candidate + name : NULL,
    };
    return TOOL_DONE;
}

static int pairs_add_name(struct compare_pairs *pairs, const char *reference, const char *candidate,
                          const char *name)
{
    char *first = path_join(reference, name);
    char *second = path_join(candidate, name);
    const bool both = first != NULL && second != NULL && is_result(first) && is_result(second);

    if (first != NULL && second != NULL && !both) {
        free(first);
        free(second);
        return TOOL_DONE;
    }
    return pairs_add(pairs, first, second, second != NULL ? strlen(second) - strlen(name) : 0);
}

static int pair_order(const void *a, const void *b)
{
    const struct compare_pair *first = a;
    const struct compare_pair *second = b;

    return strcmp(first->name, second->name);
}

static int pairs_find_in(struct compare_pairs *pairs, const char *reference, const char *candidate)
{
    DIR *directory = opendir(candidate);
    const struct dirent *entry;
    int status = TOOL_DONE;

    if (directory == NULL)
        return tool_error("cannot read the directory '%s': %s", candidate, strerror(errno));
    while (status == TOOL_DONE && (entry = readdir(directory)) != NULL) {
        if (name_is_json(entry->d_name))
            status = pairs_add_name(pairs, reference, candidate, entry->d_name);
    }
    closedir(directory);
    if (status != TOOL_DONE)
        return status;
    if (pairs->count == 0)
        return tool_error("'%s' and '%s' have no result file (*.json) of the same name", reference,
                          candidate);
    qsort(pairs->pairs, pairs->count, sizeof *pairs->pairs, pair_order);
    return TOOL_DONE;
}

int compare_pairs_find(struct compare_pairs *pairs, const char *reference, const char *candidate)
{
    if (is_directory(reference) && is_directory(candidate))
        return pairs_find_in(pairs, reference, candidate);
    return pairs_add(pairs, strdup(reference), strdup(candidate), 0);
}

void compare_pairs_free(struct compare_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++) {
        bres_comparison_free(pairs->pairs[i].comparison);
        bres_result_unref(pairs->pairs[i].results[0]);
        bres_result_unref(pairs->pairs[i].results[1]);
        free(pairs->pairs[i].reference);
        free(pairs->pairs[i].candidate);
    }
    free(pairs->pairs);
}
