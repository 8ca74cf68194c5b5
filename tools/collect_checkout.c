/* SPDX-License-Identifier: MIT */
/*
 * The work trees in which benchresult collect builds revisions: `ref` and `cmp` in a temporary
 * directory, so that the user's own tree stays as it is. The name of the temporary directory is in
 * a file of the output directory, by which a later collection removes the trees of one that was
 * killed.
 */
#include "collect.h"

#include "base/alloc.h"
#include "base/git/git.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RECORD_NAME "collect.trees"
#define BUILD_NAME  "collect.build"

static const char *const tree_names[COLLECT_SIDES] = { "ref", "cmp" };

static int path_make(const char *directory, const char *name, bres__text *path)
{
    bres__text_printf(path, "%s/%s", directory, name);
    return path->failed ? tool_error("out of memory") : TOOL_DONE;
}

static int entry_remove(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)walk;
    (void)(kind == FTW_DP ? rmdir(path) : unlink(path));
    return 0;
}

/* Removes a directory with all it contains; true if nothing is left. */
static bool directory_remove(const char *path)
{
    (void)nftw(path, entry_remove, 32, FTW_DEPTH | FTW_PHYS);
    return access(path, F_OK) != 0;
}

/* Removes both trees and the temporary directory around them. */
static int trees_remove(const char *base)
{
    bres__git git = { .directory = NULL };
    bool done = true;

    for (int side = 0; side < COLLECT_SIDES; side++) {
        bres__text path = { 0 };

        if (path_make(base, tree_names[side], &path) != TOOL_DONE)
            return TOOL_REFUSED;
        (void)directory_remove(path.data);
        done = bres__git_remove_tree(&git, path.data) && done;
        bres__text_free(&path);
    }
    if (!directory_remove(base))
        return tool_error("cannot remove the directory '%s'", base);
    return done ? TOOL_DONE : tool_error("cannot remove the work trees: %s", git.message);
}

/* Removes the trees that the record names, and then the record. */
static int recorded_remove(const char *record)
{
    char base[PATH_MAX];
    FILE *file = fopen(record, "r");
    size_t length;
    int status = TOOL_DONE;

    if (file == NULL)
        return TOOL_DONE;
    length = fread(base, 1, sizeof base - 1, file);
    fclose(file);
    base[length] = '\0';
    /* A record that was not completed precedes the trees. */
    if (length > 0 && base[length - 1] == '\n') {
        base[length - 1] = '\0';
        status = trees_remove(base);
    }
    if (status == TOOL_DONE && unlink(record) != 0)
        status = tool_error("cannot remove '%s': %s", record, strerror(errno));
    return status;
}

static bool is_needed(const struct collect *collect)
{
    return collect->revisions[COLLECT_REFERENCE] != NULL ||
           collect->revisions[COLLECT_CANDIDATE] != NULL;
}

static int record_with(const struct collect *collect, int (*call)(const char *record))
{
    bres__text record = { 0 };
    int status = path_make(collect->directory, RECORD_NAME, &record);

    if (status == TOOL_DONE)
        status = call(record.data);
    bres__text_free(&record);
    return status;
}

int checkout_remove(const struct collect *collect)
{
    return is_needed(collect) ? record_with(collect, recorded_remove) : TOOL_DONE;
}

/* Makes the temporary directory and records its name. */
static int base_make(const struct collect *collect, char base[PATH_MAX])
{
    const char *parent = getenv("TMPDIR");
    bres__text record = { 0 };
    bres__text line = { 0 };
    int status;

    if (mkdir(collect->directory, 0777) != 0 && errno != EEXIST)
        return tool_error("cannot create the directory '%s': %s", collect->directory,
                          strerror(errno));
    snprintf(base, PATH_MAX, "%s/benchresult-trees-XXXXXX",
             parent != NULL && parent[0] != '\0' ? parent : "/tmp");
    if (mkdtemp(base) == NULL)
        return tool_error("cannot create a temporary directory as '%s': %s", base, strerror(errno));
    bres__text_printf(&line, "%s\n", base);
    status = path_make(collect->directory, RECORD_NAME, &record);
    if (status == TOOL_DONE && line.failed)
        status = tool_error("out of memory");
    if (status == TOOL_DONE)
        status = tool_write(record.data, line.data, line.length);
    bres__text_free(&line);
    bres__text_free(&record);
    if (status != TOOL_DONE)
        rmdir(base);
    return status;
}

/* Builds a tree: a collection of one run of the build command, which thereby gets signals, and can
 * be ended by a later collection. */
static int tree_build(const struct collect *collect, const char *tree,
                      bool (*is_interrupted)(void *user))
{
    struct collect build;
    bres_command_race *race = NULL;
    bres__text directory = { 0 };
    int status = path_make(collect->directory, BUILD_NAME, &directory);

    collect_arguments_init(&build);
    build.progress.quiet = true;
    build.race.max_pairs = 1;
    build.options.directory = directory.data;
    build.options.reference_directory = tree;
    if (!bres__option_list_add(&build.words, "sh") || !bres__option_list_add(&build.words, "-c") ||
        !bres__option_list_add(&build.words, collect->build))
        status = tool_error("out of memory");
    if (status == TOOL_DONE)
        status = collect_words_join(&build);
    if (status == TOOL_DONE)
        status = collect_commands(&build, build.command, NULL, is_interrupted, &race);
    bres_command_race_free(race);
    if (directory.data != NULL)
        directory_remove(directory.data);
    bres__text_free(&directory);
    bres__option_list_free(&build.words);
    bres__free(build.command);
    return status;
}

static int tree_make(struct collect *collect, const char *base, int side)
{
    bres__git git = { .directory = NULL };
    bres__text path = { 0 };
    bres__text hash = { 0 };
    int status = path_make(base, tree_names[side], &path);

    if (status == TOOL_DONE && (!bres__git_commit(&git, collect->revisions[side], &hash) ||
                                !bres__git_add_tree(&git, path.data, hash.data)))
        status = tool_error("cannot check out '%s': %s", collect->revisions[side], git.message);
    if (status == TOOL_DONE && tool_signals_caught() != 0)
        status = 128 + tool_signals_caught();
    if (status == TOOL_DONE && collect->build != NULL)
        status = tree_build(collect, path.data, tool_signals_interrupted);
    collect->trees[side] = bres__text_steal(&path);
    collect->hashes[side] = bres__text_steal(&hash);
    return status;
}

static bool always(void *user)
{
    (void)user;
    return true;
}

/* Whether a killed collection has left its build. */
static bool build_is_left(const struct collect *collect)
{
    bres__text path = { 0 };
    bool left = path_make(collect->directory, BUILD_NAME, &path) == TOOL_DONE &&
                access(path.data, F_OK) == 0;

    bres__text_free(&path);
    return left;
}

int checkout_clean(const struct collect *collect)
{
    if (!is_needed(collect))
        return TOOL_DONE;
    /* A build that is interrupted at once only ends the one before. */
    if (collect->build != NULL && build_is_left(collect))
        (void)tree_build(collect, "/", always);
    return record_with(collect, recorded_remove);
}

int checkout_make(struct collect *collect)
{
    char base[PATH_MAX];
    int status = is_needed(collect) ? base_make(collect, base) : TOOL_DONE;

    for (int side = 0; side < COLLECT_SIDES && status == TOOL_DONE; side++) {
        if (collect->revisions[side] != NULL)
            status = tree_make(collect, base, side);
    }
    return status;
}
