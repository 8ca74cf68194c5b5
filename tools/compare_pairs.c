/* SPDX-License-Identifier: MIT */
/*
 * benchresult compare: finds the files to compare. Two directories stand for the results that have
 * the same name in both directories, in the order of the names. A directory without *.json files is
 * itself a result, such as a directory of criterion.rs.
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

/* A leading dot does not begin an ending. */
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

int compare_runs_add(struct compare_runs *runs, char *file)
{
    char **files = realloc(runs->files, (runs->count + 1) * sizeof *files);
    bres_result **results;

    if (files != NULL)
        runs->files = files;
    results = realloc(runs->results, (runs->count + 1) * sizeof *results);
    if (results != NULL)
        runs->results = results;
    if (files == NULL || results == NULL || file == NULL) {
        free(file);
        return tool_error("out of memory");
    }
    results[runs->count] = NULL;
    files[runs->count++] = file;
    return TOOL_DONE;
}

int compare_runs_load(struct compare_runs *runs, uint32_t flags, const struct tool_outputs *outputs)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < runs->count && status == TOOL_DONE; i++)
        status = tool_compared_load(runs->files[i], flags, outputs, &runs->results[i]);
    return status;
}

void compare_runs_free(struct compare_runs *runs)
{
    for (size_t i = 0; i < runs->count; i++) {
        bres_result_unref(runs->results[i]);
        free(runs->files[i]);
    }
    free(runs->results);
    free(runs->files);
}

/* Adds a pair without files; NULL, with a message, if memory runs out. */
static struct compare_pair *pairs_grow(struct compare_pairs *pairs)
{
    struct compare_pair *grown = realloc(pairs->pairs, (pairs->count + 1) * sizeof *grown);

    if (grown == NULL) {
        tool_error("out of memory");
        return NULL;
    }
    pairs->pairs = grown;
    grown[pairs->count] = (struct compare_pair){ .comparison = NULL };
    return &grown[pairs->count++];
}

/* Takes ownership of both paths. `name` is the offset of the file name in `candidate`; 0: the pair
 * has no name. */
static int pairs_add(struct compare_pairs *pairs, char *reference, char *candidate, size_t name)
{
    struct compare_pair *pair = pairs_grow(pairs);
    int status;

    if (pair == NULL) {
        free(reference);
        free(candidate);
        return TOOL_REFUSED;
    }
    pair->name = name > 0 ? candidate + name : NULL;
    status = compare_runs_add(&pair->runs[0], reference);
    if (status == TOOL_DONE)
        return compare_runs_add(&pair->runs[1], candidate);
    free(candidate);
    return status;
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

/* Adds the pair for a name that at least one directory has. If only one directory has a result with
 * this name, records the file as missing. */
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

/* The names in a directory that end in .json, sorted. */
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

/* Merges the two sorted lists. */
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
    if (status == TOOL_DONE && listings[0].count == 0 && listings[1].count == 0)
        status = pairs_add(pairs, strdup(reference), strdup(candidate), 0);
    else if (status == TOOL_DONE)
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

/* Adds all results in a directory, in the order of their names. */
static int runs_add_directory(struct compare_runs *runs, const char *directory)
{
    struct listing listing = { NULL, 0 };
    const size_t before = runs->count;
    int status = listing_read(&listing, directory);

    if (status == TOOL_DONE && listing.count == 0)
        status = compare_runs_add(runs, strdup(directory));
    for (int i = 0; i < listing.count && status == TOOL_DONE; i++) {
        char *file = path_join(directory, listing.entries[i]->d_name);

        if (file == NULL || !is_directory(file))
            status = compare_runs_add(runs, file);
        else
            free(file);
    }
    listing_free(&listing);
    if (status == TOOL_DONE && runs->count == before)
        return tool_error("'%s' has no result file (*.json)", directory);
    return status;
}

int compare_runs_find(struct compare_runs *runs, const bres__option_list *paths)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < paths->count && status == TOOL_DONE; i++)
        status = is_directory(paths->items[i]) ? runs_add_directory(runs, paths->items[i])
                                               : compare_runs_add(runs, strdup(paths->items[i]));
    return status;
}

int compare_pairs_of_runs(struct compare_pairs *pairs, const bres__option_list *references,
                          const bres__option_list *candidates)
{
    struct compare_pair *pair = pairs_grow(pairs);
    int status = pair != NULL ? compare_runs_find(&pair->runs[0], references) : TOOL_REFUSED;

    return status == TOOL_DONE ? compare_runs_find(&pair->runs[1], candidates) : status;
}

void compare_pairs_free(struct compare_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++) {
        bres_comparison_free(pairs->pairs[i].comparison);
        compare_runs_free(&pairs->pairs[i].runs[0]);
        compare_runs_free(&pairs->pairs[i].runs[1]);
    }
    free(pairs->pairs);
    for (size_t i = 0; i < pairs->missing_count; i++)
        free((char *)pairs->missing[i].name);
    free(pairs->missing);
}
