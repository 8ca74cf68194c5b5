/* SPDX-License-Identifier: MIT */
/*
 * The directory of a race: the result of each run, and a journal. The journal's first line
 * identifies the race; each further line is the order letter of a complete pair. A line without a
 * newline does not count.
 */
#include "race/directory.h"

#include "base/file/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL_NAME "race.journal"
#define JOURNAL_MAX  ((uint64_t)64 << 20)

bres_status bres__race_directory_remove(bres__race_directory *directory)
{
    bres_status status = BRES_OK;

    /* Truncated first, because a journal whose results are missing cannot be resumed. */
    if (directory->journal >= 0)
        (void)bres__ftruncate(directory->journal, 0);
    if (directory->path != NULL && !bres__tree_remove(directory->path))
        status = bres__error_system("remove", directory->path);
    bres__race_directory_close(directory);
    return status;
}

void bres__race_directory_close(bres__race_directory *directory)
{
    bres__scratch_dir_remove(&directory->scratch);
    if (directory->journal >= 0)
        bres__close(directory->journal);
    bres__free(directory->path);
    *directory = (bres__race_directory){ .journal = -1 };
}

static bres_status directory_make_temporary(bres__race_directory *directory)
{
    const bres_status status = bres__scratch_dir_make(&directory->scratch);

    if (status != BRES_OK)
        return status;
    directory->path = bres__strdup(directory->scratch.path);
    return directory->path != NULL ? BRES_OK : bres__error_memory();
}

static bres_status directory_make(bres__race_directory *directory, const char *path)
{
    bres_status status;

    if (path == NULL)
        return directory_make_temporary(directory);
    directory->path = bres__strdup(path);
    if (directory->path == NULL)
        return bres__error_memory();
    status = bres__make_parents(path);
    if (status == BRES_OK && bres__mkdir(path, 0777) != 0 && errno != EEXIST)
        status = bres__error_system("create the directory", path);
    return status;
}

static bres_status journal_open(bres__race_directory *directory, const char *name)
{
    directory->journal = bres__open(name, O_RDWR | O_CREAT | O_APPEND, 0666);
    if (directory->journal < 0)
        return bres__error_system("open", name);
    if (bres__lock_within(directory->journal, false, BRES__LOCK_SOON_NS) == 0)
        return BRES_OK;
    if (errno != EWOULDBLOCK)
        return bres__error_system("lock", name);
    return bres__error(BRES_ERROR_CONFLICT, "'%s' is in use by a running race", directory->path);
}

/* Reads the pairs of a journal whose first line is complete. Truncates an incomplete last line. */
static bres_status journal_take(const bres__race_directory *directory, const bres__buffer *content,
                                const char *header, bres__text *order)
{
    const size_t length = strlen(header);
    const char *next = content->data + length + 1;
    const char *const end = content->data + content->size;

    if (content->size < length + 1 || memcmp(content->data, header, length) != 0 ||
        content->data[length] != '\n')
        return bres__error(BRES_ERROR_CONFLICT,
                           "'%s' holds a race of other commands, or with another seed or clock",
                           directory->path);
    for (; end - next >= 2 && (*next == 'R' || *next == 'C') && next[1] == '\n'; next += 2)
        bres__text_append(order, next, 1);
    if (end - next >= 2)
        return bres__error(BRES_ERROR_SYNTAX, "the journal in '%s' is damaged after %zu pairs",
                           directory->path, order->length);
    if (end != next && bres__ftruncate(directory->journal, next - content->data) != 0)
        return bres__error_system("truncate the journal in", directory->path);
    return order->failed ? bres__error_memory() : BRES_OK;
}

static bres_status journal_begin(const bres__race_directory *directory, const char *name,
                                 const char *header)
{
    bres__text line = { 0 };
    bres_status status = BRES_OK;

    bres__text_printf(&line, "%s\n", header);
    if (line.failed)
        status = bres__error_memory();
    else if (bres__ftruncate(directory->journal, 0) != 0 ||
             bres__write_full(directory->journal, line.data, line.length) != 0 ||
             bres__fsync(directory->journal) != 0)
        status = bres__error_system("write", name);
    bres__text_free(&line);
    return status;
}

/* A journal whose first line is incomplete holds no pairs. */
static bres_status journal_read(const bres__race_directory *directory, const char *name,
                                bool resume, const char *header, bres__text *order)
{
    bres__buffer content = { .data = NULL };
    bres_status status = bres__read_fd(directory->journal, name, JOURNAL_MAX, &content);

    if (status == BRES_OK && memchr(content.data, '\n', content.size) == NULL)
        status = journal_begin(directory, name, header);
    else if (status == BRES_OK && !resume)
        status = bres__error(BRES_ERROR_CONFLICT,
                             "'%s' holds an unfinished race: resume it, or remove the directory",
                             directory->path);
    else if (status == BRES_OK)
        status = journal_take(directory, &content, header, order);
    bres__free(content.data);
    return status;
}

bres_status bres__race_directory_open(bres__race_directory *directory, const char *path,
                                      bool resume, const char *header, bres__text *order)
{
    bres__text name = { 0 };
    bres_status status = directory_make(directory, path);

    if (status != BRES_OK)
        return status;
    bres__text_printf(&name, "%s/" JOURNAL_NAME, directory->path);
    if (name.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        status = journal_open(directory, name.data);
    if (status == BRES_OK)
        status = journal_read(directory, name.data, resume, header, order);
    bres__text_free(&name);
    return status;
}

bres_status bres__race_directory_sync(const char *path)
{
    const int fd = bres__open(path, O_RDONLY, 0);
    bres_status status = BRES_OK;

    if (fd < 0 || bres__fsync(fd) != 0)
        status = bres__error_system("write", path);
    if (fd >= 0)
        bres__close(fd);
    return status;
}

bres_status bres__race_directory_add(const bres__race_directory *directory, char order)
{
    const char line[] = { order, '\n' };

    if (bres__write_full(directory->journal, line, sizeof line) != 0 ||
        bres__fdatasync(directory->journal) != 0)
        return bres__error_system("write the journal in", directory->path);
    return BRES_OK;
}

char *bres__race_directory_file(const bres__race_directory *directory, const char *side,
                                size_t pair)
{
    bres__text path = { 0 };

    bres__text_printf(&path, "%s/%s-%04zu.json", directory->path, side, pair + 1);
    return bres__text_steal(&path);
}
