/* SPDX-License-Identifier: MIT */
/*
 * A directory of sidecars that is being written to. New files get numbers above all numbers in use.
 * Until the rename of the result file, files are only added, so that the old result stays complete,
 * and the new files can be identified and removed.
 */
#include "nvbench/sidecar/set.h"

#include "base/bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files whose numbers have more digits are not sidecars: they are neither counted nor removed. */
#define SIDECAR_DIGITS_MAX 18
#define SIDECAR_NAME_SIZE  32
/* Up to this many files are flushed one by one. */
#define FEW_FILES          4
#define SIDECAR_CHUNK      4096

static void sidecar_name(char name[SIDECAR_NAME_SIZE], uint64_t number)
{
    snprintf(name, SIDECAR_NAME_SIZE, "%llu.bin", (unsigned long long)number);
}

/* Whether a writer gives this name to a sidecar. *number: the number in the name. */
static bool sidecar_parse_name(const char *name, uint64_t *number)
{
    const size_t digits = strspn(name, "0123456789");

    if (digits == 0 || digits > SIDECAR_DIGITS_MAX || (name[0] == '0' && digits > 1) ||
        strcmp(name + digits, ".bin") != 0)
        return false;
    *number = strtoull(name, NULL, 10);
    return true;
}

static bres_status set_error(const bres__sidecar_set *set, const char *action, uint64_t number)
{
    const int error_number = errno;
    char name[SIDECAR_NAME_SIZE];
    char path[PATH_MAX];

    sidecar_name(name, number);
    snprintf(path, sizeof path, "%s/%s", set->path, name);
    errno = error_number;
    return bres__error_system(action, path);
}

static void set_reserve_number(bres__sidecar_set *set, uint64_t number)
{
    if (set->first <= number)
        set->first = number + 1;
    set->next = set->first;
}

static bool set_find_entry(void *context, const char *name)
{
    bres__sidecar_set *set = context;
    uint64_t number;

    if (!sidecar_parse_name(name, &number))
        return true;
    if (!BRES__RESERVE(&set->old, &set->old_capacity, set->old_count + 1))
        return false;
    set->old[set->old_count++] = (bres__old_sidecar){ .number = number };
    set_reserve_number(set, number);
    return true;
}

static int compare_files(const void *a, const void *b)
{
    const bres__old_sidecar *left = a;
    const bres__old_sidecar *right = b;

    if (left->device != right->device)
        return left->device < right->device ? -1 : 1;
    return (left->inode > right->inode) - (left->inode < right->inode);
}

/* Whether the errno of stat() means that nothing can be read at the path. */
static bool leads_nowhere(int error_number)
{
    return error_number == ENOENT || error_number == ENOTDIR || error_number == ELOOP;
}

static bres_status set_identify_files(bres__sidecar_set *set)
{
    for (size_t i = 0; i < set->old_count; i++) {
        bres__old_sidecar *old = &set->old[i];
        char name[SIDECAR_NAME_SIZE];
        struct stat status;

        sidecar_name(name, old->number);
        if (bres__fstatat(set->fd, name, &status) == 0) {
            old->device = status.st_dev;
            old->inode = status.st_ino;
        } else if (!leads_nowhere(errno)) {
            return set_error(set, "examine", old->number);
        }
    }
    if (set->old_count != 0)
        qsort(set->old, set->old_count, sizeof *set->old, compare_files);
    return BRES_OK;
}

