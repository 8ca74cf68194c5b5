/* SPDX-License-Identifier: MIT */
/*
 * The work trees in which benchresult collect builds revisions: `ref` and `cmp` in a temporary
 * directory, so that the user's own tree does not change. A file in the output directory, the
 * record, stores the path of the temporary directory before the directory exists. A later
 * collection can thus remove the trees of a collection that was killed. The collection and its git
 * processes hold the lock of the record.
 */
#include "collect.h"

#include "base/alloc.h"
#include "base/git/git.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
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

/* Removes a directory and its content; true if nothing is left. */
static bool directory_remove(const char *path)
{
    (void)nftw(path, entry_remove, 32, FTW_DEPTH | FTW_PHYS);
    return access(path, F_OK) != 0;
}

/* Removes both trees and the temporary directory around them. */
static int trees_remove(const struct collect *collect, const char *base)
{
    bres__git git = { .lock = collect->record };
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

/* Removes the trees that the record names. */
static int recorded_remove(const struct collect *collect)
{
    char base[PATH_MAX];
    struct stat status;
    const ssize_t length = pread(collect->record, base, sizeof base - 1, 0);

    if (length < 0)
        return tool_error("cannot read the record of the work trees: %s", strerror(errno));
    /* If the path is incomplete, the directory was not created. */
    if (length == 0 || base[length - 1] != '\n')
        return TOOL_DONE;
    base[length - 1] = '\0';
    if (lstat(base, &status) == 0 && status.st_uid != geteuid())
        return tool_error("the directory '%s' of work trees belongs to another user", base);
    return trees_remove(collect, base);
}

static bool is_needed(const struct collect *collect)
{
    return collect->revisions[COLLECT_REFERENCE] != NULL ||
           collect->revisions[COLLECT_CANDIDATE] != NULL;
}

static int record_remove(struct collect *collect, const char *path)
{
    int status = recorded_remove(collect);

    if (status == TOOL_DONE && unlink(path) != 0)
        status = tool_error("cannot remove '%s': %s", path, strerror(errno));
    close(collect->record);
    collect->record = -1;
    return status;
}

int checkout_remove(struct collect *collect)
{
    bres__text path = { 0 };
    int status = TOOL_DONE;

    if (collect->record < 0)
        return TOOL_DONE;
    status = path_make(collect->directory, RECORD_NAME, &path);
    if (status == TOOL_DONE)
        status = record_remove(collect, path.data);
    bres__text_free(&path);
    return status;
}

/* Whether the path leads to this open file. The previous holder of the lock may have removed the
 * file. */
static bool record_is_at(int fd, const char *path)
{
    struct stat opened;
    struct stat named;

    return fstat(fd, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev &&
           opened.st_ino == named.st_ino;
}

/* Opens the record, and waits until no other collection and no git process of a collection holds
 * the lock. */
static int record_open(struct collect *collect, const char *path)
{
    while (collect->record < 0) {
        const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

        if (fd < 0)
            return tool_error("cannot open '%s': %s", path, strerror(errno));
        if (flock(fd, LOCK_EX) != 0 && errno != EOPNOTSUPP && errno != ENOLCK) {
            close(fd);
            return tool_error("cannot lock '%s': %s", path, strerror(errno));
        }
        if (record_is_at(fd, path))
            collect->record = fd;
        else
            close(fd);
    }
    return TOOL_DONE;
}

/* Records the path of the temporary directory, then creates the directory. */
static int base_make(const struct collect *collect, char base[PATH_MAX])
{
    const char *parent = getenv("TMPDIR");
    uint64_t number;
    int length;

    if (getrandom(&number, sizeof number, 0) != sizeof number)
        return tool_error("cannot draw a random number: %s", strerror(errno));
    length = snprintf(base, PATH_MAX, "%s/benchresult-trees-%016" PRIx64 "\n",
                      parent != NULL && parent[0] != '\0' ? parent : "/tmp", number);
    if (length >= PATH_MAX)
        return tool_error("TMPDIR is too long");
    if (ftruncate(collect->record, 0) != 0 ||
        pwrite(collect->record, base, (size_t)length, 0) != length)
        return tool_error("cannot write the record of the work trees: %s", strerror(errno));
    base[length - 1] = '\0';
    return mkdir(base, 0700) == 0
               ? TOOL_DONE
               : tool_error("cannot create the directory '%s': %s", base, strerror(errno));
}

/* Builds a tree as a collection of one run of the build command. The build command thus receives
 * signals, and a later collection can end it. */
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
    bres__git git = { .lock = collect->record };
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

/* Whether a killed collection has left the directory of its build. */
static bool build_is_left(const struct collect *collect)
{
    bres__text path = { 0 };
    bool left = path_make(collect->directory, BUILD_NAME, &path) == TOOL_DONE &&
                access(path.data, F_OK) == 0;

    bres__text_free(&path);
    return left;
}

int checkout_clean(struct collect *collect)
{
    bres__text path = { 0 };
    int status;

    if (!is_needed(collect))
        return TOOL_DONE;
    if (mkdir(collect->directory, 0777) != 0 && errno != EEXIST)
        return tool_error("cannot create the directory '%s': %s", collect->directory,
                          strerror(errno));
    status = path_make(collect->directory, RECORD_NAME, &path);
    if (status == TOOL_DONE)
        status = record_open(collect, path.data);
    bres__text_free(&path);
    /* A build that is interrupted at once only ends the build of the killed collection. */
    if (status == TOOL_DONE && collect->build != NULL && build_is_left(collect))
        (void)tree_build(collect, "/", always);
    return status == TOOL_DONE ? recorded_remove(collect) : status;
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
