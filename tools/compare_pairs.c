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

static int missing_add(struct compare_pairs *pairs, const char *name, bool in_reference)
{
    bres_missing_file *grown = realloc(pairs->missing, (pairs->missing_count + 1) * sizeof *grown);
    char *copy = strdup(name);

    if (grown != NULL)
        pairs->missing = grown;
    if (grown == NULL || copy == NULL) {
        free(copy);
        return tool_error("out of memory");
    }
    grown[pairs->missing_count++] =
        (bres_missing_file){ .name = copy, .in_reference = in_reference };
    return TOOL_DONE;
}

/* A name that one of the directories has. What only one of them has as a result is missing in the
 * other. */
static int pairs_add_name(struct compare_pairs *pairs, const char *reference, const char *candidate,
                          const char *name)
{
    char *first = path_join(reference, name);
    char *second = path_join(candidate, name);
    const bool in_first = first != NULL && is_result(first);
    const bool in_second = second != NULL && is_result(second);
    int status = TOOL_DONE;

    if (first == NULL || second == NULL || (in_first && in_second))
        return pairs_add(pairs, first, second, second != NULL ? strlen(second) - strlen(name) : 0);
    if (in_first || in_second) {
        tool_say("warning: '%s' has no partner in '%s'", in_first ? first : second,
                 in_first ? candidate : reference);
        status = missing_add(pairs, name, in_first);
    }
    free(first);
    free(second);
    return status;
}

/* The names in a directory that end in .json, in order. */
struct listing {
    struct dirent **entries;
    int count;
};

static int entry_is_json(const struct dirent *entry)
{
    return name_is_json(entry->d_name);
}

static int entry_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int listing_read(struct listing *listing, const char *directory)
{
    listing->count = scandir(directory, &listing->entries, entry_is_json, entry_order);
    if (listing->count >= 0)
        return TOOL_DONE;
    listing->count = 0;
    return tool_error("cannot read the directory '%s': %s", directory, strerror(errno));
}

static void listing_free(struct listing *listing)
{
    for (int i = 0; i < listing->count; i++)
        free(listing->entries[i]);
    free(listing->entries);
}

/* Goes through both lists at once. */
static int pairs_add_listings(struct compare_pairs *pairs, const char *const paths[2],
                              const struct listing listings[2])
{
    int status = TOOL_DONE;
    int i = 0;
    int j = 0;

    while (status == TOOL_DONE && (i < listings[0].count || j < listings[1].count)) {
        const char *first = i < listings[0].count ? listings[0].entries[i]->d_name : NULL;
        const char *second = j < listings[1].count ? listings[1].entries[j]->d_name : NULL;
        const int order = first == NULL ? 1 : second == NULL ? -1 : strcmp(first, second);

        status = pairs_add_name(pairs, paths[0], paths[1], order <= 0 ? first : second);
        i += order <= 0;
        j += order >= 0;
    }
    return status;
}

static int pairs_find_in(struct compare_pairs *pairs, const char *reference, const char *candidate)
{
    const char *const paths[2] = { reference, candidate };
    struct listing listings[2] = { { NULL, 0 }, { NULL, 0 } };
    int status = listing_read(&listings[0], reference);

    if (status == TOOL_DONE)
        status = listing_read(&listings[1], candidate);
    if (status == TOOL_DONE)
        status = pairs_add_listings(pairs, paths, listings);
    listing_free(&listings[0]);
    listing_free(&listings[1]);
    if (status == TOOL_DONE && pairs->count == 0)
        return tool_error("'%s' and '%s' have no result file (*.json) of the same name", reference,
                          candidate);
    return status;
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
    for (size_t i = 0; i < pairs->missing_count; i++)
        free((char *)pairs->missing[i].name);
    free(pairs->missing);
}