bres_status bres__sidecar_set_open(bres__sidecar_set *set, const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/');
    bres__text text = { 0 };

    bres__text_puts(&text, path);
    bres__text_puts(&text, suffix);
    set->path = bres__text_steal(&text);
    if (set->path == NULL)
        return bres__error_memory();
    set->name = slash == NULL ? set->path : set->path + (slash + 1 - path);
    set->fd = bres__open(set->path, O_RDONLY | O_DIRECTORY, 0);
    /* A file with this name that is not a directory matters only if there are sidecars to write. */
    if (set->fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return BRES_OK;
    if (set->fd < 0 || bres__list_directory(set->fd, set_find_entry, set) != 0)
        return bres__error_system("read the directory", set->path);
    return set_identify_files(set);
}

bres_status bres__sidecar_set_keep(bres__sidecar_set *set, const char *recorded)
{
    const size_t length = strlen(set->name);
    const char *file = recorded;
    uint64_t number;

    for (const char *c = recorded; *c != '\0'; c++)
        if (*c == '/' || *c == '\\')
            file = c + 1;
    if (!sidecar_parse_name(file, &number))
        return BRES_OK;
    set_reserve_number(set, number);
    if ((size_t)(file - recorded) < length + 1 ||
        strncmp(file - 1 - length, set->name, length) != 0)
        return BRES_OK;
    if (!BRES__RESERVE(&set->kept, &set->kept_capacity, set->kept_count + 1))
        return bres__error_memory();
    set->kept[set->kept_count++] = number;
    return BRES_OK;
}

bres_status bres__sidecar_set_removes(const bres__sidecar_set *set, const char *path, bool *removes)
{
    bres__old_sidecar file = { 0 };
    struct stat status;

    *removes = false;
    if (set->old_count == 0)
        return BRES_OK;
    if (bres__stat(path, &status) != 0)
        return leads_nowhere(errno) ? BRES_OK : bres__error_system("examine", path);
    file.device = status.st_dev;
    file.inode = status.st_ino;
    *removes = bsearch(&file, set->old, set->old_count, sizeof file, compare_files) != NULL;
    return BRES_OK;
}

static bres_status set_make_directory(bres__sidecar_set *set)
{
    if (bres__utf8_valid(set->name, strlen(set->name)) != strlen(set->name))
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the name of the file is not UTF-8: it cannot have sidecars");
    if (set->fd >= 0)
        return BRES_OK;
    if (bres__mkdir(set->path, 0777) != 0)
        return bres__error_system("create directory", set->path);
    set->made = true;
    set->fd = bres__open(set->path, O_RDONLY | O_DIRECTORY, 0);
    return set->fd >= 0 ? BRES_OK : bres__error_system("open", set->path);
}

/* Writes little-endian values on any machine. Returns 0, or -1 with errno. */
static int write_values(int fd, const float *values, size_t count)
{
    char chunk[SIDECAR_CHUNK * sizeof(float)];

    while (count != 0) {
        const size_t now = count < SIDECAR_CHUNK ? count : SIDECAR_CHUNK;

        bres__floats_store(chunk, values, now);
        if (bres__write_full(fd, chunk, now * sizeof(float)) != 0)
            return -1;
        values += now;
        count -= now;
    }
    return 0;
}

bres_status bres__sidecar_set_add(bres__sidecar_set *set, const float *values, size_t count,
                                  uint64_t *number)
{
    char name[SIDECAR_NAME_SIZE];
    bres_status status = set_make_directory(set);
    int fd;

    if (status != BRES_OK)
        return status;
    sidecar_name(name, set->next);
    fd = bres__openat(set->fd, name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (fd < 0)
        return set_error(set, "create", set->next);
    *number = set->next++;
    if (write_values(fd, values, count) != 0)
        status = set_error(set, "write", *number);
    if (bres__close(fd) != 0 && status == BRES_OK)
        status = set_error(set, "write", *number);
    return status;
}

/* Returns 0, or -1 with errno. */
static int sync_file(int directory, const char *name, int flags)
{
    const int fd = bres__openat(directory, name, flags, 0);
    int result;
    int number;

    if (fd < 0)
        return -1;
    result = bres__fsync(fd);
    number = errno;
    bres__close(fd);
    errno = number;
    return result;
}

static int sync_one_by_one(const bres__sidecar_set *set)
{
    char name[SIDECAR_NAME_SIZE];

    for (uint64_t number = set->first; number < set->next; number++) {
        sidecar_name(name, number);
        if (sync_file(set->fd, name, O_RDONLY) != 0)
            return -1;
    }
    if (bres__fsync(set->fd) != 0)
        return -1;
    return set->made ? sync_file(set->fd, "..", O_RDONLY | O_DIRECTORY) : 0;
}

/* There may be a hundred thousand small files, and each fsync() waits for the disk. syncfs()
 * flushes all of them at once, with the directory and its parent, in about the time of one fsync().
 * But syncfs() also waits for the writes of other programs. Few files are therefore flushed one by
 * one, and so are all files where syncfs() is not supported. */
bres_status bres__sidecar_set_flush(const bres__sidecar_set *set)
{
    const bool is_few = set->next - set->first <= FEW_FILES;

    if (set->next == set->first || (!is_few && bres__syncfs(set->fd) == 0))
        return BRES_OK;
    if ((is_few || errno == ENOSYS) && sync_one_by_one(set) == 0)
        return BRES_OK;
    return bres__error_system("write", set->path);
}

static int compare_numbers(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a;
    const uint64_t right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

static bool set_is_kept(const bres__sidecar_set *set, uint64_t number)
{
    return set->kept_count != 0 &&
           bsearch(&number, set->kept, set->kept_count, sizeof number, compare_numbers) != NULL;
}

/* The new result is already in place. An old sidecar that cannot be removed does no harm, and the
 * next write tries again. */
void bres__sidecar_set_remove_old(bres__sidecar_set *set)
{
    if (set->kept_count != 0)
        qsort(set->kept, set->kept_count, sizeof *set->kept, compare_numbers);
    for (size_t i = 0; i < set->old_count; i++) {
        char name[SIDECAR_NAME_SIZE];

        if (set_is_kept(set, set->old[i].number))
            continue;
        sidecar_name(name, set->old[i].number);
        bres__unlinkat(set->fd, name);
    }
}

void bres__sidecar_set_undo(bres__sidecar_set *set)
{
    for (uint64_t number = set->first; number < set->next; number++) {
        char name[SIDECAR_NAME_SIZE];

        sidecar_name(name, number);
        bres__unlinkat(set->fd, name);
    }
}

/* rmdir() does not remove a directory with files. */
void bres__sidecar_set_remove_empty(const bres__sidecar_set *set)
{
    if (set->path != NULL && (set->fd >= 0 || set->made))
        (void)rmdir(set->path);
}

void bres__sidecar_set_close(bres__sidecar_set *set)
{
    if (set->fd >= 0)
        bres__close(set->fd);
    bres__free(set->kept);
    bres__free(set->old);
    bres__free(set->path);
    *set = (bres__sidecar_set){ .fd = -1 };
}
